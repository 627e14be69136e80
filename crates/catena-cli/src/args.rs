//! What can be typed: one variant a command, one struct for its arguments.

use clap::{Parser, Subcommand, ValueEnum};

use crate::commands::{
    annotate, audit, bench, check, completions, detect, draw, enclosures, mask, moves, perft,
};
use crate::commands::{audit, check, completions, detect, draw, mask, match_games, uci};
use crate::commands::{analyse, audit, check, completions, detect, draw, mask, match_games, uci};

/// Exact chain detection: is this wall of pieces closed, and around what?
#[derive(Debug, Parser)]
#[command(
    name = "catena",
    version,
    propagate_version = true,
    max_term_width = 100
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What catena can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Detect(detect::DetectArgs),
    Mask(mask::MaskArgs),
    Enclosures(enclosures::EnclosuresArgs),
    Draw(draw::DrawArgs),
    Check(check::CheckArgs),
    Audit(audit::AuditArgs),
    Annotate(annotate::AnnotateArgs),
    Moves(moves::MovesArgs),
    Perft(perft::PerftArgs),
    Bench(bench::BenchArgs),
    Analyse(analyse::AnalyseArgs),
    Match(match_games::MatchArgs),
    Uci(uci::UciArgs),
    Completions(completions::CompletionsArgs),
    Man(completions::ManArgs),
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
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}
