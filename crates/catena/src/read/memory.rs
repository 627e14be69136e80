//! How much memory there is: what does not fit is refused before work begins.

use std::io::{self, Read};

use anyhow::{Result, bail};

/// Refuses to take this many bytes if the system says that it has not so many.
/// A header can claim any size.
pub(crate) fn check(bytes: u64) -> Result<()> {
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

/// How many bytes can be taken without pushing others out, and without exceeding a limit
/// of this process or its control group; `None` where the system does not tell.
pub(super) fn available() -> Option<u64> {
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let machine = read("/proc/meminfo").and_then(|text| available_of(&text));
    let process = read("/proc/self/limits").and_then(|limits| {
        let most = address_space_of(&limits)?;
        Some(most.saturating_sub(taken()?))
    });
    let group = first_number(&read("/sys/fs/cgroup/memory.max").unwrap_or_default());
    let group = group.map(|most| {
        let used = read("/sys/fs/cgroup/memory.current").and_then(|text| first_number(&text));
        most.saturating_sub(used.unwrap_or(0))
    });
    [machine, process, group].into_iter().flatten().min()
}

/// The address space that this process has taken.
fn taken() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    Some(first_number(&text)? * PAGE)
}

/// Reads what is kept in a form that can take many times the bytes of the file, which nobody
/// knows before. It fails as soon as the process has taken more than half of what is left,
/// so that the same again and more fits when all is read.
pub(crate) struct GuardedReader<R> {
    input: R,
    /// What was taken before.
    before: Option<u64>,
    unchecked: usize,
}

impl<R: Read> GuardedReader<R> {
    /// After so many bytes it looks again.
    const STEP: usize = 1 << 20;

    pub(crate) fn new(input: R) -> GuardedReader<R> {
        GuardedReader {
            input,
            before: taken(),
            unchecked: 0,
        }
    }

    fn check(&self) -> io::Result<()> {
        match (self.before, taken(), available()) {
            (Some(before), Some(now), Some(left)) if now.saturating_sub(before) > left / 2 => {
                Err(io::Error::other("it needs more memory than is available"))
            }
            _ => Ok(()),
        }
    }
}

impl<R: Read> Read for GuardedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.unchecked >= Self::STEP {
            self.unchecked = 0;
            self.check()?;
        }
        let count = self.input.read(buffer)?;
        self.unchecked += count;
        Ok(count)
    }
}

/// The smallest page of all systems: with larger ones less is left than is said here, and
/// the system refuses the rest.
const PAGE: u64 = 4096;

fn first_number(text: &str) -> Option<u64> {
    text.split_whitespace().next()?.parse().ok()
}

/// The limit on the address space, as `/proc/self/limits` has it.
fn address_space_of(text: &str) -> Option<u64> {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("Max address space"))?;
    first_number(line)
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
    fn a_limit_of_the_process_is_read() {
        let text = "Limit  Soft Limit  Hard Limit  Units\n\
                    Max address space         4294967296           unlimited            bytes\n";
        assert_eq!(address_space_of(text), Some(4 << 30));
        assert_eq!(
            address_space_of(&text.replace("4294967296", "unlimited")),
            None
        );
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
