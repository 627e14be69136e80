//! Fits the evaluation to self-play:
//!
//! ```text
//! catena-tune play GAMES NODES SEED > positions.txt
//! catena-tune fit positions.txt ROUNDS > crates/catena-engine/src/weights/table.rs
//! ```

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

use catena_lab::tune;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["play", games, nodes, seed] => play(games, nodes, seed),
        ["fit", file, rounds] => fit(file, rounds),
        _ => Err("catena-tune play GAMES NODES SEED, or catena-tune fit FILE ROUNDS".into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("catena: {error}");
            ExitCode::from(2)
        }
    }
}

fn play(games: &str, nodes: &str, seed: &str) -> Result<(), Box<dyn Error>> {
    let mut out = io::BufWriter::new(io::stdout());
    tune::self_play(games.parse()?, nodes.parse()?, seed.parse()?, &mut out)?;
    out.flush()?;
    Ok(())
}

fn fit(file: &str, rounds: &str) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(file)?;
    let fit = tune::fit(text.lines(), rounds.parse()?)?;
    eprintln!(
        "{} positions, error {:.5} before, {:.5} after",
        text.lines().count(),
        fit.error.0,
        fit.error.1
    );
    let mut out = io::BufWriter::new(io::stdout());
    writeln!(
        out,
        "//! The weights, written by catena-tune: middlegame, endgame.\n"
    )?;
    writeln!(out, "#[rustfmt::skip]")?;
    writeln!(
        out,
        "pub(super) const TABLE: [(i32, i32); super::TERMS] = ["
    )?;
    for row in fit.weights.chunks(8) {
        let row: Vec<String> = row.iter().map(|pair| format!("{pair:?}")).collect();
        writeln!(out, "    {},", row.join(", "))?;
    }
    writeln!(out, "];")?;
    out.flush()?;
    Ok(())
}
