//! [`PgnBlocks`]: a stream of PGN, cut into blocks of whole games.
//!
//! A line that begins with `[Event "` after an empty line starts a game, also inside a
//! comment. So a comment that is not closed spoils one game
//! and not the rest of the file, and blocks can be read independently.

use std::io::{self, Read};
use std::sync::LazyLock;

use memchr::{memchr_iter, memmem};

use super::letters::PieceLetters;

/// A game may have this many bytes. A longer one is reported and passed over,
/// so that no file can take unbounded memory.
pub const MAX_GAME_BYTES: usize = 8 << 20;

/// A block has about this many bytes: some 1,500 games, enough to keep a
/// thread busy for ten milliseconds.
const BLOCK_BYTES: usize = 1 << 20;

const FIRST_TAG: &[u8] = b"\n[Event \"";

/// Whole games of a PGN file, as they stand there.
#[derive(Clone, Debug)]
pub struct PgnBlock {
    text: Vec<u8>,
    first_line: u64,
    /// Where the next block starts.
    end: PgnPlace,
    too_large: bool,
    letters: PieceLetters,
}

/// A place between two games of a PGN file, from which reading can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PgnPlace {
    /// How many bytes of text come before.
    pub byte: u64,
    /// The number of the line; the first line is 1.
    pub line: u64,
}

impl PgnPlace {
    /// The start of a file.
    pub const START: PgnPlace = PgnPlace { byte: 0, line: 1 };
}

impl PgnBlock {
    /// The text of the games.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The number of the block's first line in the file; the first line is 1.
    #[must_use]
    pub fn first_line(&self) -> u64 {
        self.first_line
    }

    /// The letters of the pieces in its games.
    pub(super) fn letters(&self) -> PieceLetters {
        self.letters
    }

    /// The place after the block. [`PgnBlocks::from_place`] goes on there.
    #[must_use]
    pub fn end(&self) -> PgnPlace {
        self.end
    }

    /// Whether the block stands for a game of more than [`MAX_GAME_BYTES`],
    /// whose text was not kept.
    pub(super) fn is_too_large(&self) -> bool {
        self.too_large
    }

    /// The parts of the text that start a game after an empty line, each with
    /// the number of its first line. Most are one game.
    pub(super) fn sections(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let mut cursor = Cursor::new(self);
        std::iter::from_fn(move || cursor.section(self))
    }
}

/// A place in a block, between two sections.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor {
    at: usize,
    line: u64,
}

impl Cursor {
    /// The start of the block.
    pub(super) fn new(block: &PgnBlock) -> Cursor {
        Cursor {
            at: 0,
            line: block.first_line,
        }
    }

    /// The next section of the block, and the number of its first line.
    pub(super) fn section<'a>(&mut self, block: &'a PgnBlock) -> Option<(u64, &'a [u8])> {
        let rest = &block.text[self.at..];
        if rest.is_empty() {
            return None;
        }
        let section = &rest[..first_game(rest).unwrap_or(rest.len())];
        let line = self.line;
        self.at += section.len();
        self.line += line_breaks(section);
        Some((line, section))
    }
}

/// Whether the line that ends with the line break at `at` is empty, and is
/// not the first.
fn follows_empty_line(text: &[u8], at: usize) -> bool {
    text[..at]
        .iter()
        .rev()
        .find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'))
        == Some(&b'\n')
}

/// How many lines end in the text.
pub(super) fn line_breaks(text: &[u8]) -> u64 {
    memchr_iter(b'\n', text).count() as u64
}

/// The blocks of a stream of PGN.
///
/// ```
/// use catena_chess::pgn::PgnBlocks;
///
/// let file = b"[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n";
/// let block = PgnBlocks::new(&file[..]).next().unwrap()?;
/// assert_eq!(block.text(), file);
/// assert_eq!(block.first_line(), 1);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct PgnBlocks<R> {
    source: R,
    /// What was read and belongs to the next block.
    pending: Vec<u8>,
    /// Where `pending` starts.
    place: PgnPlace,
    letters: PieceLetters,
}

impl<R: Read> PgnBlocks<R> {
    /// The blocks of this stream, which needs no buffer.
    pub fn new(source: R) -> PgnBlocks<R> {
        PgnBlocks::from_place(source, PgnPlace::START)
    }

    /// The blocks of the rest of a stream: the source starts at this place, which is the
    /// [end](PgnBlock::end) of a block.
    ///
    /// ```
    /// use catena_chess::pgn::{PgnBlocks, PgnPlace};
    ///
    /// let file = b"[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n";
    /// let place = PgnPlace { byte: 22, line: 5 };
    /// let block = PgnBlocks::from_place(&file[22..], place).next().unwrap()?;
    /// assert_eq!((block.first_line(), block.end().byte), (5, file.len() as u64));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn from_place(source: R, place: PgnPlace) -> PgnBlocks<R> {
        PgnBlocks {
            source,
            pending: Vec::new(),
            place,
            letters: PieceLetters::default(),
        }
    }

    /// Reads games with these letters for the pieces.
    #[must_use]
    pub fn with_letters(mut self, letters: PieceLetters) -> PgnBlocks<R> {
        self.letters = letters;
        self
    }

    /// The number of the line that is read next.
    pub(super) fn line(&self) -> u64 {
        self.place.line
    }

    /// Reads until this many bytes are pending. Returns whether there are.
    fn fill(&mut self, bytes: usize) -> io::Result<bool> {
        let missing = bytes.saturating_sub(self.pending.len()) as u64;
        (&mut self.source)
            .take(missing)
            .read_to_end(&mut self.pending)?;
        Ok(self.pending.len() >= bytes)
    }

    fn read_block(&mut self) -> io::Result<Option<PgnBlock>> {
        let mut bytes = BLOCK_BYTES;
        loop {
            if !self.fill(bytes)? {
                let all = self.pending.len();
                return Ok((all > 0).then(|| self.take(all)));
            }
            if let Some(end) = last_game(&self.pending) {
                return Ok(Some(self.take(end)));
            }
            if bytes >= MAX_GAME_BYTES {
                break;
            }
            bytes *= 2;
        }
        // Games without tags end at an empty line. Where there is none for
        // long, the game itself is too long.
        match memmem::rfind(&self.pending, b"\n\n") {
            Some(at) if at > MAX_GAME_BYTES / 2 => Ok(Some(self.take(at + 2))),
            _ => self.pass_over_game().map(Some),
        }
    }

    /// The first bytes of what is pending, as a block.
    fn take(&mut self, bytes: usize) -> PgnBlock {
        let rest = self.pending.split_off(bytes);
        let text = std::mem::replace(&mut self.pending, rest);
        let first_line = self.place.line;
        self.place.line += line_breaks(&text);
        self.place.byte += text.len() as u64;
        PgnBlock {
            text,
            first_line,
            end: self.place,
            too_large: false,
            letters: self.letters,
        }
    }

    /// Drops everything up to the next game.
    fn pass_over_game(&mut self) -> io::Result<PgnBlock> {
        let first_line = self.place.line;
        loop {
            // What could be the beginning of the mark stays.
            let keep = self.pending.len().saturating_sub(FIRST_TAG.len() + 2);
            self.take(keep);
            let goes_on = self.fill(BLOCK_BYTES)?;
            let end = first_game(&self.pending).or((!goes_on).then_some(self.pending.len()));
            if let Some(end) = end {
                self.take(end);
                return Ok(PgnBlock {
                    text: Vec::new(),
                    first_line,
                    end: self.place,
                    too_large: true,
                    letters: self.letters,
                });
            }
        }
    }
}

/// Where the last game of the text starts, if it is not the first.
fn last_game(text: &[u8]) -> Option<usize> {
    let mut end = text.len();
    while let Some(at) = memmem::rfind(&text[..end], FIRST_TAG) {
        if follows_empty_line(text, at) {
            return Some(at + 1);
        }
        end = at + 1;
    }
    None
}

/// Where a game starts after an empty line.
fn first_game(text: &[u8]) -> Option<usize> {
    static FINDER: LazyLock<memmem::Finder<'static>> =
        LazyLock::new(|| memmem::Finder::new(FIRST_TAG));
    FINDER
        .find_iter(text)
        .find(|&at| follows_empty_line(text, at))
        .map(|at| at + 1)
}

impl<R: Read> Iterator for PgnBlocks<R> {
    type Item = io::Result<PgnBlock>;

    fn next(&mut self) -> Option<io::Result<PgnBlock>> {
        self.read_block().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost_and_lines_are_counted() {
        let game = "[Event \"x\"]\n[Site \"y\"]\n\n1. e4 e5 *\n\n";
        let text = game.repeat(100_000);
        let blocks: Vec<PgnBlock> = PgnBlocks::new(text.as_bytes())
            .map(Result::unwrap)
            .collect();
        assert!(blocks.len() > 3);
        let mut line = 1;
        let mut joined = Vec::new();
        for block in &blocks {
            assert_eq!(block.first_line(), line);
            assert!(block.text().starts_with(b"[Event"));
            assert!(block.text().len() <= BLOCK_BYTES);
            line += line_breaks(block.text());
            joined.extend_from_slice(block.text());
            let byte = joined.len() as u64;
            assert_eq!(block.end(), PgnPlace { byte, line });
        }
        assert_eq!(joined, text.as_bytes());
    }

    #[test]
    fn sections_start_after_an_empty_line_only() {
        let text =
            "[Site \"y\"]\n[Event \"x\"]\n\n1. e4 *\r\n \t\r\n[Event \"z\"]\n*\n[Event \"w\"]\n";
        let block = PgnBlocks::new(text.as_bytes()).next().unwrap().unwrap();
        let sections: Vec<(u64, &[u8])> = block.sections().collect();
        let second = text.find("[Event \"z").unwrap();
        let (first, second) = text.as_bytes().split_at(second);
        assert_eq!(sections, [(1, first), (6, second)]);
    }

    #[test]
    fn a_game_without_end_takes_bounded_memory() {
        let mut text = b"[Event \"huge\"]\n\n{".to_vec();
        text.resize(MAX_GAME_BYTES + 5 * BLOCK_BYTES, b'a');
        text.extend_from_slice(b"\n\n[Event \"next\"]\n\n1. e4 *\n");
        let blocks: Vec<PgnBlock> = PgnBlocks::new(&text[..]).map(Result::unwrap).collect();
        assert_eq!(blocks.len(), 2);
        assert!(blocks[0].is_too_large());
        assert_eq!(blocks[0].first_line(), 1);
        assert!(blocks[1].text().starts_with(b"[Event \"next\"]"));
        assert_eq!(blocks[1].first_line(), 5);
    }

    #[test]
    fn games_without_tags_are_cut_at_empty_lines() {
        let text = "1. e4 e5 *\n\n".repeat(2_000_000);
        let mut bytes = 0;
        for block in PgnBlocks::new(text.as_bytes()) {
            let block = block.unwrap();
            assert!(!block.is_too_large() && block.text().len() <= MAX_GAME_BYTES);
            assert!(block.text().ends_with(b"\n\n"));
            bytes += block.text().len();
        }
        assert_eq!(bytes, text.len());
    }
}
