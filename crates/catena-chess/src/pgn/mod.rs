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
//! [`index()`] lists the games of a file without keeping their moves.
//!
//! For large files, [`PgnBlocks`] cuts a file into blocks that threads can share, and
//! [`replay()`] plays the main lines of games and keeps nothing.
//!
//! What is tolerated, beyond what `pgn-reader` tolerates:
//! - Text that is not UTF-8 is read as Latin-1.
//! - Moves written as `e2e4`, `e2-e4`, `e7e8=q`, `e8Q`, `e1g1`, `o-o`, `0-0`, `♘f3`,
//!   `exd6e.p.`, and captures without an `x`. Letters of other languages are read with
//!   [`PieceLetters`].
//! - Signs like `+-`, `±`, `=` or `N` for a novelty, after a move or alone: they become
//!   numeric glyphs. A result in a variation becomes a comment.
//! - A `FEN` tag with castling rights or an en passant square that cannot be.
//! - Null moves (`--`), except in a run of switches. A [`PgnGame`] keeps them;
//!   [`PgnGame::to_game`] stops there with an error.
//! - `;` comments, which become `{}` comments.
//!
//! Nothing else is passed over. A word that was meant as a move and is none, like `Nf9` or
//! the `Sf3` of a German file, ends its line with an error. Other text without a meaning,
//! like words, a tag without quotes, a parenthesis or a comment that is not closed, is an
//! error that costs no move ([`StrayText`]); words are kept as comments.
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
mod brace;
mod chain_mark;
mod collect;
mod command;
#[cfg(feature = "compressed")]
mod compressed;
mod error;
mod find_move;
mod formed_chain;
mod game;
mod index;
mod letters;
mod prepare;
mod reader;
mod replay;
mod resolve;
mod start;
mod text;
mod tree;
mod visit;
mod word;
mod write;
#[cfg(feature = "compressed")]
mod zstd;

pub use block::{MAX_GAME_BYTES, PgnBlock, PgnBlocks, PgnPlace};
pub use error::{PgnError, PgnErrorKind};
pub use formed_chain::FormedChain;
pub use game::ToGameError;
pub use index::{IndexedGame, index};
pub use letters::{ParseLettersError, PieceLetters};
pub use prepare::StrayText;
pub use reader::PgnReader;
pub use replay::{Played, Replay, replay, replay_block, replay_movetext};
pub use resolve::ResolveError;
pub use text::{GameText, UnreadText};
pub use tree::{PgnGame, PgnLine, PgnMove, PgnNode, RawGame, RawMove, Tags};

#[cfg(feature = "compressed")]
pub use compressed::{decompressed, decompressed_from};

pub use pgn_reader::SanPlus;
