//! Whether a player can force mate within a few decisions: all of them are tried.

use shakmaty::Position as _;

use crate::decision::Decision;
use crate::position::SsccPosition;

/// Whether the player to move can give mate with at most this many decisions of both players,
/// whatever the other one does. Draws by repetition are not looked for: within so few decisions
/// there is none.
///
/// *Complexity*: in the worst case, the number of all sequences of that many decisions.
///
/// ```
/// use catena_chess::notation::fen;
/// use catena_chess::puzzle::forces_mate;
/// use catena_chess::SwitchLimit;
///
/// // A chain and a switch, then mate with Black.
/// let fen = "1k5r/ppp5/8/4Pn2/3P2p1/4p3/PPP2P2/1K6 w - - 0 1";
/// let position = fen::parse(fen, SwitchLimit::Size)?;
/// assert!(!forces_mate(&position, 1) && forces_mate(&position, 2));
/// # Ok::<(), catena_chess::notation::fen::FenError>(())
/// ```
#[must_use]
pub fn forces_mate(position: &SsccPosition, plies: usize) -> bool {
    plies > 0
        && position
            .legal_decisions()
            .into_iter()
            .any(|decision| forces_mate_with(position, decision, plies))
}

/// Whether the player to move can force mate with this decision, which must be legal, within at
/// most `plies` decisions of both players, counting this one.
#[must_use]
pub fn forces_mate_with(position: &SsccPosition, decision: Decision, plies: usize) -> bool {
    if plies == 0 {
        return false;
    }
    let mut after = position.clone();
    after.play_unchecked(decision);
    if decision.switches {
        return forces_mate(&after, plies - 1);
    }
    if after.chess().is_checkmate() {
        return true;
    }
    // There must be a reply, and a mate after it.
    if plies < 3 || after.is_over() {
        return false;
    }
    let mut replies = after.legal_decisions().into_iter();
    replies.all(|reply| is_mated_after(&after, reply, plies - 1))
}

/// Whether the player to move is mated by force after this decision, which must be legal, within
/// at most `plies` decisions of both players, counting this one.
#[must_use]
pub fn is_mated_after(position: &SsccPosition, reply: Decision, plies: usize) -> bool {
    if plies < 2 {
        return false;
    }
    let mut after = position.clone();
    after.play_unchecked(reply);
    if !reply.switches {
        return forces_mate(&after, plies - 1);
    }
    // They have switched and move again.
    let mut next = after.legal_decisions().into_iter();
    next.all(|reply| is_mated_after(&after, reply, plies - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::rules::SwitchLimit;

    #[track_caller]
    fn check(text: &str, plies: usize) {
        let position = fen::parse(text, SwitchLimit::Size).unwrap();
        assert!(forces_mate(&position, plies), "{text}");
        assert!(!forces_mate(&position, plies - 1), "{text}");
    }

    #[test]
    fn mates_are_found_in_as_many_decisions_as_they_take() {
        // The back rank.
        check("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", 1);
        // A chain and a switch, then the other side's mate.
        check("1k5r/ppp5/8/4Pn2/3P2p1/4p3/PPP2P2/1K6 w - - 0 1", 2);
        // Two switches and mate: three decisions of one player.
        check("6k1/5ppp/1n6/2pP4/1p2P3/3p4/2P2PPP/R5K1 w - - 0 1", 3);
        // Two rooks: a check, a reply, mate.
        check("7k/8/8/8/8/1R6/R7/4K3 w - - 0 1", 3);
    }
}
