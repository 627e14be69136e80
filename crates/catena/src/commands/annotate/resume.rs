//! Marking that can be stopped at any moment and go on later.
//!
//! The marked games go to a file `OUT.part`. Now and then a file `OUT.resume` is written:
//! how much of the input is done, and how long `OUT.part` was then. Who goes on cuts
//! `OUT.part` there, so no game is lost or doubled. At the end it becomes `OUT`.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use anyhow::{Context, Result, bail};
use catena_chess::pgn::{PgnPlace, PieceLetters};
use serde::{Deserialize, Serialize};

use super::mark::{MarkedBlock, mark_block};
use super::source::FilePlace;
use super::tally::{GameCount, GameTally};
use super::{AnnotateArgs, Start, each_block};
use crate::file::{self, ResumableFile, ResumablePath, write_whole};

/// The state is saved after so many blocks, each about 1 MiB of input.
const BLOCKS: u32 = 4;

/// How far a run has come.
#[derive(Debug, Serialize, Deserialize)]
struct ResumeState {
    /// A run goes on only with the same ones.
    inputs: Vec<ResumeInput>,
    /// The letters of the pieces, which are the same too.
    #[serde(default = "usual_letters")]
    pieces: String,
    /// Where the input goes on: the index of the file, bytes of its text, and the number of
    /// the line.
    place: (usize, u64, u64),
    /// How many games are in the files before that one.
    in_files_before: u64,
    /// How many games were read completely, in part, and not at all.
    games: (u64, u64, u64),
    /// How many bytes were written.
    output_bytes: u64,
}

/// A file that is marked.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct ResumeInput {
    name: String,
    bytes: u64,
    /// When it was changed last, in nanoseconds since 1970.
    modified: u64,
}

impl ResumeInput {
    fn of(path: &Path) -> Result<ResumeInput> {
        if path == Path::new("-") {
            bail!("--resume needs a file: standard input cannot be read again");
        }
        let cannot_open = || format!("cannot open {}", file::name(path));
        let data = fs::metadata(path).with_context(cannot_open)?;
        let modified = data.modified().with_context(cannot_open)?;
        let modified = modified.duration_since(UNIX_EPOCH).unwrap_or_default();
        let name = path.file_name().unwrap_or(path.as_os_str());
        Ok(ResumeInput {
            name: name.to_string_lossy().into_owned(),
            bytes: data.len(),
            modified: modified.as_nanos().try_into().unwrap_or(0),
        })
    }

    /// Whether the file may still be this one.
    fn is_like(&self, other: &ResumeInput) -> bool {
        (&self.name, self.bytes) == (&other.name, other.bytes)
    }
}

fn usual_letters() -> String {
    PieceLetters::default().to_string()
}

/// The files of a run.
struct RunFiles {
    path: ResumablePath,
    state: PathBuf,
}

impl RunFiles {
    /// The files for this output, none of which is an input.
    fn new(output: &Path, inputs: &[PathBuf]) -> Result<RunFiles> {
        let inputs = || inputs.iter().map(PathBuf::as_path);
        file::refuse_own_input(output, inputs())?;
        let path = ResumablePath::new(output)?;
        let state = file::beside(&path.output, ".resume");
        file::refuse_own_input(&path.part, inputs())?;
        file::refuse_own_input(&state, inputs())?;
        Ok(RunFiles { path, state })
    }

    /// How far an earlier run has come; `None` if there was none.
    fn load(&self, inputs: &[ResumeInput], pieces: &str) -> Result<Option<ResumeState>> {
        let name = self.state.display();
        let text = match fs::read(&self.state) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).with_context(|| format!("cannot read '{name}'")),
        };
        let state: ResumeState = serde_json::from_slice(&text)
            .with_context(|| format!("'{name}' is damaged, remove it to start again"))?;
        let pairs = || state.inputs.iter().zip(inputs);
        if state.inputs.len() != inputs.len() || !pairs().all(|(one, other)| one.is_like(other)) {
            let theirs = state.inputs.iter();
            let theirs: Vec<String> = theirs
                .map(|input| format!("'{}' of {} bytes", input.name, input.bytes))
                .collect();
            bail!(
                "'{name}' belongs to {}, remove it to start again",
                theirs.join(", ")
            );
        }
        if let Some((_, changed)) = pairs().find(|(one, other)| one != other) {
            bail!(
                "'{}' has changed since the run that left '{name}': remove that file to start again",
                changed.name
            );
        }
        if state.pieces != pieces {
            bail!(
                "'{name}' belongs to a run with the letters {}, not {pieces}: remove it to start again",
                state.pieces
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
pub(super) fn mark<'a>(args: &'a AnnotateArgs, output: &Path) -> Result<GameTally<'a>> {
    let inputs = args.files.iter().map(|path| ResumeInput::of(path));
    let inputs: Vec<ResumeInput> = inputs.collect::<Result<_>>()?;
    let files = RunFiles::new(output, &args.files)?;
    let pieces = args.pieces.unwrap_or_default().to_string();
    let earlier = files.load(&inputs, &pieces)?;
    let start = earlier.as_ref().map_or_else(Start::default, start_of);
    if earlier
        .as_ref()
        .is_some_and(|state| files.is_complete(state))
    {
        fs::remove_file(&files.state)?;
        let bar = indicatif::ProgressBar::hidden();
        return Ok(GameTally::new(&args.files, bar, start));
    }
    let mut state = earlier.unwrap_or(ResumeState {
        inputs,
        pieces,
        place: (0, 0, 1),
        in_files_before: 0,
        games: (0, 0, 0),
        output_bytes: 0,
    });
    let mut out = files.open(state.output_bytes)?;
    let mut blocks = 0;
    let tally = each_block(args, start, mark_block, |at, block: MarkedBlock| {
        out.append(block.text.as_bytes())?;
        state.output_bytes += block.text.len() as u64;
        state.place = (at.file, block.end.byte, block.end.line);
        state.in_files_before = at.in_files_before;
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

/// Where a run goes on that has come so far.
fn start_of(state: &ResumeState) -> Start {
    let (file, byte, line) = state.place;
    let (whole, partial, broken) = state.games;
    Start {
        place: FilePlace {
            file,
            place: PgnPlace { byte, line },
        },
        games: GameCount {
            whole,
            partial,
            broken,
        },
        in_files_before: state.in_files_before,
    }
}
