//! Whether a program goes on when its terminal is closed.

use std::fs;

/// Whether the process was started so that it ignores SIGHUP, as `nohup` does: then it must go
/// on when its terminal is closed, and may not handle the signal. True as well where the system
/// does not say.
///
/// To be asked before the signal is handled.
#[must_use]
pub fn is_hangup_ignored() -> bool {
    let status = fs::read_to_string("/proc/self/status").ok();
    status
        .and_then(|text| from_status(&text))
        .is_none_or(|ignored| ignored & HANGUP != 0)
}

/// SIGHUP is signal 1, whose bit is the lowest.
const HANGUP: u64 = 1;

/// The signals that are ignored, a bit for each.
fn from_status(text: &str) -> Option<u64> {
    let mask = text.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

#[cfg(test)]
mod tests {
    use super::{HANGUP, from_status};

    #[test]
    fn reads_the_line_of_ignored_signals() {
        let status = |mask: &str| format!("SigBlk:\t0000000000000001\nSigIgn:\t{mask}\n");
        assert_eq!(from_status(&status("0000000000000001")), Some(HANGUP));
        assert_eq!(
            from_status(&status("8000000000001000")),
            Some(1 << 63 | 1 << 12)
        );
        assert_eq!(from_status("SigCgt:\t0000000000000001\n"), None);
    }
}
