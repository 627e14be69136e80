//! A scene in words, for screen readers.

use catena_grid::{Cell, Piece};

use crate::scene::Scene;

/// Returns a short title: the caption, or the size of the board.
pub(crate) fn title(scene: &Scene) -> String {
    let caption: Vec<&str> = scene.caption_text().split_whitespace().collect();
    if caption.is_empty() {
        format!("Board of {} by {} squares", scene.width(), scene.height())
    } else {
        caption.join(" ")
    }
}

/// Describes the position and the marks on it.
pub(crate) fn board(scene: &Scene) -> String {
    let marks = marks(scene);
    let space = if marks.is_empty() { "" } else { " " };
    format!("{}{space}{marks}", position(scene))
}

/// Describes the pieces and where they stand.
pub(crate) fn position(scene: &Scene) -> String {
    let mut text = side(scene, true) + " " + &side(scene, false);
    if scene.is_flipped() {
        text += " Seen from Black's side.";
    }
    text
}

/// Describes what is marked on the board.
pub(crate) fn marks(scene: &Scene) -> String {
    let mut sentences = Vec::new();
    if let Some(cell) = scene.moved_cell() {
        let what = scene
            .placement()
            .piece_at(cell)
            .map_or("piece".to_string(), singular);
        sentences.push(format!("The {what} on {} moved.", scene.name(cell)));
    }
    let chain = scene.chain_cells();
    if !chain.is_empty() {
        sentences.push(format!(
            "Chain of {} pieces: {}.",
            chain.len(),
            names(scene, chain)
        ));
    }
    let enclosed = scene.enclosed_cells();
    if !enclosed.is_empty() {
        sentences.push(format!("Enclosed squares: {}.", names(scene, enclosed)));
    }
    let marked = scene.marked_cells();
    if !marked.is_empty() {
        sentences.push(format!("Marked squares: {}.", names(scene, marked)));
    }
    let mut numbers: Vec<u32> = scene.class_numbers().values().copied().collect();
    numbers.sort_unstable();
    numbers.dedup();
    for number in numbers {
        let cells = scene.class_numbers().iter();
        let cells = cells.filter(|(_, other)| **other == number);
        let cells = names(scene, cells.map(|(cell, _)| cell));
        sentences.push(format!("Class {number}: {cells}."));
    }
    sentences.join(" ")
}

/// Describes the pieces of one side, grouped by kind.
fn side(scene: &Scene, is_white: bool) -> String {
    let color = if is_white { "White" } else { "Black" };
    let mut kinds: Vec<Piece> = (scene.pieces())
        .map(|(_, piece)| piece)
        .filter(|piece| piece.is_white() == is_white)
        .collect();
    kinds.sort_by_key(|piece| (rank_of(*piece), *piece));
    kinds.dedup();
    if kinds.is_empty() {
        return format!("{color} has no pieces.");
    }
    let groups: Vec<String> = kinds
        .into_iter()
        .map(|kind| {
            let cells: Vec<Cell> = (scene.pieces())
                .filter(|(_, piece)| *piece == kind)
                .map(|(cell, _)| cell)
                .collect();
            let plural = if cells.len() > 1 { "s" } else { "" };
            format!("{}{plural} {}", singular(kind), names(scene, &cells))
        })
        .collect();
    format!("{color}: {}.", groups.join("; "))
}

fn names<'a>(scene: &Scene, cells: impl IntoIterator<Item = &'a Cell>) -> String {
    let names: Vec<String> = cells.into_iter().map(|cell| scene.name(*cell)).collect();
    names.join(", ")
}

/// Returns the place of a piece in the usual order: the pieces of chess, then
/// all others.
fn rank_of(piece: Piece) -> usize {
    let letter = piece.letter().to_ascii_lowercase();
    "kqrbnp".find(letter).unwrap_or(6)
}

fn singular(piece: Piece) -> String {
    let letter = piece.letter().to_ascii_lowercase();
    match letter {
        'k' => "king".into(),
        'q' => "queen".into(),
        'r' => "rook".into(),
        'b' => "bishop".into(),
        'n' => "knight".into(),
        'p' => "pawn".into(),
        other => format!("piece {}", other.to_ascii_uppercase()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scene_is_told_in_words() {
        let placement = "4k3/8/8/8/8/8/8/4K2R".parse().unwrap();
        let scene = Scene::new(&placement)
            .moved(Cell::new(7, 7))
            .chain([Cell::new(4, 7), Cell::new(7, 7)])
            .enclosed([Cell::new(0, 7)])
            .classes([(Cell::new(0, 0), 2), (Cell::new(1, 0), 1)]);
        assert_eq!(
            board(&scene),
            "White: king e1; rook h1. Black: king e8. The rook on h1 moved. \
             Chain of 2 pieces: e1, h1. Enclosed squares: a1. Class 1: b8. Class 2: a8."
        );
    }

    #[test]
    fn pieces_of_one_kind_are_told_together() {
        let placement = "pa/ZP".parse().unwrap();
        assert_eq!(
            board(&Scene::new(&placement).flip(true)),
            "White: pawn b1; piece Z a1. Black: pawn a2; piece A b2. Seen from Black's side."
        );
        let placement = "pp/2".parse().unwrap();
        assert_eq!(
            board(&Scene::new(&placement)),
            "White has no pieces. Black: pawns a2, b2."
        );
    }
}
