//! Ctrl-C, SIGTERM and a terminal that is closed: they end a match or a search, but not before its result is printed.

#[cfg(unix)]
use std::time::Duration;

use anyhow::Result;
use catena_engine::Signal;

/// Signals that come within this time are one: `timeout` sends its signal to the process
/// and then to its group.
#[cfg(unix)]
const AGAIN: Duration = Duration::from_secs(1);

/// Stops the signal when the process is interrupted or asked to end. If that is not
/// enough, being asked again after [`AGAIN`] ends it at once.
#[cfg(unix)]
pub(crate) fn stop_on_interrupt(signal: &Signal) -> Result<()> {
    use std::time::Instant;

    use anyhow::Context as _;
    use catena_engine::is_hangup_ignored;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    let mut watched = vec![SIGINT, SIGTERM];
    if !is_hangup_ignored() {
        watched.push(SIGHUP);
    }
    let mut interrupts = Signals::new(watched).context("cannot watch for signals")?;
    let signal = signal.clone();
    std::thread::Builder::new()
        .name("interrupts".into())
        .spawn(move || {
            let mut first = None;
            for interrupt in interrupts.forever() {
                let first = first.get_or_insert_with(Instant::now);
                if first.elapsed() > AGAIN {
                    let _ = emulate_default_handler(interrupt);
                }
                signal.stop();
            }
        })
        .context("cannot watch for signals")?;
    Ok(())
}

/// Does nothing: an interrupt ends the process at once.
#[cfg(not(unix))]
pub(crate) fn stop_on_interrupt(_: &Signal) -> Result<()> {
    Ok(())
}
