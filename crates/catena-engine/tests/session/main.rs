//! A model of a UCI session drives the real program with random commands at random speed.
//!
//! The model knows which answers are due, in which order, and which may not come yet. The
//! gaps between commands are from nothing to a few milliseconds, where `stop` used to be
//! lost.

#![expect(clippy::unwrap_used, reason = "tests fail by it")]

mod model;
mod program;

use std::thread;
use std::time::Duration;

use catena_chess::Variant;
use fastrand::Rng;

use self::model::Model;
use self::program::Program;

/// How many sessions are played.
const SESSIONS: u64 = 150;

/// How many commands a session has, before the end.
const COMMANDS: usize = 40;

#[test]
fn every_command_is_answered_in_its_turn_at_any_speed() {
    for seed in 0..SESSIONS {
        let variant = [Variant::Chess, Variant::Sscc][usize::from(seed % 2 == 1)];
        play(seed, variant);
    }
}

fn play(seed: u64, variant: Variant) {
    let mut random = Rng::with_seed(seed);
    let mut model = Model::new(variant);
    let mut program = Program::start();
    if random.bool() {
        program.line_end = "\r\n";
    }
    program.send(&format!("setoption name UCI_Variant value {variant}"));
    let longest_gap = [0, 0, 300, 1_000, 5_000][random.usize(..5)];
    for _ in 0..COMMANDS {
        let line = model.next_command(&mut random);
        program.send(&line);
        if random.u8(..12) == 0 {
            // A program may wait for the answer, whatever runs.
            program.wait_for("readyok", model.ready());
            assert!(
                program.answers().len() <= model.due(),
                "seed {seed}: an answer came before it was due\n{}",
                program.transcript()
            );
        }
        if longest_gap > 0 {
            thread::sleep(Duration::from_micros(random.u64(..longest_gap)));
        }
    }
    if random.bool() {
        program.send(&model.stop());
    }
    match random.bool() {
        true => program.send("quit"),
        false => program.hang_up(),
    }
    let output = program.end();
    if let Err(what) = model.check(&output) {
        panic!("seed {seed}: {what}\n{}", output.join("\n"));
    }
}

#[test]
fn a_stop_is_for_the_search_before_it_even_if_that_still_waits() {
    let mut program = Program::start();
    for line in [
        "position startpos",
        "go infinite",
        "stop",
        "position startpos moves e2e4",
        "go infinite",
        "stop",
    ] {
        program.send(line);
    }
    program.wait_for("bestmove", 2);
    program.send("quit");
    program.end();
}

#[test]
fn many_threads_do_not_delay_the_answer() {
    let mut program = Program::start();
    program.send("setoption name Threads value 256");
    program.wait_for("info string", 1);
    program.send("go movetime 100");
    program.wait_for("bestmove", 1);
    program.send("quit");
    program.end();
}

/// Words in another encoding made it panic.
#[cfg(unix)]
#[test]
fn words_that_are_no_text_are_refused() {
    use std::os::unix::ffi::OsStrExt as _;

    let output = std::process::Command::new(env!("CARGO_BIN_EXE_catena-uci"))
        .arg(std::ffi::OsStr::from_bytes(b"\xff"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.starts_with("catena: unknown command '"), "{errors}");
}
