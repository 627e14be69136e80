//! Marking that can be stopped at any moment and go on later.
//!
//! The marked games go to a file `OUT.part`. Now and then a file `OUT.resume` is written:
//! how much of the input is done, and how long `OUT.part` was then. Who goes on cuts
//! `OUT.part` there, so no game is lost or doubled. At the end it becomes `OUT`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use catena_chess::pgn::PgnPlace;
use serde::{Deserialize, Serialize};

use super::mark::{MarkedBlock, mark_block};
use super::tally::{GameCount, GameTally};
use super::{AnnotateArgs, Start, each_block, source};
use crate::file::{self, ResumableFile, ResumablePath, write_whole};

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
    path: ResumablePath,
    state: PathBuf,
}

impl RunFiles {
    /// The files for this output, none of which is the input.
    fn new(output: &Path, input: &Path) -> Result<RunFiles> {
        file::refuse_own_input(output, [input])?;
        let path = ResumablePath::new(output)?;
        let state = file::beside(&path.output, ".resume");
        file::refuse_own_input(&path.part, [input])?;
        file::refuse_own_input(&state, [input])?;
        Ok(RunFiles { path, state })
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
    fn open(&self, bytes: u64) -> Result<ResumableFile> {
        let found = fs::metadata(&self.path.part).map_or(0, |data| data.len());
        if found < bytes {
            bail!(
                "'{}' is shorter than it was, remove '{}' to start again",
                self.path.part.display(),
                self.state.display()
            );
        }
        ResumableFile::open(&self.path, bytes)
    }

    /// Whether an earlier run was complete but for removing its state.
    fn is_complete(&self, state: &ResumeState) -> bool {
        let length = fs::metadata(&self.path.output).map(|data| data.len());
        !self.path.part.exists() && length.is_ok_and(|length| length == state.output_bytes)
    }
}

/// Marks the games and writes them to a file, from where an earlier run was stopped.
pub(super) fn mark(args: &AnnotateArgs, output: &Path) -> Result<GameTally> {
    let path = input_path(args)?;
    let input = input_of(path)?;
    let files = RunFiles::new(output, path)?;
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
    let mut out = files.open(state.output_bytes)?;
    let mut blocks = 0;
    let tally = each_block(args, start, mark_block, |at, block: MarkedBlock| {
        out.append(block.text.as_bytes())?;
        state.output_bytes += block.text.len() as u64;
        state.place = (block.end.byte, block.end.line);
        state.games = (at.games.whole, at.games.partial, at.games.broken);
        blocks += 1;
        if blocks % BLOCKS == 0 {
            out.sync()?;
            files.save(&state)?;
        }
        Ok(())
    })?;
    out.sync()?;
    files.save(&state)?;
    out.finish()?;
    fs::remove_file(&files.state)?;
    Ok(tally)
}

/// The file with the games, which can be read again.
fn input_path(args: &AnnotateArgs) -> Result<&Path> {
    let path = args.file.as_deref().filter(|path| *path != Path::new("-"));
    path.context("--resume needs a file: standard input cannot be read again")
}

/// The name and the length of the input.
fn input_of(path: &Path) -> Result<(String, u64)> {
    let data =
        fs::metadata(path).with_context(|| format!("cannot open {}", source::name(Some(path))))?;
    let name = path.file_name().unwrap_or(path.as_os_str());
    Ok((name.to_string_lossy().into_owned(), data.len()))
}
