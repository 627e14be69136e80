//! The clock of a game at the keyboard.

use std::time::Duration;

use catena_chess::TimeControl;

/// The longest time that is given: a week.
const MOST_SECONDS: f64 = 7.0 * 24.0 * 3600.0;

/// Reads minutes, and after a `+` the seconds that each move adds, like 5+3.
pub(super) fn parse(text: &str) -> Result<TimeControl, String> {
    let seconds = |text: &str, unit: f64| {
        let seconds = text.parse::<f64>().ok()? * unit;
        let is_time = (0.0..=MOST_SECONDS).contains(&seconds);
        is_time.then(|| Duration::from_secs_f64(seconds))
    };
    let (minutes, increment) = text.split_once('+').unwrap_or((text, "0"));
    match (seconds(minutes, 60.0), seconds(increment, 1.0)) {
        (Some(initial), Some(increment)) if !initial.is_zero() => {
            Ok(TimeControl::Clock { initial, increment })
        }
        _ => Err("a time is minutes and seconds per move, like 5 or 5+3".to_owned()),
    }
}

/// The time on a clock, as 5:00 or 1:02:03. A second that has begun counts.
pub(super) fn face(left: Duration) -> String {
    let seconds = left.as_secs() + u64::from(left.subsec_nanos() > 0);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// The value of the tag `TimeControl`: seconds, as 300+3; `None` if there is no clock.
pub(super) fn tag(control: TimeControl) -> Option<String> {
    match control {
        TimeControl::Clock { initial, increment } => Some(match increment.is_zero() {
            true => initial.as_secs_f64().to_string(),
            false => format!("{}+{}", initial.as_secs_f64(), increment.as_secs_f64()),
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_and_shown() {
        let clock = |initial, increment| TimeControl::Clock {
            initial: Duration::from_secs(initial),
            increment: Duration::from_secs(increment),
        };
        assert_eq!(parse("5"), Ok(clock(300, 0)));
        assert_eq!(parse("1.5+3"), Ok(clock(90, 3)));
        for wrong in ["", "0", "5+", "-1", "5+-1", "1e9", "NaN", "inf", "5:00"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
        assert_eq!(tag(clock(300, 0)).as_deref(), Some("300"));
        assert_eq!(tag(clock(90, 3)).as_deref(), Some("90+3"));
        assert_eq!(tag(TimeControl::Unlimited), None);
        for (milliseconds, shown) in [
            (0, "0:00"),
            (1, "0:01"),
            (60_000, "1:00"),
            (3_723_000, "1:02:03"),
        ] {
            assert_eq!(face(Duration::from_millis(milliseconds)), shown);
        }
    }
}
