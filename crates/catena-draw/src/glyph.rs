//! Letters, digits and punctuation as strokes, so that no picture needs a font.
//!
//! The baseline is y = 14; capitals reach up to 0, small letters to 4,
//! descenders down to 18. Most of the file is a constant table.

use crate::path::table::{Z, l, m, q};
use crate::path::{Point, Segment, VectorPath};

/// Height of a capital in the units of the table.
const CAPITAL: f32 = 14.0;
/// Space between two glyphs.
const GAP: f32 = 3.2;
/// Width of a stroke for capitals of height 1.
pub(crate) const PEN: f32 = 0.115;

/// Returns the width of a text whose capitals have this height.
pub(crate) fn width(text: &str, height: f32) -> f32 {
    let glyphs = text
        .chars()
        .map(|letter| f32::from(glyph(letter).0) + GAP)
        .sum::<f32>();
    (glyphs - GAP).max(0.0) * height / CAPITAL
}

/// Returns the strokes of a text centred on a point; `height` is that of a
/// capital.
pub(crate) fn centred(text: &str, middle: Point, height: f32) -> VectorPath {
    let start = Point::new(
        middle.x - width(text, height) / 2.0,
        middle.y - height / 2.0,
    );
    let scale = height / CAPITAL;
    let mut path = VectorPath::new();
    let mut x = start.x;
    for letter in text.chars() {
        let (advance, strokes) = glyph(letter);
        path.place(strokes, scale, Point::new(x, start.y));
        x += (f32::from(advance) + GAP) * scale;
    }
    path
}

/// Breaks a text into lines no wider than `room`. Lines break at spaces; a
/// word that is too long for a line is broken where the line ends.
pub(crate) fn wrap(text: &str, room: f32, height: f32) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let longer = if line.is_empty() {
                word.to_string()
            } else {
                format!("{line} {word}")
            };
            if width(&longer, height) <= room {
                line = longer;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            line = break_word(word, room, height, &mut lines);
        }
        if !line.is_empty() {
            lines.push(line);
        }
    }
    lines
}

/// Appends the full lines of a long word and returns what is left of it.
fn break_word(word: &str, room: f32, height: f32, lines: &mut Vec<String>) -> String {
    let (mut line, mut used) = (String::new(), 0.0);
    for letter in word.chars() {
        let more = (f32::from(glyph(letter).0) + GAP) * height / CAPITAL;
        if used + more > room && !line.is_empty() {
            lines.push(std::mem::take(&mut line));
            used = 0.0;
        }
        line.push(letter);
        used += more;
    }
    line
}

/// Returns the width of a glyph and its strokes. A character without a glyph is
/// an empty box.
fn glyph(letter: char) -> (u8, &'static [Segment]) {
    GLYPHS
        .iter()
        .find(|(known, ..)| *known == letter)
        .map_or((7, BOX), |&(_, width, strokes)| (width, strokes))
}

const BOX: &[Segment] = &[m(0, 1), l(7, 1), l(7, 14), l(0, 14), Z];

/// The character, its width, its strokes.
#[rustfmt::skip]
const GLYPHS: &[(char, u8, &[Segment])] = &[
    ('A', 10, &[m(0, 14), l(5, 0), l(10, 14), m(2, 9), l(8, 9)]),
    ('B', 9, &[m(0, 7), l(5, 7), q(9, 7, 9, 10), q(9, 14, 5, 14), l(0, 14), l(0, 0), l(4, 0), q(8, 0, 8, 3), q(8, 7, 4, 7)]),
    ('C', 9, &[m(9, 3), q(8, 0, 5, 0), q(0, 0, 0, 7), q(0, 14, 5, 14), q(8, 14, 9, 11)]),
    ('D', 10, &[m(0, 0), l(0, 14), l(4, 14), q(10, 14, 10, 7), q(10, 0, 4, 0), Z]),
    ('E', 8, &[m(8, 0), l(0, 0), l(0, 14), l(8, 14), m(0, 7), l(7, 7)]),
    ('F', 8, &[m(8, 0), l(0, 0), l(0, 14), m(0, 7), l(7, 7)]),
    ('G', 9, &[m(9, 3), q(8, 0, 5, 0), q(0, 0, 0, 7), q(0, 14, 5, 14), q(9, 14, 9, 10), l(9, 8), l(5, 8)]),
    ('H', 9, &[m(0, 0), l(0, 14), m(9, 0), l(9, 14), m(0, 7), l(9, 7)]),
    ('I', 0, &[m(0, 0), l(0, 14)]),
    ('J', 6, &[m(6, 0), l(6, 10), q(6, 14, 3, 14), q(0, 14, 0, 10)]),
    ('K', 9, &[m(0, 0), l(0, 14), m(9, 0), l(0, 9), m(3, 6), l(9, 14)]),
    ('L', 8, &[m(0, 0), l(0, 14), l(8, 14)]),
    ('M', 12, &[m(0, 14), l(0, 0), l(6, 9), l(12, 0), l(12, 14)]),
    ('N', 9, &[m(0, 14), l(0, 0), l(9, 14), l(9, 0)]),
    ('O', 10, &[m(5, 0), q(0, 0, 0, 7), q(0, 14, 5, 14), q(10, 14, 10, 7), q(10, 0, 5, 0), Z]),
    ('P', 9, &[m(0, 14), l(0, 0), l(5, 0), q(9, 0, 9, 4), q(9, 8, 5, 8), l(0, 8)]),
    ('Q', 10, &[m(5, 0), q(0, 0, 0, 7), q(0, 14, 5, 14), q(10, 14, 10, 7), q(10, 0, 5, 0), Z, m(6, 10), l(10, 15)]),
    ('R', 9, &[m(0, 14), l(0, 0), l(5, 0), q(9, 0, 9, 4), q(9, 8, 5, 8), l(0, 8), m(4, 8), l(9, 14)]),
    ('S', 8, &[m(8, 3), q(7, 0, 4, 0), q(0, 0, 0, 3), q(0, 6, 4, 7), q(8, 8, 8, 11), q(8, 14, 4, 14), q(1, 14, 0, 11)]),
    ('T', 10, &[m(0, 0), l(10, 0), m(5, 0), l(5, 14)]),
    ('U', 10, &[m(0, 0), l(0, 9), q(0, 14, 5, 14), q(10, 14, 10, 9), l(10, 0)]),
    ('V', 10, &[m(0, 0), l(5, 14), l(10, 0)]),
    ('W', 14, &[m(0, 0), l(3, 14), l(7, 2), l(11, 14), l(14, 0)]),
    ('X', 9, &[m(0, 0), l(9, 14), m(9, 0), l(0, 14)]),
    ('Y', 10, &[m(0, 0), l(5, 7), l(10, 0), m(5, 7), l(5, 14)]),
    ('Z', 9, &[m(0, 0), l(9, 0), l(0, 14), l(9, 14)]),

    ('a', 7, &[m(7, 7), q(6, 4, 4, 4), q(0, 4, 0, 9), q(0, 14, 4, 14), q(6, 14, 7, 11), m(7, 4), l(7, 14)]),
    ('b', 7, &[m(0, 0), l(0, 14), m(0, 7), q(1, 4, 3, 4), q(7, 4, 7, 9), q(7, 14, 3, 14), q(1, 14, 0, 11)]),
    ('c', 7, &[m(7, 6), q(6, 4, 4, 4), q(0, 4, 0, 9), q(0, 14, 4, 14), q(6, 14, 7, 12)]),
    ('d', 7, &[m(7, 0), l(7, 14), m(7, 7), q(6, 4, 4, 4), q(0, 4, 0, 9), q(0, 14, 4, 14), q(6, 14, 7, 11)]),
    ('e', 7, &[m(0, 9), l(7, 9), q(7, 4, 4, 4), q(0, 4, 0, 9), q(0, 14, 4, 14), q(6, 14, 7, 12)]),
    ('f', 5, &[m(5, 0), q(2, 0, 2, 3), l(2, 14), m(0, 5), l(5, 5)]),
    ('g', 7, &[m(7, 7), q(6, 4, 4, 4), q(0, 4, 0, 9), q(0, 14, 4, 14), q(6, 14, 7, 11), m(7, 4), l(7, 15), q(7, 18, 4, 18), q(1, 18, 0, 16)]),
    ('h', 7, &[m(0, 0), l(0, 14), m(0, 8), q(1, 4, 4, 4), q(7, 4, 7, 8), l(7, 14)]),
    ('i', 0, &[m(0, 4), l(0, 14), m(0, 0), l(0, 1)]),
    ('j', 2, &[m(2, 4), l(2, 15), q(2, 18, 0, 18), m(2, 0), l(2, 1)]),
    ('k', 7, &[m(0, 0), l(0, 14), m(6, 4), l(0, 10), m(3, 7), l(7, 14)]),
    ('l', 2, &[m(0, 0), l(0, 12), q(0, 14, 2, 14)]),
    ('m', 10, &[m(0, 4), l(0, 14), m(0, 8), q(0, 4, 3, 4), q(5, 4, 5, 7), l(5, 14), m(5, 8), q(5, 4, 8, 4), q(10, 4, 10, 7), l(10, 14)]),
    ('n', 7, &[m(0, 4), l(0, 14), m(0, 8), q(1, 4, 4, 4), q(7, 4, 7, 8), l(7, 14)]),
    ('o', 8, &[m(4, 4), q(0, 4, 0, 9), q(0, 14, 4, 14), q(8, 14, 8, 9), q(8, 4, 4, 4), Z]),
    ('p', 7, &[m(0, 4), l(0, 18), m(0, 7), q(1, 4, 3, 4), q(7, 4, 7, 9), q(7, 14, 3, 14), q(1, 14, 0, 11)]),
    ('q', 7, &[m(7, 4), l(7, 18), m(7, 7), q(6, 4, 4, 4), q(0, 4, 0, 9), q(0, 14, 4, 14), q(6, 14, 7, 11)]),
    ('r', 5, &[m(0, 4), l(0, 14), m(0, 8), q(1, 4, 5, 4)]),
    ('s', 6, &[m(6, 6), q(6, 4, 3, 4), q(0, 4, 0, 6), q(0, 8, 3, 9), q(6, 10, 6, 12), q(6, 14, 3, 14), q(0, 14, 0, 12)]),
    ('t', 5, &[m(2, 0), l(2, 11), q(2, 14, 5, 14), m(0, 4), l(5, 4)]),
    ('u', 7, &[m(0, 4), l(0, 10), q(0, 14, 3, 14), q(6, 14, 7, 10), m(7, 4), l(7, 14)]),
    ('v', 8, &[m(0, 4), l(4, 14), l(8, 4)]),
    ('w', 12, &[m(0, 4), l(3, 14), l(6, 5), l(9, 14), l(12, 4)]),
    ('x', 7, &[m(0, 4), l(7, 14), m(7, 4), l(0, 14)]),
    ('y', 8, &[m(0, 4), l(4, 13), m(8, 4), l(3, 16), q(2, 18, 0, 18)]),
    ('z', 7, &[m(0, 4), l(7, 4), l(0, 14), l(7, 14)]),

    ('0', 8, &[m(4, 0), q(0, 0, 0, 7), q(0, 14, 4, 14), q(8, 14, 8, 7), q(8, 0, 4, 0), Z]),
    ('1', 8, &[m(2, 3), l(5, 0), l(5, 14)]),
    ('2', 8, &[m(0, 4), q(0, 0, 4, 0), q(8, 0, 8, 4), q(8, 6, 6, 8), l(0, 14), l(8, 14)]),
    ('3', 8, &[m(0, 2), q(2, 0, 4, 0), q(8, 0, 8, 3), q(8, 7, 4, 7), l(3, 7), m(4, 7), q(8, 7, 8, 11), q(8, 14, 4, 14), q(1, 14, 0, 12)]),
    ('4', 8, &[m(6, 14), l(6, 0), l(0, 10), l(8, 10)]),
    ('5', 8, &[m(7, 0), l(1, 0), l(0, 7), q(2, 5, 4, 5), q(8, 5, 8, 10), q(8, 14, 4, 14), q(1, 14, 0, 12)]),
    ('6', 8, &[m(7, 0), q(0, 1, 0, 9), q(0, 14, 4, 14), q(8, 14, 8, 10), q(8, 6, 4, 6), q(0, 6, 0, 9)]),
    ('7', 8, &[m(0, 0), l(8, 0), l(3, 14)]),
    ('8', 8, &[m(4, 7), q(1, 7, 1, 3), q(1, 0, 4, 0), q(7, 0, 7, 3), q(7, 7, 4, 7), q(0, 7, 0, 11), q(0, 14, 4, 14), q(8, 14, 8, 11), q(8, 7, 4, 7), Z]),
    ('9', 8, &[m(1, 14), q(8, 13, 8, 5), q(8, 0, 4, 0), q(0, 0, 0, 4), q(0, 8, 4, 8), q(8, 8, 8, 5)]),

    ('.', 0, &[m(0, 13), l(0, 14)]),
    (',', 1, &[m(1, 13), l(0, 16)]),
    (':', 0, &[m(0, 5), l(0, 6), m(0, 13), l(0, 14)]),
    (';', 1, &[m(1, 5), l(1, 6), m(1, 13), l(0, 16)]),
    ('!', 0, &[m(0, 0), l(0, 9), m(0, 13), l(0, 14)]),
    ('?', 7, &[m(0, 3), q(0, 0, 4, 0), q(7, 0, 7, 3), q(7, 6, 4, 7), l(4, 9), m(4, 13), l(4, 14)]),
    ('\'', 0, &[m(0, 0), l(0, 3)]),
    ('’', 0, &[m(0, 0), l(0, 3)]),
    ('"', 3, &[m(0, 0), l(0, 3), m(3, 0), l(3, 3)]),
    ('-', 5, &[m(0, 9), l(5, 9)]),
    ('–', 8, &[m(0, 9), l(8, 9)]),
    ('—', 8, &[m(0, 9), l(8, 9)]),
    ('_', 8, &[m(0, 16), l(8, 16)]),
    ('+', 8, &[m(0, 9), l(8, 9), m(4, 5), l(4, 13)]),
    ('=', 8, &[m(0, 7), l(8, 7), m(0, 11), l(8, 11)]),
    ('<', 7, &[m(7, 5), l(0, 9), l(7, 13)]),
    ('>', 7, &[m(0, 5), l(7, 9), l(0, 13)]),
    ('×', 6, &[m(0, 6), l(6, 12), m(6, 6), l(0, 12)]),
    ('*', 6, &[m(3, 0), l(3, 6), m(0, 1), l(6, 5), m(6, 1), l(0, 5)]),
    ('→', 10, &[m(0, 9), l(10, 9), m(7, 6), l(10, 9), l(7, 12)]),
    ('·', 0, &[m(0, 8), l(0, 9)]),
    ('…', 8, &[m(0, 13), l(0, 14), m(4, 13), l(4, 14), m(8, 13), l(8, 14)]),
    ('/', 6, &[m(0, 16), l(6, -1)]),
    ('\\', 6, &[m(0, -1), l(6, 16)]),
    ('|', 0, &[m(0, -1), l(0, 17)]),
    ('(', 3, &[m(3, -1), q(0, 2, 0, 7), q(0, 13, 3, 17)]),
    (')', 3, &[m(0, -1), q(3, 2, 3, 7), q(3, 13, 0, 17)]),
    ('[', 3, &[m(3, -1), l(0, -1), l(0, 17), l(3, 17)]),
    (']', 3, &[m(0, -1), l(3, -1), l(3, 17), l(0, 17)]),
    ('{', 4, &[m(4, -1), q(2, -1, 2, 2), l(2, 5), q(2, 8, 0, 8), q(2, 8, 2, 11), l(2, 14), q(2, 17, 4, 17)]),
    ('}', 4, &[m(0, -1), q(2, -1, 2, 2), l(2, 5), q(2, 8, 4, 8), q(2, 8, 2, 11), l(2, 14), q(2, 17, 0, 17)]),
    ('#', 9, &[m(3, 1), l(1, 13), m(8, 1), l(6, 13), m(0, 5), l(9, 5), m(0, 10), l(9, 10)]),
    ('%', 10, &[m(9, 0), l(1, 14), m(2, 0), q(0, 0, 0, 3), q(0, 5, 2, 5), q(4, 5, 4, 3), q(4, 0, 2, 0), Z, m(8, 9), q(6, 9, 6, 11), q(6, 14, 8, 14), q(10, 14, 10, 11), q(10, 9, 8, 9), Z]),
    ('&', 10, &[m(10, 14), l(2, 4), q(1, 0, 4, 0), q(8, 0, 7, 3), q(6, 5, 3, 7), q(0, 9, 0, 11), q(0, 14, 4, 14), q(8, 14, 9, 8)]),
    (' ', 3, &[]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_and_digit_has_its_own_glyph() {
        let known: Vec<char> = ('a'..='z').chain('A'..='Z').chain('0'..='9').collect();
        for (index, &letter) in known.iter().enumerate() {
            assert_ne!(glyph(letter), glyph('\u{1F642}'), "{letter} is a box");
            for &other in &known[..index] {
                assert_ne!(glyph(letter), glyph(other), "{letter} and {other}");
            }
        }
    }

    #[test]
    fn glyphs_stay_within_their_width() {
        for letter in (' '..='~').chain("–×→·…".chars()) {
            let (advance, strokes) = glyph(letter);
            for point in strokes.iter().filter_map(|segment| segment.end()) {
                assert!((0.0..=f32::from(advance)).contains(&point.x), "{letter}");
                assert!((-1.0..=18.0).contains(&point.y), "{letter}");
            }
        }
    }

    #[test]
    fn lines_are_no_wider_than_the_room() {
        let text =
            "a caption that needs some lines, and aVeryLongWordThatDoesNotFitInOneLine\nnext";
        let lines = wrap(text, 200.0, 14.0);
        assert!(lines.len() > 3);
        assert!(lines.iter().all(|line| width(line, 14.0) <= 200.0 + GAP));
        assert_eq!(lines.last().map(String::as_str), Some("next"));
        let letters = |text: &str| {
            text.chars()
                .filter(|c| !c.is_whitespace())
                .collect::<String>()
        };
        assert_eq!(letters(&lines.concat()), letters(text));
        assert!(wrap("x", 0.0, 14.0).len() == 1, "a letter always fits");
        assert!(wrap(" \n ", 100.0, 14.0).is_empty());
    }
}
