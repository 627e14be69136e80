//! [`GamesFile`]: the PGN file to which the games of a match are added.

use std::path::Path;

use anyhow::Result;
use catena_chess::pgn::PgnGame;

use crate::file::AppendedFile;

/// A PGN file that grows. Nothing in it is ever lost: games are added at its end, each
/// as soon as it is over.
pub(super) struct GamesFile {
    file: AppendedFile,
    /// What has to stand before the next game.
    separator: &'static str,
}

impl GamesFile {
    /// Opens a file, or makes one.
    pub(super) fn open(path: &Path) -> Result<GamesFile> {
        let mut file = AppendedFile::open(path)?;
        // Before a game there is a blank line.
        let separator = match file.end(2)?.as_slice() {
            b"" | b"\n\n" | b"\n" => "",
            [.., b'\n'] => "\n",
            _ => "\n\n",
        };
        Ok(GamesFile { file, separator })
    }

    /// Adds a game.
    pub(super) fn append(&mut self, game: &PgnGame) -> Result<()> {
        let text = format!("{}{game}\n", self.separator);
        self.file.append(text.as_bytes())?;
        self.separator = "";
        Ok(())
    }

    /// Waits until the games are on the disk. Removes the file if it is new and no game
    /// was added.
    pub(super) fn finish(self) -> Result<()> {
        self.file.finish()
    }
}
