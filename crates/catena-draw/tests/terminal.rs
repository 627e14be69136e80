//! Boards of text, as they are printed.

#![allow(clippy::unwrap_used, reason = "what a test cannot do without")]

use catena_draw::terminal::{self, Script, Style};
use catena_draw::{Scene, Sheet};
use catena_grid::{Board, Cell, Grid, Placement, Raster, Square};

const ASCII: Style = Style {
    color: false,
    script: Script::Ascii,
};

fn squares(names: &str) -> Vec<Square> {
    names
        .split_whitespace()
        .map(|name| name.parse().unwrap())
        .collect()
}

fn figure_9() -> Scene {
    let placement: Placement = "1b4rk/n1p3pr/p1np3p/1p1pp3/3PP3/P1NPPQ2/N1PRK3/1B6"
        .parse()
        .unwrap();
    Scene::new(&placement)
        .moved("f3".parse::<Square>().unwrap())
        .chain(squares("f3 e4 e5 d6 c7 b8 a7 a6 b5 c6 d5 d4 e3"))
        .enclosed(squares("b6 b7"))
}

#[test]
fn figure_9_of_the_paper() {
    assert_eq!(
        terminal::render(&figure_9(), Style::default()),
        "\
8   ·   b   ·   ·   ·   ·   r   k
      ╱   ╲
7   n  ░░░  p   ·   ·   ·   p   r
    │  ░░░    ╲
6   p  ░░░  n   p   ·   ·   ·   p
      ╲   ╱   ╲   ╲
5   ·   p   ·   p   p   ·   ·   ·
                │   │
4   ·   ·   ·   P   P   ·   ·   ·
                  ╲   ╲
3   P   ·   N   P   P──[Q]  ·   ·

2   N   ·   P   R   K   ·   ·   ·

1   ·   B   ·   ·   ·   ·   ·   ·

    a   b   c   d   e   f   g   h

[Q] moved  ─── chain  ░░░ enclosed
"
    );
}

#[test]
fn ascii_seen_from_the_other_side() {
    assert_eq!(
        terminal::render(&figure_9().flip(true), ASCII),
        r"
1   .   .   .   .   .   .   B   .

2   .   .   .   K   R   P   .   N

3   .   .  [Q]--P   P   N   .   P
              \   \
4   .   .   .   P   P   .   .   .
                |   |
5   .   .   .   p   p   .   p   .
                  \   \   /   \
6   p   .   .   .   p   n  :::  p
                      \    :::  |
7   r   p   .   .   .   p  :::  n
                          \   /
8   k   r   .   .   .   .   b   .

    h   g   f   e   d   c   b   a

[Q] moved  --- chain  ::: enclosed
"
        .trim_start_matches('\n')
    );
}

#[test]
fn areas_are_shaded_without_holes() {
    let placement: Placement = "4/4/4/3k".parse().unwrap();
    let cells = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 2), (3, 3)];
    let scene = Scene::new(&placement)
        .enclosed(cells.map(|(column, row)| Cell::new(column, row)))
        .coordinates(false);
    assert_eq!(
        terminal::render(&scene, ASCII),
        "\
:::::::  .   .
:::::::
:::::::  .   .

 .   .  :::  .

 .   .   .  :k:

::: enclosed
"
    );
}

#[test]
fn classes_and_marks() {
    let placement: Placement = "3p/4".parse().unwrap();
    let scene = Scene::new(&placement)
        .classes([
            (Cell::new(0, 0), 1),
            (Cell::new(1, 0), 23),
            (Cell::new(2, 0), 456),
            (Cell::new(0, 1), 1000),
            (Cell::new(1, 1), 0),
            (Cell::new(3, 0), 7),
            (Cell::new(4, 0), 8),
        ])
        .marked([Cell::new(3, 0), Cell::new(2, 1)])
        .caption("Two marks\tand\u{1b} classes");
    assert_eq!(
        terminal::render(&scene, ASCII),
        "\
2   1   23 456 (p)

1  +++  .  (.)  .

    a   b   c   d

Two marks and classes

( ) marked  1 class
"
    );
}

#[test]
fn a_crossing_is_drawn_as_one() {
    let placement: Placement = "pp/pp".parse().unwrap();
    let scene = Scene::new(&placement)
        .chain([(0, 0), (1, 1), (1, 0), (0, 1)].map(|(column, row)| Cell::new(column, row)));
    let text = terminal::render(&scene, Style::default());
    assert!(
        text.starts_with("2   p   p\n    │ ╳ │\n1   p   p\n"),
        "{text}"
    );
}

#[test]
fn steps_that_are_no_kings_steps_are_not_drawn() {
    let placement: Placement = "p3/4/4/3p".parse().unwrap();
    let scene = Scene::new(&placement).chain([Cell::new(0, 0), Cell::new(3, 3)]);
    assert!(!terminal::render(&scene, Style::default()).contains(['╲', '╱', '│']));
}

#[test]
fn colours_change_nothing_but_colours() {
    let color = Style {
        color: true,
        ..Style::default()
    };
    let colored = terminal::render(&figure_9(), color);
    assert!(colored.contains("\x1b[1;30;43m[Q]\x1b[0m"));
    let mut plain = String::new();
    for (index, part) in colored.split("\x1b[").enumerate() {
        plain += if index == 0 {
            part
        } else {
            part.split_once('m').unwrap().1
        };
    }
    assert_eq!(plain, terminal::render(&figure_9(), Style::default()));
}

#[test]
fn symbols_stand_for_the_pieces_of_chess_only() {
    let placement: Placement = "KQRBNPA/kqrbnpa".parse().unwrap();
    let symbols = Style {
        color: false,
        script: Script::Symbols,
    };
    let text = terminal::render(&Scene::new(&placement), symbols);
    assert!(text.contains("♔   ♕   ♖   ♗   ♘   ♙   A"));
    assert!(text.contains("♚   ♛   ♜   ♝   ♞   ♟   a"));
}

#[test]
fn large_boards_have_two_letters_and_two_digits() {
    let text = "32/".repeat(31) + "32";
    let scene = Scene::new(&text.parse().unwrap());
    let text = terminal::render(&scene, ASCII);
    assert!(text.starts_with("32   .   ."));
    assert!(text.contains("\n 9   .   ."));
    assert!(text.trim_end().ends_with("z   aa  ab  ac  ad  ae  af"));
}

#[test]
fn a_chain_of_any_board_is_drawn_with_what_it_encloses() {
    let placement: Placement = "3pp4/2p2p3/3pp4".parse().unwrap();
    let raster = Raster::from(&placement);
    let chain = Grid::new(&raster).witness(Cell::new(2, 1)).unwrap();
    let expected = Scene::new(&placement)
        .chain(chain.cells().iter().copied())
        .enclosed([Cell::new(3, 1), Cell::new(4, 1)]);
    assert_eq!(Scene::new(&placement).with_chain(&chain), expected);

    let placement: Placement = "8/8/3pp3/2p2p2/3pp3/8/8/8".parse().unwrap();
    let occupied = placement.grid8().unwrap();
    let chain = occupied.shortest(Square::C5).unwrap();
    let expected = Scene::new(&placement)
        .chain(squares("c5 d6 e6 f5 e4 d4"))
        .enclosed(squares("d5 e5"));
    assert_eq!(Scene::new(&placement).with_chain(&chain), expected);
}

#[test]
fn boards_of_a_sheet_stand_side_by_side_where_they_fit() {
    let placement: Placement = "p1/2".parse().unwrap();
    let board = Scene::new(&placement).moved(Cell::new(0, 0));
    let boards = vec![board.clone().caption("one"), board.caption("two")];
    let sheet = Sheet::new(boards);
    assert_eq!(
        terminal::render_sheet(&sheet, ASCII, 80),
        "\
2  [p]  .    2  [p]  .

1   .   .    1   .   .

    a   b        a   b

one          two

[p] moved
"
    );
    let narrow = terminal::render_sheet(&sheet, ASCII, 10);
    assert_eq!(narrow.matches("2  [p]  .\n").count(), 2);
    assert_eq!(
        terminal::render_sheet(&Sheet::new(Vec::new()), ASCII, 0),
        ""
    );
}
