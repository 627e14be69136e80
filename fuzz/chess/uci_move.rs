//! Whatever is read as a move of UCI is printed as the same text, and is
//! played or refused without harm.

use catena_chess::notation::uci::UciDecision;
use catena_chess::{SsccPosition, SwitchLimit};

pub(crate) fn run(text: &str) {
    let mut position = SsccPosition::new(SwitchLimit::None);
    for token in text.split_whitespace() {
        if let Ok(uci) = token.parse::<UciDecision>() {
            assert_eq!(uci.to_string().parse(), Ok(uci));
            if let Ok(decision) = uci.to_decision(&position) {
                assert_eq!(position.play(decision), Ok(()));
            }
        }
        if let Ok(mv) = position.parse_san(token) {
            assert_eq!(position.parse_san(&position.san(mv)), Ok(mv));
        }
    }
}
