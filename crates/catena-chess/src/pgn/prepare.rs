//! [`Prepared`]: the text of games, so that `pgn-reader` loses nothing of it.
//!
//! The reader passes over comments from `;` to the end of a line, and over words that it
//! cannot read. A move that is passed over would change the game, so it must be seen.

use std::borrow::Cow;

use memchr::memchr;
use pgn_reader::SanPlus;
use shakmaty::san::San;
use shakmaty::{Role, Square};

/// Error messages repeat at most this many characters of a word.
const MAX_WORD: usize = 32;

/// The text for the reader, on the same lines as the text of the file.
#[derive(Debug)]
pub(super) struct Prepared<'a> {
    pub(super) text: Cow<'a, [u8]>,
    pub(super) unreadable: UnreadableWords,
}

impl Prepared<'_> {
    pub(super) fn new(text: &[u8]) -> Prepared<'_> {
        let braced = with_braces(text);
        let mut words = UnreadableWords::default();
        match rewrite(&braced, &mut words) {
            None => Prepared {
                text: braced,
                unreadable: words,
            },
            Some(text) => Prepared {
                text: Cow::Owned(text),
                unreadable: words,
            },
        }
    }
}

/// Words in the place of a move that are not moves, in their order. In the text each is
/// replaced by a piece that is put on the board, like `N@f3`, which no variant of ours
/// has: the role and the square are the number of the word.
#[derive(Debug, Default)]
pub(super) struct UnreadableWords {
    words: Vec<String>,
    /// The number of the next word that the reader may come to.
    next: usize,
}

/// How many numbers there are. They start again from 0 after that: the reader may pass
/// over some words, for example in variations, but hardly over this many.
const NUMBERS: usize = Role::ALL.len() * 64;

impl UnreadableWords {
    /// Keeps the word, and returns what stands in its place.
    fn replace(&mut self, word: &[u8]) -> String {
        let number = self.words.len() % NUMBERS;
        let word = String::from_utf8_lossy(word);
        self.words.push(word.chars().take(MAX_WORD).collect());
        let role = Role::ALL[number / 64].upper_char();
        let square = Square::ALL[number % 64];
        format!("{role}@{square}")
    }

    /// The word that this move stands for, if it stands for one.
    pub(super) fn word(&mut self, san: San) -> Option<&str> {
        let San::Put { role, to } = san else {
            return None;
        };
        let role = Role::ALL.iter().position(|other| *other == role)?;
        let number = role * 64 + to.to_usize();
        let skipped = (number + NUMBERS - self.next % NUMBERS) % NUMBERS;
        self.next += skipped + 1;
        self.words.get(self.next - 1).map(String::as_str)
    }
}

/// The text with what cannot be read replaced; `None` if all can be read.
fn rewrite(text: &[u8], words: &mut UnreadableWords) -> Option<Vec<u8>> {
    let mut rewritten: Option<Vec<u8>> = None;
    // What was copied so far.
    let mut copied = 0;
    for_each_word(text, |start, end| {
        let word = &text[start..end];
        let replacement = match reading(word) {
            Reading::Whole => return,
            Reading::As(text) => text,
            Reading::Unreadable => words.replace(word),
        };
        let rewritten = rewritten.get_or_insert_with(|| Vec::with_capacity(text.len() + 64));
        rewritten.extend_from_slice(&text[copied..start]);
        rewritten.extend_from_slice(replacement.as_bytes());
        copied = end;
    });
    if let Some(rewritten) = &mut rewritten {
        rewritten.extend_from_slice(&text[copied..]);
    }
    rewritten
}

/// Calls `each` with the start and the end of every word outside tags and comments that
/// could be a move. The number of a move is not part of a word.
fn for_each_word(text: &[u8], mut each: impl FnMut(usize, usize)) {
    let end_of = |at: usize, byte: u8| memchr(byte, &text[at..]).map_or(text.len(), |end| at + end);
    let mut at = 0;
    let mut is_line_start = true;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'\n' => {
                is_line_start = true;
                at += 1;
                continue;
            }
            b'[' | b'%' if is_line_start => {
                at = end_of(at, b'\n');
                continue;
            }
            b'{' => at = (end_of(at, b'}') + 1).min(text.len()),
            b' ' | b'\t' | b'\r' => {
                at += 1;
                continue;
            }
            byte if ends_word(byte) => at += 1,
            _ => {
                let rest = &text[at..];
                let length = rest.iter().position(|&byte| ends_word(byte));
                let end = at + length.unwrap_or(rest.len());
                let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
                if at + digits < end {
                    each(at + digits, end);
                }
                at = end;
            }
        }
        is_line_start = false;
    }
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

/// What becomes of a word.
enum Reading {
    /// The reader can read it, or it is no move and can be passed over.
    Whole,
    /// It is read as this.
    As(String),
    /// It stands where a move should be, and is none.
    Unreadable,
}

fn reading(word: &[u8]) -> Reading {
    let starts_like_a_move = |byte: &u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
    if !word.first().is_some_and(starts_like_a_move) {
        return Reading::Whole;
    }
    match SanPlus::from_ascii(word) {
        Ok(san) if !matches!(san.san, San::Put { .. }) => return Reading::Whole,
        _ => {}
    }
    if !looks_like_a_move(word) {
        return Reading::Whole;
    }
    match other_spelling(word) {
        Some(spelling) => Reading::As(spelling),
        None => Reading::Unreadable,
    }
}

/// Whether there is a digit, as in every move but castling.
fn looks_like_a_move(word: &[u8]) -> bool {
    let castling = |byte: &u8| matches!(byte, b'o' | b'O' | b'0' | b'-' | b'+' | b'#');
    word.iter().any(u8::is_ascii_digit) || (word.len() > 1 && word.iter().all(castling))
}

/// The move as the reader knows it: without the hyphen of `e2-e4`, with the `=` that
/// `e8Q` lacks, without the judgement of `Nf3+-` or the `ep` of a capture en passant,
/// and castling with large letters.
fn other_spelling(word: &[u8]) -> Option<String> {
    let text = core::str::from_utf8(word).ok()?;
    let is_move = |text: &str| {
        SanPlus::from_ascii(text.as_bytes())
            .is_ok_and(|san| !matches!(san.san, San::Put { .. } | San::Null))
    };
    let bare = text.trim_end_matches(['+', '-', '=', '/', '#']);
    [
        text.replace('o', "O"),
        text.replacen('-', "", 1),
        bare.into(),
        bare.strip_suffix("ep").unwrap_or_default().into(),
        with_equals_sign(text),
        with_equals_sign(&text.replacen('-', "", 1)),
    ]
    .into_iter()
    .find(|text| is_move(text))
}

/// The text with `=` before a letter that follows the last digit.
fn with_equals_sign(text: &str) -> String {
    match text.rfind(|c: char| c.is_ascii_digit()) {
        Some(at) => format!("{}={}", &text[..=at], &text[at + 1..]),
        None => String::new(),
    }
}

/// The text with every comment from `;` to the end of the line in braces: the
/// reader passes over the former, and comments must not be lost. Lines stay
/// where they are.
fn with_braces(text: &[u8]) -> Cow<'_, [u8]> {
    if memchr(b';', text).is_none() {
        return Cow::Borrowed(text);
    }
    let mut braced = Vec::with_capacity(text.len() + 64);
    let mut in_comment = false;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        if !in_comment && (is_tag_line(line) || line.starts_with(b"%")) {
            braced.extend_from_slice(line);
        } else {
            in_comment = brace_line(line, in_comment, &mut braced);
        }
    }
    Cow::Owned(braced)
}

/// Puts a comment from `;` to the end of this line in braces. Returns whether
/// the line ends inside a comment in braces.
fn brace_line(line: &[u8], mut in_comment: bool, braced: &mut Vec<u8>) -> bool {
    for (at, &byte) in line.iter().enumerate() {
        match byte {
            b'{' => in_comment = true,
            b'}' => in_comment = false,
            b';' if !in_comment => {
                let comment = line[at + 1..].trim_ascii();
                braced.push(b'{');
                // A brace in the comment would end it too early.
                braced.extend(comment.iter().map(|&byte| match byte {
                    b'}' => b')',
                    _ => byte,
                }));
                braced.extend_from_slice(b"}\n");
                return false;
            }
            _ => {}
        }
        braced.push(byte);
    }
    in_comment
}

/// Whether the line is that of a tag.
pub(super) fn is_tag_line(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"[")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_braces(text: &str, expected: &str) {
        let found = with_braces(text.as_bytes());
        assert_eq!(String::from_utf8_lossy(&found), expected);
    }

    #[test]
    fn the_rest_of_a_line_becomes_a_comment() {
        check_braces("1. e4 ; best\r\n1... e5\n", "1. e4 {best}\n1... e5\n");
        check_braces("1. e4 ;", "1. e4 {}\n");
        check_braces("1. e4 ;a{b}\n", "1. e4 {a{b)}\n");
    }

    #[test]
    fn other_semicolons_stay() {
        for text in [
            "[Event \"a;b\"]\n\n1. e4 {c;d} e5\n",
            "%;\n1. e4 {x\n[;]\n;} e5",
            "",
        ] {
            check_braces(text, text);
        }
    }

    #[track_caller]
    fn check(text: &str, expected: &str, unreadable: &[&str]) {
        let prepared = Prepared::new(text.as_bytes());
        assert_eq!(String::from_utf8_lossy(&prepared.text), expected);
        assert_eq!(prepared.unreadable.words, unreadable);
    }

    #[test]
    fn what_can_be_read_or_is_no_move_stays() {
        for text in [
            "[Event \"Nf9\"]\n\n1. e4 {Nf9} e5 2.Nf3 $19 Nc6! 3...Bb5?? O-O 0-0-0 1/2-1/2\n",
            "%Nf9\n1. forfeit White wins N +- = ½-½ e8=Q+ Nbxd7# bxc3 -- Z0 e.p. *\n",
            "1.e4 e5 2.e2e4 e7e8=q exd5 +0.35/12 #3 1-0\n",
        ] {
            check(text, text, &[]);
        }
    }

    #[test]
    fn other_spellings_are_read() {
        check(
            "1. e2-e4 Ng8-f6 2. o-o Nf3+- 3. e7-e8=Q e4= e8Q+ d7d8r d7-d8N exd6ep O-O-O+-\n",
            "1. e2e4 Ng8f6 2. O-O Nf3+ 3. e7e8=Q e4 e8=Q+ d7d8=r d7d8=N exd6 O-O-O\n",
            &[],
        );
    }

    #[test]
    fn what_stands_for_a_move_and_is_none_is_kept() {
        let words = ["Nf9", "Sf3", "P-K4", "♘f3", "N@f3", "nf3", "exd9ep", "OO"];
        let text = format!("1. e4 e5 2.{}\n", words.join(" "));
        let mut prepared = Prepared::new(text.as_bytes());
        assert_eq!(prepared.unreadable.words, words);
        let text = String::from_utf8(prepared.text.into_owned()).unwrap();
        let sans = text.split_whitespace().skip(3);
        let sans: Vec<&str> = sans.map(|word| word.trim_start_matches("2.")).collect();
        assert_eq!(sans.len(), words.len());
        // The reader may pass over some of them.
        for at in [0, 3, 4, 7] {
            let san: SanPlus = sans[at].parse().unwrap();
            assert_eq!(prepared.unreadable.word(san.san), Some(words[at]));
        }
    }

    #[test]
    fn any_number_of_words_is_kept() {
        let words: Vec<String> = (0..1000).map(|number| format!("X{number}")).collect();
        let mut prepared = Prepared::new(words.join(" ").leak().as_bytes());
        let text = String::from_utf8(prepared.text.into_owned()).unwrap();
        for (san, word) in text.split(' ').zip(words) {
            let san: SanPlus = san.parse().unwrap();
            assert_eq!(prepared.unreadable.word(san.san), Some(word.as_str()));
        }
    }
}
