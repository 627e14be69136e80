//! [`TrainingPosition`]: a position to learn from, in 32 bytes.

use catena_chess::Variant;
use catena_chess::shakmaty::{Bitboard, Board, Color, Piece, Role};

/// The bytes of a position in a file.
pub const RECORD_BYTES: usize = 32;

/// Bit 0 of the flags: the game was Switch-Side Chain-Chess.
const SSCC: u8 = 1;
/// Bit 1 of the flags: see [`TrainingPosition::is_contested`].
const CONTESTED: u8 = 2;

/// The result of a game for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Points {
    Loss,
    Draw,
    Win,
}

impl Points {
    /// 0, ½ or 1.
    #[must_use]
    pub const fn value(self) -> f32 {
        match self {
            Points::Loss => 0.0,
            Points::Draw => 0.5,
            Points::Win => 1.0,
        }
    }
}

/// A position of a game as the player to move sees it, what a search said of it, and how the
/// game ended for that player.
///
/// In a file, 32 bytes, numbers with the low byte first: the occupied squares (8 bytes); four
/// bits per piece, in the order of the squares, first the low half of a byte (16): the role,
/// pawn 0 to king 5, and 8 for a piece of the opponent; the score (2), the points, 0 to 2
/// (1), flags (1), and the number of the game (4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingPosition {
    /// The board, mirrored if Black is to move: White is the side to move.
    pub board: Board,
    /// What a search said, in hundredths of a pawn, for the player to move.
    pub score: i16,
    /// What the game brought the player to move, whatever side they held in the end.
    pub points: Points,
    /// The game.
    pub variant: Variant,
    /// Whether a chain one move away seemed to turn the evaluation round.
    pub is_contested: bool,
    /// The number of the game.
    pub game: u32,
}

impl TrainingPosition {
    /// The position in a file.
    ///
    /// Of a board with more than 32 pieces, the first 32 are kept.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; RECORD_BYTES] {
        let mut bytes = [0; RECORD_BYTES];
        let mut occupied = Bitboard::EMPTY;
        for (at, (square, piece)) in self.board.iter().take(32).enumerate() {
            occupied.add(square);
            let opponent = if piece.color == Color::White { 0 } else { 8 };
            let code = (piece.role as u8 - 1) | opponent;
            bytes[8 + at / 2] |= code << (4 * (at % 2));
        }
        bytes[..8].copy_from_slice(&occupied.0.to_le_bytes());
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        bytes[26] = self.points as u8;
        let sscc = if self.variant.has_switches() { SSCC } else { 0 };
        bytes[27] = sscc | if self.is_contested { CONTESTED } else { 0 };
        bytes[28..].copy_from_slice(&self.game.to_le_bytes());
        bytes
    }

    /// The inverse of [`TrainingPosition::to_bytes`]. `None` if the bytes are no position.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; RECORD_BYTES]) -> Option<TrainingPosition> {
        let (occupied, rest) = bytes.split_first_chunk::<8>()?;
        let occupied = Bitboard(u64::from_le_bytes(*occupied));
        if occupied.count() > 32 {
            return None;
        }
        let mut board = Board::empty();
        for (at, square) in occupied.into_iter().enumerate() {
            let code = rest[at / 2] >> (4 * (at % 2)) & 15;
            let piece = Piece {
                color: Color::from_white(code & 8 == 0),
                role: *Role::ALL.get(usize::from(code & 7))?,
            };
            board.set_piece_at(square, piece);
        }
        let points = match bytes[26] {
            0 => Points::Loss,
            1 => Points::Draw,
            2 => Points::Win,
            _ => return None,
        };
        let variant = if bytes[27] & SSCC == 0 {
            Variant::Chess
        } else {
            Variant::Sscc
        };
        Some(TrainingPosition {
            board,
            score: i16::from_le_bytes([bytes[24], bytes[25]]),
            points,
            variant,
            is_contested: bytes[27] & CONTESTED != 0,
            game: u32::from_le_bytes([bytes[28], bytes[29], bytes[30], bytes[31]]),
        })
    }
}

#[cfg(test)]
mod tests {
    use catena_chess::shakmaty::{Board, Color, Role, Square};
    use catena_chess::{Variant, notation::fen};

    use super::{Points, RECORD_BYTES, TrainingPosition};

    fn position(board: Board) -> TrainingPosition {
        TrainingPosition {
            board,
            score: -321,
            points: Points::Win,
            variant: Variant::Sscc,
            is_contested: true,
            game: 70_000,
        }
    }

    #[test]
    fn bytes_keep_everything() {
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "8/8/8/8/8/8/8/K6k w - - 0 1",
        ] {
            let board = fen::parse(text, catena_chess::SwitchLimit::Size).unwrap();
            let position = position(board.board().clone());
            let bytes = position.to_bytes();
            assert_eq!(TrainingPosition::from_bytes(&bytes), Some(position));
        }
    }

    #[test]
    fn what_is_no_position_is_refused() {
        let bytes = position(Board::default()).to_bytes();
        let with = |at: usize, value: u8| {
            let mut bytes = bytes;
            bytes[at] = value;
            TrainingPosition::from_bytes(&bytes)
        };
        assert_eq!(with(26, 3), None);
        assert_eq!(with(8, 0x07), None);
        assert_eq!(with(3, 1), None, "33 pieces");
        assert_eq!(TrainingPosition::from_bytes(&[0xff; RECORD_BYTES]), None);
    }

    #[test]
    fn the_layout_is_the_documented_one() {
        let mut board = Board::empty();
        board.set_piece_at(Square::A1, Color::White.king());
        board.set_piece_at(Square::C1, Role::Pawn.of(Color::Black));
        let bytes = position(board).to_bytes();
        assert_eq!(bytes[0], 0b101);
        assert_eq!(bytes[8], 0x85);
        assert_eq!(bytes[24..28], [0xbf, 0xfe, 2, 3]);
        assert_eq!(bytes[28..], [0x70, 0x11, 0x01, 0x00]);
    }
}
