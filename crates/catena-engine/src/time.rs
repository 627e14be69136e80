//! How long to think about a move.

use std::time::{Duration, Instant};

use catena_chess::shakmaty::Color;

use crate::limits::{Clock, Limits};
use crate::overhead::MoveOverhead;

/// Two times for one move: one after which no new iteration starts, one at
/// which the search ends wherever it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeBudget {
    pub(crate) soft: Duration,
    pub(crate) hard: Duration,
}

/// The number of moves to plan for if the time control does not give one.
const MOVES_TO_COME: u32 = 28;

/// The time for a move of `color`, or `None` if time is not limited.
///
/// What is lost between us and the clock is never spent: `set` is what the user says
/// about it, `overhead` what we have seen.
/// In Switch-Side Chain-Chess a switch exchanges the clocks, so a large lead
/// in time is not the player's own for long: see [`shared`].
pub(crate) fn budget(
    limits: &Limits,
    color: Color,
    set: Duration,
    overhead: MoveOverhead,
    clocks_may_swap: bool,
) -> Option<TimeBudget> {
    if let Some(time) = limits.move_time {
        let time = spendable(time, overhead.of_move_time(set, time));
        return Some(TimeBudget {
            soft: time,
            hard: time,
        });
    }
    let mut clock = limits.clock(color)?;
    if clocks_may_swap && let Some(other) = limits.clock(!color) {
        clock = shared(clock, other);
    }
    let left = spendable(clock.time, overhead.of_clock(set));
    let moves = limits.moves_to_go.unwrap_or(MOVES_TO_COME).clamp(1, 50);
    let share = left / moves + clock.increment.mul_f64(0.75);
    let soft = share.mul_f64(0.62).min(left.mul_f64(0.7));
    let hard = share.mul_f64(2.4).min(left.mul_f64(0.75));
    Some(TimeBudget {
        soft,
        hard: hard.max(Duration::from_millis(1)),
    })
}

/// A clock to plan with when a switch may exchange the two: what we have, or
/// the mean of both if that is less. Time saved beyond the mean may end up
/// as the opponent's; time that we do not have cannot be spent in any case.
fn shared(own: Clock, other: Clock) -> Clock {
    Clock {
        time: own.time.min((own.time + other.time.min(own.time * 2)) / 2),
        increment: own.increment,
    }
}

/// What may be spent of a time: never all, and at least a moment.
fn spendable(time: Duration, overhead: Duration) -> Duration {
    // With little more than the overhead left, a quarter is still better than a
    // move without any thought, and leaves room for a system that falters: at 10
    // ms and 10 ms per move, half of it lost two games of 300 on time.
    time.saturating_sub(overhead)
        .max((time / 4).min(overhead))
        .max(Duration::from_millis(1))
}

/// Watches the time of one search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeKeeper {
    start: Instant,
    budget: Option<TimeBudget>,
}

impl TimeKeeper {
    pub(crate) fn new(start: Instant, budget: Option<TimeBudget>) -> TimeKeeper {
        TimeKeeper { start, budget }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The time that the search takes until now, as far as it was allowed, and what it takes
    /// beyond that.
    pub(crate) fn planned_and_late(&self) -> (Duration, Duration) {
        let elapsed = self.elapsed();
        let planned = self
            .budget
            .map_or(elapsed, |budget| elapsed.min(budget.hard));
        (planned, elapsed - planned)
    }

    /// Whether the search must end now.
    pub(crate) fn is_up(&self) -> bool {
        self.budget
            .is_some_and(|budget| self.elapsed() >= budget.hard)
    }

    /// Whether another iteration is not worth starting. `stability` is how
    /// many iterations the best ply has stayed the same: a settled choice
    /// takes less time, one that has just changed takes more.
    pub(crate) fn is_enough(&self, stability: u32) -> bool {
        let Some(budget) = self.budget else {
            return false;
        };
        if budget.soft == budget.hard {
            return false;
        }
        let factor = match stability {
            0 => 1.5,
            1 => 1.2,
            2 => 1.0,
            3 => 0.85,
            _ => 0.7,
        };
        self.elapsed() >= budget.soft.mul_f64(factor)
    }
}

#[cfg(test)]
mod tests {
    use super::{TimeBudget, budget};
    use crate::limits::{Clock, Limits};
    use crate::overhead::MoveOverhead;
    use catena_chess::shakmaty::Color;
    use std::time::Duration;

    fn clock(milliseconds: u64, increment: u64) -> Limits {
        let clock = Clock {
            time: Duration::from_millis(milliseconds),
            increment: Duration::from_millis(increment),
        };
        Limits {
            white: Some(clock),
            black: Some(clock),
            ..Limits::default()
        }
    }

    fn spent(limits: &Limits) -> TimeBudget {
        let set = Duration::from_millis(2);
        budget(limits, Color::White, set, MoveOverhead::default(), false).unwrap()
    }

    #[test]
    fn never_plans_past_the_clock() {
        for time in [1, 2, 3, 5, 10, 11, 50, 1000, 3_600_000] {
            for increment in [0, 10, 1000] {
                for moves_to_go in [None, Some(0), Some(1), Some(40), Some(u32::MAX)] {
                    let mut limits = clock(time, increment);
                    limits.moves_to_go = moves_to_go;
                    let budget = spent(&limits);
                    assert!(budget.soft <= budget.hard || budget.hard.as_millis() <= 1);
                    assert!(
                        budget.hard <= Duration::from_millis(time),
                        "{time} + {increment}: {budget:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_fixed_time_is_kept() {
        let limits = Limits::move_time(Duration::from_millis(100));
        assert_eq!(spent(&limits).hard, Duration::from_millis(98));
    }

    #[test]
    fn without_a_clock_time_is_no_limit() {
        let overhead = MoveOverhead::default();
        let limits = Limits::depth(3);
        assert_eq!(
            budget(&limits, Color::White, Duration::ZERO, overhead, false),
            None
        );
    }
}
