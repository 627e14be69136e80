//! Statistics: how often chains form.

use catena_chess::pgn::{FormedChain, PgnBlock, Played, Replay, replay_block};
use catena_chess::shakmaty::Role;

use super::GamesSoFar;
use super::longest::{LongestChain, LongestRecord};
use super::tally::BlockResult;

/// How many plies are counted together.
pub(super) const PLIES: usize = 10;

/// Plies from this one on are counted together.
pub(super) const LAST_PLY: usize = 200;

/// The names of the pieces, in the order in which they are counted.
pub(super) const PIECES: [&str; 7] = [
    "pawn", "knight", "bishop", "rook", "queen", "king", "castling",
];

/// Moves, and how many of them formed a chain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MoveCount {
    pub(super) moves: u64,
    pub(super) chains: u64,
}

impl MoveCount {
    fn add(&mut self, other: MoveCount) {
        self.moves += other.moves;
        self.chains += other.chains;
    }
}

/// What was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Statistics {
    pub(super) games: u64,
    /// Games in which no move formed a chain.
    pub(super) without_chain: u64,
    /// By ply, [`PLIES`] together.
    pub(super) by_ply: [MoveCount; LAST_PLY / PLIES + 1],
    /// By the piece that moved, in the order of [`PIECES`].
    pub(super) by_piece: [MoveCount; PIECES.len()],
    /// Chains by size: the most empty squares inside one.
    pub(super) by_size: [u64; 65],
    pub(super) longest: Option<LongestChain>,
}

impl Default for Statistics {
    fn default() -> Statistics {
        Statistics {
            games: 0,
            without_chain: 0,
            by_ply: Default::default(),
            by_piece: Default::default(),
            by_size: [0; 65],
            longest: None,
        }
    }
}

impl Statistics {
    /// Counts the moves and the chains of a block.
    pub(super) fn with_chains(block: &PgnBlock, record: &LongestRecord) -> BlockResult<Statistics> {
        count(block, record, |played| played.chain())
    }

    /// Counts the moves only.
    pub(super) fn without_chains(block: &PgnBlock) -> BlockResult<Statistics> {
        count(block, &LongestRecord::default(), |_| None)
    }

    /// Returns the count of all moves.
    pub(super) fn all(&self) -> MoveCount {
        let mut all = MoveCount::default();
        self.by_piece.iter().for_each(|&count| all.add(count));
        all
    }

    /// Adds the statistics of the games up to this place.
    pub(super) fn add(&mut self, other: Statistics, at: GamesSoFar) {
        self.games += other.games;
        self.without_chain += other.without_chain;
        for (to, from) in self.by_ply.iter_mut().zip(other.by_ply) {
            to.add(from);
        }
        for (to, from) in self.by_piece.iter_mut().zip(other.by_piece) {
            to.add(from);
        }
        for (to, from) in self.by_size.iter_mut().zip(other.by_size) {
            *to += from;
        }
        if let Some(mut longest) = other.longest
            && longest.squares.len() > self.longest_length()
        {
            longest.file = at.file;
            longest.game += at.before;
            self.longest = Some(longest);
        }
    }

    fn longest_length(&self) -> usize {
        self.longest.as_ref().map_or(0, |chain| chain.squares.len())
    }

    /// Counts a game, and takes its moves out of the list.
    fn count_game(&mut self, number: u64, moves: &mut Vec<CountedMove>, record: &LongestRecord) {
        self.games += 1;
        if moves.iter().all(|seen| seen.chain.is_none()) {
            self.without_chain += 1;
        }
        for (ply, seen) in (1..).zip(moves.drain(..)) {
            self.count(number, ply, seen, record);
        }
    }

    /// Counts a move.
    fn count(&mut self, game: u64, ply: u32, seen: CountedMove, record: &LongestRecord) {
        let chains = u64::from(seen.chain.is_some());
        let count = MoveCount { moves: 1, chains };
        let at = (ply as usize - 1).min(LAST_PLY) / PLIES;
        self.by_ply[at].add(count);
        self.by_piece[seen.piece].add(count);
        if let Some(chain) = seen.chain {
            self.by_size[chain.area as usize] += 1;
            let own = self.longest_length();
            if let Some(squares) = record.challenge(chain.occupied, chain.square, own) {
                self.longest = Some(LongestChain {
                    file: 0,
                    game,
                    ply,
                    squares,
                });
            }
        }
    }
}

/// A move, and the chain it formed.
#[derive(Clone, Copy)]
struct CountedMove {
    piece: usize,
    chain: Option<FormedChain>,
}

/// Replays the games of a block and counts. Of a game with an error the moves before
/// it count.
fn count(
    block: &PgnBlock,
    record: &LongestRecord,
    chain: impl Fn(&Played<'_>) -> Option<FormedChain>,
) -> BlockResult<Statistics> {
    let mut part: BlockResult<Statistics> = BlockResult::default();
    let mut game: Vec<CountedMove> = Vec::new();
    replay_block(block, |event| match event {
        Replay::Played(played) => game.push(CountedMove {
            piece: piece(&played),
            chain: chain(&played),
        }),
        Replay::Ended { .. } => {
            part.games.whole += 1;
            part.value.count_game(part.games.all(), &mut game, record);
        }
        Replay::Broken(error) => {
            part.errors.push(error.into());
            if game.is_empty() {
                part.games.broken += 1;
            } else {
                part.games.partial += 1;
                part.value.count_game(part.games.all(), &mut game, record);
            }
        }
    });
    part
}

/// Returns the index of the piece in [`PIECES`].
fn piece(played: &Played<'_>) -> usize {
    if played.mv.is_castle() {
        return 6;
    }
    match played.mv.role() {
        Role::Pawn => 0,
        Role::Knight => 1,
        Role::Bishop => 2,
        Role::Rook => 3,
        Role::Queen => 4,
        Role::King => 5,
    }
}
