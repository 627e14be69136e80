//! [`Decision`]: a move together with the choice to switch sides, and the list of
//! all that a position allows.

use core::fmt;

use arrayvec::ArrayVec;
use shakmaty::Move;

use crate::position::{MAX_MOVES, SsccPosition};
use crate::variant::Variant;

/// A move together with the choice to switch sides after it, or not to.
///
/// ```
/// use catena_chess::{Decision, SsccPosition};
///
/// let mv = SsccPosition::default().parse_san("Nf3")?;
/// assert_eq!(Decision::stay(mv).to_string(), "Ng1-f3");
/// assert_eq!(Decision::switch(mv).to_string(), "Ng1-f3 with a switch");
/// # Ok::<(), catena_chess::notation::san::SanMoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decision {
    /// The move, as in chess.
    pub mv: Move,
    /// Whether the player who moved switches sides.
    pub switches: bool,
}

impl Decision {
    /// The move without a switch.
    #[must_use]
    pub const fn stay(mv: Move) -> Decision {
        Decision {
            mv,
            switches: false,
        }
    }

    /// The move and a switch.
    #[must_use]
    pub const fn switch(mv: Move) -> Decision {
        Decision { mv, switches: true }
    }
}

/// As shakmaty writes the move; [`SsccPosition::uci`] and [`SsccPosition::san`] write it
/// for others to read.
impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.mv.fmt(f)?;
        match self.switches {
            true => f.write_str(" with a switch"),
            false => Ok(()),
        }
    }
}

/// The decisions that a position allows.
pub type DecisionList = ArrayVec<Decision, { 2 * MAX_MOVES }>;

impl SsccPosition {
    /// All legal decisions: every legal move and, where a switch may follow it, the
    /// same move with the switch next.
    ///
    /// A fifth repetition ends the game too, which a position does not know:
    /// [`Game::legal_decisions`](crate::Game::legal_decisions) does.
    ///
    /// ```
    /// use catena_chess::{SwitchLimit, notation::fen};
    ///
    /// let position = fen::parse(
    ///     "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6",
    ///     SwitchLimit::Size,
    /// )?;
    /// let decisions = position.legal_decisions();
    /// let switches = decisions.iter().filter(|decision| decision.switches);
    /// assert_eq!(switches.count(), 9);
    /// assert_eq!(decisions.len(), position.legal_moves().len() + 9);
    /// # Ok::<(), catena_chess::notation::fen::FenError>(())
    /// ```
    #[must_use]
    pub fn legal_decisions(&self) -> DecisionList {
        if !self.run_allows_switch() {
            return Variant::Chess.legal_decisions(self);
        }
        let moves = self.legal_moves();
        let flags = self.move_flags(&moves);
        let mut decisions = DecisionList::new();
        for (&mv, flags) in moves.iter().zip(flags) {
            decisions.push(Decision::stay(mv));
            if flags.may_switch {
                decisions.push(Decision::switch(mv));
            }
        }
        decisions
    }
}

impl Variant {
    /// The legal decisions of a position in this variant: in chess nobody switches.
    #[must_use]
    pub fn legal_decisions(self, position: &SsccPosition) -> DecisionList {
        match self {
            Variant::Sscc => position.legal_decisions(),
            Variant::Chess => position
                .legal_moves()
                .into_iter()
                .map(Decision::stay)
                .collect(),
        }
    }
}
