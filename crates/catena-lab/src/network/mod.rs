//! The network of the evaluation: the positions it learns from, and how it learns.
//!
//! [`play_games`] lets the engine play itself, in chess or in Switch-Side Chain-Chess, and
//! keeps quiet positions as [`TrainingPosition`]s. [`TrainingSet`] reads what was kept,
//! [`train`] fits a [`FloatNetwork`] to it, and [`FloatNetwork::quantise`] rounds it to the
//! integers that the engine uses.

mod float_network;
mod games;
mod position;
mod train;
mod training_set;

pub use self::float_network::FloatNetwork;
pub use self::games::{GamePlan, play_games};
pub use self::position::{Points, RECORD_BYTES, TrainingPosition};
pub use self::train::{EpochReport, TrainPlan, train};
pub use self::training_set::{TrainingSet, TrainingSetError};
