//! [`Theme`]: the colours of a picture.

use std::fmt;

/// An RGB colour with an alpha channel.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rgba {
    /// Red.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
    /// Opacity: 0 is invisible, 255 is opaque.
    pub alpha: u8,
}

impl Rgba {
    /// Returns the opaque colour with this code: `Rgba::opaque(0xff8000)` is
    /// orange.
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

    /// Returns the same colour with this opacity.
    #[must_use]
    pub const fn with_alpha(self, alpha: u8) -> Rgba {
        Rgba { alpha, ..self }
    }
}

/// The hexadecimal code of the colour without its opacity, such as `#ff8000`.
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
#[non_exhaustive]
pub struct PieceColors {
    /// The body.
    pub fill: Rgba,
    /// The line around the body.
    pub outline: Rgba,
    /// The lines inside the body.
    pub detail: Rgba,
}

impl PieceColors {
    /// Returns pieces with these colours of the body, the line around it and
    /// the lines inside it.
    #[must_use]
    pub const fn new(fill: Rgba, outline: Rgba, detail: Rgba) -> PieceColors {
        PieceColors {
            fill,
            outline,
            detail,
        }
    }
}

/// The colours of a picture.
///
/// To make a theme of your own, start from [`Theme::light`] or [`Theme::dark`]
/// and change its fields. Fields may be added in later versions.
///
/// ```
/// use catena_draw::{Rgba, Theme};
///
/// let mut green = Theme::light();
/// green.dark_square = Rgba::opaque(0x6f9e6f);
/// assert_ne!(green, Theme::light());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Theme {
    /// The page around the board.
    pub background: Rgba,
    /// Coordinates and captions.
    pub text: Rgba,
    /// The line around the board.
    pub border: Rgba,
    /// The light squares, such as h1.
    pub light_square: Rgba,
    /// The dark squares, such as a1.
    pub dark_square: Rgba,
    /// The white pieces.
    pub white: PieceColors,
    /// The black pieces.
    pub black: PieceColors,
    /// The frame around the piece that moved.
    pub moved: Rgba,
    /// The line of the chain, and the tint of marked squares.
    pub chain: Rgba,
    /// The hatching of enclosed squares.
    pub enclosed: Rgba,
    /// The tint below the hatching.
    pub enclosed_ground: Rgba,
    /// The numbers of classes.
    pub class: Rgba,
    /// The halo around chains and numbers, which sets them off from the board.
    pub rim: Rgba,
}

impl Theme {
    /// Returns the theme for print: dark lines on a white page.
    #[must_use]
    pub const fn light() -> Theme {
        let ink = Rgba::opaque(0x1d1d1f);
        Theme {
            background: Rgba::opaque(0xffffff),
            text: Rgba::opaque(0x444444),
            border: Rgba::opaque(0x6b5b49),
            light_square: Rgba::opaque(0xf3ead9),
            dark_square: Rgba::opaque(0xc9ad8a),
            white: PieceColors::new(Rgba::opaque(0xffffff), ink, ink),
            black: PieceColors::new(
                Rgba::opaque(0x303033),
                Rgba::opaque(0x000000),
                Rgba::opaque(0xf2f2f2),
            ),
            moved: ink,
            chain: Rgba::opaque(0x1c6fc4),
            enclosed: Rgba::opaque(0xc62f2f),
            enclosed_ground: Rgba::opaque(0xfdeae6).with_alpha(190),
            class: Rgba::opaque(0x7a1f1f),
            rim: Rgba::opaque(0xffffff).with_alpha(210),
        }
    }

    /// Returns the theme for dark screens: light lines on a dark page.
    #[must_use]
    pub const fn dark() -> Theme {
        let ink = Rgba::opaque(0x15171a);
        Theme {
            background: Rgba::opaque(0x16181c),
            text: Rgba::opaque(0xb8bec8),
            border: Rgba::opaque(0x7c8694),
            light_square: Rgba::opaque(0x76828f),
            dark_square: Rgba::opaque(0x4b5663),
            white: PieceColors::new(Rgba::opaque(0xf7f7f5), ink, ink),
            black: PieceColors::new(
                Rgba::opaque(0x1b1d21),
                Rgba::opaque(0xc3cad3),
                Rgba::opaque(0xe9ecef),
            ),
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
    /// Returns the colours of one side's pieces.
    pub(crate) fn side(&self, is_white: bool) -> &PieceColors {
        if is_white { &self.white } else { &self.black }
    }
}

impl Default for Theme {
    fn default() -> Theme {
        Theme::light()
    }
}
