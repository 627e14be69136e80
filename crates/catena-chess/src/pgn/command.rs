//! The comment commands of RULES.md 6.3: `[%sscc SW]`, `[%sscc SB]` and
//! `[%sscc chain …]`.

use catena_grid::{Chain, Square};
use shakmaty::Color;

use super::error::PgnErrorKind;

/// How the command that names a chain begins.
const CHAIN: &str = "[%sscc chain";

/// The command for a switch after a move of this colour.
pub(super) const fn switch_command(color: Color) -> &'static str {
    match color {
        Color::White => "[%sscc SW]",
        Color::Black => "[%sscc SB]",
    }
}

/// Takes the switch command out of the comments after a move of `turn`. Returns
/// whether there was one.
pub(super) fn take_switch(comments: &mut Vec<String>, turn: Color) -> Result<bool, PgnErrorKind> {
    if !comments.iter().any(|comment| comment.contains("[%sscc S")) {
        return Ok(false);
    }
    let (own, other) = (switch_command(turn), switch_command(!turn));
    if comments.iter().any(|comment| comment.contains(other)) {
        return Err(PgnErrorKind::WrongSide { command: other });
    }
    let found = comments.iter().any(|comment| comment.contains(own));
    for comment in comments.iter_mut().filter(|comment| comment.contains(own)) {
        *comment = comment.replace(own, "").trim().into();
    }
    comments.retain(|comment| !comment.is_empty());
    Ok(found)
}

/// The command that names the squares of a chain.
pub(super) fn chain_command(chain: &Chain<Square>) -> String {
    let mut text = String::from(CHAIN);
    for square in chain.cells() {
        text.push(' ');
        text.push_str(&square.to_string());
    }
    text.push(']');
    text
}

/// Whether the comment is nothing but the command for a chain.
pub(super) fn is_chain_command(comment: &str) -> bool {
    comment.starts_with(CHAIN) && comment.ends_with(']')
}
