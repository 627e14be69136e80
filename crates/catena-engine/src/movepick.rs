//! Move ordering: the sooner a good decision comes, the less is searched.

use arrayvec::ArrayVec;
use catena_chess::shakmaty::{Bitboard, Move, MoveList, Role, Square, attacks};
use catena_chess::{ChainScan, Decision, MAX_MOVES, QuickScan};

use crate::history::History;
use crate::move_parts::{MoveParts, PieceTo};
use crate::node::SearchNode;
use crate::packed_decision::PackedDecision;
use crate::score::Score;
use crate::see;

/// Which decisions a node considers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveFilter {
    /// All of them.
    All,
    /// Captures and promotions to queens that lose no material.
    Captures,
    /// The same, and moves with a switch.
    CapturesAndSwitches,
}

/// The squares from which each kind of piece would give check.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckSquares {
    pawn: Bitboard,
    knight: Bitboard,
    bishop: Bitboard,
    rook: Bitboard,
}

impl CheckSquares {
    pub(crate) fn new(node: &SearchNode) -> CheckSquares {
        let board = node.position.board();
        let turn = node.turn();
        let king = board.king_of(!turn).unwrap_or(Square::A1);
        CheckSquares {
            pawn: attacks::pawn_attacks(!turn, king),
            knight: attacks::knight_attacks(king),
            bishop: attacks::bishop_attacks(king, board.occupied()),
            rook: attacks::rook_attacks(king, board.occupied()),
        }
    }

    /// Whether the piece that moves gives check itself, not one behind it.
    pub(crate) fn contain(&self, parts: MoveParts) -> bool {
        let squares = match parts.promotion.unwrap_or(parts.role) {
            Role::Pawn => self.pawn,
            Role::Knight => self.knight,
            Role::Bishop => self.bishop,
            Role::Rook => self.rook,
            Role::Queen => self.bishop | self.rook,
            Role::King => return false,
        };
        squares.contains(parts.to)
    }
}

/// What the order depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order<'a> {
    pub(crate) history: &'a History,
    pub(crate) killers: [PackedDecision; 2],
    /// The moves one and two plies ago.
    pub(crate) before: [PieceTo; 2],
    /// What the position is worth to the player if nothing happens.
    pub(crate) eval: Score,
    /// Whether switches are wanted: the search knows of them, and they are not
    /// hopeless.
    pub(crate) wants_switches: bool,
    /// Whether the quick scan is enough to look for chains.
    pub(crate) quick: bool,
    /// What a move must put where it is lost for a switch to be worth trying.
    pub(crate) least_offer: Score,
    /// The score that ends the search of the node.
    pub(crate) beta: Score,
}

// Ranks, from the first to be tried to the last. The TT move comes
// before all.
const GOOD_SWITCH: i32 = 1 << 26;
const GOOD_CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;
const BAD_CAPTURE: i32 = -(1 << 24);
/// How far the ranks of captures are from each other at most.
const CAPTURE_SPREAD: i32 = 1 << 16;
/// Ranks above are good or killers, ranks below its negative are bad.
const QUIET_LIMIT: i32 = 1 << 21;
const BAD_SWITCH: i32 = -(1 << 26);

/// What of the decisions has been ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Nothing: the TT move comes before any other is looked at, for
    /// it is often the only one.
    TtMove,
    /// Nothing, and the TT move is out.
    Nothing,
    /// Some switches, where we are worse.
    Switches,
    /// Captures, and switches where we are worse.
    Noisy,
    /// Everything but switches where we are not worse.
    Quiet,
    /// Everything.
    All,
}

/// What tells whether a move forms a chain.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one, in the picker")]
enum Scan {
    Exact(ChainScan),
    Quick(QuickScan),
}

impl Scan {
    fn new(node: &SearchNode, quick: bool) -> Scan {
        if quick {
            Scan::Quick(node.position.quick_scan())
        } else {
            Scan::Exact(node.position.chain_scan())
        }
    }

    #[inline]
    fn finds_chain(&mut self, mv: Move) -> bool {
        match self {
            Scan::Exact(scan) => scan.forms_chain(mv),
            Scan::Quick(scan) => scan.sees_chain(mv),
        }
    }
}

/// A decision by the place of its move in the list.
#[derive(Clone, Copy, Debug)]
struct DecisionIndex {
    at: u16,
    switches: bool,
}

const _: () = assert!(MAX_MOVES <= 1 << u16::BITS);

/// The decisions of a node that wait for their turn, and how promising each looks.
/// Ranks stand by themselves: the best of them is then found many at a time.
#[derive(Debug, Default)]
pub(crate) struct Candidates {
    places: ArrayVec<DecisionIndex, { 2 * MAX_MOVES }>,
    ranks: ArrayVec<i32, { 2 * MAX_MOVES }>,
}

impl Candidates {
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "checked above")]
    fn push(&mut self, at: usize, switches: bool, rank: i32) {
        let at = at as u16;
        self.places.push(DecisionIndex { at, switches });
        self.ranks.push(rank);
    }

    /// Where the best is.
    #[inline(always)]
    fn best(&self) -> Option<usize> {
        let best = self.ranks.iter().copied().max()?;
        self.ranks.iter().position(|&rank| rank == best)
    }

    #[inline(always)]
    fn remove(&mut self, index: usize) {
        self.ranks.swap_remove(index);
        self.places.swap_remove(index);
    }
}

/// Hands out the decisions of a node, the most promising first.
///
/// The lists belong to the caller: moving them would copy kilobytes per node
/// (measured: a tenth of the search).
#[derive(Debug)]
pub(crate) struct MovePicker<'a> {
    moves: &'a MoveList,
    tt_move: Option<Decision>,
    /// The same in short, or nothing.
    packed_tt_move: PackedDecision,
    filter: MoveFilter,
    stage: Stage,
    /// If there: quiet moves are left out, but for those that give check.
    only_checks: Option<CheckSquares>,
    candidates: &'a mut Candidates,
    /// Where the search for switches is among the moves.
    asked: usize,
    /// What tells whether a move forms a chain, once this is asked.
    scan: Option<Scan>,
    /// Whether the decision handed out last is a capture that loses no material.
    is_sound_capture: bool,
}

impl<'a> MovePicker<'a> {
    /// A picker of these legal moves of the node.
    pub(crate) fn new(
        node: &SearchNode,
        moves: &'a MoveList,
        candidates: &'a mut Candidates,
        tt_move: PackedDecision,
        filter: MoveFilter,
        sees_switches: bool,
    ) -> MovePicker<'a> {
        let mut picker = MovePicker {
            moves,
            tt_move: None,
            packed_tt_move: PackedDecision::default(),
            filter,
            stage: Stage::Nothing,
            only_checks: None,
            candidates,
            asked: moves.len(),
            scan: None,
            is_sound_capture: false,
        };
        if !tt_move.is_none() {
            picker.find_tt_move(node, tt_move, sees_switches);
        }
        picker
    }

    /// Takes the TT move if it may be played here: two positions can
    /// have the same key.
    fn find_tt_move(&mut self, node: &SearchNode, packed: PackedDecision, sees_switches: bool) {
        let Some(&mv) = self.moves.iter().find(|&&mv| packed.is_move(mv)) else {
            return;
        };
        let decision = Decision {
            mv,
            switches: packed.switches(),
        };
        let is_allowed =
            !decision.switches || (sees_switches && node.position.check_switch(mv).is_ok());
        if is_allowed && (self.filter == MoveFilter::All || decision.switches || is_noisy(mv)) {
            self.tt_move = Some(decision);
            self.packed_tt_move = packed;
            self.stage = Stage::TtMove;
        }
    }

    /// The next decision, or `None` when all were handed out.
    pub(crate) fn next(&mut self, node: &SearchNode, order: &Order<'_>) -> Option<Decision> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::Nothing;
                    return self.tt_move;
                }
                Stage::Nothing => {
                    self.stage = Stage::Switches;
                    if order.eval < 0 {
                        self.look_for_switches(node, order);
                    }
                }
                Stage::Switches => {
                    if let Some(decision) = self.next_switch(node, order) {
                        return Some(decision);
                    }
                    self.stage = Stage::Noisy;
                    self.rank_noisy(order);
                }
                Stage::Noisy => {
                    if let Some(decision) = self.best(node, GOOD_CAPTURE - CAPTURE_SPREAD) {
                        return Some(decision);
                    }
                    self.stage = Stage::Quiet;
                    if self.filter == MoveFilter::All {
                        self.rank_quiets(node, order);
                    }
                }
                Stage::Quiet => {
                    if let Some(decision) = self.best(node, i32::MIN) {
                        return Some(decision);
                    }
                    self.stage = Stage::All;
                    if order.eval >= 0 {
                        self.look_for_switches(node, order);
                    }
                }
                Stage::All => {
                    let next = self
                        .next_switch(node, order)
                        .or_else(|| self.best(node, i32::MIN));
                    let is_in_doubt = !order.quick && matches!(self.scan, Some(Scan::Quick(_)));
                    if next.is_some() || !is_in_doubt {
                        return next;
                    }
                    // The quick scan may have missed what would now be worth finding.
                    self.scan = None;
                    self.look_for_switches(node, order);
                }
            }
        }
    }

    /// Whether the decision handed out last is known to be a capture that loses no
    /// material.
    pub(crate) fn gave_sound_capture(&self) -> bool {
        self.is_sound_capture
    }

    /// Hands out no more quiet moves, but for those that give check.
    pub(crate) fn skip_quiets(&mut self, checks: &CheckSquares) {
        if self.only_checks.is_some() {
            return;
        }
        self.only_checks = Some(*checks);
        for at in (0..self.candidates.ranks.len()).rev() {
            let (decision, rank) = self.candidate(at);
            let is_quiet = (-QUIET_LIMIT..QUIET_LIMIT).contains(&rank) && !decision.switches;
            if is_quiet && !checks.contain(MoveParts::new(decision.mv)) {
                self.candidates.remove(at);
            }
        }
    }

    /// The decision at this place, and its rank.
    #[inline(always)]
    fn candidate(&self, index: usize) -> (Decision, i32) {
        let DecisionIndex { at, switches } = self.candidates.places[index];
        let mv = self.moves[usize::from(at)];
        (Decision { mv, switches }, self.candidates.ranks[index])
    }

    /// Takes out the best decision if its rank is above `least`.
    fn best(&mut self, node: &SearchNode, least: i32) -> Option<Decision> {
        loop {
            let at = self.candidates.best()?;
            let (decision, rank) = self.candidate(at);
            if rank < least {
                return None;
            }
            // Whether a capture loses material is asked only when its turn comes.
            let is_capture = (GOOD_CAPTURE - CAPTURE_SPREAD..GOOD_SWITCH / 2).contains(&rank);
            if is_capture && !see::at_least(node.position.board(), node.turn(), decision.mv, 0) {
                if self.filter == MoveFilter::All {
                    self.candidates.ranks[at] = rank - GOOD_CAPTURE + BAD_CAPTURE;
                } else {
                    self.candidates.remove(at);
                }
                continue;
            }
            self.candidates.remove(at);
            self.is_sound_capture = is_capture;
            return Some(decision);
        }
    }

    fn rank_noisy(&mut self, order: &Order<'_>) {
        for (at, &mv) in self.moves.iter().enumerate() {
            let parts = MoveParts::new(mv);
            if parts.is_noisy() && PackedDecision::stay(parts) != self.packed_tt_move {
                let taken =
                    parts.capture.map_or(0, see::value) + parts.promotion.map_or(0, see::value);
                let rank = 16 * taken - see::value(parts.role).min(1000) / 8;
                let rank = GOOD_CAPTURE + rank + order.history.capture(parts) / 4;
                self.candidates.push(at, false, rank);
            }
        }
    }

    fn rank_quiets(&mut self, node: &SearchNode, order: &Order<'_>) {
        let turn = node.turn();
        for (at, &mv) in self.moves.iter().enumerate() {
            let parts = MoveParts::new(mv);
            if self
                .only_checks
                .is_some_and(|checks| !checks.contain(parts))
            {
                continue;
            }
            let packed = PackedDecision::stay(parts);
            if !parts.is_noisy() && packed != self.packed_tt_move {
                let rank = if packed == order.killers[0] {
                    KILLER + 1
                } else if packed == order.killers[1] {
                    KILLER
                } else {
                    order.history.quiet(turn, parts, order.before)
                };
                self.candidates.push(at, false, rank);
            }
        }
    }

    fn look_for_switches(&mut self, node: &SearchNode, order: &Order<'_>) {
        let may_switch = order.wants_switches
            && self.filter != MoveFilter::Captures
            && node.position.run_allows_switch();
        self.asked = if may_switch { 0 } else { self.moves.len() };
    }

    /// The next switch that looks good enough to end the search of the node: the
    /// first is as good as any, and to find all of them costs more than the rest of
    /// a node. Those that do not are ranked on the way.
    fn next_switch(&mut self, node: &SearchNode, order: &Order<'_>) -> Option<Decision> {
        while let Some(&mv) = self.moves.get(self.asked) {
            let at = self.asked;
            self.asked += 1;
            let parts = MoveParts::new(mv);
            let taken = parts.capture.map_or(0, see::value);
            if see::most_lost(parts.role) - taken < order.least_offer
                || PackedDecision::switch(parts) == self.packed_tt_move
            {
                continue;
            }
            // The most expensive test comes last.
            let scan = self
                .scan
                .get_or_insert_with(|| Scan::new(node, order.quick));
            if !scan.finds_chain(mv) {
                continue;
            }
            if -order.eval - taken >= order.beta {
                return Some(Decision::switch(mv));
            }
            let rank = rank_switch(node, order, mv);
            self.candidates.push(at, true, rank);
        }
        None
    }
}

/// Whether the move changes the material at once.
pub(crate) fn is_noisy(mv: Move) -> bool {
    MoveParts::new(mv).is_noisy()
}

/// A switch gives what we have and takes what they have: it comes first where we
/// are worse, last where we are better. And it takes what the move itself puts
/// where the other side wins it.
fn rank_switch(node: &SearchNode, order: &Order<'_>, mv: Move) -> i32 {
    let taken = mv.capture().map_or(0, see::value);
    let is_safe = see::at_least(node.position.board(), node.turn(), mv, 0);
    let offered = if is_safe { 0 } else { see::value(mv.role()) };
    let promise = offered - taken - order.eval;
    promise + if promise > 0 { GOOD_SWITCH } else { BAD_SWITCH }
}
