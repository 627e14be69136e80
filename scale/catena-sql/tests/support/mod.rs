//! Runs the command as a user would.
#![allow(dead_code, reason = "each test uses a part")]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output};
use std::time::{Duration, Instant};

/// The games that the project carries.
pub(crate) fn games() -> PathBuf {
    root().join("crates/catena-chess/tests/data/games.pgn")
}

/// Games with start positions, variations and errors.
pub(crate) fn mixed() -> PathBuf {
    root().join("scale/catena-sql/tests/data/mixed.pgn")
}

/// A file of so many games, each with a site of its own.
pub(crate) fn numbered_games(path: &Path, count: usize) {
    let text = fs::read_to_string(games()).expect("a file");
    let sections: Vec<&str> = text.split("[Event ").skip(1).collect();
    let mut out = String::new();
    for (number, section) in sections.iter().cycle().take(count).enumerate() {
        let site = section.find("[Site ").expect("a tag");
        let rest = &section[site..];
        let after = rest.find('\n').expect("a line") + site;
        out += &format!(
            "[Event {}[Site \"game {number}\"]{}",
            &section[..site],
            &section[after..]
        );
    }
    fs::write(path, out).expect("a file");
}

fn root() -> PathBuf {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    crate_folder
        .ancestors()
        .nth(2)
        .expect("a repository")
        .into()
}

/// Runs `catena-sql`.
pub(crate) fn sql(program: &Path, args: &[&str]) -> Output {
    Command::new(program).args(args).output().expect("it runs")
}

/// Does as Ctrl-C does, once the program expects that.
pub(crate) fn interrupt(program: &Child) {
    send(program, INTERRUPT);
}

/// The numbers of signals.
pub(crate) const HANGUP: u32 = 1;
pub(crate) const INTERRUPT: u32 = 2;
pub(crate) const TERMINATE: u32 = 15;

/// Sends a signal to a program as soon as it handles it.
pub(crate) fn send(program: &Child, signal: u32) {
    let patience = Instant::now() + Duration::from_secs(600);
    while caught_signals(program) & (1 << (signal - 1)) == 0 {
        assert!(
            Instant::now() < patience,
            "it never expects signal {signal}"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
    let pid = program.id().to_string();
    let kill = Command::new("kill")
        .args([&format!("-{signal}"), &pid])
        .status();
    assert!(kill.expect("kill runs").success());
}

/// The signals that a program handles itself, a bit for each, by the kernel of Linux.
fn caught_signals(program: &Child) -> u64 {
    let path = format!("/proc/{}/status", program.id());
    let status = fs::read_to_string(path).expect("the program runs");
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    u64::from_str_radix(caught.expect("a line").trim(), 16).expect("a number")
}

/// The time of the processor that a program has used, by the kernel of Linux.
pub(crate) fn cpu_seconds(program: &Child) -> f64 {
    let path = format!("/proc/{}/stat", program.id());
    let stat = fs::read_to_string(path).expect("the program runs");
    // The name, in parentheses, may have spaces. User and system time are the 14th and the
    // 15th field, in hundredths of a second.
    let (_, fields) = stat.rsplit_once(')').expect("a name");
    let times = fields.split_whitespace().skip(11).take(2);
    times
        .map(|time| time.parse::<f64>().expect("a number") / 100.0)
        .sum()
}

/// The output of a successful run, and what it said on standard error.
#[track_caller]
pub(crate) fn succeed(program: &Path, args: &[&str]) -> (String, String) {
    let output = sql(program, args);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert!(output.status.success(), "{args:?}: {err}");
    (out, err)
}

/// The sentence of a run that fails as errors should: exit code 2, nothing on standard
/// output, one line on standard error.
#[track_caller]
pub(crate) fn fail(program: &Path, args: &[&str]) -> String {
    let output = sql(program, args);
    let err = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2), "{args:?}: {err}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{args:?}");
    assert_eq!(err.lines().count(), 1, "{err}");
    err
}

/// What `catena annotate --stats` counts: games and chains. `None` if there is no such
/// command: `CATENA` names it, and `scripts/test-scale` sets it.
pub(crate) fn annotate(file: &Path) -> Option<(u64, u64)> {
    let Some(catena) = std::env::var_os("CATENA") else {
        assert!(
            std::env::var_os("CATENA_REQUIRE_TOOLS").is_none(),
            "CATENA does not name the command"
        );
        eprintln!("skipped: CATENA does not name the command");
        return None;
    };
    let output = Command::new(catena)
        .args(["annotate", "--stats", "--format", "json"])
        .arg(file)
        .output()
        .expect("catena runs");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let number = |key: &str| json[key].as_u64().expect("a number");
    Some((number("games"), number("chains")))
}

/// A disk with little room. It is gone with the value.
pub(crate) struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    /// A disk of so many KiB. `None`, which is said, where it cannot be mounted: that needs
    /// Linux and root.
    pub(crate) fn new(kib: u32) -> Option<SmallDisk> {
        let folder = tempfile::tempdir().expect("a folder");
        if mount(&format!("size={kib}k"), folder.path()) {
            return Some(SmallDisk(folder));
        }
        // Not by a macro, whose output tests that succeed do not show.
        let _ = writeln!(
            std::io::stderr(),
            "skipped: a small disk cannot be mounted here"
        );
        None
    }

    /// Makes it larger.
    pub(crate) fn grow(&self, kib: u32) {
        assert!(mount(&format!("remount,size={kib}k"), self.path()));
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }
}

fn mount(options: &str, folder: &Path) -> bool {
    let mut command = Command::new("mount");
    command.args(["-t", "tmpfs", "-o", options, "tmpfs"]);
    let output = command.arg(folder).output();
    output.is_ok_and(|output| output.status.success())
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily, since a program that the test has ended may still have it open.
        let _ = Command::new("umount").arg("-l").arg(self.path()).status();
    }
}
