//! Scenes as text for a terminal, readable with and without colour.
//!
//! A cell is four characters wide and two lines high, which leaves room to
//! draw the links of a chain between its pieces:
//!
//! ```
//! use catena_grid::{Cell, Placement};
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
//! # Ok::<(), catena_grid::ParsePlacementError>(())
//! ```

mod board;
mod canvas;
mod legend;
mod script;

use crate::scene::Scene;
use crate::sheet::Sheet;
use board::board;
use canvas::{TextBlock, TextLine, print};
use legend::legend;

pub use script::Script;

/// How a board is written as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Style {
    /// Whether to use colour, by ANSI escape sequences.
    pub color: bool,
    /// Which characters to use.
    pub script: Script,
}

/// Renders the scene as lines of text, with a legend of the marks that occur.
///
/// The piece that moved is in brackets, marked cells are in parentheses,
/// enclosed cells are shaded, and the steps of the chain are lines. Numbers of
/// classes are written on empty cells, as `+++` if they have more than three
/// digits.
#[must_use]
pub fn render(scene: &Scene, style: Style) -> String {
    let mut lines = board(scene, style.script).lines;
    let legend = legend(std::slice::from_ref(scene), style.script);
    if !legend.signs.is_empty() {
        lines.push(TextLine::default());
        lines.push(legend);
    }
    print(&lines, style.color)
}

/// Renders the boards of a sheet, as many side by side as fit into `width`
/// columns of text (at least one), with one legend for all.
#[must_use]
pub fn render_sheet(sheet: &Sheet, style: Style, width: usize) -> String {
    const GAP: usize = 4;
    let blocks: Vec<TextBlock> = (sheet.scenes().iter())
        .map(|scene| board(scene, style.script))
        .collect();
    let widest = blocks.iter().map(TextBlock::width).max().unwrap_or(0);
    let columns = (width.saturating_add(GAP) / (widest + GAP)).max(1);

    let mut lines = Vec::new();
    for row in blocks.chunks(columns) {
        let height = row.iter().map(|block| block.lines.len()).max().unwrap_or(0);
        for index in 0..height {
            let mut line = TextLine::default();
            for (column, block) in row.iter().enumerate() {
                let left = column * (widest + GAP);
                if let Some(part) = block.lines.get(index) {
                    line.paste(left, part);
                }
            }
            lines.push(line);
        }
        lines.push(TextLine::default());
    }
    lines.push(legend(sheet.scenes(), style.script));
    while lines.last().is_some_and(|line| line.signs.is_empty()) {
        lines.pop();
    }
    print(&lines, style.color)
}
