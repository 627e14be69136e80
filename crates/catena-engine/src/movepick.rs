//! Which ply to try first: the sooner a good one comes, the less is searched.

use arrayvec::ArrayVec;
use catena_chess::shakmaty::{Move, MoveList, Position as _, Role};
use catena_chess::{MAX_MOVES, Ply};

use crate::history::{History, Step};
use crate::node::Node;
use crate::score::Score;
use crate::see;
use crate::tt::PackedPly;

/// Which plies a node considers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// All of them.
    All,
    /// Captures and promotions to queens.
    Captures,
    /// Captures, promotions to queens, and moves with a switch.
    CapturesAndSwitches,
}

/// What the order depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order<'a> {
    pub(crate) history: &'a History,
    pub(crate) killers: [Option<Move>; 2],
    /// The steps one and two plies ago.
    pub(crate) before: [Step; 2],
    /// What the position is worth to the player if nothing happens.
    pub(crate) eval: Score,
    /// Whether the search knows that sides can be switched.
    pub(crate) sees_switches: bool,
}

/// A ply and how promising it looks.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    ply: Ply,
    rank: i32,
}

// Ranks, from the first to be tried to the last.
const TABLE: i32 = 1 << 30;
const GOOD_SWITCH: i32 = 1 << 26;
const GOOD_CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;
const BAD_CAPTURE: i32 = -(1 << 24);
const BAD_SWITCH: i32 = -(1 << 26);

/// Hands out the plies of a node, the most promising first.
///
/// The ply of the transposition table comes before any other is
/// looked at: it is often the only one.
#[derive(Debug)]
pub(crate) struct MovePicker {
    moves: MoveList,
    table: Option<Ply>,
    choice: Choice,
    table_is_next: bool,
    are_ranked: bool,
    candidates: ArrayVec<Candidate, { 2 * MAX_MOVES }>,
}

impl MovePicker {
    pub(crate) fn new(node: &Node, table: PackedPly, choice: Choice, sees_switches: bool) -> Self {
        let moves = node.chess().legal_moves();
        let table = moves
            .iter()
            .find(|&&mv| !table.is_none() && table.is_move(mv))
            .filter(|&&mv| {
                !table.switches() || (sees_switches && node.position.check_switch(mv).is_ok())
            })
            .map(|&mv| Ply {
                mv,
                switches: table.switches(),
            })
            .filter(|ply| choice == Choice::All || ply.switches || is_noisy(ply.mv));
        MovePicker {
            moves,
            table,
            choice,
            table_is_next: table.is_some(),
            are_ranked: false,
            candidates: ArrayVec::new(),
        }
    }

    /// Whether there is no legal move.
    pub(crate) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The next ply, or `None` when all were handed out.
    pub(crate) fn next(&mut self, node: &Node, order: &Order<'_>) -> Option<Ply> {
        if self.table_is_next {
            self.table_is_next = false;
            return self.table;
        }
        if !self.are_ranked {
            self.are_ranked = true;
            self.rank(node, order);
        }
        let (at, _) = self
            .candidates
            .iter()
            .enumerate()
            .max_by_key(|(_, candidate)| candidate.rank)?;
        Some(self.candidates.swap_remove(at).ply)
    }

    /// Whether the last capture handed out loses material, and so do all
    /// that follow. Only quiescence asks.
    fn rank(&mut self, node: &Node, order: &Order<'_>) {
        let wants_switches = order.sees_switches
            && self.choice != Choice::Captures
            && node.position.run_allows_switch();
        let scan = wants_switches.then(|| node.position.chain_scan());
        for &mv in &self.moves {
            let stay = Ply::stay(mv);
            if (self.choice == Choice::All || is_noisy(mv)) && self.table != Some(stay) {
                let rank = rank_stay(node, order, mv);
                self.candidates.push(Candidate { ply: stay, rank });
            }
            let switch = Ply::switch(mv);
            if scan.as_ref().is_some_and(|scan| scan.forms_chain(mv)) && self.table != Some(switch) {
                let rank = rank_switch(node, order, mv);
                self.candidates.push(Candidate { ply: switch, rank });
            }
        }
    }
}

/// Whether the move changes the material at once.
pub(crate) fn is_noisy(mv: Move) -> bool {
    mv.is_capture() || mv.promotion() == Some(Role::Queen)
}

fn rank_stay(node: &Node, order: &Order<'_>, mv: Move) -> i32 {
    if is_noisy(mv) {
        let taken = mv.capture().map_or(0, see::value) + mv.promotion().map_or(0, see::value);
        let rank = 16 * taken - see::value(mv.role()).min(1000) / 8 + order.history.capture(mv) / 4;
        let is_good = see::at_least(node.position.board(), node.turn(), mv, 0);
        return rank + if is_good { GOOD_CAPTURE } else { BAD_CAPTURE };
    }
    if order.killers.contains(&Some(mv)) {
        return KILLER + i32::from(order.killers[0] == Some(mv));
    }
    order.history.quiet(node.turn(), mv, order.before)
}

/// A switch gives what we have and takes what they have: it comes first where we
/// are worse, last where we are better. And it takes what the move itself puts
/// where the other side wins it.
fn rank_switch(node: &Node, order: &Order<'_>, mv: Move) -> i32 {
    let taken = mv.capture().map_or(0, see::value);
    let is_safe = see::at_least(node.position.board(), node.turn(), mv, 0);
    let offered = if is_safe { 0 } else { see::value(mv.role()) };
    let promise = offered - taken - order.eval;
    promise + if promise > 0 { GOOD_SWITCH } else { BAD_SWITCH }
}
