//! Reading files, and the only way to write them: completely or not at all.
//!
//! - [`write_whole`] replaces a file by a new one that is complete and on the disk.
//! - [`AppendedFile`] adds to a file, one piece at a time.
//! - [`ResumableFile`] is written in several runs.
//! - [`refuse_own_input`] keeps an output from destroying what it was made from, and
//!   [`open_input`] keeps a command from reading what it prints.

mod append;
mod resumable;
mod step;
mod stream;

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Cursor, Read, Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use atomic_write_file::AtomicWriteFile;

pub(crate) use self::append::AppendedFile;
pub(crate) use self::resumable::{ResumableFile, ResumablePath, beside};
pub(crate) use self::step::FileSink;
use self::step::{Allow, FileStep, Gate};

/// The most that is read from a pipe or a device, where all of it is kept: as much as a file
/// of the largest grid has.
const MAX_STREAM: u64 = 4 << 30;

/// How many symbolic links are followed: as many as Linux follows.
const MAX_LINKS: usize = 40;

/// A buffered reader that can go back to the start.
pub(crate) trait SeekableRead: BufRead + Seek {}

impl<T: BufRead + Seek> SeekableRead for T {}

/// Opens a file; `-` means standard input.
pub(crate) fn open(path: &Path) -> Result<Box<dyn SeekableRead>> {
    if path == Path::new("-") {
        refuse_standard_output(path)?;
        return read_stream(io::stdin().lock(), path);
    }
    let file = open_input(path)?;
    match file.metadata().is_ok_and(|data| data.is_file()) {
        true => Ok(Box::new(BufReader::with_capacity(1 << 20, file))),
        false => read_stream(file, path),
    }
}

/// Reads everything from what cannot go back to the start: a pipe or a device.
fn read_stream(input: impl Read, path: &Path) -> Result<Box<dyn SeekableRead>> {
    let bytes = read_bounded(input, MAX_STREAM);
    let bytes = bytes.with_context(|| format!("cannot read {}", name(path)))?;
    Ok(Box::new(Cursor::new(bytes)))
}

/// The name of an input in messages.
pub(crate) fn name(input: &Path) -> String {
    match input == Path::new("-") {
        true => "standard input".into(),
        false => format!("'{}'", input.display()),
    }
}

/// Opens a file to read from it. Refuses a folder, and the file that standard output goes to.
pub(crate) fn open_input(path: &Path) -> Result<File> {
    let name = path.display();
    let file = File::open(path).with_context(|| format!("cannot open '{name}'"))?;
    if file.metadata().is_ok_and(|data| data.is_dir()) {
        bail!("'{name}' is a folder");
    }
    refuse_standard_output(path)?;
    Ok(file)
}

/// Refuses an input that is the file to which standard output goes: a command would read what
/// it prints, and perhaps never end. `-` is standard input.
pub(crate) fn refuse_standard_output(input: &Path) -> Result<()> {
    let output = Path::new(STANDARD_OUTPUT);
    if is_regular_file(output) && is_same_file(output, input) {
        bail!(
            "{} is also standard output; send the output to another file",
            name(input)
        );
    }
    Ok(())
}

/// The names that Unix systems have for the standard streams. Elsewhere there are no such
/// files, and nothing is refused.
const STANDARD_INPUT: &str = "/dev/stdin";
const STANDARD_OUTPUT: &str = "/dev/stdout";

fn is_regular_file(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| data.is_file())
}

/// Refuses the name of an output that promises another format than the one that is
/// written. A name may promise none.
pub(crate) fn check_name(flag: &str, path: Option<&Path>, extension: &str) -> Result<()> {
    let promised = path.and_then(Path::extension);
    match (path, promised) {
        (Some(path), Some(promised)) if !promised.eq_ignore_ascii_case(extension) => bail!(
            "{flag} writes a .{extension} file; '{}' is a name for another format",
            path.display()
        ),
        _ => Ok(()),
    }
}

/// Reads everything, but no more than `most` bytes.
fn read_bounded(input: impl Read, most: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        bail!("there are more than {most} bytes; give the name of a file");
    }
    Ok(bytes)
}

/// Refuses an output that is one of the inputs, or a link to one: they would be lost. `-` is
/// standard input.
///
/// A device or a pipe can be both.
pub(crate) fn refuse_own_input<'a>(
    output: &Path,
    inputs: impl IntoIterator<Item = &'a Path>,
) -> Result<()> {
    let Ok(target) = fs::canonicalize(output) else {
        return Ok(());
    };
    if !is_regular_file(&target) {
        return Ok(());
    }
    for input in inputs {
        if is_same_file(&target, input) {
            bail!(
                "'{}' is also read from; name another file to write to",
                output.display()
            );
        }
    }
    Ok(())
}

/// Whether two outputs are one file, which the second would replace. They need not be there
/// yet. Two streams, as `-` and `/dev/stdout`, are written one after the other.
pub(crate) fn is_same_output(one: &Path, other: &Path) -> bool {
    if one == other || (is_regular_file(one) && is_same_file(one, other)) {
        return true;
    }
    // Of files to be made the folder is there already.
    let place = |path: &Path| {
        let path = follow_links(path).ok()?;
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
        Some(folder.join(path.file_name()?))
    };
    place(one).is_some_and(|place_of_one| Some(place_of_one) == place(other))
}

fn is_same_file(target: &Path, input: &Path) -> bool {
    let input = match input == Path::new("-") {
        true => Path::new(STANDARD_INPUT),
        false => input,
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        // Hard links are other names of the same file.
        if let (Ok(target), Ok(input)) = (fs::metadata(target), fs::metadata(input)) {
            return (target.dev(), target.ino()) == (input.dev(), input.ino());
        }
    }
    fs::canonicalize(input).is_ok_and(|input| input == target)
}

/// Refuses `-` for an output that must not be mixed with the answer on standard output.
pub(crate) fn refuse_dash(flag: &str, path: Option<&Path>) -> Result<()> {
    match path == Some(Path::new("-")) {
        true => bail!("{flag} needs the name of a file; standard output has the answer"),
        false => Ok(()),
    }
}

/// Refuses an output that cannot be written, before there is anything to write. A pipe is not
/// opened: its reader would take that for the whole output.
pub(crate) fn check_output(path: &Path) -> Result<()> {
    if path == Path::new("-") {
        return Ok(());
    }
    let name = path.display();
    let checked = match fs::metadata(path) {
        Ok(data) if data.is_dir() => bail!("cannot write '{name}': it is a folder"),
        Ok(data) if data.is_file() => OpenOptions::new().write(true).open(path).map(drop),
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            follow_links(path).and_then(|path| AtomicWriteFile::open(path)?.discard())
        }
        Err(error) => Err(error),
    };
    checked.with_context(|| format!("cannot write '{name}'"))
}

/// Writes a file completely or not at all. A failure leaves the old file as it was, and
/// nothing else. So does a signal, if the file system has files without a name
/// (`O_TMPFILE`): the new file gets a name only when it is complete. A signal just between
/// that moment and the next, when it takes the place of the old one, leaves it behind.
///
/// What was written is on the disk before it takes the place of the old file. A symbolic
/// link stays, and the file it names is written. Permissions and, as far as the system
/// lets us, the owner of a file that is replaced are kept. What is not a regular file, such
/// as a device or a pipe, cannot be replaced and is written to directly. So is what is open
/// already: `-` and `/dev/stdout` are standard output.
pub(crate) fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<FileSink<'_>>) -> Result<()>,
) -> Result<()> {
    write_whole_if(path, &Allow, write)
}

/// Writes a file if the gate lets every step pass.
fn write_whole_if(
    path: &Path,
    gate: &dyn Gate,
    write: impl FnOnce(&mut BufWriter<FileSink<'_>>) -> Result<()>,
) -> Result<()> {
    let name = path.display();
    if let Some(stream) =
        stream::open_stream(path).with_context(|| format!("cannot write '{name}'"))?
    {
        return write_buffered(&stream, gate, write)
            .with_context(|| format!("cannot write '{name}'"));
    }
    let written = match fs::metadata(path) {
        Ok(data) if data.is_dir() => bail!("cannot write '{name}': it is a folder"),
        Ok(data) if data.is_file() => replace(path, gate, write),
        Ok(_) => write_directly(path, gate, write),
        Err(error) if error.kind() == io::ErrorKind::NotFound => create(path, gate, write),
        Err(error) => Err(error.into()),
    };
    written.with_context(|| format!("cannot write '{name}'"))
}

fn write_directly(
    path: &Path,
    gate: &dyn Gate,
    write: impl FnOnce(&mut BufWriter<FileSink<'_>>) -> Result<()>,
) -> Result<()> {
    gate.pass(FileStep::Open)?;
    let file = OpenOptions::new().write(true).open(path)?;
    write_buffered(&file, gate, write)
}

fn replace(
    path: &Path,
    gate: &dyn Gate,
    write: impl FnOnce(&mut BufWriter<FileSink<'_>>) -> Result<()>,
) -> Result<()> {
    // Replacing a file needs the right to write to its folder only. Refuse to
    // replace one that may not be written to.
    drop(OpenOptions::new().write(true).open(path)?);
    create(path, gate, write)
}

/// Writes a new file, which has no name before it is complete where the file
/// system can do that, and puts it in the place of the old one.
fn create(
    path: &Path,
    gate: &dyn Gate,
    write: impl FnOnce(&mut BufWriter<FileSink<'_>>) -> Result<()>,
) -> Result<()> {
    gate.pass(FileStep::Open)?;
    let part = AtomicWriteFile::open(follow_links(path)?)?;
    write_buffered(part.as_file(), gate, write)?;
    drop_set_id(part.as_file())?;
    gate.pass(FileStep::Sync)?;
    part.as_file().sync_all()?;
    gate.pass(FileStep::Rename)?;
    // It syncs the folder as well.
    Ok(part.commit()?)
}

/// A program that runs with the rights of its owner loses that when it is written to, as with any
/// other command. The new owner may be another.
fn drop_set_id(file: &File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        const SET_ID: u32 = 0o6000;
        let mode = file.metadata()?.permissions().mode();
        if mode & SET_ID != 0 {
            file.set_permissions(fs::Permissions::from_mode(mode & 0o7777 & !SET_ID))?;
        }
    }
    #[cfg(not(unix))]
    let _ = file;
    Ok(())
}

fn write_buffered(
    file: &File,
    gate: &dyn Gate,
    write: impl FnOnce(&mut BufWriter<FileSink<'_>>) -> Result<()>,
) -> Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, FileSink::new(file, gate));
    let written = write(&mut out);
    let flushed = written.and_then(|()| Ok(out.flush()?));
    // What is left of a failure must not be written when the buffer is dropped.
    drop(out.into_parts());
    flushed
}

/// Returns the path at the end of symbolic links, where there may be no file yet.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(target) = fs::read_link(&path) else {
            return Ok(path);
        };
        path = match path.parent() {
            Some(folder) => folder.join(target),
            None => target,
        };
    }
    Err(io::Error::other("too many symbolic links"))
}

#[cfg(test)]
mod fault_tests;
#[cfg(test)]
mod tests;
