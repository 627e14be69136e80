//! `catena analyse`: the engine's evaluation of a position, in readable form.

use std::io::Write;
use std::time::Duration;

use anyhow::{Result, bail};
use catena_chess::{Decision, SsccPosition};
use catena_draw::Scene;
use catena_draw::terminal;
use catena_engine::score::ShownScore;
use catena_engine::{Engine, Limits, PvLine, SearchReport, Settings, Signal};
use clap::Args;
use serde::Serialize;

use crate::args::{Format, StyleArgs};
use crate::chess::{PositionArgs, VariantArgs, line_of_play};
use crate::exit_code::ExitCode;
use crate::output;

/// Show the best moves, and how much better or worse switching sides would be
#[derive(Debug, Args)]
#[command(after_help = "Example:
  catena analyse --lines 3 \\
    'r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6'")]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    variant: VariantArgs,
    /// How many of the best moves to show
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=256))]
    lines: u16,
    /// How long an engine searches for a move, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    movetime: u64,
    /// How many plies to search, instead of a time
    #[arg(long, value_name = "PLIES", conflicts_with = "movetime", value_parser = clap::value_parser!(u32).range(1..=127))]
    depth: Option<u32>,
    /// How many threads to use
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    style: StyleArgs,
}

/// A position and the result of its search.
struct Analysis {
    position: SsccPosition,
    lines: Vec<PvLine>,
    /// The score of the best move with the opposite decision about switching.
    otherwise: Option<i32>,
}

/// A score for the player to move, as JSON: hundredths of a pawn, or moves until mate.
#[derive(Debug, Serialize)]
struct JsonScore {
    cp: Option<i32>,
    mate: Option<i32>,
}

impl From<i32> for JsonScore {
    fn from(score: i32) -> JsonScore {
        match ShownScore::from(score) {
            ShownScore::Centipawns(cp) => JsonScore {
                cp: Some(cp),
                mate: None,
            },
            ShownScore::Mate(moves) => JsonScore {
                cp: None,
                mate: Some(moves),
            },
        }
    }
}

/// One of the best moves, as JSON.
#[derive(Debug, Serialize)]
struct ShownLine {
    uci: String,
    san: String,
    switches: bool,
    score: JsonScore,
    depth: u32,
    pv: Vec<String>,
}

#[derive(Debug, Serialize)]
struct ShownAnalysis {
    fen: String,
    lines: Vec<ShownLine>,
    /// The score of the best move with the opposite decision.
    otherwise: Option<JsonScore>,
    chain: Option<Vec<String>>,
}

pub(crate) fn run(args: &AnalyseArgs) -> Result<ExitCode> {
    let position = args.position.read()?;
    if position.legal_moves().is_empty() {
        bail!("the game is over: there is no legal move");
    }
    let analysis = analyse(args, position)?;
    match args.format {
        Format::Text => print_text(args, &analysis)?,
        Format::Json => output::print_json(&shown(&analysis))?,
    }
    Ok(ExitCode::Success)
}

fn analyse(args: &AnalyseArgs, position: SsccPosition) -> Result<Analysis> {
    let mut engine = Engine::new(64)?;
    engine.set_settings(Settings {
        variant: args.variant.variant,
        threads: usize::from(args.threads),
        multi_pv: usize::from(args.lines),
        ..Settings::default()
    });
    engine.set_position(&position, &[])?;
    let limits = args.depth.map_or_else(
        || Limits::move_time(Duration::from_millis(args.movetime)),
        Limits::depth,
    );
    let signal = Signal::default();
    let mut lines: Vec<PvLine> = Vec::new();
    engine.search(&limits, &signal, &mut |report| {
        if let SearchReport::Line(line) = report {
            lines.truncate(line.number - 1);
            lines.push(line);
        }
    });
    // The best move with the opposite decision about switching.
    let other = lines.first().map(|line| Decision {
        switches: !line.pv[0].switches,
        ..line.pv[0]
    });
    let legal = args.variant.variant.legal_decisions(&position);
    let other = other.filter(|decision| legal.contains(decision));
    let otherwise = other.map(|decision| {
        let limits = Limits {
            search_moves: vec![decision],
            ..limits
        };
        engine.search(&limits, &signal, &mut |_| {}).score
    });
    Ok(Analysis {
        position,
        lines,
        otherwise,
    })
}

/// Returns a score in pawns, or as a mate, for the player to move.
fn pawns(score: i32) -> String {
    match ShownScore::from(score) {
        ShownScore::Centipawns(score) => format!("{:+.2}", f64::from(score) / 100.0),
        ShownScore::Mate(moves) if moves > 0 => format!("mate in {moves}"),
        ShownScore::Mate(moves) => format!("mated in {}", -moves),
    }
}

fn print_text(args: &AnalyseArgs, analysis: &Analysis) -> Result<()> {
    let mut out = output::stdout();
    let position = &analysis.position;
    let Some(best) = analysis.lines.first() else {
        bail!("no move was found in this time; allow more with --movetime");
    };
    writeln!(
        out,
        "{} to move, depth {}, {} nodes",
        position.turn(),
        best.depth,
        best.nodes
    )?;
    for line in &analysis.lines {
        let moves = line_of_play(position, &line.pv).join(" ");
        writeln!(
            out,
            "{:>3}. {:>10}  {moves}",
            line.number,
            pawns(line.score)
        )?;
    }
    let decision = best.pv[0];
    if let Some(otherwise) = analysis.otherwise {
        let (verb, other) = if decision.switches {
            ("Switch", "staying")
        } else {
            ("Do not switch", "switching")
        };
        let (score, worse) = (pawns(best.score), pawns(otherwise));
        writeln!(
            out,
            "{verb} after {}: {score}, {other} would be {worse}.",
            position.san(decision.mv)
        )?;
    }
    if let Some(scene) = scene(position, decision) {
        let picture = terminal::render(&scene, args.style.style());
        write!(out, "\n{picture}")?;
    }
    Ok(())
}

/// Returns the board after the move with the chain it forms, if it forms one.
fn scene(position: &SsccPosition, decision: Decision) -> Option<Scene> {
    let chain = position.chain(decision.mv)?;
    let mut after = position.clone();
    after.play_unchecked(Decision::stay(decision.mv));
    Some(
        Scene::new(&after.placement())
            .with_chain(&chain)
            .caption(format!("The chain after {}", position.san(decision.mv))),
    )
}

fn shown(analysis: &Analysis) -> ShownAnalysis {
    let position = &analysis.position;
    let lines = analysis.lines.iter().map(|line| ShownLine {
        uci: position.uci(line.pv[0]),
        san: position.san(line.pv[0].mv),
        switches: line.pv[0].switches,
        score: line.score.into(),
        depth: line.depth,
        pv: line_of_play(position, &line.pv),
    });
    let best = analysis.lines.first().map(|line| line.pv[0]);
    let chain = best.and_then(|decision| position.chain(decision.mv));
    ShownAnalysis {
        fen: position.fen(),
        lines: lines.collect(),
        otherwise: analysis.otherwise.map(JsonScore::from),
        chain: chain.map(|chain| chain.cells().iter().map(ToString::to_string).collect()),
    }
}
