//! [`Session`]: carries out commands in order, and lends the engine to searches.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use catena_chess::shakmaty::CastlingMode;
use catena_chess::{Decision, SsccPosition};

use super::SessionError;
use super::command::{Go, PositionCommand, UciCommand};
use super::format::{self, ReportFormat};
use super::options::{self, OptionError, Options};
use super::perft;
use super::request::{Refusal, RefusedKind, Request, RequestQueue};
use crate::bench;
use crate::engine::{Engine, STACK, SearchReport, SearchResult};
use crate::hash_size::HashSizeError;
use crate::limits::Limits;
use crate::signal::Signal;

/// How long `quit` and the end of input wait for counts to end.
const GRACE: Duration = Duration::from_secs(20);

/// How many events may wait. Who sends more has to wait until they are read, so that
/// neither a flood of lines nor a slow reader takes memory.
const EVENTS: usize = 64;

/// What is said where there is no best move.
const NO_MOVE: &str = "bestmove (none)";

/// What the session waits for.
pub(super) enum Event {
    Line(String),
    /// The beginning of a line that is too long.
    TooLong(String),
    End,
    /// Text from the search.
    Output(String),
    /// The search is over and gives the engine back.
    Done(Box<Engine>),
}

/// What runs now.
#[derive(Debug)]
struct Job {
    signal: Signal,
    /// Whether it is a bench or a perft, not a search.
    is_count: bool,
    thread: JoinHandle<()>,
}

pub(super) struct Session<W> {
    output: W,
    /// `None` while a job has it.
    engine: Option<Box<Engine>>,
    /// What the engine is away for.
    job: Option<Job>,
    options: Options,
    /// The position of the engine, kept here for texts while it is away.
    position: SsccPosition,
    /// Why the last `position` was refused, if it was: then there is none to search.
    position_refused: Option<String>,
    waiting: RequestQueue,
    sender: SyncSender<Event>,
    events: Receiver<Event>,
    is_open: bool,
    /// When to end counts too, after `quit`.
    deadline: Option<Instant>,
    /// The last complaint.
    complaint: Option<String>,
    /// Why the output cannot be written any more.
    broken: Option<io::Error>,
}

impl<W: Write> Session<W> {
    pub(super) fn new(options: Options, output: W) -> Result<Session<W>, HashSizeError> {
        let position = SsccPosition::new(options.switch_limit);
        let mut engine = Engine::new(options.hash)?;
        engine.set_settings(options.settings());
        engine.set_legal_position(&position, &[]);
        let (sender, events) = sync_channel(EVENTS);
        Ok(Session {
            output,
            engine: Some(Box::new(engine)),
            job: None,
            options,
            position,
            position_refused: None,
            waiting: RequestQueue::default(),
            sender,
            events,
            is_open: true,
            deadline: None,
            complaint: None,
            broken: None,
        })
    }

    /// Where lines are sent to.
    pub(super) fn sender(&self) -> SyncSender<Event> {
        self.sender.clone()
    }

    pub(super) fn run(mut self) -> Result<(), SessionError> {
        while self.is_open {
            self.step();
        }
        self.end()
    }

    pub(super) fn run_once(mut self, command: &str) -> Result<(), SessionError> {
        self.read(command);
        while self.is_open && self.job.is_some() {
            self.step();
        }
        let complaint = self.complaint.take();
        self.end()?;
        complaint.map_or(Ok(()), |text| Err(SessionError::Refused(text)))
    }

    /// Waits for the next event and reacts to it.
    fn step(&mut self) {
        let event = match self.deadline {
            None => self
                .events
                .recv()
                .map_err(|_| RecvTimeoutError::Disconnected),
            Some(deadline) => {
                let left = deadline.saturating_duration_since(Instant::now());
                self.events.recv_timeout(left)
            }
        };
        match event {
            Ok(Event::Line(line)) => self.read(&line),
            Ok(Event::TooLong(start)) => self.take(Request::too_long(&start), &start),
            Ok(Event::End) => self.quit(),
            Ok(Event::Output(text)) => self.say(&text),
            Ok(Event::Done(engine)) => {
                self.take_back(engine);
                self.work();
            }
            Err(RecvTimeoutError::Timeout) => {
                self.deadline = None;
                self.stop(true);
            }
            Err(RecvTimeoutError::Disconnected) => self.is_open = false,
        }
    }

    /// Ends what still runs, because nobody listens, and tells how the session ended.
    fn end(mut self) -> Result<(), SessionError> {
        self.stop(true);
        while self.engine.is_none() {
            match self.events.recv() {
                Ok(Event::Done(engine)) => self.take_back(engine),
                Ok(_) => {}
                Err(_) => break,
            }
        }
        match self.broken {
            Some(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(SessionError::Output(error))
            }
            _ => Ok(()),
        }
    }

    fn take_back(&mut self, engine: Box<Engine>) {
        self.engine = Some(engine);
        // It has nothing left to do.
        let thread = self.job.take().map(|job| job.thread);
        let _ = thread.map(JoinHandle::join);
    }

    fn read(&mut self, line: &str) {
        match Request::parse(line) {
            None => {}
            Some(Request::Command(UciCommand::Quit, _)) => self.quit(),
            Some(Request::Command(UciCommand::Stop, _)) => self.stop(true),
            Some(Request::Command(UciCommand::PonderHit, _)) => self.ponder_hit(),
            Some(request) => self.take(request, line),
        }
    }

    fn take(&mut self, request: Request, line: &str) {
        self.waiting.push(request, line);
        self.work();
    }

    /// Carries out what waits, as far as it can be.
    fn work(&mut self) {
        while self.is_open
            && self.engine.is_some()
            && let Some(request) = self.waiting.pop()
        {
            self.execute(request);
        }
        // A program may ask whether we are ready before it says `stop`.
        if self
            .job
            .as_ref()
            .is_some_and(|job| !job.signal.is_stopped())
        {
            for request in self.waiting.take_answerable() {
                self.execute(request);
            }
        }
    }

    /// Ends everything that was asked for so far; counts only if `counts` says so.
    fn stop(&mut self, counts: bool) {
        if let Some(job) = &self.job
            && (counts || !job.is_count)
        {
            job.signal.stop();
        }
        self.waiting.stop(counts);
    }

    fn ponder_hit(&mut self) {
        let running = self.job.as_ref().map(|job| &job.signal);
        if let Some(signal) = self.waiting.last_search().or(running) {
            signal.ponder_hit();
        }
    }

    /// Ends the session after everything that was asked for: searches at once, counts
    /// when they are done or their time is up.
    fn quit(&mut self) {
        self.stop(false);
        let runs_count = self.job.as_ref().is_some_and(|job| job.is_count);
        if runs_count || self.waiting.has_count() {
            self.deadline.get_or_insert(Instant::now() + GRACE);
        }
        self.waiting.push_quit();
        self.work();
    }

    /// A request whose turn has come. Only those that need no engine come while it is
    /// away.
    fn execute(&mut self, request: Request) {
        let (command, signal) = match request {
            Request::Command(command, signal) => (command, signal),
            Request::Refused(refusal) => {
                self.refuse(refusal);
                return;
            }
        };
        match command {
            UciCommand::NewGame => {
                if let Some(engine) = &mut self.engine {
                    engine.clear();
                }
            }
            UciCommand::SetOption { name, value } => self.set_option(&name, &value),
            UciCommand::Position(position) => self.set_position(&position),
            UciCommand::Go(go) => self.go(&go, signal),
            UciCommand::Show => self.show(),
            UciCommand::Eval => self.show_eval(),
            UciCommand::Bench(depth) => self.bench(depth.unwrap_or(bench::DEPTH), signal),
            UciCommand::Quit => self.is_open = false,
            UciCommand::IsReady => self.say("readyok"),
            UciCommand::Uci => self.say(&format::identity(&self.options)),
            // They never wait.
            UciCommand::Stop | UciCommand::PonderHit => {}
        }
    }

    fn refuse(&mut self, refusal: Refusal) {
        for _ in 0..refusal.count {
            self.complain(&refusal.reason);
            if refusal.kind == RefusedKind::Search {
                self.say(NO_MOVE);
            }
            if !self.is_open {
                break;
            }
        }
        if refusal.kind == RefusedKind::Position {
            self.position_refused = Some(refusal.reason);
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
            if options.evaluates_unlike(&self.options) {
                engine.set_network(options.network()?);
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
        self.warn_of_threads(name);
    }

    /// Says so if fewer threads search than the program asks for.
    fn warn_of_threads(&mut self, name: &str) {
        let (asked, used) = (self.options.settings().threads, Engine::most_threads());
        if name.eq_ignore_ascii_case("Threads") && asked > used {
            self.say(&format!(
                "info string {used} threads search, not {asked}: more would only slow each other down on this machine"
            ));
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
            Ok((position, decisions)) => {
                self.position_refused = None;
                self.place(&position, &decisions);
            }
            Err(error) => self.refuse(Refusal {
                kind: RefusedKind::Position,
                reason: error.to_string(),
                count: 1,
            }),
        }
    }

    fn go(&mut self, go: &Go, signal: Signal) {
        let limits = match &self.position_refused {
            None => go
                .limits(
                    &self.position,
                    self.options.variant(),
                    self.options.switch_notation,
                )
                .map_err(|error| error.to_string()),
            Some(reason) => Err(format!("there is no position to search: {reason}")),
        };
        match (limits, go.perft) {
            (Ok(_), Some(depth)) => self.perft(depth, signal),
            (Ok(limits), None) => self.search(limits, signal),
            (Err(reason), Some(_)) => self.complain(&reason),
            (Err(reason), None) => {
                self.complain(&reason);
                self.say(NO_MOVE);
            }
        }
    }

    fn search(&mut self, limits: Limits, signal: Signal) {
        let format = ReportFormat::new(&self.position, &self.options);
        let is_started = self.spawn(false, signal, move |engine, signal, say| {
            search(engine, &limits, signal, &format, say);
        });
        if !is_started {
            self.say(NO_MOVE);
        }
    }

    fn bench(&mut self, depth: u32, signal: Signal) {
        self.spawn(true, signal, move |engine, signal, say| {
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

    fn perft(&mut self, depth: u32, signal: Signal) {
        let variant = self.options.variant();
        self.spawn(true, signal, move |engine, signal, say| {
            let position = engine.position();
            let mut total = 0;
            for decision in variant.legal_decisions(position) {
                let mut after = position.clone();
                after.play_unchecked(decision);
                let nodes = perft::count(&after, depth.saturating_sub(1), variant, signal);
                if signal.is_stopped() {
                    say("info string the count was stopped".to_owned());
                    return;
                }
                total += nodes;
                say(format!("{}: {nodes}", position.uci(decision)));
            }
            say(format!("\nNodes searched: {total}\n"));
        });
    }

    /// Lends the engine to a thread that runs the work. Returns whether there is one.
    fn spawn(
        &mut self,
        is_count: bool,
        signal: Signal,
        work: impl FnOnce(&mut Engine, &Signal, &mut dyn FnMut(String)) + Send + 'static,
    ) -> bool {
        // The thread takes it from here; it stays here if there is no thread.
        let lent = Arc::new(Mutex::new(self.engine.take()));
        let (borrowed, ends, sender) = (Arc::clone(&lent), signal.clone(), self.sender.clone());
        let task = move || {
            let Some(mut engine) = take(&borrowed) else {
                return;
            };
            work(&mut engine, &ends, &mut |text| {
                // The session may have ended; then nobody listens.
                let _ = sender.send(Event::Output(text));
            });
            let _ = sender.send(Event::Done(engine));
        };
        let Ok(thread) = thread::Builder::new().stack_size(STACK).spawn(task) else {
            self.engine = take(&lent);
            self.complain("the system gives no thread for the search");
            return false;
        };
        self.job = Some(Job {
            signal,
            is_count,
            thread,
        });
        true
    }

    fn show(&mut self) {
        if self.position_refused.is_some() {
            self.say("info string this is the last position that was accepted");
        }
        let text = format::board(&self.position);
        self.say(&text);
    }

    fn show_eval(&mut self) {
        if let Some(reason) = &self.position_refused {
            let text = format!("there is no position to evaluate: {reason}");
            self.complain(&text);
        } else if let Some(engine) = &self.engine {
            let text = format::evaluation(engine.evaluate(), self.position.turn());
            self.say(&text);
        }
    }

    fn complain(&mut self, text: &str) {
        self.complaint = Some(text.to_owned());
        self.say(&format!("info string {text}"));
    }

    /// Writes a line. A reader that is gone ends the session.
    fn say(&mut self, text: &str) {
        if self.broken.is_some() {
            return;
        }
        let written = writeln!(self.output, "{text}").and_then(|()| self.output.flush());
        if let Err(error) = written {
            self.broken = Some(error);
            self.is_open = false;
        }
    }
}

fn take(engine: &Mutex<Option<Box<Engine>>>) -> Option<Box<Engine>> {
    engine.lock().unwrap_or_else(PoisonError::into_inner).take()
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
