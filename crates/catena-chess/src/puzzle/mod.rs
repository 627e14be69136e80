//! Puzzles: positions with one right answer, in the format of lichess's puzzle database.
//!
//! There are five kinds ([`PuzzleKind`]). [`Puzzle::check`] tells whether a puzzle is *sound*, as
//! far as the rules alone decide: "form a chain" has exactly one move that forms one, a mate is
//! forced and no other first decision forces it as soon. The rest was decided by the search that
//! found the puzzle, which is in `catena-lab`.
//!
//! # The file
//!
//! A [`Puzzle`] is a row of the columns [`HEADER`], as lichess has them: the FEN is the position
//! *before* the opponent's last move, and `Moves` begins with that move. Three things are special
//! to this game: a decision to switch has an `s` after its move, the player who switches moves again, and
//! a FEN has the run of switches as its seventh field if there is one.
//!
//! ```
//! use catena_chess::puzzle::{self, PuzzleKind};
//!
//! let sets = puzzle::stored_sets();
//! assert_eq!(sets.len(), 3 * PuzzleKind::ALL.len());
//! let puzzle = &sets[0].puzzles[0];
//! assert_eq!(puzzle.kind(), PuzzleKind::FormChain);
//! let chain = puzzle.solution()[0];
//! assert!(puzzle.position().forms_chain(chain.mv));
//! ```

mod attempt;
mod check;
mod kind;
mod mate;
mod row;
mod stored;

use crate::decision::Decision;
use crate::position::SsccPosition;
use shakmaty::{Color, Move};

pub use self::attempt::{Attempt, AttemptVerdict};
pub use self::check::PuzzleFault;
pub use self::kind::{Grade, ParsePuzzleKindError, PuzzleKind};
pub use self::mate::{forces_mate, forces_mate_with, is_mated_after};
pub use self::row::{HEADER, PuzzleDetails, PuzzleError};
pub use self::stored::{PuzzleSet, stored_csv, stored_sets};

/// A position with one right answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    kind: PuzzleKind,
    start: SsccPosition,
    moves: Vec<Decision>,
    details: PuzzleDetails,
}

impl Puzzle {
    /// The puzzle of this kind that begins with the first of the moves, the opponent's; the
    /// others are the solution.
    ///
    /// # Errors
    ///
    /// If there are fewer than two moves, or one of them is not allowed.
    pub fn new(
        kind: PuzzleKind,
        start: SsccPosition,
        moves: Vec<Decision>,
        details: PuzzleDetails,
    ) -> Result<Puzzle, PuzzleError> {
        if moves.len() < 2 {
            return Err(PuzzleError::TooFewMoves { moves: moves.len() });
        }
        let mut position = start.clone();
        for &decision in &moves {
            position.play(decision).map_err(PuzzleError::Play)?;
        }
        Ok(Puzzle {
            kind,
            start,
            moves,
            details,
        })
    }

    /// What is asked.
    #[must_use]
    pub const fn kind(&self) -> PuzzleKind {
        self.kind
    }

    /// The identifier, the rating, and what else a row has.
    #[must_use]
    pub const fn details(&self) -> &PuzzleDetails {
        &self.details
    }

    /// The position before the opponent's move that leads to the puzzle.
    #[must_use]
    pub const fn start(&self) -> &SsccPosition {
        &self.start
    }

    /// The opponent's move that leads to the puzzle.
    #[must_use]
    pub fn lead(&self) -> Decision {
        self.moves[0]
    }

    /// The position to solve.
    #[must_use]
    pub fn position(&self) -> SsccPosition {
        let mut position = self.start.clone();
        position.play_unchecked(self.lead());
        position
    }

    /// The colour that the solver holds at first.
    #[must_use]
    pub fn solver(&self) -> Color {
        self.position().turn()
    }

    /// The moves after the lead: the solver's, and the opponent's replies. A player who has
    /// switched moves again.
    #[must_use]
    pub fn solution(&self) -> &[Decision] {
        &self.moves[1..]
    }

    /// All moves, the lead first.
    #[must_use]
    pub fn moves(&self) -> &[Decision] {
        &self.moves
    }

    /// The move that is asked about, where the question is not which one to play.
    #[must_use]
    pub fn asked_move(&self) -> Option<Move> {
        self.kind.asks_about_a_move().then(|| self.moves[1].mv)
    }

    /// The right answer where the question is about a move: whether it forms a chain, or whether
    /// to switch after it.
    #[must_use]
    pub fn answer(&self) -> Option<bool> {
        match self.kind {
            PuzzleKind::IsChain => Some(self.position().forms_chain(self.moves[1].mv)),
            PuzzleKind::SwitchOrStay => Some(self.moves[1].switches),
            _ => None,
        }
    }

    /// All moves in the notation of UCI, the lead first.
    #[must_use]
    pub fn uci_moves(&self) -> Vec<String> {
        let mut position = self.start.clone();
        let mut moves = Vec::new();
        for &decision in &self.moves {
            moves.push(position.uci(decision));
            position.play_unchecked(decision);
        }
        moves
    }

    /// Each decision of the solution with its position, and whether it is the solver's.
    pub fn steps(&self) -> impl Iterator<Item = (SsccPosition, Decision, bool)> + '_ {
        let mut position = self.position();
        let mut is_solver = true;
        self.solution().iter().map(move |&decision| {
            let step = (position.clone(), decision, is_solver);
            position.play_unchecked(decision);
            is_solver ^= !decision.switches;
            step
        })
    }
}
