//! Iterative deepening: one search after the other, each a ply deeper.

use std::sync::atomic::Ordering::Relaxed;

use catena_chess::{Decision, SsccPosition, Variant};

use crate::engine::{PvLine, SearchReport};
use crate::move_parts::MoveParts;
use crate::node::SearchNode;
use crate::packed_decision::PackedDecision;
use crate::params::ASPIRATION;
use crate::score::{INFINITE, MATE, MAX_PLY, Score, ShownScore, from_plies, is_mate};
use crate::tt::{Bound, TtEntry};
use crate::worker::Worker;

/// A decision at the root and what is known about it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) decision: Decision,
    pub(crate) score: Score,
    /// The score of the iteration before.
    previous: Score,
    pub(crate) pv: Vec<Decision>,
    deepest: usize,
}

impl RootMove {
    fn new(decision: Decision) -> RootMove {
        RootMove {
            decision,
            score: -INFINITE,
            previous: -INFINITE,
            pv: vec![decision],
            deepest: 0,
        }
    }
}

/// The legal decisions at the root, those without a switch first.
pub(crate) fn root_decisions(position: &SsccPosition, variant: Variant) -> Vec<Decision> {
    let mut decisions = variant.legal_decisions(position).to_vec();
    decisions.sort_by_key(|decision| decision.switches);
    decisions
}

pub(crate) fn root_moves(decisions: &[Decision]) -> Vec<RootMove> {
    decisions.iter().copied().map(RootMove::new).collect()
}

/// How the workers differ, so that they do not all do the same.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WorkerPlan {
    pub(crate) multi_pv: usize,
    /// Helpers skip every other depth.
    pub(crate) helper: usize,
}

impl Worker<'_> {
    /// Searches deeper and deeper until a limit is reached. Only the first
    /// worker reports.
    pub(crate) fn iterative_deepening(
        &mut self,
        root: &SearchNode,
        plan: WorkerPlan,
        report: &mut dyn FnMut(SearchReport),
    ) {
        let limits = self.shared.limits;
        // Helpers go on until the first worker is done: what they find deeper
        // down helps it, and a thread that waits does not.
        let deepest = limits
            .depth
            .filter(|_| plan.helper == 0)
            .map_or(MAX_PLY - 1, |depth| (depth as usize).clamp(1, MAX_PLY - 1));
        let static_eval = (!root.in_check).then(|| {
            let eval = self.evaluate(root, 0);
            self.correct(root, eval)
        });
        self.remember_eval(root, static_eval, 0);
        let mut stability = 0;
        let mut last_best = self.root_moves[0].decision;
        for plies in 1..=deepest {
            let depth = from_plies(plies);
            if plan.helper % 2 == 1 && plies > 3 && plies % 2 == plan.helper / 2 % 2 {
                continue;
            }
            self.root_depth = plies;
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.score;
            }
            self.deepest = 0;
            let lines = plan.multi_pv.min(self.root_moves.len());
            for first in 0..lines {
                self.aspiration_search(root, first, depth, plan, report);
                self.root_moves[..=first].sort_by_key(|root_move| -root_move.score);
                if self.is_stopped() {
                    break;
                }
            }
            self.report_nodes();
            if self.is_stopped() {
                break;
            }
            if plan.helper == 0 {
                self.report_lines(lines, depth, report);
                let best = self.root_moves[0].decision;
                stability = if best == last_best { stability + 1 } else { 0 };
                last_best = best;
                if self.has_enough(stability, plies) {
                    break;
                }
            }
        }
    }

    /// Whether another iteration would be a waste.
    fn has_enough(&self, stability: u32, plies: usize) -> bool {
        let limits = self.shared.limits;
        let score = self.root_moves[0].score;
        if let (Some(moves), ShownScore::Mate(found)) = (limits.mate, ShownScore::from(score))
            && found > 0
            && found.unsigned_abs() <= moves
        {
            return true;
        }
        if self.shared.signal.is_stopped() {
            return true;
        }
        let is_pondering = limits.ponder && !self.shared.signal.is_ponder_hit();
        if is_pondering
            || limits.infinite
            || limits.clock(catena_chess::shakmaty::Color::White).is_none()
                && limits.clock(catena_chess::shakmaty::Color::Black).is_none()
        {
            return false;
        }
        // The clock runs: one choice, or a mate that is proved, needs no more.
        let depth = from_plies(plies);
        let plies_to_mate = MATE - score.abs();
        self.root_moves.len() == 1 && depth >= 4
            || is_mate(score) && depth > 2 * plies_to_mate + 4
            || self.shared.time.is_enough(stability)
    }

    /// Searches with a narrow window around the last score, and a wider one
    /// when the score falls outside.
    fn aspiration_search(
        &mut self,
        root: &SearchNode,
        first: usize,
        depth: i32,
        plan: WorkerPlan,
        report: &mut dyn FnMut(SearchReport),
    ) {
        let previous = self.root_moves[first].previous;
        let mut width = ASPIRATION;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= 5 && !is_mate(previous) {
            alpha = (previous - width).max(-INFINITE);
            beta = (previous + width).min(INFINITE);
        }
        loop {
            let score = self.search_root(root, first, (alpha, beta), depth, plan, report);
            self.root_moves[first..].sort_by_key(|root_move| -root_move.score);
            if self.is_stopped() {
                return;
            }
            if score <= alpha && alpha > -INFINITE {
                beta = (alpha + beta) / 2;
                alpha = (score - width).max(-INFINITE);
            } else if score >= beta && beta < INFINITE {
                beta = (score + width).min(INFINITE);
            } else {
                return;
            }
            width += width;
            if width > 900 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// One search of the root over the decisions from `first` on.
    pub(crate) fn search_root(
        &mut self,
        root: &SearchNode,
        first: usize,
        (mut alpha, beta): (Score, Score),
        depth: i32,
        plan: WorkerPlan,
        report: &mut dyn FnMut(SearchReport),
    ) -> Score {
        let floor = alpha;
        let mut best = -INFINITE;
        for at in first..self.root_moves.len() {
            let decision = self.root_moves[at].decision;
            if plan.helper == 0 && self.shared.time.elapsed().as_secs() >= 3 {
                report(SearchReport::Current {
                    depth: depth.unsigned_abs(),
                    decision,
                    number: at + 1,
                });
            }
            let child = root.child(decision);
            let late = at - first;
            let window = (alpha, alpha + 1);
            self.pvs[1].clear();
            self.enter(root, MoveParts::new(decision.mv).piece_to(), 0);
            let mut score = alpha + 1;
            if late > 0 {
                let reduction =
                    i32::from(depth >= 3 && late > 3) + i32::from(depth >= 6 && late > 12);
                score = self.child_score::<false>(
                    &child,
                    decision.switches,
                    window,
                    depth - 1 - reduction,
                    1,
                    false,
                );
                if score > alpha && reduction > 0 {
                    score = self.child_score::<false>(
                        &child,
                        decision.switches,
                        window,
                        depth - 1,
                        1,
                        false,
                    );
                }
            }
            if late == 0 || score > alpha {
                score = self.child_score::<true>(
                    &child,
                    decision.switches,
                    (alpha, beta),
                    depth - 1,
                    1,
                    false,
                );
            }
            self.leave();
            if self.is_stopped() {
                return best;
            }
            let line = core::mem::take(&mut self.pvs[1]);
            let root_move = &mut self.root_moves[at];
            if late == 0 || score > alpha {
                root_move.score = score;
                root_move.deepest = self.deepest;
                root_move.pv.clear();
                root_move.pv.push(decision);
                root_move.pv.extend_from_slice(&line);
            } else {
                // Not better than the best: where it stood does not change.
                root_move.score = -INFINITE;
            }
            self.pvs[1] = line;
            best = best.max(score);
            if score > alpha {
                alpha = score;
                if score >= beta {
                    break;
                }
            }
        }
        if first == 0 && best > -INFINITE {
            let best_decision = self
                .root_moves
                .iter()
                .max_by_key(|root_move| root_move.score);
            let entry = TtEntry {
                best_move: best_decision.map_or(PackedDecision::default(), |best| {
                    PackedDecision::new(best.decision)
                }),
                score: best,
                eval: None,
                depth,
                bound: Bound::of(best, floor, beta),
            };
            self.shared.table.store(root.table_key(), 0, entry);
        }
        best
    }

    fn report_lines(&mut self, lines: usize, depth: i32, report: &mut dyn FnMut(SearchReport)) {
        let nodes = self.shared.nodes.load(Relaxed);
        let elapsed = self.shared.time.elapsed();
        for (at, root_move) in self.root_moves[..lines].iter().enumerate() {
            report(SearchReport::Line(PvLine {
                number: at + 1,
                depth: depth.unsigned_abs(),
                deepest: from_plies(root_move.deepest).max(depth).unsigned_abs(),
                score: root_move.score,
                nodes,
                elapsed,
                permille_full: self.shared.table.permille_full(),
                pv: root_move.pv.clone(),
            }));
        }
    }
}
