//! The plain loop over a table: for each line with a FEN, a tab and a square, is
//! the piece there on a chain? Prints how many are, and how long the loop took.
//!
//! `cargo run --release -p catena --example rows -- rows.tsv`

#![expect(clippy::print_stdout, reason = "it prints what it measured")]

use std::error::Error;
use std::time::Instant;

use catena_grid::{Board, Placement, Square};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("give a file of rows")?;
    let text = std::fs::read_to_string(path)?;
    let rows = text
        .lines()
        .map(|line| {
            line.split_once('\t')
                .ok_or("a row is a FEN, a tab and a square")
        })
        .collect::<Result<Vec<_>, _>>()?;
    let start = Instant::now();
    let mut chains = 0;
    for (fen, square) in &rows {
        let placement: Placement = fen.parse()?;
        let square: Square = square.parse()?;
        let occupied = placement.grid8().ok_or("the board is not 8x8")?;
        chains += u32::from(occupied.has_chain(square));
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{} rows, {chains} chains, {seconds:.6} seconds", rows.len());
    Ok(())
}
