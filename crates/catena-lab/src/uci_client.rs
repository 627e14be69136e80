//! Another engine, driven by UCI.

use std::io::{self, BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use catena_chess::{Decision, SsccPosition};

use crate::player::PlayerError;
use catena_chess::Variant;
use catena_engine::Limits;

/// How long an engine may take to start, and to answer after its time is up.
const PATIENCE: Duration = Duration::from_secs(10);

/// A process that speaks UCI.
#[derive(Debug)]
pub(crate) struct UciClient {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    name: String,
}

impl UciClient {
    /// Starts the program and waits until it is ready.
    pub(crate) fn start(
        program: &str,
        variant: Variant,
        options: &[(String, String)],
    ) -> Result<Self, PlayerError> {
        let failed = |reason: io::Error| PlayerError::Start {
            program: program.to_owned(),
            reason: reason.to_string(),
        };
        let mut words = program.split_whitespace();
        let mut child = Command::new(words.next().unwrap_or(""))
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let gone = || failed(io::ErrorKind::BrokenPipe.into());
        let input = child.stdin.take().ok_or_else(gone)?;
        let output = child.stdout.take().ok_or_else(gone)?;
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let mut client = UciClient {
            child,
            input,
            lines,
            name: program.to_owned(),
        };
        client.send("uci")?;
        let knows_sscc = client.introduction()?;
        if variant == Variant::Sscc {
            if !knows_sscc {
                return Err(PlayerError::ChessOnly {
                    program: program.to_owned(),
                });
            }
            client.send("setoption name UCI_Variant value sscc")?;
        }
        for (name, value) in options {
            client.send(&format!("setoption name {name} value {value}"))?;
        }
        client.send("ucinewgame")?;
        client.synchronise()?;
        Ok(client)
    }

    /// Reads what the program says of itself, and whether it has our variant.
    fn introduction(&mut self) -> Result<bool, PlayerError> {
        let mut knows_sscc = false;
        loop {
            let line = self.line("uciok", PATIENCE)?;
            knows_sscc |=
                line.starts_with("option name UCI_Variant ") && line.contains(" var sscc");
            if line.trim() == "uciok" {
                return Ok(knows_sscc);
            }
        }
    }

    pub(crate) fn new_game(&mut self) -> Result<(), PlayerError> {
        self.send("ucinewgame")?;
        self.synchronise()
    }

    fn synchronise(&mut self) -> Result<(), PlayerError> {
        self.send("isready")?;
        self.wait_for("readyok", PATIENCE).map(|_| ())
    }

    /// Asks for a move in the position that the plies lead to.
    pub(crate) fn choose(
        &mut self,
        start: &SsccPosition,
        plies: &[Decision],
        limits: &Limits,
    ) -> Result<String, PlayerError> {
        let mut position = start.clone();
        let mut command = format!("position fen {}", start.fen());
        for (at, &ply) in plies.iter().enumerate() {
            command.push_str(if at == 0 { " moves " } else { " " });
            command.push_str(&position.uci(ply));
            position.play_unchecked(ply);
        }
        self.send(&command)?;
        self.send(&go(limits))?;
        let clock = limits.clock(position.turn()).map(|clock| clock.time);
        let time = limits
            .move_time
            .or(clock)
            .unwrap_or(Duration::from_secs(600));
        let line = self.wait_for("bestmove", time + PATIENCE)?;
        let word = line.split_whitespace().nth(1).unwrap_or("");
        Ok(word.to_owned())
    }

    fn send(&mut self, line: &str) -> Result<(), PlayerError> {
        writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .map_err(|_| self.ended())
    }

    /// The next line that starts with the word.
    fn wait_for(&mut self, word: &str, patience: Duration) -> Result<String, PlayerError> {
        loop {
            let line = self.line(word, patience)?;
            if line.split_whitespace().next() == Some(word) {
                return Ok(line);
            }
        }
    }

    /// The next line; `word` is what the caller waits for.
    fn line(&mut self, word: &str, patience: Duration) -> Result<String, PlayerError> {
        self.lines
            .recv_timeout(patience)
            .map_err(|error| match error {
                RecvTimeoutError::Timeout => PlayerError::Silent {
                    program: self.name.clone(),
                    word: word.to_owned(),
                },
                RecvTimeoutError::Disconnected => self.ended(),
            })
    }

    fn ended(&self) -> PlayerError {
        PlayerError::Ended {
            program: self.name.clone(),
        }
    }
}

impl Drop for UciClient {
    fn drop(&mut self) {
        // Ask first; what does not listen is ended.
        let _ = self.send("quit");
        thread::sleep(Duration::from_millis(20));
        if !matches!(self.child.try_wait(), Ok(Some(_))) {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}

fn go(limits: &Limits) -> String {
    use core::fmt::Write as _;
    let mut text = "go".to_owned();
    for (clock, time, increment) in [
        (limits.white, "wtime", "winc"),
        (limits.black, "btime", "binc"),
    ] {
        if let Some(clock) = clock {
            let (left, added) = (clock.time.as_millis(), clock.increment.as_millis());
            let _ = write!(text, " {time} {left} {increment} {added}");
        }
    }
    if let Some(time) = limits.move_time {
        let _ = write!(text, " movetime {}", time.as_millis());
    }
    if let Some(depth) = limits.depth {
        let _ = write!(text, " depth {depth}");
    }
    if let Some(nodes) = limits.nodes {
        let _ = write!(text, " nodes {nodes}");
    }
    text
}
