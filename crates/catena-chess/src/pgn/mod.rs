//! PGN files: read with `pgn-reader`, checked move by move, and written.
//!
//! A file is read in two steps. [`PgnReader`] returns a [`RawGame`] for each game:
//! tags, moves as text, comments, NAGs and variations, nothing checked.
//! [`RawGame::resolve`] plays it through and returns a [`PgnGame`]. If a move or a
//! switch is not allowed, it returns a [`ResolveError`]: what is wrong, with game, line,
//! move and text, and the game up to there. [`PgnGame::to_game`] makes a
//! [`Game`](crate::Game) of two players of the main line. Writing is [`PgnGame`]'s
//! `Display`, and [`PgnGame::mark_chains`] marks the moves that form a chain.
//!
//! For large files, [`PgnBlocks`] cuts a file into blocks that threads can share, and
//! [`replay()`] plays the main lines of games and keeps nothing.
//!
//! What is tolerated, beyond what `pgn-reader` tolerates:
//! - Text that is not UTF-8 is read as Latin-1.
//! - Moves written as `e2e4`, `e2-e4`, `e7e8=q`, `e8Q`, `e1g1`, `o-o`, `exd6ep`, `Nf3+-`,
//!   and captures without an `x`. A word with a digit in the place of a move that is none of these, like
//!   `Nf9` or the `Sf3` of a German file, is an error; other words are passed over.
//! - A `FEN` tag with castling rights or an en passant square that cannot be.
//! - Null moves (`--`), except in a run of switches. A [`PgnGame`] keeps them;
//!   [`PgnGame::to_game`] stops there with an error.
//! - `;` comments, which become `{}` comments.
//! - A comment that is not closed: it spoils its game, and the next
//!   one is read.
//!
//! ```
//! use catena_chess::pgn::PgnReader;
//!
//! let text = b"[White \"Anna\"]\n\n1. e4 {best by test} e5 (1... c5 $1) 2. Nf3 *\n";
//! let raw = PgnReader::new(&text[..]).next().unwrap()?;
//! let game = raw.resolve()?;
//! assert_eq!(game.tag("White"), Some("Anna"));
//! assert_eq!(game.line.moves.len(), 3);
//! assert!(game.to_string().contains("1... c5 $1"));
//! # Ok::<(), catena_chess::pgn::PgnError>(())
//! ```

mod block;
mod chain_mark;
mod collect;
mod command;
mod error;
mod find_move;
mod game;
mod prepare;
mod reader;
mod replay;
mod resolve;
mod start;
mod tree;
mod visit;
mod write;

pub use block::{MAX_GAME_BYTES, PgnBlock, PgnBlocks};
pub use error::{PgnError, PgnErrorKind};
pub use game::ToGameError;
pub use reader::PgnReader;
pub use replay::{Played, Replay, replay, replay_block};
pub use resolve::ResolveError;
pub use tree::{PgnGame, PgnLine, PgnMove, PgnNode, RawGame, RawMove, Tags};

pub use pgn_reader::SanPlus;
