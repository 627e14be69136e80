//! What can be typed: one variant a command, one struct for its arguments.

use clap::{Parser, Subcommand, ValueEnum};

use crate::commands;

/// Exact chain detection: is this wall of pieces closed, and around what?
#[derive(Debug, Parser)]
#[command(
    name = "catena",
    version,
    propagate_version = true,
    // Fixed, and wider than the longest example: a line that the help breaks
    // does not work when pasted. Terminals break long lines without a newline.
    term_width = 110
)]
pub(crate) struct CliArgs {
    #[command(subcommand)]
    pub(crate) command: CommandArgs,
}

/// What catena can do.
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
    Analyse(commands::analyse::AnalyseArgs),
    Match(commands::match_games::MatchArgs),
    Uci(commands::uci::UciArgs),
    #[cfg(feature = "page")]
    Serve(commands::serve::ServeArgs),
    Grid(commands::grid::GridArgs),
    Volume(commands::volume::VolumeArgs),
    Graph(commands::graph::GraphArgs),
    Bench(commands::bench::BenchArgs),
    Completions(commands::completions::CompletionsArgs),
    Man(commands::completions::ManArgs),
}

/// How an answer is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Plain words and pictures
    #[default]
    Text,
    /// One JSON object
    Json,
}

/// When the output has colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}
