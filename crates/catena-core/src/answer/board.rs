//! The answers for boards of other sizes, as far as a work budget reaches.

use alloc::vec::Vec;

use super::enclosure::Count;
use crate::coordinate::Cell;
use crate::detect::raster::{Query, analyse};
use crate::frontier::{
    Bounds, Goal, Graph, Ground, GroupPlan, Listing, Outline, Plan, States, Terrain, Undecided,
};
use crate::lattice::SquareLattice;
use crate::placement::MAX_SIDE;
use crate::raster::Raster;

/// A chain on a board of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardChain {
    /// The pieces in order round the chain, from the piece asked about on.
    pub cells: Vec<Cell>,
    /// The empty cells inside, in reading order.
    pub encloses: Vec<Cell>,
}

impl BoardChain {
    /// The closed line through these cells of a board, with the empty cells
    /// inside it: those from which a ray to the left meets the line an odd
    /// number of times.
    ///
    /// The ray goes a hair above the centres of its row. So it meets just the
    /// links between this row and the one above, if their lower end is left
    /// of the cell.
    #[must_use]
    pub fn new(cells: Vec<Cell>, board: &Raster) -> BoardChain {
        let next = cells.iter().cycle().skip(1);
        let links = cells.iter().zip(next).filter(|(a, b)| a.row != b.row);
        let lower_ends: Vec<Cell> = links.map(|(a, b)| *a.max(b)).collect();
        let is_inside = |cell: Cell| {
            let left = |end: &&Cell| end.row == cell.row && end.column < cell.column;
            !board.is_occupied(cell.column, cell.row)
                && lower_ends.iter().filter(left).count() % 2 == 1
        };
        let encloses = all_cells(board).filter(|cell| is_inside(*cell)).collect();
        BoardChain { cells, encloses }
    }

    fn from_outline(outline: Outline, start: Option<Cell>) -> BoardChain {
        let mut cells = outline.cells;
        if let Some(place) = cells.iter().position(|cell| Some(*cell) == start) {
            cells.rotate_left(place);
        }
        BoardChain {
            cells,
            encloses: outline.inside,
        }
    }
}

fn all_cells(board: &Raster) -> impl Iterator<Item = Cell> + use<> {
    let (width, height) = (board.width(), board.height());
    (0..height).flat_map(move |row| (0..width).map(move |column| Cell { column, row }))
}

/// All answers about one piece of a board of any size; each may be undecided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardAnswers {
    /// The most empty cells inside a chain; see [`max_area`](crate::max_area).
    pub max_area: Result<u32, Undecided>,
    /// The largest group inside a chain; see [`max_group`](crate::max_group).
    pub max_group: Result<u32, Undecided>,
    /// A chain with the fewest pieces; see [`shortest`](crate::shortest()).
    pub shortest: Result<Option<BoardChain>, Undecided>,
    /// A chain that encloses the most; see [`largest`](crate::largest()).
    pub largest: Result<Option<BoardChain>, Undecided>,
}

/// All answers about the piece on `cell` of a board with at most [`MAX_SIDE`]
/// columns and rows, found with at most `budget` states for each search.
///
/// What is answered is exact; what would need more work is
/// [undecided](Undecided), never a guess.
///
/// ```
/// use catena_core::{BOARD_BUDGET, Cell, Raster, board_answers};
///
/// let board = Raster::from_art(
///     ". . # # # . . . . .
///      . # . . . # . . . .
///      . . # # # . . . . .",
/// )?;
/// let answers = board_answers(&board, Cell::new(1, 1), BOARD_BUDGET);
/// assert_eq!(answers.max_area, Ok(3));
/// assert_eq!(answers.shortest.unwrap().unwrap().cells.len(), 8);
/// # Ok::<(), catena_core::RasterError>(())
/// ```
#[must_use]
pub fn board_answers(board: &Raster, cell: Cell, budget: u64) -> BoardAnswers {
    let ground = Grounds::of(board);
    let graph = ground.graph(Some(cell), budget);
    let best = |goal| match &graph {
        Ok(graph) => {
            let outline = graph.as_ref().and_then(|graph| graph.best(goal));
            Ok(outline.map(|outline| BoardChain::from_outline(outline, Some(cell))))
        }
        Err(undecided) => Err(*undecided),
    };
    let largest = best(Goal::Largest);
    let area_of = |chain: &Option<BoardChain>| {
        chain.as_ref().map_or(0, |chain| {
            u32::try_from(chain.encloses.len()).unwrap_or(u32::MAX)
        })
    };
    BoardAnswers {
        max_area: largest
            .as_ref()
            .map(area_of)
            .map_err(|undecided| *undecided),
        max_group: ground.max_group(cell, budget),
        shortest: best(Goal::Shortest),
        largest,
    }
}

/// The budget that the command line uses: a second or two of work.
pub const BOARD_BUDGET: u64 = 1_000_000;

/// Every distinct set of empty cells that a chain of the board encloses, as
/// [`enclosures`](crate::enclosures()) lists them for 8×8.
///
/// # Errors
///
/// If the search for chains alone would take more than `budget` states.
pub fn board_enclosures(
    board: &Raster,
    cell: Option<Cell>,
    budget: u64,
) -> Result<BoardEnclosures, Undecided> {
    let listing = Grounds::of(board).graph(cell, budget)?.map(Listing::new);
    Ok(BoardEnclosures { listing, cell })
}

/// How many sets [`board_enclosures`] would give.
///
/// # Errors
///
/// If the search for chains alone would take more than `budget` states.
pub fn count_board_enclosures(
    board: &Raster,
    cell: Option<Cell>,
    budget: u64,
) -> Result<Count, Undecided> {
    let graph = Grounds::of(board).graph(cell, budget)?;
    Ok(graph.map_or(Count::Exactly(0), |graph| graph.count(budget)))
}

/// The sets that [`board_enclosures`] lists, each with a chain.
#[derive(Clone, Debug)]
pub struct BoardEnclosures {
    listing: Option<Listing<u128>>,
    cell: Option<Cell>,
}

impl Iterator for BoardEnclosures {
    type Item = BoardChain;

    fn next(&mut self) -> Option<BoardChain> {
        let outline = self.listing.as_mut()?.next()?;
        Some(BoardChain::from_outline(outline, self.cell))
    }
}

impl core::iter::FusedIterator for BoardEnclosures {}

/// What each cell of a board is to its chains.
struct Grounds {
    width: usize,
    height: usize,
    ground: Vec<Ground>,
    /// No group of empty cells inside a chain is larger.
    largest_group: u32,
}

impl Grounds {
    fn of(board: &Raster) -> Grounds {
        let query = Query {
            labels: true,
            largest: 1,
            ..Query::new(1)
        };
        // Without a cell to ask about, a query about size 1 has no error.
        let report = analyse::<SquareLattice>(board, &query).ok();
        let largest_group = report
            .as_ref()
            .and_then(|report| report.largest.first())
            .map_or(0, |area| u32::try_from(area.size).unwrap_or(u32::MAX));
        let labels = report.and_then(|report| report.labels).unwrap_or_default();
        let ground = labels.iter().map(|label| match label.signum() {
            1 => Ground::Empty,
            -1 => Ground::Wall,
            _ => Ground::Bystander,
        });
        Grounds {
            width: board.width(),
            height: board.height(),
            ground: ground.collect(),
            largest_group,
        }
    }

    fn terrain(&self) -> Option<Terrain> {
        let fits = self.width <= MAX_SIDE && self.height <= MAX_SIDE;
        fits.then(|| {
            Terrain::new(self.width, self.height, |cell| {
                self.ground[cell.row * self.width + cell.column]
            })
        })
    }

    fn is_wall(&self, cell: Cell) -> bool {
        self.ground.get(cell.row * self.width + cell.column) == Some(&Ground::Wall)
    }

    /// All chains around two adjacent empty cells, or those of them through a
    /// cell; none if there is none.
    fn graph(&self, cell: Option<Cell>, budget: u64) -> Result<Option<Graph<u128>>, Undecided> {
        let has_walls = match cell {
            Some(cell) => self.is_wall(cell),
            None => self.ground.contains(&Ground::Wall),
        };
        if !has_walls {
            return Ok(None);
        }
        let terrain = self.terrain().ok_or(Undecided)?;
        Graph::new(Plan::new(&terrain, cell), &mut States(budget)).map(Some)
    }

    fn max_group(&self, cell: Cell, budget: u64) -> Result<u32, Undecided> {
        if !self.is_wall(cell) {
            return Ok(0);
        }
        // The cell is on a chain around an empty cell: that much is known.
        let bounds = Bounds {
            known: 1,
            limit: self.largest_group,
        };
        let terrain = self.terrain().ok_or(Undecided)?;
        GroupPlan::new(&terrain, cell).max_group::<u128, _>(bounds, &mut States(budget))
    }
}
