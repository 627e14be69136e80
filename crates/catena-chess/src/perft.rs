//! Perft: counting lines of play, to check rules and to measure speed.

use core::ops::AddAssign;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use shakmaty::{Chess, Position as _};

use crate::decision::Decision;
use crate::position::{MoveFlags, SsccPosition};

/// What [`perft`] counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerftCounts {
    /// Lines of play, each decision to switch being a branch of its own.
    pub nodes: u64,
    /// Last moves that form a chain; the switch branch is not counted again.
    pub chains: u64,
    /// Lines whose last decision was to switch.
    pub switches: u64,
}

impl AddAssign for PerftCounts {
    fn add_assign(&mut self, other: PerftCounts) {
        self.nodes += other.nodes;
        self.chains += other.chains;
        self.switches += other.switches;
    }
}

impl core::iter::Sum for PerftCounts {
    fn sum<I: Iterator<Item = PerftCounts>>(counts: I) -> PerftCounts {
        counts.fold(PerftCounts::default(), |mut sum, counts| {
            sum += counts;
            sum
        })
    }
}

/// Counts the lines of `depth` moves, each legal decision being a branch.
///
/// As in ordinary perft only checkmate and stalemate end a line.
///
/// ```
/// use catena_chess::{SsccPosition, perft::perft};
///
/// let counts = perft(&SsccPosition::default(), 3);
/// assert_eq!((counts.nodes, counts.chains, counts.switches), (9102, 200, 200));
/// ```
#[must_use]
pub fn perft(position: &SsccPosition, depth: u32) -> PerftCounts {
    match depth {
        0 => PerftCounts {
            nodes: 1,
            ..PerftCounts::default()
        },
        1 => last_moves(position),
        _ => position
            .legal_decisions()
            .into_iter()
            .map(|decision| perft(&played(position, decision), depth - 1))
            .sum(),
    }
}

/// The leaves below a position, counted without being played.
fn last_moves(position: &SsccPosition) -> PerftCounts {
    let flags = position.move_flags(&position.legal_moves());
    let count = |is_counted: fn(&MoveFlags) -> bool| {
        flags.iter().filter(|flags| is_counted(flags)).count() as u64
    };
    let switches = count(|flags| flags.may_switch);
    PerftCounts {
        nodes: flags.len() as u64 + switches,
        chains: count(|flags| flags.forms_chain),
        switches,
    }
}

/// [`perft`] after each first decision, in the order of the legal moves.
#[must_use]
pub fn divide(position: &SsccPosition, depth: u32) -> Vec<(Decision, PerftCounts)> {
    divide_with_threads(position, depth, 1, &|| ())
}

/// [`divide`], shared between this many threads. Calls `done` after each first decision.
#[must_use]
pub fn divide_with_threads(
    position: &SsccPosition,
    depth: u32,
    threads: usize,
    done: &(dyn Fn() + Sync),
) -> Vec<(Decision, PerftCounts)> {
    let decisions = position.legal_decisions();
    let count = |decision: Decision| -> PerftCounts {
        let after = played(position, decision);
        let mut counts = perft(&after, depth.saturating_sub(1));
        if depth <= 1 {
            // The line ends with this decision.
            counts.switches = u64::from(decision.switches);
            counts.chains =
                u64::from(!decision.switches && position.flags(decision.mv).forms_chain);
        }
        done();
        counts
    };
    in_parallel(&decisions, threads, count)
}

/// Ordinary perft: the lines of `depth` moves of chess. The last moves are
/// counted without being made.
///
/// ```
/// assert_eq!(catena_chess::perft::chess_perft(&Default::default(), 4), 197_281);
/// ```
#[must_use]
pub fn chess_perft(chess: &Chess, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = chess.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .into_iter()
        .map(|mv| {
            let mut after = chess.clone();
            after.play_unchecked(mv);
            chess_perft(&after, depth - 1)
        })
        .sum()
}

/// [`chess_perft`] after each move, shared between this many threads. Calls `done` after each
/// first move.
#[must_use]
pub fn chess_divide_with_threads(
    chess: &Chess,
    depth: u32,
    threads: usize,
    done: &(dyn Fn() + Sync),
) -> Vec<(shakmaty::Move, u64)> {
    in_parallel(&chess.legal_moves(), threads, |mv| {
        let mut after = chess.clone();
        after.play_unchecked(mv);
        let nodes = chess_perft(&after, depth.saturating_sub(1));
        done();
        nodes
    })
}

fn played(position: &SsccPosition, decision: Decision) -> SsccPosition {
    let mut after = position.clone();
    after.play_unchecked(decision);
    after
}

/// Applies `work` to every item, on up to `threads` threads, and keeps the order.
fn in_parallel<T, R>(items: &[T], threads: usize, work: impl Fn(T) -> R + Sync) -> Vec<(T, R)>
where
    T: Copy + Sync,
    R: Send,
{
    if threads <= 1 || items.len() <= 1 {
        return items.iter().map(|&item| (item, work(item))).collect();
    }
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            match items.get(at) {
                Some(&item) => done.push((at, work(item))),
                None => return done,
            }
        }
    };
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let handles: Vec<_> = (0..threads.min(items.len()))
            .map(|_| scope.spawn(worker))
            .collect();
        handles
            .into_iter()
            // A count without the lines of one thread would be wrong.
            .flat_map(|handle| handle.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    });
    results.sort_by_key(|(at, _)| *at);
    results
        .into_iter()
        .map(|(at, result)| (items[at], result))
        .collect()
}
