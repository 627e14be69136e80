//! Standard output, messages, progress bars and colour.

use std::fmt;
use std::io::{self, IsTerminal, Write};

use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use crate::args::ColorChoice;

/// Writes a line on standard error, as `eprintln!` does, which would panic where nobody can be
/// told: the disk is full, the terminal was closed, or the reader has seen enough.
macro_rules! tell {
    ($($message:tt)*) => {
        $crate::output::write_message(::std::format_args!($($message)*))
    };
}

/// Writes a line on standard error, if it can be written.
pub(crate) fn write_message(message: fmt::Arguments<'_>) {
    // At once: lines of several threads must not mix.
    let line = format!("{message}\n");
    let _ = io::stderr().write_all(line.as_bytes());
}

/// Locks standard output.
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

/// Prints the threshold that Otsu's method chose, if it was asked.
pub(crate) fn print_threshold(chosen: Option<f64>) -> Result<()> {
    if let Some(threshold) = chosen {
        writeln!(stdout(), "threshold: {threshold}, chosen by Otsu's method")?;
    }
    Ok(())
}

/// Says on standard error which threshold Otsu's method chose, where standard output is for
/// something else.
pub(crate) fn tell_threshold(chosen: Option<f64>) {
    if let Some(threshold) = chosen {
        tell!("catena: threshold: {threshold}, chosen by Otsu's method");
    }
}

/// Returns a progress bar on standard error. It is hidden if standard error is
/// not a terminal or the length is unknown (0).
pub(crate) fn progress(length: u64, template: &str) -> ProgressBar {
    if length == 0 || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr_with_hz(5))
        .with_style(style)
}

/// Returns a line of progress on standard error for work whose length is unknown. It is
/// hidden if standard error is not a terminal.
pub(crate) fn progress_line() -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{elapsed} {wide_msg}")
        .unwrap_or_else(|_| ProgressStyle::default_spinner());
    ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5)).with_style(style)
}

impl ColorChoice {
    /// Returns whether to write colour to standard output.
    pub(crate) fn is_on(self) -> bool {
        match self {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
                io::stdout().is_terminal() && !refused && !is_dumb
            }
        }
    }
}
