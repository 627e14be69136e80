//! Which pieces are on a chain: one module per kind of grid.

mod cut;
mod grid8;
mod progress;
pub(crate) mod raster;
pub(crate) mod run;

pub use grid8::for_each_wall;
pub(crate) use grid8::{adjacent_empties, enclosed_by, first_in_reading_order, is_on_a_wall};
pub(crate) use grid8::{areas, chain_squares, enclosed, has_chain};
