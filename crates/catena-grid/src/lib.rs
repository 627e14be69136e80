//! Exact chain detection on grids: is this wall closed, and around what?
//!
//! A *chain* is a closed line of occupied cells, each a step from the next, each
//! used once. On squares a step is a king's step. A chain is *valid* if the
//! empty cells inside it, by the even–odd rule, include a connected group of at
//! least [two](MinSize::TWO), or of any other [`MinSize`]. This crate says which
//! cells are on a valid chain, shows the chain, and finds the shortest, the
//! largest, and everything that chains can enclose.
//!
//! All questions are methods of [`Board`], with the same names on every board:
//!
//! | board | type | questions are about |
//! |---|---|---|
//! | a chess position, or any 8×8 set | [`Grid8`] | [`Square`] |
//! | a raster of any size: text, an image, a map | [`Grid::new`] on a [`Raster`] | [`Cell`] |
//! | hexagons in rows | [`Grid::hex`] | [`Cell`] |
//! | any other lattice | [`Grid::with_lattice`] | [`Cell`] |
//!
//! | question | method |
//! |---|---|
//! | is this cell on a chain? | [`has_chain`](Board::has_chain) |
//! | which cells are on one? | [`chain_cells`](Board::chain_cells) |
//! | show me one | [`witness`](Board::witness) |
//! | the same for another minimum size | [`has_chain_of_size`](Board::has_chain_of_size), [`chain_cells_of_size`](Board::chain_cells_of_size), [`witness_of_size`](Board::witness_of_size) |
//! | the shortest, the one that encloses the most | [`shortest`](Board::shortest), [`largest`](Board::largest) |
//! | how much chains through a cell enclose | [`max_area`](Board::max_area), [`max_group`](Board::max_group) |
//! | everything that chains enclose | [`enclosures`](Board::enclosures), [`count_enclosures`](Board::count_enclosures) |
//! | the enclosed areas | [`enclosed`](Board::enclosed), [`areas`](Board::areas) |
//! | is this claimed chain one? | [`verify`](Board::verify) |
//! | counts, labels and the largest areas of a large grid | [`Grid::analyse`] |
//!
//! # Examples
//!
//! A chess position:
//!
//! ```
//! use catena_grid::{Board, Placement, Square};
//!
//! let position: Placement = "1b4rk/n1p3pr/p1np3p/1p1pp3/3PP3/P1NPPQ2/N1PRK3/1B6".parse()?;
//! let occupied = position.grid8().expect("an 8×8 board");
//! assert!(occupied.has_chain(Square::F3));
//! assert_eq!(occupied.max_area(Square::F3), 2);
//! assert_eq!(occupied.chain_cells().len(), 18);
//! # Ok::<(), catena_grid::ParsePlacementError>(())
//! ```
//!
//! An image: every pixel below a threshold is a wall.
//!
//! ```
//! use catena_grid::{Grid, MinSize, Query, Raster};
//!
//! let (width, height) = (7, 5);
//! let gray: Vec<u8> = (0..35)
//!     .map(|pixel: i32| {
//!         let (x, y) = (pixel % 7 - 3, pixel / 7 - 2);
//!         if x.abs().max(y.abs()) == 2 { 0 } else { 255 }
//!     })
//!     .collect();
//! let raster = Raster::from_fn(width, height, |cell| gray[cell.row * width + cell.column] < 128)?;
//! let report = Grid::new(&raster).analyse(&Query::new(MinSize::TWO));
//! assert_eq!((report.areas, report.cells_on_chain), (1, Ok(16)));
//! assert_eq!(report.largest_areas[0].size, 9);
//! # Ok::<(), catena_grid::RasterError>(())
//! ```
//!
//! A witness, checked against the definition. [`verify`](Board::verify) trusts
//! nothing in the chain and shares nothing with the detectors but the even–odd
//! rule and the steps of the lattice:
//!
//! ```
//! use catena_grid::{Board, Cell, Chain, ChainError, Grid, MinSize, Raster};
//!
//! let raster = Raster::from_art(
//!     ". # # . .
//!      ## . . # #
//!      . # # . .",
//! )?;
//! let grid = Grid::new(&raster);
//! let cell = Cell::new(0, 1);
//! let chain = grid.witness(cell).expect("the wall is closed");
//! assert_eq!(chain.encloses(), [Cell::new(1, 1), Cell::new(2, 1)]);
//! assert_eq!(grid.verify(cell, MinSize::TWO, &chain), Ok(()));
//!
//! let claimed = Chain::new(chain.cells().to_vec(), vec![Cell::new(1, 1)]);
//! let error = grid.verify(cell, MinSize::TWO, &claimed);
//! assert!(matches!(error, Err(ChainError::Encloses(_))));
//! # Ok::<(), catena_grid::RasterError>(())
//! ```
//!
//! # What is exact and what is not
//!
//! No answer is a guess. An answer that a [`Grid`] cannot find within its work
//! budget is [`Undecided`].
//!
//! - On 8×8 every answer is exact, and none is undecided.
//! - On every grid, [`has_chain`](Board::has_chain),
//!   [`chain_cells`](Board::chain_cells) and [`witness`](Board::witness) are exact
//!   in near linear time. So are minimum sizes 1, 2 and 3 on squares, and every
//!   size on hexagons.
//! - On squares, minimum sizes from 4 on need a search. The extreme chains and the
//!   enclosures need one too, and are undecided if the blocks of the cell do not
//!   fit in 32×32 cells.
//! - [`paper`] is a port of the published detector, with its errors.
//!
//! The proofs are in [`theory`].
//!
//! # Another question
//!
//! *Do two disjoint paths lead from here to one region?* is the paper's
//! criterion. On a grid it is not the same question: an island inside a wall has
//! two such paths and is on no chain. In graphs and volumes a closed line has no
//! inside, so this is the question that can be asked. [`disjoint_paths`] and
//! [`cavity`] answer it exactly, by Menger's theorem.
//!
//! # Walls
//!
//! *Where does it leak, where is it weakest, what would close it?* [`wall`] describes
//! every enclosed area with the fewest wall cells that open it, finds the shortest and
//! the widest way out of a cell, and the smallest patch that cuts a region off, on
//! grids and in volumes.
//!
//! # Features
//!
//! The crate has no `unsafe` code, and no dependencies unless you ask for them.
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `std` | yes | threads for [`Grid::analyse`]; without it the crate is `no_std` with `alloc` |
//! | `serde` | no | `Serialize` and `Deserialize` for boards, cells, chains and sizes |
//! | `arbitrary` | no | `Arbitrary` for boards, cells, chains and sizes, for fuzzing; turns on `std` |

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

// The generator of boards that all tests share names the crate from outside.
#[cfg(test)]
extern crate self as catena_grid;
#[cfg(test)]
#[allow(dead_code, reason = "the unit tests use a part of it")]
#[path = "../tests/support/boards.rs"]
mod boards;

mod answer;
mod biconnected;
mod board;
mod budget;
pub mod cavity;
mod cell;
mod chain;
mod corridor;
mod detect;
pub mod disjoint_paths;
mod even_odd;
mod frontier;
mod graph;
mod grid8;
mod large;
mod lattice;
mod min_size;
pub mod paper;
mod placement;
mod plane;
mod raster;
pub mod reference;
mod square;
pub mod theory;
mod theta;
mod union_find;
mod verify;
mod volume;
pub mod wall;
mod witness;

pub use answer::{Enclosures, GridEnclosures};
pub use board::{Answers, Board, Grid};
pub use budget::{DEFAULT_BUDGET, Undecided};
pub use cell::{Cell, OutsideError, ParseCellError, file_letters};
pub use chain::Chain;
pub use detect::for_each_wall;
pub use detect::raster::{Area, Progress, Query, Report, Tally};
pub use frontier::Count;
pub use graph::{Graph, GraphError};
pub use grid8::{Grid8, Squares};
pub use large::{LargeRaster, LargeRasterError, MAX_LARGE_CELLS};
pub use lattice::{HexLattice, Lattice, SquareLattice, Step, Steps};
pub use min_size::{MinSize, MinSizeError};
pub use placement::{MAX_SIDE, ParsePlacementError, Piece, Placement};
pub use raster::{MAX_CELLS, Raster, RasterError};
pub use square::{ParseSquareError, Square};
pub use verify::ChainError;
pub use volume::{Volume, VolumeError, Voxel};

/// Compiles and runs the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
