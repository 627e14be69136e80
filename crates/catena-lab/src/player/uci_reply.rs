//! What a UCI program says, as far as a match needs it.
//!
//! Programs say much more than a match reads. Only [`UciReply`]s are kept, and only
//! the beginning of a long line, so that a program that floods its output costs no
//! memory.

use std::io::{self, BufRead};

use catena_engine::score::{MATE_BOUND, MAX_PLY, Score, mate_in, mated_in};

/// The part of a line that is kept. The longest line that matters lists the
/// variants of a program.
const MAX_LINE: usize = 16 << 10;

/// A move of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BestMove {
    /// The move as the program wrote it.
    pub(super) token: String,
    /// The last score that the program gave for its best line.
    pub(super) score: Option<Score>,
}

/// A line that matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum UciReply {
    /// `option name UCI_Variant` with `sscc` among its values.
    KnowsSscc,
    /// `uciok`.
    UciOk,
    /// `readyok`.
    ReadyOk,
    /// `bestmove`.
    BestMove(BestMove),
}

/// Reads the output of a program.
#[derive(Debug)]
pub(super) struct UciReader<R> {
    output: R,
    line: Vec<u8>,
    score: Option<Score>,
}

impl<R: BufRead> UciReader<R> {
    pub(super) fn new(output: R) -> UciReader<R> {
        UciReader {
            output,
            line: Vec::new(),
            score: None,
        }
    }

    /// The next line that matters; `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<UciReply>> {
        while self.read_line()? {
            let line = String::from_utf8_lossy(&self.line).into_owned();
            if let Some(reply) = self.parse(&line) {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// Reads a line and keeps its beginning. Returns false at the end.
    fn read_line(&mut self) -> io::Result<bool> {
        self.line.clear();
        let mut has_read = false;
        loop {
            let bytes = match self.output.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if bytes.is_empty() {
                return Ok(has_read);
            }
            has_read = true;
            let end = bytes.iter().position(|&byte| byte == b'\n');
            let part = &bytes[..end.unwrap_or(bytes.len())];
            let room = MAX_LINE - self.line.len();
            self.line.extend_from_slice(&part[..part.len().min(room)]);
            let used = end.map_or(bytes.len(), |end| end + 1);
            self.output.consume(used);
            if end.is_some() {
                return Ok(true);
            }
        }
    }

    fn parse(&mut self, line: &str) -> Option<UciReply> {
        let mut words = line.split_whitespace();
        match words.next()? {
            "uciok" => Some(UciReply::UciOk),
            "readyok" => Some(UciReply::ReadyOk),
            "bestmove" => Some(UciReply::BestMove(BestMove {
                token: words.next().unwrap_or_default().to_owned(),
                score: self.score.take(),
            })),
            "info" => {
                self.score = score_of(line).or(self.score);
                None
            }
            "option" => {
                let is_variant = line.contains(" name UCI_Variant ");
                let has_sscc = words.any(|word| word == "sscc");
                (is_variant && has_sscc).then_some(UciReply::KnowsSscc)
            }
            _ => None,
        }
    }
}

/// The score in a line of `info`, unless it is a bound or that of another line than
/// the best.
fn score_of(line: &str) -> Option<Score> {
    // What follows `string` is for people.
    let line = line.split(" string ").next()?;
    let words: Vec<&str> = line.split_whitespace().collect();
    let after = |word: &str| {
        let at = words.iter().position(|&other| other == word)?;
        words.get(at + 1..)
    };
    let is_bound = ["lowerbound", "upperbound"]
        .iter()
        .any(|bound| words.contains(bound));
    let is_other = after("multipv").is_some_and(|rest| rest.first() != Some(&"1"));
    if is_bound || is_other {
        return None;
    }
    let [kind, number, ..] = after("score")? else {
        return None;
    };
    let number: i64 = number.parse().ok()?;
    match *kind {
        "cp" => {
            let bound = i64::from(MATE_BOUND - 1);
            Score::try_from(number.clamp(-bound, bound)).ok()
        }
        "mate" => {
            let moves = usize::try_from(number.unsigned_abs()).unwrap_or(MAX_PLY);
            let plies = moves.saturating_mul(2).min(MAX_PLY);
            Some(if number > 0 {
                mate_in(plies.saturating_sub(1))
            } else {
                mated_in(plies)
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};

    use catena_engine::score::{mate_in, mated_in};

    use super::{BestMove, UciReader, UciReply, score_of};

    fn replies(output: impl Read) -> Vec<UciReply> {
        let mut reader = UciReader::new(BufReader::new(output));
        std::iter::from_fn(|| reader.next().unwrap()).collect()
    }

    fn best(token: &str, score: Option<i32>) -> UciReply {
        UciReply::BestMove(BestMove {
            token: token.to_owned(),
            score,
        })
    }

    #[test]
    fn only_what_matters_is_kept() {
        let output = "id name x\noption name UCI_Variant type combo var chess var sscc\n\
            option name Style type combo var sscc\nuciok\r\nreadyok\n\
            info depth 1 score cp 12 pv e2e4\nbestmove e2e4 ponder e7e5\nbestmove (none)\nbestmove";
        assert_eq!(
            replies(output.as_bytes()),
            [
                UciReply::KnowsSscc,
                UciReply::UciOk,
                UciReply::ReadyOk,
                best("e2e4", Some(12)),
                best("(none)", None),
                best("", None),
            ]
        );
    }

    #[test]
    fn a_line_without_end_costs_no_memory_and_hides_nothing() {
        let flood = std::io::repeat(b'x').take(50 << 20);
        let output = flood.chain(&b"\xff\nbestmove a2a3\n"[..]);
        let mut reader = UciReader::new(BufReader::new(output));
        assert_eq!(reader.next().unwrap(), Some(best("a2a3", None)));
        assert!(reader.line.capacity() <= 64 << 10);
    }

    #[test]
    fn scores_are_those_of_the_best_line() {
        let cases = [
            ("info depth 3 score cp -30 nodes 7", Some(-30)),
            ("info score mate 2 pv a", Some(mate_in(3))),
            ("info score mate -2", Some(mated_in(4))),
            ("info score mate 0", Some(mated_in(0))),
            ("info score cp 50 lowerbound", None),
            ("info multipv 2 score cp 50", None),
            ("info multipv 1 score cp 50", Some(50)),
            ("info string score cp 50", None),
            ("info score cp many", None),
            ("info score", None),
        ];
        for (line, score) in cases {
            assert_eq!(score_of(line), score, "{line}");
        }
        let huge = score_of("info score cp 9223372036854775807");
        assert!(huge.is_some_and(|score| score < mate_in(128)));
    }
}
