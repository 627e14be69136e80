//! From a game to text.

use core::fmt;

use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, Position as _};

use super::command::switch_command;
use super::find_move::null_move;
use super::start::is_sscc;
use super::tree::{PgnGame, PgnLine, PgnMove, PgnNode};

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
