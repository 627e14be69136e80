//! Quiescence search: what the search does at its leaves.

use catena_chess::shakmaty::Position as _;

use crate::move_parts::MoveParts;
use crate::movepick::{Candidates, MoveFilter, MovePicker, Order};
use crate::node::SearchNode;
use crate::noisy::noisy_moves;
use crate::packed_decision::PackedDecision;
use crate::params::{DELTA_MARGIN, SWITCH_HOPE, SWITCH_MARGIN, SWITCH_PLIES};
use crate::score::{DRAW, INFINITE, MATE_BOUND, MAX_PLY, Score, mated_in};
use crate::see;
use crate::static_eval::StaticEval;
use crate::tt::{Bound, TtEntry};
use crate::worker::{Worker, gives_at_most};

impl Worker<'_> {
    /// Quiescence search: goes on with captures until the position is quiet.
    /// `depth` starts at 0 and falls.
    ///
    /// In Switch-Side Chain-Chess the first [`SWITCH_PLIES`] plies look at
    /// moves with a switch too: a position is not quiet while the player
    /// to move can take the other side. Later ones trust the static evaluation, which
    /// knows of chains one move away, so that the search ends.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        node: &SearchNode,
        mut alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Score {
        // Step 1. Terminal nodes.
        self.pvs[ply].clear();
        self.deepest = self.deepest.max(ply);
        if self.must_stop() {
            return DRAW;
        }
        if let Some(score) = self.drawn(node) {
            return score;
        }
        let in_check = node.in_check;
        if ply >= MAX_PLY {
            return if in_check {
                DRAW
            } else {
                self.evaluate(node, ply).score()
            };
        }

        // Step 2. Transposition table lookup.
        let key = node.table_key();
        let entry = self.shared.table.probe(key, ply);
        if let Some(entry) = entry
            && !PV
            && entry.depth >= depth.max(-1)
            && entry.bound.proves(entry.score, beta)
        {
            return entry.score;
        }

        // Step 3. Stand pat: some quiet move keeps what we have. Not in check. That the
        // opponent may take it away by a switch next move is in the static evaluation.
        let mut best = -INFINITE;
        let known = entry.and_then(|entry| entry.eval);
        let (raw_eval, is_whole) = if in_check {
            (None, true)
        } else {
            match known {
                Some(eval) => (Some(eval), true),
                None => self.evaluate_between(node, (alpha, beta), ply),
            }
        };
        let static_eval = raw_eval.map(|eval| self.correct(node, eval));
        if let Some(eval) = static_eval.map(StaticEval::score) {
            best = match entry {
                Some(entry) if entry.bound.proves(entry.score, eval + 1) => entry.score,
                _ => eval,
            };
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }

        // Step 4. Move generation: captures; everything in check; switches near the
        // top, unless the static evaluation saw no chain, or no piece that a move may
        // leave to be taken is worth enough.
        let pieces = static_eval
            .unwrap_or_else(|| self.pieces_alone(node, ply))
            .pieces;
        let saw_no_chain = is_whole && static_eval.is_some_and(StaticEval::is_hopeless);
        let filter = if in_check {
            MoveFilter::All
        } else if self.shared.sees_switches
            && depth > -SWITCH_PLIES
            && pieces + alpha < SWITCH_HOPE
            && !saw_no_chain
        {
            MoveFilter::CapturesAndSwitches
        } else {
            MoveFilter::Captures
        };
        let tt_move = entry.map_or(PackedDecision::default(), |entry| entry.best_move);
        let order_inputs = self.order_inputs(ply);
        let moves = if filter == MoveFilter::Captures {
            noisy_moves(node.chess())
        } else {
            node.chess().legal_moves()
        };
        if moves.is_empty() && in_check {
            return mated_in(ply);
        }
        let mut candidates = Candidates::default();
        let mut picker = MovePicker::new(
            node,
            &moves,
            &mut candidates,
            tt_move,
            filter,
            self.shared.sees_switches,
        );
        let mut best_decision = None;
        let mut tried: i32 = 0;
        loop {
            let order = Order {
                history: self.history,
                killers: order_inputs.0,
                before: order_inputs.1,
                eval: pieces,
                wants_switches: self.shared.sees_switches,
                quick: !in_check,
                least_offer: if best > -MATE_BOUND {
                    alpha + pieces + SWITCH_MARGIN + 1
                } else {
                    Score::MIN
                },
                beta,
            };
            let Some(candidate) = picker.next(node, &order) else {
                break;
            };
            if self.overlooks(node, candidate) {
                continue;
            }
            let preview = node.preview(candidate);
            self.shared.table.fetch(preview.key);
            // Step 5. Delta pruning: captures that win too little to raise alpha,
            // switches to the worse side, late evasions.
            if best > -MATE_BOUND {
                if candidate.switches {
                    // The side we take over is worth the opposite of ours, and
                    // what our own move has left to be taken.
                    if gives_at_most(node, candidate.mv, alpha + pieces + SWITCH_MARGIN) {
                        continue;
                    }
                } else if in_check {
                    if tried >= 2 && !MoveParts::new(candidate.mv).is_noisy() {
                        continue;
                    }
                } else {
                    let gain = candidate.mv.capture().map_or(0, see::value)
                        + candidate.mv.promotion().map_or(0, see::value);
                    if pieces + gain + DELTA_MARGIN <= alpha {
                        best = best.max(pieces + gain + DELTA_MARGIN);
                        continue;
                    }
                }
            }
            let child = node.child_with(candidate, preview);
            if candidate.switches && !self.may_follow_switch(&child) {
                continue;
            }
            tried += 1;
            self.enter(node, MoveParts::new(candidate.mv).piece_to(), ply);
            let score = if candidate.switches {
                self.quiesce::<PV>(&child, alpha, beta, depth - 1, ply + 1)
            } else {
                -self.quiesce::<PV>(&child, -beta, -alpha, depth - 1, ply + 1)
            };
            self.leave();
            if self.is_stopped() {
                return DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_decision = Some(candidate);
                    if PV {
                        self.extend_pv(candidate, ply);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }

        // Step 6. Store in the transposition table.
        let entry = TtEntry {
            best_move: best_decision.map_or(PackedDecision::default(), PackedDecision::new),
            score: best,
            eval: raw_eval.filter(|_| is_whole),
            depth: depth.max(-1),
            bound: if best >= beta {
                Bound::Lower
            } else {
                Bound::Upper
            },
        };
        self.shared.table.store(key, ply, entry);
        best
    }
}
