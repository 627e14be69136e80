//! Every command has help, with an example that works when pasted.

use std::io::Write as _;
use std::process::Command;

use crate::run::{Scratch, catena};

/// The commands that `catena --help` lists.
fn commands() -> Vec<String> {
    let help = catena(&["--help"]).stdout;
    let list = help.split("Commands:").nth(1).expect("a list of commands");
    list.lines()
        .skip(1)
        .take_while(|line| !line.trim().is_empty())
        .filter_map(|line| line.strip_prefix("  "))
        // The rest of a description is indented more.
        .filter(|line| !line.starts_with(' '))
        .filter_map(|line| line.split_whitespace().next())
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
    let games = std::fs::read(scratch.0.join("games.pgn")).expect("games");
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(&games).expect("memory");
    for (name, compressed) in [
        ("2024.pgn.gz", gzip.finish()),
        ("2025.pgn.zst", zstd::encode_all(&games[..], 1)),
    ] {
        std::fs::write(scratch.0.join(name), compressed.expect("memory")).expect("a file");
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
fn help_fits_into_eighty_columns() {
    for command in commands() {
        for flag in ["--help", "-h"] {
            for line in catena(&[&command, flag]).stdout.lines() {
                assert!(line.chars().count() <= 80, "{command} {flag}: {line}");
            }
        }
    }
}

/// The help of `volume` spoke of `--output`, which only `grid` has.
#[test]
fn help_names_no_flag_that_the_command_does_not_have() {
    for command in commands() {
        let help = catena(&[&command, "--help"]).stdout;
        // Examples are run, by the test above.
        let help = help.split("Example:").next().unwrap_or_default();
        let flag = |word: &str| {
            let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            let word = word.trim_start_matches(|c: char| c != '-');
            let end = word.find(|c| !is_part(c)).unwrap_or(word.len());
            word[..end].trim_end_matches('-').to_owned()
        };
        // Descriptions are indented more.
        let is_option = |line: &&str| {
            let indent = line.find(|c| c != ' ').unwrap_or(0);
            indent <= 6 && line[indent..].starts_with('-')
        };
        let options = help.lines().filter(is_option);
        let own: Vec<String> = options
            .flat_map(|line| line.split_whitespace().map(flag))
            .collect();
        for word in help.split_whitespace().map(flag) {
            assert!(
                !word.starts_with("--") || own.contains(&word),
                "{command}: {word}"
            );
        }
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

#[test]
fn the_manual_has_a_page_per_command() {
    let scratch = Scratch::new("man");
    assert_eq!(catena(&["man", "--dir", &scratch.file("")]).code, 0);
    for command in commands() {
        let page = scratch.file(&format!("catena-{command}.1"));
        let text = std::fs::read_to_string(&page).expect(&page);
        assert!(text.contains(&format!(".TH catena-{command} 1")), "{page}");
    }
    // A folder that is missing is made, if it can be.
    assert_eq!(
        catena(&["man", "--dir", &scratch.file("new/folder")]).code,
        0
    );
    let outcome = catena(&["man", "--dir", "/dev/null/folder"]);
    assert_eq!(outcome.code, 2);
    let start = "catena: cannot write '/dev/null/folder': ";
    assert!(outcome.stderr.starts_with(start), "{outcome:?}");
}

#[test]
fn mistakes_of_newcomers_get_a_remedy() {
    catena(&[
        "detect",
        "8/8/8/2pp4/1p2p3/2pp4/8/8",
        "w",
        "-",
        "-",
        "0",
        "1",
        "b4",
    ])
    .is_refused("put the position in quotation marks: a FEN has spaces");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1";
    for command in ["detect", "moves", "analyse", "draw"] {
        let words: Vec<&str> = [command].into_iter().chain(start.split(' ')).collect();
        catena(&words).is_refused("put the position in quotation marks: a FEN has spaces");
    }
    catena(&["detect", "40/40", "a1"])
        .is_refused("the board has more than 32 files, the most that one can have");
    assert_eq!(catena(&["moves", "startpos"]).code, 0);
    assert_eq!(catena(&["detect", "startpos", "e2"]).code, 1);
    assert_eq!(catena(&["analyze", "startpos", "--depth", "1"]).code, 0);
    catena(&["check", "/"]).is_refused("'/' is a folder");
    catena(&["check"]).is_refused("the table is empty");
    let zero = catena(&["detect", "p07/8/8/8/8/8/8/8", "a8"]);
    assert_eq!(zero.code, 2, "{zero:?}");
    let paper = [
        "detect",
        "8/8/8/2pp4/1p2p3/2pp4/8/8",
        "b4",
        "--algorithm",
        "paper",
    ];
    let json = catena(&[&paper[..], &["--format", "json"]].concat()).json();
    assert_eq!(json["paper_is_right"], true, "{json}");
}

#[test]
fn a_minimum_size_of_0_is_refused_in_one_sentence() {
    for command in [
        &["detect", "8/8/8/8/8/8/8/8", "a1"][..],
        &["draw", "8/8/8/8/8/8/8/8", "--stages"],
        &["grid", "-"],
        &["volume", "-"],
    ] {
        for size in ["0", "many", "4294967296"] {
            let outcome = catena(&[command, &["--min-size", size]].concat());
            assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""));
            let sentence = "a minimum size is a whole number from 1 to 4294967295";
            let expected =
                format!("error: invalid value '{size}' for '--min-size <N>': {sentence}");
            assert_eq!(outcome.stderr.lines().next(), Some(expected.as_str()));
        }
    }
}

#[test]
fn help_keeps_the_two_questions_apart() {
    let help = |command: &str| {
        let text = catena(&[command, "--help"]).stdout;
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert!(help("grid").contains("is this cell on a chain, and around what?"));
    assert!(help("grid").contains("Minimum sizes 1, 2 and 3 are decided without a budget."));
    for command in ["volume", "graph"] {
        let help = help(command);
        let is_other = "On grids it is not the same as being on a chain";
        assert!(help.contains("paths that share only"), "{help}");
        assert!(help.contains(is_other), "{help}");
    }
}

#[cfg(not(feature = "page"))]
#[test]
fn a_build_without_the_page_says_how_to_get_it() {
    let output = catena(&["serve", "--port", "0"]);
    output.is_refused(
        "this build has no page; scripts/serve, or cargo install catena --features page, makes one that has it",
    );
    assert_eq!(
        (output.stdout.as_str(), output.stderr.lines().count()),
        ("", 1)
    );
}
