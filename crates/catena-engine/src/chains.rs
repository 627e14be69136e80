//! Chains one move away: what the evaluation of Switch-Side Chain-Chess adds
//! to that of chess.
//!
//! A player who can form a chain may take either side, so a position in
//! which one is about to be formed is not worth what its pieces are worth. The search finds
//! out exactly, move by move; at its leaves a quick look must do.

use catena_chess::shakmaty::{Bitboard, Board, ByColor, Color};
use catena_chess::{ChainScan, SsccPosition};
use catena_core::{Grid8, Square, has_chain};

use crate::score::Score;

/// Hundredths of the other side's advantage that a player counts as
/// theirs if they can form a chain now. Not all: the chain may cost something.
pub(crate) const OWN_CHAIN_SHARE: Score = 60;

/// Hundredths of an advantage that are left to a player whose opponent
/// threatens to form a chain. Not none: it may be parried.
pub(crate) const THREATENED_SHARE: Score = 40;

/// The evaluation of chess, `score`, put right for chains one move away.
///
/// - The player to move can form a chain: a bad position is nearly as good
///   as the opponent's would be, for it can be switched.
/// - Otherwise, if the opponent can form one next move: a good position may be
///   taken away; a bad one is what it is.
pub(crate) fn adjust(position: &SsccPosition, reach: &ByColor<Bitboard>, score: Score) -> Score {
    // An even position is worth the same from both sides.
    if score.abs() < 20 {
        return score;
    }
    let turn = position.turn();
    let board = position.board();
    if score < 0 {
        // The opponent has no reason to switch.
        if position.run_allows_switch() && can_form(board, turn, reach) {
            return -score * OWN_CHAIN_SHARE / 100;
        }
    } else if can_form(board, !turn, reach) {
        return score * THREATENED_SHARE / 100;
    }
    score
}

/// Whether a move of the colour forms a chain, as far as a quick look tells.
///
/// It may be wrong both ways. Pins and checks are left out, and so are moves
/// that form a chain only by what they leave behind.
fn can_form(board: &Board, color: Color, reach: &ByColor<Bitboard>) -> bool {
    let occupied = board.occupied();
    let scan = ChainScan::new(occupied);
    let wall = scan.wall();
    let pushes = pawn_pushes(board, color);
    let own = board.by_color(color);
    let attacked = *reach.get(color) & !own;
    let quiet = grid((attacked | pushes) & !occupied);
    let targets = if wall.is_empty() {
        scan.gaps() & quiet
    } else {
        ((scan.gaps() | beside_two(wall)) & quiet) | (wall & grid(attacked))
    };
    targets
        .iter()
        .any(|target| arrives_in_chain(board, color, target, pushes))
}

/// The squares that are a king's step from at least two of the wall.
fn beside_two(wall: Grid8) -> Grid8 {
    let (east, west) = (wall.east(), wall.west());
    let row = wall | east | west;
    let (mut once, mut twice) = (Grid8::EMPTY, Grid8::EMPTY);
    for step in [east, west, wall.north(), wall.south(), east.north(), east.south(), west.north(), west.south()] {
        twice = twice | (once & step);
        once = once | step;
    }
    debug_assert!((once - (row | row.north() | row.south())).is_empty());
    twice
}

/// Whether a piece of the colour that can move to the square is then part
/// of a chain.
fn arrives_in_chain(board: &Board, color: Color, target: Square, pushes: Bitboard) -> bool {
    let occupied = board.occupied();
    let filled = grid(occupied).with(target);
    let is_capture = grid(occupied).contains(target);
    // Pieces only ever close a chain by being there: if the square closes none
    // with everyone at home, few movers change that.
    if !has_chain(filled, target) {
        return false;
    }
    let to = catena_chess::shakmaty::Square::new(u32::from(target.index()));
    let pawns = board.pawns() & board.by_color(color);
    let mut movers = board.attacks_to(to, color, occupied);
    if !is_capture {
        movers &= !pawns;
        if pushes.contains(to) {
            movers |= pusher(board, color, to);
        }
    }
    movers.into_iter().any(|from| {
        let home = Square::ALL[from.to_usize()];
        has_chain(filled.without(home), target)
    })
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
