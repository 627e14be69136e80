//! What is in a folder after writing, and after failing to write.

use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::process::Command;
use std::thread;

use super::*;

/// A folder of one test, removed at the end.
pub(super) struct TestFolder(PathBuf);

impl TestFolder {
    pub(super) fn new(name: &str) -> TestFolder {
        let name = format!("catena-write-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        TestFolder(path)
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The names of all files in the folder, in order.
    pub(super) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(&self.0)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = fs::set_permissions(&self.0, fs::Permissions::from_mode(0o755));
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn write_text(path: &Path, text: &str) -> Result<()> {
    write_whole(path, |out| Ok(out.write_all(text.as_bytes())?))
}

/// Writes more than the buffer holds, and then fails.
fn fail_half_way(path: &Path) -> Result<()> {
    write_whole(path, |out| {
        out.write_all(&vec![b'x'; 3 << 20])?;
        bail!("no more")
    })
}

#[test]
fn a_file_is_created_and_replaced() {
    let folder = TestFolder::new("replace");
    let path = folder.path("a.txt");
    for text in ["one", "two, which is longer", "3"] {
        write_text(&path, text).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    assert_eq!(folder.names(), ["a.txt"]);
}

#[test]
fn a_failure_half_way_keeps_the_old_file() {
    let folder = TestFolder::new("half");
    let path = folder.path("a.txt");
    let error = fail_half_way(&path).unwrap_err();
    let expected = format!("cannot write '{}': no more", path.display());
    assert_eq!(format!("{error:#}"), expected);
    assert!(folder.names().is_empty());
    write_text(&path, "old").unwrap();
    fail_half_way(&path).unwrap_err();
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    assert_eq!(folder.names(), ["a.txt"]);
}

#[test]
fn a_file_has_no_partial_content_while_it_is_written() {
    let folder = TestFolder::new("while");
    let path = folder.path("a.txt");
    write_text(&path, "old").unwrap();
    write_whole(&path, |out| {
        out.write_all(&vec![b'x'; 3 << 20])?;
        assert_eq!(fs::read_to_string(&path)?, "old");
        Ok(())
    })
    .unwrap();
    assert_eq!(fs::metadata(&path).unwrap().len(), 3 << 20);
}

#[test]
fn permissions_are_kept() {
    let folder = TestFolder::new("mode");
    let path = folder.path("a.txt");
    write_text(&path, "old").unwrap();
    for mode in [0o600, 0o640, 0o755] {
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        write_text(&path, "new").unwrap();
        let kept = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(kept & 0o777, mode);
    }
}

#[test]
fn a_new_file_has_the_permissions_of_any_new_file() {
    let folder = TestFolder::new("new-mode");
    let (ours, other) = (folder.path("a.txt"), folder.path("b.txt"));
    write_text(&ours, "").unwrap();
    fs::write(&other, "").unwrap();
    let mode = |path| fs::metadata(path).unwrap().permissions().mode();
    assert_eq!(mode(ours), mode(other));
}

#[test]
fn a_missing_folder_and_a_folder_are_refused() {
    let folder = TestFolder::new("missing");
    let error = write_text(&folder.path("no/a.txt"), "new").unwrap_err();
    assert!(
        format!("{error:#}").contains("No such file or directory"),
        "{error:#}"
    );
    let error = write_text(&folder.0, "new").unwrap_err();
    assert!(format!("{error:#}").ends_with("': it is a folder"));
    assert!(write_text(Path::new(""), "new").is_err());
    assert!(folder.names().is_empty());
}

/// Superusers may write everywhere, so the same attempt without `write_whole`
/// tells what to expect.
#[test]
fn a_folder_without_the_right_to_write_is_left_alone() {
    let folder = TestFolder::new("folder-mode");
    let path = folder.path("a.txt");
    write_text(&path, "old").unwrap();
    fs::set_permissions(&folder.0, fs::Permissions::from_mode(0o555)).unwrap();
    let may_write = File::create(folder.path("b.txt")).is_ok();
    assert_eq!(write_text(&path, "new").is_ok(), may_write);
    let content = if may_write { "new" } else { "old" };
    assert_eq!(fs::read_to_string(&path).unwrap(), content);
}

#[test]
fn a_file_without_the_right_to_write_is_left_alone() {
    let folder = TestFolder::new("file-mode");
    let path = folder.path("a.txt");
    write_text(&path, "old").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    let may_write = OpenOptions::new().write(true).open(&path).is_ok();
    assert_eq!(write_text(&path, "new").is_ok(), may_write);
    let content = if may_write { "new" } else { "old" };
    assert_eq!(fs::read_to_string(&path).unwrap(), content);
    assert_eq!(folder.names(), ["a.txt"]);
}

#[test]
fn symbolic_links_are_followed_and_stay() {
    let folder = TestFolder::new("link");
    fs::create_dir(folder.path("deep")).unwrap();
    let file = folder.path("deep/a.txt");
    // A relative link to a link to the file, which is written before and after it
    // exists.
    symlink("deep/two", folder.path("one")).unwrap();
    symlink(&file, folder.path("deep/two")).unwrap();
    for text in ["new", "newer"] {
        write_text(&folder.path("one"), text).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    fail_half_way(&folder.path("one")).unwrap_err();
    assert_eq!(fs::read_to_string(&file).unwrap(), "newer");
    for link in ["one", "deep/two"] {
        let data = fs::symlink_metadata(folder.path(link)).unwrap();
        assert!(data.is_symlink(), "{link}");
    }
    assert!(!fs::symlink_metadata(&file).unwrap().is_symlink());
    assert_eq!(folder.names(), ["deep", "one"]);
}

#[test]
fn links_in_a_circle_are_refused() {
    let folder = TestFolder::new("circle");
    symlink("b", folder.path("a")).unwrap();
    symlink("a", folder.path("b")).unwrap();
    assert!(write_text(&folder.path("a"), "new").is_err());
    assert_eq!(folder.names(), ["a", "b"]);
}

#[test]
fn a_pipe_is_written_to_and_stays_a_pipe() {
    let folder = TestFolder::new("pipe");
    let pipe = folder.path("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    symlink("pipe", folder.path("link")).unwrap();
    for name in ["pipe", "link"] {
        let reader = {
            let pipe = pipe.clone();
            thread::spawn(move || fs::read_to_string(pipe).unwrap())
        };
        write_text(&folder.path(name), "through the pipe").unwrap();
        assert_eq!(reader.join().unwrap(), "through the pipe");
        let kind = fs::symlink_metadata(&pipe).unwrap().file_type();
        assert!(kind.is_fifo());
    }
    assert_eq!(folder.names(), ["link", "pipe"]);
}

#[test]
fn two_runs_do_not_add_to_one_file() {
    let folder = TestFolder::new("two-runs");
    let path = folder.path("games.pgn");
    let mut first = AppendedFile::open(&path).unwrap();
    first.append(b"one").unwrap();
    let error = AppendedFile::open(&path).map(drop).unwrap_err().to_string();
    assert!(error.ends_with("another run writes to it"), "{error}");
    first.finish().unwrap();
    let mut second = AppendedFile::open(&path).unwrap();
    second.append(b" two").unwrap();
    second.finish().unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "one two");
}
