//! [`GamesFile`]: the PGN file to which the games of a match are added.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use catena_chess::pgn::PgnGame;

/// A PGN file that grows. Nothing in it is ever lost: games are added at its end, each
/// as soon as it is over and with one write.
#[derive(Debug)]
pub(super) struct GamesFile {
    file: File,
    path: PathBuf,
    /// Whether the file was not there before, and is still empty.
    is_unused: bool,
}

impl GamesFile {
    /// Opens a file, or makes one.
    pub(super) fn open(path: &Path) -> Result<GamesFile> {
        let cannot_write = || format!("cannot write '{}'", path.display());
        let is_unused = !path.exists();
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .with_context(cannot_write)?;
        let separator = separator(&mut file).with_context(cannot_write)?;
        file.write_all(separator).with_context(cannot_write)?;
        Ok(GamesFile {
            file,
            path: path.to_owned(),
            is_unused,
        })
    }

    /// Adds a game.
    pub(super) fn append(&mut self, game: &PgnGame) -> Result<()> {
        self.is_unused = false;
        self.file
            .write_all(format!("{game}\n").as_bytes())
            .with_context(|| format!("cannot write '{}'", self.path.display()))
    }

    /// Removes the file if it is new and no game was added.
    pub(super) fn remove_unused(self) {
        if self.is_unused {
            // There is another error to tell.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// What is missing at the end of a file before a game can follow: a blank line.
fn separator(file: &mut File) -> io::Result<&'static [u8]> {
    let data = file.metadata()?;
    if !data.is_file() || data.len() == 0 {
        return Ok(b"");
    }
    let mut end = Vec::new();
    file.seek(SeekFrom::Start(data.len().saturating_sub(2)))?;
    file.read_to_end(&mut end)?;
    Ok(match end.as_slice() {
        b"\n\n" | b"\n" => b"",
        [.., b'\n'] => b"\n",
        _ => b"\n\n",
    })
}
