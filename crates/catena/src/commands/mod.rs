//! One module per command: its arguments, and what it does.

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
pub(crate) mod puzzle;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod tune;
pub(crate) mod uci;
pub(crate) mod volume;

use anyhow::Result;

use crate::args::CommandArgs;
use crate::exit_code::ExitCode;

/// Runs a command.
pub(crate) fn run(command: CommandArgs) -> Result<ExitCode> {
    match command {
        CommandArgs::Detect(args) => detect::run(&args),
        CommandArgs::Mask(args) => mask::run(&args),
        CommandArgs::Enclosures(args) => enclosures::run(&args),
        CommandArgs::Draw(args) => draw::run(&args),
        CommandArgs::Check(args) => check::run(&args),
        CommandArgs::Audit(args) => audit::run(&args),
        CommandArgs::Moves(args) => moves::run(&args),
        CommandArgs::Perft(args) => perft::run(&args),
        CommandArgs::Annotate(args) => annotate::run(&args),
        CommandArgs::Play(args) => play::run(&args),
        CommandArgs::Puzzle(args) => puzzle::run(&args),
        CommandArgs::Analyse(args) => analyse::run(&args),
        CommandArgs::Solve(args) => solve::run(&args),
        CommandArgs::Match(args) => match_games::run(&args),
        CommandArgs::Tune(args) => tune::run(&args),
        CommandArgs::Uci(args) => uci::run(&args),
        CommandArgs::Serve(args) => serve::run(args),
        CommandArgs::Grid(args) => grid::run(&args),
        CommandArgs::Volume(args) => volume::run(&args),
        CommandArgs::Graph(args) => graph::run(&args),
        CommandArgs::Bench(args) => bench::run(&args),
        CommandArgs::Completions(args) => completions::run_completions(&args),
        CommandArgs::Man(args) => completions::run_man(&args),
    }
}
