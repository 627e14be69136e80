//! The search: negamax with one more branch.
//!
//! *V(position)* is what a position is worth to the player to move. After
//! a move the opponent moves, so the move is worth −V(after). In Switch-Side
//! Chain-Chess a move that forms a chain may be followed by a switch. Then
//! the same player moves again, so that choice is worth **+V(after)**: no
//! change of sign, and the window is passed on as it is. Nothing else
//! about switching has to be known; all the rest of this file is about
//! looking at as few positions as possible.
//!
//! The node functions [`Worker::search`] and [`Worker::quiesce`] are long on
//! purpose and exempt from the limit on function length: their numbered
//! steps are one thought.

use arrayvec::ArrayVec;
use catena_chess::shakmaty::{Move, Position as _};

use crate::chains::Static;
use crate::history::{MoveParts, PieceTo};
use crate::movepick::{Candidates, CheckSquares, MoveFilter, MovePicker, Order};
use crate::node::SearchNode;
use crate::noisy::noisy_moves;
use crate::params::{
    DELTA_MARGIN, FUTILITY_BASE, FUTILITY_DEPTH, FUTILITY_MARGIN, GLANCE_DEPTH, NULL_DEPTH,
    RAZOR_DEPTH, RAZOR_MARGIN, REVERSE_DEPTH, REVERSE_MARGIN, SEE_CAPTURE_MARGIN, SEE_DEPTH,
    SEE_QUIET_MARGIN, SINGULAR_DEPTH, SINGULAR_MARGIN, SWITCH_HOPE, SWITCH_MARGIN, SWITCH_PLIES,
};
use crate::score::{DRAW, INFINITE, MATE_BOUND, MAX_PLY, Score, is_mate, mate_in, mated_in};
use crate::see;
use crate::tt::{Bound, Hit, PackedDecision};
use crate::worker::{FRAMES_BEFORE, NO_EVAL, Worker, gives_at_most};

impl Worker<'_> {
    /// What the child is worth to the player who moves at the parent: the
    /// one place where the switch differs from every other ply.
    pub(crate) fn child_score<const PV: bool>(
        &mut self,
        child: &SearchNode,
        switches: bool,
        (alpha, beta): (Score, Score),
        depth: i32,
        ply: usize,
        is_cut: bool,
    ) -> Score {
        if switches {
            self.search::<PV>(child, alpha, beta, depth, ply, is_cut)
        } else {
            -self.search::<PV>(child, -beta, -alpha, depth, ply, is_cut)
        }
    }

    /// What `node`, `ply` plies below the root, is worth to its player:
    /// exactly if within `alpha` and `beta`, else a bound.
    ///
    /// `PV` nodes have an open window. `is_cut` says that a ply is expected
    /// to reach `beta`.
    pub(crate) fn search<const PV: bool>(
        &mut self,
        node: &SearchNode,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        ply: usize,
        is_cut: bool,
    ) -> Score {
        debug_assert!(-INFINITE <= alpha && alpha < beta && beta <= INFINITE);
        debug_assert!(PV || alpha == beta - 1);

        // Step 1. Leaves: go on with captures until the position is quiet.
        let in_check = node.in_check;
        if depth <= 0 && !in_check {
            return self.quiesce::<PV>(node, alpha, beta, 0, ply);
        }
        self.lines[ply].clear();
        self.deepest = self.deepest.max(ply);

        // Step 2. Ends: out of time, out of plies, drawn.
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
                self.evaluate(node).score()
            };
        }

        // Step 3. Mate distance: a shorter mate elsewhere makes this node
        // irrelevant. True for switches too: no line mates before its end.
        alpha = alpha.max(mated_in(ply));
        beta = beta.min(mate_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        // Step 4. Transposition table. The key has the run in it, so that a
        // position in which the player may still switch is never mistaken
        // for one in which they may not.
        let excluded = self.frames[FRAMES_BEFORE + ply].excluded;
        let key = node.table_key();
        let hit = if excluded.is_none() {
            self.shared.table.probe(key, ply)
        } else {
            None
        };
        if let Some(hit) = hit
            && !PV
            && hit.depth >= depth
            && hit.bound.proves(hit.score, beta)
            // Near the fifty-move rule the table knows too little of the way here.
            && node.halfmoves() < 90
        {
            return hit.score;
        }
        let table_ply = hit.map_or(PackedDecision::default(), |hit| hit.ply);

        // Step 5. Static evaluation, put right by the table where that says more.
        let known = hit.and_then(|hit| hit.eval);
        let static_eval = (!in_check).then(|| known.unwrap_or_else(|| self.evaluate(node)));
        let eval = static_eval.map_or(NO_EVAL, Static::score);
        let guess = match hit {
            Some(hit) if !in_check && hit.bound.proves(hit.score, eval + 1) => hit.score,
            _ => eval,
        };
        self.frames[FRAMES_BEFORE + ply].eval = eval;
        self.history.clear_killers(ply + 2);
        // Two plies ago the same colour was to move, whoever held it.
        let two_ago = self.frames[FRAMES_BEFORE + ply - 2].eval;
        let improving = !in_check && two_ago != NO_EVAL && eval > two_ago;

        if !PV && !in_check && excluded.is_none() {
            // Step 6. Razoring: hopelessly behind, only captures can help. Or
            // switches, which quiescence looks at first.
            if depth <= RAZOR_DEPTH && guess + RAZOR_MARGIN * depth < alpha {
                let score = self.quiesce::<false>(node, alpha, beta, 0, ply);
                if score <= alpha {
                    return score;
                }
            }

            // Step 7. Reverse futility: so far ahead that a shallow search will not
            // change it. A switch by the opponent would: the evaluation has already
            // taken off what a chain one move away threatens.
            let margin = REVERSE_MARGIN * (depth - i32::from(improving));
            if depth <= REVERSE_DEPTH && guess - margin >= beta && !is_mate(beta) {
                return guess;
            }

            // Step 8. Null move: if passing is good enough, some move is.
            if let Some(score) = self.null_move(node, beta, depth, guess, ply, is_cut) {
                return score;
            }
        }

        // Step 9. Internal iterative reduction: without a ply from the table the
        // order is poor. Search less now; the table will know next time.
        let depth = if (PV || is_cut) && depth >= 4 && table_ply.is_none() {
            depth - 1
        } else {
            depth
        };

        let order_inputs = self.order_inputs(ply);
        let moves = node.chess().legal_moves();
        if moves.is_empty() {
            // Step 10. Mate and stalemate. The player to move loses, the other one
            // holds the side that gave mate, whoever held it before.
            return if in_check { mated_in(ply) } else { DRAW };
        }

        let mut candidates = Candidates::default();
        let mut picker = MovePicker::new(
            node,
            &moves,
            &mut candidates,
            table_ply,
            MoveFilter::All,
            self.shared.sees_switches,
        );
        let checks = CheckSquares::new(node);
        let mut best = -INFINITE;
        let mut best_ply = None;
        let mut bound = Bound::Upper;
        let mut tried: i32 = 0;
        let mut quiets: ArrayVec<Move, 64> = ArrayVec::new();
        let mut captures: ArrayVec<Move, 32> = ArrayVec::new();
        let pieces = static_eval
            .unwrap_or_else(|| self.pieces_alone(node))
            .pieces;

        let may_skip = !in_check && node.material.phase() > 0;
        let most_hope = pieces + FUTILITY_BASE + FUTILITY_MARGIN * depth;

        loop {
            // The same for quiet moves, before they are ranked for nothing.
            if may_skip && depth <= FUTILITY_DEPTH && most_hope <= alpha && best > -MATE_BOUND {
                picker.skip_quiets(&checks);
            }
            // The test of step 11 before switches are looked for: to find them costs
            // more than all the rest of a node. A player about to be mated
            // wants to be on the other side at any price.
            let least_offer = if !PV && may_skip && depth <= FUTILITY_DEPTH && best > -MATE_BOUND {
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
                // A player about to be mated looks closely.
                glances: !PV
                    && !in_check
                    && depth <= GLANCE_DEPTH
                    && (tried == 0 || best > -MATE_BOUND),
                least_offer,
                goal: beta,
            };
            let Some(candidate) = picker.next(node, &order) else {
                break;
            };
            if !excluded.is_none() && PackedDecision::new(candidate) == excluded {
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

            // Step 11. Skip plies that will not matter. `prospect` is what a ply
            // promises before it is searched: a switch promises the opposite
            // of what staying does, so the side that is behind never skips it.
            let prospect = if candidate.switches { -pieces } else { pieces };
            if best > -MATE_BOUND && may_skip {
                let left = (depth - reduction / 1024).max(0);
                // A check may be mate: it is not skipped for being quiet.
                if !noisy && !checks.contain(parts) {
                    // Late moves: the order says that they are bad.
                    let patience = (3 + depth * depth) / if improving { 1 } else { 2 };
                    if !PV && tried >= patience && !candidate.switches {
                        picker.skip_quiets(&checks);
                        continue;
                    }
                    // Futility: too far behind for a quiet move.
                    let hope = prospect + FUTILITY_BASE + FUTILITY_MARGIN * left;
                    if left <= FUTILITY_DEPTH
                        && hope <= alpha
                        && (!candidate.switches || gives_at_most(node, mv, alpha - hope))
                    {
                        if !candidate.switches {
                            picker.skip_quiets(&checks);
                        }
                        continue;
                    }
                    if !candidate.switches && left <= 4 && quiet_score < -3000 * (left + 1) {
                        continue;
                    }
                }
                // Exchanges that lose too much. After a switch the piece that
                // stands to be taken is the other player's.
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

            // Step 12. Extensions: one ply more in check, and for a ply that is
            // much better than all others.
            let mut extension = 0;
            if ply < 2 * self.root_depth {
                if let Some(hit) = hit
                    && depth >= SINGULAR_DEPTH
                    && excluded.is_none()
                    && PackedDecision::new(candidate) == hit.ply
                    && hit.depth >= depth - 3
                    && matches!(hit.bound, Bound::Lower | Bound::Exact)
                    && !is_mate(hit.score)
                {
                    let target = hit.score - SINGULAR_MARGIN * depth;
                    self.frames[FRAMES_BEFORE + ply].excluded = hit.ply;
                    let others = self.search::<false>(
                        node,
                        target - 1,
                        target,
                        (depth - 1) / 2,
                        ply,
                        is_cut,
                    );
                    self.frames[FRAMES_BEFORE + ply].excluded = PackedDecision::default();
                    if others < target {
                        extension = 1;
                    } else if target >= beta {
                        // Two plies reach beta: this is a cut.
                        return target;
                    } else if hit.score >= beta {
                        extension = -1;
                    }
                    self.lines[ply].clear();
                } else if child.in_check && (depth <= 6 || PV) {
                    extension = 1;
                }
            }

            tried += 1;
            self.enter(node, parts.piece_to(), ply);
            let new_depth = depth - 1 + extension;
            let next = ply + 1;
            let switches = candidate.switches;

            // Step 13. Late plies are searched less, and again if they surprise.
            let mut score;
            let late = tried > 1 + i32::from(PV) && depth >= 3;
            if late && (!noisy || tried > 6) {
                let mut less = reduction;
                less -= quiet_score * 1024 / 8192;
                less += 1024 * i32::from(is_cut && !PV);
                less -= 1024 * i32::from(in_check || child.in_check);
                less -= 1024 * i32::from(noisy);
                // A switch is a turning point: see what follows.
                less -= 1536 * i32::from(switches && prospect > alpha);
                let reduced = (new_depth - (less / 1024).max(0)).clamp(1, new_depth.max(1));
                score = self.child_score::<false>(
                    &child,
                    switches,
                    (alpha, alpha + 1),
                    reduced,
                    next,
                    true,
                );
                if score > alpha && reduced < new_depth {
                    score = self.child_score::<false>(
                        &child,
                        switches,
                        (alpha, alpha + 1),
                        new_depth,
                        next,
                        !is_cut,
                    );
                }
            } else if !PV || tried > 1 {
                score = self.child_score::<false>(
                    &child,
                    switches,
                    (alpha, alpha + 1),
                    new_depth,
                    next,
                    !is_cut,
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

            // Step 14. A new best ply?
            if score > best {
                best = score;
                if score > alpha {
                    best_ply = Some(candidate);
                    if PV {
                        self.extend_line(candidate, ply);
                    }
                    if score >= beta {
                        bound = Bound::Lower;
                        break;
                    }
                    alpha = score;
                    bound = Bound::Exact;
                }
            }
            if Some(candidate) != best_ply && !switches {
                if noisy {
                    let _ = captures.try_push(mv);
                } else {
                    let _ = quiets.try_push(mv);
                }
            }
        }

        // Step 15. Learn: reward the ply that refuted, mark down those that did not.
        if bound == Bound::Lower
            && let Some(ply_played) = best_ply
            && !ply_played.switches
        {
            self.learn(node.turn(), ply_played.mv, &quiets, &captures, depth, ply);
        }

        // Step 16. All plies were skipped or excluded: the bound is alpha.
        if best == -INFINITE {
            return alpha;
        }

        // Step 17. Remember.
        if excluded.is_none() {
            let hit = Hit {
                ply: best_ply.map_or(PackedDecision::default(), PackedDecision::new),
                score: best,
                eval: static_eval,
                depth,
                bound,
            };
            self.shared.table.store(key, ply, hit);
        }
        best
    }

    /// Step 8: what passing is worth, if it is enough.
    ///
    /// Unsound where moving is a burden: with pawns alone, and, in Switch-Side
    /// Chain-Chess, within a run. There the player has just chosen this side for
    /// a reason that may last one move; passing would hand back the turn and
    /// end the run. Elsewhere the search after the pass lets the opponent form a
    /// chain and switch, so a pass that allows it is no longer good enough.
    fn null_move(
        &mut self,
        node: &SearchNode,
        beta: Score,
        depth: i32,
        guess: Score,
        ply: usize,
        is_cut: bool,
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
        let passed = node.pass()?;
        let less = 3 + depth / 4 + ((guess - beta) / 180).min(3);
        self.enter(node, PieceTo::default(), ply);
        let bounds = (beta - 1, beta);
        let score =
            self.child_score::<false>(&passed, false, bounds, depth - less, ply + 1, !is_cut);
        self.leave();
        // A mate found after a pass is not a mate.
        (score >= beta && !self.is_stopped()).then(|| score.min(MATE_BOUND - 1))
    }

    /// Goes on with captures until the position is quiet. `depth` is 0 and
    /// falls.
    ///
    /// In Switch-Side Chain-Chess the first [`SWITCH_PLIES`] plies look at
    /// moves with a switch too: a position is not quiet while the player
    /// to move can take the other side. Later ones trust the evaluation, which
    /// knows of chains one move away, so that this ends.
    fn quiesce<const PV: bool>(
        &mut self,
        node: &SearchNode,
        mut alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Score {
        // Step 1. Ends.
        self.lines[ply].clear();
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
                self.evaluate(node).score()
            };
        }

        // Step 2. Transposition table.
        let key = node.table_key();
        let hit = self.shared.table.probe(key, ply);
        if let Some(hit) = hit
            && !PV
            && hit.depth >= depth.max(-1)
            && hit.bound.proves(hit.score, beta)
        {
            return hit.score;
        }

        // Step 3. Standing pat: some quiet move keeps what we have. Not in check,
        // and not if the opponent's next move can take it away by a switch: the
        // evaluation has taken off for that.
        let mut best = -INFINITE;
        let known = hit.and_then(|hit| hit.eval);
        let (static_eval, is_whole) = if in_check {
            (None, true)
        } else {
            match known {
                Some(eval) => (Some(eval), true),
                None => self.evaluate_between(node, alpha, beta),
            }
        };
        if let Some(eval) = static_eval.map(Static::score) {
            best = match hit {
                Some(hit) if hit.bound.proves(hit.score, eval + 1) => hit.score,
                _ => eval,
            };
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }

        // Step 4. Captures; all plies in check; switches near the top, unless the
        // evaluation saw no chain, or no piece that a move may leave to be taken
        // is worth enough.
        let pieces = static_eval
            .unwrap_or_else(|| self.pieces_alone(node))
            .pieces;
        let saw_no_chain = is_whole && static_eval.is_some_and(Static::is_hopeless);
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
        let table_ply = hit.map_or(PackedDecision::default(), |hit| hit.ply);
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
            table_ply,
            filter,
            self.shared.sees_switches,
        );
        let mut best_ply = None;
        let mut tried: i32 = 0;
        loop {
            let order = Order {
                history: self.history,
                killers: order_inputs.0,
                before: order_inputs.1,
                eval: pieces,
                wants_switches: self.shared.sees_switches,
                glances: !in_check,
                least_offer: if best > -MATE_BOUND {
                    alpha + pieces + SWITCH_MARGIN + 1
                } else {
                    Score::MIN
                },
                goal: beta,
            };
            let Some(candidate) = picker.next(node, &order) else {
                break;
            };
            let preview = node.preview(candidate);
            self.shared.table.fetch(preview.key);
            // Step 5. Skip what cannot raise alpha: captures that win too little,
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
                    best_ply = Some(candidate);
                    if PV {
                        self.extend_line(candidate, ply);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }

        // Step 6. Remember.
        let hit = Hit {
            ply: best_ply.map_or(PackedDecision::default(), PackedDecision::new),
            score: best,
            eval: static_eval.filter(|_| is_whole),
            depth: depth.max(-1),
            bound: if best >= beta {
                Bound::Lower
            } else {
                Bound::Upper
            },
        };
        self.shared.table.store(key, ply, hit);
        best
    }
}
