//! [`PgnReader`]: from bytes to [`RawGame`]s.

use std::collections::VecDeque;
use std::io::Read;

use super::block::{Cursor, MAX_GAME_BYTES, PgnBlock, PgnBlocks};
use super::collect::Collector;
use super::error::{PgnError, PgnErrorKind};
use super::letters::PieceLetters;
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
    most_moves: usize,
}

impl<R: Read> PgnReader<R> {
    /// Reads from this source, which needs no buffer of its own.
    pub fn new(source: R) -> PgnReader<R> {
        PgnReader {
            blocks: PgnBlocks::new(source),
            block: None,
            number: 0,
            broken: false,
            most_moves: usize::MAX,
        }
    }

    /// Keeps at most this many moves and variations of a game, to bound its memory: a
    /// tree takes about a hundred times the memory of its text. Games that no `Event`
    /// tag separates share the bound.
    ///
    /// ```
    /// use catena_chess::pgn::PgnReader;
    ///
    /// let text = b"1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 *\n";
    /// let raw = PgnReader::new(&text[..]).max_moves(4).next().unwrap()?;
    /// assert!(raw.is_cut);
    /// let error = raw.resolve().unwrap_err();
    /// assert_eq!(error.game.unwrap().to_string(), "1. e4 e5 (1... c5) *\n");
    /// # Ok::<(), catena_chess::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn max_moves(self, most: usize) -> PgnReader<R> {
        PgnReader {
            most_moves: most,
            ..self
        }
    }

    /// Reads games with these letters for the pieces.
    #[must_use]
    pub fn with_letters(mut self, letters: PieceLetters) -> PgnReader<R> {
        self.blocks = self.blocks.with_letters(letters);
        self
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
                    let reader = BlockReader::new(&block, self.number, self.most_moves);
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
        let mut reader = BlockReader::new(self, 0, usize::MAX);
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
    /// How many moves are kept of a section.
    most_moves: usize,
}

impl BlockReader {
    /// A reader at the start of the block, which follows this many games.
    fn new(block: &PgnBlock, games_before: u64, most_moves: usize) -> BlockReader {
        let mut reader = BlockReader {
            cursor: Cursor::new(block),
            number: games_before,
            ready: VecDeque::new(),
            most_moves,
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
            self.read_section(section, block.letters());
        }
        self.ready.pop_front()
    }

    fn read_section(&mut self, section: (u64, &[u8]), letters: PieceLetters) {
        let mut collector = Collector::new(self.most_moves);
        visit(section, letters, &mut collector, |_, visited| {
            self.number += 1;
            self.ready.push_back(match visited.game {
                Ok(game) => Ok(RawGame {
                    number: self.number,
                    first_line: visited.line,
                    strays: visited.strays,
                    ..game
                }),
                Err(kind) => Err(PgnError::of_game(self.number, visited.line, kind)),
            });
        });
    }
}

/// What is to be said about a block of which nothing was kept.
pub(super) fn too_large(block: &PgnBlock, game: u64) -> PgnError {
    let limit = MAX_GAME_BYTES;
    PgnError::of_game(game, block.first_line(), PgnErrorKind::TooLong { limit })
}
