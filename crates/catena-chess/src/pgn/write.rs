//! From a game to text.

use core::fmt;

use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, EnPassantMode, Position as _};

use super::resolve::{VARIANT, is_sscc, null_move, switch_command};
use super::tree::{PgnGame, PgnLine, PgnMove, PgnNode, Tags};
use crate::decision::Decision;
use crate::game::Game;
use crate::position::SsccPosition;
use crate::rules::{RESULT_NAMES_PLAYERS, SwitchLimit};

/// Lines of moves are broken before this column, as the standard asks.
const WIDTH: usize = 79;

/// What stands on the line of the tag `Variant`, before it.
///
/// python-chess refuses variants it does not know: it reports an error, and
/// can then neither show nor write the game. It reads one tag per line, so it
/// does not see a second one there, and takes the game for chess, which its
/// moves are. Readers that follow the standard see both tags.
const BEFORE_VARIANT: &str = "[UCI_Variant \"sscc\"] ";

/// The tag of [`BEFORE_VARIANT`], which is written, but not kept.
pub(super) const WRITTEN_TAG: (&str, &str) = ("UCI_Variant", "sscc");

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

/// The tags that say how the game starts, where that is not the usual way.
fn add_start(tags: &mut Tags, start: &SsccPosition) {
    let mut add = |name: &str, value: String| tags.push((name.into(), value));
    if start.switch_limit() != SwitchLimit::default() {
        add("SwitchLimit", start.switch_limit().to_string());
    }
    if let Some(run) = start.run() {
        add("SwitchRun", run.to_string());
    }
    let fen =
        |chess: &Chess| shakmaty::fen::Fen::from_position(chess, EnPassantMode::Legal).to_string();
    if fen(start.chess()) != fen(&Chess::new()) {
        add("SetUp", "1".into());
        add("FEN", fen(start.chess()));
    }
}

impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            if name == "Variant" && is_sscc(&self.tags) {
                f.write_str(BEFORE_VARIANT)?;
            }
            writeln!(f, "[{} \"{}\"]", tag_name(name), escaped(value))?;
        }
        if !self.tags.is_empty() {
            writeln!(f)?;
        }
        let mut text = Wrapped::default();
        write_line(&mut text, &self.line, self.start.chess().clone());
        text.word(self.result.unwrap_or_else(|| self.result_of_tag()));
        writeln!(f, "{}", text.text)
    }
}

impl PgnGame {
    /// The result by the tag, for a game that does not end with one.
    fn result_of_tag(&self) -> &'static str {
        let tag = self.tag("Result").unwrap_or("*");
        ["1-0", "0-1", "1/2-1/2"]
            .into_iter()
            .find(|result| *result == tag)
            .unwrap_or("*")
    }
}

/// A name that stands for itself in a file, whatever was read.
fn tag_name(name: &str) -> String {
    let name: String = name
        .chars()
        .map(|c| match c {
            'A'..='Z' | 'a'..='z' | '0'..='9' | '_' | '+' | '#' | '=' | ':' | '-' => c,
            _ => '_',
        })
        .collect();
    if name.is_empty() { "_".into() } else { name }
}

fn escaped(value: &str) -> String {
    value
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace(['\n', '\r'], " ")
}

/// Words, broken into lines.
#[derive(Default)]
struct Wrapped {
    text: String,
    column: usize,
    /// Whether the next word follows an opening bracket.
    glued: bool,
}

impl Wrapped {
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.column > 0 && !self.glued {
            if self.column + 1 + length > WIDTH {
                self.text.push('\n');
                self.column = 0;
            } else {
                self.text.push(' ');
                self.column += 1;
            }
        }
        self.glued = false;
        self.text.push_str(word);
        self.column += length;
    }

    fn open(&mut self) {
        self.word("(");
        self.glued = true;
    }

    fn close(&mut self) {
        self.text.push(')');
        self.column += 1;
        self.glued = false;
    }

    fn comment(&mut self, comment: &str) {
        // A comment is one word: breaking it would change it.
        self.word(&format!("{{{}}}", comment.replace('}', ")")));
    }
}

fn write_line(text: &mut Wrapped, line: &PgnLine<PgnMove>, mut chess: Chess) {
    for comment in &line.comments {
        text.comment(comment);
    }
    let mut needs_number = true;
    for node in &line.moves {
        if chess.turn() == Color::White {
            text.word(&format!("{}.", chess.fullmoves()));
        } else if needs_number {
            text.word(&format!("{}...", chess.fullmoves()));
        }
        let before = chess.clone();
        text.word(&play(&mut chess, node.mv));
        for nag in &node.nags {
            text.word(&format!("${nag}"));
        }
        write_comments(text, node, before.turn());
        for variation in &node.variations {
            text.open();
            write_line(text, variation, before.clone());
            text.close();
        }
        needs_number = node.mv.switches || !node.comments.is_empty() || !node.variations.is_empty();
    }
}

/// Writes the comments of a move, with the switch at their head.
fn write_comments(text: &mut Wrapped, node: &PgnNode<PgnMove>, turn: Color) {
    let mut comments = node.comments.iter();
    if node.mv.switches {
        let command = switch_command(turn);
        match comments.next() {
            Some(first) => text.comment(&format!("{command} {first}")),
            None => text.comment(command),
        }
    }
    for comment in comments {
        text.comment(comment);
    }
}

/// Plays the move and returns its text.
fn play(chess: &mut Chess, mv: PgnMove) -> String {
    match mv.mv {
        Some(mv) => SanPlus::from_move_and_play_unchecked(chess, mv).to_string(),
        None => {
            if let Ok(passed) = null_move(chess) {
                *chess = passed;
            }
            "--".into()
        }
    }
}

/// Converts the main line back into a game of two players.
impl PgnGame {
    /// The main line as a game, with its players.
    ///
    /// The result of the file is not taken over: [`Game::outcome`] is what the
    /// rules say.
    ///
    /// # Errors
    ///
    /// If the line has a null move, or goes on after the game is over.
    pub fn to_game(&self) -> Result<Game, crate::game::GameError> {
        let mut game = Game::from_position(self.start.clone(), crate::TimeControl::Unlimited);
        for node in &self.line.moves {
            let Some(mv) = node.mv.mv else {
                break;
            };
            game.play(Decision {
                mv,
                switches: node.mv.switches,
            })?;
        }
        Ok(game)
    }
}
