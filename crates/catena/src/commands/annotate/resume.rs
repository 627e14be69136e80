//! Marking that can be stopped at any moment and go on later.
//!
//! The marked games go to a file `OUT.part`. Now and then a file `OUT.resume` is written:
//! how much of the input is done, and how long `OUT.part` was then. Who goes on cuts
//! `OUT.part` there, so no game is lost or doubled. At the end it becomes `OUT`.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use catena_chess::pgn::PgnPlace;
use serde::{Deserialize, Serialize};

use super::mark::{MarkedBlock, mark_block};
use super::tally::{GameCount, GameTally};
use super::{AnnotateArgs, Start, each_block, source};
use crate::file::write_whole;

/// The state is saved after so many blocks, each about 1 MiB of input.
const BLOCKS: u32 = 4;

/// How far a run has come.
#[derive(Debug, Serialize, Deserialize)]
struct ResumeState {
    /// The name and the length of the input. A run goes on only with the same one.
    input: (String, u64),
    /// Where the input goes on: bytes of text, and the number of the line.
    place: (u64, u64),
    /// How many games were read completely, in part, and not at all.
    games: (u64, u64, u64),
    /// How many bytes were written.
    output_bytes: u64,
}

/// The files of a run.
struct RunFiles {
    output: PathBuf,
    part: PathBuf,
    state: PathBuf,
}

impl RunFiles {
    fn new(output: &Path) -> RunFiles {
        let with = |extension: &str| {
            let mut name = OsString::from(output);
            name.push(extension);
            PathBuf::from(name)
        };
        RunFiles {
            output: output.into(),
            part: with(".part"),
            state: with(".resume"),
        }
    }

    /// How far an earlier run has come; `None` if there was none.
    fn load(&self, input: &(String, u64)) -> Result<Option<ResumeState>> {
        let name = self.state.display();
        let text = match fs::read(&self.state) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).with_context(|| format!("cannot read '{name}'")),
        };
        let state: ResumeState = serde_json::from_slice(&text)
            .with_context(|| format!("'{name}' is damaged, remove it to start again"))?;
        if state.input != *input {
            bail!(
                "'{name}' belongs to '{}' of {} bytes, remove it to start again",
                state.input.0,
                state.input.1
            );
        }
        Ok(Some(state))
    }

    fn save(&self, state: &ResumeState) -> Result<()> {
        write_whole(&self.state, |out| Ok(serde_json::to_writer(out, state)?))
    }

    /// Opens the file for marked games, with so many bytes in it.
    fn open_part(&self, bytes: u64) -> Result<File> {
        let name = self.part.display();
        let open = || -> Result<File> {
            let mut options = OpenOptions::new();
            let mut file = options
                .write(true)
                .create(true)
                .truncate(false)
                .open(&self.part)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => bail!("another run writes to it"),
                Err(TryLockError::Error(error)) => return Err(error.into()),
            }
            if file.metadata()?.len() < bytes {
                bail!(
                    "it is shorter than it was, remove '{}' to start again",
                    self.state.display()
                );
            }
            file.set_len(bytes)?;
            file.seek(SeekFrom::End(0))?;
            Ok(file)
        };
        open().with_context(|| format!("cannot write '{name}'"))
    }

    /// Whether an earlier run was complete but for removing its state.
    fn is_complete(&self, state: &ResumeState) -> bool {
        let length = fs::metadata(&self.output).map(|data| data.len());
        !self.part.exists() && length.is_ok_and(|length| length == state.output_bytes)
    }
}

/// Marks the games and writes them to a file, from where an earlier run was stopped.
pub(super) fn mark(args: &AnnotateArgs, output: &Path) -> Result<GameTally> {
    let input = input_of(args)?;
    let files = RunFiles::new(output);
    let earlier = files.load(&input)?;
    let start = earlier.as_ref().map_or_else(Start::default, |state| Start {
        place: PgnPlace {
            byte: state.place.0,
            line: state.place.1,
        },
        games: GameCount {
            whole: state.games.0,
            partial: state.games.1,
            broken: state.games.2,
        },
    });
    if earlier
        .as_ref()
        .is_some_and(|state| files.is_complete(state))
    {
        fs::remove_file(&files.state)?;
        return Ok(GameTally::new(
            indicatif::ProgressBar::hidden(),
            start.games,
        ));
    }
    let mut state = earlier.unwrap_or(ResumeState {
        input,
        place: (0, 1),
        games: (0, 0, 0),
        output_bytes: 0,
    });
    let mut out = BufWriter::new(files.open_part(state.output_bytes)?);
    let mut blocks = 0;
    let tally = each_block(args, start, mark_block, |at, block: MarkedBlock| {
        let written = out.write_all(block.text.as_bytes());
        written.with_context(|| format!("cannot write '{}'", files.part.display()))?;
        state.output_bytes += block.text.len() as u64;
        state.place = (block.end.byte, block.end.line);
        state.games = (at.games.whole, at.games.partial, at.games.broken);
        blocks += 1;
        if blocks % BLOCKS == 0 {
            sync(&mut out, &files.part)?;
            files.save(&state)?;
        }
        Ok(())
    })?;
    sync(&mut out, &files.part)?;
    files.save(&state)?;
    fs::rename(&files.part, output)
        .with_context(|| format!("cannot write '{}'", output.display()))?;
    fs::remove_file(&files.state)?;
    Ok(tally)
}

fn sync(out: &mut BufWriter<File>, path: &Path) -> Result<()> {
    let synced = out.flush().and_then(|()| out.get_ref().sync_data());
    synced.with_context(|| format!("cannot write '{}'", path.display()))
}

/// The name and the length of the input.
fn input_of(args: &AnnotateArgs) -> Result<(String, u64)> {
    let Some(path) = args.file.as_deref().filter(|path| *path != Path::new("-")) else {
        bail!("--resume needs a file: standard input cannot be read again");
    };
    let data =
        fs::metadata(path).with_context(|| format!("cannot open {}", source::name(Some(path))))?;
    let name = path.file_name().unwrap_or(path.as_os_str());
    Ok((name.to_string_lossy().into_owned(), data.len()))
}
