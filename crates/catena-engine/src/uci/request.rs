//! What a session was asked and has not done yet.

use std::collections::VecDeque;

use super::command::{CommandError, UciCommand};
use crate::signal::Signal;

/// The most that waiting lines may take, in bytes as they were typed. A program that
/// sends more while a search runs is told that its commands are refused.
const MAX_WAITING: usize = 64 << 20;

/// A command, or what has to be said in its place.
#[derive(Debug)]
pub(super) enum Request {
    /// A command, and the signal by which it is ended.
    Command(UciCommand, Signal),
    /// A line that was refused.
    Refused(Refusal),
}

/// Which promises a refused line leaves to be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RefusedKind {
    /// A search: a `bestmove` is due.
    Search,
    /// The next search has no position.
    Position,
    /// Nothing but to say why.
    Other,
}

/// A line that was refused, or several for the same reason.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) kind: RefusedKind,
    pub(super) reason: String,
    /// How many lines in a row.
    pub(super) count: usize,
}

impl Refusal {
    fn new(line: &str, reason: String) -> Refusal {
        let mut words = line.split_whitespace();
        let kind = match words.next() {
            // A count has no best move.
            Some("go") if words.any(|word| word == "perft") => RefusedKind::Other,
            Some("go") => RefusedKind::Search,
            Some("position") => RefusedKind::Position,
            _ => RefusedKind::Other,
        };
        Refusal {
            kind,
            reason,
            count: 1,
        }
    }
}

impl Request {
    /// What a line asks for; `None` if it is empty.
    pub(super) fn parse(line: &str) -> Option<Request> {
        match UciCommand::parse(line) {
            Ok(None) => None,
            Ok(Some(command)) => Some(Request::Command(command, Signal::default())),
            Err(error) => Some(Request::refused(line, &error)),
        }
    }

    fn refused(line: &str, error: &CommandError) -> Request {
        Request::Refused(Refusal::new(line, error.to_string()))
    }

    /// A line of which only the beginning was kept.
    pub(super) fn too_long(start: &str) -> Request {
        Request::Refused(Refusal::new(start, "the line is too long".to_owned()))
    }

    /// Whether it can be answered while the engine is away.
    fn needs_no_engine(&self) -> bool {
        matches!(
            self,
            Request::Command(UciCommand::IsReady | UciCommand::Uci, _)
        )
    }

    /// Whether it ends by itself and is worth waiting for at the end.
    pub(super) fn is_count(&self) -> bool {
        match self {
            Request::Command(UciCommand::Bench(_), _) => true,
            Request::Command(UciCommand::Go(go), _) => go.perft.is_some(),
            _ => false,
        }
    }
}

/// The requests that wait for the engine, first come, first served.
#[derive(Debug, Default)]
pub(super) struct RequestQueue {
    requests: VecDeque<(Request, usize)>,
    /// The lengths of their lines together.
    bytes: usize,
}

impl RequestQueue {
    /// Adds the request of a line or, if too much waits already, its refusal.
    pub(super) fn push(&mut self, request: Request, line: &str) {
        if self.bytes + line.len() <= MAX_WAITING {
            // What a request takes besides its text counts as well.
            let bytes = line.len() + size_of::<Request>();
            self.bytes += bytes;
            self.requests.push_back((request, bytes));
            return;
        }
        let reason = "too many commands wait for the search to end".to_owned();
        let refusal = Refusal::new(line, reason);
        // Refusals of a kind are counted, so that they take no memory either.
        if let Some((Request::Refused(last), _)) = self.requests.back_mut()
            && (last.kind, &last.reason) == (refusal.kind, &refusal.reason)
        {
            last.count += 1;
        } else {
            self.requests.push_back((Request::Refused(refusal), 0));
        }
    }

    /// Adds the end of the session, for which there is always room.
    pub(super) fn push_quit(&mut self) {
        let quit = Request::Command(UciCommand::Quit, Signal::default());
        self.requests.push_back((quit, 0));
    }

    pub(super) fn pop(&mut self) -> Option<Request> {
        let (request, bytes) = self.requests.pop_front()?;
        self.bytes -= bytes;
        Some(request)
    }

    /// Takes out what can be answered while the engine is away.
    pub(super) fn take_answerable(&mut self) -> Vec<Request> {
        let (answerable, others) = std::mem::take(&mut self.requests)
            .into_iter()
            .partition(|(request, _)| request.needs_no_engine());
        self.requests = others;
        let answerable: VecDeque<(Request, usize)> = answerable;
        answerable
            .into_iter()
            .map(|(request, bytes)| {
                self.bytes -= bytes;
                request
            })
            .collect()
    }

    /// Ends what waits as soon as it begins; counts only if `counts` says so.
    pub(super) fn stop(&self, counts: bool) {
        for (request, _) in &self.requests {
            if let Request::Command(_, signal) = request
                && (counts || !request.is_count())
            {
                signal.stop();
            }
        }
    }

    pub(super) fn has_count(&self) -> bool {
        self.requests.iter().any(|(request, _)| request.is_count())
    }

    /// The signal of the last search that waits.
    pub(super) fn last_search(&self) -> Option<&Signal> {
        self.requests
            .iter()
            .rev()
            .find_map(|(request, _)| match request {
                Request::Command(UciCommand::Go(go), signal) if go.perft.is_none() => Some(signal),
                _ => None,
            })
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_WAITING, Refusal, RefusedKind, Request, RequestQueue};

    fn push(queue: &mut RequestQueue, line: &str) {
        queue.push(Request::parse(line).unwrap(), line);
    }

    #[test]
    fn a_flood_of_commands_takes_no_more_memory_and_loses_no_search() {
        let mut queue = RequestQueue {
            bytes: MAX_WAITING,
            ..RequestQueue::default()
        };
        for _ in 0..1000 {
            push(&mut queue, "go depth 1");
        }
        push(&mut queue, "position startpos");
        assert_eq!(queue.requests.len(), 2, "all searches and the position");
        let Some(Request::Refused(Refusal { kind, count, .. })) = queue.pop() else {
            unreachable!("refused");
        };
        assert_eq!((kind, count), (RefusedKind::Search, 1000));
    }

    #[test]
    fn popping_gives_the_room_back() {
        let mut queue = RequestQueue::default();
        for line in ["go depth 1", "isready", "position startpos"] {
            push(&mut queue, line);
        }
        assert_eq!(queue.take_answerable().len(), 1);
        while queue.pop().is_some() {}
        assert_eq!(queue.bytes, 0);
    }

    #[test]
    fn a_refused_line_is_known_by_its_first_word() {
        for (line, kind) in [
            ("go depth x", RefusedKind::Search),
            ("go perft x", RefusedKind::Other),
            ("position nowhere", RefusedKind::Position),
            ("gone", RefusedKind::Other),
        ] {
            let Some(Request::Refused(refusal)) = Request::parse(line) else {
                unreachable!("{line} is refused");
            };
            assert_eq!(refusal.kind, kind, "{line}");
        }
    }
}
