//! One board as lines of text.

use std::collections::BTreeSet;

use catena_grid::{Cell, Piece, file_letters};

use super::canvas::{Ink, TextBlock, TextLine};
use super::script::{Script, Signs, signs, symbol};
use crate::scene::Scene;

/// A board that is being written as text.
struct Writer<'a> {
    scene: &'a Scene,
    script: Script,
    signs: Signs,
    /// Columns left of the first cell.
    left: usize,
    block: TextBlock,
}

/// Writes the board with its coordinates and caption, without a legend.
pub(super) fn board(scene: &Scene, script: Script) -> TextBlock {
    let mut writer = Writer {
        scene,
        script,
        signs: signs(script),
        left: if scene.has_coordinates() {
            scene.height().to_string().len() + 2
        } else {
            0
        },
        block: TextBlock {
            lines: vec![TextLine::default(); 2 * scene.height() - 1],
        },
    };
    writer.shades();
    writer.links();
    for cell in scene.cells() {
        writer.cell(cell);
    }
    writer.coordinates();
    writer.caption();
    writer.block
}

impl Writer<'_> {
    /// Returns the column and the line of the middle of a cell in the text.
    fn place(&self, cell: Cell) -> (usize, usize) {
        let shown = self.scene.shown(cell);
        (self.left + 4 * shown.column + 1, 2 * shown.row)
    }

    /// Shades enclosed cells and the space between adjacent ones.
    fn shades(&mut self) {
        let shown: BTreeSet<Cell> = (self.scene.enclosed_cells().iter())
            .map(|cell| self.scene.shown(*cell))
            .collect();
        for &Cell { row, column } in &shown {
            let has = |columns, rows| shown.contains(&Cell::new(column + columns, row + rows));
            let (right, below) = (has(1, 0), has(0, 1));
            let x = self.left + 4 * column;
            let y = 2 * row;
            for (is_shaded, columns, line) in [
                (true, x..x + 3, y),
                (right, x + 3..x + 4, y),
                (below, x..x + 3, y + 1),
                (right && below && has(1, 1), x + 3..x + 4, y + 1),
            ] {
                for column in columns.filter(|_| is_shaded) {
                    (self.block).set((column, line), self.signs.shade, Ink::Enclosed);
                }
            }
        }
    }

    /// Draws the king's steps of the chain.
    fn links(&mut self) {
        for (from, to) in self.scene.chain_links() {
            if from.distance(to) != 1 {
                continue;
            }
            let (a, b) = (self.place(from), self.place(to));
            let middle = (a.0.midpoint(b.0), a.1.midpoint(b.1));
            if a.1 == b.1 {
                for x in middle.0 - 1..=middle.0 + 1 {
                    self.block.set((x, a.1), self.signs.horizontal, Ink::Chain);
                }
                continue;
            }
            let (sign, other) = if a.0 == b.0 {
                (self.signs.vertical, None)
            } else if (a.0 < b.0) == (a.1 < b.1) {
                (self.signs.falling, Some(self.signs.rising))
            } else {
                (self.signs.rising, Some(self.signs.falling))
            };
            let is_crossed = other.is_some() && self.block.sign(middle) == other;
            let sign = if is_crossed {
                self.signs.crossing
            } else {
                sign
            };
            self.block.set(middle, sign, Ink::Chain);
        }
    }

    /// Writes the content of a cell: a piece, a class number, or a dot.
    fn cell(&mut self, cell: Cell) {
        let (x, y) = self.place(cell);
        let piece = self.scene.placement().piece_at(cell);
        match (piece, self.scene.class_numbers().get(&cell)) {
            (Some(piece), _) => {
                let ink = self.piece_ink(cell, piece);
                self.block.set((x, y), symbol(piece, self.script), ink);
            }
            (None, Some(number)) => {
                let text = match number {
                    0..1000 => number.to_string(),
                    _ => "+++".into(),
                };
                let start = if text.len() > 2 { x - 1 } else { x };
                self.block.lines[y].write(start, &text, Ink::Class);
            }
            (None, None) if self.scene.enclosed_cells().contains(&cell) => {}
            (None, None) => self.block.set((x, y), self.signs.empty, Ink::Faint),
        }
        if self.scene.moved_cell() == Some(cell) {
            self.surround((x, y), '[', ']', Ink::Moved);
        } else if self.scene.marked_cells().contains(&cell) {
            self.surround((x, y), '(', ')', Ink::Marked);
        }
    }

    fn surround(&mut self, (x, y): (usize, usize), left: char, right: char, ink: Ink) {
        self.block.set((x - 1, y), left, ink);
        self.block.set((x + 1, y), right, ink);
    }

    fn piece_ink(&self, cell: Cell, piece: Piece) -> Ink {
        if self.scene.moved_cell() == Some(cell) {
            Ink::Moved
        } else if self.scene.chain_cells().contains(&cell) {
            Ink::Chain
        } else if self.scene.marked_cells().contains(&cell) {
            Ink::Marked
        } else if piece.is_white() {
            Ink::White
        } else {
            Ink::Black
        }
    }

    fn coordinates(&mut self) {
        if !self.scene.has_coordinates() {
            return;
        }
        for row in 0..self.scene.height() {
            let (_, y) = self.place(Cell::new(0, row));
            let rank = (self.scene.height() - row).to_string();
            let start = self.left - 2 - rank.len();
            self.block.lines[y].write(start, &rank, Ink::Faint);
        }
        let mut files = TextLine::default();
        for column in 0..self.scene.width() {
            let (x, _) = self.place(Cell::new(column, 0));
            files.write(x, &file_letters(column), Ink::Faint);
        }
        self.block.lines.extend([TextLine::default(), files]);
    }

    fn caption(&mut self) {
        if self.scene.caption_text().trim().is_empty() {
            return;
        }
        self.block.lines.push(TextLine::default());
        let width = self.block.width().max(32);
        for text in wrap(self.scene.caption_text(), width) {
            let mut line = TextLine::default();
            line.write(0, &text, Ink::Plain);
            self.block.lines.push(line);
        }
    }
}

/// Breaks a text at spaces into lines of at most `width` characters. A longer
/// word has a line of its own.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}
