//! What NumPy, tifffile and nibabel write is read as they read it.

use std::process::Command;

use crate::run::Scratch;

/// Returns the path of an interpreter that has the packages.
fn python() -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python-venv");
    let output = Command::new("bash")
        .args([script, env!("CARGO_TARGET_TMPDIR")])
        .output()
        .expect("bash runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "tests/python-venv: {errors}");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// Every dtype, byte order, memory order and container, with thresholds and
/// without. The labels of all cells must be those of the array of booleans that
/// NumPy makes with the same threshold.
const SCRIPT: &str = r#"
import json, subprocess, sys
import nibabel, numpy as np, tifffile

catena, has_nifti = sys.argv[1], sys.argv[2] == "true"
random = np.random.default_rng(7)
compared = 0

def labels(command, file, *arguments):
    command = [catena, command, file, "--labels", "labels.npy", "--format", "json", *arguments]
    if command[1] == "grid":
        command += ["--min-size", "1"]
    found = subprocess.run(command, capture_output=True, text=True)
    assert found.returncode == 0, (command, found.stderr)
    return json.loads(found.stdout), np.load("labels.npy")

THRESHOLDS = ["0.7", "1", "-0.5", "otsu"]

def compare(command, file, values, thresholds):
    """The values as NumPy has them, indexed as in the file of booleans."""
    global compared
    for threshold in thresholds:
        arguments = [] if threshold is None else ["--threshold", threshold]
        report, found = labels(command, file, *arguments)
        if threshold is None:
            cells = values != 0
        elif threshold == "otsu":
            cells = values.astype("f8") >= report["threshold"]
        elif values.dtype.kind == "f":
            cells = values >= values.dtype.type(threshold)
        else:
            cells = values >= float(threshold)
        np.save("cells.npy", cells)
        expected_report, expected = labels(command, "cells.npy")
        assert (found == expected).all(), (command, file, values.dtype, threshold)
        assert report["occupied"] == cells.sum() == expected_report["occupied"]
        compared += 1

for kind in "? u1 u2 u4 u8 i1 i2 i4 i8 f2 f4 f8".split():
    for byte_order in "<>":
        for order in "CF":
            for command, shape in ("grid", (7, 9)), ("volume", (4, 5, 6)):
                values = random.integers(0, 3, shape) - (kind[0] in "if")
                values = (values * (0.7 if kind[0] == "f" else 1)).astype(kind)
                stored = np.asarray(values, dtype=values.dtype.newbyteorder(byte_order), order=order)
                np.save("array.npy", stored)
                np.savez("array.npz", stored)
                np.savez_compressed("packed.npz", name=stored)
                compare(command, "array.npy", values, [None, *THRESHOLDS])
                compare(command, "array.npz", values, [None])
                compare(command, "packed.npz", values, ["otsu"])

for kind in "u1 u2 u4 u8 i1 i2 i4 i8 f2 f4 f8".split():
    for byte_order in "<>":
        values = random.integers(0, 3, (7, 9)) - (kind[0] in "if")
        values = (values * (0.7 if kind[0] == "f" else 1)).astype(kind)
        tifffile.imwrite("image.tif", values, byteorder=byte_order, photometric="minisblack")
        compare("grid", "image.tif", values, THRESHOLDS)

for kind in "u1 u2 u4 u8 i1 i2 i4 i8 f4 f8".split() if has_nifti else []:
    for byte_order in "<>":
        values = random.integers(0, 3, (4, 5, 6)) - (kind[0] in "if")
        values = (values * (0.7 if kind[0] == "f" else 1)).astype(kind)
        header = nibabel.Nifti1Header(endianness=byte_order)
        scan = nibabel.Nifti1Image(values, np.eye(4), header=header, dtype=values.dtype)
        for file in "scan.nii", "scan.nii.gz":
            nibabel.save(scan, file)
            # The first axis is the column.
            compare("volume", file, values.T, [None, "1"])
print(compared)
"#;

#[test]
#[ignore = "needs Python with python-chess: scripts/test-tools runs it"]
fn arrays_images_and_scans_are_read_as_python_reads_them() {
    let python = python();
    let scratch = Scratch::new("python");
    let has_nifti = cfg!(feature = "nifti").to_string();
    let output = Command::new(python)
        .args(["-c", SCRIPT, env!("CARGO_BIN_EXE_catena"), &has_nifti])
        .current_dir(&scratch.0)
        .output()
        .expect("python runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let compared: u32 = String::from_utf8_lossy(&output.stdout)
        .trim()
        .parse()
        .expect("a number");
    assert!(compared >= 12 * 2 * 2 * 2 * 7 + 11 * 2 * 4, "{compared}");
}

/// A game at a terminal: the arrow keys edit the line and bring back earlier ones.
const TERMINAL: &str = r#"
import os, pty, re, sys, time

game = sys.argv[2]
child, terminal = pty.fork()
if child == 0:
    os.environ["TERM"] = "xterm"
    os.execv(sys.argv[1], [sys.argv[1], "play", "--ascii", "-o", game])
seen = b""

def wait_for(text):
    global seen
    while text not in seen:
        seen += os.read(terminal, 4096)
    seen = seen.split(text, 1)[1]

LEFT, UP = b"\x1b[D", b"\x1b[A"
wait_for(b"First (White)> ")
# x4, and then e instead of the x.
os.write(terminal, b"x4" + LEFT + b"\x7fe\r")
wait_for(b"Second (Black)> ")
os.write(terminal, b"e5\r")
wait_for(b"First (White)> ")
# e5 and e4 again, which is no legal move now, and Ctrl-D.
os.write(terminal, UP + UP + b"\r")
wait_for(b"the move 'e4' is not legal here")
# Before the prompt the terminal reads whole lines, and Ctrl-D would be no key.
wait_for(b"First (White)> ")
os.write(terminal, b"\x04")
_, status = os.waitpid(child, 0)
assert os.waitstatus_to_exitcode(status) == 0, status
assert open(game).read().endswith("1. e4 e5 *\n"), open(game).read()
"#;

#[test]
#[ignore = "needs Python with python-chess: scripts/test-tools runs it"]
fn arrow_keys_edit_the_line() {
    let scratch = Scratch::new("python-terminal");
    let output = Command::new("timeout")
        .args([
            "60",
            &python(),
            "-c",
            TERMINAL,
            env!("CARGO_BIN_EXE_catena"),
        ])
        .arg(scratch.file("game.pgn"))
        .output()
        .expect("python runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
}
