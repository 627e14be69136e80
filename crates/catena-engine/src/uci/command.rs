//! What a line of UCI says, and what it means for a position.

use std::time::Duration;

use catena_chess::notation::fen::{Fen, FenError};
use catena_chess::notation::uci::{UciDecision, UciError};
use catena_chess::shakmaty::CastlingMode;
use catena_chess::{Decision, SetupError, SsccPosition, SwitchLimit, Variant};
use thiserror::Error;

use super::options::SwitchNotation;
use crate::limits::{Clock, Limits};

/// A line, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UciCommand {
    /// `uci`: say who you are.
    Uci,
    /// `isready`.
    IsReady,
    /// `ucinewgame`.
    NewGame,
    /// `setoption name … value …`.
    SetOption {
        /// The name, words joined by one space.
        name: String,
        /// The value; empty for a button.
        value: String,
    },
    /// `position …`.
    Position(PositionCommand),
    /// `go …`.
    Go(Go),
    /// `stop`.
    Stop,
    /// `ponderhit`.
    PonderHit,
    /// `quit`.
    Quit,
    /// `d`: show the board.
    Show,
    /// `eval`: show the evaluation.
    Eval,
    /// `bench`, with a depth.
    Bench(Option<u32>),
}

/// A line that is not a command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CommandError {
    /// The first word is unknown.
    #[error(
        "unknown command '{0}'; uci, isready, setoption, ucinewgame, position, go, stop, ponderhit, d, eval, bench and quit are known"
    )]
    Unknown(String),
    /// A command is followed by more than it takes.
    #[error("'{extra}' is one word too many after {command}")]
    TooMuch {
        /// The command.
        command: &'static str,
        /// The word.
        extra: String,
    },
    /// `bench` is followed by more than a depth.
    #[error("bench takes a depth and no '{0}'; Hash and Threads are options")]
    BenchTooMuch(String),
    /// `position` without `startpos` or `fen`.
    #[error("position needs 'startpos' or 'fen', not '{0}'")]
    NoPosition(String),
    /// The words after the position are not `moves`.
    #[error("'{0}' stands where 'moves' should be")]
    NoMoves(String),
    /// The position cannot be read.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The position cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A move cannot be played.
    #[error(transparent)]
    Move(#[from] UciError),
    /// A switch in ordinary chess.
    #[error("the move '{0}' switches sides; set UCI_Variant to sscc for that")]
    SwitchInChess(String),
    /// A run in ordinary chess.
    #[error("the position has a run of switches; set UCI_Variant to sscc for that")]
    RunInChess,
    /// A word of `go` is unknown.
    #[error("unknown word '{0}' after go")]
    UnknownLimit(String),
    /// A limit has no number, or not one that makes sense.
    #[error("{word} needs a number, not '{value}'")]
    Number {
        /// The limit.
        word: &'static str,
        /// What stood there.
        value: String,
    },
    /// `setoption` without `name`.
    #[error("setoption needs 'name', then the option's name")]
    NoOptionName,
}

impl UciCommand {
    /// Reads a line; `None` if it is empty.
    ///
    /// ```
    /// use catena_engine::uci::UciCommand;
    ///
    /// assert_eq!(UciCommand::parse("isready"), Ok(Some(UciCommand::IsReady)));
    /// assert_eq!(UciCommand::parse("  "), Ok(None));
    /// assert!(UciCommand::parse("go depth ten").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// If the line is not a command, or has unknown words.
    pub fn parse(line: &str) -> Result<Option<UciCommand>, CommandError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let command = match words.as_slice() {
            [] => return Ok(None),
            ["uci"] => UciCommand::Uci,
            ["isready"] => UciCommand::IsReady,
            ["ucinewgame"] => UciCommand::NewGame,
            ["stop"] => UciCommand::Stop,
            ["ponderhit"] => UciCommand::PonderHit,
            ["quit"] => UciCommand::Quit,
            ["d"] => UciCommand::Show,
            ["eval"] => UciCommand::Eval,
            // Debug mode has nothing to switch on.
            ["debug", "on" | "off"] | ["register", ..] => return Ok(None),
            ["bench"] => UciCommand::Bench(None),
            ["bench", depth] => UciCommand::Bench(Some(number("bench", Some(*depth))?)),
            ["setoption", rest @ ..] => set_option(rest)?,
            ["position", rest @ ..] => UciCommand::Position(PositionCommand::parse(rest)?),
            ["go", rest @ ..] => UciCommand::Go(Go::parse(rest)?),
            ["bench", _, extra, ..] => return Err(CommandError::BenchTooMuch(shorten(extra))),
            [word, rest @ ..] => return Err(unknown(word, rest)),
        };
        Ok(Some(command))
    }
}

/// What is wrong with a line that begins with this word.
fn unknown(word: &str, rest: &[&str]) -> CommandError {
    let alone = [
        "uci",
        "isready",
        "ucinewgame",
        "stop",
        "ponderhit",
        "quit",
        "d",
        "eval",
    ];
    match (alone.into_iter().find(|known| *known == word), rest) {
        (Some(command), [extra, ..]) => CommandError::TooMuch {
            command,
            extra: shorten(extra),
        },
        _ => CommandError::Unknown(shorten(word)),
    }
}

/// Error messages do not repeat a megabyte of input.
fn shorten(word: &str) -> String {
    let short: String = word.chars().take(40).collect();
    short.escape_debug().to_string()
}

fn set_option(words: &[&str]) -> Result<UciCommand, CommandError> {
    let ["name", rest @ ..] = words else {
        return Err(CommandError::NoOptionName);
    };
    let split = rest.iter().position(|&word| word == "value");
    let name = rest[..split.unwrap_or(rest.len())].join(" ");
    let value = split.map_or(String::new(), |at| rest[at + 1..].join(" "));
    if name.is_empty() {
        return Err(CommandError::NoOptionName);
    }
    Ok(UciCommand::SetOption { name, value })
}

/// `position`: where the game started and what was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionCommand {
    /// `None` is the start of a game.
    fen: Option<Fen>,
    moves: Vec<UciDecision>,
}

impl PositionCommand {
    fn parse(words: &[&str]) -> Result<PositionCommand, CommandError> {
        let (fen, rest) = match words {
            ["startpos", rest @ ..] => (None, rest),
            ["fen", rest @ ..] => {
                let end = rest.iter().position(|&word| word == "moves");
                let (fen, rest) = rest.split_at(end.unwrap_or(rest.len()));
                (Some(fen.join(" ").parse()?), rest)
            }
            _ => {
                let word = words.first().copied().unwrap_or("");
                return Err(CommandError::NoPosition(shorten(word)));
            }
        };
        let moves = match rest {
            [] => Vec::new(),
            ["moves", moves @ ..] => moves
                .iter()
                .map(|word| word.parse())
                .collect::<Result<_, UciError>>()?,
            [word, ..] => return Err(CommandError::NoMoves(shorten(word))),
        };
        Ok(PositionCommand { fen, moves })
    }

    /// The position that the game started from and the decisions since.
    ///
    /// # Errors
    ///
    /// If the position or a decision is not possible.
    pub fn resolve(
        &self,
        limit: SwitchLimit,
        mode: CastlingMode,
        variant: Variant,
    ) -> Result<(SsccPosition, Vec<Decision>), CommandError> {
        let start = match &self.fen {
            None => SsccPosition::new(limit),
            Some(fen) => fen.clone().into_position_in_mode(limit, mode)?,
        };
        if !variant.has_switches() && start.run().is_some() {
            return Err(CommandError::RunInChess);
        }
        let mut position = start.clone();
        let mut decisions = Vec::with_capacity(self.moves.len());
        for uci in &self.moves {
            if uci.switches && !variant.has_switches() {
                return Err(CommandError::SwitchInChess(uci.to_string()));
            }
            let decision = uci.to_decision(&position)?;
            position.play_unchecked(decision);
            decisions.push(decision);
        }
        Ok((start, decisions))
    }
}

/// `go`: limits as they were typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    limits: Limits,
    search_moves: Vec<UciDecision>,
    /// Count lines of play instead of searching.
    pub perft: Option<u32>,
}

impl Go {
    fn parse(words: &[&str]) -> Result<Go, CommandError> {
        let mut go = Go::default();
        let limits = &mut go.limits;
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => limits.infinite = true,
                "ponder" => limits.ponder = true,
                "wtime" => clock(&mut limits.white).time = time("wtime", words.next())?,
                "btime" => clock(&mut limits.black).time = time("btime", words.next())?,
                "winc" => clock(&mut limits.white).increment = time("winc", words.next())?,
                "binc" => clock(&mut limits.black).increment = time("binc", words.next())?,
                "movetime" => limits.move_time = Some(time("movetime", words.next())?),
                "movestogo" => limits.moves_to_go = Some(number("movestogo", words.next())?),
                "depth" => limits.depth = Some(number("depth", words.next())?),
                "nodes" => limits.nodes = Some(number("nodes", words.next())?),
                "mate" => limits.mate = Some(number("mate", words.next())?),
                "perft" => go.perft = Some(number("perft", words.next())?),
                "searchmoves" => {
                    while let Some(uci) = words.peek().and_then(|word| word.parse().ok()) {
                        go.search_moves.push(uci);
                        words.next();
                    }
                }
                _ => return Err(CommandError::UnknownLimit(shorten(word))),
            }
        }
        Ok(go)
    }

    /// The limits in this position.
    ///
    /// With [`SwitchNotation::Info`] a program cannot name a switch, so a plain move of
    /// `searchmoves` stands for both decisions.
    ///
    /// # Errors
    ///
    /// If a move of `searchmoves` is not legal.
    pub fn limits(
        &self,
        position: &SsccPosition,
        variant: Variant,
        notation: SwitchNotation,
    ) -> Result<Limits, CommandError> {
        let mut limits = self.limits.clone();
        for uci in &self.search_moves {
            if uci.switches && !variant.has_switches() {
                return Err(CommandError::SwitchInChess(uci.to_string()));
            }
            let decision = uci.to_decision(position)?;
            limits.search_moves.push(decision);
            if notation == SwitchNotation::Info && !decision.switches {
                limits.search_moves.push(Decision::switch(decision.mv));
            }
        }
        Ok(limits)
    }
}

fn clock(clock: &mut Option<Clock>) -> &mut Clock {
    clock.get_or_insert_default()
}

fn number<T: core::str::FromStr>(
    word: &'static str,
    value: Option<&str>,
) -> Result<T, CommandError> {
    let value = value.unwrap_or("");
    value.parse().map_err(|_| CommandError::Number {
        word,
        value: shorten(value),
    })
}

/// Milliseconds. Programs send times below zero when a flag has fallen: that
/// is no time.
fn time(word: &'static str, value: Option<&str>) -> Result<Duration, CommandError> {
    let milliseconds: i64 = number(word, value)?;
    // A year is enough for any move, and no sum of times overflows.
    let most = 365 * 24 * 3_600_000;
    Ok(Duration::from_millis(
        milliseconds.clamp(0, most).unsigned_abs(),
    ))
}
