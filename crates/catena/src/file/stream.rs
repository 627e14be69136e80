//! Outputs that are open already: standard output, and what the shell has opened for us.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// The file behind the name of an open stream: `-`, `/dev/stdout`, `/dev/fd/3` or a link to
/// one; `None` for other names.
///
/// Such a stream may be a regular file, in which others have written and will go on to write:
/// it must not be replaced, nor written from its start.
pub(super) fn open_stream(path: &Path) -> io::Result<Option<File>> {
    if path == Path::new("-") {
        return standard_output().map(Some);
    }
    #[cfg(unix)]
    if let Some(stream) = stream_name(path) {
        return match stream.file_name().and_then(|name| name.to_str()) {
            Some("1") => standard_output().map(Some),
            _ => OpenOptions::new().append(true).open(stream).map(Some),
        };
    }
    Ok(None)
}

/// Standard output with its place in the file, which both then share.
#[cfg(unix)]
fn standard_output() -> io::Result<File> {
    use std::os::fd::AsFd as _;
    Ok(File::from(io::stdout().as_fd().try_clone_to_owned()?))
}

#[cfg(windows)]
fn standard_output() -> io::Result<File> {
    use std::os::windows::io::AsHandle as _;
    Ok(File::from(io::stdout().as_handle().try_clone_to_owned()?))
}

/// The name of the stream, a number in a folder of descriptors, to which links lead.
#[cfg(unix)]
fn stream_name(path: &Path) -> Option<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..super::MAX_LINKS {
        let folder = path.parent()?;
        let is_ours = folder == Path::new("/dev/fd")
            || folder == Path::new("/proc/self/fd")
            || folder == Path::new(&format!("/proc/{}/fd", std::process::id()));
        if is_ours {
            return Some(path);
        }
        path = folder.join(fs::read_link(&path).ok()?);
    }
    None
}
