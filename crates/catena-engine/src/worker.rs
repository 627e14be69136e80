//! [`Worker`]: one thread of the search, what it knows and what it shares.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use catena_chess::rules::{HALFMOVES_TO_CLAIM, REPETITIONS_TO_CLAIM};
use catena_chess::shakmaty::{Color, Move, Position as _};
use catena_chess::{Decision, Variant};

use crate::eval::{Evaluation, Evaluator};
use crate::history::History;
use crate::limits::Limits;
use crate::move_parts::{MoveParts, PieceTo};
use crate::movepick::is_noisy;
use crate::network::Network;
use crate::node::{Mover, SearchNode};
use crate::packed_decision::PackedDecision;
use crate::root::RootMove;
use crate::score::{DRAW, INFINITE, MAX_PLY, Score, is_mate};
use crate::see;
use crate::signal::Signal;
use crate::static_eval::{StaticEval, static_eval};
use crate::strength::Oversight;
use crate::time::TimeKeeper;
use crate::tt::{Bound, TableView};

/// The evaluation of a node in check, which has none.
pub(crate) const NO_EVAL: Score = -INFINITE;

/// How often, in nodes, a worker looks at the clock.
const NODES_BETWEEN_CHECKS: u64 = 512;

/// What all threads of one search share.
#[derive(Debug)]
pub(crate) struct SharedState<'a> {
    pub(crate) table: TableView<'a>,
    pub(crate) signal: &'a Signal,
    pub(crate) limits: &'a Limits,
    pub(crate) time: TimeKeeper,
    /// Set when the search has to end, for whatever reason.
    pub(crate) is_over: AtomicBool,
    /// Nodes of all threads, as far as they have reported them.
    pub(crate) nodes: AtomicU64,
    /// Whether the players may switch and the search knows it.
    pub(crate) sees_switches: bool,
    /// What the player does not see; `None` at full strength.
    pub(crate) oversight: Option<Oversight>,
    /// What evaluates; `None` for the hand-written evaluation.
    pub(crate) network: Option<&'a Network>,
}

/// What a node leaves behind for the nodes below it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchFrame {
    /// The evaluation of chess for the player to move; [`NO_EVAL`] in check. What a
    /// chain one move away does to it is left out: that changes its sign from one node
    /// to the next.
    pub(crate) eval: Score,
    /// Whose evaluation it is.
    pub(crate) mover: Mover,
    pub(crate) piece_to: PieceTo,
    /// A decision that must not be searched, to see what the others are worth.
    pub(crate) excluded: PackedDecision,
}

impl Default for SearchFrame {
    fn default() -> SearchFrame {
        SearchFrame {
            eval: NO_EVAL,
            mover: Mover::default(),
            piece_to: PieceTo::default(),
            excluded: PackedDecision::default(),
        }
    }
}

impl SearchFrame {
    /// Whether the player stood worse here than with this evaluation. Two plies apart
    /// the same colour is to move, but after a switch another player holds it.
    pub(crate) fn is_below(&self, eval: Score, mover: Mover) -> bool {
        if self.eval == NO_EVAL || eval == NO_EVAL {
            return false;
        }
        let earlier = if self.mover == mover {
            self.eval
        } else {
            -self.eval
        };
        earlier < eval
    }
}

/// Frames before the root, so that looking back needs no test.
pub(crate) const FRAMES_BEFORE: usize = 2;

/// One thread of the search.
#[derive(Debug)]
pub(crate) struct Worker<'a> {
    pub(crate) shared: &'a SharedState<'a>,
    pub(crate) history: &'a mut History,
    pub(crate) frames: Vec<SearchFrame>,
    /// The principal variation from each ply on.
    pub(crate) pvs: Vec<Vec<Decision>>,
    /// Repetition keys of the game and of the line that is searched.
    keys: Vec<u64>,
    /// How many of the keys belong to the game.
    game_keys: usize,
    pub(crate) nodes: u64,
    reported: u64,
    pub(crate) deepest: usize,
    pub(crate) root_depth: usize,
    /// Only the first thread watches the limits.
    is_first: bool,
    pub(crate) root_moves: Vec<RootMove>,
    reductions: [i32; 64],
    evaluator: Evaluator<'a>,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(
        shared: &'a SharedState<'a>,
        history: &'a mut History,
        game_keys: &[u64],
        root_moves: Vec<RootMove>,
        is_first: bool,
    ) -> Worker<'a> {
        let variant = if shared.sees_switches {
            Variant::Sscc
        } else {
            Variant::Chess
        };
        Worker {
            shared,
            history,
            frames: vec![SearchFrame::default(); FRAMES_BEFORE + MAX_PLY + 2],
            pvs: vec![Vec::new(); MAX_PLY + 2],
            keys: game_keys.to_vec(),
            game_keys: game_keys.len(),
            nodes: 0,
            reported: 0,
            deepest: 0,
            root_depth: 0,
            is_first,
            root_moves,
            reductions: reductions(),
            evaluator: Evaluator::new(shared.network, variant, MAX_PLY + 2),
        }
    }

    /// Goes from a node to a child: counts it and remembers the way.
    pub(crate) fn enter(&mut self, parent: &SearchNode, piece_to: PieceTo, ply: usize) {
        self.frames[FRAMES_BEFORE + ply].piece_to = piece_to;
        self.keys.push(parent.repetition_key());
        self.nodes += 1;
    }

    /// Whether the node can come after a switch: none follows a move that ends
    /// the game. Only now is its key known, so its entries are fetched here.
    pub(crate) fn may_follow_switch(&self, child: &SearchNode) -> bool {
        self.shared.table.fetch(child.table_key());
        !child.position.is_over()
    }

    /// Leaves the static evaluation for the nodes below.
    pub(crate) fn remember_eval(
        &mut self,
        node: &SearchNode,
        static_eval: Option<StaticEval>,
        ply: usize,
    ) {
        let frame = &mut self.frames[FRAMES_BEFORE + ply];
        frame.eval = static_eval.map_or(NO_EVAL, |eval| eval.pieces);
        frame.mover = node.mover();
    }

    pub(crate) fn leave(&mut self) {
        self.keys.pop();
    }

    /// What the position is worth if nothing happens.
    pub(crate) fn evaluate(&mut self, node: &SearchNode, ply: usize) -> StaticEval {
        let evaluation = self.evaluate_chess(node, ply);
        static_eval(&node.position, &evaluation, self.thinks_of_chains(node))
    }

    /// Whether chains one move away count in the evaluation.
    fn thinks_of_chains(&self, node: &SearchNode) -> bool {
        let forgets = |oversight: Oversight| oversight.hides_chains(node);
        self.shared.sees_switches && !self.shared.oversight.is_some_and(forgets)
    }

    /// Whether the player does not see the decision.
    #[inline(always)]
    pub(crate) fn overlooks(&self, node: &SearchNode, decision: Decision) -> bool {
        let oversight = self.shared.oversight;
        oversight.is_some_and(|oversight| oversight.hides(node, decision))
    }

    /// What the position is worth as far as chess goes.
    fn evaluate_chess(&mut self, node: &SearchNode, ply: usize) -> Evaluation {
        let (board, turn) = (node.position.board(), node.turn());
        self.evaluator.evaluate(board, turn, ply)
    }

    /// The same for quiescence, which needs to know no more than on which side
    /// of its bounds the score lies: where a chain one move away would not
    /// matter, none is looked for, and the second value is false.
    pub(crate) fn evaluate_between(
        &mut self,
        node: &SearchNode,
        (alpha, beta): (Score, Score),
        ply: usize,
    ) -> (Option<StaticEval>, bool) {
        let sees_switches = self.thinks_of_chains(node);
        let board = node.position.board();
        if let Some(rough) = self.evaluator.rough_score(board, node.turn())
            // It often says enough.
            && StaticEval::range(rough, sees_switches).is_outside(alpha, beta)
        {
            return (Some(StaticEval::plain(rough)), false);
        }
        let evaluation = self.evaluate_chess(node, ply);
        let plain = StaticEval::plain(evaluation.score);
        if !sees_switches {
            (Some(plain), true)
        } else if plain.range_of_contest().is_outside(alpha, beta) {
            (Some(plain), false)
        } else {
            let whole = StaticEval::with_chains(&node.position, &evaluation);
            (Some(whole), true)
        }
    }

    /// The evaluation and what was learnt about positions like this. Tables keep it
    /// without, because what is learnt changes.
    pub(crate) fn correct(&self, node: &SearchNode, eval: StaticEval) -> StaticEval {
        let corrections = &self.history.corrections;
        eval.corrected(corrections.correction(node.position.board(), node.turn()))
    }

    /// Learns how wrong the static evaluation was, where a search without captures and
    /// switches tells: what those do is not in the evaluation.
    pub(crate) fn learn_correction(
        &mut self,
        node: &SearchNode,
        eval: StaticEval,
        best: Option<Decision>,
        (score, bound): (Score, Bound),
        depth: i32,
    ) {
        let is_quiet = best.is_none_or(|decision| !decision.switches && !is_noisy(decision.mv));
        let says_something = match bound {
            Bound::None => false,
            Bound::Upper => score < eval.pieces,
            Bound::Lower => score > eval.pieces,
            Bound::Exact => true,
        };
        if is_quiet && says_something && !eval.is_contested() && !is_mate(score) {
            let (board, error) = (node.position.board(), score - eval.pieces);
            let corrections = &mut self.history.corrections;
            corrections.learn(board, node.turn(), error, depth);
        }
    }

    /// In check there is no evaluation; to rank switches the pieces must do.
    pub(crate) fn pieces_alone(&mut self, node: &SearchNode, ply: usize) -> StaticEval {
        if self.shared.sees_switches {
            StaticEval::plain(self.evaluate_chess(node, ply).score)
        } else {
            StaticEval::plain(0)
        }
    }

    /// The score of a position that is drawn by rule, `None` of any other.
    ///
    /// A position that came up before on this line is taken as drawn: going on
    /// from it gains nothing that could not be had the first time. Of
    /// the game's positions, one that came up twice counts.
    pub(crate) fn drawn(&self, node: &SearchNode) -> Option<Score> {
        let halfmoves = node.halfmoves();
        if halfmoves >= HALFMOVES_TO_CLAIM && !(node.in_check && node.position.has_no_move()) {
            return Some(DRAW);
        }
        if halfmoves >= 4 && self.is_repetition(node.repetition_key(), halfmoves as usize) {
            return Some(DRAW);
        }
        let few = node.position.board().occupied().count() <= 4;
        (few && node.chess().is_insufficient_material()).then_some(DRAW)
    }

    fn is_repetition(&self, key: u64, halfmoves: usize) -> bool {
        let last = self.keys.len();
        let mut seen_in_game = 0;
        // The side to move is the same every other ply only.
        for back in (4..=halfmoves.min(last)).step_by(2) {
            let at = last - back;
            if self.keys[at] == key {
                if at >= self.game_keys {
                    return true;
                }
                seen_in_game += 1;
                // This time included, a draw can be claimed.
                if seen_in_game + 1 == REPETITIONS_TO_CLAIM {
                    return true;
                }
            }
        }
        false
    }

    /// Late move reduction: how much less deep a late decision is searched, in 1024ths of a
    /// ply.
    pub(crate) fn reduction(&self, depth: i32, tried: i32, is_pv: bool, improving: bool) -> i32 {
        let by_depth = self.reductions[usize::try_from(depth.clamp(0, 63)).unwrap_or(0)];
        let by_order = self.reductions[usize::try_from(tried.clamp(0, 63)).unwrap_or(0)];
        let base = by_depth * by_order / 1024 + 300;
        base - 700 * i32::from(is_pv) + 500 * i32::from(!improving)
    }

    pub(crate) fn order_inputs(&self, ply: usize) -> ([PackedDecision; 2], [PieceTo; 2]) {
        let piece_to = |back: usize| self.frames[FRAMES_BEFORE + ply - back].piece_to;
        (self.history.killers(ply), [piece_to(1), piece_to(2)])
    }

    pub(crate) fn update_history(
        &mut self,
        color: Color,
        best: Move,
        quiets: &[Move],
        captures: &[Move],
        depth: i32,
        ply: usize,
    ) {
        let bonus = (140 * depth - 60).clamp(40, 1800);
        let before = self.order_inputs(ply).1;
        if is_noisy(best) {
            self.history.reward_capture(best, bonus);
        } else {
            self.history
                .remember_killer(ply, PackedDecision::stay(MoveParts::new(best)));
            self.history.reward_quiet(color, best, before, bonus);
            for &mv in quiets {
                self.history.reward_quiet(color, mv, before, -bonus);
            }
        }
        for &mv in captures {
            self.history.reward_capture(mv, -bonus);
        }
    }

    pub(crate) fn extend_pv(&mut self, best: Decision, ply: usize) {
        let (upper, lower) = self.pvs.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(best);
        line.extend_from_slice(&lower[0]);
    }

    /// Whether what comes back from the nodes below is not a result. The first
    /// iteration always ends, so that there is a decision to play.
    pub(crate) fn is_stopped(&self) -> bool {
        self.root_depth > 1 && self.shared.is_over.load(Relaxed)
    }

    /// Whether the search has to end now. Reports nodes and looks at the
    /// clock from time to time.
    pub(crate) fn must_stop(&mut self) -> bool {
        if let Some(limit) = self.shared.limits.nodes
            && self.is_first
            && self.nodes + self.shared.nodes.load(Relaxed) - self.reported >= limit
        {
            self.shared.is_over.store(true, Relaxed);
        }
        if self.nodes >= self.reported + NODES_BETWEEN_CHECKS {
            self.report_nodes();
            let is_running = !self.shared.limits.ponder || self.shared.signal.is_ponder_hit();
            if self.is_first
                && (self.shared.signal.is_stopped() || (is_running && self.shared.time.is_up()))
            {
                self.shared.is_over.store(true, Relaxed);
            }
        }
        self.is_stopped()
    }

    pub(crate) fn report_nodes(&mut self) {
        let new = self.nodes - self.reported;
        self.shared.nodes.fetch_add(new, Relaxed);
        self.reported = self.nodes;
    }
}

/// Whether a player who moves and then switches finds at most this much to
/// take: the move itself may put a piece where the other side wins it.
pub(crate) fn gives_at_most(node: &SearchNode, mv: Move, most: Score) -> bool {
    see::at_least(node.position.board(), node.turn(), mv, -most)
}

/// The parts of a reduction that depend on the depth, and on how many plies
/// were tried: the logarithm of each, so that the product of two, over 1024,
/// is in 1024ths of a ply.
#[expect(clippy::cast_possible_truncation, reason = "at most 690 · ln(63)")]
fn reductions() -> [i32; 64] {
    std::array::from_fn(|n| (690.0 * (n.max(1) as f64).ln()) as i32)
}
