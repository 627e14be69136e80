//! [`PackedDecision`]: a decision in sixteen bits, as tables keep it.

use catena_chess::Decision;
use catena_chess::shakmaty::{Move, Role};

use crate::move_parts::MoveParts;

/// A decision in sixteen bits: from, to, promotion, switch. Zero is none.
///
/// Castling is stored as the king taking its own rook. The piece and
/// the capture are read off the board again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PackedDecision(u16);

impl PackedDecision {
    const SWITCH: u16 = 1 << 15;

    pub(crate) fn new(decision: Decision) -> PackedDecision {
        let switch = if decision.switches {
            PackedDecision::SWITCH
        } else {
            0
        };
        PackedDecision(PackedDecision::stay(MoveParts::new(decision.mv)).0 | switch)
    }

    /// The inverse of [`PackedDecision::bits`].
    pub(crate) const fn from_bits(bits: u16) -> PackedDecision {
        PackedDecision(bits)
    }

    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    /// The move without a switch.
    #[inline(always)]
    pub(crate) fn stay(parts: MoveParts) -> PackedDecision {
        let promotion = parts.promotion.map_or(0, |role| role as u16);
        PackedDecision(parts.from as u16 | (parts.to as u16) << 6 | promotion << 12)
    }

    /// The move with a switch.
    #[inline(always)]
    pub(crate) fn switch(parts: MoveParts) -> PackedDecision {
        PackedDecision(PackedDecision::stay(parts).0 | PackedDecision::SWITCH)
    }

    pub(crate) fn is_none(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn switches(self) -> bool {
        self.0 & PackedDecision::SWITCH != 0
    }

    /// Whether this is the move, with the switch or without.
    pub(crate) fn is_move(self, mv: Move) -> bool {
        self.0 | PackedDecision::SWITCH == PackedDecision::switch(MoveParts::new(mv)).0
    }
}

/// The role a packed promotion stands for is checked by
/// [`PackedDecision::is_move`] alone; this keeps the numbers in range.
const _: () = assert!((Role::King as u16) < 8);
