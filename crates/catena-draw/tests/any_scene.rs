//! No scene makes a back end panic, however unusual it is.

#![allow(clippy::unwrap_used, reason = "what a test cannot do without")]

use catena_draw::terminal::{self, Script, Style};
use catena_draw::{Scene, Sheet, Size, Theme, png, svg};
use catena_grid::{Cell, Placement};

/// A small generator: the tests must give the same scenes everywhere.
struct SceneGenerator(u32);

impl SceneGenerator {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 as usize % limit
    }

    /// A cell that is often, but not always, on the board.
    fn cell(&mut self) -> Cell {
        match self.below(20) {
            0 => Cell::new(usize::MAX, 3),
            1 => Cell::new(0, usize::MAX),
            _ => Cell::new(self.below(34), self.below(34)),
        }
    }

    fn cells(&mut self) -> Vec<Cell> {
        let count = self.below(40);
        (0..count).map(|_| self.cell()).collect()
    }

    fn placement(&mut self) -> Placement {
        let (width, height) = (1 + self.below(32), 1 + self.below(32));
        let ranks: Vec<String> = (0..height)
            .map(|_| {
                (0..width)
                    .map(|_| match self.below(40) {
                        letter @ 0..26 => char::from(b"PNBRQKpnbrqkAZaz"[letter % 16]),
                        _ => '.',
                    })
                    .collect()
            })
            .collect();
        let is_chess = (width, height) == (8, 8);
        let text: Vec<String> = ranks.iter().map(|rank| pack(rank, is_chess)).collect();
        Placement::with_size(&text.join("/"), width, height).unwrap()
    }

    fn scene(&mut self) -> Scene {
        let captions = ["", "x", "a\0\u{1b}[2J\n\n\nüöä→ 🂡", "word ", "long"];
        let caption = captions[self.below(5)].repeat(1 + self.below(400));
        let placement = self.placement();
        Scene::new(&placement)
            .moved(self.cell())
            .chain(self.cells())
            .enclosed(self.cells())
            .marked(self.cells())
            .classes(
                self.cells()
                    .into_iter()
                    .zip([0, 1, 99, 12345, u32::MAX].into_iter().cycle()),
            )
            .caption(caption)
            .flip(self.below(2) == 0)
            .coordinates(self.below(2) == 0)
    }
}

/// The text of a rank, its empty squares counted.
fn pack(rank: &str, is_chess: bool) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for letter in rank.chars() {
        if letter == '.' || is_chess && "AZaz".contains(letter) {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &empty.to_string();
            empty = 0;
        }
        text.push(letter);
    }
    if empty > 0 {
        text += &empty.to_string();
    }
    text
}

#[test]
fn every_scene_can_be_shown() {
    let mut numbers = SceneGenerator(0x2545_f491);
    for _ in 0..30 {
        let scene = numbers.scene();
        for theme in [Theme::light(), Theme::dark()] {
            let picture = scene.picture(&theme);
            let size = Size::new(u32::try_from(16 + numbers.below(200)).unwrap()).unwrap();
            let text = svg::render(&picture, size);
            roxmltree::Document::parse(&text).unwrap();
            let bytes = png::render(&picture, size).unwrap();
            let image = tiny_skia::Pixmap::decode_png(&bytes).unwrap();
            assert_eq!((image.width(), image.height()), picture.pixels(size));
        }
        for script in [Script::Ascii, Script::Unicode, Script::Symbols] {
            let style = Style {
                color: false,
                script,
            };
            let text = terminal::render(&scene, style);
            assert!(
                text.chars()
                    .all(|letter| letter == '\n' || !letter.is_control())
            );
            assert!(text.lines().all(|line| line == line.trim_end()));
        }
    }
}

#[test]
fn every_sheet_can_be_shown() {
    let mut numbers = SceneGenerator(99);
    for count in 0..6 {
        let scenes: Vec<Scene> = (0..count).map(|_| numbers.scene()).collect();
        let sheet = Sheet::new(scenes).columns(numbers.below(4));
        let picture = sheet.picture(&Theme::light());
        let size = Size::new(300).unwrap();
        roxmltree::Document::parse(&svg::render(&picture, size)).unwrap();
        png::render(&picture, size).unwrap();
        let text = terminal::render_sheet(&sheet, Style::default(), numbers.below(200));
        assert_eq!(text.is_empty(), count == 0);
    }
}

#[test]
fn a_very_long_caption_does_not_make_a_very_large_picture() {
    let scene = Scene::new(&"1".parse().unwrap()).caption("x".repeat(1_000_000));
    let text = svg::render(&scene.picture(&Theme::light()), Size::default());
    assert!(text.matches('m').count() < 10_000);
    let words: String = "ab ".repeat(300_000);
    let scene = Scene::new(&"1".parse().unwrap()).caption(words);
    let (width, height) = scene.picture(&Theme::light()).pixels(Size::default());
    assert!(width > 100 && height > 100);
}
