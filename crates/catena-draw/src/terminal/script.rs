//! The characters that boards are written with.

use catena_grid::Piece;

/// Which characters a board is written with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Script {
    /// ASCII only: letters for pieces, and signs such as `-` and `|` for lines.
    Ascii,
    /// Letters for pieces, Unicode for lines and shades.
    #[default]
    Unicode,
    /// Unicode throughout, with its chess symbols for pieces. They are hard to
    /// tell apart in some terminals.
    Symbols,
}

/// The characters of one script.
pub(super) struct Signs {
    pub(super) empty: char,
    pub(super) shade: char,
    pub(super) horizontal: char,
    pub(super) vertical: char,
    pub(super) falling: char,
    pub(super) rising: char,
    pub(super) crossing: char,
}

pub(super) fn signs(script: Script) -> Signs {
    match script {
        Script::Ascii => Signs {
            empty: '.',
            shade: ':',
            horizontal: '-',
            vertical: '|',
            falling: '\\',
            rising: '/',
            crossing: 'X',
        },
        Script::Unicode | Script::Symbols => Signs {
            empty: '·',
            shade: '░',
            horizontal: '─',
            vertical: '│',
            falling: '╲',
            rising: '╱',
            crossing: '╳',
        },
    }
}

/// Returns the letter of a piece, or its symbol.
pub(super) fn symbol(piece: Piece, script: Script) -> char {
    let symbols = "KQRBNPkqrbnp".chars().zip("♔♕♖♗♘♙♚♛♜♝♞♟".chars());
    let letter = piece.letter();
    (symbols.filter(|_| script == Script::Symbols))
        .find(|(known, _)| *known == letter)
        .map_or(letter, |(_, symbol)| symbol)
}
