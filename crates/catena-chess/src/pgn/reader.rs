//! [`PgnReader`]: from bytes to [`RawGame`]s.

use std::collections::VecDeque;
use std::io::Read;

use super::block::{Cursor, MAX_GAME_BYTES, PgnBlock, PgnBlocks};
use super::collect::Collector;
use super::error::{PgnError, PgnErrorKind};
use super::tree::RawGame;
use super::visit::visit;

/// Reads the games of a PGN file one by one, in memory that does not grow with
/// the file.
///
/// An error ends a game, not the file: go on with the next one.
///
/// To share the games between threads, read [`PgnBlocks`] and ask each block for its
/// [`games`](PgnBlock::games). This reader does the same in one thread.
#[derive(Debug)]
pub struct PgnReader<R> {
    blocks: PgnBlocks<R>,
    block: Option<(PgnBlock, BlockReader)>,
    /// How many games the blocks before had.
    number: u64,
    broken: bool,
}

impl<R: Read> PgnReader<R> {
    /// Reads from this source, which needs no buffer of its own.
    pub fn new(source: R) -> PgnReader<R> {
        PgnReader {
            blocks: PgnBlocks::new(source),
            block: None,
            number: 0,
            broken: false,
        }
    }
}

impl<R: Read> Iterator for PgnReader<R> {
    type Item = Result<RawGame, PgnError>;

    fn next(&mut self) -> Option<Result<RawGame, PgnError>> {
        loop {
            if let Some((block, reader)) = &mut self.block {
                if let Some(game) = reader.next(block) {
                    return Some(game);
                }
                self.number = reader.number;
                self.block = None;
            }
            if self.broken {
                return None;
            }
            match self.blocks.next()? {
                Ok(block) => {
                    let reader = BlockReader::new(&block, self.number);
                    self.block = Some((block, reader));
                }
                // If the file itself cannot be read, nothing after it can be.
                Err(error) => {
                    self.broken = true;
                    let kind = PgnErrorKind::Read {
                        message: error.to_string(),
                    };
                    let line = self.blocks.line();
                    return Some(Err(PgnError::of_game(self.number + 1, line, kind)));
                }
            }
        }
    }
}

impl PgnBlock {
    /// The games of the block, counted from 1.
    pub fn games(&self) -> impl Iterator<Item = Result<RawGame, PgnError>> + '_ {
        let mut reader = BlockReader::new(self, 0);
        std::iter::from_fn(move || reader.next(self))
    }
}

/// Reads the games of a block, section by section.
#[derive(Debug)]
struct BlockReader {
    cursor: Cursor,
    /// The number of the last game that was read.
    number: u64,
    /// Games that were read, but not yet given away.
    ready: VecDeque<Result<RawGame, PgnError>>,
}

impl BlockReader {
    /// A reader at the start of the block, which follows this many games.
    fn new(block: &PgnBlock, games_before: u64) -> BlockReader {
        let mut reader = BlockReader {
            cursor: Cursor::new(block),
            number: games_before,
            ready: VecDeque::new(),
        };
        if block.is_too_large() {
            reader.number += 1;
            let error = too_large(block, reader.number);
            reader.ready.push_back(Err(error));
        }
        reader
    }

    /// The next game of the block.
    fn next(&mut self, block: &PgnBlock) -> Option<Result<RawGame, PgnError>> {
        while self.ready.is_empty() {
            let section = self.cursor.section(block)?;
            self.read_section(section);
        }
        self.ready.pop_front()
    }

    fn read_section(&mut self, section: (u64, &[u8])) {
        visit(section, &mut Collector::default(), |_, line, game| {
            self.number += 1;
            self.ready.push_back(match game {
                Ok(game) => Ok(RawGame {
                    number: self.number,
                    first_line: line,
                    ..game
                }),
                Err(kind) => Err(PgnError::of_game(self.number, line, kind)),
            });
        });
    }
}

/// What is to be said about a block of which nothing was kept.
pub(super) fn too_large(block: &PgnBlock, game: u64) -> PgnError {
    let limit = MAX_GAME_BYTES;
    PgnError::of_game(game, block.first_line(), PgnErrorKind::TooLong { limit })
}
