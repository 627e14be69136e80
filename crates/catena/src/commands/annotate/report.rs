//! Statistics as text, CSV and JSON.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;
use catena_grid::Square;
use serde::Serialize;

use super::StatisticsFormat;
use super::longest::LongestChain;
use super::statistics::{LAST_PLY, MoveCount, PIECES, PLIES, Statistics};
use crate::{file, output};

/// The width of the longest bar.
const BAR: f64 = 40.0;

/// Prints how often chains formed.
pub(super) fn print_chains(
    statistics: &Statistics,
    files: &[PathBuf],
    format: StatisticsFormat,
) -> Result<()> {
    match format {
        StatisticsFormat::Text => print_text(statistics, files),
        StatisticsFormat::Csv => print_csv(statistics),
        StatisticsFormat::Json => output::print_json(&JsonStatistics::new(statistics, files)),
    }
}

/// The file of the longest chain, if there are several.
fn file_of<'a>(longest: &LongestChain, files: &'a [PathBuf]) -> Option<&'a Path> {
    match files {
        [_] => None,
        _ => files.get(longest.file).map(PathBuf::as_path),
    }
}

/// Prints how much was replayed.
pub(super) fn print_replay(statistics: &Statistics, format: StatisticsFormat) -> Result<()> {
    let (games, moves) = (statistics.games, statistics.all().moves);
    match format {
        StatisticsFormat::Text => writeln!(output::stdout(), "{games} games, {moves} moves")?,
        StatisticsFormat::Csv => {
            writeln!(output::stdout(), "games,moves\n{games},{moves}")?;
        }
        StatisticsFormat::Json => {
            output::print_json(&serde_json::json!({ "games": games, "moves": moves }))?;
        }
    }
    Ok(())
}

/// Returns the name of a group of plies that are counted together.
fn plies(at: usize) -> String {
    let first = at * PLIES + 1;
    if first > LAST_PLY {
        format!("{first}+")
    } else {
        format!("{first}-{}", first + PLIES - 1)
    }
}

fn by_ply(statistics: &Statistics) -> impl Iterator<Item = (String, MoveCount)> {
    let used = statistics.by_ply.iter().rposition(|count| count.moves > 0);
    let used = used.map_or(0, |last| last + 1);
    let counts = statistics.by_ply.into_iter().take(used);
    counts.enumerate().map(|(at, count)| (plies(at), count))
}

fn by_piece(statistics: &Statistics) -> impl Iterator<Item = (String, MoveCount)> {
    let counts = PIECES.into_iter().zip(statistics.by_piece);
    counts.map(|(piece, count)| (piece.into(), count))
}

/// Returns the counts for sizes from 2 to the largest found.
fn by_size(statistics: &Statistics) -> impl Iterator<Item = (usize, u64)> {
    let largest = statistics.by_size.iter().rposition(|&chains| chains > 0);
    (2..=largest.unwrap_or(0)).zip(statistics.by_size.into_iter().skip(2))
}

fn print_text(statistics: &Statistics, files: &[PathBuf]) -> Result<()> {
    let all = statistics.all();
    let mut out = output::stdout();
    writeln!(out, "{} games, {} moves", statistics.games, all.moves)?;
    writeln!(
        out,
        "{} moves form a chain ({}), {} games have none",
        all.chains,
        percent(all).trim(),
        statistics.without_chain
    )?;
    writeln!(out, "\nBy ply          moves     chains")?;
    print_table(&mut out, by_ply(statistics).collect())?;
    writeln!(out, "\nBy piece        moves     chains")?;
    print_table(&mut out, by_piece(statistics).collect())?;
    writeln!(out, "\nBy size, the most empty squares inside one chain")?;
    let sizes: Vec<(usize, u64)> = by_size(statistics).collect();
    let most = sizes.iter().map(|&(_, chains)| chains).max().unwrap_or(0);
    for (size, chains) in sizes {
        let line = format!("{size:<10} {chains:>21}          {}", bar(chains, most));
        writeln!(out, "{}", line.trim_end())?;
    }
    if let Some(longest) = &statistics.longest {
        let place = match file_of(longest, files) {
            Some(path) => format!(" in {}", file::name(path)),
            None => String::new(),
        };
        writeln!(
            out,
            "\nThe longest chain has {} pieces, after ply {} of game {}{place}:\n{}",
            longest.squares.len(),
            longest.ply,
            longest.game,
            names(&longest.squares)
        )?;
    }
    Ok(())
}

/// Prints a table of moves and chains, with a bar for the share of chains.
fn print_table(out: &mut impl Write, rows: Vec<(String, MoveCount)>) -> io::Result<()> {
    let share = |count: MoveCount| count.chains as f64 / count.moves.max(1) as f64;
    let most = rows
        .iter()
        .map(|&(_, count)| share(count))
        .fold(0.0, f64::max);
    for (key, count) in rows {
        let bar = bar_of(share(count) / most);
        let MoveCount { moves, chains } = count;
        let percent = percent(count);
        let line = format!("{key:<10} {moves:>10} {chains:>10} {percent:>8} {bar}");
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn percent(count: MoveCount) -> String {
    let share = 100.0 * count.chains as f64 / count.moves.max(1) as f64;
    format!("{share:.1} %")
}

fn bar(part: u64, most: u64) -> String {
    bar_of(part as f64 / most.max(1) as f64)
}

/// Returns a bar of this part of the full width; at least one column unless the
/// part is 0.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "0 to 40"
)]
fn bar_of(part: f64) -> String {
    "█".repeat((part * BAR).ceil().clamp(0.0, BAR) as usize)
}

fn names(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
    names.join(" ")
}

fn print_csv(statistics: &Statistics) -> Result<()> {
    let all = statistics.all();
    let mut out = csv::Writer::from_writer(output::stdout());
    out.write_record(["table", "key", "moves", "chains"])?;
    let mut row = |table: &str, key: &str, moves: Option<u64>, chains: u64| {
        let moves = moves.map(|moves| moves.to_string()).unwrap_or_default();
        out.write_record([table, key, &moves, &chains.to_string()])
    };
    row("all", "all", Some(all.moves), all.chains)?;
    for (key, count) in by_ply(statistics) {
        row("ply", &key, Some(count.moves), count.chains)?;
    }
    for (key, count) in by_piece(statistics) {
        row("piece", &key, Some(count.moves), count.chains)?;
    }
    for (size, chains) in by_size(statistics) {
        row("size", &size.to_string(), None, chains)?;
    }
    out.flush()?;
    Ok(())
}

#[derive(Serialize)]
struct JsonStatistics {
    games: u64,
    games_without_chain: u64,
    moves: u64,
    chains: u64,
    by_ply: Vec<JsonCount>,
    by_piece: Vec<JsonCount>,
    by_size: Vec<JsonSize>,
    longest: Option<JsonLongest>,
}

#[derive(Serialize)]
struct JsonCount {
    key: String,
    moves: u64,
    chains: u64,
}

#[derive(Serialize)]
struct JsonSize {
    size: usize,
    chains: u64,
}

#[derive(Serialize)]
struct JsonLongest {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    game: u64,
    ply: u32,
    pieces: usize,
    squares: Vec<String>,
}

impl JsonStatistics {
    fn new(statistics: &Statistics, files: &[PathBuf]) -> JsonStatistics {
        let count = |(key, count): (String, MoveCount)| JsonCount {
            key,
            moves: count.moves,
            chains: count.chains,
        };
        let all = statistics.all();
        JsonStatistics {
            games: statistics.games,
            games_without_chain: statistics.without_chain,
            moves: all.moves,
            chains: all.chains,
            by_ply: by_ply(statistics).map(count).collect(),
            by_piece: by_piece(statistics).map(count).collect(),
            by_size: by_size(statistics)
                .map(|(size, chains)| JsonSize { size, chains })
                .collect(),
            longest: statistics.longest.as_ref().map(|longest| JsonLongest {
                file: file_of(longest, files).map(|path| path.display().to_string()),
                game: longest.game,
                ply: longest.ply,
                pieces: longest.squares.len(),
                squares: longest.squares.iter().map(ToString::to_string).collect(),
            }),
        }
    }
}
