//! `catena solve`: can a player force a win?

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use catena_chess::SsccPosition;
use catena_engine::Signal;
use catena_lab::solve::{
    self, Answer, CheckedProof, Chooser, Claim, Proof, Solution, SolveConfig, SolveProgress,
};
use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::args::Format;
use crate::chess::{LimitArgs, VariantArgs, line_of_play};
use crate::exit_code::ExitCode;
use crate::{file, interrupt, output};

/// Find out whether a player can force a win, with a proof
///
/// The answer is win, no win or unknown (exit codes 0, 1 and 3), by proof-number search. A
/// draw is no win; the opponent claims every draw that can be claimed after fifty moves, and
/// repeating positions wins nothing. A win or no win is only said if the proof has been
/// replayed move by move. Ctrl-C ends the search and prints what is known.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  catena solve '2K5/QnP1R3/P2pP3/k1pp4/1r2N3/8/8/8 w - - 0 1' --proof mate.txt
  catena solve --check mate.txt")]
pub(crate) struct SolveArgs {
    /// The position: a FEN, with the run of switches as an optional seventh field
    #[arg(required_unless_present = "check")]
    fen: Option<String>,
    #[command(flatten)]
    limit: LimitArgs,
    #[command(flatten)]
    variant: VariantArgs,
    /// Whose win to look for
    #[arg(long, value_enum, default_value_t, value_name = "PLAYER")]
    winner: WinnerArg,
    /// The most positions to search [default: no limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Memory for the search, in MiB; the proof may use as much again
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..))]
    hash: u32,
    /// The file to write the proof to, if there is one
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Replay the proof in a file, move by move, instead of searching
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "switch_limit", "variant", "winner", "nodes", "hash", "proof"])]
    check: Option<PathBuf>,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Whose win is asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum WinnerArg {
    /// The player to move
    #[default]
    Mover,
    /// The other player
    Opponent,
}

impl From<WinnerArg> for Chooser {
    fn from(winner: WinnerArg) -> Chooser {
        match winner {
            WinnerArg::Mover => Chooser::Attacker,
            WinnerArg::Opponent => Chooser::Defender,
        }
    }
}

/// An answer, as JSON. What is not known is left out.
#[derive(Debug, Default, Serialize)]
struct SolveJson {
    fen: String,
    winner: &'static str,
    variant: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
    answer: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The most plies to mate, and a line that takes as many.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<String>>,
    /// The positions of the proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof_number: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    disproof_number: Option<u32>,
}

pub(crate) fn run(args: &SolveArgs) -> Result<ExitCode> {
    if let Some(path) = &args.check {
        return run_check(args, path);
    }
    let position = args.limit.read(args.fen.as_deref())?;
    if let Some(path) = &args.proof {
        file::refuse_dash("--proof", Some(path))?;
        file::check_output(path)?;
    }
    let mut config = SolveConfig::new(position);
    config.first = args.winner.into();
    config.variant = args.variant.variant;
    config.nodes = args.nodes.unwrap_or(u64::MAX);
    config.hash = args.hash as usize;
    let solution = search(&config)?;
    if let (Some(path), Some((proof, _))) = (&args.proof, proved(&solution.answer)) {
        file::write_whole(path, |out| Ok(proof.write(out)?))?;
    }
    let is_written = args.proof.is_some();
    print(args, &config, &solution, is_written)?;
    Ok(match solution.answer {
        Answer::Win { .. } => ExitCode::Success,
        Answer::NoWin { .. } => ExitCode::NoChain,
        Answer::Unknown(_) => ExitCode::Undecided,
    })
}

/// Searches with a line of progress on the terminal.
fn search(config: &SolveConfig) -> Result<Solution> {
    let signal = Signal::default();
    interrupt::stop_on_interrupt(&signal)?;
    let line = output::progress_line();
    let shown = line.clone();
    let solution = solve::solve(config, &signal, &mut move |progress| {
        shown.set_message(progress_text(progress));
    });
    line.finish_and_clear();
    Ok(solution?)
}

fn progress_text(progress: SolveProgress) -> String {
    format!(
        "{} nodes, proof number {}, disproof number {}, hash {} % full",
        progress.nodes,
        progress.proof,
        progress.disproof,
        progress.permille_full / 10
    )
}

/// Returns the proof in an answer, and what its check found.
fn proved(answer: &Answer) -> Option<(&Proof, &CheckedProof)> {
    match answer {
        Answer::Win { proof, checked } | Answer::NoWin { proof, checked } => Some((proof, checked)),
        Answer::Unknown(_) => None,
    }
}

fn print(
    args: &SolveArgs,
    config: &SolveConfig,
    solution: &Solution,
    is_written: bool,
) -> Result<()> {
    let progress = solution.progress;
    let mut json = match proved(&solution.answer) {
        Some((proof, checked)) => describe(proof, checked),
        None => describe_question(args, &config.position),
    };
    json.nodes = Some(progress.nodes);
    if let Answer::Unknown(reason) = solution.answer {
        json.answer = "unknown".to_owned();
        json.reason = Some(reason.to_string());
        json.proof_number = Some(progress.proof);
        json.disproof_number = Some(progress.disproof);
    }
    match args.format {
        Format::Json => output::print_json(&json)?,
        Format::Text => {
            print_text(&json)?;
            if let (true, None) = (is_written, json.positions) {
                tell!("catena: there is no proof to write");
            }
        }
    }
    Ok(())
}

fn describe_question(args: &SolveArgs, position: &SsccPosition) -> SolveJson {
    let variant = args.variant.variant;
    let limit = variant
        .has_switches()
        .then(|| position.switch_limit().name());
    SolveJson {
        fen: position.fen(),
        winner: winner(args.winner.into()),
        variant: variant.name(),
        limit,
        ..SolveJson::default()
    }
}

/// Returns what a proof that was replayed says.
fn describe(proof: &Proof, checked: &CheckedProof) -> SolveJson {
    let is_win = proof.claim == Claim::Win;
    SolveJson {
        fen: proof.start.clone(),
        winner: winner(proof.first),
        variant: proof.variant.name(),
        limit: proof.variant.has_switches().then(|| proof.limit.name()),
        answer: proof.claim.to_string(),
        plies: is_win.then_some(checked.line.len()),
        line: is_win.then(|| line_of_play(&checked.start, &checked.line)),
        positions: Some(checked.positions),
        ..SolveJson::default()
    }
}

fn winner(first: Chooser) -> &'static str {
    match first {
        Chooser::Attacker => "mover",
        Chooser::Defender => "opponent",
    }
}

fn print_text(json: &SolveJson) -> Result<()> {
    let reason = json.reason.as_ref().map(|reason| format!(": {reason}"));
    writeln!(
        output::stdout(),
        "{}{}",
        json.answer,
        reason.unwrap_or_default()
    )?;
    print_proof(json)?;
    let mut out = output::stdout();
    if let Some(nodes) = json.nodes {
        writeln!(out, "nodes: {nodes}")?;
    }
    if let (Some(proof), Some(disproof)) = (json.proof_number, json.disproof_number) {
        writeln!(out, "proof number: {proof}, disproof number: {disproof}")?;
    }
    Ok(())
}

fn print_proof(json: &SolveJson) -> Result<()> {
    let mut out = output::stdout();
    if let (Some(plies), Some(line)) = (json.plies, &json.line) {
        writeln!(out, "plies to mate, at most: {plies}")?;
        writeln!(out, "line: {}", line.join(" "))?;
    }
    if let Some(positions) = json.positions {
        writeln!(out, "positions in the proof, all replayed: {positions}")?;
    }
    Ok(())
}

/// Replays a proof. One that does not hold is an answer, not an error.
fn run_check(args: &SolveArgs, path: &Path) -> Result<ExitCode> {
    let shown = path.display();
    let proof = Proof::read(file::open(path)?).with_context(|| format!("'{shown}'"))?;
    let checked = match solve::check(&proof) {
        Ok(checked) => checked,
        Err(error) => {
            let error = anyhow::Error::new(error);
            tell!("catena: the proof in '{shown}' does not hold: {error:#}");
            return Ok(ExitCode::NoChain);
        }
    };
    let json = describe(&proof, &checked);
    match args.format {
        Format::Json => output::print_json(&json)?,
        Format::Text => {
            let player = match proof.first {
                Chooser::Attacker => "the player to move",
                Chooser::Defender => "the player who is not to move",
            };
            let limit = json.limit.map(|limit| format!(", limit {limit}"));
            let (answer, fen, limit) = (&json.answer, &json.fen, limit.unwrap_or_default());
            writeln!(
                output::stdout(),
                "the proof holds: {answer} for {player} in {fen} ({}{limit})",
                json.variant
            )?;
            print_proof(&json)?;
        }
    }
    Ok(ExitCode::Success)
}
