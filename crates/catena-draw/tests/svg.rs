//! The SVG is well formed, self-contained, small, and described in words.

#![allow(clippy::unwrap_used, reason = "what a test cannot do without")]

use std::collections::BTreeSet;

use catena_draw::{Scene, Sheet, Size, Theme, svg};
use catena_grid::{Cell, Placement, Square};
use roxmltree::Document;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const FIGURE_9: &str = "1b4rk/n1p3pr/p1np3p/1p1pp3/3PP3/P1NPPQ2/N1PRK3/1B6";

fn squares(names: &str) -> Vec<Square> {
    names
        .split_whitespace()
        .map(|name| name.parse().unwrap())
        .collect()
}

fn figure_9() -> Scene {
    Scene::new(&FIGURE_9.parse().unwrap())
        .moved("f3".parse::<Square>().unwrap())
        .chain(squares("f3 e4 e5 d6 c7 b8 a7 a6 b5 c6 d5 d4 e3"))
        .enclosed(squares("b6 b7"))
}

fn render(scene: &Scene) -> String {
    svg::render(&scene.picture(&Theme::light()), Size::default())
}

/// Parses a document and checks what every one of ours must satisfy.
#[track_caller]
fn check(text: &str) -> Document<'_> {
    let document = Document::parse(text).unwrap();
    let root = document.root_element();
    assert_eq!(root.attribute("role"), Some("img"));
    let ids: BTreeSet<&str> = (document.descendants())
        .filter_map(|node| node.attribute("id"))
        .collect();
    for id in root.attribute("aria-labelledby").unwrap().split(' ') {
        assert!(ids.contains(id), "nothing is called {id}");
    }
    for node in document.descendants().filter(|node| node.is_element()) {
        let name = node.tag_name().name();
        let known = ["svg", "title", "desc", "defs", "g", "path", "use"];
        assert!(known.contains(&name), "unexpected element {name}");
        if let Some(target) = node.attribute("href") {
            assert!(ids.contains(target.trim_start_matches('#')), "{target}");
        }
        if let Some(data) = node.attribute("d") {
            assert!(data.starts_with(['m', 'M']) && !data.contains("NaN"));
        }
    }
    document
}

fn text_of<'a>(document: &'a Document<'_>, element: &str) -> &'a str {
    (document.descendants())
        .find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", element)))
        .and_then(|node| node.text())
        .unwrap()
}

#[test]
fn a_full_position_is_small() {
    let start = Scene::new(&START.parse().unwrap());
    let marked = start
        .clone()
        .moved(Cell::new(4, 7))
        .chain(squares("a1 b1 c1 d1 e1 f1 g1 h1 h2 g2 f2 e2 d2 c2 b2 a2"))
        .enclosed(squares("c4 c5 d4 d5"))
        .caption("Sixteen pieces and four squares");
    for scene in [start, marked, figure_9()] {
        let text = render(&scene);
        check(&text);
        assert!(text.len() < 12_000, "{} bytes", text.len());
    }
}

#[test]
fn the_description_says_what_is_seen() {
    let text = render(&figure_9());
    let document = check(&text);
    assert_eq!(text_of(&document, "title"), "Board of 8 by 8 squares");
    assert_eq!(
        text_of(&document, "desc"),
        "White: king e2; queen f3; rook d2; bishop b1; knights c3, a2; \
         pawns d4, e4, a3, d3, e3, c2. \
         Black: king h8; rooks g8, h7; bishop b8; knights a7, c6; \
         pawns c7, g7, a6, d6, h6, b5, d5, e5. \
         The queen on f3 moved. \
         Chain of 13 pieces: f3, e4, e5, d6, c7, b8, a7, a6, b5, c6, d5, d4, e3. \
         Enclosed squares: b7, b6."
    );
}

#[test]
fn only_the_pieces_present_are_defined() {
    let count = |placement: &str| {
        let text = render(&Scene::new(&placement.parse().unwrap()));
        let document = check(&text);
        (document.descendants())
            .filter(|node| {
                node.attribute("id")
                    .is_some_and(|id| id.starts_with("catena-"))
            })
            .count()
    };
    assert_eq!(count("8/8/8/8/8/8/8/8"), 0);
    assert_eq!(count("k7/8/8/8/8/8/8/K7"), 1, "both sides share an outline");
    assert_eq!(count(START), 6);
    assert_eq!(count("aAb/3/zzz"), 3);
}

#[test]
fn nothing_comes_from_elsewhere() {
    let text = render(&figure_9().caption("<script>alert('&')</script>"));
    let document = check(&text);
    assert_eq!(text_of(&document, "title"), "<script>alert('&')</script>");
    let own = text.replace("http://www.w3.org/2000/svg", "");
    for foreign in ["http", "url(", "font", "style", "<script"] {
        assert!(!own.contains(foreign), "{foreign}");
    }
}

#[test]
fn what_xml_cannot_hold_is_left_out() {
    let scene = Scene::new(&START.parse().unwrap());
    let text = render(&scene.caption("a\0b\u{1b}[31m\u{fffe}\u{ffff} \u{85}\"ü→"));
    assert_eq!(text_of(&check(&text), "title"), "ab[31m \"ü→");
}

#[test]
fn the_size_is_that_of_the_longer_side() {
    let board =
        |text: &str, width, height| Scene::new(&Placement::with_size(text, width, height).unwrap());
    let attribute = |scene: &Scene, name: &str| {
        let text = svg::render(&scene.picture(&Theme::dark()), Size::new(400).unwrap());
        check(&text)
            .root_element()
            .attribute(name)
            .unwrap()
            .to_string()
    };
    let chess = board(START, 8, 8);
    assert_eq!(attribute(&chess, "width"), "400");
    assert_eq!(attribute(&chess, "height"), "400");
    let narrow = board("1/1/1/1", 1, 4);
    assert_eq!(attribute(&narrow, "height"), "400");
    assert_ne!(attribute(&narrow, "width"), "400");
}

#[test]
fn two_boards_on_a_page_have_their_own_titles() {
    let id = |scene: &Scene| {
        let text = render(scene);
        check(&text)
            .root_element()
            .attribute("aria-labelledby")
            .unwrap()
            .to_string()
    };
    let start = Scene::new(&START.parse().unwrap());
    assert_ne!(id(&start), id(&figure_9()));
}

#[test]
fn a_sheet_tells_a_position_once() {
    let boards = ["f3 g2", "d6 d7"].map(|inside| {
        Scene::new(&START.parse().unwrap())
            .enclosed(squares(inside))
            .caption(inside)
    });
    let sheet = Sheet::new(boards.to_vec()).columns(2);
    let text = svg::render(&sheet.picture(&Theme::light()), Size::default());
    let document = check(&text);
    assert_eq!(text_of(&document, "title"), "2 boards");
    let words = text_of(&document, "desc");
    assert_eq!(words.matches("White: king e1").count(), 1);
    assert!(words.contains("Board 2: d6 d7. Enclosed squares: d7, d6."));
}

#[test]
fn an_empty_sheet_is_a_picture_too() {
    check(&svg::render(
        &Sheet::new(Vec::new()).columns(0).picture(&Theme::light()),
        Size::default(),
    ));
}
