//! The options of UCI: names, ranges, values.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use catena_chess::{SwitchLimit, Variant};
use thiserror::Error;

use crate::engine::Settings;
use crate::hash_size::HashSizeError;
use crate::network::{BUILT_IN_NAME, Network};
use crate::strength::Strength;

/// The most that can be asked for as `Hash`, in mebibytes. What the machine
/// has is looked up when it is set.
const MAX_HASH: usize = 1 << 25;
const MAX_THREADS: usize = 512;
const MAX_MULTI_PV: usize = 256;
const MAX_OVERHEAD: usize = 5000;
const MIN_ELO: usize = Strength::LEAST.elo() as usize;
const MAX_ELO: usize = Strength::FULL.elo() as usize;

/// How the engine tells other programs that a player switches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SwitchNotation {
    /// With an `s` after the move, as in RULES.md 6.2: `f2f3s`.
    #[default]
    Suffix,
    /// In an `info string`: `bestmove`, `pv` and `currmove` have plain moves, which any
    /// program accepts.
    Info,
}

impl SwitchNotation {
    /// Both notations, the default first.
    pub const ALL: [SwitchNotation; 2] = [SwitchNotation::Suffix, SwitchNotation::Info];

    /// The name of the notation, as the option `SwitchNotation` takes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            SwitchNotation::Suffix => "suffix",
            SwitchNotation::Info => "info",
        }
    }
}

/// The options, with their values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// `UCI_Variant`.
    variant: Variant,
    /// Whether `UCI_Variant` is neither announced nor taken.
    is_variant_fixed: bool,
    /// `SwitchNotation`.
    pub switch_notation: SwitchNotation,
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
    /// `EvalFile`, see [`Network::named`].
    eval_file: String,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            variant: Variant::Chess,
            is_variant_fixed: false,
            switch_notation: SwitchNotation::Suffix,
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
            eval_file: BUILT_IN_NAME.to_owned(),
        }
    }
}

/// An option cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
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
    /// There is no network in the file.
    #[error("cannot read a network from '{file}': {reason}")]
    Network {
        /// The file.
        file: String,
        /// What is wrong with it.
        reason: String,
    },
    /// There can be no hash table of this size.
    #[error(transparent)]
    Hash(HashSizeError),
}

/// Whether the option is the button that clears the hash.
pub(super) fn is_clear_hash(name: &str) -> bool {
    name.eq_ignore_ascii_case("Clear Hash")
}

impl Options {
    /// The options of an engine that plays this variant and no other. It does not
    /// announce `UCI_Variant`, so that programs that know nothing of variants use it as
    /// any other engine.
    #[must_use]
    pub fn with_variant(variant: Variant) -> Options {
        Options {
            variant,
            is_variant_fixed: true,
            ..Options::default()
        }
    }

    /// Sets an option. Names are compared without regard to case.
    ///
    /// # Errors
    ///
    /// If there is no such option or it does not take the value. Nothing is
    /// then changed.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        match name.to_ascii_lowercase().as_str() {
            "uci_variant" if !self.is_variant_fixed => self.variant = variant(value)?,
            "switchnotation" => self.switch_notation = switch_notation(value)?,
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
            "evalfile" => self.eval_file = value.to_owned(),
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

    /// Whether another evaluation is wanted than with the other options.
    pub(super) fn evaluates_unlike(&self, other: &Options) -> bool {
        self.eval_file != other.eval_file
    }

    /// The network that evaluates; `None` for the hand-written evaluation.
    ///
    /// # Errors
    ///
    /// If there is no network in the file.
    pub fn network(&self) -> Result<Option<Arc<Network>>, OptionError> {
        Network::named(Path::new(&self.eval_file)).map_err(|error| OptionError::Network {
            file: shown(&self.eval_file),
            reason: error.to_string(),
        })
    }

    /// What the options mean for the engine.
    #[must_use]
    pub fn settings(&self) -> Settings {
        let by_skill = Strength::from_skill(u8::try_from(self.skill).unwrap_or(u8::MAX));
        let by_elo = Strength::from_elo(u16::try_from(self.elo).unwrap_or(u16::MAX));
        let strength = if self.limits_strength {
            by_elo.min(by_skill)
        } else {
            by_skill
        };
        Settings {
            variant: self.variant,
            threads: self.threads,
            multi_pv: self.multi_pv,
            strength,
            overhead: Duration::from_millis(self.overhead as u64),
        }
    }

    /// The lines by which the options are announced, with their values as defaults.
    #[must_use]
    pub fn announce(&self) -> String {
        let limits = SwitchLimit::ALL.map(|limit| format!("var {limit}"));
        let notations = SwitchNotation::ALL.map(|notation| format!("var {}", notation.name()));
        let variant = "UCI_Variant type combo default chess var chess var sscc".to_owned();
        let others = [
            format!(
                "SwitchLimit type combo default {} {}",
                self.switch_limit,
                limits.join(" ")
            ),
            format!(
                "SwitchNotation type combo default {} {}",
                self.switch_notation.name(),
                notations.join(" ")
            ),
            format!("Hash type spin default {} min 1 max {MAX_HASH}", self.hash),
            format!(
                "Threads type spin default {} min 1 max {MAX_THREADS}",
                self.threads
            ),
            format!(
                "MultiPV type spin default {} min 1 max {MAX_MULTI_PV}",
                self.multi_pv
            ),
            format!("Ponder type check default {}", self.ponder),
            "Clear Hash type button".to_owned(),
            format!("UCI_Chess960 type check default {}", self.chess960),
            format!("Skill Level type spin default {} min 0 max 20", self.skill),
            format!(
                "UCI_LimitStrength type check default {}",
                self.limits_strength
            ),
            format!(
                "UCI_Elo type spin default {} min {MIN_ELO} max {MAX_ELO}",
                self.elo
            ),
            format!(
                "Move Overhead type spin default {} min 0 max {MAX_OVERHEAD}",
                self.overhead
            ),
            format!("EvalFile type string default {}", self.eval_file),
        ];
        let variant = (!self.is_variant_fixed).then_some(variant);
        let lines: Vec<String> = variant
            .into_iter()
            .chain(others)
            .map(|option| format!("option name {option}"))
            .collect();
        lines.join("\n")
    }
}

fn variant(value: &str) -> Result<Variant, OptionError> {
    value
        .parse()
        .map_err(|_| choice("UCI_Variant", "chess, sscc", value))
}

fn switch_notation(value: &str) -> Result<SwitchNotation, OptionError> {
    SwitchNotation::ALL
        .into_iter()
        .find(|notation| notation.name() == value)
        .ok_or_else(|| choice("SwitchNotation", "suffix, info", value))
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
