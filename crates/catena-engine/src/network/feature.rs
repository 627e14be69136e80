//! The inputs of the network: which piece stands where, as a colour sees it.

use catena_chess::shakmaty::{Board, Color, File, Role, Square};

/// How many inputs there are: 6 roles of 2 sides on 64 squares.
pub const FEATURES: usize = 2 * 6 * 64;

/// The inputs of a board as the colour sees it. Every board has 32 at most.
pub fn features(board: &Board, view: Color) -> impl Iterator<Item = usize> {
    let orientation = Orientation::new(board, view);
    let pieces = board.iter();
    pieces.map(move |(square, piece)| orientation.feature(piece.color, piece.role, square))
}

/// How a colour sees the board: from its own side, and mirrored if its king stands on the
/// right half, so that what is learnt about one wing counts for the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Orientation {
    view: Color,
    /// What turns the squares.
    turn: usize,
}

impl Orientation {
    pub(super) fn new(board: &Board, view: Color) -> Orientation {
        let is_mirrored = board
            .king_of(view)
            .is_some_and(|king| king.file() >= File::E);
        let mirror = if is_mirrored { 7 } else { 0 };
        Orientation {
            view,
            turn: view.fold_wb(0, 56) ^ mirror,
        }
    }

    #[inline(always)]
    pub(super) fn feature(self, color: Color, role: Role, square: Square) -> usize {
        let side = if color == self.view { 0 } else { 6 };
        (side + role as usize - 1) * 64 + (square.to_usize() ^ self.turn)
    }
}
