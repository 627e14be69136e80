//! How much memory there is: what does not fit is refused before work begins.

use anyhow::{Result, bail};

/// Refuses to take this many bytes if the system says that it has not so many.
/// A header can claim any size.
pub(super) fn check(bytes: u64) -> Result<()> {
    match available() {
        Some(available) if bytes > available => {
            const MIB: u64 = 1 << 20;
            bail!(
                "it needs {} MiB of memory; {} MiB are available",
                bytes.div_ceil(MIB),
                available / MIB
            );
        }
        _ => Ok(()),
    }
}

/// How many bytes can be taken without pushing others out; `None` where the
/// system does not tell.
pub(super) fn available() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    available_of(&text)
}

fn available_of(text: &str) -> Option<u64> {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_linux_says_is_read() {
        let text = "MemTotal:       24585592 kB\nMemAvailable:   23000000 kB\n";
        assert_eq!(available_of(text), Some(23_000_000 * 1024));
        assert_eq!(available_of("MemTotal: 1 kB\n"), None);
    }

    #[test]
    fn more_than_there_can_be_is_refused() {
        if available().is_some() {
            let message = check(u64::MAX).unwrap_err().to_string();
            assert!(
                message.starts_with("it needs 17592186044416 MiB"),
                "{message}"
            );
        }
        assert!(check(1).is_ok());
    }
}
