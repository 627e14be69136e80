//! The programs of a cluster: a scheduler and an executor of
//! [Ballista](https://datafusion.apache.org/ballista/), with the functions of
//! `catena-sql` on top of Ballista's own.
//!
//! Functions travel by name, so every program of a cluster must have the same ones. A
//! scheduler therefore refuses executors and clients of another version.

mod bad_row_engine;
pub mod executor;
mod host;
mod logger;
pub mod scheduler;
mod seen_file;
mod slot_count;
mod work_folder;

pub use logger::log_to_stderr;

use datafusion::prelude::SessionConfig;

use ballista_core::extension::SessionConfigExt as _;
use catena_sql::CatenaOptions;

/// The configuration of sessions, with the options of catena.
fn session_config() -> SessionConfig {
    SessionConfig::new_with_ballista().with_option_extension(CatenaOptions::default())
}
