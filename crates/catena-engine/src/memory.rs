//! How much memory the machine can still give.

use std::fs;

/// The mebibytes that are free, as far as the system says.
///
/// Asking the allocator is not enough: Linux promises memory that it does
/// not have and ends the process when the memory is used.
#[must_use]
pub fn available_mebibytes() -> Option<usize> {
    let machine = fs::read_to_string("/proc/meminfo")
        .ok()
        .and_then(|text| from_meminfo(&text));
    let group = group_limit();
    match (machine, group) {
        (Some(machine), Some(group)) => Some(machine.min(group)),
        (machine, group) => machine.or(group),
    }
}

fn from_meminfo(text: &str) -> Option<usize> {
    let line = text
        .lines()
        .find(|line| line.starts_with("MemAvailable:"))?;
    let kibibytes: usize = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes / 1024)
}

/// What a container may use in all.
fn group_limit() -> Option<usize> {
    let text = fs::read_to_string("/sys/fs/cgroup/memory.max").ok()?;
    let bytes: usize = text.trim().parse().ok()?;
    Some(bytes >> 20)
}

#[cfg(test)]
mod tests {
    use super::from_meminfo;

    #[test]
    fn reads_the_line_of_available_memory() {
        let text = "MemTotal: 4096 kB\nMemAvailable:    2048 kB\n";
        assert_eq!(from_meminfo(text), Some(2));
        assert_eq!(from_meminfo("MemTotal: 4096 kB\n"), None);
    }
}
