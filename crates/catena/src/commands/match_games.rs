//! `catena match`: engine against engine.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use catena_chess::{SsccPosition, SwitchLimit, Variant, notation};
use catena_engine::{Clock, Signal};
use catena_lab::match_runner::{self, Adjudication, MatchConfig, MatchLimit, MatchResult};
use catena_lab::opening;
use catena_lab::player::{PlayerConfig, PlayerKind};
use catena_lab::rating::{Sprt, SprtVerdict};
use clap::Args;

use crate::chess::{LimitArgs, VariantArgs};
use crate::exit_code::ExitCode;
use crate::output;

/// Play engines against each other and measure their strength
///
/// Every opening is played twice, with colours reversed. A player is catena,
/// blind (never switches and expects no switch), static-switch (switches when the
/// static evaluation prefers the other side), random, or uci:PROGRAM for any
/// program that speaks UCI; that one needs --variant chess unless it knows sscc.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  catena match catena blind --games 200 --movetime 100
  catena match catena 'uci:stockfish' --variant chess --clock 1000+10 --pgn games.pgn
  catena match catena catena --sprt 0,5")]
pub(crate) struct MatchArgs {
    /// The first player
    first: PlayerKind,
    /// The second player
    second: PlayerKind,
    #[command(flatten)]
    variant: VariantArgs,
    #[command(flatten)]
    limit: LimitArgs,
    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// How long an engine searches for a move, in milliseconds
    #[arg(long, value_name = "MS", conflicts_with_all = ["clock", "nodes"])]
    movetime: Option<u64>,
    /// Milliseconds per game and increment per move, like 10000+100
    #[arg(long, value_name = "MS+MS", value_parser = parse_clock, conflicts_with = "nodes")]
    clock: Option<Clock>,
    /// Nodes per move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// How many games to play at the same time [default: the number of cores]
    #[arg(short = 'j', long, value_name = "N")]
    concurrency: Option<usize>,
    /// A file with one opening per line, in FEN or EPD [default: random balanced openings]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// How many random openings to use
    #[arg(long, value_name = "N", default_value_t = 50)]
    opening_count: usize,
    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The transposition table of each catena player, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16)]
    hash: usize,
    /// End a game that both players see as decided: centipawns, and for how many moves in a row
    #[arg(long, value_name = "CP,MOVES", value_parser = parse_resign)]
    resign: Option<(i32, u32)>,
    /// A game of this many plies is drawn
    #[arg(long, value_name = "PLIES", default_value_t = 400)]
    longest: usize,
    /// Stop when a sequential test (SPRT) has decided between these two Elo differences
    #[arg(long, value_name = "ELO,ELO", value_parser = parse_sprt)]
    sprt: Option<Sprt>,
    /// How many milliseconds a player may exceed its time
    #[arg(long, value_name = "MS", default_value_t = 0)]
    lateness: u64,
    /// The PGN file to write the games to
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
}

fn parse_clock(text: &str) -> Result<Clock, String> {
    let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
    let milliseconds = |text: &str| {
        text.parse()
            .map(Duration::from_millis)
            .map_err(|_| "a clock is milliseconds, like 10000+100".to_owned())
    };
    Ok(Clock {
        time: milliseconds(time)?,
        increment: milliseconds(increment)?,
    })
}

fn parse_pair<A: std::str::FromStr, B: std::str::FromStr>(text: &str) -> Result<(A, B), String> {
    text.split_once(',')
        .and_then(|(first, second)| Some((first.parse().ok()?, second.parse().ok()?)))
        .ok_or_else(|| "two numbers with a comma between".to_owned())
}

fn parse_resign(text: &str) -> Result<(i32, u32), String> {
    parse_pair(text)
}

fn parse_sprt(text: &str) -> Result<Sprt, String> {
    let (equal, better) = parse_pair(text)?;
    if equal >= better {
        return Err("the first difference must be the smaller one".to_owned());
    }
    Ok(Sprt {
        equal,
        better,
        risk: 0.05,
    })
}

pub(crate) fn run(args: &MatchArgs) -> Result<ExitCode> {
    let config = config(args)?;
    let mut pgn = match &args.pgn {
        Some(path) => {
            Some(BufWriter::new(File::create(path).with_context(|| {
                format!("cannot write {}", path.display())
            })?))
        }
        None => None,
    };
    let progress = output::progress(u64::from(args.games), "{wide_msg} {pos}/{len} {eta}");
    let mut written = Ok(());
    let result = match_runner::run(&config, &Signal::default(), &mut |game, result| {
        if let (Some(file), Ok(())) = (&mut pgn, &written) {
            written = writeln!(file, "{}", game.pgn(config.variant));
        }
        if game.is_forfeit {
            progress.suspend(|| eprintln!("catena: game {}: {}", game.number, game.reason));
        }
        progress.set_message(result.standing.to_string());
        progress.inc(1);
    })?;
    progress.finish_and_clear();
    written.context("cannot write the games")?;
    if let Some(mut file) = pgn {
        file.flush().context("cannot write the games")?;
    }
    report(&config, &result)?;
    Ok(ExitCode::Success)
}

fn config(args: &MatchArgs) -> Result<MatchConfig> {
    let variant = args.variant.variant;
    let switch_limit = args.limit.switch_limit;
    let player = |kind: &PlayerKind| PlayerConfig {
        hash: args.hash,
        options: vec![("SwitchLimit".to_owned(), switch_limit.to_string())]
            .into_iter()
            .filter(|_| variant == Variant::Sscc)
            .collect(),
        ..PlayerConfig::new(kind.clone())
    };
    let time = match (args.movetime, args.clock, args.nodes) {
        (Some(time), ..) => MatchLimit::MoveTime(Duration::from_millis(time)),
        (_, Some(clock), _) => MatchLimit::Clock(clock),
        (.., Some(nodes)) => MatchLimit::Nodes(nodes),
        _ => MatchLimit::MoveTime(Duration::from_millis(100)),
    };
    let openings = match &args.openings {
        Some(path) => read_openings(path, switch_limit)?,
        None => opening::openings(args.opening_count.max(1), args.seed, switch_limit, variant)?,
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(MatchConfig {
        players: [player(&args.first), player(&args.second)],
        variant,
        time,
        openings,
        games: args.games as usize,
        concurrency: args.concurrency.unwrap_or(cores),
        adjudication: Adjudication {
            resign: args.resign,
            longest: args.longest,
        },
        sprt: args.sprt,
        lateness: Duration::from_millis(args.lateness),
    })
}

/// Reads the positions of a file: the first four fields of each line, and the
/// move counters if they are numbers.
fn read_openings(path: &Path, limit: SwitchLimit) -> Result<Vec<SsccPosition>> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {shown}"))?;
    let mut openings = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let fields: Vec<&str> = line.split_whitespace().collect();
        let is_number = |at: usize| {
            fields
                .get(at)
                .is_some_and(|field| field.parse::<u32>().is_ok())
        };
        let used = if is_number(4) && is_number(5) { 6 } else { 4 };
        let fen = fields[..fields.len().min(used)].join(" ");
        let position = notation::fen::parse(&fen, limit)
            .with_context(|| format!("line {} of {shown} is no position", at + 1))?;
        openings.push(position);
    }
    if openings.is_empty() {
        bail!("{shown} has no openings");
    }
    Ok(openings)
}

fn report(config: &MatchConfig, result: &MatchResult) -> Result<()> {
    let mut out = output::stdout();
    let [first, second] = config.players.each_ref().map(|player| &player.name);
    let standing = &result.standing;
    writeln!(out, "{first} against {second}, {} games", standing.games())?;
    writeln!(out, "{standing}")?;
    let [none, half, one, more, all] = standing.pairs;
    writeln!(
        out,
        "pairs of games with 0, ½, 1, 1½, 2 points: {none} {half} {one} {more} {all}"
    )?;
    writeln!(out, "forfeits: {}", result.forfeits)?;
    if let Some(sprt) = config.sprt {
        let (low, high) = sprt.bounds();
        let verdict = match sprt.verdict(standing) {
            SprtVerdict::Better => "the first is better",
            SprtVerdict::NotBetter => "the first is not better",
            SprtVerdict::Open => "not clear yet",
        };
        writeln!(
            out,
            "SPRT {} against {} Elo: {:.2} in ({low:.2}, {high:.2}), {verdict}",
            sprt.equal,
            sprt.better,
            sprt.log_ratio(standing),
        )?;
    }
    Ok(())
}
