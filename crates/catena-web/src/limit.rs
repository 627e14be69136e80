//! [`ServerLimits`]: how much a request may ask for, and how much runs at once.

use std::time::Duration;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

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
    /// Games listed of one PGN file; the rest is counted.
    pub pgn_index_games: usize,
    /// Moves and variations of the games in one answer.
    pub pgn_nodes: usize,
    /// Requests with a PGN file that are worked on at once. More wait.
    pub pgn_requests: usize,
    /// Characters in a FEN.
    pub fen: usize,
    /// Half-moves in a game.
    pub plies: usize,
    /// Enclosures listed for one position.
    pub enclosures: usize,
    /// Cells of an image.
    pub image_cells: usize,
    /// Columns, and rows, of an image.
    pub image_side: usize,
    /// Calculations about images at once. Each takes up to half a gigabyte.
    pub images: usize,
    /// Areas of an image that are described; all of them are counted.
    pub image_areas: usize,
    /// The radius of a region that is to be sealed.
    pub seal_radius: usize,
    /// Engine searches at once, one per view. Also how many engines there are.
    pub searches: usize,
    /// The longest engine search that does not say `infinite`.
    pub search_time: Duration,
    /// Threads of one engine search. All searches together have at most this many more
    /// than one each.
    pub search_threads: usize,
    /// Lines of one engine search.
    pub search_lines: usize,
    /// The most mebibytes that one engine may have for its transposition table.
    pub search_hash: usize,
    /// Mebibytes of the transposition table of an engine if a request does not say.
    pub usual_hash: usize,
    /// Mebibytes of the transposition tables of all engines together.
    pub search_memory: usize,
    /// How long the engine of a view is kept after its last search.
    pub engine_idle_time: Duration,
    /// Games between friends that are stored.
    pub friend_games: u64,
    /// How long a game between friends is kept after its last move.
    pub friend_idle_time: Duration,
    /// How long one is kept that is over, or in which nobody has moved yet.
    pub friend_over_time: Duration,
    /// How often games are looked for whose time has come.
    pub friend_sweep: Duration,
    /// Streams of updates about games between friends, of all games together.
    pub friend_streams: usize,
    /// Streams of one seat in one game: a tab has one.
    pub friend_seat_streams: usize,
    /// Streams of those who watch one game.
    pub friend_watchers: usize,
    /// How long a stream lasts before the client has to ask for it again.
    pub friend_stream_time: Duration,
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
            pgn_index_games: 10_000,
            pgn_nodes: 50_000,
            pgn_requests: 4,
            fen: 200,
            plies: 2_000,
            enclosures: 200,
            image_cells: 1 << 24,
            image_side: 1 << 14,
            images: 2,
            image_areas: 4_000,
            seal_radius: 100,
            searches: 16,
            search_time: Duration::from_secs(300),
            search_threads: cores,
            search_lines: 5,
            search_hash: 512,
            usual_hash: 32,
            search_memory: 1024,
            engine_idle_time: Duration::from_secs(600),
            friend_games: 10_000,
            friend_idle_time: 14 * DAY,
            friend_over_time: DAY,
            friend_sweep: Duration::from_secs(600),
            friend_streams: 700,
            friend_seat_streams: 8,
            friend_watchers: 50,
            friend_stream_time: Duration::from_secs(120),
            workers: cores,
        }
    }
}
