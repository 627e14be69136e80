//! What is true about a position: can a player force a win?
//!
//! [`solve`] is depth-first proof-number search (df-pn; Nagai, 2002) in a memory of fixed
//! size. Its answer comes with a [`Proof`]: a decision for each position of one player that
//! can come up, against all decisions of the other. [`check()`] replays a proof and shares
//! nothing with the search but the rules.
//!
//! # Definition
//!
//! The *attacker* is the player whose win is asked about, the *defender* the other one. The
//! attacker *wins* a position if they can give mate whatever the defender does. All else is
//! no win: mate by the defender, stalemate, too little material, a draw after seventy-five
//! moves, a draw that the defender claims after fifty moves when it is their turn, and play
//! without an end. A defender who repeats a position three times claims a draw, so an attacker
//! who wins never needs a repetition.
//!
//! # Exactness
//!
//! The answer is a win or no win only with a proof that [`check()`] accepts; otherwise it is
//! [`Answer::Unknown`]. The win need not be the shortest one. `tests/solve.rs` compares the
//! answers with a solver that visits every position.
//!
//! A repetition on one path to a position says nothing about another path (the
//! graph-history interaction problem). A win never depends on a repetition, because that
//! counts as no win. A result of no win that depends on one is provisional, and its proof
//! is made afresh: a collection of positions that the attacker cannot leave. If this
//! fails, the provisional results are forgotten and the search goes on.
//!
//! # Examples
//!
//! ```
//! use catena_chess::{SwitchLimit, notation::fen};
//! use catena_engine::Signal;
//! use catena_lab::solve::{self, Answer, SolveConfig};
//!
//! // Nd6 and switch, c4 and switch, axb7 mate: one player moves for both sides.
//! let text = "2K5/QnP1R3/P2pP3/k1pp4/1r2N3/8/8/8 w - - 0 1";
//! let position = fen::parse(text, SwitchLimit::Size)?;
//! let config = SolveConfig::new(position);
//! let solution = solve::solve(&config, &Signal::default(), &mut |_| {})?;
//! let Answer::Win { proof, checked } = solution.answer else {
//!     panic!("it is won");
//! };
//! assert!(checked.line.len() >= 3);
//! assert_eq!(solve::check(&proof), Ok(checked));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod extract;
mod proof;
mod search;
mod state;
mod table;
mod value;

use core::fmt;
use std::io;
use std::thread;

use catena_chess::{SsccPosition, Variant};
use catena_engine::{HashSizeError, STACK, Signal};
use thiserror::Error;

pub use self::check::{CheckError, CheckedProof, check};
pub use self::proof::{Claim, Proof, ProofStep, ReadProofError};
pub use self::search::SolveProgress;
pub use self::value::Chooser;

use self::extract::{Extraction, Obstacle};
use self::search::ProofSearch;
use self::state::SolveState;
use self::table::ProofTable;
use self::value::Value;

/// Memory for a position of a proof, in bytes: its name, twice, and the tables of names.
const BYTES_PER_STEP: usize = 512;

/// A question to [`solve`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SolveConfig {
    /// The position.
    pub position: SsccPosition,
    /// Who decides in it: the attacker, or the defender if the question is whether the
    /// player who is not to move wins.
    pub first: Chooser,
    /// The game.
    pub variant: Variant,
    /// The most positions to search.
    pub nodes: u64,
    /// Memory for what the search knows, in mebibytes. The proof may use as much again.
    pub hash: usize,
}

impl SolveConfig {
    /// Asks whether the player to move wins, with 64 MiB and no limit on nodes.
    #[must_use]
    pub fn new(position: SsccPosition) -> SolveConfig {
        SolveConfig {
            position,
            first: Chooser::Attacker,
            variant: Variant::Sscc,
            nodes: u64::MAX,
            hash: 64,
        }
    }
}

/// Whether the attacker wins.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The attacker wins.
    Win {
        /// The proof.
        proof: Proof,
        /// What the check of the proof found.
        checked: CheckedProof,
    },
    /// The attacker cannot force a win.
    NoWin {
        /// The proof.
        proof: Proof,
        /// What the check of the proof found.
        checked: CheckedProof,
    },
    /// It is not known.
    Unknown(UnknownReason),
}

/// Why the answer is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnknownReason {
    /// The nodes were used up.
    Nodes,
    /// The search was stopped.
    Stopped,
    /// The search has a claim, but its proof needs more memory than it may use.
    ProofTooLarge(Claim),
    /// The search has a claim, but found no proof of it that holds.
    NoProof(Claim),
}

impl fmt::Display for UnknownReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnknownReason::Nodes => f.write_str("all nodes were used"),
            UnknownReason::Stopped => f.write_str("the search was stopped"),
            UnknownReason::ProofTooLarge(claim) => {
                write!(
                    f,
                    "the search says {claim}, but the proof is too large for the memory"
                )
            }
            UnknownReason::NoProof(claim) => {
                write!(f, "the search says {claim}, but no proof of it was found")
            }
        }
    }
}

/// What was found out about a position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Solution {
    /// The answer.
    pub answer: Answer,
    /// How much was searched.
    pub progress: SolveProgress,
}

/// A position cannot be solved.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// There is not enough memory.
    #[error(transparent)]
    Hash(#[from] HashSizeError),
    /// The game is over.
    #[error("the game is over in this position")]
    Over,
    /// The machine has no thread to search in.
    #[error("cannot start a thread for the search")]
    Thread(#[source] io::Error),
}

/// Finds out whether the attacker wins. Reports on the way; the signal ends it early.
///
/// # Errors
///
/// If the game is over, if there is not enough memory, or if there is no thread.
pub fn solve(
    config: &SolveConfig,
    signal: &Signal,
    on_progress: &mut (dyn FnMut(SolveProgress) + Send),
) -> Result<Solution, SolveError> {
    if config.position.is_over() {
        return Err(SolveError::Over);
    }
    let table = ProofTable::new(config.hash)?;
    let mut on_progress = |progress| on_progress(progress);
    thread::scope(|scope| {
        let work = || {
            let search = ProofSearch::new(table, config.nodes, signal, &mut on_progress);
            Solver { config, search }.run()
        };
        // Lines of thousands of plies are followed by recursion.
        let thread = thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, work)
            .map_err(SolveError::Thread)?;
        match thread.join() {
            Ok(solution) => Ok(solution),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

struct Solver<'a> {
    config: &'a SolveConfig,
    search: ProofSearch<'a>,
}

impl Solver<'_> {
    fn run(mut self) -> Solution {
        let answer = self.answer();
        Solution {
            answer,
            progress: self.search.progress(),
        }
    }

    fn answer(&mut self) -> Answer {
        let config = self.config;
        let root = SolveState::new(config.position.clone(), config.first, config.variant);
        loop {
            let claim = match self.search.solve(&root) {
                Value::Won { .. } => Claim::Win,
                Value::NotWon { .. } => Claim::NoWin,
                Value::Open { .. } => return Answer::Unknown(self.why_stopped()),
            };
            match self.prove(claim, &root) {
                Ok(answer) => return answer,
                Err(Obstacle::TooLarge) => {
                    return Answer::Unknown(UnknownReason::ProofTooLarge(claim));
                }
                Err(Obstacle::Stopped) => return Answer::Unknown(self.why_stopped()),
                // What was provisional was wrong; what replaced it is in the table.
                Err(Obstacle::Wrong | Obstacle::Circle) if claim == Claim::NoWin => {
                    if !self.search.table.forget_provisional() {
                        return Answer::Unknown(UnknownReason::NoProof(claim));
                    }
                }
                Err(_) => return Answer::Unknown(UnknownReason::NoProof(claim)),
            }
        }
    }

    fn prove(&mut self, claim: Claim, root: &SolveState) -> Result<Answer, Obstacle> {
        let config = self.config;
        let proof = Proof {
            claim,
            first: config.first,
            variant: config.variant,
            limit: config.position.switch_limit(),
            start: config.position.fen(),
            steps: Vec::new(),
        };
        let most = config.hash.saturating_mul(1 << 20) / BYTES_PER_STEP;
        let proof = Extraction::run(&mut self.search, proof, root, most)?;
        let checked = check(&proof).map_err(|_| Obstacle::Wrong)?;
        Ok(match claim {
            Claim::Win => Answer::Win { proof, checked },
            Claim::NoWin => Answer::NoWin { proof, checked },
        })
    }

    fn why_stopped(&self) -> UnknownReason {
        match self.search.nodes >= self.config.nodes {
            true => UnknownReason::Nodes,
            false => UnknownReason::Stopped,
        }
    }
}
