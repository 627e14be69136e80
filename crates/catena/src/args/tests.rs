//! The same flag has the same words in every command.

use std::collections::{BTreeMap, BTreeSet};

use clap::{Arg, Command};

use super::*;

/// Flags that mean different things in different commands, and why.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("at", "a cell, a voxel or a node"),
    ("games", "to play in match, to measure on in bench"),
    (
        "hash",
        "of each player in match, of all engines in serve, of solve",
    ),
    (
        "labels",
        "of areas and blocks in grid, of cavities in volume",
    ),
    ("leak", "a cell or a voxel"),
    (
        "min-size",
        "squares in a chain, in an area; cells in a cavity",
    ),
    ("nodes", "per move in match, in all in solve"),
    ("output", "a diagram, an overlay or a game"),
    ("resume", "a file in annotate, the games of a match"),
    ("seal", "a cell or a voxel"),
    ("stages", "written in detect, drawn in draw"),
    ("threads", "grid takes the flag without a number, too"),
    ("timings", "the steps of grid and volume differ"),
];

/// What a flag is called and what its help says, without the default.
#[derive(Debug, PartialEq, Eq)]
struct FlagHelp {
    command: String,
    short: Option<char>,
    values: String,
    help: String,
}

impl FlagHelp {
    fn new(command: &Command, flag: &Arg) -> FlagHelp {
        let help = flag.get_help().map(ToString::to_string).unwrap_or_default();
        let values = flag.get_value_names().unwrap_or_default();
        let values: Vec<&str> = values.iter().map(|name| name.as_str()).collect();
        FlagHelp {
            command: command.get_name().to_owned(),
            short: flag.get_short(),
            values: values.join(" "),
            help: help.split(" [default: ").next().unwrap_or_default().into(),
        }
    }

    fn says_the_same(&self, other: &FlagHelp) -> bool {
        (self.short, &self.values, &self.help) == (other.short, &other.values, &other.help)
    }
}

/// Returns the help of every flag of every command, by the name of the flag.
fn flags() -> BTreeMap<String, Vec<FlagHelp>> {
    let mut flags: BTreeMap<String, Vec<FlagHelp>> = BTreeMap::new();
    for command in CliArgs::command().get_subcommands() {
        for flag in command.get_arguments() {
            if let Some(name) = flag.get_long() {
                let help = FlagHelp::new(command, flag);
                flags.entry(name.to_owned()).or_default().push(help);
            }
        }
    }
    flags
}

#[test]
fn the_command_line_is_consistent() {
    CliArgs::command().debug_assert();
}

#[test]
fn a_flag_has_the_same_help_in_every_command() {
    let is_exception = |name: &str| EXCEPTIONS.iter().any(|(flag, _)| *flag == name);
    let mut differing = flags();
    differing.retain(|name, helps| {
        !is_exception(name) && !helps.iter().all(|one| one.says_the_same(&helps[0]))
    });
    assert!(differing.is_empty(), "{differing:#?}");
}

#[test]
fn every_exception_is_needed() {
    let flags = flags();
    for (name, reason) in EXCEPTIONS {
        let helps = &flags[*name];
        let same = helps.iter().all(|one| one.says_the_same(&helps[0]));
        assert!(!same, "--{name} is no exception: {reason}");
    }
}

#[test]
fn help_is_a_phrase_without_a_full_stop() {
    for (name, helps) in flags() {
        for FlagHelp { command, help, .. } in helps {
            assert!(
                help.starts_with(char::is_uppercase) && !help.ends_with('.'),
                "{command} --{name}: {help}"
            );
        }
    }
}

#[test]
fn old_names_are_hidden() {
    for (command, flag, old) in [
        ("analyse", "switch-limit", "limit"),
        ("match", "switch-limit", "limit"),
        ("perft", "variant", "rules"),
        ("draw", "max", "limit"),
        ("enclosures", "max", "limit"),
        ("grid", "output", "out"),
    ] {
        let root = CliArgs::command();
        let command = root.find_subcommand(command).expect("a command");
        let mut flags = command.get_arguments();
        let flag = flags.find(|arg| arg.get_long() == Some(flag)).expect(flag);
        assert!(flag.get_all_aliases().unwrap_or_default().contains(&old));
        assert!(flag.get_visible_aliases().unwrap_or_default().is_empty());
    }
}

#[test]
fn every_conflict_names_flags_of_some_command() {
    let root = CliArgs::command();
    for names in conflict::pairs() {
        let has =
            |command: &Command, id: &str| command.get_arguments().any(|arg| arg.get_id() == id);
        let mut commands = root.get_subcommands();
        assert!(
            commands.any(|command| has(command, names.0) && has(command, names.1)),
            "{names:?}"
        );
    }
}

/// The arguments that an argument needs, as clap prints them.
fn needed(arg: &Arg) -> Vec<String> {
    let text = format!("{arg:?}");
    let list = text.split_once("requires: [").expect("clap prints them").1;
    let list = list.split_once(']').expect("the end of a list").0;
    let quoted = list.split('"').skip(1).step_by(2);
    quoted.map(str::to_owned).collect()
}

/// What may not be used with an argument, on its side or on the other, groups as their members.
fn excluded(command: &Command, id: &str) -> BTreeSet<String> {
    let members = |id: &str| -> Vec<String> {
        let group = command.get_groups().find(|group| group.get_id() == id);
        group.map_or_else(
            || vec![id.to_owned()],
            |group| group.get_args().map(ToString::to_string).collect(),
        )
    };
    let own = members(id);
    let mut excluded = BTreeSet::new();
    for arg in command.get_arguments() {
        let name = arg.get_id().to_string();
        let others = command.get_arg_conflicts_with(arg);
        let others = others.iter().map(|other| other.get_id().to_string());
        if own.contains(&name) {
            excluded.extend(others);
        } else if others.into_iter().any(|other| own.contains(&other)) {
            excluded.insert(name);
        }
    }
    excluded.retain(|name| !own.contains(name));
    excluded
}

/// clap does not ask for an argument that another one excludes: `audit FILE --seed 1` would be
/// accepted, and the seed ignored.
#[test]
fn what_excludes_a_flag_excludes_those_that_need_it() {
    let mut root = CliArgs::command();
    root.build();
    let mut found = 0;
    for command in root.get_subcommands() {
        for arg in command.get_arguments() {
            for needed in needed(arg) {
                found += 1;
                let own = excluded(command, arg.get_id().as_str());
                let mut missing = excluded(command, &needed);
                missing.retain(|name| name != arg.get_id().as_str() && !own.contains(name));
                assert!(
                    missing.is_empty(),
                    "{} {}: {missing:?} exclude {needed}, which it needs",
                    command.get_name(),
                    arg.get_id()
                );
            }
        }
    }
    assert!(found > 10, "clap prints them in another way: {found}");
}
