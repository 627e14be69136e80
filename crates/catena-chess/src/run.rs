//! [`Run`]: how often a player has switched without a turn of the other.

use core::fmt;
use core::num::NonZeroU32;
use core::str::FromStr;

use crate::rules::SwitchLimit;

/// A run of switches by one player with no turn of the other player between,
/// as the seventh field of an SSCC FEN shows it: `1/3`, or `1/*` where there
/// is no limit.
///
/// "No run" is `Option::None`, written `-`.
///
/// ```
/// use catena_chess::Run;
///
/// let run: Run = "1/3".parse()?;
/// assert_eq!((run.used().get(), run.limit().map(|limit| limit.get())), (1, Some(3)));
/// assert_eq!("2/*".parse::<Run>()?.to_string(), "2/*");
/// assert_eq!(
///     "4/3".parse::<Run>().unwrap_err().to_string(),
///     "the run '4/3' has more switches than its limit allows",
/// );
/// # Ok::<(), catena_chess::ParseRunError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Run {
    used: NonZeroU32,
    limit: Option<NonZeroU32>,
}

impl Run {
    /// A run of `used` switches, of which `limit` are allowed. `None` if there
    /// are more than that.
    #[must_use]
    pub fn new(used: NonZeroU32, limit: Option<NonZeroU32>) -> Option<Run> {
        match limit {
            Some(limit) if used > limit => None,
            _ => Some(Run { used, limit }),
        }
    }

    /// How many switches were made.
    #[must_use]
    pub fn used(self) -> NonZeroU32 {
        self.used
    }

    /// How many may be made in all; `None` is no limit.
    #[must_use]
    pub fn limit(self) -> Option<NonZeroU32> {
        self.limit
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.limit {
            Some(limit) => write!(f, "{}/{limit}", self.used),
            None => write!(f, "{}/*", self.used),
        }
    }
}

/// The text is not a run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseRunError {
    /// It is not two positive numbers, or a number and `*`, around a `/`.
    Form {
        /// The text.
        text: String,
    },
    /// The first number is greater than the second.
    PastLimit {
        /// The text.
        text: String,
    },
}

impl fmt::Display for ParseRunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseRunError::Form { text } => write!(
                f,
                "the run '{}' is not '-', two positive numbers like 1/3, or a number and a star like 1/*",
                text.escape_debug()
            ),
            ParseRunError::PastLimit { text } => write!(
                f,
                "the run '{}' has more switches than its limit allows",
                text.escape_debug()
            ),
        }
    }
}

impl core::error::Error for ParseRunError {}

impl FromStr for Run {
    type Err = ParseRunError;

    fn from_str(text: &str) -> Result<Run, ParseRunError> {
        let form = || ParseRunError::Form { text: text.into() };
        let (used, limit) = text.split_once('/').ok_or_else(form)?;
        let used = count(used).ok_or_else(form)?;
        let limit = match limit {
            "*" => None,
            number => Some(count(number).ok_or_else(form)?),
        };
        Run::new(used, limit).ok_or_else(|| ParseRunError::PastLimit { text: text.into() })
    }
}

/// A positive number in digits; `parse` alone would take a `+` too.
fn count(text: &str) -> Option<NonZeroU32> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok())?
}

/// The run does not suit the limit rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RunMismatch {
    /// The run.
    pub run: Run,
    /// The rule.
    pub limit: SwitchLimit,
}

impl fmt::Display for RunMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (run, limit) = (self.run, self.limit);
        if !limit.is_limited() {
            write!(
                f,
                "the run '{run}' has a limit, but the switch limit is none; write {}/*",
                run.used()
            )
        } else {
            write!(
                f,
                "the run '{run}' has no limit, but the switch limit is {limit}; write a number for the star"
            )
        }
    }
}

impl core::error::Error for RunMismatch {}
