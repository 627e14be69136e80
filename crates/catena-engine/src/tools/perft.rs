//! Perft that can be stopped: counting goes on for days if it is asked to.

use catena_chess::{SsccPosition, perft};

use crate::root::legal_plies;
use crate::signal::Signal;

/// Depths up to this are counted in one go; they take moments.
const UNSTOPPABLE_DEPTH: u32 = 3;

/// The lines of `depth` plies; fewer if the signal comes.
#[must_use]
pub fn count(position: &SsccPosition, depth: u32, is_sscc: bool, signal: &Signal) -> u64 {
    if signal.is_stopped() {
        return 0;
    }
    if depth <= UNSTOPPABLE_DEPTH {
        return if is_sscc {
            perft::perft(position, depth).nodes
        } else {
            perft::chess_perft(position.chess(), depth)
        };
    }
    legal_plies(position, is_sscc)
        .into_iter()
        .map(|ply| {
            let mut after = position.clone();
            after.play_unchecked(ply);
            count(&after, depth - 1, is_sscc, signal)
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::count;
    use crate::signal::Signal;
    use catena_chess::{SsccPosition, perft};

    #[test]
    fn agrees_with_the_plain_one() {
        let position = SsccPosition::default();
        let signal = Signal::default();
        assert_eq!(count(&position, 4, false, &signal), 197_281);
        assert_eq!(
            count(&position, 4, true, &signal),
            perft::perft(&position, 4).nodes
        );
    }
}
