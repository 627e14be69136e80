//! [`MoveOverhead`]: what is lost between the engine and its clock, as the engine sees it.

use std::time::Duration;

use crate::limits::Clock;
use crate::time::TimeKeeper;

/// The most that is kept back however late moves were, as for the option `Move Overhead`.
const MOST: Duration = Duration::from_secs(5);

/// How fast an old delay is forgotten at a clock: by this part of it with each move. A machine
/// that stalled once stalls again, perhaps a hundred moves later, and a game is lost then.
const CLOCK_FADING: u32 = 256;

/// How fast it is forgotten where each move has a time of its own: there it costs time for
/// thinking, and a late move loses less.
const MOVE_TIME_FADING: u32 = 16;

/// A move that was sent, to be compared with the clock at the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SentMove {
    /// The clock before the move.
    pub(crate) clock: Option<Clock>,
    /// The time that the search was allowed and took.
    pub(crate) planned: Duration,
    /// What the search took beyond that.
    pub(crate) late: Duration,
}

impl SentMove {
    /// The move of a search that ends now, with this clock before it.
    pub(crate) fn now(clock: Option<Clock>, time: &TimeKeeper) -> SentMove {
        let (planned, late) = time.planned_and_late();
        SentMove {
            clock,
            planned,
            late,
        }
    }
}

/// Learns how late moves are, so that more is kept back on a machine that stalls.
///
/// A move is late if the search ends after its time, and if the clock has lost more
/// than the search took. The greatest delay counts, from the next move on; it
/// fades while moves are in time again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MoveOverhead {
    /// The greatest delay of late, for a clock.
    at_clock: Duration,
    /// The same, for a time of its own for each move.
    at_move_time: Duration,
}

impl MoveOverhead {
    /// Takes into account how late the last move was. `clock` is the same player's at the
    /// next move, if that is known.
    pub(crate) fn observe(&mut self, sent: SentMove, clock: Option<Clock>) {
        let lost = match (sent.clock, clock) {
            // A new time control adds time; then nothing can be said.
            (Some(before), Some(after)) => (before.time + before.increment)
                .saturating_sub(sent.planned)
                .saturating_sub(after.time),
            _ => Duration::ZERO,
        };
        let late = lost.max(sent.late).min(MOST);
        let faded = |observed: Duration, part: u32| late.max(observed - observed / part);
        self.at_clock = faded(self.at_clock, CLOCK_FADING);
        self.at_move_time = faded(self.at_move_time, MOVE_TIME_FADING);
    }

    /// What to keep back of a clock: what the user says, or a quarter more than the
    /// delays.
    pub(crate) fn of_clock(self, set: Duration) -> Duration {
        let expected = self.at_clock + self.at_clock / 4;
        set.max(expected.min(MOST))
    }

    /// What to keep back of a fixed time for one move. Such a time is a promise to use it: a
    /// fiftieth at most, a quarter at most on a machine that stalls.
    pub(crate) fn of_move_time(self, set: Duration, time: Duration) -> Duration {
        let expected = self.at_move_time + self.at_move_time / 4;
        set.min(time / 50).max(expected.min(time / 4))
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST, MoveOverhead, SentMove};
    use crate::limits::Clock;
    use std::time::Duration;

    const SET: Duration = Duration::from_millis(10);

    fn milliseconds(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    fn clock(time: u64) -> Option<Clock> {
        Some(Clock {
            time: milliseconds(time),
            increment: milliseconds(10),
        })
    }

    /// A move that was planned for 20 ms at a clock of 100 ms and took `late` more.
    fn sent(late: u64) -> SentMove {
        SentMove {
            clock: clock(100),
            planned: milliseconds(20),
            late: milliseconds(late),
        }
    }

    #[test]
    fn moves_in_time_leave_what_was_set() {
        let mut overhead = MoveOverhead::default();
        for _ in 0..100 {
            overhead.observe(sent(0), clock(89));
        }
        assert_eq!(overhead.of_clock(SET), SET);
        assert_eq!(
            overhead.of_clock(Duration::ZERO),
            Duration::from_micros(1250)
        );
    }

    #[test]
    fn a_search_that_ends_late_raises_it() {
        let mut overhead = MoveOverhead::default();
        overhead.observe(sent(40), None);
        assert_eq!(overhead.of_clock(SET), milliseconds(50));
    }

    #[test]
    fn a_clock_that_lost_more_than_the_search_took_raises_it() {
        let mut overhead = MoveOverhead::default();
        // 100 + 10 - 20 would be 90.
        overhead.observe(sent(0), clock(50));
        assert_eq!(overhead.of_clock(SET), milliseconds(50));
    }

    #[test]
    fn a_new_time_control_says_nothing() {
        let mut overhead = MoveOverhead::default();
        overhead.observe(sent(0), clock(60_000));
        assert_eq!(overhead.of_clock(SET), SET);
    }

    #[test]
    fn a_delay_fades() {
        let mut overhead = MoveOverhead::default();
        overhead.observe(sent(80), None);
        let mut last = overhead.of_clock(SET);
        assert_eq!(last, milliseconds(100));
        for _ in 0..1000 {
            overhead.observe(sent(0), clock(90));
            let now = overhead.of_clock(SET);
            assert!(now < last || now == SET);
            last = now;
        }
        assert_eq!(last, SET);
    }

    /// A stall of 50 ms in each second, as Linux allows for a process with real-time priority.
    #[test]
    fn a_delay_is_still_expected_after_a_second_of_fast_moves() {
        let mut overhead = MoveOverhead::default();
        overhead.observe(sent(50), None);
        for _ in 0..50 {
            overhead.observe(sent(0), clock(90));
        }
        assert!(overhead.of_clock(SET) >= milliseconds(50));
        let time = milliseconds(1000);
        assert_eq!(overhead.of_move_time(SET, time), SET);
    }

    #[test]
    fn no_delay_takes_all_of_the_time() {
        let mut overhead = MoveOverhead::default();
        overhead.observe(sent(3_600_000), None);
        assert_eq!(overhead.of_clock(SET), MOST);
        assert_eq!(overhead.of_clock(Duration::MAX), Duration::MAX);
        let time = milliseconds(100);
        assert_eq!(overhead.of_move_time(SET, time), milliseconds(25));
        assert_eq!(
            MoveOverhead::default().of_move_time(SET, time),
            milliseconds(2)
        );
    }
}
