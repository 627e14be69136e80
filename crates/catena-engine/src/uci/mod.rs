//! The Universal Chess Interface: one client of the [`Engine`].
//!
//! One thread reads lines, one searches, and the session between them owns the
//! engine whenever no search runs. Commands that need the engine wait in a
//! queue until the search is over; `stop`, `ponderhit`, `isready` and `quit` are
//! answered at once. Only `bench` and `go perft`, which end by themselves, are
//! finished first when `quit` or the end of input follows, as Stockfish does, so that
//! they can be piped in; but not for longer than twenty seconds. A command that
//! is wrong gets an `info string` and changes nothing.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod command;
mod format;
mod options;
mod perft;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use catena_chess::shakmaty::CastlingMode;
use catena_chess::{Decision, SsccPosition};

pub use command::{CommandError, Go, PositionCommand, UciCommand};
pub use options::{OptionError, Options, SwitchNotation};

use self::format::ReportFormat;
use crate::bench;
use crate::engine::{Engine, STACK, SearchReport, SearchResult};
use crate::limits::Limits;
use crate::signal::Signal;
use crate::tt::HashSizeError;

/// A line that is longer than this is refused: no command needs as much.
const MAX_LINE: u64 = 1 << 20;

/// How long `quit` and the end of input wait for a count to end.
const GRACE: Duration = Duration::from_secs(20);

/// What the session waits for.
enum Event {
    Line(String),
    TooLong,
    End,
    /// Text from the search.
    Output(String),
    /// The search is over and gives the engine back.
    Done(Box<Engine>),
}

/// Reads commands until `quit` or the end of input, and answers them.
///
/// # Errors
///
/// If the default hash does not fit into memory. An output that is closed is
/// no error: the session ends.
pub fn run<R, W>(options: Options, input: R, output: W) -> Result<(), HashSizeError>
where
    R: BufRead + Send + 'static,
    W: Write,
{
    let session = Session::new(options, output)?;
    let lines = session.sender.clone();
    // It ends with the input; a session that ends first leaves it behind.
    thread::spawn(move || read_lines(input, &lines));
    session.run();
    Ok(())
}

/// Runs one command and ends when it is done, as `catena uci bench` does.
///
/// # Errors
///
/// As [`run`].
pub fn run_once<W: Write>(options: Options, command: &str, output: W) -> Result<(), HashSizeError> {
    let mut session = Session::new(options, output)?;
    session.read(command);
    session.wait();
    Ok(())
}

fn read_lines(mut input: impl BufRead, events: &Sender<Event>) {
    loop {
        let mut bytes = Vec::new();
        let mut limited = io::Read::take(&mut input, MAX_LINE);
        let event = match limited.read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => Event::End,
            Ok(_) if !bytes.ends_with(b"\n") && bytes.len() as u64 == MAX_LINE => {
                skip_line(&mut input);
                Event::TooLong
            }
            Ok(_) => Event::Line(String::from_utf8_lossy(&bytes).trim().to_owned()),
        };
        let is_end = matches!(event, Event::End);
        if events.send(event).is_err() || is_end {
            return;
        }
    }
}

/// Reads to the end of the line and forgets it.
fn skip_line(input: &mut impl BufRead) {
    loop {
        let Ok(buffer) = input.fill_buf() else {
            return;
        };
        if buffer.is_empty() {
            return;
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let length = end.map_or(buffer.len(), |at| at + 1);
        input.consume(length);
        if end.is_some() {
            return;
        }
    }
}

struct Session<W> {
    output: W,
    /// `None` while a search has it.
    engine: Option<Box<Engine>>,
    options: Options,
    /// The position of the engine, kept here for texts while it is away.
    position: SsccPosition,
    signal: Signal,
    waiting: VecDeque<UciCommand>,
    sender: Sender<Event>,
    events: Receiver<Event>,
    is_open: bool,
    /// Whether the engine is away for a bench or a perft, not for a search.
    is_counting: bool,
    /// When to end, if `quit` waits for a count.
    deadline: Option<Instant>,
}

impl<W: Write> Session<W> {
    fn new(options: Options, output: W) -> Result<Session<W>, HashSizeError> {
        let position = SsccPosition::new(options.switch_limit);
        let mut engine = Engine::new(options.hash)?;
        engine.set_settings(options.settings());
        engine.set_legal_position(&position, &[]);
        let (sender, events) = channel();
        Ok(Session {
            output,
            engine: Some(Box::new(engine)),
            options,
            position,
            signal: Signal::default(),
            waiting: VecDeque::new(),
            sender,
            events,
            is_open: true,
            is_counting: false,
            deadline: None,
        })
    }

    fn run(mut self) {
        while self.is_open {
            let Some(event) = self.next_event() else {
                break;
            };
            match event {
                Event::Line(line) => self.read(&line),
                Event::TooLong => self.complain("the line is too long"),
                Event::End => self.quit(),
                Event::Output(text) => self.say(&text),
                Event::Done(engine) => self.take_back(engine),
            }
        }
        self.finish();
    }

    /// The next event, or `None` if it is time to end.
    fn next_event(&self) -> Option<Event> {
        match self.deadline {
            None => self.events.recv().ok(),
            Some(deadline) => {
                let left = deadline.saturating_duration_since(Instant::now());
                self.events.recv_timeout(left).ok()
            }
        }
    }

    /// Ends the session: now, or after the counts that were asked for.
    fn quit(&mut self) {
        if self.is_counting {
            self.waiting.push_back(UciCommand::Quit);
            self.deadline.get_or_insert(Instant::now() + GRACE);
        } else {
            self.is_open = false;
        }
    }

    /// Ends a search that still runs and says what it found.
    fn finish(&mut self) {
        self.signal.stop();
        self.wait();
    }

    /// Waits for the search that runs, if one does.
    fn wait(&mut self) {
        while self.engine.is_none() {
            match self.events.recv() {
                Ok(Event::Output(text)) => self.say(&text),
                Ok(Event::Done(engine)) => self.engine = Some(engine),
                Ok(_) => {}
                Err(_) => return,
            }
        }
    }

    fn take_back(&mut self, engine: Box<Engine>) {
        self.engine = Some(engine);
        self.is_counting = false;
        while self.is_open
            && self.engine.is_some()
            && let Some(command) = self.waiting.pop_front()
        {
            self.execute(command);
        }
        // A search does not hold up `quit`.
        if !self.is_counting && self.deadline.is_some() {
            self.is_open = false;
        }
    }

    fn read(&mut self, line: &str) {
        match UciCommand::parse(line) {
            Ok(None) => {}
            Ok(Some(UciCommand::Quit)) => self.quit(),
            Ok(Some(UciCommand::Stop)) => self.signal.stop(),
            Ok(Some(UciCommand::PonderHit)) => self.signal.ponder_hit(),
            Ok(Some(UciCommand::IsReady)) => self.say("readyok"),
            Ok(Some(UciCommand::Uci)) => self.say(&format::identity(&self.options)),
            Ok(Some(command)) if self.engine.is_some() => self.execute(command),
            Ok(Some(command)) => self.waiting.push_back(command),
            Err(error) => self.complain(&error.to_string()),
        }
    }

    /// A command that needs the engine, which is here.
    fn execute(&mut self, command: UciCommand) {
        match command {
            UciCommand::NewGame => {
                if let Some(engine) = &mut self.engine {
                    engine.clear();
                }
            }
            UciCommand::SetOption { name, value } => self.set_option(&name, &value),
            UciCommand::Position(position) => self.set_position(&position),
            UciCommand::Go(go) => self.go(&go),
            UciCommand::Show => self.show(),
            UciCommand::Eval => self.show_eval(),
            UciCommand::Bench(depth) => self.bench(depth.unwrap_or(bench::DEPTH)),
            UciCommand::Quit => self.is_open = false,
            UciCommand::Stop | UciCommand::PonderHit | UciCommand::IsReady | UciCommand::Uci => {}
        }
    }

    fn set_option(&mut self, name: &str, value: &str) {
        let Some(engine) = &mut self.engine else {
            return;
        };
        let mut options = self.options.clone();
        let result = options.set(name, value).and_then(|()| {
            if options.hash != self.options.hash {
                engine.resize(options.hash).map_err(OptionError::Hash)?;
            }
            Ok(())
        });
        if let Err(error) = result {
            self.complain(&error.to_string());
            return;
        }
        if options::is_clear_hash(name) {
            engine.clear();
        }
        engine.set_settings(options.settings());
        let limit_changed = options.switch_limit != self.options.switch_limit;
        self.options = options;
        if limit_changed {
            // The run of the old rule means nothing under the new one.
            let chess = self.position.chess().clone();
            let position = SsccPosition::from_chess(chess, self.options.switch_limit);
            self.place(&position, &[]);
        }
    }

    /// Takes over a position and decisions that are known to be legal.
    fn place(&mut self, position: &SsccPosition, decisions: &[Decision]) {
        if let Some(engine) = &mut self.engine {
            engine.set_legal_position(position, decisions);
            self.position = engine.position().clone();
        }
    }

    fn set_position(&mut self, command: &PositionCommand) {
        let limit = self.options.switch_limit;
        let mode = CastlingMode::from_chess960(self.options.chess960);
        match command.resolve(limit, mode, self.options.variant()) {
            Ok((position, decisions)) => self.place(&position, &decisions),
            Err(error) => self.complain(&error.to_string()),
        }
    }

    fn go(&mut self, go: &Go) {
        if let Some(depth) = go.perft {
            self.perft(depth);
            return;
        }
        let limits = match go.limits(
            &self.position,
            self.options.variant(),
            self.options.switch_notation,
        ) {
            Ok(limits) => limits,
            Err(error) => {
                self.complain(&error.to_string());
                return;
            }
        };
        let format = ReportFormat::new(&self.position, &self.options);
        self.spawn(move |engine, signal, say| search(engine, &limits, signal, &format, say));
    }

    fn bench(&mut self, depth: u32) {
        self.is_counting = true;
        self.spawn(move |engine, signal, say| {
            let position = engine.position().clone();
            let start = Instant::now();
            let nodes = bench::bench(engine, depth, signal, &mut |fen, nodes| {
                say(format!("info string {nodes} nodes, {fen}"));
            });
            let _ = engine.set_position(&position, &[]);
            // A part of the nodes would look like another signature.
            say(if signal.is_stopped() {
                "info string the bench was stopped".to_owned()
            } else {
                format::bench(nodes, start.elapsed())
            });
        });
    }

    fn perft(&mut self, depth: u32) {
        let variant = self.options.variant();
        self.is_counting = true;
        self.spawn(move |engine, signal, say| {
            let position = engine.position();
            let mut total = 0;
            for decision in variant.legal_decisions(position) {
                if signal.is_stopped() {
                    return;
                }
                let mut after = position.clone();
                after.play_unchecked(decision);
                let nodes = perft::count(&after, depth.saturating_sub(1), variant, signal);
                total += nodes;
                say(format!("{}: {nodes}", position.uci(decision)));
            }
            say(format!("\nNodes searched: {total}\n"));
        });
    }

    /// Lends the engine to a thread that runs the job.
    fn spawn(
        &mut self,
        job: impl FnOnce(&mut Engine, &Signal, &mut dyn FnMut(String)) + Send + 'static,
    ) {
        let Some(mut engine) = self.engine.take() else {
            return;
        };
        self.signal = Signal::default();
        let (signal, sender) = (self.signal.clone(), self.sender.clone());
        let task = move || {
            job(&mut engine, &signal, &mut |text| {
                // The session may have ended; then nobody listens.
                let _ = sender.send(Event::Output(text));
            });
            let _ = sender.send(Event::Done(engine));
        };
        if thread::Builder::new()
            .stack_size(STACK)
            .spawn(task)
            .is_err()
        {
            self.complain("the system gives no thread for the search");
            self.is_open = false;
        }
    }

    fn show(&mut self) {
        let text = format::board(&self.position);
        self.say(&text);
    }

    fn show_eval(&mut self) {
        if let Some(engine) = &self.engine {
            let text = format::evaluation(engine.evaluate(), self.position.turn());
            self.say(&text);
        }
    }

    fn complain(&mut self, text: &str) {
        self.say(&format!("info string {text}"));
    }

    /// Writes a line. A reader that is gone ends the session.
    fn say(&mut self, text: &str) {
        let written = writeln!(self.output, "{text}").and_then(|()| self.output.flush());
        if written.is_err() {
            self.is_open = false;
        }
    }
}

fn search(
    engine: &mut Engine,
    limits: &Limits,
    signal: &Signal,
    format: &ReportFormat,
    say: &mut dyn FnMut(String),
) {
    let lines = engine.settings().multi_pv;
    let SearchResult {
        best,
        ponder,
        score,
        ..
    } = engine.search(limits, signal, &mut |report| {
        let text = match report {
            SearchReport::Line(line) if line.number > lines => return,
            SearchReport::Line(line) => format.line(&line),
            SearchReport::Current {
                depth,
                decision,
                number,
            } => format.current(depth, decision, number),
        };
        say(text);
    });
    if best.is_none() {
        say(format!(
            "info depth 0 score {}",
            crate::score::ShownScore::from(score)
        ));
    }
    say(format.best(best, ponder));
}

#[cfg(test)]
mod tests;
