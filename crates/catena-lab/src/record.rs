//! [`GameRecord`]: a game of a match, as PGN.

use catena_chess::Variant;
use catena_chess::pgn::PgnGame;

use crate::arbiter::PlayedGame;

/// The tags that only games of Switch-Side Chain-Chess have.
const SSCC_TAGS: [&str; 3] = ["Variant", "SwitchLimit", "SwitchRun"];

/// A game of a match.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// The number of the game in its match, from 1.
    pub number: usize,
    /// The players who began with White and with Black.
    pub players: [String; 2],
    /// Whether the second player of the match began with White.
    pub is_reversed: bool,
    /// Chess or Switch-Side Chain-Chess.
    pub variant: Variant,
    /// When it was played, like `2026.11.17`.
    pub date: String,
    /// What was played, and how it ended.
    pub played: PlayedGame,
}

impl GameRecord {
    /// The game for a PGN file: with the tags `Event`, `Date`, `Round`, `Result` and
    /// `Termination`, a comment command after each switch, and a comment at the end
    /// that says how the game ended. A game of ordinary chess has no tag `Variant`.
    #[must_use]
    pub fn pgn(&self) -> PgnGame {
        let [white, black] = &self.players;
        let mut pgn = PgnGame::from_game(&self.played.game, white, black);
        pgn.set_tag("Event", "catena match");
        pgn.set_tag("Date", &self.date);
        pgn.set_tag("Round", &self.number.to_string());
        pgn.set_tag("Termination", self.played.outcome.termination());
        if self.variant == Variant::Chess {
            pgn.tags
                .retain(|(name, _)| !SSCC_TAGS.contains(&name.as_str()));
        }
        let comments = match pgn.line.moves.last_mut() {
            Some(last) => &mut last.comments,
            None => &mut pgn.line.comments,
        };
        comments.push(self.played.reason());
        pgn
    }
}
