//! Positions and squares as people type them, and what to say when they err.

use anyhow::{Result, anyhow, bail};
use catena_grid::{Grid8, ParsePlacementError, Placement, Square};

/// A position on an 8×8 board.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    pub(crate) placement: Placement,
    pub(crate) occupied: Grid8,
}

impl Position {
    /// Reads a FEN or its first field.
    pub(crate) fn parse(text: &str) -> Result<Position> {
        let placement = parse_placement(text)?;
        let Some(occupied) = placement.occupied() else {
            bail!(
                "the board has {}x{} squares, not 8x8",
                placement.width(),
                placement.height()
            )
        };
        Ok(Position {
            placement,
            occupied,
        })
    }

    /// Reads the name of a square on which there is a piece.
    pub(crate) fn piece_square(&self, text: &str) -> Result<Square> {
        let square: Square = text.parse().map_err(|error| anyhow!("'{text}': {error}"))?;
        if !self.occupied.contains(square) {
            bail!("there is no piece on {square}");
        }
        Ok(square)
    }
}

/// Reads a FEN or its first field, on a board of any size.
pub(crate) fn parse_placement(text: &str) -> Result<Placement> {
    text.parse().map_err(|error| marked(text, &error))
}

/// Reads a FEN or its first field, on a board of this size.
pub(crate) fn parse_sized_placement(text: &str, width: usize, height: usize) -> Result<Placement> {
    Placement::with_size(text, width, height).map_err(|error| marked(text, &error))
}

/// The error, and where in the text it is.
fn marked(text: &str, error: &ParsePlacementError) -> anyhow::Error {
    let mark = error
        .offset()
        .map(|offset| mark_in(text, offset))
        .unwrap_or_default();
    anyhow!("{error}{mark}")
}

/// The text on a line of its own, and a caret below the place of the trouble.
fn mark_in(text: &str, offset: usize) -> String {
    let before = text.get(..offset).map_or(0, |start| start.chars().count());
    // Control characters would move the caret, and a page of text hides it.
    let shown: String = text
        .chars()
        .take(120)
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    if before >= 120 {
        return String::new();
    }
    format!("\n  {shown}\n  {:before$}^", "")
}
