//! Every command has help, with an example that works when pasted.

use std::process::Command;

use crate::run::{Scratch, catena};

/// The commands that `catena --help` lists.
fn commands() -> Vec<String> {
    let help = catena(&["--help"]).stdout;
    let list = help.split("Commands:").nth(1).expect("a list of commands");
    list.lines()
        .skip(1)
        .take_while(|line| !line.trim().is_empty())
        .filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

/// The example in the help of a command: the indented lines after `Example:`.
fn example(command: &str) -> String {
    let help = catena(&[command, "--help"]).stdout;
    let text = help
        .split("Example:\n")
        .nth(1)
        .unwrap_or_else(|| panic!("{command} has no example"));
    text.lines()
        .map(str::trim)
        .take_while(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn every_example_runs_as_it_stands() {
    let binary = std::path::Path::new(env!("CARGO_BIN_EXE_catena"));
    let folder = binary.parent().expect("the command is in a folder");
    let path = format!(
        "{}:{}",
        folder.display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let scratch = Scratch::new("examples");
    // The files that examples name.
    let package = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for (file, name) in [
        ("data/games.pgn", "games.pgn"),
        ("tests/data/hollow.npy", "hollow.npy"),
    ] {
        std::fs::copy(package.join(file), scratch.0.join(name)).expect("the file is copied");
    }
    for command in commands() {
        // These run until told to stop, or need a pager.
        if ["man", "uci", "serve", "play", "match", "bench"].contains(&command.as_str()) {
            continue;
        }
        let example = example(&command);
        let output = Command::new("bash")
            .args(["-c", &example])
            .current_dir(&scratch.0)
            .env("PATH", &path)
            .output()
            .expect("bash runs");
        let code = output.status.code().expect("the example was not killed");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(code < 2, "{command}: {example}\n{errors}");
        assert_eq!(errors, "", "{command}: {example}");
    }
}

#[test]
fn every_command_has_an_example() {
    let commands = commands();
    assert!(commands.len() >= 6, "{commands:?}");
    for command in commands {
        assert!(example(&command).contains("catena"), "{command}");
    }
}

#[test]
fn completions_and_the_manual_come_out_of_the_binary() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(catena(&["completions", shell]).stdout.contains("catena"));
    }
    assert!(catena(&["man"]).stdout.contains(".TH catena 1"));
}
