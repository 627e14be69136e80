//! The pieces as outlines, drawn for catena on a square of 100 by 100 units.
//!
//! Five of the six chess pieces are symmetric, as if turned on a lathe, and
//! are given as the right half of their profile. The rest of the file is
//! constant tables.

use catena_grid::Piece;

use crate::glyph;
use crate::path::table::{Z, c, l, m};
use crate::path::{Point, Segment, VectorPath};

/// Width of the line around a piece.
const OUTLINE: f32 = 3.2;
/// The same for white pieces on the smallest boards.
const THICKEST_OUTLINE: f32 = 6.0;
/// Width of the lines inside a piece.
pub(crate) const DETAIL: f32 = 2.6;
/// Width of the letter on the disc of an unknown piece.
const LETTER: f32 = 5.5;

/// What one kind of piece looks like, whichever side it belongs to.
#[derive(Clone, Debug)]
pub(crate) struct PieceShape {
    /// Filled, with a line around it.
    pub(crate) body: VectorPath,
    /// Lines inside the body, and how wide they are.
    pub(crate) lines: VectorPath,
    pub(crate) line_width: f32,
    /// Filled in the colour of the lines: the eye of the knight.
    pub(crate) dots: VectorPath,
}

/// Returns the width of the line around a piece where a unit is `scale`
/// pixels. A line much thinner than a pixel fades, and a white piece without
/// it cannot be seen; a black one can.
pub(crate) fn outline_width(is_white: bool, scale: f32) -> f32 {
    if is_white {
        (0.8 / scale).clamp(OUTLINE, THICKEST_OUTLINE)
    } else {
        OUTLINE
    }
}

/// Returns the shape of a piece: one of the six of chess, or a disc with its
/// letter.
pub(crate) fn shape(piece: Piece) -> PieceShape {
    let letter = piece.letter().to_ascii_lowercase();
    let (body, lines) = match letter {
        'p' => (VectorPath::turned(PAWN, AXIS), PAWN_LINES),
        'n' => (whole(KNIGHT), KNIGHT_LINES),
        'b' => (VectorPath::turned(BISHOP, AXIS), BISHOP_LINES),
        'r' => (VectorPath::turned(ROOK, AXIS), ROOK_LINES),
        'q' => (queen(), QUEEN_LINES),
        'k' => (VectorPath::turned(KING, AXIS), KING_LINES),
        _ => return disc(letter),
    };
    PieceShape {
        body,
        lines: whole(lines),
        line_width: DETAIL,
        dots: if letter == 'n' {
            whole(KNIGHT_DOTS)
        } else {
            VectorPath::new()
        },
    }
}

fn whole(segments: &[Segment]) -> VectorPath {
    let mut path = VectorPath::new();
    path.place(segments, 1.0, Point::new(0.0, 0.0));
    path
}

/// The crown with a pearl on each of its five points.
fn queen() -> VectorPath {
    let mut path = VectorPath::turned(QUEEN, AXIS);
    for (x, y) in [(12, 29), (30, 18), (50, 14), (70, 18), (88, 29)] {
        path.circle(Point::new(x as f32, y as f32), 5.5);
    }
    path
}

/// A piece that is not one of chess: a disc with its letter.
fn disc(letter: char) -> PieceShape {
    let mut body = VectorPath::new();
    body.circle(Point::new(50.0, 51.0), 35.0);
    let text = letter.to_ascii_uppercase().to_string();
    PieceShape {
        body,
        lines: glyph::centred(&text, Point::new(50.0, 51.0), 36.0),
        line_width: LETTER,
        dots: VectorPath::new(),
    }
}

const AXIS: f32 = 50.0;

#[rustfmt::skip]
const PAWN: &[Segment] = &[
    m(50, 22), c(57, 22, 63, 28, 63, 35), c(63, 39, 61, 42, 58, 44), c(63, 45, 66, 47, 66, 49), c(66, 51, 63, 52, 57, 52),
    c(58, 62, 63, 70, 71, 75), c(75, 78, 77, 81, 77, 85), l(77, 90), l(50, 90),
];
#[rustfmt::skip]
const PAWN_LINES: &[Segment] = &[
    m(42, 44), c(47, 46, 53, 46, 58, 44), m(43, 52), c(47, 53, 53, 53, 57, 52), m(29, 76), c(40, 79, 60, 79, 71, 76),
];

#[rustfmt::skip]
const KNIGHT: &[Segment] = &[
    m(23, 90), l(23, 86), c(23, 82, 26, 79, 30, 77), c(30, 66, 46, 62, 48, 50), c(43, 54, 40, 54, 36, 56),
    c(33, 58, 31, 63, 27, 63), c(21, 63, 14, 57, 16, 51), c(19, 44, 25, 38, 27, 31), c(28, 27, 31, 24, 33, 22),
    l(34, 10), l(44, 17), c(66, 19, 79, 41, 74, 77), c(76, 79, 78, 82, 78, 86), l(78, 90), Z,
];
#[rustfmt::skip]
const KNIGHT_LINES: &[Segment] = &[
    m(46, 25), c(60, 31, 67, 49, 66, 71), m(24, 58), c(26, 57, 28, 56, 29, 54), m(30, 77), c(42, 79, 62, 79, 74, 77),
];
#[rustfmt::skip]
const KNIGHT_DOTS: &[Segment] = &[
    m(32, 33), c(33, 30, 36, 28, 40, 30), c(40, 33, 36, 36, 32, 33), Z,
    m(20, 51), c(21, 49, 24, 48, 25, 50), c(25, 52, 22, 54, 20, 51), Z,
];

#[rustfmt::skip]
const BISHOP: &[Segment] = &[
    m(50, 8), c(53, 8, 56, 11, 56, 14), c(56, 16, 55, 18, 53, 19), c(61, 24, 70, 34, 70, 45), c(70, 51, 66, 57, 60, 60),
    c(65, 60, 68, 62, 68, 64), c(68, 66, 65, 68, 59, 68), c(60, 73, 65, 76, 70, 77), c(76, 79, 78, 82, 78, 86), l(78, 90), l(50, 90),
];
#[rustfmt::skip]
const BISHOP_LINES: &[Segment] = &[
    m(62, 27), l(52, 42), m(40, 60), c(46, 61, 54, 61, 60, 60), m(41, 68), c(46, 69, 54, 69, 59, 68),
    m(30, 77), c(40, 80, 60, 80, 70, 77),
];

#[rustfmt::skip]
const ROOK: &[Segment] = &[
    m(50, 16), l(57, 16), l(57, 23), l(63, 23), l(63, 16), l(74, 16), l(74, 30), l(66, 37), c(66, 50, 67, 60, 69, 69),
    l(75, 73), l(75, 79), l(79, 82), l(79, 90), l(50, 90),
];
#[rustfmt::skip]
const ROOK_LINES: &[Segment] = &[
    m(27, 30), l(73, 30), m(34, 37), l(66, 37), m(31, 69), l(69, 69), m(25, 79), l(75, 79),
];

// The points end on the rims of the pearls, so that one line drawn around
// both shows no seam.
#[rustfmt::skip]
const QUEEN: &[Segment] = &[
    m(50, 19), l(59, 42), l(69, 23), l(75, 45), l(85, 33), c(83, 44, 76, 52, 70, 60), c(73, 61, 74, 63, 74, 65),
    c(74, 67, 72, 69, 69, 69), c(69, 72, 70, 74, 72, 76), c(76, 79, 79, 82, 79, 86), l(79, 90), l(50, 90),
];
#[rustfmt::skip]
const QUEEN_LINES: &[Segment] = &[
    m(30, 60), c(40, 57, 60, 57, 70, 60), m(31, 69), c(41, 66, 59, 66, 69, 69), m(28, 76), c(40, 80, 60, 80, 72, 76),
];

#[rustfmt::skip]
const KING: &[Segment] = &[
    m(50, 3), l(54, 3), l(54, 9), l(60, 8), l(60, 17), l(54, 16), l(54, 23), c(62, 23, 70, 27, 75, 33), c(77, 35, 77, 38, 75, 41),
    l(61, 61), c(66, 61, 69, 63, 69, 65), c(69, 67, 66, 69, 61, 69), c(62, 73, 66, 76, 70, 77), c(76, 79, 79, 82, 79, 86), l(79, 90), l(50, 90),
];
#[rustfmt::skip]
const KING_LINES: &[Segment] = &[
    m(26, 40), c(40, 34, 60, 34, 74, 40), m(39, 61), c(46, 62, 54, 62, 61, 61), m(39, 69), c(46, 70, 54, 70, 61, 69),
    m(30, 77), c(40, 80, 60, 80, 70, 77),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_has_an_outline_inside_its_square() {
        for letter in ('a'..='z').chain('A'..='Z') {
            let shape = shape(Piece::from_letter(letter).unwrap());
            assert!(!shape.body.is_empty() && !shape.lines.is_empty());
            for path in [&shape.body, &shape.lines, &shape.dots] {
                for point in path.segments().iter().filter_map(|s| s.end()) {
                    let inside = 1.0..99.0;
                    assert!(
                        inside.contains(&point.x) && inside.contains(&point.y),
                        "{letter}: {point:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_outlines_of_chess_differ_from_each_other() {
        let bodies: Vec<VectorPath> = "pnbrqk"
            .chars()
            .map(|letter| shape(Piece::from_letter(letter).unwrap()).body)
            .collect();
        for (index, body) in bodies.iter().enumerate() {
            assert!(!bodies[..index].contains(body));
        }
    }
}
