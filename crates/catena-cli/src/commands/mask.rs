//! `catena mask`: every square that is on some chain.

use std::io::Write;

use anyhow::Result;
use catena_core::chain_squares;
use catena_draw::Scene;
use catena_draw::terminal::{self, Script, Style};
use clap::Args;
use serde::Serialize;

use crate::args::{Color, Format};
use crate::exit_code::ExitCode;
use crate::input::Position;
use crate::output;

/// Mark every square that is on some chain
#[derive(Debug, Args)]
#[command(after_help = "Example:
  catena mask '1b4rk/n1p3pr/p1np3p/1p1pp3/3PP3/P1NPPQ2/N1PRK3/1B6'")]
pub(crate) struct MaskArgs {
    /// The position: a FEN, or its first field
    fen: String,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// When to use colour
    #[arg(long, value_enum, default_value_t)]
    color: Color,
}

#[derive(Serialize)]
struct Report {
    /// Bit 0 is a1, bit 63 is h8.
    mask: String,
    squares: Vec<String>,
}

pub(crate) fn run(args: &MaskArgs) -> Result<ExitCode> {
    let position = Position::parse(&args.fen)?;
    let on_chain = chain_squares(position.occupied);
    match args.format {
        Format::Json => output::print_json(&Report {
            mask: format!("{:#018x}", on_chain.bits()),
            squares: on_chain.iter().map(|square| square.to_string()).collect(),
        })?,
        Format::Text => {
            let scene = Scene::new(&position.placement).marked(on_chain);
            let style = Style {
                color: args.color.is_on(),
                script: Script::Unicode,
            };
            write!(output::stdout(), "{}", terminal::render(&scene, style))?;
        }
    }
    Ok(ExitCode::Success)
}
