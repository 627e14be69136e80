//! The games with a mark after each move that forms a chain.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use catena_chess::pgn::{PgnBlock, PgnErrorKind, PgnGame, PgnPlace, RawGame, ResolveError};

use super::tally::{BlockResult, GameTally};
use super::{AnnotateArgs, Start, each_block, resume};
use crate::file::{refuse_own_input, write_whole};
use crate::output;

/// The marked games of a block.
#[derive(Debug)]
pub(super) struct MarkedBlock {
    pub(super) text: String,
    /// The place in the input after it.
    pub(super) end: PgnPlace,
}

impl Default for MarkedBlock {
    fn default() -> MarkedBlock {
        MarkedBlock {
            text: String::new(),
            end: PgnPlace::START,
        }
    }
}

/// Writes the marked games to standard output or to a file.
pub(super) fn mark(args: &AnnotateArgs) -> Result<GameTally<'_>> {
    match &args.output {
        None => mark_to(args, &mut BufWriter::new(output::stdout())),
        Some(path) if args.resume => resume::mark(args, path),
        Some(path) => {
            refuse_own_input(path, args.files.iter().map(PathBuf::as_path))?;
            let mut tally = None;
            write_whole(path, |out| {
                tally = Some(mark_to(args, out)?);
                Ok(())
            })?;
            tally.context("nothing was marked")
        }
    }
}

fn mark_to<'a>(args: &'a AnnotateArgs, out: &mut impl Write) -> Result<GameTally<'a>> {
    let tally = each_block(args, Start::default(), mark_block, |_, block| {
        Ok(out.write_all(block.text.as_bytes())?)
    })?;
    out.flush()?;
    Ok(tally)
}

pub(super) fn mark_block(block: &PgnBlock) -> BlockResult<MarkedBlock> {
    let mut part: BlockResult<MarkedBlock> = BlockResult::default();
    part.value.end = block.end();
    for raw in block.games() {
        match raw.map_err(ResolveError::from).and_then(RawGame::resolve) {
            Ok(game) => {
                part.games.whole += 1;
                write_marked(game, &mut part.value.text);
            }
            Err(mut broken) => {
                match broken.game.take() {
                    Some(game) if !game.line.moves.is_empty() => {
                        part.games.partial += 1;
                        write_marked(with_note(*game, &broken), &mut part.value.text);
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
    let note = match (&broken.error.kind, broken.error.in_variation) {
        // Nothing is missing.
        (PgnErrorKind::Stray(_), _) => return game,
        (kind, true) => format!("a variation is cut: {kind}"),
        (kind, false) => format!("the rest is left out: {kind}"),
    };
    if let Some(last) = game.line.moves.last_mut() {
        last.comments.push(note);
    }
    game
}
