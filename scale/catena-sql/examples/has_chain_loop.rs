//! The library's own loop over positions, to compare SQL with: reads a file with one FEN
//! per line and counts those with a chain through a square.
//!
//! `cargo run --release --example has_chain_loop -- fens.txt e4`

use std::error::Error;
use std::time::Instant;

use catena_grid::{Board as _, Placement, Square};

#[allow(clippy::print_stdout, reason = "this is a command")]
fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(path), Some(square)) = (args.next(), args.next()) else {
        return Err("expected a file and a square".into());
    };
    let square: Square = square.parse()?;
    let text = std::fs::read_to_string(path)?;
    let start = Instant::now();
    let mut chains = 0_u64;
    for fen in text.lines() {
        let board = fen.split_ascii_whitespace().next().unwrap_or_default();
        let placement: Placement = board.parse()?;
        let occupied = placement.grid8().ok_or("not 8 by 8")?;
        chains += u64::from(occupied.has_chain(square));
    }
    println!("{chains} {:.3}", start.elapsed().as_secs_f64());
    Ok(())
}
