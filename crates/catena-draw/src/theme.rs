//! [`Theme`]: the colours of a picture.

use std::fmt;

/// A colour: red, green, blue, and how much of what is below it is hidden.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Color {
    /// Red.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
    /// 0 is invisible, 255 hides what is below.
    pub alpha: u8,
}

impl Color {
    /// An opaque colour, as in `Color::rgb(0xff8000)`.
    #[must_use]
    pub const fn rgb(code: u32) -> Color {
        let [_, red, green, blue] = code.to_be_bytes();
        Color {
            red,
            green,
            blue,
            alpha: 255,
        }
    }

    /// The colour, partly transparent.
    #[must_use]
    pub const fn with_alpha(self, alpha: u8) -> Color {
        Color { alpha, ..self }
    }
}

/// The code of the colour without its transparency, as in `#ff8000`.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

impl fmt::Debug for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}/{}", self.alpha)
    }
}

/// The colours of one side's pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PieceColors {
    /// The body.
    pub fill: Color,
    /// The line around the body.
    pub outline: Color,
    /// The lines inside.
    pub detail: Color,
}

/// The colours of a picture.
///
/// ```
/// use catena_draw::{Color, Theme};
///
/// let green = Theme {
///     dark_square: Color::rgb(0x6f9e6f),
///     ..Theme::light()
/// };
/// assert_ne!(green, Theme::light());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Theme {
    /// What lies around the board.
    pub background: Color,
    /// Coordinates and captions.
    pub text: Color,
    /// The line around the board.
    pub border: Color,
    /// Squares like h1.
    pub light_square: Color,
    /// Squares like a1.
    pub dark_square: Color,
    /// The white pieces.
    pub white: PieceColors,
    /// The black pieces.
    pub black: PieceColors,
    /// The frame of the piece that moved.
    pub moved: Color,
    /// The line of the chain, and squares that are marked.
    pub chain: Color,
    /// Hatching of enclosed squares.
    pub enclosed: Color,
    /// What lies below the hatching.
    pub enclosed_ground: Color,
    /// Class numbers.
    pub class: Color,
    /// The rim of chains and numbers, which lifts them off the board.
    pub rim: Color,
}

impl Theme {
    /// Dark lines on a white page: for print.
    #[must_use]
    pub const fn light() -> Theme {
        let ink = Color::rgb(0x1d1d1f);
        Theme {
            background: Color::rgb(0xffffff),
            text: Color::rgb(0x444444),
            border: Color::rgb(0x6b5b49),
            light_square: Color::rgb(0xf3ead9),
            dark_square: Color::rgb(0xc9ad8a),
            white: PieceColors {
                fill: Color::rgb(0xffffff),
                outline: ink,
                detail: ink,
            },
            black: PieceColors {
                fill: Color::rgb(0x303033),
                outline: Color::rgb(0x000000),
                detail: Color::rgb(0xf2f2f2),
            },
            moved: ink,
            chain: Color::rgb(0x1c6fc4),
            enclosed: Color::rgb(0xc62f2f),
            enclosed_ground: Color::rgb(0xfdeae6).with_alpha(190),
            class: Color::rgb(0x7a1f1f),
            rim: Color::rgb(0xffffff).with_alpha(210),
        }
    }

    /// Light lines on a dark page: for screens.
    #[must_use]
    pub const fn dark() -> Theme {
        let ink = Color::rgb(0x15171a);
        Theme {
            background: Color::rgb(0x16181c),
            text: Color::rgb(0xb8bec8),
            border: Color::rgb(0x7c8694),
            light_square: Color::rgb(0x76828f),
            dark_square: Color::rgb(0x4b5663),
            white: PieceColors {
                fill: Color::rgb(0xf7f7f5),
                outline: ink,
                detail: ink,
            },
            black: PieceColors {
                fill: Color::rgb(0x1b1d21),
                outline: Color::rgb(0xc3cad3),
                detail: Color::rgb(0xe9ecef),
            },
            moved: Color::rgb(0xffd84d),
            chain: Color::rgb(0x4fb3ff),
            enclosed: Color::rgb(0xff7a66),
            enclosed_ground: Color::rgb(0x2a1d1e).with_alpha(160),
            class: Color::rgb(0xffc9bf),
            rim: Color::rgb(0x101215).with_alpha(170),
        }
    }
}

impl Theme {
    /// The colours of one side's pieces.
    pub(crate) fn side(&self, is_white: bool) -> &PieceColors {
        if is_white { &self.white } else { &self.black }
    }
}

impl Default for Theme {
    fn default() -> Theme {
        Theme::light()
    }
}
