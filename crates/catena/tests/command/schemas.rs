//! Every JSON output is described by a schema in `docs/schemas`, and is what it says.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use crate::run::{CommandOutput, FIGURE_9, Scratch, catena, catena_with_input, data};
use crate::schema;

/// Checks the JSON that a run of the command printed and wrote.
#[track_caller]
pub(crate) fn check_run(arguments: &[&str], output: &CommandOutput) {
    for (name, document) in documents(arguments, output) {
        schema::check(&name, &document);
    }
}

/// The JSON that a run printed and wrote, each with the name of its schema.
fn documents(arguments: &[&str], output: &CommandOutput) -> Vec<(String, Value)> {
    const REFUSED: i32 = 2;
    let mut documents = Vec::new();
    if output.code == REFUSED {
        return documents;
    }
    let value_of = |flag: &str| {
        let place = arguments.iter().position(|argument| *argument == flag);
        place.and_then(|place| arguments.get(place + 1)).copied()
    };
    let read = |text: &str| {
        serde_json::from_str(text)
            .unwrap_or_else(|error| panic!("{arguments:?}: {error} in {text:?}"))
    };
    if value_of("--areas") == Some("-") {
        // The list takes the place of the report.
        documents.push(("areas".to_owned(), read(&output.stdout)));
    } else if value_of("--format") == Some("json") {
        let command = match arguments[0] {
            "analyze" => "analyse",
            command => command,
        };
        let lines = output.stdout.lines();
        documents.extend(lines.map(|line| (command.to_owned(), read(line))));
    }
    for flag in ["--areas", "--polygons"] {
        let Some(file) = value_of(flag) else { continue };
        let extension = Path::new(file).extension().and_then(|text| text.to_str());
        let name = match extension {
            Some("json") => "areas",
            Some("geojson") => "outlines",
            _ => continue,
        };
        if Path::new(file).is_file() {
            let text = std::fs::read_to_string(file).expect("the file can be read");
            documents.push((name.to_owned(), read(&text)));
        }
    }
    documents
}

/// Asserts that the runs together have every field that the schema names at its top.
#[track_caller]
fn assert_shows_all_fields(name: &str, documents: &[Value]) {
    let path = format!("{}/docs/schemas/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let schema: Value = serde_json::from_str(&text).expect("a schema is JSON");
    let alternatives = schema["anyOf"].as_array().cloned().unwrap_or_default();
    let items = schema["items"].clone();
    let described: BTreeSet<String> = [vec![schema.clone(), items], alternatives]
        .concat()
        .iter()
        .filter_map(|schema| schema["properties"].as_object())
        .flat_map(|fields| fields.keys().cloned())
        .collect();
    let shown: BTreeSet<String> = documents
        .iter()
        .flat_map(|document| match document {
            Value::Array(items) => items.clone(),
            other => vec![other.clone()],
        })
        .filter_map(|object| object.as_object().cloned())
        .flat_map(|fields| fields.into_iter().map(|(name, _)| name))
        .collect();
    assert_eq!(shown, described, "{name}");
}

#[test]
fn every_field_of_every_schema_is_printed_by_some_run() {
    let scratch = Scratch::new("schemas");
    let areas = scratch.file("areas.json");
    let outlines = scratch.file("outlines.geojson");
    let ring = ".####.\n.#..#.\n.####.\n......\n";
    std::fs::write(scratch.file("ring.txt"), ring).expect("the file is written");
    let ring = scratch.file("ring.txt");
    let (hollow, games) = (data("hollow.npy"), data("../../data/games.pgn"));
    let position = "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6";
    let graph = r#"{"nodes": 4, "edges": [[0,1],[1,2],[2,3],[3,0]], "regions": [[2,3]]}"#;
    let paper = ["--algorithm", "paper", "--stages"];
    let walls = ["--leak", "2,1", "--seal", "2,1", "--timings"];
    let solid = ["--leak", "2,2,1", "--seal", "2,2,1", "--timings"];
    let listed = catena(&["puzzle", "--list", "--kind", "isChain", "--format", "csv"]).stdout;
    let puzzle = listed.lines().nth(1).and_then(|row| row.split(',').next());
    let puzzle = puzzle.expect("a puzzle").to_owned();
    // The schema, and runs that together print all of its fields.
    let table: [(&str, &[&[&str]]); 15] = [
        (
            "detect",
            &[&["detect", FIGURE_9, "f3", paper[0], paper[1], paper[2]]],
        ),
        ("mask", &[&["mask", FIGURE_9]]),
        (
            "enclosures",
            &[
                &["enclosures", FIGURE_9],
                &["enclosures", FIGURE_9, "--count"],
            ],
        ),
        ("audit", &[&["audit", "--random", "3"]]),
        (
            "grid",
            &[
                &["grid", &data("ring16.png"), "--threshold", "otsu"],
                &["grid", &ring, "--at", "2,1"],
                &[
                    "grid", &ring, "--at", "1,0", walls[0], walls[1], walls[2], walls[3], walls[4],
                ],
            ],
        ),
        (
            "areas",
            &[&["grid", &ring, "--areas", &areas, "--doors", &ring]],
        ),
        ("outlines", &[&["grid", &ring, "--polygons", &outlines]]),
        (
            "volume",
            &[
                &["volume", &data("mri.npy"), "--threshold", "otsu"],
                &[
                    "volume", &hollow, "--at", "0,0,0", solid[0], solid[1], solid[2], solid[3],
                    solid[4],
                ],
            ],
        ),
        ("graph", &[&["graph", "-"], &["graph", "-", "--at", "0"]]),
        ("moves", &[&["moves", position]]),
        ("perft", &[&["perft", "1", "--divide"]]),
        (
            "puzzle",
            &[
                &["puzzle", "--seed", "1"],
                &["puzzle", "--id", &puzzle, "no"],
            ],
        ),
        (
            "solve",
            &[
                &["solve", "6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1"],
                &["solve", "startpos", "--nodes", "10"],
            ],
        ),
        (
            "annotate",
            &[
                &["annotate", &games, "--stats"],
                &["annotate", &games, &games, "--stats"],
            ],
        ),
        ("analyse", &[&["analyse", position, "--depth", "2"]]),
    ];
    for (name, runs) in table {
        let mut printed = Vec::new();
        for run in runs {
            let format: &[&str] = match name {
                "areas" | "outlines" => &[],
                _ => &["--format", "json"],
            };
            let arguments = [run, format].concat();
            let output = catena_with_input(&arguments, graph.as_bytes());
            let documents = documents(&arguments, &output).into_iter();
            printed.extend(documents.filter(|one| one.0 == name).map(|one| one.1));
        }
        // The reference system is that of a map, which crates/catena has no file of.
        if name != "outlines" {
            assert_shows_all_fields(name, &printed);
        }
        assert!(!printed.is_empty(), "{name}");
    }
}

#[test]
fn every_command_that_prints_json_has_a_schema() {
    let help = catena(&["--help"]).stdout;
    let mut found = 0;
    for line in help.lines().filter_map(|line| line.strip_prefix("  ")) {
        let command = line.split(' ').next().unwrap_or_default();
        if command.is_empty() || command == "help" || command.starts_with('-') {
            continue;
        }
        let help = catena(&[command, "--help"]).stdout;
        if help.contains("--format") && help.contains("json") {
            assert!(schema::exists(command), "{command} has no schema");
            found += 1;
        }
    }
    assert!(found >= 12, "only {found} commands print JSON");
}
