//! What single nodes of the search do, asked of one worker.

use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Instant;

use catena_chess::{SsccPosition, SwitchLimit, Variant, notation};

use super::child_is_cut_node;
use crate::history::History;
use crate::limits::Limits;
use crate::node::SearchNode;
use crate::packed_decision::PackedDecision;
use crate::root::{WorkerPlan, root_decisions, root_moves};
use crate::score::{DRAW, INFINITE, MATE_BOUND, Score};
use crate::signal::Signal;
use crate::static_eval::StaticEval;
use crate::time::TimeKeeper;
use crate::tt::{Bound, TranspositionTable, TtEntry};
use crate::worker::{FRAMES_BEFORE, NO_EVAL, SearchFrame, SharedState, Worker};

const MIDDLEGAME: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10";

/// Runs `test` with a worker at the root of the position.
fn with_worker(position: &SsccPosition, test: impl FnOnce(&mut Worker<'_>, &SearchNode)) {
    let mut table = TranspositionTable::new(1).unwrap();
    let signal = Signal::default();
    let shared = SharedState {
        table: table.new_search(),
        signal: &signal,
        limits: &Limits::depth(1),
        time: TimeKeeper::new(Instant::now(), None),
        is_over: AtomicBool::new(false),
        nodes: AtomicU64::new(0),
        sees_switches: true,
        oversight: None,
        network: None,
    };
    let mut history = History::new();
    let roots = root_moves(&root_decisions(position, Variant::Sscc));
    let mut worker = Worker::new(&shared, &mut history, &[], roots, true);
    test(&mut worker, &SearchNode::root(position));
}

fn middlegame() -> SsccPosition {
    notation::fen::parse(MIDDLEGAME, SwitchLimit::Size).unwrap()
}

const PLAN: WorkerPlan = WorkerPlan {
    multi_pv: 1,
    helper: 0,
};

#[test]
fn after_a_switch_comes_a_node_of_the_same_type() {
    // The opponent moves: where we expect to reach beta, they expect to fail low.
    assert!(!child_is_cut_node(true, false));
    assert!(child_is_cut_node(false, false));
    // The same player moves, with the same window.
    assert!(child_is_cut_node(true, true));
    assert!(!child_is_cut_node(false, true));
}

#[test]
fn a_root_that_fails_low_stores_an_upper_bound() {
    with_worker(&middlegame(), |worker, root| {
        let alpha = MATE_BOUND - 2;
        let score = worker.search_root(root, 0, (alpha, alpha + 1), 2, PLAN, &mut |_| {});
        assert!(score <= alpha);
        let entry = worker.shared.table.probe(root.table_key(), 0).unwrap();
        assert_eq!(entry.bound, Bound::Upper);
    });
}

#[test]
fn a_root_that_fails_high_stores_a_lower_bound() {
    with_worker(&middlegame(), |worker, root| {
        let beta = 2 - MATE_BOUND;
        let score = worker.search_root(root, 0, (beta - 1, beta), 2, PLAN, &mut |_| {});
        assert!(score >= beta);
        let entry = worker.shared.table.probe(root.table_key(), 0).unwrap();
        assert_eq!(entry.bound, Bound::Lower);
    });
}

#[test]
fn a_root_within_the_window_stores_an_exact_score() {
    with_worker(&middlegame(), |worker, root| {
        worker.search_root(root, 0, (-INFINITE, INFINITE), 2, PLAN, &mut |_| {});
        let entry = worker.shared.table.probe(root.table_key(), 0).unwrap();
        assert_eq!(entry.bound, Bound::Exact);
    });
}

#[test]
fn the_root_leaves_its_static_evaluation_for_the_nodes_below() {
    with_worker(&middlegame(), |worker, root| {
        let expected = worker.evaluate(root, 0).pieces;
        worker.iterative_deepening(root, PLAN, &mut |_| {});
        assert_eq!(worker.frames[FRAMES_BEFORE].eval, expected);
        assert_eq!(worker.frames[FRAMES_BEFORE].mover, root.mover());
        // Before the root there is nothing to compare with.
        assert_eq!(worker.frames[FRAMES_BEFORE - 1].eval, NO_EVAL);
    });
}

#[test]
fn improving_is_about_the_player_and_not_about_the_colour() {
    let position = middlegame();
    let root = SearchNode::root(&position);
    let stays = root.child(position.legal_decisions()[0]);
    let (us, them) = (root.mover(), stays.mover());
    let frame = |eval: Score, mover| SearchFrame {
        eval,
        mover,
        ..SearchFrame::default()
    };
    assert!(frame(30, us).is_below(50, us));
    assert!(!frame(60, us).is_below(50, us));
    // The other player was to move: what was good for them was bad for us.
    assert!(frame(60, them).is_below(50, us));
    assert!(!frame(-60, them).is_below(50, us));
    // Nothing is known of a node in check.
    assert!(!frame(NO_EVAL, us).is_below(50, us));
    assert!(!frame(NO_EVAL, them).is_below(50, us));
    assert!(!frame(0, us).is_below(NO_EVAL, us));
}

#[test]
fn singular_verification_keeps_what_the_table_knows() {
    with_worker(&middlegame(), |worker, root| {
        let best = PackedDecision::new(root.position.legal_decisions()[0]);
        let known = StaticEval::plain(worker.evaluate(root, 0).pieces + 37);
        let entry = TtEntry {
            best_move: best,
            score: DRAW,
            eval: Some(known),
            depth: 100,
            bound: Bound::Exact,
        };
        worker.shared.table.store(root.table_key(), 1, entry);
        worker.frames[FRAMES_BEFORE + 1].excluded = best;
        worker.search::<false>(root, 10, 11, 3, 1, true);
        assert_eq!(worker.frames[FRAMES_BEFORE + 1].eval, known.pieces);
        // What is found without the best move does not replace what was found with it.
        let after = worker.shared.table.probe(root.table_key(), 1).unwrap();
        assert_eq!((after.depth, after.best_move), (100, best));
    });
}
