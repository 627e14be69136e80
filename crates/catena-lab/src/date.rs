//! The date of today, as PGN writes it.

use std::time::{SystemTime, UNIX_EPOCH};

/// Today in UTC, like `2026.11.17`.
///
/// ```
/// assert_eq!(catena_lab::date::today().len(), 10);
/// ```
#[must_use]
pub fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    pgn_date(since.map_or(0, |since| since.as_secs() / 86_400))
}

/// The date this many days after 1970-01-01.
fn pgn_date(days: u64) -> String {
    let mut year = 1970;
    let mut left = days;
    while left >= days_in(year) {
        left -= days_in(year);
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let months = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in months {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    format!("{year:04}.{month:02}.{:02}", left + 1)
}

fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn days_in(year: u64) -> u64 {
    if is_leap(year) { 366 } else { 365 }
}

#[cfg(test)]
mod tests {
    use super::pgn_date;

    #[test]
    fn days_are_dates() {
        // By `date -u -d "1970-01-01 + DAYS days"`.
        let cases = [
            (0, "1970.01.01"),
            (58, "1970.02.28"),
            (59, "1970.03.01"),
            (789, "1972.02.29"),
            (10_956, "1999.12.31"),
            (11_016, "2000.02.29"),
            (20_774, "2026.11.17"),
            (47_540, "2100.02.28"),
            (47_541, "2100.03.01"),
        ];
        for (days, date) in cases {
            assert_eq!(pgn_date(days), date);
        }
    }
}
