//! `catena play`: a game at the keyboard.

mod clock;
mod input;
mod opponent;
mod session;
mod view;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;
use catena_chess::{Game, Player, TimeControl};
use clap::{Args, ValueEnum};

use self::opponent::Opponent;
use self::session::PlaySession;
use crate::args::StyleArgs;
use crate::chess::LimitArgs;
use crate::exit_code::ExitCode;
use crate::file;
use crate::line_input::LineInput;

/// Play a game of Switch-Side Chain-Chess, between two people or against the engine
///
/// Type moves like Nf3 or g1f3. After a move that forms a chain you are asked
/// whether to switch sides; g1f3s and 'Nf3 switch' switch without being asked.
/// Type help for the other commands. Against the engine your side is below.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  printf 'e4\\ne5\\nNf3\\nquit\\n' | catena play --white Anna --black Ben")]
pub(crate) struct PlayArgs {
    /// The position to start from [default: the start of the game]
    #[arg(long)]
    fen: Option<String>,
    #[command(flatten)]
    limit: LimitArgs,
    /// The name of the player who starts with White [default: First, or catena]
    #[arg(long, value_name = "NAME")]
    white: Option<String>,
    /// The name of the player who starts with Black [default: Second, or catena]
    #[arg(long, value_name = "NAME")]
    black: Option<String>,
    /// Let the engine play for the player who starts with this colour
    #[arg(long, value_enum, value_name = "COLOUR")]
    engine: Option<StartColor>,
    /// How long an engine searches for a move, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000, requires = "engine", conflicts_with = "time", value_parser = clap::value_parser!(u64).range(1..=600_000))]
    movetime: u64,
    /// How strong the engine plays: like UCI_Elo 800 and 100 more per skill; 20 is full strength
    #[arg(long, value_name = "0-20", default_value_t = 20, requires = "engine", value_parser = clap::value_parser!(u8).range(0..=20))]
    skill: u8,
    /// Minutes for the game, and seconds that each move adds, like 5+3 [default: no limit]
    #[arg(long, value_name = "MIN+SEC", value_parser = clock::parse)]
    time: Option<TimeControl>,
    /// Save the game to this PGN file, after every move
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    style: StyleArgs,
}

/// The colour with which a player starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum StartColor {
    /// The player who starts with White
    White,
    /// The player who starts with Black
    Black,
}

impl PlayArgs {
    /// The names of both players. They are no colours: players can switch.
    fn names(&self) -> [String; 2] {
        let engine = self.engine.map(StartColor::player);
        let name = |given: &Option<String>, player: Player, other: &str| match given {
            Some(name) => name.clone(),
            None if engine == Some(player) => "catena".to_owned(),
            None => other.to_owned(),
        };
        [
            name(&self.white, Player::First, "First"),
            name(&self.black, Player::Second, "Second"),
        ]
    }
}

impl StartColor {
    fn player(self) -> Player {
        match self {
            StartColor::White => Player::First,
            StartColor::Black => Player::Second,
        }
    }
}

pub(crate) fn run(args: &PlayArgs) -> Result<ExitCode> {
    let position = args.limit.read(args.fen.as_deref())?;
    if let Some(path) = &args.output {
        file::refuse_dash("--output", Some(path))?;
        file::check_output(path)?;
    }
    let opponent = args
        .engine
        .map(|side| {
            let time = Duration::from_millis(args.movetime);
            Opponent::new(side.player(), time, args.skill)
        })
        .transpose()?;
    let mut session = PlaySession {
        game: Game::from_position(position, args.time.unwrap_or_default()),
        names: args.names(),
        style: args.style.style(),
        opponent,
        output: args.output.clone(),
        is_flipped: false,
        turn_began: Instant::now(),
    };
    let mut lines = LineInput::stdin()?;
    session.show(None)?;
    session.play(&mut lines)?;
    session.save_output()?;
    Ok(ExitCode::Success)
}
