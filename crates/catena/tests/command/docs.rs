//! Every console example in the documents runs as it stands, and prints what they show.
//!
//! A command begins with `$ `; the lines after it, if there are any, are what it prints. In
//! them `…` stands for any text, and a line of `…` alone for any number of lines. Commands of
//! one document run in one folder, a copy of `docs/examples`, one after the other. A picture
//! that follows a block, and that a command of the block wrote, is compared as well.
//!
//! A block after the comment `<!-- not run: REASON -->` is left out, and so is one after
//! `<!-- run by SCRIPT -->`, which that script runs.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::Scratch;

/// A block of commands in a document.
struct ConsoleBlock {
    commands: Vec<ConsoleExample>,
    /// The file name of a picture right after it, as far as it is one of ours.
    picture: Option<PathBuf>,
}

/// A command and what the document shows of its output.
struct ConsoleExample {
    line: usize,
    command: String,
    shown: Vec<String>,
}

fn package(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Reads the blocks of a document that are run here.
fn blocks(text: &str) -> Vec<ConsoleBlock> {
    let lines: Vec<&str> = text.lines().collect();
    let fences: Vec<usize> = (0..lines.len())
        .filter(|index| lines[*index].starts_with("```"))
        .collect();
    let mut blocks = Vec::new();
    for fence in fences.chunks_exact(2) {
        let (start, end) = (fence[0], fence[1]);
        let before = lines[..start].iter().rev().find(|line| !line.is_empty());
        let is_left_out = before.is_some_and(|line| {
            line.starts_with("<!-- not run: ") || line.starts_with("<!-- run by ")
        });
        if lines[start] != "```console" || is_left_out {
            continue;
        }
        blocks.push(ConsoleBlock {
            commands: examples(&lines[..end], start + 1),
            picture: lines[end + 1..]
                .iter()
                .find(|line| !line.is_empty())
                .and_then(|line| picture(line)),
        });
    }
    blocks
}

/// Reads the commands from this line on. One that ends with a backslash goes on.
fn examples(lines: &[&str], first: usize) -> Vec<ConsoleExample> {
    let mut examples: Vec<ConsoleExample> = Vec::new();
    for (index, line) in lines.iter().enumerate().skip(first) {
        match (line.strip_prefix("$ "), examples.last_mut()) {
            (Some(command), _) => examples.push(ConsoleExample {
                line: index + 1,
                command: command.to_owned(),
                shown: Vec::new(),
            }),
            (None, Some(last)) if last.shown.is_empty() && last.command.ends_with('\\') => {
                last.command += &format!("\n{line}");
            }
            (None, Some(last)) => last.shown.push((*line).to_owned()),
            (None, None) => panic!("line {}: output before any command", index + 1),
        }
    }
    examples
}

/// Returns the file of a picture if the line shows one, and it is in this package.
fn picture(line: &str) -> Option<PathBuf> {
    let source = line.split_once("<img src=\"")?.1.split('"').next()?;
    let name = Path::new(source).file_name()?.to_str()?;
    let file = package(&format!("docs/images/{name}"));
    file.exists().then_some(file)
}

/// Whether the output is what is shown.
fn is_shown(shown: &[String], output: &[&str]) -> bool {
    match shown.split_first() {
        None => output.is_empty(),
        Some((any, rest)) if any == "…" => {
            (0..=output.len()).any(|skipped| is_shown(rest, &output[skipped..]))
        }
        Some((line, rest)) => output
            .split_first()
            .is_some_and(|(first, others)| is_line(line, first) && is_shown(rest, others)),
    }
}

/// Whether a line is what is shown of it.
fn is_line(shown: &str, line: &str) -> bool {
    let Some((before, after)) = shown.split_once('…') else {
        return shown == line;
    };
    let Some(rest) = line.strip_prefix(before) else {
        return false;
    };
    let mut starts = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
    starts.any(|at| is_line(after, &rest[at..]))
}

/// Runs a command in a folder; its output with errors, as a terminal shows it.
fn run(command: &str, folder: &Path) -> (i32, String) {
    let binary = Path::new(env!("CARGO_BIN_EXE_catena"));
    let binaries = binary.parent().expect("the command is in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    // What this would build is already built.
    let command = command.replace("cargo run --release --bin catena --", "catena");
    let output = Command::new("bash")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", binaries.display()))
        .output()
        .expect("bash runs");
    let text = String::from_utf8(output.stdout).expect("the output is UTF-8");
    (output.status.code().expect("it was not killed"), text)
}

/// Runs all examples of a document; returns how many there are.
fn check(document: &str) -> usize {
    let path = package(document);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{document}: {error}"));
    let scratch = Scratch::new(&document.replace('/', "-"));
    for file in std::fs::read_dir(package("docs/examples")).expect("a folder of examples") {
        let file = file.expect("a file").path();
        let name = file.file_name().expect("a name");
        std::fs::copy(&file, scratch.0.join(name)).expect("the file is copied");
    }
    let mut count = 0;
    for block in blocks(&text) {
        for example in &block.commands {
            let (code, output) = run(&example.command, &scratch.0);
            let place = format!("{document}:{}: {}", example.line, example.command);
            assert!(code < 2, "{place}\nexits with {code}:\n{output}");
            let lines: Vec<&str> = output.lines().map(str::trim_end).collect();
            let is_right = example.shown.is_empty() || is_shown(&example.shown, &lines);
            assert!(is_right, "{place}\nprints:\n{output}");
            count += 1;
        }
        let Some(picture) = block.picture else {
            continue;
        };
        let name = picture.file_name().expect("a name");
        let written = std::fs::read(scratch.0.join(name)).unwrap_or_default();
        let committed = std::fs::read(&picture).expect("the picture can be read");
        if written != committed && std::env::var_os("CATENA_UPDATE_PICTURES").is_some() {
            std::fs::write(&picture, written).expect("the picture is written");
        } else {
            assert!(
                written == committed,
                "{document}: {name:?} is not what the example writes; \
                 CATENA_UPDATE_PICTURES=1 replaces it"
            );
        }
    }
    count
}

#[test]
fn the_examples_of_the_guide_run() {
    assert!(check("docs/guide.md") > 20);
}

#[test]
fn the_examples_of_the_readme_run() {
    assert!(check("docs/project.md") > 0);
}

#[test]
fn the_examples_of_the_other_documents_run() {
    assert!(check("docs/json.md") > 0);
    assert!(check("README.md") > 0);
}

#[test]
fn what_is_shown_is_compared() {
    let shown = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    for (pattern, output, expected) in [
        ("a\nb", "a\nb", true),
        ("a\nb", "a", false),
        ("a", "a\nb", false),
        ("…\nb", "a\na\nb", true),
        ("a\n…", "a", true),
        ("a\n…", "b\na", false),
        ("3 … 5", "3 and 4 and 5", true),
        ("3 … 5", "3 and 4", false),
        ("… nodes", "é nodes", true),
    ] {
        let lines: Vec<&str> = output.lines().collect();
        assert_eq!(
            is_shown(&shown(pattern), &lines),
            expected,
            "{pattern:?} {output:?}"
        );
    }
    let text = "<!-- not run: it takes hours -->\n\n```console\n$ sleep 9\n```\n\n\
                ```sh\n$ no\n```\n```console\n$ echo \\\n a\na\n$ true\n```\n";
    let blocks = blocks(text);
    assert_eq!(blocks.len(), 1);
    let commands = &blocks[0].commands;
    assert_eq!(
        (commands[0].line, commands[0].command.as_str()),
        (11, "echo \\\n a")
    );
    assert_eq!(commands[0].shown, ["a"]);
    assert_eq!(
        (commands[1].command.as_str(), commands[1].shown.len()),
        ("true", 0)
    );
}
