//! `catena mask`: the squares that are on a chain.

use std::io::Write;

use anyhow::Result;
use catena_draw::Scene;
use catena_draw::terminal;
use catena_grid::{Board, Cell, Grid, Placement, Raster};
use clap::Args;
use serde::Serialize;

use crate::args::{Format, StyleArgs};
use crate::exit_code::ExitCode;
use crate::input::BoardArgs;
use crate::output;
use crate::words::{cell_names, sort_from_a1};

/// Mark every square that is on a chain
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
    #[command(flatten)]
    style: StyleArgs,
}

#[derive(Serialize)]
struct JsonMask {
    /// Bit 0 is a1, the next is b1; on 8×8 bit 63 is h8.
    mask: String,
    squares: Vec<String>,
}

pub(crate) fn run(args: &MaskArgs) -> Result<ExitCode> {
    let placement = args.board.placement(&args.fen)?;
    let raster = Raster::from(&placement);
    let mut on_chain: Vec<Cell> = Grid::new(&raster).chain_cells().occupied_cells().collect();
    match args.format {
        Format::Json => {
            sort_from_a1(&mut on_chain);
            output::print_json(&JsonMask {
                mask: mask_of(&placement, &on_chain),
                squares: cell_names(&placement, &on_chain),
            })?;
        }
        Format::Text => {
            let scene = Scene::new(&placement).marked(on_chain);
            let picture = terminal::render(&scene, args.style.style());
            write!(output::stdout(), "{picture}")?;
        }
    }
    Ok(ExitCode::Success)
}

/// Returns the cells as the bits of a hexadecimal number.
fn mask_of(placement: &Placement, cells: &[Cell]) -> String {
    let (width, height) = (placement.width(), placement.height());
    let mut digits = vec![0u8; (width * height).div_ceil(4)];
    for cell in cells {
        let bit = (height - 1 - cell.row) * width + cell.column;
        digits[bit / 4] |= 1 << (bit % 4);
    }
    let digits = digits.iter().rev().map(|digit| format!("{digit:x}"));
    format!("0x{}", digits.collect::<String>())
}
