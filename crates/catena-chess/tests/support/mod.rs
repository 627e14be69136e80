//! The data of the tests.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::path::{Path, PathBuf};

use catena_chess::SsccPosition;
use catena_chess::notation::fen::Fen;
use catena_chess::perft::PerftCounts;

/// The path of a file or folder in `tests/data`.
pub(crate) fn data_path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name)
}

/// The text of a file in `tests/data`.
pub(crate) fn data(name: &str) -> String {
    let path = data_path(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The odd PGN files in `tests/data/pgn-edge`, with their names, in order.
pub(crate) fn odd_pgn_files() -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = std::fs::read_dir(data_path("pgn-edge"))
        .expect("the folder is part of the crate")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "pgn"))
        .map(|path| {
            let name = path.file_name().expect("a file").display().to_string();
            (name, std::fs::read(&path).expect("a file"))
        })
        .collect();
    files.sort();
    files
}

/// The lines of a file in `tests/data` that are neither empty nor remarks,
/// each with its place.
pub(crate) fn data_lines(name: &str) -> Vec<(String, String)> {
    data(name)
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty())
        .map(|(index, line)| (format!("{name}:{}", index + 1), line.to_owned()))
        .collect()
}

/// A row of `perft-sscc.csv`.
pub(crate) struct SsccCase {
    /// Where the row is, for messages.
    pub(crate) place: String,
    /// The FEN without the run.
    pub(crate) fen: String,
    pub(crate) position: SsccPosition,
    pub(crate) depth: u32,
    pub(crate) expected: PerftCounts,
}

/// The rows of `perft-sscc.csv`.
pub(crate) fn sscc_cases() -> Vec<SsccCase> {
    data_lines("perft-sscc.csv")
        .into_iter()
        .skip(1)
        .map(|(place, line)| {
            let fields: Vec<&str> = line.split(',').collect();
            let &[fen, limit, run, depth, nodes, chains, switches] = fields.as_slice() else {
                panic!("{place}: {line}");
            };
            let parsed: Fen = format!("{fen} {run}").parse().expect("a FEN");
            let position = parsed.into_position(limit.parse().expect("a limit"));
            SsccCase {
                fen: fen.to_owned(),
                position: position.unwrap_or_else(|error| panic!("{place}: {error}")),
                depth: depth.parse().expect("a depth"),
                expected: PerftCounts {
                    nodes: nodes.parse().expect("nodes"),
                    chains: chains.parse().expect("chains"),
                    switches: switches.parse().expect("switches"),
                },
                place,
            }
        })
        .collect()
}

/// Longer tests run with the environment variable `CATENA_SLOW=1`.
pub(crate) fn slow() -> bool {
    std::env::var_os("CATENA_SLOW").is_some_and(|value| value == "1")
}
