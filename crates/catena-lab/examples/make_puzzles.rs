//! Looks for puzzles in PGN files, and chooses among those that were found.
//! `scripts/make-puzzles` plays the games first, and does both.
//!
//! ```console
//! $ cargo run --release -p catena-lab --example make_puzzles -- find games.pgn > found.csv
//! $ cargo run --release -p catena-lab --example make_puzzles -- choose 60 found.csv
//! ```

#![allow(clippy::print_stdout, reason = "it is a program")]

use std::env;
use std::error::Error;
use std::fs::File;
use std::io::{self, BufReader, Write as _};

use catena_chess::pgn::PgnReader;
use catena_chess::puzzle::{HEADER, Puzzle};
use catena_lab::puzzle::{MinedGame, PuzzleMiner, select};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["find", files @ ..] if !files.is_empty() => find(files),
        ["choose", count, file] => choose(count.parse()?, file),
        _ => Err("expected 'find PGN …' or 'choose COUNT FOUND'".into()),
    }
}

/// Prints all puzzles of these files.
fn find(files: &[&str]) -> Result<(), Box<dyn Error>> {
    let mut miner = PuzzleMiner::new()?;
    println!("{HEADER}");
    for path in files {
        let name = path.rsplit('/').next().unwrap_or(path);
        let games = PgnReader::new(BufReader::new(File::open(path)?));
        for (index, raw) in games.enumerate() {
            // What cannot be read has no puzzles.
            let Ok(pgn) = raw?.resolve() else { continue };
            let game = pgn.to_game().unwrap_or_else(|stopped| *stopped.game);
            let found = miner.mine(&MinedGame {
                start: game.start().clone(),
                decisions: game.decisions().collect(),
                url: format!("{name}/{}", index + 1),
            });
            for puzzle in found {
                println!("{puzzle}");
            }
            if index % 50 == 49 {
                eprintln!("{name}/{}: {:?}", index + 1, miner.counts());
            }
        }
        io::stdout().flush()?;
    }
    Ok(())
}

/// Prints so many of each kind, of those in this file.
fn choose(count: usize, file: &str) -> Result<(), Box<dyn Error>> {
    let text = std::fs::read_to_string(file)?;
    let found: Result<Vec<Puzzle>, _> = text.lines().skip(1).map(str::parse).collect();
    println!("{HEADER}");
    for puzzle in select(found?, count) {
        println!("{puzzle}");
    }
    Ok(())
}
