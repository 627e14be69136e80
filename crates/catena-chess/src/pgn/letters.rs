//! [`PieceLetters`]: the letters of the pieces in other languages.

use core::fmt;
use core::str::FromStr;

/// The letters in English, in the order in which others are given.
const ENGLISH: [char; 5] = ['K', 'Q', 'R', 'B', 'N'];

/// Figurines of both colours in the same order, then the pawn.
const FIGURINES: [[char; 6]; 2] = [
    ['♔', '♕', '♖', '♗', '♘', '♙'],
    ['♚', '♛', '♜', '♝', '♞', '♟'],
];

/// The letters of king, queen, rook, bishop and knight: `KQRBN` in English, `KDTLS` in
/// German. Figurines are read as well, whatever the letters.
///
/// ```
/// use catena_chess::pgn::PieceLetters;
///
/// let german: PieceLetters = "KDTLS".parse()?;
/// assert_ne!(german, PieceLetters::default());
/// assert_eq!(german.to_string(), "KDTLS");
/// assert!("KDTL".parse::<PieceLetters>().is_err());
/// # Ok::<(), catena_chess::pgn::ParseLettersError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceLetters {
    letters: [char; 5],
}

impl Default for PieceLetters {
    fn default() -> PieceLetters {
        PieceLetters { letters: ENGLISH }
    }
}

impl PieceLetters {
    /// Whether they are the letters of the PGN standard.
    pub(super) fn is_english(&self) -> bool {
        self.letters == ENGLISH
    }

    /// The text with English letters, and hyphens and crosses as they are typed.
    pub(super) fn to_english(self, text: &str) -> String {
        text.chars()
            .filter_map(|c| {
                let figurine = FIGURINES
                    .iter()
                    .find_map(|row| row.iter().position(|figurine| *figurine == c));
                let piece = self.letters.iter().position(|letter| *letter == c);
                match (figurine, c) {
                    // A pawn has no letter.
                    (Some(5), _) => None,
                    (Some(piece), _) => Some(ENGLISH[piece]),
                    (None, '–' | '—') => Some('-'),
                    (None, '×') => Some('x'),
                    (None, c) => Some(piece.map_or(c, |piece| ENGLISH[piece])),
                }
            })
            .collect()
    }
}

/// The text is not five letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseLettersError {
    text: String,
}

impl fmt::Display for ParseLettersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' is not five different capital letters for king, queen, rook, bishop and knight, like KDTLS",
            self.text.escape_debug()
        )
    }
}

impl core::error::Error for ParseLettersError {}

impl fmt::Display for PieceLetters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letters
            .iter()
            .try_for_each(|letter| write!(f, "{letter}"))
    }
}

impl FromStr for PieceLetters {
    type Err = ParseLettersError;

    fn from_str(text: &str) -> Result<PieceLetters, ParseLettersError> {
        let letters: Vec<char> = text.chars().collect();
        let is_different = |at: usize| !letters[..at].contains(&letters[at]);
        let is_right = letters.iter().all(|letter| letter.is_uppercase())
            && (0..letters.len()).all(is_different);
        match letters.try_into() {
            Ok(letters) if is_right => Ok(PieceLetters { letters }),
            _ => Err(ParseLettersError {
                text: text.chars().take(32).collect(),
            }),
        }
    }
}
