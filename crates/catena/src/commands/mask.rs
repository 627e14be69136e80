//! `catena mask`: every square that is on some chain.

use std::io::Write;

use anyhow::Result;
use catena_draw::Scene;
use catena_draw::terminal::{self, Script, Style};
use catena_grid::Cell;
use clap::Args;
use serde::Serialize;

use crate::args::{Color, Format};
use crate::board::{Board, BoardArgs};
use crate::exit_code::ExitCode;
use crate::output;

/// Mark every square that is on some chain
#[derive(Debug, Args)]
#[command(after_help = "Example:
  catena mask '1b4rk/n1p3pr/p1np3p/1p1pp3/3PP3/P1NPPQ2/N1PRK3/1B6'")]
pub(crate) struct MaskArgs {
    /// The position: a FEN, or its first field
    fen: String,
    #[command(flatten)]
    board: BoardArgs,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// When to use colour
    #[arg(long, value_enum, default_value_t)]
    color: Color,
}

#[derive(Serialize)]
struct Report {
    /// Bit 0 is a1, the next is b1; on 8×8 bit 63 is h8.
    mask: String,
    squares: Vec<String>,
}

pub(crate) fn run(args: &MaskArgs) -> Result<ExitCode> {
    let board = Board::parse(&args.fen, &args.board)?;
    let mut on_chain = board.chain_cells();
    match args.format {
        Format::Json => {
            // From a1 along the first rank, as the bits are counted.
            on_chain.sort_by_key(|cell| (std::cmp::Reverse(cell.row), cell.column));
            let squares = board.names(&on_chain);
            output::print_json(&Report {
                mask: mask_of(&board, &on_chain),
                squares,
            })?;
        }
        Format::Text => {
            let scene = Scene::new(&board.placement).marked(on_chain);
            let style = Style {
                color: args.color.is_on(),
                script: Script::Unicode,
            };
            write!(output::stdout(), "{}", terminal::render(&scene, style))?;
        }
    }
    Ok(ExitCode::Success)
}

/// The cells as the bits of a number, a digit for every four squares.
fn mask_of(board: &Board, cells: &[Cell]) -> String {
    let (width, height) = (board.placement.width(), board.placement.height());
    let mut digits = vec![0u8; (width * height).div_ceil(4)];
    for cell in cells {
        let bit = (height - 1 - cell.row) * width + cell.column;
        digits[bit / 4] |= 1 << (bit % 4);
    }
    let digits = digits.iter().rev().map(|digit| format!("{digit:x}"));
    format!("0x{}", digits.collect::<String>())
}
