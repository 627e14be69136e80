//! The null move: the side to move passes. No rule allows it; searches and PGN files
//! use it.

use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{Chess, Move, Position as _};

use crate::position::SsccPosition;

impl SsccPosition {
    /// The position after a null move: the other side is to move, there is no capture
    /// en passant, and a run has ended. `None` in check, where the other side could take
    /// the king.
    ///
    /// ```
    /// use catena_chess::{Color, SsccPosition};
    ///
    /// let position = SsccPosition::default().null_move().expect("not in check");
    /// assert_eq!(position.turn(), Color::Black);
    /// ```
    #[must_use]
    pub fn null_move(&self) -> Option<SsccPosition> {
        let chess = pass(self.chess())?;
        Some(SsccPosition::from_chess(chess, self.switch_limit()))
    }

    /// The hash after [`SsccPosition::null_move`], given the hash of this position.
    ///
    /// ```
    /// use catena_chess::SsccPosition;
    ///
    /// let position = SsccPosition::default();
    /// let after = position.null_move().expect("not in check");
    /// let hash = position.hash_after_null_move(position.zobrist_hash());
    /// assert_eq!(hash, after.zobrist_hash());
    /// ```
    #[must_use]
    pub fn hash_after_null_move(&self, hash: u64) -> u64 {
        let mut value = Zobrist64(hash ^ self.run_key());
        if let Some(square) = self.chess().legal_ep_square() {
            value ^= Zobrist64::zobrist_for_en_passant_file(square.file());
        }
        value ^= Zobrist64::zobrist_for_white_turn();
        value.0
    }
}

/// The position of chess after a null move; `None` in check.
pub(crate) fn pass(chess: &Chess) -> Option<Chess> {
    if chess.is_check() {
        return None;
    }
    let Some(idle) = idle_move(chess) else {
        return by_setup(chess);
    };
    let mut after = chess.clone();
    after.play_unchecked(idle);
    Some(after)
}

/// A piece that "moves" to the square where it stands: shakmaty then changes what a
/// null move changes and nothing else. [`Position::swap_turn`](shakmaty::Position::swap_turn)
/// makes a new set-up and validates it, which is slower, and fails with more queens than
/// a game can have. Kings and rooks would lose
/// their right to castle, and a pawn would reset the halfmove clock.
fn idle_move(chess: &Chess) -> Option<Move> {
    let board = chess.board();
    let idle = board.by_color(chess.turn()) & (board.knights() | board.bishops() | board.queens());
    let square = idle.first()?;
    Some(Move::Normal {
        role: board.role_at(square)?,
        from: square,
        capture: None,
        to: square,
        promotion: None,
    })
}

/// The slow way, for a side without such a piece.
fn by_setup(chess: &Chess) -> Option<Chess> {
    use shakmaty::{EnPassantMode, FromSetup as _, PositionError};
    let mut setup = chess.to_setup(EnPassantMode::Legal);
    if setup.turn.is_black() {
        setup.fullmoves = setup.fullmoves.saturating_add(1);
    }
    setup.swap_turn();
    setup.halfmoves = setup.halfmoves.saturating_add(1);
    Chess::from_setup(setup, chess.castles().mode())
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

#[cfg(test)]
mod tests {
    use super::{by_setup, idle_move};
    use crate::notation::fen;
    use crate::rules::SwitchLimit;
    use shakmaty::{EnPassantMode, Position as _};

    const FENS: [&str; 6] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 12 40",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "NNNNNNNN/NNNN4/8/8/8/8/8/k6K w - - 0 1",
    ];

    #[test]
    fn both_ways_lead_to_the_same_position() {
        let mut quick = 0;
        for text in FENS {
            let position = fen::parse(text, SwitchLimit::Size).unwrap();
            let Some(idle) = idle_move(position.chess()) else {
                continue;
            };
            let mut after = position.chess().clone();
            after.play_unchecked(idle);
            if let Some(slow) = by_setup(position.chess()) {
                let setup = |chess: &shakmaty::Chess| chess.to_setup(EnPassantMode::Always);
                assert_eq!(setup(&after), setup(&slow), "{text}");
                assert_eq!(after, slow, "{text}");
                quick += 1;
            }
        }
        assert_eq!(quick, 4);
    }

    #[test]
    fn the_hash_is_that_of_the_position() {
        for text in FENS
            .into_iter()
            .chain(["4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1 1/3"])
        {
            let position = fen::parse(text, SwitchLimit::Size).unwrap();
            if let Some(after) = position.null_move() {
                let hash = position.hash_after_null_move(position.zobrist_hash());
                assert_eq!(hash, after.zobrist_hash(), "{text}");
                assert_eq!(after.run(), None);
            }
        }
    }

    #[test]
    fn nobody_passes_in_check() {
        let text = "4k3/8/8/8/8/8/4r3/4K2N w - - 0 1";
        let position = fen::parse(text, SwitchLimit::Size).unwrap();
        assert_eq!(position.null_move(), None);
    }
}
