//! [`Scene`]: what to draw of one board.

use std::collections::{BTreeMap, BTreeSet};

use catena_grid::{Cell, Chain, Piece, Placement};

use crate::board;
use crate::picture::Picture;
use crate::theme::Theme;

/// What to draw of one board, for every back end.
///
/// Cells are counted from the top left corner of the board as White sees it,
/// even if it is flipped. On an 8×8 board, every method that takes cells also
/// takes [`Square`](catena_grid::Square)s. Cells that are not on the board are
/// ignored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    placement: Placement,
    moved: Option<Cell>,
    chain: Vec<Cell>,
    enclosed: BTreeSet<Cell>,
    marked: BTreeSet<Cell>,
    classes: BTreeMap<Cell, u32>,
    caption: String,
    is_flipped: bool,
    has_coordinates: bool,
}

impl Scene {
    /// Returns a scene of the pieces and coordinates, with nothing marked.
    #[must_use]
    pub fn new(placement: &Placement) -> Scene {
        Scene {
            placement: placement.clone(),
            moved: None,
            chain: Vec::new(),
            enclosed: BTreeSet::new(),
            marked: BTreeSet::new(),
            classes: BTreeMap::new(),
            caption: String::new(),
            is_flipped: false,
            has_coordinates: true,
        }
    }

    /// Frames the piece that moved last.
    #[must_use]
    pub fn moved(mut self, cell: impl Into<Cell>) -> Scene {
        self.moved = Some(cell.into()).filter(|cell| self.contains(*cell));
        self
    }

    /// Draws a closed line through these cells, in this order.
    #[must_use]
    pub fn chain<I>(mut self, cells: I) -> Scene
    where
        I: IntoIterator<Item: Into<Cell>>,
    {
        self.chain = self.known(cells).collect();
        self
    }

    /// Hatches these cells as enclosed.
    #[must_use]
    pub fn enclosed<I>(mut self, cells: I) -> Scene
    where
        I: IntoIterator<Item: Into<Cell>>,
    {
        self.enclosed = self.known(cells).collect();
        self
    }

    /// Draws a chain of any board and hatches the cells that it encloses.
    #[must_use]
    pub fn with_chain<C: Copy + Into<Cell>>(self, chain: &Chain<C>) -> Scene {
        self.chain(chain.cells().iter().copied())
            .enclosed(chain.encloses().iter().copied())
    }

    /// Marks these cells, for example all cells that are on a chain.
    #[must_use]
    pub fn marked<I>(mut self, cells: I) -> Scene
    where
        I: IntoIterator<Item: Into<Cell>>,
    {
        self.marked = self.known(cells).collect();
        self
    }

    /// Writes numbers of classes on cells, such as the numbers of areas; 0 is no
    /// class and is not written.
    #[must_use]
    pub fn classes<I, C>(mut self, numbers: I) -> Scene
    where
        I: IntoIterator<Item = (C, u32)>,
        C: Into<Cell>,
    {
        self.classes = numbers
            .into_iter()
            .map(|(cell, number)| (cell.into(), number))
            .filter(|(cell, number)| self.contains(*cell) && *number > 0)
            .collect();
        self
    }

    /// Writes a caption below the board. It is wrapped to the width of the
    /// board. Tabs become spaces; other control characters except line breaks
    /// are removed.
    #[must_use]
    pub fn caption(mut self, text: impl Into<String>) -> Scene {
        let text = text.into().replace('\t', " ");
        self.caption = text
            .chars()
            .filter(|letter| *letter == '\n' || !letter.is_control())
            .collect();
        self
    }

    /// Sets whether the board is shown from Black's side.
    #[must_use]
    pub fn flip(mut self, is_flipped: bool) -> Scene {
        self.is_flipped = is_flipped;
        self
    }

    /// Sets whether the names of files and ranks are written along the edge.
    #[must_use]
    pub fn coordinates(mut self, has_coordinates: bool) -> Scene {
        self.has_coordinates = has_coordinates;
        self
    }

    /// Returns the scene as a picture, for [`svg`](crate::svg) and
    /// [`png`](crate::png).
    #[must_use]
    pub fn picture(&self, theme: &Theme) -> Picture {
        board::picture(self, theme)
    }

    fn contains(&self, cell: Cell) -> bool {
        cell.column < self.width() && cell.row < self.height()
    }

    fn known<I>(&self, cells: I) -> impl Iterator<Item = Cell> + use<I>
    where
        I: IntoIterator<Item: Into<Cell>>,
    {
        let (width, height) = (self.width(), self.height());
        cells
            .into_iter()
            .map(Into::into)
            .filter(move |cell: &Cell| cell.column < width && cell.row < height)
    }
}

/// What the back ends read.
impl Scene {
    pub(crate) fn width(&self) -> usize {
        self.placement.width()
    }

    pub(crate) fn height(&self) -> usize {
        self.placement.height()
    }

    pub(crate) fn placement(&self) -> &Placement {
        &self.placement
    }

    pub(crate) fn moved_cell(&self) -> Option<Cell> {
        self.moved
    }

    pub(crate) fn chain_cells(&self) -> &[Cell] {
        &self.chain
    }

    /// The steps of the chain, including the one from the last cell to the first.
    pub(crate) fn chain_links(&self) -> impl Iterator<Item = (Cell, Cell)> {
        let next = self.chain.iter().cycle().skip(1);
        self.chain.iter().copied().zip(next.copied())
    }

    pub(crate) fn enclosed_cells(&self) -> &BTreeSet<Cell> {
        &self.enclosed
    }

    pub(crate) fn marked_cells(&self) -> &BTreeSet<Cell> {
        &self.marked
    }

    pub(crate) fn class_numbers(&self) -> &BTreeMap<Cell, u32> {
        &self.classes
    }

    pub(crate) fn caption_text(&self) -> &str {
        &self.caption
    }

    pub(crate) fn is_flipped(&self) -> bool {
        self.is_flipped
    }

    pub(crate) fn has_coordinates(&self) -> bool {
        self.has_coordinates
    }

    /// All cells, in reading order.
    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = (self.width(), self.height());
        (0..height).flat_map(move |row| (0..width).map(move |column| Cell::new(column, row)))
    }

    /// The pieces and where they stand, in reading order.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = (Cell, Piece)> {
        self.cells().filter_map(|cell| {
            let piece = self.placement.piece_at(cell)?;
            Some((cell, piece))
        })
    }

    /// Returns where a cell is shown: at itself, or at the opposite cell of a
    /// flipped board.
    pub(crate) fn shown(&self, cell: Cell) -> Cell {
        if self.is_flipped {
            Cell::new(self.width() - 1 - cell.column, self.height() - 1 - cell.row)
        } else {
            cell
        }
    }

    /// Returns whether a cell has the colour of a1.
    pub(crate) fn is_dark(&self, cell: Cell) -> bool {
        (cell.column + self.height() - 1 - cell.row).is_multiple_of(2)
    }

    pub(crate) fn name(&self, cell: Cell) -> String {
        cell.name(self.height())
    }
}
