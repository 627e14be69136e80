//! Between a [`Game`] of two players and a [`PgnGame`].

use core::fmt;

use super::error::{PgnError, PgnErrorKind};
use super::find_move::move_number;
use super::start::{VARIANT, add_start};
use super::tree::{PgnGame, PgnLine, PgnMove, PgnNode, Tags};
use crate::clock::TimeControl;
use crate::decision::Decision;
use crate::game::Game;
use crate::rules::RESULT_NAMES_PLAYERS;

impl PgnGame {
    /// A game with the tags that every file of ours has; `White` and `Black`
    /// are the names of the players who start with these colours.
    ///
    /// ```
    /// use catena_chess::{Game, Decision, SwitchLimit, pgn::PgnGame};
    ///
    /// let mut game = Game::new(SwitchLimit::None);
    /// game.play(Decision::stay(game.position().parse_san("e4")?))?;
    /// let pgn = PgnGame::from_game(&game, "Anna", "Ben").to_string();
    /// assert!(pgn.contains("[Variant \"Switch-Side Chain-Chess\"]\n"));
    /// assert!(pgn.contains("[SwitchLimit \"none\"]\n"));
    /// assert!(pgn.ends_with("\n\n1. e4 *\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn from_game(game: &Game, white: &str, black: &str) -> PgnGame {
        let result = result_of(game);
        let start = game.start().clone();
        let mut tags: Tags = [
            ("Event", "?"),
            ("Site", "?"),
            ("Date", "????.??.??"),
            ("Round", "?"),
            ("White", white),
            ("Black", black),
            ("Result", result),
            ("Variant", VARIANT),
        ]
        .map(|(name, value)| (name.into(), value.into()))
        .into();
        add_start(&mut tags, &start);
        let moves = game
            .decisions()
            .map(|decision| {
                PgnNode::new(PgnMove {
                    mv: Some(decision.mv),
                    switches: decision.switches,
                })
            })
            .collect();
        PgnGame {
            tags,
            start,
            line: PgnLine {
                comments: Vec::new(),
                moves,
            },
            result: Some(result),
        }
    }

    /// The main line as a game of two players.
    ///
    /// The result of the file is not taken over: [`Game::outcome`] is what the
    /// rules say.
    ///
    /// # Errors
    ///
    /// If the line has a null move, or goes on after the game is over. The error has
    /// the game up to there.
    ///
    /// ```
    /// use catena_chess::pgn::PgnReader;
    ///
    /// let text = b"1. e4 e5 2. -- Nf6 *\n";
    /// let pgn = PgnReader::new(&text[..]).next().unwrap()?.resolve()?;
    /// let stopped = pgn.to_game().unwrap_err();
    /// assert_eq!(stopped.to_string(), "move 2: the null move '--' cannot be played here");
    /// assert_eq!(stopped.game.decisions().len(), 2);
    /// # Ok::<(), catena_chess::pgn::PgnError>(())
    /// ```
    pub fn to_game(&self) -> Result<Game, ToGameError> {
        let mut game = Game::from_position(self.start.clone(), TimeControl::Unlimited);
        for PgnMove { mv, switches } in self.line.moves.iter().map(|node| node.mv) {
            let played = match mv {
                Some(mv) => game
                    .play(Decision { mv, switches })
                    .map_err(PgnErrorKind::Game),
                None => Err(PgnErrorKind::NullMove),
            };
            if let Err(kind) = played {
                return Err(ToGameError {
                    at: move_number(game.position().chess()),
                    kind,
                    game: Box::new(game),
                });
            }
        }
        Ok(game)
    }
}

/// The result as the file has it.
fn result_of(game: &Game) -> &'static str {
    let Some(outcome) = game.outcome() else {
        return "*";
    };
    match outcome.winner() {
        Some(winner) if !RESULT_NAMES_PLAYERS => game.color_of(winner).fold_wb("1-0", "0-1"),
        _ => outcome.pgn(),
    }
}

/// The main line of a [`PgnGame`] cannot be played to its end as a [`Game`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ToGameError {
    /// The game up to the move that cannot be played.
    pub game: Box<Game>,
    /// The number of that move, like `12...`.
    pub at: String,
    /// What is wrong with it.
    pub kind: PgnErrorKind,
}

impl ToGameError {
    /// The same error for the game with this number, which begins on this line of a
    /// file.
    #[must_use]
    pub fn in_file(self, game: u64, line: u64) -> PgnError {
        PgnError {
            game,
            line,
            at: Some(self.at),
            in_variation: false,
            kind: self.kind,
        }
    }
}

impl fmt::Display for ToGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        super::error::write_move(f, &self.at)?;
        write!(f, ": {}", self.kind)
    }
}

impl core::error::Error for ToGameError {}
