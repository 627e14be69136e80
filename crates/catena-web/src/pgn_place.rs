//! Finds the place of a wrong move in the text of a PGN file.

/// A word of the moves and the line it is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlacedWord<'a> {
    pub(crate) text: &'a str,
    /// Counted from 1.
    pub(crate) line: u64,
    /// Whether it is in a variation.
    in_variation: bool,
}

/// Finds the word at which a game is wrong.
///
/// `expected` is the word as the reader understood it, if it did; `plies` is how many
/// moves of the main line come before it. The reader passes over words that are no
/// moves, so the count is a hint, and the word has the last say.
pub(crate) fn wrong_word<'a>(
    text: &'a str,
    first_line: u64,
    plies: usize,
    expected: Option<&str>,
    in_variation: bool,
) -> Option<PlacedWord<'a>> {
    let skipped = usize::try_from(first_line.saturating_sub(1)).unwrap_or(usize::MAX);
    let start = match skipped {
        0 => 0,
        _ => text.match_indices('\n').nth(skipped - 1)?.0 + 1,
    };
    let words = || MoveWords::new(&text[start..], first_line);
    let is_expected = |word: &PlacedWord<'_>| {
        expected.is_none_or(|expected| {
            let bare = word.text.trim_end_matches(['!', '?', '+', '#', '-', '=']);
            !bare.is_empty() && (expected.starts_with(bare) || bare.starts_with(expected))
        })
    };
    let same_depth = |word: &PlacedWord<'_>| word.in_variation == in_variation;
    if !in_variation {
        let counted = words().filter(same_depth).nth(plies);
        if let Some(word) = counted.filter(is_expected) {
            return Some(word);
        }
    }
    expected?;
    words().filter(same_depth).find(is_expected)
}

/// The words of a game that may be moves.
struct MoveWords<'a> {
    rest: &'a str,
    line: u64,
    depth: usize,
    is_line_start: bool,
    has_words: bool,
}

impl<'a> MoveWords<'a> {
    fn new(text: &'a str, line: u64) -> MoveWords<'a> {
        MoveWords {
            rest: text,
            line,
            depth: 0,
            is_line_start: true,
            has_words: false,
        }
    }

    /// Passes over this many bytes, and counts their lines.
    fn skip(&mut self, bytes: usize) -> &'a str {
        let (skipped, rest) = self.rest.split_at(bytes);
        self.line += skipped.matches('\n').count() as u64;
        self.rest = rest;
        skipped
    }

    /// Passes over everything up to the sign, and over the sign.
    fn skip_past(&mut self, sign: char) {
        let end = self
            .rest
            .find(sign)
            .map_or(self.rest.len(), |at| at + sign.len_utf8());
        self.skip(end);
    }
}

impl<'a> Iterator for MoveWords<'a> {
    type Item = PlacedWord<'a>;

    fn next(&mut self) -> Option<PlacedWord<'a>> {
        loop {
            let first = self.rest.chars().next()?;
            let was_line_start = std::mem::replace(&mut self.is_line_start, first == '\n');
            match first {
                // Tags after the moves belong to the next game.
                '[' if was_line_start && self.has_words => return None,
                '[' | '%' if was_line_start => {
                    self.skip_past('\n');
                    self.is_line_start = true;
                }
                '{' => self.skip_past('}'),
                ';' => {
                    self.skip_past('\n');
                    self.is_line_start = true;
                }
                '(' => {
                    self.depth += 1;
                    self.skip(1);
                }
                ')' => {
                    self.depth = self.depth.saturating_sub(1);
                    self.skip(1);
                }
                _ if first.is_whitespace() => {
                    self.skip(first.len_utf8());
                }
                _ => {
                    let line = self.line;
                    let is_end =
                        |sign: char| sign.is_whitespace() || matches!(sign, '{' | '(' | ')' | ';');
                    let end = self.rest.find(is_end).unwrap_or(self.rest.len());
                    let word = self.skip(end.max(first.len_utf8()));
                    if is_result(word) && self.depth == 0 {
                        return None;
                    }
                    if let Some(text) = move_text(word) {
                        self.has_words = true;
                        return Some(PlacedWord {
                            text,
                            line,
                            in_variation: self.depth > 0,
                        });
                    }
                }
            }
        }
    }
}

fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*")
}

/// Returns a word without the number of the move; `None` if nothing is left that could
/// be a move.
fn move_text(word: &str) -> Option<&str> {
    let text = match word.split_once('.') {
        Some((number, rest)) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
            rest.trim_start_matches('.')
        }
        _ => word,
    };
    let is_move = text.starts_with(|first: char| first.is_alphabetic() || first == '-')
        || text.starts_with("0-0");
    (is_move && !text.starts_with('$')).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::wrong_word;

    #[test]
    fn a_wrong_move_is_found_on_its_line() {
        let text = "[Event \"Ke4\"]\n\n1. e4 {Ke4} e5\n(1... c5 2. Ke4) ; Ke4\n2. Ke4?! Nf6 1-0\n";
        let found = wrong_word(text, 1, 2, Some("Ke4"), false).unwrap();
        assert_eq!((found.text, found.line), ("Ke4?!", 5));
        let found = wrong_word(text, 1, 2, Some("Ke4"), true).unwrap();
        assert_eq!((found.text, found.line), ("Ke4", 4));
        assert_eq!(wrong_word(text, 1, 2, Some("Qh9"), false), None);
    }

    #[test]
    fn only_the_game_that_begins_on_the_line_is_searched() {
        let text = "1. e4 Ke4 *\n\n1. d4 d5 2.Nf9 *\n";
        let found = wrong_word(text, 3, 2, Some("Nf9"), false).unwrap();
        assert_eq!((found.text, found.line), ("Nf9", 3));
        assert_eq!(wrong_word(text, 3, 1, Some("Ke4"), false), None);
        // Without a word the count alone has to do.
        assert_eq!(wrong_word(text, 3, 1, None, false).unwrap().text, "d5");
        assert_eq!(wrong_word(text, 99, 1, None, false), None);
    }
}
