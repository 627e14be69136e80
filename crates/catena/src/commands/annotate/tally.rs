//! How many games were read, and which ones could not be read.

use anyhow::{Result, bail};
use catena_chess::pgn::ResolveError;
use indicatif::ProgressBar;

use crate::exit_code::ExitCode;

/// The result of a block of games.
#[derive(Debug, Default)]
pub(super) struct BlockResult<T> {
    pub(super) games: GameCount,
    /// What is wrong with games, numbered from the start of the block.
    pub(super) errors: Vec<ResolveError>,
    pub(super) value: T,
}

/// How many games there are, by how much of them could be read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GameCount {
    /// Completely.
    pub(super) whole: u64,
    /// In part: the moves before the first error, or all but some variations.
    pub(super) partial: u64,
    /// Not at all.
    pub(super) broken: u64,
}

impl GameCount {
    /// Returns the number of all games.
    pub(super) fn all(self) -> u64 {
        self.whole + self.partial + self.broken
    }
}

/// How many games were read so far.
#[derive(Debug)]
pub(super) struct GameTally {
    games: GameCount,
    bar: ProgressBar,
}

impl GameTally {
    /// A tally that starts with these games.
    pub(super) fn new(bar: ProgressBar, games: GameCount) -> GameTally {
        GameTally { games, bar }
    }

    /// Returns the games so far.
    pub(super) fn games(&self) -> GameCount {
        self.games
    }

    /// Returns the number of the last game.
    pub(super) fn games_so_far(&self) -> u64 {
        self.games.all()
    }

    /// Counts the games of the next block, and reports what is wrong with them.
    pub(super) fn add(&mut self, games: GameCount, errors: Vec<ResolveError>) {
        let before = self.games_so_far();
        self.games.whole += games.whole;
        self.games.partial += games.partial;
        self.games.broken += games.broken;
        for mut error in errors {
            error.error.game += before;
            self.bar.suspend(|| eprintln!("catena: {error}"));
        }
    }

    /// Returns whether there is a result to print: from a game, or an empty file.
    pub(super) fn has_result(&self) -> bool {
        self.games.broken < self.games.all() || self.games.all() == 0
    }

    /// Reports how many games could not be read, or only in part.
    pub(super) fn finish(&self) -> Result<ExitCode> {
        let GameCount {
            partial, broken, ..
        } = self.games;
        let all = self.games_so_far();
        if !self.has_result() {
            bail!("no game could be read");
        }
        if partial > 0 {
            eprintln!("catena: {partial} of {all} games could be read in part only");
        }
        if broken > 0 {
            eprintln!("catena: {broken} of {all} games could not be read");
        }
        Ok(ExitCode::Success)
    }
}
