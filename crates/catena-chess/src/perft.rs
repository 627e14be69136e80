//! Perft: counting lines of play, to check rules and to measure speed.

use core::ops::AddAssign;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use shakmaty::{Chess, Position as _};

use crate::position::{Ply, SsccPosition};

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

/// Counts the lines of `depth` moves.
///
/// As in ordinary perft only checkmate and stalemate end a line. No switch
/// follows a move that leaves no legal reply.
///
/// ```
/// use catena_chess::{SsccPosition, perft::perft};
///
/// let counts = perft(&SsccPosition::default(), 3);
/// assert_eq!((counts.nodes, counts.chains, counts.switches), (9102, 200, 200));
/// ```
#[must_use]
pub fn perft(position: &SsccPosition, depth: u32) -> PerftCounts {
    if depth == 0 {
        return PerftCounts {
            nodes: 1,
            ..PerftCounts::default()
        };
    }
    let mut scan = position.chain_scan();
    let run_allows_switch = position.run_allows_switch();
    let mut counts = PerftCounts::default();
    for mv in position.legal_moves() {
        // The leaves need no position: their lines end.
        let forms_chain = (run_allows_switch || depth == 1) && scan.forms_chain(mv);
        let mut after = None;
        let mut play = || {
            after
                .get_or_insert_with(|| played(position, Ply::stay(mv)))
                .clone()
        };
        let may_switch = forms_chain && run_allows_switch && !play().has_no_move();
        if depth == 1 {
            counts.nodes += 1 + u64::from(may_switch);
            counts.chains += u64::from(forms_chain);
            counts.switches += u64::from(may_switch);
        } else {
            counts += perft(&play(), depth - 1);
            if may_switch {
                counts += perft(&played(position, Ply::switch(mv)), depth - 1);
            }
        }
    }
    counts
}

/// [`perft`] after each first decision, in the order of the legal moves.
#[must_use]
pub fn divide(position: &SsccPosition, depth: u32) -> Vec<(Ply, PerftCounts)> {
    divide_with_threads(position, depth, 1)
}

/// [`divide`], shared between this many threads.
#[must_use]
pub fn divide_with_threads(
    position: &SsccPosition,
    depth: u32,
    threads: usize,
) -> Vec<(Ply, PerftCounts)> {
    let plies = decisions(position);
    let count = |ply: Ply| -> PerftCounts {
        let after = played(position, ply);
        let mut counts = perft(&after, depth.saturating_sub(1));
        if depth <= 1 {
            // The line ends with this decision.
            counts.switches = u64::from(ply.switches);
            counts.chains = u64::from(!ply.switches && position.flags(ply.mv).forms_chain);
        }
        counts
    };
    in_parallel(&plies, threads, count)
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

/// [`chess_perft`] after each move, shared between this many threads.
#[must_use]
pub fn chess_divide_with_threads(
    chess: &Chess,
    depth: u32,
    threads: usize,
) -> Vec<(shakmaty::Move, u64)> {
    in_parallel(&chess.legal_moves(), threads, |mv| {
        let mut after = chess.clone();
        after.play_unchecked(mv);
        chess_perft(&after, depth.saturating_sub(1))
    })
}

/// All decisions of the player to move, as perft counts them.
fn decisions(position: &SsccPosition) -> Vec<Ply> {
    let mut scan = position.chain_scan();
    let mut plies = Vec::new();
    for mv in position.legal_moves() {
        plies.push(Ply::stay(mv));
        if position.run_allows_switch()
            && scan.forms_chain(mv)
            && !played(position, Ply::stay(mv)).has_no_move()
        {
            plies.push(Ply::switch(mv));
        }
    }
    plies
}

fn played(position: &SsccPosition, ply: Ply) -> SsccPosition {
    let mut after = position.clone();
    after.play_unchecked(ply);
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
            .flat_map(|handle| handle.join().unwrap_or_default())
            .collect()
    });
    results.sort_by_key(|(at, _)| *at);
    results
        .into_iter()
        .map(|(at, result)| (items[at], result))
        .collect()
}
