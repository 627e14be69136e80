//! [`UciClient`]: a process that speaks UCI.
//!
//! Every wait has an end, whatever the process does: a thread reads its output and
//! keeps only what matters, a second one writes to its input, and both pass a bounded
//! number of lines.

use std::io::{self, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use catena_engine::Signal;

use super::PlayerError;
use super::uci_reply::{BestMove, UciReader, UciReply};

/// How many lines wait on the way to and from the process.
const QUEUE: usize = 64;

/// How often a wait looks whether the match was stopped.
const POLL: Duration = Duration::from_millis(20);

/// How long the process may take to quit before it is ended.
const FAREWELL: Duration = Duration::from_millis(100);

/// A process that speaks UCI.
#[derive(Debug)]
pub(super) struct UciClient {
    program: String,
    child: Child,
    commands: SyncSender<String>,
    replies: Receiver<UciReply>,
}

impl UciClient {
    /// Starts the program: its path and its arguments, separated by spaces.
    pub(super) fn start(program: &str) -> Result<UciClient, PlayerError> {
        let failed = |reason: io::Error| PlayerError::Start {
            program: program.to_owned(),
            reason: reason.to_string(),
        };
        let mut child = command(program).spawn().map_err(failed)?;
        let gone = || failed(io::ErrorKind::BrokenPipe.into());
        let input = child.stdin.take().ok_or_else(gone)?;
        let output = child.stdout.take().ok_or_else(gone)?;
        let (sender, replies) = sync_channel(QUEUE);
        let (commands, queue) = sync_channel(QUEUE);
        let client = UciClient {
            program: program.to_owned(),
            child,
            commands,
            replies,
        };
        let thread = |name: &str| thread::Builder::new().name(name.to_owned());
        thread("uci-output")
            .spawn(move || {
                let mut reader = UciReader::new(BufReader::new(output));
                while let Ok(Some(reply)) = reader.next() {
                    if sender.send(reply).is_err() {
                        return;
                    }
                }
            })
            .map_err(failed)?;
        thread("uci-input")
            .spawn(move || write_commands(input, &queue))
            .map_err(failed)?;
        Ok(client)
    }

    /// The program, as it was started.
    pub(super) fn program(&self) -> &str {
        &self.program
    }

    /// Sends `uci` and returns whether the program knows Switch-Side Chain-Chess.
    pub(super) fn introduce(&mut self, patience: Duration) -> Result<bool, PlayerError> {
        self.send("uci")?;
        let mut knows_sscc = false;
        self.wait("uciok", patience, &Signal::default(), |reply| {
            knows_sscc |= reply == UciReply::KnowsSscc;
            (reply == UciReply::UciOk).then_some(())
        })?;
        Ok(knows_sscc)
    }

    /// Waits until the program has done all it was told.
    pub(super) fn synchronise(&mut self, patience: Duration) -> Result<(), PlayerError> {
        self.send("isready")?;
        self.wait("readyok", patience, &Signal::default(), |reply| {
            (reply == UciReply::ReadyOk).then_some(())
        })
    }

    /// Waits for the move of the program.
    pub(super) fn best_move(
        &mut self,
        patience: Duration,
        signal: &Signal,
    ) -> Result<BestMove, PlayerError> {
        self.wait("bestmove", patience, signal, |reply| match reply {
            UciReply::BestMove(best) => Some(best),
            _ => None,
        })
    }

    /// Sends a line. A process that has ended is noticed by the next wait.
    pub(super) fn send(&mut self, line: &str) -> Result<(), PlayerError> {
        let program = || self.program.clone();
        self.commands
            .try_send(format!("{line}\n"))
            .map_err(|error| match error {
                TrySendError::Full(_) => PlayerError::Deaf { program: program() },
                TrySendError::Disconnected(_) => PlayerError::Ended { program: program() },
            })
    }

    /// Waits for a reply that `accept` takes; `word` is its name.
    fn wait<T>(
        &mut self,
        word: &'static str,
        patience: Duration,
        signal: &Signal,
        mut accept: impl FnMut(UciReply) -> Option<T>,
    ) -> Result<T, PlayerError> {
        let start = Instant::now();
        let program = || self.program.clone();
        loop {
            if signal.is_stopped() {
                return Err(PlayerError::Stopped);
            }
            // The limit is on the whole wait, not on each line: a program that talks
            // about other things does not get more time.
            let left = patience.saturating_sub(start.elapsed());
            match self.replies.recv_timeout(left.min(POLL)) {
                Ok(reply) => {
                    if let Some(accepted) = accept(reply) {
                        return Ok(accepted);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PlayerError::Ended { program: program() });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if start.elapsed() > patience {
                let program = program();
                return Err(PlayerError::Silent { program, word });
            }
        }
    }
}

/// The command that starts the program.
fn command(program: &str) -> Command {
    let mut words = program.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or_default());
    command
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    // Ctrl-C in a terminal reaches every process of the group. It should end the
    // match, not make a program lose its game.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
}

/// Writes what it is sent until the process no longer reads.
fn write_commands(mut input: ChildStdin, queue: &Receiver<String>) {
    for line in queue {
        if input.write_all(line.as_bytes()).is_err() || input.flush().is_err() {
            return;
        }
    }
}

impl Drop for UciClient {
    fn drop(&mut self) {
        // Ask first; what does not listen is ended.
        let _ = self.send("quit");
        let start = Instant::now();
        while start.elapsed() < FAREWELL {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(1));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::UciClient;
    use crate::player::PlayerError;

    #[test]
    fn a_program_that_does_not_read_blocks_nobody() {
        let mut client = UciClient::start("sleep 600").unwrap();
        let line = "x".repeat(64 << 10);
        // A pipe holds a few lines of this length at most, the queue 64.
        let refused = (0..1000).find_map(|_| client.send(&line).err());
        assert!(matches!(refused, Some(PlayerError::Deaf { .. })));
    }
}
