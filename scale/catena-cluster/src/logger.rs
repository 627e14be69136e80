//! What Ballista logs, on standard error.

use log::{LevelFilter, Log, Metadata, Record};

struct Logger;

impl Log for Logger {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.level() <= log::max_level()
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            let level = record.level().as_str().to_lowercase();
            eprintln!("catena-cluster: {level}: {}", record.args());
        }
    }

    fn flush(&self) {}
}

/// Writes what is logged to standard error: warnings and errors, or more.
pub fn log_to_stderr(verbose: bool) {
    let level = if verbose {
        LevelFilter::Info
    } else {
        LevelFilter::Warn
    };
    // A logger that is already there stays.
    if log::set_logger(&Logger).is_ok() {
        log::set_max_level(level);
    }
}
