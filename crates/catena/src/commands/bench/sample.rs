//! The positions to measure on: those after every move of real games.

use std::io::{BufReader, Read};
use std::path::Path;

use anyhow::{Result, bail};
use catena_chess::pgn::{PgnGame, PgnReader};
use catena_chess::{Decision, SsccPosition, moved_squares};
use catena_grid::{Grid8, Square};

use crate::file;

/// The games in the command.
const OWN_GAMES: &[u8] = include_bytes!("../../../data/games.pgn");

/// A position after a move.
pub(super) struct BenchPosition {
    pub(super) position: SsccPosition,
    pub(super) occupied: Grid8,
    /// Where the piece that moved now stands; the king when castling.
    pub(super) square: Square,
}

/// Returns the positions of the first games of a file, or of the games in the
/// command.
pub(super) fn samples(file: Option<&Path>, games: usize) -> Result<Vec<BenchPosition>> {
    let source: Box<dyn Read> = match file {
        None => Box::new(OWN_GAMES),
        Some(path) => {
            let file = file::open_input(path)?;
            Box::new(BufReader::new(file))
        }
    };
    let mut samples = Vec::new();
    for game in PgnReader::new(source).take(games) {
        samples.extend(positions(&game?.resolve()?));
    }
    if samples.is_empty() {
        bail!("there is no move to measure on");
    }
    Ok(samples)
}

/// Returns the positions after the moves of the main line, up to a null move.
fn positions(game: &PgnGame) -> impl Iterator<Item = BenchPosition> {
    let mut position = game.start.clone();
    game.line.moves.iter().map_while(move |node| {
        let mv = node.mv.mv?;
        let square = *moved_squares(mv).first()?;
        position.play_unchecked(Decision {
            mv,
            switches: node.mv.switches,
        });
        let occupied = position.occupied();
        Some(BenchPosition {
            position: position.clone(),
            occupied,
            square,
        })
    })
}
