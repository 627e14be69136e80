//! Openings from a file.

use std::path::Path;

use anyhow::{Context, Result, bail};
use catena_chess::{SsccPosition, SwitchLimit, notation};

/// Reads the positions of a file: the first four fields of each line, and the
/// move counters if they are numbers.
pub(super) fn read_openings(path: &Path, limit: SwitchLimit) -> Result<Vec<SsccPosition>> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read '{shown}'"))?;
    let mut openings = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let place = || format!("line {} of '{shown}'", at + 1);
        let position = notation::fen::parse(&fen_of(line), limit)
            .with_context(|| format!("{} is not a position", place()))?;
        if position.is_over() {
            bail!("{} is a position in which the game is over", place());
        }
        openings.push(position);
    }
    if openings.is_empty() {
        bail!("'{shown}' has no openings");
    }
    Ok(openings)
}

/// The fields of a line of EPD or FEN that describe a position.
fn fen_of(line: &str) -> String {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let is_number = |at: usize| {
        fields
            .get(at)
            .is_some_and(|field| field.parse::<u32>().is_ok())
    };
    let used = if is_number(4) && is_number(5) { 6 } else { 4 };
    fields[..fields.len().min(used)].join(" ")
}
