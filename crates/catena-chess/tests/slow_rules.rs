//! The legal decisions and SSCC perft once more, slowly and by the letter of the
//! rules: legal moves from shakmaty, chains by listing or by a plain search, the run
//! in words.

mod support;

use std::collections::HashMap;

use catena_chess::notation::fen::Fen;
use catena_chess::perft::{PerftCounts, perft};
use catena_chess::shakmaty::{CastlingSide, Chess, Move, Position as _, Square};
use catena_chess::{Decision, SsccPosition, SwitchLimit};
use catena_grid::{Board, Grid8, Square as GridSquare, reference};
use fastrand::Rng;
use support::{slow, sscc_cases};

/// The switches of one player: how many were made, and how many are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SlowRun {
    used: u32,
    limit: Option<u32>,
}

/// Tells whether a chain runs through a square, and how big it is.
trait Chains {
    fn exists(&mut self, occupied: Grid8, square: GridSquare) -> bool;
    fn size(&mut self, occupied: Grid8, square: GridSquare) -> u32;
}

/// By listing all chains: for boards with few pieces.
#[derive(Default)]
struct Listed(HashMap<u64, Box<[reference::Values; 64]>>);

impl Listed {
    fn values(&mut self, occupied: Grid8, square: GridSquare) -> reference::Values {
        let values = self
            .0
            .entry(occupied.bits())
            .or_insert_with(|| Box::new(reference::values(occupied)));
        values[usize::from(square.index())]
    }
}

impl Chains for Listed {
    fn exists(&mut self, occupied: Grid8, square: GridSquare) -> bool {
        self.values(occupied, square).exists
    }

    fn size(&mut self, occupied: Grid8, square: GridSquare) -> u32 {
        self.values(occupied, square).max_area
    }
}

/// By a plain search for each pair of empty squares: a chain through the
/// square around the pair exists iff, with the edge between a diagonal pair
/// removed, the pieces that no single piece separates from the square (and
/// from each other) shut the pair in. The size is asked of the detector,
/// which has tests of its own.
struct Searched;

impl Chains for Searched {
    fn exists(&mut self, occupied: Grid8, square: GridSquare) -> bool {
        let empty = !occupied;
        empty.iter().any(|a| {
            (a.king_neighbours() & empty)
                .iter()
                .any(|b| a < b && pair_is_enclosed(occupied, square, a, b))
        })
    }

    fn size(&mut self, occupied: Grid8, square: GridSquare) -> u32 {
        occupied.max_area(square)
    }
}

fn pair_is_enclosed(occupied: Grid8, square: GridSquare, a: GridSquare, b: GridSquare) -> bool {
    let shut_in = |wall: Grid8| {
        let outside = Grid8::RIM.orthogonal_flood(!wall);
        !outside.contains(a) && !outside.contains(b)
    };
    if !shut_in(occupied) {
        return false;
    }
    let joined = |p: GridSquare, q: GridSquare| {
        let corner =
            |file: GridSquare, rank: GridSquare| GridSquare::from_coords(file.file(), rank.rank());
        let is_diagonal = a.file() != b.file() && a.rank() != b.rank();
        let others = [corner(a, b), corner(b, a)];
        let is_cut = is_diagonal && others.contains(&Some(p)) && others.contains(&Some(q));
        p.distance(q) == 1 && !is_cut
    };
    // For every neighbour in a block with the square, that block.
    (square.king_neighbours() & occupied)
        .iter()
        .filter(|&neighbour| joined(square, neighbour))
        .any(|neighbour| shut_in(block(occupied, &joined, square, neighbour)))
}

/// The pieces in one block with the edge between `p` and `q`: those from which
/// no single removed piece cuts off the rest of the edge.
fn block(
    occupied: Grid8,
    joined: &impl Fn(GridSquare, GridSquare) -> bool,
    p: GridSquare,
    q: GridSquare,
) -> Grid8 {
    let mut block: Grid8 = occupied;
    for removed in occupied {
        // Without `removed`, what hangs together with the edge? Without an
        // end of the edge, the other end is what is left of it.
        let start = if removed == p { q } else { p };
        let rest = reach(occupied.without(removed), joined, start);
        block &= rest.with(removed);
    }
    if block.contains(p) && block.contains(q) {
        block
    } else {
        Grid8::EMPTY
    }
}

fn reach(
    pieces: Grid8,
    joined: &impl Fn(GridSquare, GridSquare) -> bool,
    start: GridSquare,
) -> Grid8 {
    let mut reached = Grid8::from(start);
    let mut queue = vec![start];
    while let Some(piece) = queue.pop() {
        for next in (piece.king_neighbours() & pieces) - reached {
            if joined(piece, next) {
                reached.insert(next);
                queue.push(next);
            }
        }
    }
    reached
}

/// The squares on which pieces that moved now stand (clauses 2.2 to 2.4).
fn moved_to(mv: Move) -> Vec<Square> {
    match mv {
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_queen_side(rook < king);
            vec![
                Square::from_coords(side.king_to_file(), king.rank()),
                Square::from_coords(side.rook_to_file(), king.rank()),
            ]
        }
        _ => vec![mv.to()],
    }
}

/// A move that may be played, by the letter of the rules.
struct SlowMove {
    mv: Move,
    after: Chess,
    forms_chain: bool,
    /// The run after the switch, if one may follow.
    switch: Option<SlowRun>,
}

fn slow_moves(
    chess: &Chess,
    limit: SwitchLimit,
    run: Option<SlowRun>,
    chains: &mut impl Chains,
) -> Vec<SlowMove> {
    let mut moves = Vec::new();
    for mv in chess.legal_moves() {
        let mut after = chess.clone();
        after.play_unchecked(mv);
        let occupied = Grid8::from_bits(after.board().occupied().0);
        let squares: Vec<GridSquare> = moved_to(mv)
            .into_iter()
            .map(|square| square.to_string().parse().expect("a square"))
            .collect();
        let forms_chain = squares
            .iter()
            .any(|&square| chains.exists(occupied, square));
        // Clause 4.2: the limit, and whether one more switch keeps within it.
        let used = run.map_or(0, |run| run.used) + 1;
        let limit = match (limit, run) {
            (SwitchLimit::None, _) => None,
            (SwitchLimit::Moves, _) => Some(chess.fullmoves().get()),
            (SwitchLimit::Size, Some(run)) => run.limit,
            (SwitchLimit::Size, None) if !forms_chain => Some(0),
            (SwitchLimit::Size, None) => {
                let sizes = squares.iter().map(|&square| chains.size(occupied, square));
                sizes.max()
            }
        };
        // Clause 3.3: checkmate, stalemate, too little material, 75 moves.
        let ends = after.legal_moves().is_empty()
            || after.is_insufficient_material()
            || after.halfmoves() >= 150;
        let may_switch = forms_chain && !ends && limit.is_none_or(|limit| used <= limit);
        moves.push(SlowMove {
            mv,
            after,
            forms_chain,
            switch: may_switch.then_some(SlowRun { used, limit }),
        });
    }
    moves
}

fn slow_perft(
    chess: &Chess,
    limit: SwitchLimit,
    run: Option<SlowRun>,
    depth: u32,
    chains: &mut impl Chains,
) -> PerftCounts {
    let mut counts = PerftCounts::default();
    for slow in slow_moves(chess, limit, run, chains) {
        if depth == 1 {
            counts.nodes += 1 + u64::from(slow.switch.is_some());
            counts.chains += u64::from(slow.forms_chain);
            counts.switches += u64::from(slow.switch.is_some());
        } else {
            counts += slow_perft(&slow.after, limit, None, depth - 1, chains);
            if slow.switch.is_some() {
                counts += slow_perft(&slow.after, limit, slow.switch, depth - 1, chains);
            }
        }
    }
    counts
}

fn slow_run(position: &SsccPosition) -> Option<SlowRun> {
    position.run().map(|run| SlowRun {
        used: run.used().get(),
        limit: run.limit().map(|limit| limit.get()),
    })
}

/// Compares `legal_decisions` with the slow rules, and each position after a decision
/// with the run that the slow rules say.
#[track_caller]
fn check_decisions(position: &SsccPosition, chains: &mut impl Chains) -> usize {
    let limit = position.switch_limit();
    let mut expected = Vec::new();
    for slow in slow_moves(position.chess(), limit, slow_run(position), chains) {
        expected.push((Decision::stay(slow.mv), None));
        if slow.switch.is_some() {
            expected.push((Decision::switch(slow.mv), slow.switch));
        }
    }
    let found = position.legal_decisions();
    assert!(
        found
            .iter()
            .eq(expected.iter().map(|(decision, _)| decision)),
        "{} limit {limit}",
        position.fen()
    );
    for (decision, run) in &expected {
        let mut after = position.clone();
        after.play(*decision).expect("it is listed");
        // Under `moves` the limit is that of the move to come.
        let full_move = after.chess().fullmoves().get();
        let expected = run.map(|run| match limit {
            SwitchLimit::Moves => SlowRun {
                limit: Some(full_move),
                ..run
            },
            _ => run,
        });
        assert_eq!(
            slow_run(&after),
            expected,
            "{decision:?} in {}",
            position.fen()
        );
    }
    expected.iter().filter(|(_, run)| run.is_some()).count()
}

#[track_caller]
fn check(position: &SsccPosition, depth: u32, chains: &mut impl Chains) -> PerftCounts {
    check_decisions(position, chains);
    let expected = slow_perft(
        position.chess(),
        position.switch_limit(),
        slow_run(position),
        depth,
        chains,
    );
    assert_eq!(
        perft(position, depth),
        expected,
        "{} limit {} depth {depth}",
        position.fen(),
        position.switch_limit()
    );
    expected
}

/// Every row of the suite, of the depth that a plain search can count.
#[test]
fn the_suite_by_a_plain_search() {
    let most = if slow() { 20_000 } else { 3_000 };
    let (mut checked, mut switches) = (0, 0);
    for case in sscc_cases() {
        if case.expected.nodes <= most {
            let counts = check(&case.position, case.depth, &mut Searched);
            assert_eq!(counts, case.expected, "{}: {}", case.place, case.fen);
            checked += 1;
            switches += counts.switches;
        }
    }
    assert!(checked > 100, "{checked}");
    assert!(switches > 5_000, "{switches}");
}

/// Every row of the suite with few pieces.
#[test]
fn the_suite_by_listing_all_chains() {
    let mut chains = Listed::default();
    let (mut checked, mut switches) = (0, 0);
    for case in sscc_cases() {
        let most = if slow() { 60_000 } else { 10_000 };
        if case.position.board().occupied().count() <= 11 && case.expected.nodes <= most {
            let counts = check(&case.position, case.depth, &mut chains);
            assert_eq!(counts, case.expected, "{}: {}", case.place, case.fen);
            checked += 1;
            switches += counts.switches;
        }
    }
    assert!(checked > 100, "{checked}");
    assert!(switches > 100, "{switches}");
}

/// Runs that are under way, under every limit.
#[test]
fn positions_with_many_chains_within_a_run() {
    let mut fens: Vec<String> = sscc_cases().into_iter().map(|case| case.fen).collect();
    fens.dedup();
    let mut switches = 0;
    for fen in fens {
        for limit in SwitchLimit::ALL {
            let run = if limit == SwitchLimit::None {
                "1/*"
            } else {
                "1/2"
            };
            let fen: Fen = format!("{fen} {run}").parse().unwrap();
            let position = fen.into_position(limit).unwrap();
            switches += check(&position, 2, &mut Searched).switches;
        }
    }
    assert!(switches > 2_000, "{switches}");
}

#[test]
fn random_games() {
    let mut random = Rng::with_seed(17);
    let mut switches = 0;
    for number in 0..if slow() { 600 } else { 24 } {
        let limit = SwitchLimit::ALL[number % 3];
        let mut position = SsccPosition::new(limit);
        for ply in 0..80 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Prefer chains, so that runs grow long.
            let flags = position.move_flags(&moves);
            let chains: Vec<usize> = (0..moves.len())
                .filter(|&at| flags[at].may_switch)
                .collect();
            let (at, switches_now) = match chains.len() {
                0 => (random.usize(..moves.len()), false),
                count => (chains[random.usize(..count)], random.usize(..4) > 0),
            };
            position.play_unchecked(Decision {
                mv: moves[at],
                switches: switches_now,
            });
            if ply % 8 == 7 || (position.run().is_some() && ply % 8 == 3) {
                switches += check_decisions(&position, &mut Searched);
            }
        }
    }
    assert!(switches > 200, "{switches}");
}

/// The size of a move is the largest count of empty squares inside one chain.
#[test]
fn clause_4_3_the_largest_of_several_chains_counts() {
    let mut chains = Listed::default();
    let mut formed = 0;
    let cases = sscc_cases();
    let few = |case: &&support::SsccCase| case.position.board().occupied().count() <= 11;
    for case in cases.iter().filter(few) {
        let position = &case.position;
        for mv in position.legal_moves() {
            let mut after = position.chess().clone();
            after.play_unchecked(mv);
            let occupied = Grid8::from_bits(after.board().occupied().0);
            let sizes = moved_to(mv).into_iter().map(|square| {
                let square = square.to_string().parse().expect("a square");
                chains.size(occupied, square)
            });
            let largest = sizes.max().unwrap_or(0);
            assert_eq!(position.chain_size(mv), largest, "{mv} in {}", case.fen);
            formed += usize::from(largest > 0);
        }
    }
    assert!(formed > 50, "{formed}");
}
