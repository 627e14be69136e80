//! The games with a mark after each move that forms a chain.

use std::io::{BufWriter, Write};

use anyhow::Result;
use catena_chess::pgn::{PgnBlock, PgnGame, RawGame, ResolveError};

use super::tally::{BlockResult, GameTally};
use super::{AnnotateArgs, each_block};
use crate::output;

/// Writes the marked games to standard output.
pub(super) fn mark(args: &AnnotateArgs) -> Result<GameTally> {
    let mut out = BufWriter::new(output::stdout());
    let tally = each_block(args, mark_block, |_, text: String| {
        Ok(out.write_all(text.as_bytes())?)
    })?;
    out.flush()?;
    Ok(tally)
}

fn mark_block(block: &PgnBlock) -> BlockResult<String> {
    let mut part = BlockResult::default();
    for raw in block.games() {
        match raw.map_err(ResolveError::from).and_then(RawGame::resolve) {
            Ok(game) => {
                part.games.whole += 1;
                write_marked(game, &mut part.value);
            }
            Err(mut broken) => {
                match broken.game.take() {
                    Some(game) if !game.line.moves.is_empty() => {
                        part.games.partial += 1;
                        write_marked(with_note(*game, &broken), &mut part.value);
                    }
                    _ => part.games.broken += 1,
                }
                part.errors.push(broken);
            }
        }
    }
    part
}

fn write_marked(mut game: PgnGame, text: &mut String) {
    game.mark_chains();
    text.push_str(&game.to_string());
    text.push('\n');
}

/// Adds a comment after the last move: a file must not look complete if it is not.
fn with_note(mut game: PgnGame, broken: &ResolveError) -> PgnGame {
    let note = match broken.error.in_variation {
        true => format!("a variation is cut: {}", broken.error.kind),
        false => format!("the rest is left out: {}", broken.error.kind),
    };
    if let Some(last) = game.line.moves.last_mut() {
        last.comments.push(note);
    }
    game
}
