//! Lines of input, as events of the session.

use std::io::{self, BufRead};
use std::sync::mpsc::SyncSender;

use super::session::Event;

/// A line that is longer than this is refused: no command needs as much.
const MAX_LINE: u64 = 1 << 20;

/// How much of a line that is too long is kept, to know which command it was.
const KEPT: usize = 64;

/// Sends line after line until the input or the session ends.
pub(super) fn read_lines(mut input: impl BufRead, events: &SyncSender<Event>) {
    loop {
        let mut bytes = Vec::new();
        let mut limited = io::Read::take(&mut input, MAX_LINE);
        let event = match limited.read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => Event::End,
            Ok(_) if !bytes.ends_with(b"\n") && bytes.len() as u64 == MAX_LINE => {
                skip_line(&mut input);
                bytes.truncate(KEPT);
                Event::TooLong(text(&bytes))
            }
            Ok(_) => Event::Line(text(&bytes)),
        };
        let is_end = matches!(event, Event::End);
        if events.send(event).is_err() || is_end {
            return;
        }
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim().to_owned()
}

/// Reads to the end of the line and forgets it.
fn skip_line(input: &mut impl BufRead) {
    loop {
        let Ok(buffer) = input.fill_buf() else {
            return;
        };
        if buffer.is_empty() {
            return;
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let length = end.map_or(buffer.len(), |at| at + 1);
        input.consume(length);
        if end.is_some() {
            return;
        }
    }
}
