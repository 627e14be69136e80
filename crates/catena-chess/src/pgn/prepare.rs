//! [`Prepared`]: the text of games, so that `pgn-reader` loses nothing of it.
//!
//! The reader passes over comments from `;` to the end of a line, and over words that it
//! cannot read. A move that is passed over would change the game, so every word is looked
//! at here: it is read, replaced by what it means, or reported.

use core::ops::Range;
use std::borrow::Cow;

use memchr::memchr;
use shakmaty::san::San;
use shakmaty::{Role, Square};

use super::brace::with_braces;
use super::letters::PieceLetters;
use super::word::{Reading, reading};

/// Error messages repeat at most this many characters of a word.
const MAX_WORD: usize = 32;

/// A word of a game that is neither a move nor an annotation, or another piece of text
/// that has no meaning where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrayText {
    /// The text, or its beginning.
    pub text: String,
    /// The line of the file on which it stands, from 1.
    pub line: u64,
}

impl StrayText {
    fn new(text: &[u8], line: u64) -> StrayText {
        let text = String::from_utf8_lossy(text);
        StrayText {
            text: text.trim().chars().take(MAX_WORD).collect(),
            line,
        }
    }
}

/// The text for the reader, on the same lines as the text of the file.
#[derive(Debug)]
pub(super) struct Prepared<'a> {
    pub(super) text: Cow<'a, [u8]>,
    pub(super) unreadable: UnreadableWords,
    /// Stray text and where it is in the prepared text, in its order. It stays there: as
    /// a comment, or as the tag that it is not.
    pub(super) strays: Vec<(usize, StrayText)>,
}

impl Prepared<'_> {
    /// Prepares text that begins on this line of its file.
    pub(super) fn new(text: &[u8], first_line: u64, letters: PieceLetters) -> Prepared<'_> {
        let braced = with_braces(text);
        let mut walker = Walker::new(&braced, first_line, letters);
        walker.walk();
        let (out, unreadable, strays) = (walker.finish(), walker.unreadable, walker.strays);
        Prepared {
            text: out.map_or(braced, Cow::Owned),
            unreadable,
            strays,
        }
    }
}

/// Words in the place of a move that are not moves, in their order. In the text each is
/// replaced by a piece that is put on the board, like `N@f3`, which no variant of ours
/// has: the role and the square are the number of the word.
#[derive(Debug, Default)]
pub(super) struct UnreadableWords {
    words: Vec<StrayText>,
    /// The number of the next word that the reader may come to.
    next: usize,
}

/// How many numbers there are. They start again from 0 after that: the reader may pass
/// over some words, for example in variations, but hardly over this many.
const NUMBERS: usize = Role::ALL.len() * 64;

impl UnreadableWords {
    /// Keeps the word, and returns what stands in its place.
    fn replace(&mut self, word: StrayText) -> String {
        let number = self.words.len() % NUMBERS;
        self.words.push(word);
        let role = Role::ALL[number / 64].upper_char();
        let square = Square::ALL[number % 64];
        format!("{role}@{square}")
    }

    /// The word that this move stands for, if it stands for one.
    pub(super) fn word(&mut self, san: San) -> Option<&StrayText> {
        let San::Put { role, to } = san else {
            return None;
        };
        let role = Role::ALL.iter().position(|other| *other == role)?;
        let number = role * 64 + to.to_usize();
        let skipped = (number + NUMBERS - self.next % NUMBERS) % NUMBERS;
        self.next += skipped + 1;
        self.words.get(self.next - 1)
    }
}

/// Looks at everything outside comments, and writes the text anew where that is needed.
struct Walker<'a> {
    text: &'a [u8],
    letters: PieceLetters,
    at: usize,
    /// The line of `counted`, up to which line breaks were counted.
    line: u64,
    counted: usize,
    out: Vec<u8>,
    /// How much of the text is in `out`.
    copied: usize,
    unreadable: UnreadableWords,
    strays: Vec<(usize, StrayText)>,
    /// Of the main line and the variations around this place: whether it has a move.
    has_move: Vec<bool>,
    /// The parenthesis around all of them, and where it is in `out`.
    open: Option<(usize, StrayText)>,
    result: Option<&'static str>,
    /// The result, and where it is in `out`, until a move comes after it.
    early_result: Option<(usize, StrayText)>,
}

impl<'a> Walker<'a> {
    fn new(text: &'a [u8], first_line: u64, letters: PieceLetters) -> Walker<'a> {
        Walker {
            text,
            letters,
            at: 0,
            line: first_line,
            counted: 0,
            out: Vec::new(),
            copied: 0,
            unreadable: UnreadableWords::default(),
            strays: Vec::new(),
            has_move: vec![false],
            open: None,
            result: None,
            early_result: None,
        }
    }

    fn walk(&mut self) {
        const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
        if self.text.starts_with(BYTE_ORDER_MARK) {
            self.at = BYTE_ORDER_MARK.len();
        }
        let mut is_line_start = true;
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'\n' => {
                    is_line_start = true;
                    self.at += 1;
                    self.skip_indent();
                    if is_end_of_game(&self.text[self.at..]) {
                        self.end_game();
                    }
                    continue;
                }
                b' ' | b'\t' | b'\r' => {
                    self.at += 1;
                    continue;
                }
                b'[' if is_line_start => self.tag_line(),
                b'%' if is_line_start => self.at = self.end_of(b'\n'),
                b'{' => self.comment(),
                b'}' => self.stray(self.at + 1, "{}"),
                b'$' => self.nag(),
                b'(' => self.open_variation(),
                b')' => self.close_variation(),
                b'*' => {
                    let end = self.at + 1;
                    self.outcome(end, "*");
                    self.at = end;
                }
                byte if ends_word(byte) => self.at += 1,
                _ => self.word(),
            }
            is_line_start = false;
        }
        self.end_game();
    }

    /// Reports a variation that is not closed, and is ready for another game.
    fn end_game(&mut self) {
        if let Some(open) = self.open.take() {
            self.report_late(open);
        }
        self.has_move.clear();
        self.has_move.push(false);
        self.result = None;
        self.early_result = None;
    }

    /// Reports text that was before some that is reported already: they must be in order.
    fn report_late(&mut self, stray: (usize, StrayText)) {
        let after = self.strays.partition_point(|(other, _)| *other < stray.0);
        self.strays.insert(after, stray);
    }

    /// Passes over white space at the start of a line where the game ends: for the reader it
    /// ends only if there is none. Without a result, blank lines may be in the middle of it.
    fn skip_indent(&mut self) {
        let rest = &self.text[self.at..];
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
        let indent = rest.iter().take_while(|byte| is_blank(byte)).count();
        let line = &rest[indent..];
        let ends = match line {
            _ if indent == 0 => false,
            [b'[', ..] => {
                let end = memchr(b'\n', line).unwrap_or(line.len());
                let is_begun = self.has_move != [false] || self.result.is_some();
                is_begun && tags_end(&line[..end]).is_some()
            }
            _ => self.has_move.len() == 1 && self.result.is_some() && is_end_of_game(line),
        };
        if ends {
            self.replace(self.at, self.at + indent, "");
            self.at += indent;
        }
    }

    fn open_variation(&mut self) {
        // No variation: it says of the capture before it what that says already.
        for remark in [&b"(e.p.)"[..], b"(ep)"] {
            if self.text[self.at..].starts_with(remark) {
                let end = self.at + remark.len();
                self.replace(self.at, end, "");
                self.at = end;
                return;
            }
        }
        let stray = StrayText::new(b"(", self.line_at(self.at));
        let place = (self.out_at(self.at), stray);
        // A line instead of the first move, before that move: it cannot be kept.
        if self.has_move.last() == Some(&false) {
            self.strays.push(place.clone());
        }
        if self.has_move.len() == 1 {
            self.open = Some(place);
        }
        self.has_move.push(false);
        self.at += 1;
    }

    fn close_variation(&mut self) {
        if self.has_move.len() == 1 {
            return self.stray_word(self.at + 1);
        }
        self.has_move.pop();
        if self.has_move.len() == 1 {
            self.open = None;
        }
        self.at += 1;
    }

    /// A result. In a variation it is a remark; a second one contradicts the first.
    fn outcome(&mut self, end: usize, result: &'static str) {
        if self.has_move.len() > 1 {
            self.replace(self.at, end, &format!("{{{result}}}"));
            return;
        }
        if self.result.is_none() {
            let stray = StrayText::new(&self.text[self.at..end], self.line_at(self.at));
            self.early_result = Some((self.out_at(self.at), stray));
        }
        if *self.result.get_or_insert(result) != result {
            self.stray_word(end);
        } else if self.text[self.at..end] != *result.as_bytes() {
            self.replace(self.at, end, result);
        }
    }

    /// Where the byte comes next, or the end of the text.
    fn end_of(&self, byte: u8) -> usize {
        memchr(byte, &self.text[self.at..]).map_or(self.text.len(), |end| self.at + end)
    }

    /// The tags of a line. Moves may follow them.
    fn tag_line(&mut self) {
        let line = &self.text[self.at..self.end_of(b'\n')];
        match tags_end(line) {
            Some(end) => self.at += end,
            None => {
                // It stays: a game begins with it.
                let stray = StrayText::new(line, self.line_at(self.at));
                self.strays.push((self.out_at(self.at), stray));
                self.at += line.len();
            }
        }
    }

    fn comment(&mut self) {
        let end = self.end_of(b'}');
        if end < self.text.len() {
            self.at = end + 1;
            return;
        }
        let stray = StrayText::new(&self.text[self.at..], self.line_at(self.at));
        self.strays.push((self.out_at(self.at), stray));
        self.at = end;
        self.replace(end, end, "}");
    }

    /// `$` and a number up to 255.
    fn nag(&mut self) {
        let word = &self.text[self.at + 1..];
        let length = word.iter().position(|&byte| ends_word(byte));
        let end = self.at + 1 + length.unwrap_or(word.len());
        let number = core::str::from_utf8(&self.text[self.at + 1..end]);
        if number.is_ok_and(|number| number.parse::<u8>().is_ok()) {
            self.at = end;
        } else {
            self.stray_word(end);
        }
    }

    fn word(&mut self) {
        let mut word = self.next_word();
        // Old files end with the end-of-file sign of DOS.
        if word.iter().all(|byte| matches!(byte, 0 | 0x1a)) {
            self.at += word.len();
            return;
        }
        let mut meaning = reading(word, &self.letters);
        if meaning != Reading::Whole
            && let Some(blank) = first_blank(word)
        {
            if blank.start == 0 {
                self.replace(self.at, self.at + blank.end, " ");
                self.at += blank.end;
                return;
            }
            word = &word[..blank.start];
            meaning = reading(word, &self.letters);
        }
        let end = self.at + word.len();
        let is_move = match meaning {
            Reading::Whole => !word.iter().all(u8::is_ascii_digit),
            Reading::As(text) => {
                self.replace(self.at, end, &text);
                !text.is_empty() && !text.starts_with('$')
            }
            Reading::Outcome(result) => {
                self.outcome(end, result);
                false
            }
            Reading::Unreadable => {
                let word = StrayText::new(word, self.line_at(self.at));
                let text = self.unreadable.replace(word);
                self.replace(self.at, end, &text);
                true
            }
            Reading::Stray => {
                self.stray_word(end);
                false
            }
        };
        if let Some(has_move) = self.has_move.last_mut() {
            *has_move |= is_move;
        }
        if is_move
            && self.has_move.len() == 1
            && let Some(result) = self.early_result.take()
        {
            self.report_late(result);
        }
        self.at = end;
    }

    /// The word that begins here. The dots of `e.p.` and the parentheses of `e8(Q)` are part
    /// of it.
    fn next_word(&self) -> &'a [u8] {
        let rest = &self.text[self.at..];
        let length = rest.iter().position(|&byte| ends_word(byte));
        let (word, after) = rest.split_at(length.unwrap_or(rest.len()));
        let more = match (word, after) {
            ([.., b'e'], [b'.', b'p', b'.', ..]) => 3,
            ([.., b'e'], [b'.', b'p', ..]) => 2,
            ([b'a'..=b'h', .., b'1' | b'8'], [b'(', b'A'..=b'Z', b')', ..]) => 3,
            _ => 0,
        };
        &rest[..word.len() + more]
    }

    /// Reports the text up to `end`, and keeps it as a comment.
    fn stray_word(&mut self, end: usize) {
        let word = String::from_utf8_lossy(&self.text[self.at..end]);
        self.stray(end, &format!("{{{word}}}"));
    }

    /// Reports the text up to `end`, and writes a comment in its place.
    fn stray(&mut self, end: usize, comment: &str) {
        let stray = StrayText::new(&self.text[self.at..end], self.line_at(self.at));
        self.strays.push((self.out_at(self.at), stray));
        self.replace(self.at, end, comment);
        self.at = end;
    }

    fn replace(&mut self, start: usize, end: usize, text: &str) {
        self.out.extend_from_slice(&self.text[self.copied..start]);
        self.out.extend_from_slice(text.as_bytes());
        self.copied = end;
    }

    /// Where this place of the text is in what is written.
    fn out_at(&self, at: usize) -> usize {
        self.out.len() + (at - self.copied)
    }

    /// The line of this place, which is not before one that was asked for already.
    fn line_at(&mut self, at: usize) -> u64 {
        self.line += super::block::line_breaks(&self.text[self.counted..at]);
        self.counted = at;
        self.line
    }

    /// The text with its changes; `None` if there are none.
    fn finish(&mut self) -> Option<Vec<u8>> {
        if self.out.is_empty() && self.copied == 0 {
            return None;
        }
        let mut out = core::mem::take(&mut self.out);
        out.extend_from_slice(&self.text[self.copied..]);
        Some(out)
    }
}

/// Whether the reader ends a game at a line break before this text.
fn is_end_of_game(text: &[u8]) -> bool {
    matches!(text, [b'\n' | b'[', ..] | [b'\r', b'\n', ..])
}

/// The first white space in a word that is no space for the reader, such as a no-break
/// space, or characters that cannot be seen at all.
fn first_blank(word: &[u8]) -> Option<Range<usize>> {
    let mut at = 0;
    for chunk in word.utf8_chunks() {
        for c in chunk.valid().chars() {
            let is_hidden = matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}');
            if c.is_whitespace() || is_hidden {
                return Some(at..at + c.len_utf8());
            }
            at += c.len_utf8();
        }
        // The no-break space of Latin-1.
        if chunk.invalid() == [0xa0] {
            return Some(at..at + 1);
        }
        at += chunk.invalid().len();
    }
    None
}

/// Whether a word ends before this byte, for the reader as well.
const fn ends_word(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'\t'
            | b'\n'
            | b'\r'
            | b'{'
            | b'}'
            | b'('
            | b')'
            | b'!'
            | b'?'
            | b'$'
            | b';'
            | b'.'
            | b'*'
    )
}

/// Where the tags end with which the line begins, like `[Name "value"]`; `None` if one of
/// them is something else. The reader also takes a value without its end, which may have
/// swallowed moves: only a backslash before the end is not worth a report.
fn tags_end(line: &[u8]) -> Option<usize> {
    let mut rest = line;
    while let Some(tag) = rest.strip_prefix(b"[") {
        let quote = memchr(b'"', tag)?;
        let name = tag[..quote].trim_ascii();
        if name.is_empty() || name.contains(&b']') {
            return None;
        }
        let value = &tag[quote + 1..];
        let Some(end) = value_end(value) else {
            return value
                .trim_ascii_end()
                .ends_with(b"\\\"]")
                .then_some(line.len());
        };
        let after = value[end + 1..].trim_ascii_start();
        rest = match after {
            [] => after,
            after => after.strip_prefix(b"]")?.trim_ascii_start(),
        };
    }
    Some(line.len() - rest.len())
}

/// Where the quotation mark is that ends a value.
fn value_end(value: &[u8]) -> Option<usize> {
    let mut is_escaped = false;
    value.iter().position(|byte| {
        let is_end = *byte == b'"' && !is_escaped;
        is_escaped = *byte == b'\\' && !is_escaped;
        is_end
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pgn_reader::SanPlus;

    fn prepare(text: &str) -> Prepared<'_> {
        Prepared::new(text.as_bytes(), 1, PieceLetters::default())
    }

    fn names(words: &[StrayText]) -> Vec<&str> {
        words.iter().map(|word| word.text.as_str()).collect()
    }

    #[test]
    fn what_can_be_read_stays() {
        for text in [
            "[Event \"Nf9\"]\n\n1. e4 {Nf9} e5 2.Nf3 $19 Nc6! 3...Bb5?? O-O\n",
            "%Nf9\n1. e8=Q+ Nbxd7# bxc3 -- *\n",
            "1.e4 e5 2.e2e4 e7e8=q exd5 (1. d4) \u{1a}\n",
            "\u{feff}[Event \"a \\\" b\"] [Site \"?\"]\n*",
            "[Event \"a\"] 1. e4 *\n[Event \"no end\\\"] \n[Site \"a\\\\\" ]\n",
        ] {
            let prepared = prepare(text);
            assert_eq!(String::from_utf8_lossy(&prepared.text), text);
            assert_eq!(
                (prepared.unreadable.words, prepared.strays),
                (vec![], vec![])
            );
        }
    }

    #[test]
    fn signs_and_other_spellings_are_read() {
        let prepared = prepare("1. e2-e4 Ng8-f6 2. exf6e.p. gxf6ep 3. Bc4 +- N e.p. 0-0= 1/2\n");
        assert_eq!(
            String::from_utf8_lossy(&prepared.text),
            "1. e2e4 Ng8f6 2. exf6 gxf6 3. Bc4 $18 $146  O-O $10 1/2-1/2\n"
        );
        assert_eq!(prepared.strays, []);
    }

    #[test]
    fn spaces_of_word_processors_are_spaces() {
        for (text, written) in [
            ("1.\u{a0}Nf3\u{2009}Nc6\u{b}2. e4 *", "1. Nf3 Nc6 2. e4 *"),
            ("1. Sf3\u{200b} e5 *", "1. P@a1  e5 *"),
            ("1. e4 x\u{a0}\u{a0}e5 *", "1. e4 {x}  e5 *"),
        ] {
            assert_eq!(String::from_utf8_lossy(&prepare(text).text), written);
        }
        let latin = Prepared::new(b"1. e4\xa0e5 *", 1, PieceLetters::default());
        assert_eq!(String::from_utf8_lossy(&latin.text), "1. e4 e5 *");
    }

    #[test]
    fn parentheses_of_a_move_are_part_of_it() {
        let prepared = prepare("1. exf6(e.p.) gxf6 (ep) 2. e8(Q) Nf1 (Nd1) d1(N)+ (d1Q) *\n");
        assert_eq!(
            String::from_utf8_lossy(&prepared.text),
            "1. exf6 gxf6  2. e8=Q Nf1 (Nd1) d1=N (d1=Q) *\n"
        );
        assert_eq!(prepared.strays, []);
    }

    #[test]
    fn stray_text_is_reported_with_its_line_and_kept() {
        let text = "[Event x]\n[Site \"y]\n\n1. e4 forfeit\n$300 } e5 $x {never\n closed";
        let prepared = prepare(text);
        let strays: Vec<(&str, u64)> = prepared
            .strays
            .iter()
            .map(|(_, stray)| (stray.text.as_str(), stray.line))
            .collect();
        assert_eq!(
            strays,
            [
                ("[Event x]", 1),
                ("[Site \"y]", 2),
                ("forfeit", 4),
                ("$300", 5),
                ("}", 5),
                ("$x", 5),
                ("{never\n closed", 5),
            ]
        );
        let written =
            "[Event x]\n[Site \"y]\n\n1. e4 {forfeit}\n{$300} {} e5 {$x} {never\n closed}";
        assert_eq!(String::from_utf8_lossy(&prepared.text), written);
        for (at, stray) in &prepared.strays {
            let there = String::from_utf8_lossy(&prepared.text[*at..]);
            let start = stray.text.trim_matches(['{', '}']);
            assert!(
                there.trim_start_matches(['{']).starts_with(start),
                "{there}"
            );
        }
    }

    #[test]
    fn parentheses_and_results_that_do_not_fit_are_reported() {
        for (text, written, strays) in [
            ("1. e4) *", "1. e4{)} *", &[")"][..]),
            ("(1. d4) 1. e4 *", "(1. d4) 1. e4 *", &["("]),
            (
                "1. e4 (1. d4 x\n\n1. c4) *",
                "1. e4 (1. d4 {x}\n\n1. c4{)} *",
                &["(", "x", ")"],
            ),
            ("1. e4 (1. d4 1-0) 1-0", "1. e4 (1. d4 {1-0}) 1-0", &[]),
            ("1. e4 1-0 1-0 0-1", "1. e4 1-0 1-0 {0-1}", &["0-1"]),
            // Moves after the result.
            ("1. e4 1/2 e5 *", "1. e4 1/2-1/2 e5 {*}", &["1/2", "*"]),
            ("1. e4 *e5 Nf9 *", "1. e4 *e5 P@a1 *", &["*"]),
            (
                "1. e4 * x {y} (1. d4 e5) $1",
                "1. e4 * {x} {y} (1. d4 e5) $1",
                &["x"],
            ),
        ] {
            let prepared = prepare(text);
            assert_eq!(String::from_utf8_lossy(&prepared.text), written);
            let found = prepared.strays.iter().map(|(_, stray)| stray.text.as_str());
            assert_eq!(found.collect::<Vec<_>>(), strays, "{text}");
        }
    }

    /// Games were read as one: the reader takes no indented line for the end of a game.
    #[test]
    fn an_indented_tag_and_a_blank_line_after_the_result_end_a_game() {
        for (text, written) in [
            ("1. e4 *\n \n1. d4 *", "1. e4 *\n\n1. d4 *"),
            ("1. e4 *\n\t\r\n1. d4 *", "1. e4 *\n\r\n1. d4 *"),
            // Without a result the game may go on.
            ("1. e4\n \n1... e5 *\n", "1. e4\n \n1... e5 *\n"),
            (
                " [A \"a\"]\n [B \"b\"]\n \n 1. e4 e5\n [A \"c\"]\n 1. d4 *",
                " [A \"a\"]\n [B \"b\"]\n \n 1. e4 e5\n[A \"c\"]\n 1. d4 *",
            ),
            (
                "1. e4 {\n [A \"a\"]\n \n} e5 *",
                "1. e4 {\n [A \"a\"]\n \n} e5 *",
            ),
        ] {
            let prepared = prepare(text);
            assert_eq!(String::from_utf8_lossy(&prepared.text), written);
            assert_eq!(prepared.strays, []);
        }
    }

    #[test]
    fn what_stands_for_a_move_and_is_none_is_kept() {
        let words = ["Nf9", "Sf3", "P-K4", "N@f3", "nf3", "exd9ep", "OO"];
        let text = format!("1. e4 e5\n2.{}\n", words.join(" "));
        let mut prepared = prepare(&text);
        assert_eq!(names(&prepared.unreadable.words), words);
        assert!(prepared.unreadable.words.iter().all(|word| word.line == 2));
        let text = String::from_utf8(prepared.text.into_owned()).unwrap();
        let sans = text.split_whitespace().skip(3);
        let sans: Vec<&str> = sans.map(|word| word.trim_start_matches("2.")).collect();
        assert_eq!(sans.len(), words.len());
        // The reader may pass over some of them.
        for at in [0, 3, 4, 6] {
            let san: SanPlus = sans[at].parse().unwrap();
            let word = prepared.unreadable.word(san.san).unwrap();
            assert_eq!(word.text, words[at]);
        }
    }

    #[test]
    fn any_number_of_words_is_kept() {
        let words: Vec<String> = (0..1000).map(|number| format!("X{number}")).collect();
        let all = words.join(" ");
        let mut prepared = prepare(&all);
        let text = String::from_utf8(prepared.text.into_owned()).unwrap();
        for (san, word) in text.split(' ').zip(words) {
            let san: SanPlus = san.parse().unwrap();
            assert_eq!(prepared.unreadable.word(san.san).unwrap().text, word);
        }
    }
}
