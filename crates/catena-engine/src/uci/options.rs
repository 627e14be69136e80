//! The options of UCI: names, ranges, values.

use std::time::Duration;

use catena_chess::{SwitchLimit, Variant};
use thiserror::Error;

use crate::engine::Settings;
use crate::tt::HashSizeError;

/// The most that can be asked for as `Hash`, in mebibytes. What the machine
/// has is looked up when it is set.
const MAX_HASH: usize = 1 << 25;
const MAX_THREADS: usize = 512;
const MAX_MULTI_PV: usize = 256;
const MAX_OVERHEAD: usize = 5000;
const MIN_ELO: usize = 800;
const MAX_ELO: usize = 2800;

/// The options, with their values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// `UCI_Variant`.
    variant: Variant,
    /// `SwitchLimit`.
    pub switch_limit: SwitchLimit,
    /// `Hash`, in mebibytes.
    pub hash: usize,
    threads: usize,
    multi_pv: usize,
    ponder: bool,
    /// `UCI_Chess960`.
    pub chess960: bool,
    skill: usize,
    limits_strength: bool,
    elo: usize,
    overhead: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            variant: Variant::Chess,
            switch_limit: SwitchLimit::Size,
            hash: 16,
            threads: 1,
            multi_pv: 1,
            ponder: false,
            chess960: false,
            skill: 20,
            limits_strength: false,
            elo: MAX_ELO,
            overhead: 10,
        }
    }
}

/// An option cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("there is no option '{0}'")]
    Unknown(String),
    /// The value is not one of the words that the option takes.
    #[error("{name} is one of {choices}, not '{value}'")]
    Choice {
        /// The option.
        name: &'static str,
        /// What it takes.
        choices: &'static str,
        /// What was given.
        value: String,
    },
    /// The value is not a number in the range.
    #[error("{name} is a number from {least} to {most}, not '{value}'")]
    Range {
        /// The option.
        name: &'static str,
        /// The least value.
        least: usize,
        /// The greatest.
        most: usize,
        /// What was given.
        value: String,
    },
    /// The hash does not fit.
    #[error(transparent)]
    Hash(HashSizeError),
}

/// Whether the option is the button that clears the hash.
pub(super) fn is_clear_hash(name: &str) -> bool {
    name.eq_ignore_ascii_case("Clear Hash")
}

impl Options {
    /// Sets an option. Names are compared without regard to case.
    ///
    /// # Errors
    ///
    /// If there is no such option or it does not take the value. Nothing is
    /// then changed.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        match name.to_ascii_lowercase().as_str() {
            "uci_variant" => self.variant = variant(value)?,
            "switchlimit" => {
                self.switch_limit = value
                    .parse()
                    .map_err(|_| choice("SwitchLimit", "size, moves, none", value))?;
            }
            "hash" => self.hash = range("Hash", value, 1, MAX_HASH)?,
            "threads" => self.threads = range("Threads", value, 1, MAX_THREADS)?,
            "multipv" => self.multi_pv = range("MultiPV", value, 1, MAX_MULTI_PV)?,
            "ponder" => self.ponder = truth("Ponder", value)?,
            "uci_chess960" => self.chess960 = truth("UCI_Chess960", value)?,
            "skill level" => self.skill = range("Skill Level", value, 0, 20)?,
            "uci_limitstrength" => self.limits_strength = truth("UCI_LimitStrength", value)?,
            "uci_elo" => self.elo = range("UCI_Elo", value, MIN_ELO, MAX_ELO)?,
            "move overhead" => self.overhead = range("Move Overhead", value, 0, MAX_OVERHEAD)?,
            "clear hash" => {}
            _ => {
                let short: String = name.chars().take(40).collect();
                return Err(OptionError::Unknown(short.escape_debug().to_string()));
            }
        }
        Ok(())
    }

    /// `UCI_Variant`.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// What the options mean for the engine.
    #[must_use]
    pub fn settings(&self) -> Settings {
        let full = usize::from(Settings::FULL_SKILL);
        let skill = if self.limits_strength {
            ((self.elo - MIN_ELO) * full / (MAX_ELO - MIN_ELO)).min(self.skill)
        } else {
            self.skill
        };
        Settings {
            variant: self.variant,
            threads: self.threads,
            multi_pv: self.multi_pv,
            skill: u8::try_from(skill.min(full)).unwrap_or(Settings::FULL_SKILL),
            overhead: Duration::from_millis(self.overhead as u64),
        }
    }

    /// The lines by which the options are announced, with their defaults.
    #[must_use]
    pub fn announce() -> String {
        let limits = SwitchLimit::ALL
            .map(|limit| format!("var {limit}"))
            .join(" ");
        [
            "UCI_Variant type combo default chess var chess var sscc".to_owned(),
            format!("SwitchLimit type combo default size {limits}"),
            format!("Hash type spin default 16 min 1 max {MAX_HASH}"),
            format!("Threads type spin default 1 min 1 max {MAX_THREADS}"),
            format!("MultiPV type spin default 1 min 1 max {MAX_MULTI_PV}"),
            "Ponder type check default false".to_owned(),
            "Clear Hash type button".to_owned(),
            "UCI_Chess960 type check default false".to_owned(),
            "Skill Level type spin default 20 min 0 max 20".to_owned(),
            "UCI_LimitStrength type check default false".to_owned(),
            format!("UCI_Elo type spin default {MAX_ELO} min {MIN_ELO} max {MAX_ELO}"),
            format!("Move Overhead type spin default 10 min 0 max {MAX_OVERHEAD}"),
        ]
        .map(|option| format!("option name {option}"))
        .join("\n")
    }
}

fn variant(value: &str) -> Result<Variant, OptionError> {
    value
        .parse()
        .map_err(|_| choice("UCI_Variant", "chess, sscc", value))
}

fn choice(name: &'static str, choices: &'static str, value: &str) -> OptionError {
    OptionError::Choice {
        name,
        choices,
        value: shown(value),
    }
}

fn shown(value: &str) -> String {
    let short: String = value.chars().take(40).collect();
    short.escape_debug().to_string()
}

fn truth(name: &'static str, value: &str) -> Result<bool, OptionError> {
    match value {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(choice(name, "true, false", value)),
    }
}

fn range(name: &'static str, value: &str, least: usize, most: usize) -> Result<usize, OptionError> {
    value
        .parse()
        .ok()
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| OptionError::Range {
            name,
            least,
            most,
            value: shown(value),
        })
}
