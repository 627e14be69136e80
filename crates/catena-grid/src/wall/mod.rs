//! Walls: where does it leak, where is it weakest, what would close it?
//!
//! These questions are about a [`Space`]: a [`Grid`](crate::Grid) on any lattice,
//! or a [`Volume`](crate::Volume). **Cells are named (column, row)**, or (column,
//! row, layer), each counted from 0 at the top left.
//!
//! | question | function |
//! |---|---|
//! | every enclosed area: where is it, what bounds it, where is it weakest? | [`areas`] |
//! | how does this cell leak: the shortest way out, and how wide is the widest? | [`leak`] |
//! | which cells must be filled to cut a region off? | [`seal`], for a [`Region`] |
//! | what are the outlines of the areas, as polygons? | [`AreaSurvey::outlines`] |
//!
//! # Definitions
//!
//! A cell *leaks* into another if gap steps lead from one to the other through
//! empty cells; on squares these are the four orthogonal steps, in volumes the
//! six through faces. The *outside* is everything beyond the rim; a gap step
//! leads there from every cell at the rim, unless the rim counts as a wall
//! ([`Rim`]). An empty cell is *enclosed* if it does not leak to the outside.
//! An *area* is a set of enclosed cells that are connected, on squares and in
//! volumes also across corners; what opens it, its *opening*, is the fewest wall
//! cells whose removal lets some cell of it leak. [`theory::walls`](crate::theory::walls)
//! has all definitions, and the proofs.

mod cells;
mod flood;
mod flow;
mod gap_index;
mod leak;
mod opening;
mod outline;
mod region;
mod route;
mod run_route;
mod seal;
mod space;
mod survey;
mod width;
mod word_set;

pub use leak::{Leak, LeakAnswer};
pub use outline::{CornerGrid, Polygon};
pub use region::Region;
pub use seal::{Patch, SealAnswer};
pub use space::Space;
pub(crate) use survey::openings_of_areas;
pub use survey::{AreaRecord, AreaSurvey, Opening};
pub use width::WidestWay;

use core::fmt;

use crate::min_size::MinSize;
use cells::Cells;

/// Whether the edge of the grid counts as a wall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rim {
    /// A gap that touches the rim leaks to the outside.
    #[default]
    Open,
    /// Nothing leaks across the rim, and no wall cell that is removed changes
    /// that: every empty cell is enclosed.
    Wall,
}

/// Describes every enclosed area of at least `min_size` cells.
///
/// # Errors
///
/// If there are too many cells.
///
/// # Complexity
///
/// Near linear in the cells, apart from the lists of the cells of openings, which
/// are made one by one. Extra space: about half a byte per cell, 28 bytes per run of
/// empty cells and 64 bytes per area.
///
/// # Exactness
///
/// Exact. `tests/grid/walls.rs` compares openings with the removal of every set of
/// wall cells.
///
/// # Examples
///
/// ```
/// use catena_grid::wall::{self, Rim};
/// use catena_grid::{Cell, Grid, MinSize, Raster};
///
/// let raster = Raster::from_art(
///     "# # # # # #
///      ## . . # . #
///      ## . . # # #
///      ## # # # # #",
/// )?;
/// let grid = Grid::new(&raster);
/// let survey = wall::areas(&grid, Rim::Open, MinSize::ONE)?;
/// let areas: Vec<_> = survey.records().collect();
/// assert_eq!(areas.len(), 2);
/// assert_eq!((areas[0].cells, areas[0].walls), (4, 8));
/// assert_eq!((areas[0].min, areas[0].max), (Cell::new(1, 1), Cell::new(2, 2)));
/// assert_eq!(areas[0].touches, [2]);
/// let opening = areas[0].opening.as_ref().expect("the rim is open");
/// assert_eq!(opening.cells.len(), 1);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn areas<S: Space>(
    space: &S,
    rim: Rim,
    min_size: MinSize,
) -> Result<AreaSurvey<'_, S>, WallError<S::Place>> {
    AreaSurvey::new(space, rim, min_size)
}

/// Finds how an empty cell leaks to the outside: a shortest way out, and the
/// width of the widest.
///
/// # Definition
///
/// The *width* of a way out is the side of a square of empty cells that is slid
/// along it, one orthogonal step at a time: it begins where it covers the cell,
/// it ends where it touches the rim, and it never covers an occupied cell and
/// never leaves the grid. In a volume it is a cube. The widest way is one whose
/// square is the largest.
///
/// # Errors
///
/// If the cell is not empty, or there is no such cell, or there are too many
/// cells.
///
/// # Complexity
///
/// Linear in the cells for the shortest way. For the width `w` of the widest,
/// O(log w) erosions and floods, 64 cells at a time. Extra space: about one byte
/// per cell.
///
/// # Exactness
///
/// Exact. `tests/grid/leaks.rs` compares it with squares that are slid one by one.
///
/// # Examples
///
/// ```
/// use catena_grid::wall::{self, LeakAnswer, Rim};
/// use catena_grid::{Cell, Grid, Raster};
///
/// let raster = Raster::from_art(
///     "# # # # # #
///      ## . . . # #
///      ## . . . . .
///      ## . . . # #
///      ## # # # # #",
/// )?;
/// let grid = Grid::new(&raster);
/// let LeakAnswer::Leaks(leak) = wall::leak(&grid, Rim::Open, Cell::new(2, 2))? else {
///     panic!("it leaks");
/// };
/// assert_eq!(leak.route.len(), 4);
/// let widest = leak.widest.expect("cells are squares");
/// assert_eq!((widest.width, widest.narrowest), (1, Cell::new(4, 2)));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn leak<S: Space>(
    space: &S,
    rim: Rim,
    cell: S::Place,
) -> Result<LeakAnswer<S::Place>, WallError<S::Place>> {
    let cells = Cells::new(space, rim)?;
    let start = empty_cell(&cells, cell)?;
    Ok(leak::leak(&cells, start))
}

/// Finds the fewest cells to fill so that a region is cut off from the outside.
/// No cell of the region is filled.
///
/// # Definition
///
/// A minimum vertex cut between the region and the outside in the graph of the
/// empty cells and gap steps. Of several, this is the one nearest to the region:
/// what it leaves connected with the region, every other minimum cut leaves
/// connected too.
///
/// # Errors
///
/// [`WallError::Unverified`] if the patch does not pass the flood that checks it
/// in the end. That would be a bug.
///
/// # Complexity
///
/// For a patch of `k` cells, `k + 1` searches and a flood, each linear in the
/// runs of empty cells and the cells on ways. Extra space: about one byte per
/// cell, one more where there are ways, and 16 bytes per run that a search
/// reaches.
///
/// # Exactness
///
/// Exact, by Menger's theorem: the answer comes with as many ways out that share
/// no cell, and is checked by a flood. `tests/grid/seals.rs` compares it with filling
/// every set of cells.
///
/// # Examples
///
/// ```
/// use catena_grid::wall::{self, Region, Rim, SealAnswer};
/// use catena_grid::{Cell, Grid, Raster};
///
/// let raster = Raster::from_art(
///     "# # # # # #
///      ## . . . # #
///      ## . . . . .
///      ## . . . # #
///      ## # # # # #",
/// )?;
/// let grid = Grid::new(&raster);
/// let mut region = Region::new(&grid, Rim::Open)?;
/// region.add_around(Cell::new(2, 2), 1)?;
/// let SealAnswer::Sealed(patch) = wall::seal(&region)? else {
///     panic!("the region is not at the rim");
/// };
/// assert_eq!(patch.cells, [Cell::new(4, 2)]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn seal<S: Space>(region: &Region<'_, S>) -> Result<SealAnswer<S::Place>, WallError<S::Place>> {
    seal::seal(region)
}

/// The number of an empty cell.
fn empty_cell<S: Space>(cells: &Cells<'_, S>, place: S::Place) -> Result<u32, WallError<S::Place>> {
    match cells.number(place) {
        None => Err(WallError::NoSuchCell(place)),
        Some(cell) if cells.is_occupied(cell) => Err(WallError::Occupied(place)),
        Some(cell) => Ok(cell),
    }
}

/// A question about walls that cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WallError<P> {
    /// The cell is not on the grid or in the volume.
    NoSuchCell(P),
    /// The cell is occupied; only empty cells leak.
    Occupied(P),
    /// There are more than 2^31 cells, rows filled up to multiples of 64.
    TooLarge,
    /// A patch did not pass its test. This is a bug.
    Unverified,
}

impl<P: fmt::Debug> fmt::Display for WallError<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WallError::NoSuchCell(cell) => write!(f, "there is no cell {cell:?}"),
            WallError::Occupied(cell) => {
                write!(f, "the cell {cell:?} is occupied; only empty cells leak")
            }
            WallError::TooLarge => {
                f.write_str("questions about walls are answered for up to 2^31 cells")
            }
            WallError::Unverified => {
                f.write_str("the patch does not seal the region; this is a bug")
            }
        }
    }
}

impl<P: fmt::Debug> core::error::Error for WallError<P> {}
