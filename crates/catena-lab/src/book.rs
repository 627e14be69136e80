//! The book of openings for matches of Switch-Side Chain-Chess. `scripts/make-book` made it.

use catena_chess::notation::fen;
use catena_chess::{SsccPosition, SwitchLimit};

/// The text of the book: one FEN per line, after remarks that start with `#`.
const SSCC_BOOK: &str = include_str!("../books/sscc.epd");

/// Positions after 4 to 10 plies in which a search sees neither player ahead by more than
/// half a pawn, whether the player to move may switch at once or must not. They are for
/// [`SwitchLimit::Size`].
///
/// ```
/// use catena_lab::book::sscc_book;
///
/// let openings = sscc_book();
/// assert!(openings.len() >= 300);
/// assert!(openings.iter().all(|position| position.run().is_none()));
/// ```
#[must_use]
pub fn sscc_book() -> Vec<SsccPosition> {
    SSCC_BOOK
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| fen::parse(line, SwitchLimit::Size).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use catena_chess::SsccPosition;

    use super::{SSCC_BOOK, sscc_book};

    #[test]
    fn every_line_of_the_book_is_another_position() {
        let lines = SSCC_BOOK.lines().filter(|line| !line.starts_with('#'));
        let lines = lines.count();
        let openings = sscc_book();
        assert_eq!(openings.len(), lines);
        let keys: HashSet<u64> = openings.iter().map(SsccPosition::zobrist_hash).collect();
        assert_eq!(keys.len(), lines);
        assert!(openings.iter().all(|position| !position.is_over()));
    }
}
