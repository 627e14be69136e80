//! `;` comments as `{}` comments: `pgn-reader` skips the former.

use std::io::{self, Read};

/// Passes bytes on, with every `; comment` to the end of its line written as
/// `{ comment}`. All it knows of PGN is where a `;` does not start one.
#[derive(Debug)]
pub(crate) struct RestOfLine<R> {
    source: R,
    state: State,
    /// Bytes that are ready to be passed on, from `start`.
    ready: Vec<u8>,
    start: usize,
}

/// Where in the text the next byte is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    LineStart,
    Moves,
    /// In a line that starts with `[` or `%`: tags and escapes.
    OtherLine,
    Braces,
    RestOfLine,
}

impl<R: Read> RestOfLine<R> {
    pub(crate) const fn new(source: R) -> RestOfLine<R> {
        RestOfLine {
            source,
            state: State::LineStart,
            ready: Vec::new(),
            start: 0,
        }
    }

    /// Passes one byte on, changed if need be.
    fn pass(&mut self, byte: u8) {
        self.state = match (self.state, byte) {
            (State::RestOfLine, b'\n') => {
                self.ready.push(b'}');
                State::LineStart
            }
            // A brace in the comment would end it too early.
            (State::RestOfLine, b'{' | b'}') => {
                self.ready.push(if byte == b'{' { b'(' } else { b')' });
                return;
            }
            (State::Braces, b'}') => State::Moves,
            (State::Braces | State::RestOfLine, _) => self.state,
            (_, b'\n') => State::LineStart,
            (State::LineStart, b'[' | b'%') => State::OtherLine,
            (State::OtherLine, _) => State::OtherLine,
            (_, b'{') => State::Braces,
            (_, b';') => {
                self.ready.push(b'{');
                self.state = State::RestOfLine;
                return;
            }
            _ => State::Moves,
        };
        self.ready.push(byte);
    }
}

impl<R: Read> Read for RestOfLine<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.start == self.ready.len() {
            self.ready.clear();
            self.start = 0;
            // Nearly all text has no `;`: it goes straight through.
            let length = self.source.read(buffer)?;
            if length == 0 {
                if self.state != State::RestOfLine {
                    return Ok(0);
                }
                self.state = State::LineStart;
                self.ready.push(b'}');
                break;
            }
            if self.state != State::RestOfLine && !buffer[..length].contains(&b';') {
                self.state = state_after(self.state, &buffer[..length]);
                return Ok(length);
            }
            for &byte in &buffer[..length] {
                self.pass(byte);
            }
        }
        let length = buffer.len().min(self.ready.len() - self.start);
        buffer[..length].copy_from_slice(&self.ready[self.start..self.start + length]);
        self.start += length;
        Ok(length)
    }
}

/// The state after bytes without a `;`.
fn state_after(mut state: State, bytes: &[u8]) -> State {
    for &byte in bytes {
        state = match (state, byte) {
            (State::Braces, b'}') => State::Moves,
            (State::Braces, _) => State::Braces,
            (_, b'\n') => State::LineStart,
            (State::LineStart, b'[' | b'%') => State::OtherLine,
            (State::OtherLine, _) => State::OtherLine,
            (_, b'{') => State::Braces,
            _ => State::Moves,
        };
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        for chunk in [1, 2, 7, 1000] {
            let mut source = RestOfLine::new(Chunks(text.as_bytes(), chunk));
            let mut found = String::new();
            source.read_to_string(&mut found).unwrap();
            assert_eq!(found, expected, "in chunks of {chunk}");
        }
    }

    /// Gives its bytes in small pieces.
    struct Chunks<'a>(&'a [u8], usize);

    impl Read for Chunks<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = self.0.len().min(self.1).min(buffer.len());
            let (now, later) = self.0.split_at(length);
            buffer[..length].copy_from_slice(now);
            self.0 = later;
            Ok(length)
        }
    }

    #[test]
    fn the_rest_of_a_line_becomes_a_comment() {
        check("1. e4 ; best\n1... e5\n", "1. e4 { best}\n1... e5\n");
        check("1. e4 ;", "1. e4 {}");
        check("1. e4 ;a{b}\n", "1. e4 {a(b)}\n");
    }

    #[test]
    fn other_semicolons_stay() {
        for text in [
            "[Event \"a;b\"]\n\n1. e4 {c;d} e5\n",
            "%;\n1. e4 {x\n[;]\n;} e5",
            "",
        ] {
            check(text, text);
        }
    }
}
