//! `catena match`: engine against engine.

mod earlier;
mod games_file;
mod opening_file;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, bail};
use catena_chess::{SsccPosition, SwitchLimit, Variant};
use catena_engine::{Clock, Signal};
use catena_lab::arbiter::{Adjudication, Arbiter, MatchLimit};
use catena_lab::book;
use catena_lab::matches::{self, MatchConfig, MatchResult};
use catena_lab::openings::RandomOpenings;
use catena_lab::player::{PlayerConfig, PlayerKind};
use catena_lab::rating::{Sprt, SprtVerdict};
use clap::Args;

use self::games_file::GamesFile;
use crate::chess::{LimitArgs, VariantArgs};
use crate::exit_code::ExitCode;
use crate::{file, interrupt, output};

/// Play engines against each other and measure their strength
///
/// Every opening is played twice, with colours reversed. A player is catena,
/// catena:FILE (with the network of the file as its evaluation), blind (never switches and expects no switch), static-switch (switches when the
/// static evaluation prefers the other side), random, or uci:PROGRAM for any
/// program that speaks UCI; that one needs --variant chess unless it knows sscc.
/// Ctrl-C drops the games under way and prints the result of the others. With --resume and
/// the same arguments the match goes on where it ended.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  catena match catena blind --games 200 --movetime 100
  catena match catena 'uci:stockfish' --variant chess \\
    --clock 1000+10 --pgn games.pgn
  catena match catena catena --sprt 0,5 --pgn games.pgn --resume")]
pub(crate) struct MatchArgs {
    /// The first player
    first: PlayerKind,
    /// The second player
    second: PlayerKind,
    /// A UCI option of the first player; can be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_option)]
    first_option: Vec<(String, String)>,
    /// A UCI option of the second player; can be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_option)]
    second_option: Vec<(String, String)>,
    #[command(flatten)]
    variant: VariantArgs,
    #[command(flatten)]
    limit: LimitArgs,
    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// How long an engine searches for a move, in milliseconds [default: 100, if there is no other limit]
    #[arg(long, value_name = "MS", group = "thinking", value_parser = clap::value_parser!(u64).range(1..=MAX_MS))]
    movetime: Option<u64>,
    /// Milliseconds per game and increment per move, like 10000+100
    #[arg(long, value_name = "MS+MS", group = "thinking", value_parser = parse_clock)]
    clock: Option<Clock>,
    /// Nodes per move
    #[arg(long, value_name = "N", group = "thinking", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// How many plies to search, instead of a time
    #[arg(long, value_name = "PLIES", group = "thinking", value_parser = clap::value_parser!(u32).range(1..=127))]
    depth: Option<u32>,
    /// How many games to play at the same time [default: the number of cores]
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=matches::MAX_CONCURRENCY as i64))]
    concurrency: Option<u16>,
    /// A file with one opening per line, in FEN or EPD [default: random balanced openings]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["opening_count", "seed"])]
    openings: Option<PathBuf>,
    /// Play the openings of the built-in book for sscc, in which neither player is ahead
    #[arg(long, conflicts_with_all = ["openings", "opening_count", "seed"])]
    book: bool,
    /// How many random openings to use; a match of N games needs at most N/2
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    opening_count: u32,
    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The transposition table of each catena player, in MiB [default: 16]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..))]
    hash: Option<u32>,
    /// End a game that both players see as decided: centipawns, and for how many moves in a row
    #[arg(long, value_name = "CP,MOVES", value_parser = parse_resign)]
    resign: Option<(i32, u32)>,
    /// A game of this many plies is drawn
    #[arg(long, value_name = "PLIES", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..))]
    longest: u32,
    /// Stop when a sequential test (SPRT) has decided between these two Elo differences
    #[arg(long, value_name = "ELO,ELO", value_parser = parse_sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// How many milliseconds a player may exceed its time [default: 0; with a time per move 1000]
    #[arg(long, value_name = "MS", conflicts_with_all = ["nodes", "depth"], value_parser = clap::value_parser!(u64).range(..=MAX_MS))]
    lateness: Option<u64>,
    /// The PGN file to add the games to, each as soon as it is over
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Go on with the match whose games are in the PGN file: they count and are not played again
    #[arg(long, requires = "pgn")]
    resume: bool,
}

/// The longest time that can be given: a day, in milliseconds.
const MAX_MS: u64 = 86_400_000;

/// What a player may exceed a time per move by. Programs are told to use all of it, so
/// that they always exceed it a little, and a busy machine adds to that.
const MOVE_TIME_LATENESS: u64 = 1000;

fn parse_clock(text: &str) -> Result<Clock, String> {
    let milliseconds = |text: &str| {
        let number = text.parse().ok().filter(|&number| number <= MAX_MS);
        number.map(Duration::from_millis)
    };
    let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
    match (milliseconds(time), milliseconds(increment)) {
        (Some(time), Some(increment)) if !time.is_zero() => Ok(Clock { time, increment }),
        _ => Err(format!(
            "a clock is milliseconds from 1 to {MAX_MS}, like 10000 or 10000+100"
        )),
    }
}

fn parse_pair<A: std::str::FromStr, B: std::str::FromStr>(text: &str) -> Option<(A, B)> {
    let (first, second) = text.split_once(',')?;
    Some((first.trim().parse().ok()?, second.trim().parse().ok()?))
}

fn parse_option(text: &str) -> Result<(String, String), String> {
    text.split_once('=')
        .filter(|(name, _)| !name.is_empty())
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .ok_or_else(|| "expected the name of an option and its value, like Threads=2".to_owned())
}

fn parse_resign(text: &str) -> Result<(i32, u32), String> {
    parse_pair(text)
        .filter(|&(margin, moves): &(i32, u32)| margin > 0 && moves > 0)
        .ok_or_else(|| "expected centipawns and moves, both above 0, like 600,4".to_owned())
}

fn parse_sprt(text: &str) -> Result<Sprt, String> {
    let (equal, better) = parse_pair(text)
        .ok_or_else(|| "expected two numbers with a comma between, like 0,5".to_owned())?;
    Sprt::new(equal, better, 0.05).map_err(|error| error.to_string())
}

/// Refuses options that no player has.
fn check_options(args: &MatchArgs) -> Result<()> {
    let players = [&args.first, &args.second];
    let options = [
        ("--first-option", &args.first_option),
        ("--second-option", &args.second_option),
    ];
    for (player, (flag, options)) in players.iter().zip(options) {
        if matches!(player, PlayerKind::Random) && !options.is_empty() {
            bail!("{flag} has no effect: random has no options");
        }
    }
    let has_table =
        |player: &&PlayerKind| !matches!(player, PlayerKind::Random | PlayerKind::Program(_));
    if args.hash.is_some() && !players.iter().any(has_table) {
        bail!("--hash is for players of catena; for a program, give --first-option Hash=N");
    }
    Ok(())
}

pub(crate) fn run(args: &MatchArgs) -> Result<ExitCode> {
    check_options(args)?;
    file::refuse_dash("--pgn", args.pgn.as_deref())?;
    if let Some(pgn) = &args.pgn {
        file::refuse_own_input(pgn, inputs(args))?;
    }
    let mut file = args.pgn.as_deref().map(GamesFile::open).transpose()?;
    let result = config(args).and_then(|config| play(&config, file.as_mut()));
    let closed = file.map_or(Ok(()), GamesFile::finish);
    let code = result?;
    closed.map(|()| code)
}

/// The files that are read: openings, and the networks of players.
fn inputs(args: &MatchArgs) -> impl Iterator<Item = &Path> {
    let networks = [&args.first, &args.second]
        .into_iter()
        .filter_map(|player| match player {
            PlayerKind::Network(file) => Some(file.as_path()),
            _ => None,
        });
    let options = args.first_option.iter().chain(&args.second_option);
    let set = options
        .filter(|(name, _)| name.eq_ignore_ascii_case("EvalFile"))
        .map(|(_, file)| Path::new(file));
    args.openings
        .as_deref()
        .into_iter()
        .chain(networks)
        .chain(set)
}

/// Plays the match and prints its result, also if it has to end early.
fn play(config: &MatchConfig, mut file: Option<&mut GamesFile>) -> Result<ExitCode> {
    let signal = Signal::default();
    interrupt::stop_on_interrupt(&signal)?;
    let progress = output::progress(config.games as u64, "{wide_msg} {pos}/{len} {eta}");
    progress.set_position(config.earlier.len() as u64);
    let mut written = Ok(());
    let mut result = MatchResult::default();
    let played = matches::run(config, &signal, &mut |game, so_far| {
        if let (Some(file), Ok(())) = (&mut file, &written) {
            written = file.append(&game.pgn());
            if written.is_err() {
                signal.stop();
            }
        }
        if game.played.is_forfeit() {
            let (number, reason) = (game.number, game.played.reason());
            progress.suspend(|| tell!("catena: game {number}: {reason}"));
        }
        result = so_far.clone();
        progress.set_message(result.standing.to_string());
        progress.inc(1);
    });
    progress.finish_and_clear();
    // If no game was played, that of earlier ones.
    if let Ok(all) = &played {
        result = all.clone();
    }
    let games = result.standing.games();
    if games > 0 {
        report(config, &result)?;
    }
    played?;
    written?;
    if signal.is_stopped() {
        tell!("catena: stopped after {games} of {} games", config.games);
    }
    Ok(ExitCode::Success)
}

fn config(args: &MatchArgs) -> Result<MatchConfig> {
    let variant = args.variant.variant;
    let player = |kind: &PlayerKind, options: &[(String, String)]| {
        let mut player = PlayerConfig::new(kind.clone());
        if let Some(hash) = args.hash {
            player.hash = hash as usize;
        }
        player.options = options.to_vec();
        if variant.has_switches() {
            let rule = args.limit.switch_limit.to_string();
            player.options.push(("SwitchLimit".to_owned(), rule));
        }
        player
    };
    let players = [
        player(&args.first, &args.first_option),
        player(&args.second, &args.second_option),
    ];
    let mut config = MatchConfig::new(players, arbiter(args, variant), openings(args, variant)?);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    config.games = args.games as usize;
    config.concurrency = args.concurrency.map_or(cores, usize::from);
    config.sprt = args.sprt;
    if let (true, Some(path)) = (args.resume, &args.pgn) {
        config.earlier = earlier::read_games(path, &config)?;
    }
    Ok(config)
}

fn arbiter(args: &MatchArgs, variant: Variant) -> Arbiter {
    let limit = match (args.movetime, args.clock, args.nodes, args.depth) {
        (_, Some(clock), ..) => MatchLimit::Clock(clock),
        (_, _, Some(nodes), _) => MatchLimit::Nodes(nodes),
        (.., Some(depth)) => MatchLimit::Depth(depth),
        (time, ..) => MatchLimit::MoveTime(Duration::from_millis(time.unwrap_or(100))),
    };
    let lateness = match limit {
        MatchLimit::MoveTime(_) => MOVE_TIME_LATENESS,
        _ => 0,
    };
    let mut arbiter = Arbiter::new(variant, limit);
    arbiter.lateness = Duration::from_millis(args.lateness.unwrap_or(lateness));
    arbiter.adjudication = Adjudication {
        resign: args.resign,
        longest: args.longest as usize,
    };
    arbiter
}

fn openings(args: &MatchArgs, variant: Variant) -> Result<Vec<SsccPosition>> {
    let limit = args.limit.switch_limit;
    if let Some(path) = &args.openings {
        return opening_file::read_openings(path, limit);
    }
    if args.book {
        if !variant.has_switches() || limit != SwitchLimit::Size {
            bail!("the book is for --variant sscc and --switch-limit size");
        }
        return Ok(book::sscc_book());
    }
    // Each is played twice.
    let count = args.opening_count.min(args.games.div_ceil(2));
    let progress = output::progress(u64::from(count), "making openings {pos}/{len} {eta}");
    let openings = RandomOpenings::new(args.seed, limit, variant)?;
    let openings = openings.take(count as usize).inspect(|_| progress.inc(1));
    let openings = openings.collect();
    progress.finish_and_clear();
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
            "SPRT {} against {} Elo: LLR {:.2} in ({low:.2}, {high:.2}), {verdict}",
            sprt.equal(),
            sprt.better(),
            sprt.log_ratio(standing),
        )?;
    }
    Ok(())
}
