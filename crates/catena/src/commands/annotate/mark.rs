//! The games with a mark after each move that forms a chain.

use std::io::{BufWriter, Write};

use anyhow::Result;
use catena_chess::pgn::PgnBlock;

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
    let mut part = BlockResult {
        games: 0,
        errors: Vec::new(),
        value: String::new(),
    };
    for game in block.games() {
        match game.and_then(|game| game.resolve()) {
            Ok(mut game) => {
                game.mark_chains();
                part.games += 1;
                part.value.push_str(&game.to_string());
                part.value.push('\n');
            }
            Err(error) => part.errors.push(error),
        }
    }
    part
}
