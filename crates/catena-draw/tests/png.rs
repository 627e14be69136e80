//! The PNG has the asked size and shows the scene where it should.

#![allow(clippy::unwrap_used, reason = "what a test cannot do without")]

use catena_draw::{Rgba, Scene, Sheet, Size, Theme, png};
use catena_grid::{Cell, Placement, Square};
use tiny_skia::Pixmap;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
/// At this size a unit of the picture is a pixel: a board of chess without
/// coordinates has squares of 100 and this much around them.
const EDGE: u32 = 14;
const EXACT: u32 = 800 + 2 * EDGE;

fn render(scene: &Scene, theme: &Theme, size: u32) -> Pixmap {
    let size = Size::new(size).unwrap();
    let bytes = png::render(&scene.picture(theme), size).unwrap();
    Pixmap::decode_png(&bytes).unwrap()
}

/// The colour at a place given in pixels from the top left of the board.
fn color(image: &Pixmap, x: u32, y: u32) -> Rgba {
    let found = image.pixel(EDGE + x, EDGE + y).unwrap().demultiply();
    Rgba {
        red: found.red(),
        green: found.green(),
        blue: found.blue(),
        alpha: found.alpha(),
    }
}

fn board(placement: &str) -> Scene {
    Scene::new(&placement.parse().unwrap()).coordinates(false)
}

#[test]
fn the_image_has_the_asked_size() {
    for size in [16, 120, 361, 720] {
        let image = render(&Scene::new(&START.parse().unwrap()), &Theme::light(), size);
        assert_eq!((image.width(), image.height()), (size, size));
    }
    let wide = Placement::with_size("32", 32, 1).unwrap();
    let image = render(&Scene::new(&wide), &Theme::light(), 640);
    assert_eq!(image.width(), 640);
    assert!(image.height() < 64);
}

#[test]
fn absurd_sizes_are_refused() {
    for pixels in [0, 15, 8193, u32::MAX] {
        let error = Size::new(pixels).unwrap_err().to_string();
        assert!(error.contains(&format!("{pixels} pixels")), "{error}");
    }
    assert_eq!(Size::new(8192).unwrap().pixels(), 8192);
}

#[test]
fn squares_have_the_colours_of_the_theme() {
    for theme in [Theme::light(), Theme::dark()] {
        let image = render(&board("8/8/8/8/8/8/8/8"), &theme, EXACT);
        assert_eq!(color(&image, 50, 750), theme.dark_square, "a1");
        assert_eq!(color(&image, 750, 750), theme.light_square, "h1");
        assert_eq!(color(&image, 806, 400), theme.background);
    }
}

#[test]
fn marks_are_where_they_belong() {
    let theme = Theme::light();
    let chain = [(1, 1), (3, 1), (3, 3), (1, 3)];
    let scene = board("8/8/8/8/8/8/8/8")
        .moved(Cell::new(6, 6))
        .chain(chain.map(|(column, row)| Cell::new(column, row)))
        .enclosed([Cell::new(2, 2)])
        .marked([Cell::new(5, 0)]);
    let image = render(&scene, &theme, EXACT);
    assert_eq!(color(&image, 605, 650), theme.moved, "left of the frame");
    assert_eq!(color(&image, 650, 695), theme.moved, "foot of the frame");
    assert_ne!(color(&image, 650, 650), theme.moved, "the frame is hollow");
    assert_eq!(color(&image, 250, 150), theme.chain, "top of the chain");
    assert_eq!(color(&image, 150, 250), theme.chain, "the chain is closed");
    assert_eq!(
        color(&image, 250, 250),
        theme.enclosed,
        "a line of hatching"
    );
    assert_eq!(
        color(&image, 250, 300),
        theme.enclosed,
        "the rim of the area"
    );
    assert_ne!(color(&image, 550, 50), theme.dark_square, "a marked square");
    assert_eq!(
        color(&image, 450, 550),
        theme.dark_square,
        "an unmarked square"
    );
}

#[test]
fn pieces_stand_on_their_squares() {
    let theme = Theme::light();
    let image = render(&board("8/3k4/8/8/8/8/8/3K4"), &theme, EXACT);
    assert_eq!(color(&image, 350, 150), theme.black.fill);
    assert_eq!(color(&image, 350, 750), theme.white.fill);
    assert_eq!(color(&image, 350, 50), theme.dark_square);
}

#[test]
fn themes_differ() {
    let scene = Scene::new(&START.parse().unwrap());
    let light = render(&scene, &Theme::light(), 200);
    let dark = render(&scene, &Theme::dark(), 200);
    assert_ne!(light.data(), dark.data());
}

/// The scene turned by half, pieces and marks.
#[test]
fn a_flipped_board_is_the_turned_position() {
    let turn = |square: Square| Square::from_index(63 - square.index()).unwrap();
    let chain = ["b5", "c6", "d6", "e5", "d4", "c4"].map(|name| name.parse().unwrap());
    let inside = ["c5", "d5"].map(|name| name.parse().unwrap());
    let scene = |placement: &str, chain: [Square; 6], inside: [Square; 2]| {
        board(placement)
            .moved(chain[0])
            .chain(chain)
            .enclosed(inside)
            .classes([(inside[0], 1), (inside[1], 23)])
    };
    let placement = "k6q/8/2pn4/1p2r3/2bp4/8/8/7Q";
    let flipped = scene(placement, chain, inside).flip(true);
    let turned: String = placement.chars().rev().collect();
    let turned = scene(&turned, chain.map(turn), inside.map(turn));
    let theme = Theme::light();
    let (flipped, turned) = (
        render(&flipped, &theme, EXACT),
        render(&turned, &theme, EXACT),
    );
    assert!(flipped.data() == turned.data());
}

#[test]
fn turned_pieces_are_symmetric() {
    let image = render(&board("8/8/8/8/8/8/8/prqkPRQK"), &Theme::light(), EXACT);
    for y in 715..812 {
        for column in 0..8 {
            for x in 4..50 {
                let left = 14 + column * 100 + x;
                let right = 14 + column * 100 + 99 - x;
                let (a, b) = (
                    image.pixel(left, y).unwrap(),
                    image.pixel(right, y).unwrap(),
                );
                let apart = [
                    a.red().abs_diff(b.red()),
                    a.green().abs_diff(b.green()),
                    a.blue().abs_diff(b.blue()),
                ];
                assert!(
                    apart.iter().all(|channel| *channel < 64),
                    "{column}: {x} {y}"
                );
            }
        }
    }
}

#[test]
fn a_sheet_shows_every_board() {
    let theme = Theme::light();
    let boards = vec![board("8/8/8/8/8/8/8/8"); 3];
    let sheet = Sheet::new(boards).columns(3);
    let size = Size::new(1322).unwrap();
    let image = png::render(&sheet.picture(&theme), size).unwrap();
    let image = Pixmap::decode_png(&image).unwrap();
    // Half a pixel per unit: boards of 828 units, and gaps of 40.
    for index in 0..3 {
        let x = (40 + index * 868 + 14 + 50) / 2;
        let found = image.pixel(x, (40 + 14 + 750) / 2).unwrap().demultiply();
        assert_eq!(found.red(), theme.dark_square.red, "a1 of board {index}");
    }
}
