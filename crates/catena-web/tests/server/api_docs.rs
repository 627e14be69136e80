//! Every example of docs/api.md is run with curl, and answers what it says.

use std::path::Path;
use std::process::Command;

use crate::support::{ScratchFolder, TestServer};
use catena_web::{AppState, ServerLimits};
use serde_json::Value;

/// A command, and what the document says of its output.
struct DocExample {
    line: usize,
    command: String,
    answer: ExpectedAnswer,
}

enum ExpectedAnswer {
    Json(Value),
    Text(String),
}

#[tokio::test(flavor = "multi_thread")]
async fn every_example_runs_and_answers_what_it_says() {
    if Command::new("curl").arg("--version").output().is_err() {
        assert!(
            std::env::var_os("CATENA_REQUIRE_TOOLS").is_none(),
            "curl is not installed"
        );
        println!("skipped: curl is not installed");
        return;
    }
    let folder = ScratchFolder::new();
    let state = AppState::new(ServerLimits::default());
    let state = state.with_friends(&folder.file("games.redb")).unwrap();
    let server = TestServer::start_with(state).await;
    let examples = examples();
    assert!(
        examples.len() >= 9,
        "only {} examples found",
        examples.len()
    );
    for example in examples {
        let output = Command::new("sh")
            .args(["-c", &example.command])
            .env("CATENA", format!("http://{}", server.address))
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let place = format!("docs/api.md:{}: {}", example.line, example.command);
        assert!(output.status.success(), "{place}\n{text}");
        match example.answer {
            ExpectedAnswer::Text(expected) => assert_eq!(text.trim(), expected.trim(), "{place}"),
            ExpectedAnswer::Json(expected) => {
                let actual: Value = serde_json::from_str(&text)
                    .unwrap_or_else(|error| panic!("{place}\n{error}: {text}"));
                assert!(
                    contains(&actual, &expected),
                    "{place}\nexpected {expected}\nfound {actual}"
                );
            }
        }
    }
}

/// Every call that answers JSON has a schema, and every schema belongs to a call.
#[test]
fn every_call_has_a_schema() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let text = std::fs::read_to_string(docs.join("api.md")).unwrap();
    let mut called: Vec<String> = text
        .lines()
        .filter_map(|line| line.strip_prefix("## ")?.split_once(" /api/"))
        // Two pictures, and a heading over three calls.
        .filter(|(_, call)| !["draw", "animate", "walls/…"].contains(call))
        .map(|(_, call)| call.replace('/', "-"))
        .collect();
    called.extend(["error", "walls-areas", "walls-leak", "walls-seal"].map(str::to_owned));
    called.sort();
    let files = std::fs::read_dir(docs.join("schemas")).unwrap();
    let mut described: Vec<String> = files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .map(|name| name.trim_end_matches(".json").to_owned())
        .collect();
    described.sort();
    assert_eq!(called, described);
}

/// Whether the answer has all that the document shows; it may have more fields.
fn contains(actual: &Value, expected: &Value) -> bool {
    match (actual, expected) {
        (Value::Object(actual), Value::Object(expected)) => expected
            .iter()
            .all(|(key, value)| actual.get(key).is_some_and(|found| contains(found, value))),
        (Value::Array(actual), Value::Array(expected)) => {
            actual.len() == expected.len()
                && actual.iter().zip(expected).all(|(a, b)| contains(a, b))
        }
        _ => actual == expected,
    }
}

fn examples() -> Vec<DocExample> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/api.md");
    let text = std::fs::read_to_string(path).unwrap();
    let mut blocks = Vec::new();
    let mut open: Option<(usize, String, String)> = None;
    for (index, line) in text.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(language)) => open = Some((index + 1, language.to_owned(), String::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some((_, _, content)), None) => *content += &format!("{line}\n"),
            (None, None) => {}
        }
    }
    let pairs = blocks.windows(2).filter(|pair| pair[0].1 == "sh");
    pairs
        .map(|pair| DocExample {
            line: pair[0].0,
            command: pair[0].2.clone(),
            answer: match pair[1].1.as_str() {
                "json" => ExpectedAnswer::Json(serde_json::from_str(&pair[1].2).unwrap()),
                "text" => ExpectedAnswer::Text(pair[1].2.clone()),
                other => panic!("docs/api.md:{}: an answer in {other}?", pair[1].0),
            },
        })
        .collect()
}
