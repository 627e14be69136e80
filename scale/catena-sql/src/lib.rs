//! SQL over chess games and positions: [DataFusion](https://datafusion.apache.org) with
//! the functions of catena, in process or on a cluster of
//! [Ballista](https://datafusion.apache.org/ballista/).
//!
//! [`functions`] are the SQL functions, [`SqlSession`] runs statements, [`game_schema`]
//! has the columns of games, and [`convert`] writes PGN as Parquet. The command
//! `catena-sql` is built on them; `docs/scale.md` shows how to use it.
//!
//! ```
//! use catena_sql::{SessionSettings, SqlSession};
//! use futures::TryStreamExt as _;
//!
//! # tokio::runtime::Runtime::new()?.block_on(async {
//! let session = SqlSession::new(&SessionSettings::default()).await?;
//! let mut results = session.run("SELECT has_chain('8/8/8/2pp4/1p2p3/2pp4/8/8', 'c5')").await?;
//! let batches: Vec<_> = results.remove(0).stream()?.try_collect().await?;
//! assert_eq!(batches[0].num_rows(), 1);
//! # anyhow::Ok(())
//! # })?;
//! # anyhow::Ok(())
//! ```

mod bad_row;
mod cancellation;
pub mod cluster;
mod compression;
pub mod convert;
mod count_pushdown;
mod file_name;
mod function;
mod game_row;
mod identifier;
mod memory;
mod message;
mod options;
pub mod output;
mod pgn_table;
pub mod progress;
mod session;
mod table;

pub use bad_row::{BadRow, add_bad_rows, take_bad_rows};
pub use cancellation::stop_functions;
pub use function::functions;
pub use game_row::game_schema;
pub use message::message;
pub use options::CatenaOptions;
pub use session::{PreparedQuery, SessionSettings, SqlSession};
