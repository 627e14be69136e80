//! One file a command: its arguments, and what it does.

pub(crate) mod analyse;
pub(crate) mod annotate;
pub(crate) mod audit;
pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod detect;
pub(crate) mod draw;
pub(crate) mod enclosures;
pub(crate) mod graph;
pub(crate) mod grid;
pub(crate) mod mask;
pub(crate) mod match_games;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod play;
#[cfg(feature = "page")]
pub(crate) mod serve;
pub(crate) mod uci;
pub(crate) mod volume;

use anyhow::Result;

use crate::args::Command;
use crate::exit_code::ExitCode;

/// Runs a command.
pub(crate) fn run(command: Command) -> Result<ExitCode> {
    match command {
        Command::Detect(args) => detect::run(&args),
        Command::Mask(args) => mask::run(&args),
        Command::Enclosures(args) => enclosures::run(&args),
        Command::Draw(args) => draw::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Audit(args) => audit::run(&args),
        Command::Moves(args) => moves::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Annotate(args) => annotate::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Analyse(args) => analyse::run(&args),
        Command::Match(args) => match_games::run(&args),
        Command::Uci(args) => uci::run(&args),
        #[cfg(feature = "page")]
        Command::Serve(args) => serve::run(args),
        Command::Grid(args) => grid::run(&args),
        Command::Volume(args) => volume::run(&args),
        Command::Graph(args) => graph::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Completions(args) => completions::run_completions(&args),
        Command::Man(args) => completions::run_man(&args),
    }
}
