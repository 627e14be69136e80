//! The answers for boards of other sizes, as far as a work budget reaches.

use alloc::vec::Vec;

use super::board_home::{BoardHome, homes};
use super::cell_set::CellSet;
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

    /// How many empty cells it encloses.
    fn area(&self) -> u32 {
        u32::try_from(self.encloses.len()).unwrap_or(u32::MAX)
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
/// use catena_grid::{BOARD_BUDGET, Cell, Raster, board_answers};
///
/// let board = Raster::from_art(
///     ". . # # # . . . . .
///      . # . . . # . . . .
///      . . # # # . . . . .",
/// )?;
/// let answers = board_answers(&board, Cell::new(1, 1), BOARD_BUDGET);
/// assert_eq!(answers.max_area, Ok(3));
/// assert_eq!(answers.shortest.unwrap().unwrap().cells.len(), 8);
/// # Ok::<(), catena_grid::RasterError>(())
/// ```
#[must_use]
pub fn board_answers(board: &Raster, cell: Cell, budget: u64) -> BoardAnswers {
    let Some(homes) = homes(board, cell) else {
        return BoardAnswers::UNDECIDED;
    };
    let graph = graph_of(board, &homes, cell, budget);
    let best = |goal| match &graph {
        Ok(graph) => {
            let outline = graph.as_ref().and_then(|graph| graph.best(goal));
            Ok(outline.map(|outline| BoardChain::from_outline(outline, Some(cell))))
        }
        Err(undecided) => Err(*undecided),
    };
    let largest = best(Goal::Largest);
    BoardAnswers {
        max_area: match &largest {
            Ok(chain) => Ok(chain.as_ref().map_or(0, BoardChain::area)),
            Err(Undecided) => max_area(board, &homes, cell, budget),
        },
        max_group: max_group(board, &homes, cell, budget),
        shortest: best(Goal::Shortest),
        largest,
    }
}

impl BoardAnswers {
    const UNDECIDED: BoardAnswers = BoardAnswers {
        max_area: Err(Undecided),
        max_group: Err(Undecided),
        shortest: Err(Undecided),
        largest: Err(Undecided),
    };
}

/// All chains of these blocks through the cell around two adjacent empty
/// cells; none if there is none.
fn graph_of(
    board: &Raster,
    homes: &[BoardHome],
    cell: Cell,
    budget: u64,
) -> Result<Option<Graph<u128>>, Undecided> {
    let valid = homes.iter().filter(|home| home.has_pair());
    let Some((walls, empty)) = together(valid) else {
        return Ok(None);
    };
    let plan = Plan::new(&terrain(board, walls, empty), Some(cell));
    Graph::new(plan, &mut States(budget)).map(Some)
}

/// As [`max_area`](crate::max_area) for 8×8, but with no corridor for a bound.
fn max_area(
    board: &Raster,
    homes: &[BoardHome],
    cell: Cell,
    budget: u64,
) -> Result<u32, Undecided> {
    let mut bounds = Bounds { known: 0, limit: 0 };
    let valid = || homes.iter().filter(|home| home.has_pair());
    for home in valid() {
        if home.is_on_boundary {
            bounds.known = bounds.known.max(home.empty.len());
        } else {
            bounds.known = bounds.known.max(2);
            bounds.limit = bounds.limit.max(home.empty.len());
        }
    }
    match together(valid().filter(|home| !home.is_on_boundary)) {
        Some((walls, empty)) if bounds.known < bounds.limit => {
            let plan = Plan::new(&terrain(board, walls, empty), Some(cell));
            plan.max_area::<u128, _>(bounds, &mut States(budget))
        }
        _ => Ok(bounds.known),
    }
}

/// As [`max_group`](crate::max_group) for 8×8.
fn max_group(
    board: &Raster,
    homes: &[BoardHome],
    cell: Cell,
    budget: u64,
) -> Result<u32, Undecided> {
    let mut bounds = Bounds { known: 0, limit: 0 };
    for home in homes {
        if home.is_on_boundary {
            bounds.known = bounds.known.max(home.largest_group());
        } else {
            let certain = if home.has_pair() { 2 } else { 1 };
            bounds.known = bounds.known.max(certain);
            bounds.limit = bounds.limit.max(home.largest_group());
        }
    }
    match together(homes.iter().filter(|home| !home.is_on_boundary)) {
        Some((walls, empty)) if bounds.known < bounds.limit => {
            let larger = empty.groups().filter(|group| group.len() > bounds.known);
            let empty = larger.fold(CellSet::EMPTY, CellSet::union);
            let plan = GroupPlan::new(&terrain(board, walls, empty), cell);
            plan.max_group::<u128, _>(bounds, &mut States(budget))
        }
        _ => Ok(bounds.known),
    }
}

/// The pieces of these blocks and the empty cells they enclose; none if there
/// is no block.
fn together<'a>(homes: impl Iterator<Item = &'a BoardHome>) -> Option<(CellSet, CellSet)> {
    homes
        .map(|home| (home.block, home.empty))
        .reduce(|all, one| (all.0.union(one.0), all.1.union(one.1)))
}

fn terrain(board: &Raster, walls: CellSet, empty: CellSet) -> Terrain {
    Terrain::new(board.width(), board.height(), |cell| {
        if walls.contains(cell) {
            Ground::Wall
        } else if empty.contains(cell) {
            Ground::Empty
        } else {
            Ground::Bystander
        }
    })
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
    let listing = graph(board, cell, budget)?.map(Listing::new);
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
    let graph = graph(board, cell, budget)?;
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

/// All chains around two adjacent empty cells, or those of them through the
/// piece on a cell; none if there is none.
fn graph(
    board: &Raster,
    cell: Option<Cell>,
    budget: u64,
) -> Result<Option<Graph<u128>>, Undecided> {
    if let Some(cell) = cell {
        return graph_of(board, &homes(board, cell).ok_or(Undecided)?, cell, budget);
    }
    let query = Query {
        labels: true,
        ..Query::new(2)
    };
    // Without a cell to ask about, a query about size 2 has no error.
    let report = analyse::<SquareLattice>(board, &query).ok();
    let labels = report.and_then(|report| report.labels).unwrap_or_default();
    if labels.iter().all(|label| *label >= 0) {
        return Ok(None);
    }
    if board.width() > MAX_SIDE || board.height() > MAX_SIDE {
        return Err(Undecided);
    }
    let terrain = Terrain::new(board.width(), board.height(), |cell| {
        let is_piece = board.is_occupied(cell.column, cell.row);
        match labels[cell.row * board.width() + cell.column] {
            label if label < 0 => Ground::Wall,
            _ if is_piece => Ground::Bystander,
            _ => Ground::Empty,
        }
    });
    Graph::new(Plan::new(&terrain, None), &mut States(budget)).map(Some)
}
