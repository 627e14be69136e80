//! [`SolveState`]: a position of the game that is solved.

use catena_chess::rules::{HALFMOVES_TO_CLAIM, HALFMOVES_TO_DRAW, automatic_draw, draw_to_claim};
use catena_chess::shakmaty::Position as _;
use catena_chess::{Decision, SsccPosition, SwitchLimit, Variant};

use super::value::{ANY_CLOCK, Chooser, Value};

/// What is added to the hash of a position in which the attacker decides.
const ATTACKER_KEY: u64 = 0x6a09_e667_f3bc_c908;

/// Spreads the number of a move over the hash.
const FULL_MOVE_KEY: u64 = 0x9e37_79b9_7f4a_7c15;

/// A position, and who decides in it.
#[derive(Clone, Debug)]
pub(super) struct SolveState {
    pub(super) position: SsccPosition,
    pub(super) chooser: Chooser,
    variant: Variant,
    hash: u64,
}

impl SolveState {
    pub(super) fn new(position: SsccPosition, chooser: Chooser, variant: Variant) -> SolveState {
        SolveState {
            hash: position.zobrist_hash(),
            position,
            chooser,
            variant,
        }
    }

    /// The state after a legal decision.
    pub(super) fn after(&self, decision: Decision) -> SolveState {
        let mut position = self.position.clone();
        position.play_unchecked(decision);
        SolveState {
            hash: self.position.hash_after(self.hash, decision, &position),
            position,
            chooser: if decision.switches {
                self.chooser
            } else {
                self.chooser.other()
            },
            variant: self.variant,
        }
    }

    /// The legal decisions. Not inlined, so that the list of all that a position can have
    /// at most, several kilobytes, is not part of the frame of a recursive caller.
    #[inline(never)]
    pub(super) fn decisions(&self) -> Vec<Decision> {
        self.variant.legal_decisions(&self.position).to_vec()
    }

    /// A hash of all that decides who wins, but for the clock.
    pub(super) fn key(&self) -> u64 {
        let attacker = match self.chooser {
            Chooser::Attacker => ATTACKER_KEY,
            Chooser::Defender => 0,
        };
        self.hash ^ attacker ^ self.full_move_key()
    }

    /// Under `moves` the number of the move limits a run.
    fn full_move_key(&self) -> u64 {
        let counts =
            self.variant.has_switches() && self.position.switch_limit() == SwitchLimit::Moves;
        let number = self.position.chess().fullmoves().get();
        if counts {
            u64::from(number).wrapping_mul(FULL_MOVE_KEY)
        } else {
            0
        }
    }

    /// Half-moves without a capture or a pawn's move.
    pub(super) fn clock(&self) -> u8 {
        let halfmoves = self.position.chess().halfmoves();
        u8::try_from(halfmoves).unwrap_or(ANY_CLOCK)
    }

    /// What is known about the state before any search. It is solved if the game is over
    /// or the defender claims a draw.
    pub(super) fn first_value(&self) -> Value {
        let chess = self.position.chess();
        let moves = self.position.legal_moves().len();
        let clock = chess.halfmoves();
        if moves == 0 {
            return match self.chooser {
                Chooser::Defender if chess.is_check() => Value::MATE,
                _ => Value::ended(0),
            };
        }
        if chess.is_insufficient_material() {
            return Value::ended(0);
        }
        let claims = self.chooser == Chooser::Defender && draw_to_claim(1, clock).is_some();
        if claims {
            return Value::ended(clock_at(HALFMOVES_TO_CLAIM));
        }
        if automatic_draw(1, clock).is_some() {
            return Value::ended(clock_at(HALFMOVES_TO_DRAW));
        }
        Value::new(self.chooser, moves)
    }
}

/// A clock of the rules, which count up to 150.
fn clock_at(halfmoves: u32) -> u8 {
    u8::try_from(halfmoves).unwrap_or(ANY_CLOCK)
}
