//! Where puzzles come from: [`PuzzleMiner`] looks for them in games.
//!
//! `catena_chess::puzzle` has what a puzzle is, and those that are stored. Here are the parts that
//! need the engine, or that say how hard a puzzle is.
//!
//! | module | what it does |
//! |---|---|
//! | `miner` | goes through games, and keeps what is a puzzle |
//! | `judge` | asks the engine: is there one winning choice, and how soon does it see it? |
//! | `mating_line` | the line of a mate that has no choice |
//! | `difficulty` | the ratings |
//! | `select` | chooses among many: different ones, of all ratings |
//!
//! # Uniqueness
//!
//! Where the rules decide, [`Puzzle::check`](catena_chess::puzzle::Puzzle::check) does. Where a
//! search decides, it decides four times, with [`NODES`], and with the hand-written evaluation as
//! well as with the network: each time the solution must be the best
//! choice, by [`MARGINS`] or [`DEFENCE_MARGINS`], and no other may win. Beside a mate, the next
//! best choice may be worth 3 pawns.
//!
//! # Ratings
//!
//! Where a search decides, the rating is how soon a weak one finds the answer for good: the
//! nodes after the iteration from which it does not change its mind. Where the detector decides,
//! it is a measure of what there is to look at; see [`form_rating`] and [`judgement_rating`].

mod difficulty;
mod judge;
mod mating_line;
mod miner;
mod select;

pub use self::difficulty::{form_rating, judgement_rating, search_rating};
pub use self::judge::{DEFENCE_MARGINS, Judge, MARGINS, Margins, NODES, Verdict};
pub use self::miner::{MinedGame, PuzzleMiner};
pub use self::select::{SELF_PLAY, select};
