//! [`MoveParts`]: a move taken apart once, for the inner loops of the search.

use catena_chess::shakmaty::{Move, Role, Square};

/// What a move is made of, taken apart once: shakmaty's getters each tell
/// the kinds of moves apart again (measured: a tenth of the search).
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveParts {
    pub(crate) role: Role,
    pub(crate) from: Square,
    /// Where it goes; for castling the rook's square.
    pub(crate) to: Square,
    pub(crate) capture: Option<Role>,
    pub(crate) promotion: Option<Role>,
}

impl MoveParts {
    #[inline(always)]
    pub(crate) fn new(mv: Move) -> MoveParts {
        // Nearly all moves are of this kind: one branch that is never wrong.
        if let Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        } = mv
        {
            return MoveParts {
                role,
                from,
                to,
                capture,
                promotion,
            };
        }
        MoveParts::unusual(mv)
    }

    #[cold]
    fn unusual(mv: Move) -> MoveParts {
        MoveParts {
            role: mv.role(),
            from: mv.from().unwrap_or(mv.to()),
            to: mv.to(),
            capture: mv.capture(),
            promotion: mv.promotion(),
        }
    }

    /// Whether the move changes the material at once.
    #[inline(always)]
    pub(crate) fn is_noisy(self) -> bool {
        self.capture.is_some() || self.promotion == Some(Role::Queen)
    }

    #[inline(always)]
    pub(crate) fn piece_to(self) -> PieceTo {
        PieceTo(1 + (self.role as u16 - 1) * 64 + self.to as u16)
    }
}

/// The role and target of a move: what continuation tables are indexed by.
/// Slot 0 is "no move".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PieceTo(u16);

/// How many values a [`PieceTo`] has: no move, and six roles on 64 squares.
pub(crate) const PIECE_TOS: usize = 1 + 6 * 64;

impl PieceTo {
    /// The place in a table of [`PIECE_TOS`] entries.
    #[inline(always)]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}
