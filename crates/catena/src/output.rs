//! Where results go, and whether in colour.

use std::io::{self, IsTerminal, Write};

use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use crate::args::ColorChoice;

/// Standard output, locked.
pub(crate) fn stdout() -> io::StdoutLock<'static> {
    io::stdout().lock()
}

/// Prints a value as JSON on a line of its own.
pub(crate) fn print_json(value: &impl Serialize) -> Result<()> {
    let mut out = stdout();
    serde_json::to_writer(&mut out, value)?;
    writeln!(out)?;
    Ok(())
}

/// A progress bar on standard error; none if that is no terminal, or if it is
/// not known how much there is to do.
pub(crate) fn progress(length: u64, template: &str) -> ProgressBar {
    if length == 0 || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr_with_hz(5))
        .with_style(style)
}

impl ColorChoice {
    /// Whether to write colours to standard output.
    pub(crate) fn is_on(self) -> bool {
        match self {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                io::stdout().is_terminal() && !refused
            }
        }
    }
}
