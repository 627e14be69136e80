//! A finished game, as PGN.

use core::fmt::Write as _;

use catena_chess::shakmaty::Color;
use catena_chess::{Ply, SsccPosition, SwitchLimit};

use crate::engine::Vision;

/// How a game ended, for the player who began with White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// Won.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
}

impl GameResult {
    /// The result as PGN writes it.
    #[must_use]
    pub const fn pgn(self) -> &'static str {
        match self {
            GameResult::Win => "1-0",
            GameResult::Draw => "1/2-1/2",
            GameResult::Loss => "0-1",
        }
    }

    /// The same for the other player.
    #[must_use]
    pub const fn reversed(self) -> GameResult {
        match self {
            GameResult::Win => GameResult::Loss,
            GameResult::Draw => GameResult::Draw,
            GameResult::Loss => GameResult::Win,
        }
    }
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// The number of the game in its match, from 1.
    pub number: usize,
    /// The players who began with White and with Black.
    pub players: [String; 2],
    /// The player of White is the second of the match.
    pub is_reversed: bool,
    /// The opening.
    pub start: SsccPosition,
    /// What was played.
    pub plies: Vec<Ply>,
    /// How it ended, for the player who began with White.
    pub result: GameResult,
    /// Why, in a few words.
    pub reason: String,
    /// Whether the game was lost by an illegal move, on time, or by a program
    /// that ended.
    pub is_forfeit: bool,
}

impl GameRecord {
    /// The game as PGN, with a comment command after each switch.
    #[must_use]
    pub fn pgn(&self, variant: Vision) -> String {
        let mut text = String::new();
        let [white, black] = &self.players;
        let mut tag = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(text, "[{name} \"{value}\"]");
        };
        tag("Event", "catena match");
        tag("Site", "?");
        tag("Date", "????.??.??");
        tag("Round", &self.number.to_string());
        tag("White", white);
        tag("Black", black);
        tag("Result", self.result.pgn());
        if variant == Vision::Sscc {
            tag("Variant", "Switch-Side Chain-Chess");
            if self.start.switch_limit() != SwitchLimit::Size {
                tag("SwitchLimit", self.start.switch_limit().name());
            }
        }
        tag("SetUp", "1");
        tag("FEN", &self.start.fen());
        tag("Termination", &self.reason);
        text.push('\n');
        text.push_str(&wrap(&self.movetext()));
        text.push('\n');
        text
    }

    fn movetext(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut position = self.start.clone();
        let mut needs_number = true;
        for &ply in &self.plies {
            let number = position.chess_fullmoves();
            match position.turn() {
                Color::White => words.push(format!("{number}.")),
                Color::Black if needs_number => words.push(format!("{number}...")),
                Color::Black => {}
            }
            words.push(position.san(ply.mv));
            if ply.switches {
                let side = position.turn().fold_wb("SW", "SB");
                words.push(format!("{{[%sscc {side}]}}"));
            }
            needs_number = ply.switches;
            position.play_unchecked(ply);
        }
        words.push(self.result.pgn().to_owned());
        words
    }
}

/// Words in lines of at most 80 characters.
fn wrap(words: &[String]) -> String {
    let mut text = String::new();
    let mut length = 0;
    for word in words {
        if length > 0 && length + 1 + word.len() > 80 {
            text.push('\n');
            length = 0;
        } else if length > 0 {
            text.push(' ');
            length += 1;
        }
        text.push_str(word);
        length += word.len();
    }
    text.push('\n');
    text
}

/// The number of the full move.
trait FullMoves {
    fn chess_fullmoves(&self) -> u32;
}

impl FullMoves for SsccPosition {
    fn chess_fullmoves(&self) -> u32 {
        use catena_chess::shakmaty::Position as _;
        self.chess().fullmoves().get()
    }
}
