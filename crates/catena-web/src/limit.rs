//! [`ServerLimits`]: how much a request may ask for, and how much runs at once.

use std::time::Duration;

/// Bounds on what requests can make the server do.
///
/// ```
/// use catena_web::ServerLimits;
///
/// let limits = ServerLimits { searches: 1, ..ServerLimits::default() };
/// assert!(limits.connections >= 200);
/// ```
#[derive(Clone, Debug)]
pub struct ServerLimits {
    /// Open connections. More wait in the queue of the operating system.
    pub connections: usize,
    /// Time for the head of a request to arrive, and for it to be answered.
    /// A stream of engine lines has its own limit, `search_time`.
    pub request_time: Duration,
    /// Bytes in the body of a request.
    pub body: usize,
    /// Bytes in the body of a request with a PGN file.
    pub pgn_body: usize,
    /// Games read from one PGN file; the rest is counted, not read.
    pub pgn_games: usize,
    /// Characters in a FEN.
    pub fen: usize,
    /// Half-moves in a game.
    pub plies: usize,
    /// Enclosures listed for one position.
    pub enclosures: usize,
    /// Engine searches at once.
    pub searches: usize,
    /// The longest engine search.
    pub search_time: Duration,
    /// Threads of one engine search.
    pub search_threads: usize,
    /// Lines of one engine search.
    pub search_lines: usize,
    /// Mebibytes of the transposition table of one engine search.
    pub search_hash: usize,
    /// Calculations at once: everything but engine searches.
    pub workers: usize,
}

impl Default for ServerLimits {
    fn default() -> ServerLimits {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        ServerLimits {
            connections: 512,
            request_time: Duration::from_secs(30),
            body: 64 << 10,
            pgn_body: 4 << 20,
            pgn_games: 500,
            fen: 200,
            plies: 2_000,
            enclosures: 200,
            searches: 2,
            search_time: Duration::from_secs(300),
            search_threads: cores.min(4),
            search_lines: 5,
            search_hash: 32,
            workers: cores,
        }
    }
}
