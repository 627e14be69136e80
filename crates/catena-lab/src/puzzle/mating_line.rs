//! The line of a mate that has no choice.

use catena_chess::puzzle::{forces_mate_with, is_mated_after};
use catena_chess::{Decision, SsccPosition};

/// How many decisions of a line are the first player's.
pub(super) fn own_decisions(line: &[Decision]) -> usize {
    let mut is_own = true;
    let mut count = 0;
    for decision in line {
        count += usize::from(is_own);
        is_own ^= !decision.switches;
    }
    count
}

/// A line to mate in exactly so many decisions: the only ones of the player to move that mate
/// in time, and replies that hold out longest. `None` if there is a choice before the last.
pub(super) fn mating_line(position: &SsccPosition, plies: usize) -> Option<Vec<Decision>> {
    let mut position = position.clone();
    let mut line = Vec::new();
    let mut is_own = true;
    for left in (1..=plies).rev() {
        let mates = |decision: &Decision| match is_own {
            true => forces_mate_with(&position, *decision, left),
            false => !is_mated_after(&position, *decision, left - 1),
        };
        let decisions = position.legal_decisions();
        let mut right = decisions.iter().filter(|decision| mates(decision));
        let &decision = right.next()?;
        if is_own && left > 1 && right.next().is_some() {
            return None;
        }
        line.push(decision);
        position.play_unchecked(decision);
        is_own ^= !decision.switches;
    }
    Some(line)
}

#[cfg(test)]
mod tests {
    use catena_chess::SwitchLimit;
    use catena_chess::notation::fen;
    use catena_chess::shakmaty::Position as _;

    use super::mating_line;

    #[test]
    fn a_mating_line_has_no_choice_and_ends_in_mate() {
        let mate_in_two = |text: &str| {
            let position = fen::parse(text, SwitchLimit::Size).unwrap();
            let line = mating_line(&position, 2)?;
            let mut end = position.clone();
            line.iter()
                .for_each(|decision| end.play_unchecked(*decision));
            assert!(line[0].switches && end.chess().is_checkmate());
            Some(position.san(line[0].mv))
        };
        // One chain, one switch, one mate.
        let text = "1k5r/ppp5/8/4Pn2/3P2p1/4p3/PPP2P2/1K6 w - - 0 1";
        assert_eq!(mate_in_two(text).as_deref(), Some("f3"));
        // A second rook that mates as well is no choice before the end.
        let two = "1k3r1r/ppp5/8/4Pn2/3P2p1/4p3/PPP2P2/1K6 w - - 0 1";
        assert_eq!(mate_in_two(two).as_deref(), Some("f3"));
    }
}
