//! The hash of a position, fresh and step by step.

use core::hash::{Hash, Hasher};

use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{CastlingSide, Chess, Color, EnPassantMode, Move, Position as _, Square};

use crate::decision::Decision;
use crate::position::SsccPosition;

impl SsccPosition {
    /// A hash of all that equality looks at: positions that are equal have
    /// the same hash.
    ///
    /// Under [`SwitchLimit::None`](crate::SwitchLimit::None) the run is left out: it does
    /// not change what can happen next.
    ///
    /// ```
    /// use catena_chess::SsccPosition;
    ///
    /// let mut seen = std::collections::HashSet::new();
    /// assert!(seen.insert(SsccPosition::default()));
    /// assert!(!seen.insert(SsccPosition::default()));
    /// ```
    #[must_use]
    pub fn zobrist_hash(&self) -> u64 {
        self.chess()
            .zobrist_hash::<Zobrist64>(EnPassantMode::Legal)
            .0
            ^ self.run_key()
    }

    /// The hash of `after`, which is this position with `decision` played, given
    /// the hash of this position.
    ///
    /// ```
    /// use catena_chess::{Decision, SsccPosition};
    ///
    /// let before = SsccPosition::default();
    /// let decision = Decision::stay(before.legal_moves()[0]);
    /// let mut after = before.clone();
    /// after.play(decision)?;
    /// assert_eq!(before.hash_after(before.zobrist_hash(), decision, &after), after.zobrist_hash());
    /// # Ok::<(), catena_chess::PlayError>(())
    /// ```
    #[must_use]
    pub fn hash_after(&self, hash: u64, decision: Decision, after: &SsccPosition) -> u64 {
        self.complete_hash(self.hash_of_pieces_after(hash, decision), after)
    }

    /// The hash of `after`, given what [`SsccPosition::hash_of_pieces_after`]
    /// said of it.
    #[must_use]
    pub fn complete_hash(&self, hash_of_pieces: u64, after: &SsccPosition) -> u64 {
        let mut value = Zobrist64(hash_of_pieces);
        change_castling(&mut value, self.chess(), after.chess());
        change_en_passant(&mut value, self.chess());
        change_en_passant(&mut value, after.chess());
        value.0 ^ after.run_key()
    }

    /// The part of the hash after `decision` that is known before it is played. It equals
    /// [`SsccPosition::hash_after`] unless `decision` switches, or castling rights or
    /// captures en passant come or go. A search can use it to look
    /// ahead in its tables.
    #[must_use]
    pub fn hash_of_pieces_after(&self, hash: u64, decision: Decision) -> u64 {
        let mut value = Zobrist64(hash ^ self.run_key());
        change_pieces(&mut value, self.turn(), decision.mv);
        value ^= Zobrist64::zobrist_for_white_turn();
        value.0
    }

    /// What the run adds to the hash; 0 for no run.
    pub(crate) fn run_key(&self) -> u64 {
        let (used, size) = self.run_state();
        if used == 0 || !self.switch_limit().is_limited() {
            return 0;
        }
        mix(u64::from(used) << 32 | u64::from(size))
    }
}

/// By [`SsccPosition::zobrist_hash`].
impl Hash for SsccPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.zobrist_hash());
    }
}

fn change_pieces(value: &mut Zobrist64, turn: Color, mv: Move) {
    let mut flip = |square: Square, role: shakmaty::Role, color: Color| {
        *value ^= Zobrist64::zobrist_for_piece(square, role.of(color));
    };
    match mv {
        Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        } => {
            flip(from, role, turn);
            if let Some(captured) = capture {
                flip(to, captured, !turn);
            }
            flip(to, promotion.unwrap_or(role), turn);
        }
        Move::EnPassant { from, to } => {
            let pawn = shakmaty::Role::Pawn;
            flip(from, pawn, turn);
            flip(Square::from_coords(to.file(), from.rank()), pawn, !turn);
            flip(to, pawn, turn);
        }
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_queen_side(rook < king);
            flip(king, shakmaty::Role::King, turn);
            flip(rook, shakmaty::Role::Rook, turn);
            flip(side.king_to(turn), shakmaty::Role::King, turn);
            flip(side.rook_to(turn), shakmaty::Role::Rook, turn);
        }
        Move::Put { role, to } => flip(to, role, turn),
    }
}

fn change_castling(value: &mut Zobrist64, before: &Chess, after: &Chess) {
    let (before, after) = (before.castles(), after.castles());
    if before.castling_rights() == after.castling_rights() {
        return;
    }
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            if before.has(color, side) != after.has(color, side) {
                *value ^= Zobrist64::zobrist_for_castling_right(color, side);
            }
        }
    }
}

fn change_en_passant(value: &mut Zobrist64, chess: &Chess) {
    if let Some(square) = chess.legal_ep_square() {
        *value ^= Zobrist64::zobrist_for_en_passant_file(square.file());
    }
}

/// Spreads the bits of a number (the finaliser of SplitMix64). Not 0 for a
/// number that is not 0.
const fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
