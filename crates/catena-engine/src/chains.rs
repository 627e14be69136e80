//! Chains one move away: what the evaluation of Switch-Side Chain-Chess adds
//! to that of chess.
//!
//! A player who can form a chain may take either side, so a position in
//! which one is about to be formed is not worth what its pieces are worth. The search finds
//! out exactly, move by move; at its leaves a quick look must do.

use catena_chess::shakmaty::{Bitboard, Board, ByColor, Color};
use catena_chess::{QuickScan, SsccPosition};
use catena_grid::{Board as _, Grid8, Square};

use crate::score::Score;

/// A score within this is even.
const EVEN: Score = 50;

/// Hundredths of the other side's advantage that a player counts as
/// theirs if they can form a chain now. Not all: the chain may cost something.
const OWN_CHAIN_SHARE: Score = 60;

/// Hundredths of an advantage that are left to a player whose opponent
/// threatens to form a chain. Not none: it may be parried.
const THREATENED_SHARE: Score = 40;

/// The evaluation differs by less from what the pieces on their squares are
/// worth, but for rare positions.
const ROUGHNESS: Score = 320;

/// Where a score lies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoreRange {
    low: Score,
    high: Score,
}

impl ScoreRange {
    /// Whether it lies wholly on one side of the window.
    pub(crate) fn is_outside(self, alpha: Score, beta: Score) -> bool {
        self.low >= beta || self.high <= alpha
    }
}

/// A static evaluation: what the pieces are worth, and whether a chain one move
/// away turns that round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Static {
    /// The evaluation of chess for the side to move.
    pub(crate) pieces: Score,
    /// A player who is behind can form a chain: the one to move now, or the
    /// opponent next move.
    is_contested: bool,
}

impl Static {
    /// Evaluations are kept within this, so that one fits into 16 bits.
    const MOST: Score = 16_000;

    /// The evaluation of chess alone.
    pub(crate) fn plain(score: Score) -> Static {
        Static {
            pieces: score.clamp(-Static::MOST, Static::MOST),
            is_contested: false,
        }
    }

    /// The evaluation where sides can be switched.
    pub(crate) fn with_chains(
        position: &SsccPosition,
        reach: &ByColor<Bitboard>,
        score: Score,
    ) -> Static {
        // Nearly even is worth the same from both sides; and a player who is
        // ahead has no reason to switch.
        let plain = Static::plain(score);
        if score.abs() < EVEN {
            return plain;
        }
        let turn = position.turn();
        let board = position.board();
        let is_contested = if score < 0 {
            position.run_allows_switch() && can_form(board, turn, reach)
        } else {
            can_form(board, !turn, reach)
        };
        Static {
            is_contested,
            ..plain
        }
    }

    /// Where the score lies, contested or not.
    pub(crate) fn range_of_contest(self) -> ScoreRange {
        let contested = Static {
            is_contested: true,
            ..self
        };
        let (plain, turned) = (self.score(), contested.score());
        ScoreRange {
            low: plain.min(turned),
            high: plain.max(turned),
        }
    }

    /// Where the score lies, as far as the pieces on their squares tell.
    pub(crate) fn range(pieces: Score, sees_switches: bool) -> ScoreRange {
        let (low, high) = (pieces - ROUGHNESS, pieces + ROUGHNESS);
        if !sees_switches {
            return ScoreRange { low, high };
        }
        let low = Static::plain(low).range_of_contest();
        let high = Static::plain(high).range_of_contest();
        ScoreRange {
            low: low.low.min(high.low),
            high: low.high.max(high.high),
        }
    }

    /// Whether the player to move is behind and no chain was seen to be one move
    /// away.
    pub(crate) fn is_hopeless(self) -> bool {
        self.pieces <= -EVEN && !self.is_contested
    }

    /// What the position is worth to the player to move.
    ///
    /// - The player to move is behind and can form a chain: the position is
    ///   nearly as good as the opponent's would be, for it can be switched.
    /// - The player to move is ahead and the opponent can form a chain next move:
    ///   it may be taken away.
    pub(crate) fn score(self) -> Score {
        match (self.is_contested, self.pieces < 0) {
            (false, _) => self.pieces,
            (true, true) => -self.pieces * OWN_CHAIN_SHARE / 100,
            (true, false) => self.pieces * THREATENED_SHARE / 100,
        }
    }

    /// The evaluation in 16 bits.
    #[expect(clippy::cast_possible_truncation, reason = "bounded by MOST")]
    pub(crate) const fn pack(self) -> i16 {
        (self.pieces * 2 + self.is_contested as Score) as i16
    }

    /// The inverse of [`Static::pack`].
    pub(crate) const fn unpack(packed: i16) -> Static {
        Static {
            pieces: packed as Score >> 1,
            is_contested: packed & 1 != 0,
        }
    }
}

/// Whether a move of the colour forms a chain, as far as a quick look tells.
///
/// It may be wrong both ways. Pins and checks are left out, and so are moves
/// of pieces around what would be enclosed: in the bench, of the positions in
/// which the side that is behind can form a chain it misses four in ten. To try
/// out each mover is slower and was no stronger (200 games, +9 ± 41 Elo).
fn can_form(board: &Board, color: Color, reach: &ByColor<Bitboard>) -> bool {
    let occupied = board.occupied();
    // Where a chain stands, some piece can nearly always join it (98 of 100 in
    // the bench).
    let enclosed = grid(occupied).enclosed();
    if !enclosed.is_disjoint(enclosed.king_neighbours()) {
        return true;
    }
    let pushes = pawn_pushes(board, color);
    let quiet = grid((*reach.get(color) | pushes) & !occupied);
    let scan = QuickScan::with_enclosed(grid(occupied), enclosed);
    (scan.gaps() & quiet)
        .iter()
        .any(|target| closes_chain(&scan, board, color, target, pushes))
}

/// Whether a piece of the colour that can move to the empty square closes a
/// chain there, without being needed where it stands now.
fn closes_chain(
    scan: &QuickScan,
    board: &Board,
    color: Color,
    target: Square,
    pushes: Bitboard,
) -> bool {
    let enclosed = scan.enclosed_with(target);
    let held = enclosed & enclosed.king_neighbours();
    if held.is_empty() {
        return false;
    }
    let to = catena_chess::shakmaty::Square::new(u32::from(target.index()));
    let pawns = board.pawns() & board.by_color(color);
    let mut movers = board.attacks_to(to, color, board.occupied()) & !pawns;
    if pushes.contains(to) {
        movers |= pusher(board, color, to);
    }
    !(grid(movers) - held.king_neighbours()).is_empty()
}

/// The pawn that moves straight to the square.
fn pusher(board: &Board, color: Color, to: catena_chess::shakmaty::Square) -> Bitboard {
    let pawns = board.pawns() & board.by_color(color);
    let target = Bitboard::from_square(to).0;
    let (one, two) = match color {
        Color::White => (target >> 8, target >> 16),
        Color::Black => (target << 8, target << 16),
    };
    if pawns.0 & one != 0 {
        Bitboard(one)
    } else {
        Bitboard(two) & pawns
    }
}

/// Where the pawns of the colour can move straight.
fn pawn_pushes(board: &Board, color: Color) -> Bitboard {
    let empty = !board.occupied().0;
    let pawns = (board.pawns() & board.by_color(color)).0;
    Bitboard(match color {
        Color::White => {
            let one = pawns << 8 & empty;
            one | (one << 8 & empty & 0xff00_0000)
        }
        Color::Black => {
            let one = pawns >> 8 & empty;
            one | (one >> 8 & empty & 0x00ff_0000_0000)
        }
    })
}

fn grid(squares: Bitboard) -> Grid8 {
    Grid8::from_bits(squares.0)
}
