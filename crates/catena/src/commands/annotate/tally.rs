//! How many games were read, and which ones could not be read.

use std::path::PathBuf;

use anyhow::{Result, bail};
use catena_chess::pgn::ResolveError;
use indicatif::ProgressBar;

use super::{GamesSoFar, Start};
use crate::exit_code::ExitCode;
use crate::file;

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
pub(super) struct GameTally<'a> {
    files: &'a [PathBuf],
    /// The index of the file that is read.
    file: usize,
    /// The games in the files before it.
    in_files_before: u64,
    games: GameCount,
    bar: ProgressBar,
}

impl<'a> GameTally<'a> {
    /// A tally that starts with the games before this place.
    pub(super) fn new(files: &'a [PathBuf], bar: ProgressBar, start: Start) -> GameTally<'a> {
        GameTally {
            files,
            file: start.place.file,
            in_files_before: start.in_files_before,
            games: start.games,
            bar,
        }
    }

    /// Counts the games of the next block, which is from this file, and reports what is
    /// wrong with them. Returns how far the games are.
    pub(super) fn add(
        &mut self,
        file: usize,
        games: GameCount,
        errors: Vec<ResolveError>,
    ) -> GamesSoFar {
        if file != self.file {
            self.file = file;
            self.in_files_before = self.games.all();
        }
        let before = self.games.all() - self.in_files_before;
        self.games.whole += games.whole;
        self.games.partial += games.partial;
        self.games.broken += games.broken;
        let name = match self.files {
            [_] => String::new(),
            files => format!("{}: ", file::name(&files[file])),
        };
        for mut error in errors {
            error.error.game += before;
            self.bar.suspend(|| tell!("catena: {name}{error}"));
        }
        GamesSoFar {
            file,
            before,
            in_files_before: self.in_files_before,
            games: self.games,
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
        let all = self.games.all();
        if !self.has_result() {
            bail!("no game could be read");
        }
        if partial > 0 {
            tell!("catena: {partial} of {all} games could be read in part only");
        }
        if broken > 0 {
            tell!("catena: {broken} of {all} games could not be read");
        }
        Ok(ExitCode::Success)
    }
}
