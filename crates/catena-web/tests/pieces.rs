//! The pieces on the board of the page are those of the pictures that it saves.

#![allow(clippy::unwrap_used, reason = "a step that fails fails the test")]

use std::fs;

use catena_draw::{Scene, Size, Theme, svg};
use catena_grid::Placement;

/// Returns what is between two texts.
fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    let from = text.find(start).unwrap() + start.len();
    let length = text[from..].find(end).unwrap();
    &text[from..from + length]
}

/// Compares the pieces in a folder of the page with those of a theme.
fn compare(folder: &str, theme: &Theme) {
    let placement: Placement = "kqrbnp2/KQRBNP2/8/8/8/8/8/8".parse().unwrap();
    let picture = Scene::new(&placement).picture(theme);
    let drawn = svg::render(&picture, Size::new(800).unwrap());
    for (side, fill) in [("w", theme.white.fill), ("b", theme.black.fill)] {
        // Fill, outline, width and the colour of the inner lines.
        let colors = between(&drawn, &format!("<g fill=\"{fill}\" "), ">");
        for kind in ["k", "q", "r", "b", "n", "p"] {
            let shape = between(&drawn, &format!("<g id=\"catena-{kind}\">"), "</g>");
            let file = format!(
                "{}/page/src/{folder}/{side}{kind}.svg",
                env!("CARGO_MANIFEST_DIR")
            );
            let piece = fs::read_to_string(&file).unwrap();
            assert!(piece.contains(shape), "{file}: another shape than {shape}");
            assert!(
                piece.contains(colors),
                "{file}: other colours than {colors}"
            );
        }
    }
}

#[test]
fn the_page_has_the_pieces_of_the_pictures() {
    compare("pieces", &Theme::light());
}

#[test]
fn the_slate_theme_has_the_pieces_of_dark_pictures() {
    compare("pieces/slate", &Theme::dark());
}
