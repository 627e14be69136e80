//! Which pieces are on a chain: one file a kind of grid.

mod forest;
pub mod graph;
mod grid8;
mod progress;
pub mod raster;
mod run;
pub mod volume;

pub(crate) use grid8::{adjacent_empties, enclosed_by, first_in_reading_order, is_on_a_wall};
pub use grid8::{areas, chain_squares, enclosed, for_each_wall, has_chain};
