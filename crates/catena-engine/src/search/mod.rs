//! The search: principal variation search (negamax with alpha-beta) and one more
//! branch.
//!
//! *V(position)* is what a position is worth to the player to move. After
//! a move the opponent moves, so the move is worth −V(after). In Switch-Side
//! Chain-Chess a move that forms a chain may be followed by a switch. Then
//! the same player moves again, so that choice is worth **+V(after)**: the sign does
//! not change, and the window is passed on as it is. Nothing else about switching
//! has to be known; the rest of this file is about looking at as few positions as
//! possible.
//!
//! A *decision* is a move with the choice to switch or not. Where the literature has
//! a name with "move" in it (TT move, late move reduction), we use that name, and a
//! decision is meant.
//!
//! The node functions `search` and `quiesce` are long on purpose and exempt from the
//! limit on function length: their steps share most of their variables.

mod quiescence;

use arrayvec::ArrayVec;
use catena_chess::rules::HALFMOVES_TO_CLAIM;
use catena_chess::shakmaty::{Move, Position as _};

use crate::move_parts::{MoveParts, PieceTo};
use crate::movepick::{Candidates, CheckSquares, MoveFilter, MovePicker, Order};
use crate::node::SearchNode;
use crate::packed_decision::PackedDecision;
use crate::params::{
    FUTILITY_BASE, FUTILITY_DEPTH, FUTILITY_MARGIN, NULL_DEPTH, QUICK_SCAN_DEPTH, RAZOR_DEPTH,
    RAZOR_MARGIN, REVERSE_DEPTH, REVERSE_MARGIN, SEE_CAPTURE_MARGIN, SEE_DEPTH, SEE_QUIET_MARGIN,
    SINGULAR_DEPTH, SINGULAR_MARGIN,
};
use crate::score::{DRAW, INFINITE, MATE_BOUND, MAX_PLY, Score, is_mate, mate_in, mated_in};
use crate::see;
use crate::static_eval::StaticEval;
use crate::tt::{Bound, TtEntry};
use crate::worker::{FRAMES_BEFORE, NO_EVAL, Worker, gives_at_most};

/// Whether the child of a node is a cut node. The opponent expects to fail low where
/// we expect to reach beta; after a switch the same player moves with the same window.
const fn child_is_cut_node(cut_node: bool, switches: bool) -> bool {
    cut_node == switches
}

impl Worker<'_> {
    /// What the child is worth to the player who moves at the parent: the
    /// one place where a switch differs from every other decision.
    ///
    /// At a `cut_node` this decision is expected to reach `beta`.
    pub(crate) fn child_score<const PV: bool>(
        &mut self,
        child: &SearchNode,
        switches: bool,
        (alpha, beta): (Score, Score),
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        let cut_node = !PV && child_is_cut_node(cut_node, switches);
        if switches {
            self.search::<PV>(child, alpha, beta, depth, ply, cut_node)
        } else {
            -self.search::<PV>(child, -beta, -alpha, depth, ply, cut_node)
        }
    }

    /// What `node`, `ply` plies below the root, is worth to its player:
    /// exactly if within `alpha` and `beta`, else a bound.
    ///
    /// `PV` nodes have an open window. At a `cut_node` some decision is expected to
    /// reach `beta`.
    pub(crate) fn search<const PV: bool>(
        &mut self,
        node: &SearchNode,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        debug_assert!(-INFINITE <= alpha && alpha < beta && beta <= INFINITE);
        debug_assert!(PV || alpha == beta - 1);

        // Step 1. Quiescence search at the leaves: go on with captures until the
        // position is quiet.
        let in_check = node.in_check;
        if depth <= 0 && !in_check {
            return self.quiesce::<PV>(node, alpha, beta, 0, ply);
        }
        self.pvs[ply].clear();
        self.deepest = self.deepest.max(ply);

        // Step 2. Terminal nodes: out of time, out of plies, drawn.
        if self.must_stop() {
            return DRAW;
        }
        if let Some(score) = self.drawn(node) {
            return score;
        }
        if ply >= MAX_PLY {
            return if in_check {
                DRAW
            } else {
                self.evaluate(node, ply).score()
            };
        }

        // Step 3. Mate distance pruning: a shorter mate elsewhere makes this node
        // irrelevant. This holds for switches too: no line mates before its end.
        alpha = alpha.max(mated_in(ply));
        beta = beta.min(mate_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        // Step 4. Transposition table lookup. The key has the run in it, so that a
        // position in which the player may still switch is never mistaken
        // for one in which they may not.
        let excluded = self.frames[FRAMES_BEFORE + ply].excluded;
        let key = node.table_key();
        let entry = self.shared.table.probe(key, ply);
        if let Some(entry) = entry
            && !PV
            // The entry counts the excluded decision: it cannot cut off its verification.
            && excluded.is_none()
            && entry.depth >= depth
            && entry.bound.proves(entry.score, beta)
            // An entry does not know how close the fifty-move rule is.
            && node.halfmoves() + 10 < HALFMOVES_TO_CLAIM
        {
            return entry.score;
        }
        let tt_move = entry.map_or(PackedDecision::default(), |entry| entry.best_move);

        // Step 5. Static evaluation, corrected by what positions like this have taught,
        // replaced by the score of the table where its bound says more.
        let known = entry.and_then(|entry| entry.eval);
        let raw_eval = (!in_check).then(|| known.unwrap_or_else(|| self.evaluate(node, ply)));
        let static_eval = raw_eval.map(|eval| self.correct(node, eval));
        let eval = static_eval.map_or(NO_EVAL, StaticEval::score);
        let guess = match entry {
            Some(entry) if !in_check && entry.bound.proves(entry.score, eval + 1) => entry.score,
            _ => eval,
        };
        self.history.clear_killers(ply + 2);
        self.remember_eval(node, static_eval, ply);
        let frame = self.frames[FRAMES_BEFORE + ply];
        let improving = self.frames[FRAMES_BEFORE + ply - 2].is_below(frame.eval, frame.mover);

        if !PV && !in_check && excluded.is_none() {
            // Step 6. Razoring: this far behind, only captures can help, or
            // switches, which quiescence looks at first.
            if depth <= RAZOR_DEPTH && guess + RAZOR_MARGIN * depth < alpha {
                let score = self.quiesce::<false>(node, alpha, beta, 0, ply);
                if score <= alpha {
                    return score;
                }
            }

            // Step 7. Reverse futility pruning: so far ahead that a shallow search
            // will not change it. A switch by the opponent would, but the static
            // evaluation already accounts for a chain one move away.
            let margin = REVERSE_MARGIN * (depth - i32::from(improving));
            if depth <= REVERSE_DEPTH && guess - margin >= beta && !is_mate(beta) {
                return guess;
            }

            // Step 8. Null move pruning: if passing is good enough, some move is.
            if let Some(score) = self.null_move(node, beta, depth, guess, ply, cut_node) {
                return score;
            }
        }

        // Step 9. Internal iterative reduction (IIR): without a TT move the order is
        // poor. Search less now; the next visit will find a TT move.
        let depth = if (PV || cut_node) && depth >= 4 && tt_move.is_none() {
            depth - 1
        } else {
            depth
        };

        let order_inputs = self.order_inputs(ply);
        let moves = node.chess().legal_moves();
        if moves.is_empty() {
            // Step 10. Checkmate and stalemate. The player to move loses; the other
            // one holds the side that gave mate, whoever held it before.
            return if in_check { mated_in(ply) } else { DRAW };
        }

        let mut candidates = Candidates::default();
        let mut picker = MovePicker::new(
            node,
            &moves,
            &mut candidates,
            tt_move,
            MoveFilter::All,
            self.shared.sees_switches,
        );
        let checks = CheckSquares::new(node);
        let mut best = -INFINITE;
        let mut best_decision = None;
        let mut bound = Bound::Upper;
        let mut tried: i32 = 0;
        let mut quiets: ArrayVec<Move, 64> = ArrayVec::new();
        let mut captures: ArrayVec<Move, 32> = ArrayVec::new();
        let pieces = static_eval
            .unwrap_or_else(|| self.pieces_alone(node, ply))
            .pieces;

        let may_prune = !in_check && !node.is_pawn_ending();
        let best_futility_value = pieces + FUTILITY_BASE + FUTILITY_MARGIN * depth;

        loop {
            // Futility pruning (step 11) of all quiet moves at once, before they are
            // ranked for nothing.
            if may_prune
                && depth <= FUTILITY_DEPTH
                && best_futility_value <= alpha
                && best > -MATE_BOUND
            {
                picker.skip_quiets(&checks);
            }
            // Futility pruning of switches before they are looked for, because
            // finding them costs more than the rest of the node. Not where every
            // decision so far loses to mate: then any switch may help.
            let least_offer = if !PV && may_prune && depth <= FUTILITY_DEPTH && best > -MATE_BOUND {
                alpha + pieces - FUTILITY_BASE - FUTILITY_MARGIN * depth + 1
            } else {
                Score::MIN
            };
            let order = Order {
                history: self.history,
                killers: order_inputs.0,
                before: order_inputs.1,
                eval: pieces,
                wants_switches: self.shared.sees_switches,
                // Use the exact scan when every decision so far loses to mate.
                quick: !PV
                    && !in_check
                    && depth <= QUICK_SCAN_DEPTH
                    && (tried == 0 || best > -MATE_BOUND),
                least_offer,
                beta,
            };
            let Some(candidate) = picker.next(node, &order) else {
                break;
            };
            if !excluded.is_none() && PackedDecision::new(candidate) == excluded {
                continue;
            }
            if self.overlooks(node, candidate) {
                continue;
            }
            let preview = node.preview(candidate);
            self.shared.table.fetch(preview.key);
            let mv = candidate.mv;
            let parts = MoveParts::new(mv);
            let noisy = parts.is_noisy();
            let quiet_score = if noisy {
                0
            } else {
                self.history.quiet(node.turn(), parts, order_inputs.1)
            };
            let reduction = self.reduction(depth, tried, PV, improving);

            // Step 11. Pruning at shallow depth. `prospect` is what a decision
            // promises before it is searched: a switch promises the opposite of what
            // staying does, so the side that is behind never prunes it.
            let prospect = if candidate.switches { -pieces } else { pieces };
            if best > -MATE_BOUND && may_prune {
                let left = (depth - reduction / 1024).max(0);
                // A check may be mate: it is not pruned for being quiet.
                if !noisy && !checks.contain(parts) {
                    // Late move pruning (LMP): the order says that it is bad.
                    let move_count_limit = (3 + depth * depth) / if improving { 1 } else { 2 };
                    if !PV && tried >= move_count_limit && !candidate.switches {
                        picker.skip_quiets(&checks);
                        continue;
                    }
                    // Futility pruning: too far behind for a quiet move.
                    let futility_value = prospect + FUTILITY_BASE + FUTILITY_MARGIN * left;
                    if left <= FUTILITY_DEPTH
                        && futility_value <= alpha
                        && (!candidate.switches || gives_at_most(node, mv, alpha - futility_value))
                    {
                        if !candidate.switches {
                            picker.skip_quiets(&checks);
                        }
                        continue;
                    }
                    // History pruning: it has failed nearly everywhere.
                    if !candidate.switches && left <= 4 && quiet_score < -3000 * (left + 1) {
                        continue;
                    }
                }
                // SEE pruning: the exchange loses too much. After a switch the piece
                // that can be taken is the other player's.
                if !candidate.switches && depth <= SEE_DEPTH && !picker.gave_sound_capture() {
                    let margin = if noisy {
                        SEE_CAPTURE_MARGIN * depth
                    } else {
                        SEE_QUIET_MARGIN * left
                    };
                    if !see::at_least(node.position.board(), node.turn(), mv, margin) {
                        continue;
                    }
                }
            }

            let child = node.child_with(candidate, preview);
            if candidate.switches && !self.may_follow_switch(&child) {
                continue;
            }

            // Step 12. Extensions. Singular extension: one ply more if all other
            // decisions fail by a margin. Check extension: one ply more in check.
            let mut extension = 0;
            if ply < 2 * self.root_depth {
                if let Some(entry) = entry
                    && depth >= SINGULAR_DEPTH
                    && excluded.is_none()
                    && PackedDecision::new(candidate) == entry.best_move
                    && entry.depth >= depth - 3
                    && matches!(entry.bound, Bound::Lower | Bound::Exact)
                    && !is_mate(entry.score)
                {
                    let target = entry.score - SINGULAR_MARGIN * depth;
                    self.frames[FRAMES_BEFORE + ply].excluded = entry.best_move;
                    let others = self.search::<false>(
                        node,
                        target - 1,
                        target,
                        (depth - 1) / 2,
                        ply,
                        cut_node,
                    );
                    self.frames[FRAMES_BEFORE + ply].excluded = PackedDecision::default();
                    if others < target {
                        extension = 1;
                    } else if target >= beta {
                        // Multi-cut: another decision reaches beta as well.
                        return target;
                    } else if entry.score >= beta {
                        extension = -1;
                    }
                    self.pvs[ply].clear();
                } else if child.in_check && (depth <= 6 || PV) {
                    extension = 1;
                }
            }

            tried += 1;
            self.enter(node, parts.piece_to(), ply);
            let new_depth = depth - 1 + extension;
            let next = ply + 1;
            let switches = candidate.switches;

            // Step 13. Late move reduction (LMR): search late decisions less deep,
            // and again if they surprise. Then principal variation search: all but
            // the first with a null window, and again if they raise alpha.
            let mut score;
            let late = tried > 1 + i32::from(PV) && depth >= 3;
            if late && (!noisy || tried > 6) {
                let mut reduction = reduction;
                reduction -= quiet_score * 1024 / 8192;
                reduction += 1024 * i32::from(cut_node && !PV);
                reduction -= 1024 * i32::from(in_check || child.in_check);
                reduction -= 1024 * i32::from(noisy);
                // A switch that promises to raise alpha changes who is ahead.
                reduction -= 1536 * i32::from(switches && prospect > alpha);
                let reduced = (new_depth - (reduction / 1024).max(0)).clamp(1, new_depth.max(1));
                score = self.child_score::<false>(
                    &child,
                    switches,
                    (alpha, alpha + 1),
                    reduced,
                    next,
                    false,
                );
                if score > alpha && reduced < new_depth {
                    score = self.child_score::<false>(
                        &child,
                        switches,
                        (alpha, alpha + 1),
                        new_depth,
                        next,
                        cut_node,
                    );
                }
            } else if !PV || tried > 1 {
                score = self.child_score::<false>(
                    &child,
                    switches,
                    (alpha, alpha + 1),
                    new_depth,
                    next,
                    cut_node,
                );
            } else {
                score = alpha + 1;
            }
            if PV && (tried == 1 || score > alpha) {
                score = self.child_score::<true>(
                    &child,
                    switches,
                    (alpha, beta),
                    new_depth,
                    next,
                    false,
                );
            }
            self.leave();
            if self.is_stopped() {
                return DRAW;
            }

            // Step 14. New best decision, beta cutoff.
            if score > best {
                best = score;
                if score > alpha {
                    best_decision = Some(candidate);
                    if PV {
                        self.extend_pv(candidate, ply);
                    }
                    if score >= beta {
                        bound = Bound::Lower;
                        break;
                    }
                    alpha = score;
                    bound = Bound::Exact;
                }
            }
            if Some(candidate) != best_decision && !switches {
                if noisy {
                    let _ = captures.try_push(mv);
                } else {
                    let _ = quiets.try_push(mv);
                }
            }
        }

        // Step 15. History heuristic: reward the move that caused the cutoff, punish
        // those tried before it.
        if bound == Bound::Lower
            && let Some(played) = best_decision
            && !played.switches
        {
            self.update_history(node.turn(), played.mv, &quiets, &captures, depth, ply);
        }

        // Step 16. Every decision was pruned or excluded: fail hard with alpha.
        if best == -INFINITE {
            return alpha;
        }

        // Step 17. Correction history and transposition table.
        if excluded.is_none() {
            if let Some(eval) = static_eval {
                self.learn_correction(node, eval, best_decision, (best, bound), depth);
            }
            let entry = TtEntry {
                best_move: best_decision.map_or(PackedDecision::default(), PackedDecision::new),
                score: best,
                eval: raw_eval,
                depth,
                bound,
            };
            self.shared.table.store(key, ply, entry);
        }
        best
    }

    /// Step 8, null move pruning: the score after a null move, if it reaches beta.
    ///
    /// Unsound in zugzwang: with pawns alone, and, in Switch-Side Chain-Chess, within
    /// a run. There the player has just chosen this side for a reason that may last
    /// one move; a null move would hand back the turn and end the run. Elsewhere the
    /// search after the null move lets the opponent form a chain and switch, so a null
    /// move that allows it does not reach beta.
    fn null_move(
        &mut self,
        node: &SearchNode,
        beta: Score,
        depth: i32,
        guess: Score,
        ply: usize,
        cut_node: bool,
    ) -> Option<Score> {
        let own = node.position.board().by_color(node.turn());
        let has_pieces =
            (own & !node.position.board().pawns() & !node.position.board().kings()).any();
        let just_passed =
            self.frames[FRAMES_BEFORE + ply - 1].piece_to == PieceTo::default() && ply > 0;
        if depth < NULL_DEPTH
            || guess < beta
            || is_mate(beta)
            || !has_pieces
            || just_passed
            || node.position.run().is_some()
        {
            return None;
        }
        let passed = node.null_move()?;
        let reduction = 3 + depth / 4 + ((guess - beta) / 180).min(3);
        self.enter(node, PieceTo::default(), ply);
        let bounds = (beta - 1, beta);
        let score =
            self.child_score::<false>(&passed, false, bounds, depth - reduction, ply + 1, cut_node);
        self.leave();
        // A mate found after a null move is not proved.
        (score >= beta && !self.is_stopped()).then(|| score.min(MATE_BOUND - 1))
    }
}

#[cfg(test)]
mod tests;
