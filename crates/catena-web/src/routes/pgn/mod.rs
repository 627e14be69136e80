//! PGN in and out: `POST /api/pgn`, `/api/pgn/index` and `/api/pgn/write`.

pub(crate) mod index;
pub(crate) mod read;
pub(crate) mod write;
