//! [`WorkFolder`]: a folder that is one executor's alone.
//!
//! Ballista deletes all folders that it finds in its own one when they are old, and when
//! it ends. So an executor never uses the folder of the user itself, but a new one in it.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use tempfile::TempDir;

/// How the names of the folders begin.
const PREFIX: &str = "catena-executor-";

/// A file in the folder that is locked as long as its executor runs.
const LOCK: &str = "lock";

/// A folder for intermediate results, which is removed at the end.
#[derive(Debug)]
pub(crate) struct WorkFolder {
    folder: TempDir,
    _lock: File,
}

impl WorkFolder {
    /// A new folder in this one, which is created if there is none. What executors have
    /// left there that were killed is removed, and nothing else.
    pub(crate) fn create_in(parent: &Path) -> Result<WorkFolder> {
        let cannot_create = || format!("cannot create a folder in '{}'", parent.display());
        fs::create_dir_all(parent).with_context(cannot_create)?;
        remove_abandoned(parent).with_context(cannot_create)?;
        WorkFolder::new_in(parent).with_context(cannot_create)
    }

    fn new_in(parent: &Path) -> io::Result<WorkFolder> {
        let folder = TempDir::with_prefix_in(PREFIX, parent)?;
        // The file has its name only when it is locked: a file of this name that nobody
        // has locked is that of an executor that has ended.
        let unlocked = folder.path().join("unlocked");
        let lock = File::create(&unlocked)?;
        lock.lock()?;
        fs::rename(unlocked, folder.path().join(LOCK))?;
        let work_folder = WorkFolder {
            folder,
            _lock: lock,
        };
        fs::create_dir(work_folder.data())?;
        Ok(work_folder)
    }

    /// The folder for Ballista, with nothing else in it.
    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }
}

/// Removes the folders of executors that have ended without doing so.
fn remove_abandoned(parent: &Path) -> io::Result<()> {
    for entry in fs::read_dir(parent)? {
        let entry = entry?;
        let name = entry.file_name();
        let is_ours = name.to_string_lossy().starts_with(PREFIX) && entry.file_type()?.is_dir();
        if is_ours
            && let Ok(lock) = File::open(entry.path().join(LOCK))
            && lock.try_lock().is_ok()
        {
            // It may belong to another user, or another executor removes it too.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_folders_of_ended_executors_are_removed() {
        let parent = tempfile::tempdir().expect("a folder");
        let path = |name: &str| parent.path().join(name);
        fs::create_dir_all(path("games/2024")).expect("a folder");
        fs::create_dir_all(path("catena-executor-notes")).expect("a folder");
        let running = WorkFolder::create_in(parent.path()).expect("a folder");
        // As a killed executor leaves it.
        fs::create_dir_all(path("catena-executor-killed/data/job")).expect("a folder");
        fs::write(path("catena-executor-killed/lock"), "").expect("a file");
        let next = WorkFolder::create_in(parent.path()).expect("a folder");
        assert!(!path("catena-executor-killed").exists());
        for kept in [
            path("games/2024"),
            path("catena-executor-notes"),
            running.data(),
            next.data(),
        ] {
            assert!(kept.is_dir(), "{}", kept.display());
        }
        let ended = running.data();
        drop(running);
        assert!(!ended.exists() && next.data().exists());
    }
}
