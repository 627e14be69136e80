//! [`Variant`]: which of the two games is played.

use core::fmt;
use core::str::FromStr;

/// The game that is played.
///
/// ```
/// use catena_chess::Variant;
///
/// assert_eq!("sscc".parse(), Ok(Variant::Sscc));
/// assert_eq!(Variant::Chess.to_string(), "chess");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Switch-Side Chain-Chess: a player who forms a chain may switch sides.
    #[default]
    Sscc,
    /// Ordinary chess: nobody ever switches.
    Chess,
}

impl Variant {
    /// Both variants, the default first.
    pub const ALL: [Variant; 2] = [Variant::Sscc, Variant::Chess];

    /// The name of the variant, as in the UCI option `UCI_Variant`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Sscc => "sscc",
            Variant::Chess => "chess",
        }
    }

    /// Whether players may switch sides.
    #[must_use]
    pub const fn has_switches(self) -> bool {
        matches!(self, Variant::Sscc)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text names no [`Variant`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseVariantError {
    text: String,
}

impl fmt::Display for ParseVariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the variant '{}' is not one of sscc, chess",
            self.text.escape_debug()
        )
    }
}

impl core::error::Error for ParseVariantError {}

impl FromStr for Variant {
    type Err = ParseVariantError;

    fn from_str(text: &str) -> Result<Variant, ParseVariantError> {
        Variant::ALL
            .into_iter()
            .find(|variant| variant.name() == text)
            .ok_or_else(|| ParseVariantError { text: text.into() })
    }
}
