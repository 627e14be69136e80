//! The command line: one variant per command, one struct for its arguments.

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::num::NonZeroUsize;

use catena_draw::terminal::{Script, Style};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use crate::{commands, conflict};

/// Exact chain detection: is this wall of pieces closed, and around what?
#[derive(Debug, Parser)]
#[command(
    name = "catena",
    version,
    propagate_version = true,
    // Fixed, as wide as the narrowest usual terminal. Longer examples are written on
    // several lines: one that is wrapped does not work when pasted.
    term_width = 80
)]
pub(crate) struct CliArgs {
    #[command(subcommand)]
    pub(crate) command: CommandArgs,
}

impl CliArgs {
    /// Reads the command line. Prints the help or an error, and ends the command,
    /// if that is what was asked for or if something is wrong with it.
    pub(crate) fn from_words(words: impl IntoIterator<Item = OsString>) -> CliArgs {
        let words: Vec<OsString> = words.into_iter().collect();
        let matches = CliArgs::command()
            .try_get_matches_from(&words)
            .unwrap_or_else(|error| exit_with_tip(&error, &words));
        conflict::check(CliArgs::command(), &matches)
            .and_then(|()| CliArgs::from_arg_matches(&matches))
            .unwrap_or_else(|error| exit_with(&error))
    }
}

/// Prints the error and ends the command. A FEN without quotation marks is many words, which
/// are taken for flags and other arguments: then it says so.
fn exit_with_tip(error: &clap::Error, words: &[OsString]) -> ! {
    if error.kind() == ErrorKind::UnknownArgument && has_bare_fen(words) {
        tell!("catena: put the position in quotation marks: a FEN has spaces");
        std::process::exit(2);
    }
    exit_with(error)
}

/// Prints the error, or the help or version that was asked for, and ends the command. A reader
/// that has closed the output, as `head` does, has seen enough.
fn exit_with(error: &clap::Error) -> ! {
    let printed = error.print().and_then(|()| io::stdout().flush());
    if let Err(problem) = printed
        && problem.kind() != io::ErrorKind::BrokenPipe
    {
        tell!("catena: standard output: {problem}");
        std::process::exit(2);
    }
    std::process::exit(error.exit_code())
}

/// Whether the first two fields of a FEN are words of their own.
fn has_bare_fen(words: &[OsString]) -> bool {
    words.windows(2).any(|pair| {
        let is_board = pair[0]
            .to_str()
            .is_some_and(|word| word.matches('/').count() > 1);
        is_board && (pair[1] == "w" || pair[1] == "b")
    })
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum CommandArgs {
    Detect(commands::detect::DetectArgs),
    Mask(commands::mask::MaskArgs),
    Enclosures(commands::enclosures::EnclosuresArgs),
    Draw(commands::draw::DrawArgs),
    Check(commands::check::CheckArgs),
    Audit(commands::audit::AuditArgs),
    Moves(commands::moves::MovesArgs),
    Perft(commands::perft::PerftArgs),
    Annotate(commands::annotate::AnnotateArgs),
    Play(commands::play::PlayArgs),
    Puzzle(commands::puzzle::PuzzleArgs),
    #[command(alias = "analyze")]
    Analyse(commands::analyse::AnalyseArgs),
    Solve(commands::solve::SolveArgs),
    Match(commands::match_games::MatchArgs),
    Tune(commands::tune::TuneArgs),
    Uci(commands::uci::UciArgs),
    Serve(commands::serve::ServeArgs),
    Grid(commands::grid::GridArgs),
    Volume(commands::volume::VolumeArgs),
    Graph(commands::graph::GraphArgs),
    Bench(commands::bench::BenchArgs),
    Completions(commands::completions::CompletionsArgs),
    Man(commands::completions::ManArgs),
}

/// The format of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Plain words and pictures
    #[default]
    Text,
    /// One JSON object
    Json,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorChoice {
    /// If the output is a terminal and NO_COLOR is not set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How to draw boards in the terminal.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct StyleArgs {
    /// When to use colour
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    color: ColorChoice,
    /// Draw the board with ASCII characters only
    #[arg(long)]
    ascii: bool,
}

impl StyleArgs {
    pub(crate) fn style(self) -> Style {
        Style {
            color: self.color.is_on(),
            script: if self.ascii {
                Script::Ascii
            } else {
                Script::Unicode
            },
        }
    }
}

/// How many threads to use.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ThreadArgs {
    /// How many threads to use [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl ThreadArgs {
    pub(crate) fn count(self) -> usize {
        match self.threads {
            Some(threads) => usize::from(threads),
            None => std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
        }
    }
}

#[cfg(test)]
mod tests;
