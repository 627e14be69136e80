//! Perft that can be stopped: counting goes on for days if it is asked to.

use catena_chess::{SsccPosition, Variant, perft};

use crate::signal::Signal;

/// Depths up to this are counted in one go; they take moments.
const UNSTOPPABLE_DEPTH: u32 = 3;

/// The lines of `depth` plies; fewer if the signal comes.
pub(super) fn count(position: &SsccPosition, depth: u32, variant: Variant, signal: &Signal) -> u64 {
    if signal.is_stopped() {
        return 0;
    }
    if depth <= UNSTOPPABLE_DEPTH {
        return match variant {
            Variant::Sscc => perft::perft(position, depth).nodes,
            Variant::Chess => perft::chess_perft(position.chess(), depth),
        };
    }
    variant
        .legal_decisions(position)
        .into_iter()
        .map(|decision| {
            let mut after = position.clone();
            after.play_unchecked(decision);
            count(&after, depth - 1, variant, signal)
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::count;
    use crate::signal::Signal;
    use catena_chess::{SsccPosition, Variant, perft};

    #[test]
    fn agrees_with_the_plain_one() {
        let position = SsccPosition::default();
        let signal = Signal::default();
        assert_eq!(count(&position, 4, Variant::Chess, &signal), 197_281);
        assert_eq!(
            count(&position, 4, Variant::Sscc, &signal),
            perft::perft(&position, 4).nodes
        );
    }
}
