//! [`Theme`]: the colours of a picture.

use std::fmt;

/// A colour: red, green, blue, and how much of what is below it is hidden.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rgba {
    /// Red.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
    /// 0 is invisible, 255 hides what is below.
    pub alpha: u8,
}

impl Rgba {
    /// An opaque colour, as in `Rgba::opaque(0xff8000)`.
    #[must_use]
    pub const fn opaque(code: u32) -> Rgba {
        let [_, red, green, blue] = code.to_be_bytes();
        Rgba {
            red,
            green,
            blue,
            alpha: 255,
        }
    }

    /// The colour, partly transparent.
    #[must_use]
    pub const fn with_alpha(self, alpha: u8) -> Rgba {
        Rgba { alpha, ..self }
    }
}

/// The code of the colour without its transparency, as in `#ff8000`.
impl fmt::Display for Rgba {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

impl fmt::Debug for Rgba {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}/{}", self.alpha)
    }
}

/// The colours of one side's pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PieceColors {
    /// The body.
    pub fill: Rgba,
    /// The line around the body.
    pub outline: Rgba,
    /// The lines inside.
    pub detail: Rgba,
}

/// The colours of a picture.
///
/// ```
/// use catena_draw::{Rgba, Theme};
///
/// let green = Theme {
///     dark_square: Rgba::opaque(0x6f9e6f),
///     ..Theme::light()
/// };
/// assert_ne!(green, Theme::light());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Theme {
    /// What lies around the board.
    pub background: Rgba,
    /// Coordinates and captions.
    pub text: Rgba,
    /// The line around the board.
    pub border: Rgba,
    /// Squares like h1.
    pub light_square: Rgba,
    /// Squares like a1.
    pub dark_square: Rgba,
    /// The white pieces.
    pub white: PieceColors,
    /// The black pieces.
    pub black: PieceColors,
    /// The frame of the piece that moved.
    pub moved: Rgba,
    /// The line of the chain, and squares that are marked.
    pub chain: Rgba,
    /// Hatching of enclosed squares.
    pub enclosed: Rgba,
    /// What lies below the hatching.
    pub enclosed_ground: Rgba,
    /// Class numbers.
    pub class: Rgba,
    /// The rim of chains and numbers, which lifts them off the board.
    pub rim: Rgba,
}

impl Theme {
    /// Dark lines on a white page: for print.
    #[must_use]
    pub const fn light() -> Theme {
        let ink = Rgba::opaque(0x1d1d1f);
        Theme {
            background: Rgba::opaque(0xffffff),
            text: Rgba::opaque(0x444444),
            border: Rgba::opaque(0x6b5b49),
            light_square: Rgba::opaque(0xf3ead9),
            dark_square: Rgba::opaque(0xc9ad8a),
            white: PieceColors {
                fill: Rgba::opaque(0xffffff),
                outline: ink,
                detail: ink,
            },
            black: PieceColors {
                fill: Rgba::opaque(0x303033),
                outline: Rgba::opaque(0x000000),
                detail: Rgba::opaque(0xf2f2f2),
            },
            moved: ink,
            chain: Rgba::opaque(0x1c6fc4),
            enclosed: Rgba::opaque(0xc62f2f),
            enclosed_ground: Rgba::opaque(0xfdeae6).with_alpha(190),
            class: Rgba::opaque(0x7a1f1f),
            rim: Rgba::opaque(0xffffff).with_alpha(210),
        }
    }

    /// Light lines on a dark page: for screens.
    #[must_use]
    pub const fn dark() -> Theme {
        let ink = Rgba::opaque(0x15171a);
        Theme {
            background: Rgba::opaque(0x16181c),
            text: Rgba::opaque(0xb8bec8),
            border: Rgba::opaque(0x7c8694),
            light_square: Rgba::opaque(0x76828f),
            dark_square: Rgba::opaque(0x4b5663),
            white: PieceColors {
                fill: Rgba::opaque(0xf7f7f5),
                outline: ink,
                detail: ink,
            },
            black: PieceColors {
                fill: Rgba::opaque(0x1b1d21),
                outline: Rgba::opaque(0xc3cad3),
                detail: Rgba::opaque(0xe9ecef),
            },
            moved: Rgba::opaque(0xffd84d),
            chain: Rgba::opaque(0x4fb3ff),
            enclosed: Rgba::opaque(0xff7a66),
            enclosed_ground: Rgba::opaque(0x2a1d1e).with_alpha(160),
            class: Rgba::opaque(0xffc9bf),
            rim: Rgba::opaque(0x101215).with_alpha(170),
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
