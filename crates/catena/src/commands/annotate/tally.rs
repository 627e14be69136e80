//! How many games were read, and which ones could not be read.

use anyhow::{Result, bail};
use catena_chess::pgn::PgnError;
use indicatif::ProgressBar;

use crate::exit_code::ExitCode;

/// The result of a block of games.
#[derive(Debug)]
pub(super) struct BlockResult<T> {
    /// How many games could be read.
    pub(super) games: u64,
    /// The errors of the others, numbered from the start of the block.
    pub(super) errors: Vec<PgnError>,
    pub(super) value: T,
}

/// How many games were read so far.
#[derive(Debug)]
pub(super) struct GameTally {
    games: u64,
    broken: u64,
    bar: ProgressBar,
}

impl GameTally {
    pub(super) fn new(bar: ProgressBar) -> GameTally {
        GameTally {
            games: 0,
            broken: 0,
            bar,
        }
    }

    /// Returns the number of the last game.
    pub(super) fn games_so_far(&self) -> u64 {
        self.games + self.broken
    }

    /// Counts the games of the next block, and reports those that cannot be
    /// read.
    pub(super) fn add(&mut self, games: u64, errors: Vec<PgnError>) {
        let before = self.games_so_far();
        self.games += games;
        self.broken += errors.len() as u64;
        for mut error in errors {
            error.game += before;
            self.bar.suspend(|| eprintln!("catena: {error}"));
        }
    }

    /// Returns whether there is a result to print: from a game, or an empty file.
    pub(super) fn has_result(&self) -> bool {
        self.games > 0 || self.broken == 0
    }

    /// Reports how many games were left out.
    pub(super) fn finish(&self) -> Result<ExitCode> {
        match (self.games, self.broken) {
            (_, 0) => Ok(ExitCode::Success),
            (0, _) => bail!("no game could be read"),
            (_, broken) => {
                let all = self.games_so_far();
                eprintln!("catena: {broken} of {all} games could not be read");
                Ok(ExitCode::Success)
            }
        }
    }
}
