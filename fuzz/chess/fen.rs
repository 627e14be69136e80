//! Whatever is read as an SSCC FEN is printed as something that reads as the
//! same position; nothing makes the reader panic.

use catena_chess::SwitchLimit;
use catena_chess::notation::fen;

pub(crate) fn run(text: &str) {
    for limit in SwitchLimit::ALL {
        if let Ok(position) = fen::parse(text, limit) {
            let printed = position.fen();
            let again = fen::parse(&printed, limit).expect("what is printed is read");
            assert_eq!(again, position);
            assert_eq!(again.fen(), printed);
            assert_eq!(again.zobrist_hash(), position.zobrist_hash());
            let moves = position.legal_moves();
            for (&mv, flags) in moves.iter().zip(position.move_flags(&moves)) {
                assert_eq!(flags, position.flags(mv));
            }
        }
    }
}
