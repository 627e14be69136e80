//! A finished game, as PGN.

use catena_chess::pgn::PgnGame;
use catena_chess::{Decision, Game, SsccPosition, TimeControl};

use catena_chess::Variant;

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
    pub plies: Vec<Decision>,
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
    pub fn pgn(&self, variant: Variant) -> String {
        let [white, black] = &self.players;
        let mut game = Game::from_position(self.start.clone(), TimeControl::Unlimited);
        for &ply in &self.plies {
            // All were played before; a claimed draw may end the game first.
            if game.play(ply).is_err() {
                break;
            }
        }
        let mut pgn = PgnGame::from_game(&game, white, black);
        pgn.result = Some(self.result.pgn());
        pgn.set_tag("Event", "catena match");
        pgn.set_tag("Round", &self.number.to_string());
        pgn.set_tag("Result", self.result.pgn());
        pgn.set_tag("Termination", &self.reason);
        if variant == Variant::Chess {
            pgn.tags.retain(|(name, _)| name != "Variant");
        }
        pgn.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::{GameRecord, GameResult};
    use catena_chess::Variant;
    use catena_chess::{Decision, SsccPosition};

    #[test]
    fn a_record_is_a_pgn_that_can_be_read() {
        let start = SsccPosition::default();
        let mv = start.parse_san("e4").unwrap();
        let record = GameRecord {
            number: 3,
            players: ["a".into(), "b".into()],
            is_reversed: false,
            start,
            plies: vec![Decision::stay(mv)],
            result: GameResult::Draw,
            reason: "adjudication".into(),
            is_forfeit: false,
        };
        let pgn = record.pgn(Variant::Sscc);
        assert!(
            pgn.contains("[Round \"3\"]") && pgn.contains("[Variant "),
            "{pgn}"
        );
        assert!(pgn.ends_with("1. e4 1/2-1/2\n"), "{pgn}");
        assert!(!record.pgn(Variant::Chess).contains("[Variant "));
    }
}
