//! The legend: what the marks on a board of text mean.

use super::canvas::{Ink, TextLine};
use super::script::{Script, Signs, signs, symbol};
use crate::scene::Scene;

/// Returns a line that explains the marks that occur in the scenes.
pub(super) fn legend(scenes: &[Scene], script: Script) -> TextLine {
    let any = |test: &dyn Fn(&Scene) -> bool| scenes.iter().any(test);
    let Signs {
        shade, horizontal, ..
    } = signs(script);
    let moved = scenes.iter().find_map(|scene| {
        let cell = scene.moved_cell()?;
        let piece = scene.placement().piece_at(cell);
        Some(piece.map_or(' ', |piece| symbol(piece, script)))
    });
    let marks = [
        (
            moved.is_some(),
            format!("[{}]", moved.unwrap_or(' ')),
            Ink::Moved,
            "moved",
        ),
        (
            any(&|scene| !scene.chain_cells().is_empty()),
            horizontal.to_string().repeat(3),
            Ink::Chain,
            "chain",
        ),
        (
            any(&|scene| !scene.enclosed_cells().is_empty()),
            shade.to_string().repeat(3),
            Ink::Enclosed,
            "enclosed",
        ),
        (
            any(&|scene| !scene.marked_cells().is_empty()),
            "( )".into(),
            Ink::Marked,
            "marked",
        ),
        (
            any(&|scene| !scene.class_numbers().is_empty()),
            "1".into(),
            Ink::Class,
            "class",
        ),
    ];
    let mut line = TextLine::default();
    for (is_used, sign, ink, meaning) in marks {
        if is_used {
            let start = match line.signs.len() {
                0 => 0,
                used => used + 2,
            };
            line.write(start, &sign, ink);
            line.write(start + sign.chars().count() + 1, meaning, Ink::Plain);
        }
    }
    line
}
