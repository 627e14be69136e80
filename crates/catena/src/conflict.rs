//! Refuses flags that would have no effect because of the value of another.
//!
//! clap refuses pairs of flags whatever their values, and `conflicts_with` and
//! `requires` next to the flags say which. Here are the pairs that depend on a
//! value.

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Command};

/// A flag, and the value of another flag with which it has no effect.
struct Conflict {
    flag: &'static str,
    other: &'static str,
    value: &'static str,
}

const CONFLICTS: &[Conflict] = &[
    Conflict {
        flag: "color",
        other: "format",
        value: "json",
    },
    Conflict {
        flag: "ascii",
        other: "format",
        value: "json",
    },
    Conflict {
        flag: "color",
        other: "format",
        value: "csv",
    },
    Conflict {
        flag: "ascii",
        other: "format",
        value: "csv",
    },
    Conflict {
        flag: "hint",
        other: "format",
        value: "json",
    },
    Conflict {
        flag: "hint",
        other: "format",
        value: "csv",
    },
    Conflict {
        flag: "solution",
        other: "format",
        value: "json",
    },
    Conflict {
        flag: "solution",
        other: "format",
        value: "csv",
    },
    Conflict {
        flag: "picture",
        other: "format",
        value: "json",
    },
    Conflict {
        flag: "switch_limit",
        other: "variant",
        value: "chess",
    },
    Conflict {
        flag: "switch_notation",
        other: "variant",
        value: "chess",
    },
    Conflict {
        flag: "step_limit",
        other: "algorithm",
        value: "exact",
    },
];

impl Conflict {
    /// Returns whether the flag was given while the other has the value, be it
    /// given or the default.
    fn is_in(&self, matches: &ArgMatches) -> bool {
        let has = |flag| matches.try_contains_id(flag).unwrap_or(false);
        has(self.flag)
            && has(self.other)
            && matches.value_source(self.flag) == Some(ValueSource::CommandLine)
            && matches
                .get_raw(self.other)
                .is_some_and(|mut values| values.any(|value| value == self.value))
    }

    fn message(&self, command: &Command, matches: &ArgMatches) -> String {
        let shown = |id: &str| {
            let arg = command.get_arguments().find(|arg| arg.get_id() == id);
            arg.map(ToString::to_string).unwrap_or_default()
        };
        let other = shown(self.other);
        let other = other.split(' ').next().unwrap_or_default();
        let default = match matches.value_source(self.other) {
            Some(ValueSource::CommandLine) => "",
            _ => ", which is the default",
        };
        format!(
            "the argument '{}' cannot be used with '{other} {}'{default}",
            shown(self.flag),
            self.value
        )
    }
}

/// Checks what was typed after the name of a command.
pub(crate) fn check(mut root: Command, matches: &ArgMatches) -> Result<(), clap::Error> {
    let Some((name, matches)) = matches.subcommand() else {
        return Ok(());
    };
    let Some(conflict) = CONFLICTS.iter().find(|conflict| conflict.is_in(matches)) else {
        return Ok(());
    };
    root.build();
    let command = match root.find_subcommand_mut(name) {
        Some(command) => command,
        None => &mut root,
    };
    let message = conflict.message(command, matches);
    Err(command.error(ErrorKind::ArgumentConflict, message))
}

/// The flags of all conflicts, by their ids.
#[cfg(test)]
pub(crate) fn pairs() -> impl Iterator<Item = (&'static str, &'static str)> {
    CONFLICTS
        .iter()
        .map(|conflict| (conflict.flag, conflict.other))
}
