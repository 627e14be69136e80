//! Between the boards of shakmaty and those of `catena-grid`.
//!
//! Both number the squares of a chess board from a1 to h8, so that every
//! conversion is exact and cheap. They are functions, because neither crate is
//! ours to implement traits of the other for.
//!
//! ```
//! use catena_chess::convert::{bitboard, chess_square, grid8, grid_square};
//! use catena_chess::{Bitboard, Square};
//!
//! assert_eq!(grid_square(Square::E4), catena_grid::Square::E4);
//! assert_eq!(chess_square(catena_grid::Square::E4), Square::E4);
//! assert_eq!(bitboard(grid8(Bitboard::CENTER)), Bitboard::CENTER);
//! ```

use catena_grid::{Grid8, Piece, Placement, Square as GridSquare};
use shakmaty::{Bitboard, Board, Square};

use crate::position::SsccPosition;

/// A square of shakmaty as one of `catena-grid`.
#[must_use]
pub fn grid_square(square: Square) -> GridSquare {
    GridSquare::ALL[square.to_usize()]
}

/// A square of `catena-grid` as one of shakmaty.
#[must_use]
pub fn chess_square(square: GridSquare) -> Square {
    Square::new(u32::from(square.index()))
}

/// A set of squares of shakmaty as one of `catena-grid`.
#[must_use]
pub const fn grid8(squares: Bitboard) -> Grid8 {
    Grid8::from_bits(squares.0)
}

/// A set of squares of `catena-grid` as one of shakmaty.
#[must_use]
pub const fn bitboard(squares: Grid8) -> Bitboard {
    Bitboard(squares.bits())
}

/// Which piece stands where, as `catena-grid` and `catena-draw` take it.
///
/// ```
/// use catena_chess::{Board, convert::placement};
///
/// let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
/// assert_eq!(placement(&Board::new()).to_string(), text);
/// ```
#[must_use]
pub fn placement(board: &Board) -> Placement {
    Placement::from_squares(|square| {
        let piece = board.piece_at(chess_square(square))?;
        Piece::from_letter(piece.char())
    })
}

impl SsccPosition {
    /// The occupied squares, to ask `catena-grid` about.
    ///
    /// ```
    /// use catena_chess::{SwitchLimit, notation::fen};
    /// use catena_grid::{Board as _, Square};
    ///
    /// let position = fen::parse(
    ///     "1b4rk/n1p3pr/p1np3p/1p1pp3/3PP3/P1NPPQ2/N1PRK3/1B6 w - - 0 1",
    ///     SwitchLimit::Size,
    /// )?;
    /// assert!(position.occupied().has_chain(Square::F3));
    /// # Ok::<(), catena_chess::notation::fen::FenError>(())
    /// ```
    #[must_use]
    pub fn occupied(&self) -> Grid8 {
        grid8(self.board().occupied())
    }

    /// Which piece stands where, to draw it.
    #[must_use]
    pub fn placement(&self) -> Placement {
        placement(self.board())
    }
}
