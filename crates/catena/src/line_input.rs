//! [`LineInput`]: what people type, line by line.

use std::io::{self, BufRead, IsTerminal, Read, StdinLock};

use anyhow::Result;
use rustyline::config::{Behavior, Config};
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;

/// The longest line that is read: longer than any command or position.
const MAX_LINE_BYTES: u64 = 1 << 16;

/// The lines of input. At a terminal they can be edited, the arrow keys bring back earlier
/// ones, and prompts are shown there. Elsewhere there are no prompts.
pub(crate) enum LineInput<R> {
    Stream(R),
    Terminal(Box<LineEditor>),
}

pub(crate) type LineEditor = rustyline::Editor<(), MemHistory>;

impl LineInput<StdinLock<'static>> {
    /// Standard input.
    pub(crate) fn stdin() -> Result<LineInput<StdinLock<'static>>> {
        if !io::stdin().is_terminal() {
            return Ok(LineInput::Stream(io::stdin().lock()));
        }
        // Standard output may be a file; what is asked and typed belongs to the terminal.
        let config = Config::builder()
            .behavior(Behavior::PreferTerm)
            .auto_add_history(true)
            .build();
        let history = MemHistory::with_config(&config);
        let editor = LineEditor::with_history(config, history)?;
        Ok(LineInput::Terminal(Box::new(editor)))
    }
}

impl<R: BufRead> LineInput<R> {
    /// Whether somebody types.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self, LineInput::Terminal(_))
    }

    /// Asks until the answer is yes or no; the end of the input means no.
    pub(crate) fn yes_or_no(&mut self, question: &str) -> Result<bool> {
        loop {
            match self.line(question)?.as_deref().map(str::trim) {
                Some("y" | "yes" | "switch") => return Ok(true),
                None | Some("n" | "no" | "stay") => return Ok(false),
                Some(_) => tell!("catena: answer y or n"),
            }
        }
    }

    /// Reads the next line that is not blank; returns `None` at the end.
    pub(crate) fn line(&mut self, prompt: &str) -> Result<Option<String>> {
        loop {
            let line = match self {
                LineInput::Stream(input) => read_line(input)?,
                LineInput::Terminal(editor) => match editor.readline(prompt) {
                    Ok(line) => Some(line),
                    // Ctrl-C and Ctrl-D.
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => None,
                    Err(error) => return Err(error.into()),
                },
            };
            match line {
                Some(line) if line.trim().is_empty() => {}
                line => return Ok(line),
            }
        }
    }
}

fn read_line(input: &mut impl BufRead) -> Result<Option<String>> {
    let mut line = Vec::new();
    let mut limited = input.by_ref().take(MAX_LINE_BYTES);
    if limited.read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}
