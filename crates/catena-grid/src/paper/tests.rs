use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{ClassBoard, DEFAULT_STEP_LIMIT, Stages, Verdict, detect, published};
use crate::boards::{grid8s_of, samples};
use crate::detect::{areas, chain_squares, enclosed, has_chain};
use crate::{Grid8, MinSize, Placement, Square, Undecided};

const FIGURE_4_PRINTED: &str = "1n1k1b2/rpp1pp2/2b1pn2/rq2pp2/1Q4PB/PPPNP1PB/3P1R1P/3K1RN1";
const FIGURE_4_CORRECTED: &str = "1n1k1b2/rpp1pp2/2b1pn2/rq2pp2/1Q3pPB/PPPNP1PB/3P1R1P/3K1RN1";
const FIGURE_7: &str = "1k1r4/bpPQnRNR/3qR2b/2nP3p/1PPBpB1p/rP4pB/1pQ2N1n/K4r2";
const FIGURE_8: &str = "rnbqkbnr/p6p/r1nppn1r/p1p2p1p/P1P1PP1P/R1N1BB1R/P1P4P/R1BQKBNR";
const FIGURE_9: &str = "1b4rk/n1p3pr/p1np3p/1p1pp3/3PP3/P1NPPQ2/N1PRK3/1B6";

const NO_CLASS: &str = "-  -  -  -  -  -  -  -
                        -  -  -  -  -  -  -  -
                        -  -  -  -  -  -  -  -
                        -  -  -  -  -  -  -  -
                        -  -  -  -  -  -  -  -
                        -  -  -  -  -  -  -  -
                        -  -  -  -  -  -  -  -
                        -  -  -  -  -  -  -  -";

fn occupied(fen: &str) -> Grid8 {
    let placement: Placement = fen.parse().expect("a placement");
    placement.grid8().expect("an 8×8 board")
}

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

fn squares(names: &str) -> Grid8 {
    names.split_whitespace().map(square).collect()
}

fn stages(fen: &str) -> Stages {
    Stages::of(occupied(fen), MinSize::TWO)
}

fn verdict(fen: &str, name: &str) -> Verdict {
    detect(
        occupied(fen),
        square(name),
        MinSize::TWO,
        DEFAULT_STEP_LIMIT,
    )
    .expect("an answer in time")
}

#[track_caller]
fn check(board: &ClassBoard, expected: &str) {
    let lines: Vec<&str> = expected.lines().map(str::trim).collect();
    let printed: String = board.to_string();
    assert_eq!(printed, lines.join("\n"), "\n{printed}");
}

/// Boards of all densities, the same in each run.
fn random_boards(count: u32) -> impl Iterator<Item = Grid8> {
    samples(count, grid8s_of((8, 8), 25..=88))
}

#[test]
fn figure_7_is_classified_as_printed() {
    let stages = stages(FIGURE_7);
    check(
        &stages.before_cca,
        "1  -  1  -  1  1  1  1
         -  -  -  -  -  -  -  -
         1  1  1  -  -  1  1  -
         1  1  -  -  1  1  1  -
         1  -  -  -  -  -  1  -
         -  -  1  1  1  1  -  -
         1  -  -  1  1  -  1  -
         -  1  1  1  1  -  1  1",
    );
    check(
        &stages.after_cca,
        "1  -  2  -  3  3  3  3
         -  -  -  -  -  -  -  -
         4  4  4  -  -  5  5  -
         4  4  -  -  5  5  5  -
         4  -  -  -  -  -  5  -
         -  -  5  5  5  5  -  -
         5  -  -  5  5  -  5  -
         -  5  5  5  5  -  5  5",
    );
    let area = squares("f6 g6 e5 f5 g5 g4");
    assert_eq!(stages.after_perimeter.squares_of(5), area);
    assert_eq!(stages.after_perimeter.squares(), area);
    assert_eq!(stages.after_size, stages.after_perimeter);
    assert_eq!(stages.corrected.squares_of(1), area);
    assert_eq!(stages.corrected.highest(), 1);
}

#[test]
fn figure_4_has_one_area_of_ten_squares_or_nine() {
    let nine = squares("d7 d6 c5 d5 c4 d4 e4 f3 g2");
    for (fen, area) in [
        (FIGURE_4_PRINTED, nine.with(square("f4"))),
        (FIGURE_4_CORRECTED, nine),
    ] {
        let stages = stages(fen);
        assert_eq!(stages.before_cca.squares(), !occupied(fen));
        assert_eq!(stages.after_perimeter.squares(), area);
        assert_eq!(stages.after_size, stages.after_perimeter);
        assert_eq!(stages.corrected.squares_of(1), area);
        assert_eq!(stages.corrected.highest(), 1);
    }
    check(
        &stages(FIGURE_4_CORRECTED).corrected,
        "-  -  -  -  -  -  -  -
         -  -  -  1  -  -  -  -
         -  -  -  1  -  -  -  -
         -  -  1  1  -  -  -  -
         -  -  1  1  1  -  -  -
         -  -  -  -  -  1  -  -
         -  -  -  -  -  -  1  -
         -  -  -  -  -  -  -  -",
    );
}

#[test]
fn a3_of_figure_4_has_the_two_paths_of_the_text() {
    for fen in [FIGURE_4_PRINTED, FIGURE_4_CORRECTED] {
        let paths = verdict(fen, "a3").paths.expect("two paths");
        assert_eq!(paths.class, 1);
        assert_eq!(
            (paths.first, paths.second),
            ([square("b4")].into(), [square("b3")].into())
        );
    }
}

#[test]
fn every_piece_of_figure_4_but_d1_has_two_paths() {
    for piece in occupied(FIGURE_4_CORRECTED) {
        let verdict = verdict(FIGURE_4_CORRECTED, &piece.to_string());
        assert_eq!(verdict.has_chain(), piece != square("d1"), "{piece}");
    }
}

#[test]
fn the_spiral_of_figure_8_is_no_area() {
    let stages = stages(FIGURE_8);
    check(
        &stages.after_cca,
        "-  -  -  -  -  -  -  -
         -  1  1  1  1  1  1  -
         -  1  -  -  -  -  1  -
         -  1  -  1  1  -  1  -
         -  1  -  1  -  -  1  -
         -  1  -  1  -  -  1  -
         -  1  -  1  1  1  1  -
         -  1  -  -  -  -  -  -",
    );
    for board in [stages.after_perimeter, stages.after_size, stages.corrected] {
        check(&board, NO_CLASS);
    }
    for piece in occupied(FIGURE_8) {
        let verdict = verdict(FIGURE_8, &piece.to_string());
        assert_eq!((verdict.has_chain(), verdict.steps), (false, 0), "{piece}");
    }
}

#[test]
fn f3_of_figure_9_has_two_paths_to_b6_and_b7() {
    let stages = stages(FIGURE_9);
    check(
        &stages.after_cca,
        "1  -  1  1  1  1  -  -
         -  1  -  1  1  1  -  -
         -  1  -  -  1  1  1  -
         1  -  1  -  -  1  1  1
         1  1  1  -  -  1  1  1
         -  1  -  -  -  -  1  1
         -  1  -  -  -  1  1  1
         1  -  1  1  1  1  1  1",
    );
    for board in [stages.after_perimeter, stages.after_size, stages.corrected] {
        assert_eq!(board.squares_of(1), squares("b6 b7"));
        assert_eq!(board.squares(), squares("b6 b7"));
    }
    assert!(verdict(FIGURE_9, "f3").has_chain());
}

#[test]
fn it_says_yes_wrongly_inside_a_wall() {
    for (fen, name) in [
        ("8/2rpP3/1P3n2/p1pp1p2/p4P2/1kPPK3/8/8", "c5"),
        ("8/2pppp2/1p4p1/1p1pp1p1/1p1p2p1/1p4p1/2pppp2/8", "d5"),
    ] {
        assert!(verdict(fen, name).has_chain(), "{name} of {fen}");
        assert!(!has_chain(occupied(fen), square(name)), "{name} of {fen}");
    }
}

#[test]
fn it_says_no_wrongly_where_a_path_passes_another_area() {
    for (fen, name) in [
        ("8/1PN1P3/P2P1K2/1PPpp3/2P2k2/3qb3/8/8", "e7"),
        ("8/1RP5/P2P4/1PpQ4/P1p1P3/1kP1r3/3K4/8", "a4"),
    ] {
        assert!(!verdict(fen, name).has_chain(), "{name} of {fen}");
        assert!(has_chain(occupied(fen), square(name)), "{name} of {fen}");
    }
}

#[test]
fn it_gives_up_on_a_dense_board() {
    let board = !squares("b7 c7");
    for limit in [0, 1, 1_000, DEFAULT_STEP_LIMIT] {
        let gave_up = Err(Undecided);
        assert_eq!(detect(board, square("h1"), MinSize::TWO, limit), gave_up);
    }
    assert!(has_chain(board, square("h1")));
}

#[test]
fn a_limit_of_just_enough_steps_is_enough() {
    let board = occupied(FIGURE_9);
    let verdict = verdict(FIGURE_9, "f3");
    let again = |limit| detect(board, square("f3"), MinSize::TWO, limit);
    assert_eq!(again(verdict.steps), Ok(verdict.clone()));
    let limit = verdict.steps - 1;
    assert_eq!(again(limit), Err(Undecided));
}

#[test]
fn an_empty_square_is_on_no_chain() {
    let verdict = detect(occupied(FIGURE_9), square("b7"), MinSize::TWO, 0);
    assert_eq!(verdict.map(|verdict| verdict.has_chain()), Ok(false));
}

#[test]
fn a_class_that_loses_a_group_counts_as_removed() {
    // The first pass joins b7 with d7 and e7 through c8. The size filter
    // removes b7, and the renumbering then takes class 1 for gone.
    let stages = Stages::of(!squares("c8 b7 d7 e7 d4 e4"), MinSize::TWO);
    let (upper, lower) = (squares("d7 e7"), squares("d4 e4"));
    let b7 = square("b7");
    assert_eq!(
        stages.after_cca.squares_of(1),
        upper.with(b7).with(square("c8"))
    );
    assert_eq!(stages.after_perimeter.squares_of(1), upper.with(b7));
    assert_eq!(stages.after_perimeter.squares_of(2), lower);
    assert_eq!(stages.after_size.squares_of(1), upper | lower);
    assert_eq!(stages.corrected.squares_of(1), upper);
    assert_eq!(stages.corrected.squares_of(2), lower);
}

#[test]
fn a_number_of_two_digits_keeps_the_columns_straight() {
    let lone: Grid8 = Square::ALL
        .into_iter()
        .filter(|square| square.file() % 2 == 0 && square.rank() % 2 == 1)
        .collect();
    check(
        &Stages::of(!lone, MinSize::TWO).after_cca,
        "1  -  2  -  3  -  4  -
         -  -  -  -  -  -  -  -
         5  -  6  -  7  -  8  -
         -  -  -  -  -  -  -  -
         9  -  10 -  11 -  12 -
         -  -  -  -  -  -  -  -
         13 -  14 -  15 -  16 -
         -  -  -  -  -  -  -  -",
    );
}

#[test]
fn the_areas_are_those_of_the_definition() {
    for board in random_boards(20_000) {
        for min_size in [1, 2, 3, 5, 12, 36, u32::MAX] {
            let classes = Stages::of(board, MinSize::new(min_size).unwrap()).corrected;
            let ours: Vec<Grid8> = (1..=classes.highest())
                .map(|class| classes.squares_of(class))
                .collect();
            assert_eq!(ours, areas(board, min_size), "size {min_size} of\n{board}");
        }
    }
}

#[test]
fn the_published_perimeter_filter_is_a_flood() {
    for board in random_boards(100_000) {
        let stages = Stages::of(board, MinSize::TWO);
        let mut classes = published::classes(&stages.after_cca);
        published::perimeter(&mut classes);
        let ours = published::classes(&stages.after_perimeter);
        assert_eq!(ours, classes, "\n{board}");
        assert_eq!(
            stages.after_perimeter.squares(),
            enclosed(board),
            "\n{board}"
        );
    }
}

#[test]
fn the_search_finds_the_published_paths() {
    let (mut yes, mut no) = (0, 0);
    for board in random_boards(2_000) {
        let areas = Stages::of(board, MinSize::TWO).corrected;
        if areas.highest() == 0 {
            continue;
        }
        let classes = published::classes(&areas);
        for square in board {
            // The pseudocode compares old paths over and over: keep it short.
            let Ok(verdict) = detect(board, square, MinSize::TWO, 2_000) else {
                continue;
            };
            if verdict.has_chain() {
                yes += 1;
            } else {
                no += 1;
            }
            let paths = verdict.paths;
            let ours = paths.map(|paths| (i32::from(paths.class), paths.first, paths.second));
            let published = published::found_two_paths(board, &classes, square);
            assert_eq!(ours, published, "{square} of\n{board}");
        }
    }
    assert!(yes > 1_000 && no > 1_000, "{yes} yes, {no} no");
}

/// Definition, section 6, proved: a miss needs two areas, and a piece that is
/// orthogonal to no square of an area; a false alarm needs a piece strictly
/// inside a wall.
#[test]
fn the_errors_are_where_they_are_proved_to_be() {
    let (mut misses, mut false_alarms) = (0, 0);
    for board in random_boards(10_000) {
        let areas = Stages::of(board, MinSize::TWO).corrected;
        let on_chain = chain_squares(board);
        for square in board {
            let Ok(verdict) = detect(board, square, MinSize::TWO, 2_000) else {
                continue;
            };
            let beside = Grid8::from(square).orthogonal_neighbours();
            match (verdict.has_chain(), on_chain.contains(square)) {
                (false, true) => {
                    misses += 1;
                    assert!(areas.highest() >= 2, "{square} of\n{board}");
                    assert!(areas.squares().is_disjoint(beside), "{square} of\n{board}");
                }
                (true, false) => {
                    false_alarms += 1;
                    let walled_in = enclosed(board.without(square)).contains(square);
                    assert!(walled_in, "{square} of\n{board}");
                }
                _ => {}
            }
        }
    }
    assert!(
        misses > 0 && false_alarms > 0,
        "{misses} misses, {false_alarms} false alarms"
    );
}
