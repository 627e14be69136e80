//! Exact chain detection on grids.
//!
//! A *chain* is a closed line of occupied cells, each a king's step from the
//! next, each used once. This crate says which cells are part of a chain that
//! encloses at least two adjacent empty cells, and shows the chain.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

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
mod lattice;
mod min_size;
pub mod paper;
mod placement;
mod plane;
mod raster;
pub mod reference;
mod square;
mod theta;
mod union_find;
mod verify;
mod volume;
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
pub use lattice::{HexLattice, Lattice, SquareLattice, Step, Steps};
pub use min_size::{MinSize, MinSizeError};
pub use placement::{MAX_SIDE, ParsePlacementError, Piece, Placement};
pub use raster::{MAX_CELLS, Raster, RasterError};
pub use square::{ParseSquareError, Square};
pub use verify::ChainError;
pub use volume::{Volume, VolumeError, Voxel};
