//! Positions and squares as people type them, and what to say about mistakes.

use anyhow::{Result, anyhow, bail};
use catena_grid::{Cell, Grid8, ParsePlacementError, Placement, Square};

/// The size of the board, for boards whose ranks do not tell it.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct BoardArgs {
    /// The size of the board; needed only for boards 8 wide that are not 8 high
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = parse_size)]
    board: Option<(usize, usize)>,
}

fn parse_size(text: &str) -> Result<(usize, usize), String> {
    text.split_once('x')
        .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)))
        .ok_or_else(|| format!("'{text}' is not a size like 8x10"))
}

/// What stands for a word: `startpos` is the position at the start of a game, as in UCI.
pub(crate) fn position_text(text: &str) -> &str {
    match text {
        "startpos" => "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        text => text,
    }
}

impl BoardArgs {
    /// Reads a FEN or its first field, on a board of any size.
    pub(crate) fn placement(&self, text: &str) -> Result<Placement> {
        let text = position_text(text);
        let placement = match self.board {
            None => text.parse(),
            Some((width, height)) => Placement::with_size(text, width, height),
        };
        let placement = placement.map_err(|error| marked(text, &error))?;
        match self.board {
            None => likely_board(placement),
            Some(_) => Ok(placement),
        }
    }
}

/// Refuses a board that was hardly meant: any word is a board of one rank, and
/// no chain fits on two ranks.
fn likely_board(placement: Placement) -> Result<Placement> {
    const MIN_RANKS: usize = 3;
    let ranks = placement.height();
    if ranks < MIN_RANKS {
        let plural = if ranks == 1 { "" } else { "s" };
        bail!(
            "the position has {ranks} rank{plural}, not 8; for such a board give its size with --board"
        );
    }
    Ok(placement)
}

/// Reads the name of a cell on which there is a piece.
pub(crate) fn piece_cell(placement: &Placement, text: &str) -> Result<Cell> {
    let cell = Cell::parse(text, placement.width(), placement.height())?;
    if placement.piece_at(cell).is_none() {
        bail!("there is no piece on {}", cell.name(placement.height()));
    }
    Ok(cell)
}

/// Returns the occupied squares of an 8×8 board. The error for any other board
/// begins with `what`.
pub(crate) fn only_8x8(placement: &Placement, what: &str) -> Result<Grid8> {
    let (width, height) = (placement.width(), placement.height());
    placement
        .grid8()
        .ok_or_else(|| anyhow!("{what} for 8x8 boards, not for {width}x{height}"))
}

/// A placement on an 8×8 board, and its occupied squares.
#[derive(Clone, Debug)]
pub(crate) struct ChessPlacement {
    pub(crate) placement: Placement,
    pub(crate) occupied: Grid8,
}

impl ChessPlacement {
    /// Reads a FEN or its first field.
    pub(crate) fn parse(text: &str) -> Result<ChessPlacement> {
        let text = position_text(text);
        let placement: Placement = text.parse().map_err(|error| marked(text, &error))?;
        let Some(occupied) = placement.grid8() else {
            bail!(
                "the board has {}x{} squares, not 8x8",
                placement.width(),
                placement.height()
            )
        };
        Ok(ChessPlacement {
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

/// Returns the error, followed by where in the text it is.
fn marked(text: &str, error: &ParsePlacementError) -> anyhow::Error {
    let mark = error
        .offset()
        .map(|offset| mark_in(text, offset))
        .unwrap_or_default();
    anyhow!("{error}{mark}")
}

/// Returns the text on a line of its own, and a caret below the error.
fn mark_in(text: &str, offset: usize) -> String {
    const MAX_SHOWN: usize = 120;
    let before = text.get(..offset).map_or(0, |start| start.chars().count());
    if before >= MAX_SHOWN {
        return String::new();
    }
    // Control characters would move the caret.
    let shown: String = text
        .chars()
        .take(MAX_SHOWN)
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    format!("\n  {shown}\n  {:before$}^", "")
}
