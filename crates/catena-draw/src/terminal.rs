//! Scenes as text for a terminal, readable with colour and without.
//!
//! A cell is four characters wide and two lines high, which leaves room to
//! draw the links of a chain between its pieces:
//!
//! ```
//! use catena_core::{Cell, Placement};
//! use catena_draw::Scene;
//! use catena_draw::terminal::{self, Style};
//!
//! let placement: Placement = "1pp1/p2p/1pp1".parse()?;
//! let chain = [(1, 0), (2, 0), (3, 1), (2, 2), (1, 2), (0, 1)];
//! let scene = Scene::new(&placement)
//!     .moved(Cell::new(1, 0))
//!     .chain(chain.map(|(column, row)| Cell::new(column, row)))
//!     .enclosed([Cell::new(1, 1), Cell::new(2, 1)]);
//! assert_eq!(
//!     terminal::render(&scene, Style::default()),
//!     "\
//! 3   ·  [p]──p   ·
//!       ╱       ╲
//! 2   p  ░░░░░░░  p
//!       ╲       ╱
//! 1   ·   p───p   ·
//!
//!     a   b   c   d
//!
//! [p] moved  ─── chain  ░░░ enclosed
//! "
//! );
//! # Ok::<(), catena_core::ParsePlacementError>(())
//! ```

use std::collections::BTreeSet;

use catena_core::{Cell, Piece, file_name};

use crate::scene::Scene;
use crate::sheet::Sheet;

/// Which characters a board is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Script {
    /// Letters for pieces, and nothing beyond ASCII.
    Ascii,
    /// Letters for pieces, Unicode for lines and shades.
    #[default]
    Unicode,
    /// The chess symbols of Unicode for pieces, too. They are hard to tell
    /// apart in some terminals.
    Symbols,
}

/// How a board is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Style {
    /// Whether to colour, by ANSI escape sequences.
    pub color: bool,
    /// Which characters to use.
    pub script: Script,
}

/// The scene as lines of text, with a legend of the marks that are used.
///
/// The piece that moved stands in brackets, marked cells in parentheses,
/// enclosed cells are shaded, and the steps of the chain are lines. A class is
/// written on empty cells, as `+++` if its number has more than three digits.
#[must_use]
pub fn render(scene: &Scene, style: Style) -> String {
    let mut lines = board(scene, style.script).lines;
    let legend = legend(&[scene], style.script);
    if !legend.signs.is_empty() {
        lines.push(Line::default());
        lines.push(legend);
    }
    print(&lines, style.color)
}

/// The boards of a sheet, as many side by side as fit into `width` columns
/// (at least one), with one legend for all.
#[must_use]
pub fn render_sheet(sheet: &Sheet, style: Style, width: usize) -> String {
    const GAP: usize = 4;
    let blocks: Vec<Block> = (sheet.scenes().iter())
        .map(|scene| board(scene, style.script))
        .collect();
    let widest = blocks.iter().map(Block::width).max().unwrap_or(0);
    let columns = ((width + GAP) / (widest + GAP)).max(1);

    let mut lines = Vec::new();
    for row in blocks.chunks(columns) {
        let height = row.iter().map(|block| block.lines.len()).max().unwrap_or(0);
        for index in 0..height {
            let mut line = Line::default();
            for (column, block) in row.iter().enumerate() {
                let left = column * (widest + GAP);
                if let Some(part) = block.lines.get(index) {
                    line.paste(left, part);
                }
            }
            lines.push(line);
        }
        lines.push(Line::default());
    }
    lines.push(legend(
        &sheet.scenes().iter().collect::<Vec<_>>(),
        style.script,
    ));
    while lines.last().is_some_and(|line| line.signs.is_empty()) {
        lines.pop();
    }
    print(&lines, style.color)
}

/// What a character stands for, which decides its colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Ink {
    #[default]
    Plain,
    /// Empty cells and coordinates.
    Faint,
    White,
    Black,
    Moved,
    Chain,
    Marked,
    Enclosed,
    Class,
}

impl Ink {
    /// Parameters of the escape sequence. Only the sixteen colours that every
    /// terminal lets its user choose.
    fn code(self) -> Option<&'static str> {
        match self {
            Ink::Plain | Ink::Black => None,
            Ink::Faint => Some("2"),
            Ink::White => Some("1"),
            Ink::Moved => Some("1;30;43"),
            Ink::Chain => Some("1;36"),
            Ink::Marked => Some("1;35"),
            Ink::Enclosed => Some("31"),
            Ink::Class => Some("1;31"),
        }
    }
}

/// The characters of one script.
struct Signs {
    empty: char,
    shade: char,
    horizontal: char,
    vertical: char,
    falling: char,
    rising: char,
    crossing: char,
}

fn signs(script: Script) -> Signs {
    match script {
        Script::Ascii => Signs {
            empty: '.',
            shade: ':',
            horizontal: '-',
            vertical: '|',
            falling: '\\',
            rising: '/',
            crossing: 'X',
        },
        Script::Unicode | Script::Symbols => Signs {
            empty: '·',
            shade: '░',
            horizontal: '─',
            vertical: '│',
            falling: '╲',
            rising: '╱',
            crossing: '╳',
        },
    }
}

/// A line of characters, each with its ink.
#[derive(Clone, Debug, Default)]
struct Line {
    signs: Vec<(char, Ink)>,
}

impl Line {
    fn set(&mut self, column: usize, sign: char, ink: Ink) {
        if self.signs.len() <= column {
            self.signs.resize(column + 1, (' ', Ink::Plain));
        }
        self.signs[column] = (sign, ink);
    }

    fn write(&mut self, column: usize, text: &str, ink: Ink) {
        for (index, sign) in text.chars().enumerate() {
            self.set(column + index, sign, ink);
        }
    }

    fn paste(&mut self, column: usize, other: &Line) {
        for (index, &(sign, ink)) in other.signs.iter().enumerate() {
            self.set(column + index, sign, ink);
        }
    }
}

/// Lines that belong together.
#[derive(Clone, Debug, Default)]
struct Block {
    lines: Vec<Line>,
}

impl Block {
    fn width(&self) -> usize {
        (self.lines.iter())
            .map(|line| line.signs.len())
            .max()
            .unwrap_or(0)
    }

    fn set(&mut self, at: (usize, usize), sign: char, ink: Ink) {
        if let Some(line) = self.lines.get_mut(at.1) {
            line.set(at.0, sign, ink);
        }
    }

    fn sign(&self, at: (usize, usize)) -> Option<char> {
        Some(self.lines.get(at.1)?.signs.get(at.0)?.0)
    }
}

/// A board of text being written.
struct Writer<'a> {
    scene: &'a Scene,
    script: Script,
    signs: Signs,
    /// Columns left of the first cell.
    left: usize,
    block: Block,
}

/// The board with its coordinates and caption, without a legend.
fn board(scene: &Scene, script: Script) -> Block {
    let mut writer = Writer {
        scene,
        script,
        signs: signs(script),
        left: if scene.has_coordinates() {
            scene.height().to_string().len() + 2
        } else {
            0
        },
        block: Block {
            lines: vec![Line::default(); 2 * scene.height() - 1],
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
    /// Column and line of the middle of a cell, where it is shown.
    fn place(&self, cell: Cell) -> (usize, usize) {
        let shown = self.scene.shown(cell);
        (self.left + 4 * shown.column + 1, 2 * shown.row)
    }

    /// Shades enclosed cells, and what lies between them.
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

    /// Writes a piece, or what an empty cell shows.
    fn cell(&mut self, cell: Cell) {
        let (x, y) = self.place(cell);
        let piece = self.scene.placement().piece_at(cell.column, cell.row);
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
        let mut files = Line::default();
        for column in 0..self.scene.width() {
            let (x, _) = self.place(Cell::new(column, 0));
            files.write(x, &file_name(column), Ink::Faint);
        }
        self.block.lines.extend([Line::default(), files]);
    }

    fn caption(&mut self) {
        if self.scene.caption_text().trim().is_empty() {
            return;
        }
        self.block.lines.push(Line::default());
        let width = self.block.width().max(32);
        for text in wrap(self.scene.caption_text(), width) {
            let mut line = Line::default();
            line.write(0, &text, Ink::Plain);
            self.block.lines.push(line);
        }
    }
}

/// Breaks a text at its spaces into lines of at most `width` characters; a
/// longer word keeps a line of its own.
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

/// Explains the marks that the scenes use.
fn legend(scenes: &[&Scene], script: Script) -> Line {
    let any = |test: &dyn Fn(&Scene) -> bool| scenes.iter().any(|scene| test(scene));
    let Signs {
        shade, horizontal, ..
    } = signs(script);
    let moved = scenes.iter().find_map(|scene| {
        let cell = scene.moved_cell()?;
        let piece = scene.placement().piece_at(cell.column, cell.row);
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
    let mut line = Line::default();
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

/// The letter of a piece, or its symbol.
fn symbol(piece: Piece, script: Script) -> char {
    let symbols = "KQRBNPkqrbnp".chars().zip("♔♕♖♗♘♙♚♛♜♝♞♟".chars());
    let letter = piece.letter();
    (symbols.filter(|_| script == Script::Symbols))
        .find(|(known, _)| *known == letter)
        .map_or(letter, |(_, symbol)| symbol)
}

/// Puts the lines together, without spaces at their ends.
fn print(lines: &[Line], color: bool) -> String {
    let mut text = String::new();
    for line in lines {
        let visible = (line.signs.iter())
            .rposition(|(sign, _)| *sign != ' ')
            .map_or(0, |last| last + 1);
        for run in line.signs[..visible].chunk_by(|a, b| a.1 == b.1) {
            let code = run[0].1.code().filter(|_| color);
            if let Some(code) = code {
                text += &format!("\x1b[{code}m");
            }
            text.extend(run.iter().map(|(sign, _)| sign));
            if code.is_some() {
                text += "\x1b[0m";
            }
        }
        text.push('\n');
    }
    text
}
