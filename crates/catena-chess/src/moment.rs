//! [`Moment`]: what is true between two decisions of a game.

use shakmaty::Position as _;

use crate::clock::Clocks;
use crate::decision::Decision;
use crate::outcome::Player;
use crate::position::SsccPosition;
use crate::rules::{REPETITION_COUNTS_HOLDER, REPETITION_COUNTS_RUN};

/// A moment of the game: all that a move changes.
#[derive(Clone, Debug)]
pub(crate) struct Moment {
    pub(crate) position: SsccPosition,
    pub(crate) hash: u64,
    /// Who holds White.
    pub(crate) white: Player,
    pub(crate) clocks: Clocks,
}

impl Moment {
    /// Whether two moments count as the same position.
    pub(crate) fn repeats(&self, other: &Moment) -> bool {
        if REPETITION_COUNTS_HOLDER && self.white != other.white {
            return false;
        }
        if REPETITION_COUNTS_RUN {
            self.hash == other.hash && self.position == other.position
        } else {
            self.position.chess() == other.position.chess()
        }
    }

    /// Half-moves without a capture or a pawn's move.
    pub(crate) fn halfmoves(&self) -> u32 {
        self.position.chess().halfmoves()
    }

    /// The moment after a decision that may be made.
    pub(crate) fn after(&self, decision: Decision) -> Moment {
        let mut position = self.position.clone();
        position.play_unchecked(decision);
        let hash = self.position.hash_after(self.hash, decision, &position);
        Moment {
            position,
            hash,
            white: if decision.switches {
                !self.white
            } else {
                self.white
            },
            clocks: self.clocks,
        }
    }
}
