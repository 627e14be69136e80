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
mod block;
mod chain;
mod coordinate;
mod corridor;
pub mod detect;
mod disjoint;
mod frontier;
mod graph;
mod grid8;
mod lattice;
pub mod paper;
mod placement;
mod plane;
mod raster;
pub mod reference;
mod square;
mod verify;
mod volume;
mod witness;

pub use answer::{
    Answers, BOARD_BUDGET, BoardAnswers, BoardChain, BoardEnclosures, Count, Enclosures, answers,
    board_answers, board_enclosures, count_board_enclosures, count_enclosures, enclosures,
    has_chain_of_size, largest, max_area, max_group, shortest, witness_of_size,
};
pub use chain::Chain;
pub use coordinate::{Cell, ParseCellError, file_name};
pub use detect::{areas, chain_squares, enclosed, for_each_wall, has_chain};
pub use frontier::Undecided;
pub use graph::{Graph, GraphError};
pub use grid8::{Grid8, Squares};
pub use lattice::{HexLattice, Lattice, SquareLattice, Step, Steps};
pub use placement::{MAX_SIDE, ParsePlacementError, Piece, Placement};
pub use raster::{MAX_CELLS, Raster, RasterError};
pub use square::{ParseSquareError, Square};
pub use verify::{ChainError, verify};
pub use volume::{Volume, VolumeError, Voxel};
pub use witness::{witness, witness_around};
