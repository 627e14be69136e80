//! Every step of writing a file fails once, and nothing is lost.

use std::cell::{Cell, RefCell};
use std::os::unix::fs::MetadataExt as _;
use std::rc::Rc;

use super::step::{Allow, FileStep, Gate};
use super::tests::TestFolder;
use super::*;

/// Lets one step fail, by its number.
#[derive(Clone, Debug, Default)]
struct FailOnce {
    at: usize,
    passed: Rc<Cell<usize>>,
    failed: Rc<RefCell<Option<FileStep>>>,
}

impl FailOnce {
    fn new(at: usize) -> FailOnce {
        FailOnce {
            at,
            ..FailOnce::default()
        }
    }

    fn failed(&self) -> Option<FileStep> {
        *self.failed.borrow()
    }
}

impl Gate for FailOnce {
    fn pass(&self, step: FileStep) -> io::Result<()> {
        let number = self.passed.replace(self.passed.get() + 1);
        if number == self.at {
            self.failed.replace(Some(step));
            return Err(io::ErrorKind::StorageFull.into());
        }
        Ok(())
    }
}

/// More than one write.
fn large() -> Vec<u8> {
    vec![b'x'; 5 << 20]
}

#[test]
fn every_step_that_fails_leaves_the_old_file_whole_and_nothing_else() {
    for old in [None, Some("old")] {
        let mut failed = Vec::new();
        for at in 0.. {
            let folder = TestFolder::new(&format!("fault-{}-{at}", old.is_some()));
            let path = folder.path("a.txt");
            if let Some(old) = old {
                fs::write(&path, old).unwrap();
            }
            let gate = FailOnce::new(at);
            let written = write_whole_if(&path, &gate, |out| Ok(out.write_all(&large())?));
            let Some(step) = gate.failed() else {
                written.unwrap();
                assert_eq!(fs::read(&path).unwrap(), large());
                break;
            };
            failed.push(step);
            let error = format!("{:#}", written.unwrap_err());
            assert!(error.starts_with("cannot write '"), "{error}");
            assert_eq!(fs::read_to_string(&path).ok().as_deref(), old, "{step:?}");
            assert_eq!(folder.names().len(), usize::from(old.is_some()), "{step:?}");
        }
        failed.dedup();
        use FileStep::{Open, Rename, Sync, Write};
        assert_eq!(failed, [Open, Write, Sync, Rename]);
    }
}

#[test]
fn every_step_that_fails_leaves_what_was_added_before() {
    let mut failed = Vec::new();
    for at in 0.. {
        let folder = TestFolder::new(&format!("append-{at}"));
        let path = folder.path("a.txt");
        fs::write(&path, "before\n").unwrap();
        let gate = FailOnce::new(at);
        let add = || -> Result<()> {
            let mut file = AppendedFile::open_if(&path, Box::new(gate.clone()))?;
            file.append(b"one\n")?;
            file.append(b"two\n")?;
            file.finish()
        };
        let added = add();
        let text = fs::read_to_string(&path).unwrap();
        let Some(step) = gate.failed() else {
            added.unwrap();
            assert_eq!(text, "before\none\ntwo\n");
            break;
        };
        failed.push(step);
        added.unwrap_err();
        let pieces = ["before\n", "before\none\n", "before\none\ntwo\n"];
        assert!(pieces.contains(&text.as_str()), "{step:?}: {text}");
    }
    use FileStep::{Open, Sync, Write};
    assert_eq!(failed, [Open, Write, Write, Sync]);
}

#[test]
fn every_step_of_a_resumable_file_that_fails_leaves_the_old_one_and_can_be_repeated() {
    let mut failed = Vec::new();
    for at in 0.. {
        let folder = TestFolder::new(&format!("resumable-{at}"));
        let path = folder.path("a.txt");
        fs::write(&path, "old").unwrap();
        let run = |gate: Box<dyn Gate>| -> Result<()> {
            let mut file = ResumableFile::open_if(&ResumablePath::new(&path)?, 0, gate)?;
            file.append(b"one\n")?;
            file.sync()?;
            file.append(b"two\n")?;
            file.finish()
        };
        let gate = FailOnce::new(at);
        let ended = run(Box::new(gate.clone()));
        let Some(step) = gate.failed() else {
            ended.unwrap();
            break;
        };
        failed.push(step);
        ended.unwrap_err();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old", "{step:?}");
        run(Box::new(Allow)).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\n");
        assert_eq!(folder.names(), ["a.txt"]);
    }
    use FileStep::{Open, Rename, Sync, Write};
    assert_eq!(failed, [Open, Write, Sync, Write, Sync, Rename]);
}

/// A file system that is full takes a part of a piece; nobody sees that part later.
#[test]
fn a_piece_that_is_written_in_part_is_removed_again() {
    /// Fails at the second write of a piece.
    struct Half(Cell<usize>, File);
    impl Gate for Half {
        fn pass(&self, step: FileStep) -> io::Result<()> {
            if step == FileStep::Write {
                // As if the first part had fitted.
                (&self.1).write_all(b"a part")?;
                self.0.set(self.0.get() + 1);
                return Err(io::ErrorKind::StorageFull.into());
            }
            Ok(())
        }
    }
    let folder = TestFolder::new("append-part");
    let path = folder.path("a.txt");
    fs::write(&path, "before\n").unwrap();
    let other = OpenOptions::new().append(true).open(&path).unwrap();
    let gate = Box::new(Half(Cell::new(0), other));
    let mut file = AppendedFile::open_if(&path, gate).unwrap();
    file.append(b"a piece").unwrap_err();
    assert_eq!(fs::read_to_string(&path).unwrap(), "before\n");
}

#[test]
fn a_new_file_to_which_nothing_was_added_is_removed() {
    let folder = TestFolder::new("append-unused");
    AppendedFile::open(&folder.path("a.txt"))
        .unwrap()
        .finish()
        .unwrap();
    assert!(folder.names().is_empty());
}

/// The link was removed, and the file stayed.
#[test]
fn a_link_to_a_new_file_stays_when_the_file_is_removed() {
    let folder = TestFolder::new("append-link");
    let link = folder.path("link");
    std::os::unix::fs::symlink("target", &link).unwrap();
    AppendedFile::open(&link).unwrap().finish().unwrap();
    assert_eq!(folder.names(), ["link"]);
}

/// A resumable file was one of the user's that runs with the user's rights.
#[test]
fn the_mode_is_kept_but_not_the_right_to_run_as_the_owner() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = TestFolder::new("set-id");
    let path = folder.path("a.txt");
    for is_resumable in [false, true] {
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o6751)).unwrap();
        if is_resumable {
            let path = ResumablePath::new(&path).unwrap();
            ResumableFile::open(&path, 0).unwrap().finish().unwrap();
        } else {
            write_whole(&path, |out| Ok(out.write_all(b"new")?)).unwrap();
        }
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o7777, 0o751, "{is_resumable}");
    }
}

#[test]
fn the_owner_is_kept_as_far_as_the_system_lets_us() {
    let folder = TestFolder::new("owner");
    let path = folder.path("a.txt");
    fs::write(&path, "old").unwrap();
    // Only a superuser can give a file away.
    let given = std::os::unix::fs::chown(&path, Some(12_345), Some(54_321)).is_ok();
    let before = fs::metadata(&path).unwrap();
    write_whole(&path, |out| Ok(out.write_all(b"new")?)).unwrap();
    let after = fs::metadata(&path).unwrap();
    assert_eq!((before.uid(), before.gid()), (after.uid(), after.gid()));
    assert_eq!(given, after.uid() == 12_345);
}

#[test]
fn an_output_that_is_an_input_is_refused() {
    let folder = TestFolder::new("own-input");
    let (input, link, hard) = (folder.path("a"), folder.path("b"), folder.path("c"));
    fs::write(&input, "").unwrap();
    std::os::unix::fs::symlink("a", &link).unwrap();
    fs::hard_link(&input, &hard).unwrap();
    for output in [&input, &link, &hard] {
        let error = refuse_own_input(output, [input.as_path()]).unwrap_err();
        assert!(error.to_string().contains("is also read from"), "{error}");
    }
    refuse_own_input(&folder.path("new"), [input.as_path()]).unwrap();
    refuse_own_input(Path::new("/dev/null"), [Path::new("/dev/null")]).unwrap();
}

#[test]
fn standard_input_is_bounded() {
    assert_eq!(read_bounded(&b"12345"[..], 5).unwrap(), b"12345");
    let error = read_bounded(io::repeat(b'x'), 5).unwrap_err();
    assert_eq!(
        error.to_string(),
        "there are more than 5 bytes; give the name of a file"
    );
}
