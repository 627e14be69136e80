//! What a word of a game means: a move, an annotation, a result, or nothing known.

use pgn_reader::SanPlus;
use shakmaty::san::San;

use super::letters::PieceLetters;

/// What becomes of a word.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// The reader can read it.
    Whole,
    /// It is the result, written as the reader knows it.
    Outcome(&'static str),
    /// It is read as this.
    As(String),
    /// It stands where a move should be, and is none.
    Unreadable,
    /// It is neither a move nor an annotation.
    Stray,
}

/// Signs after a move, or alone, with their numeric annotation glyph (NAG). Those without
/// one say what the move says already. Longer signs come before their endings.
const SIGNS: [(&str, Option<u8>); 36] = [
    ("+/-", Some(16)),
    ("-/+", Some(17)),
    ("+/=", Some(14)),
    ("=/+", Some(15)),
    ("+--", Some(18)),
    ("--+", Some(19)),
    ("+-", Some(18)),
    ("-+", Some(19)),
    ("+=", Some(14)),
    ("=+", Some(15)),
    ("=∞", Some(44)),
    ("∞=", Some(44)),
    ("±", Some(16)),
    ("∓", Some(17)),
    ("⩲", Some(14)),
    ("⩱", Some(15)),
    ("∞", Some(13)),
    ("TN", Some(146)),
    ("N", Some(146)),
    ("□", Some(7)),
    ("⊕", Some(138)),
    ("⨀", Some(22)),
    ("⟳", Some(32)),
    ("↑", Some(36)),
    ("→", Some(40)),
    ("⇆", Some(132)),
    ("∆", Some(140)),
    ("⌓", Some(142)),
    ("=", Some(10)),
    ("e.p.", None),
    ("e.p", None),
    ("ep", None),
    ("+", None),
    ("#", None),
    ("†", None),
    ("‡", None),
];

/// Words that are the sign of one position, but no ending of a move.
const ALONE: [(&str, &str); 3] = [("D", "$220"), ("0000", "--"), ("@@@@", "--")];

/// What the word means. The number of a move may stand before it.
pub(super) fn reading(word: &[u8], letters: &PieceLetters) -> Reading {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let rest = &word[digits..];
    if letters.is_english() && is_move(rest) || is_move_number(word) {
        return Reading::Whole;
    }
    let Ok(text) = core::str::from_utf8(word) else {
        return unknown(&String::from_utf8_lossy(word));
    };
    if let Some((_, meaning)) = ALONE.iter().find(|(sign, _)| *sign == text) {
        return Reading::As((*meaning).to_owned());
    }
    if let Some(result) = result(text) {
        return Reading::Outcome(result);
    }
    let plain = letters.to_english(&with_hyphens(text));
    // What begins with zeros is castling, and no number of a move.
    if let Some(read) = castling(&plain) {
        return Reading::As(read);
    }
    let (number, rest) = plain.split_at(digits);
    let move_text = rest.trim_start_matches('…');
    if move_text.is_empty() && !rest.is_empty() {
        return Reading::As(String::new());
    }
    match spelled(move_text) {
        // A sign alone is part of the move before it.
        Some(read) if number.is_empty() => Reading::As(read),
        Some(read) if !read.starts_with('$') && !read.is_empty() => {
            Reading::As(format!("{number}. {read}"))
        }
        _ => unknown(text),
    }
}

fn is_move(word: &[u8]) -> bool {
    word.first().is_some_and(|byte| !byte.is_ascii_digit())
        && SanPlus::from_ascii(word).is_ok_and(|san| !matches!(san.san, San::Put { .. }))
}

/// Whether the word is the number of a move. Two or three zeros are castling without its
/// hyphens.
fn is_move_number(word: &[u8]) -> bool {
    word.iter().all(u8::is_ascii_digit) && !matches!(word, b"00" | b"000" | b"0000")
}

/// A word with a digit and a letter, one that begins like castling, and the short capture
/// of a pawn, like `ed`, were meant as moves.
fn unknown(text: &str) -> Reading {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_letter = |c: char| c.is_alphabetic() || is_figurine(c);
    let has_digit = rest.chars().any(|c| c.is_ascii_digit());
    let has_letter = rest.chars().any(is_letter);
    let capital = text.replace(['0', 'o'], "O");
    let is_castling = capital.starts_with("O-O") || capital.starts_with("OO");
    let files = rest.replacen(['x', ':'], "", 1);
    let is_capture = files.len() == 2 && files.bytes().all(|byte| (b'a'..=b'h').contains(&byte));
    if has_digit && has_letter || is_castling || is_capture {
        Reading::Unreadable
    } else {
        Reading::Stray
    }
}

fn is_figurine(c: char) -> bool {
    ('♔'..='♟').contains(&c)
}

fn result(text: &str) -> Option<&'static str> {
    Some(match with_hyphens(text).as_str() {
        "1-0" => "1-0",
        "0-1" => "0-1",
        "1/2-1/2" | "½-½" | "1/2" | "½" => "1/2-1/2",
        _ => return None,
    })
}

/// The text with a hyphen for each dash and minus sign.
fn with_hyphens(text: &str) -> String {
    text.replace(['–', '—', '−'], "-")
}

/// Castling with zeros or small letters, and signs after it.
fn castling(text: &str) -> Option<String> {
    let capital = text.replace(['0', 'o'], "O");
    let (castling, signs) = match (capital.strip_prefix("O-O-O"), capital.strip_prefix("O-O")) {
        (Some(signs), _) => ("O-O-O", signs),
        (None, Some(signs)) => ("O-O", signs),
        (None, None) => return None,
    };
    let nags = nags(signs)?;
    Some(format!("{castling}{nags}"))
}

/// The move as the reader knows it, with the meaning of the signs after it.
fn spelled(text: &str) -> Option<String> {
    let mut bare = text;
    let mut signs = String::new();
    loop {
        let spellings = [
            bare.to_owned(),
            without_hyphen(bare),
            with_equals_sign(bare),
            with_equals_sign(&without_hyphen(bare)),
            without_colon(bare),
        ];
        let found = spellings.into_iter().find(|text| is_move(text.as_bytes()));
        if let Some(found) = found {
            return Some(format!("{found}{signs}"));
        }
        let (rest, nag) = without_sign(bare)?;
        if let Some(nag) = nag {
            signs.insert_str(0, &format!(" ${nag}"));
        }
        if rest.is_empty() {
            return Some(signs.trim_start().to_owned());
        }
        bare = rest;
    }
}

/// The text without the sign at its end, and the number of the sign.
fn without_sign(text: &str) -> Option<(&str, Option<u8>)> {
    SIGNS
        .iter()
        .find_map(|(sign, nag)| Some((text.strip_suffix(sign)?, *nag)))
}

/// The signs as numbers, each after a space; `None` if there is something else.
fn nags(mut signs: &str) -> Option<String> {
    let mut nags = String::new();
    while !signs.is_empty() {
        let (rest, nag) = without_sign(signs)?;
        if let Some(nag) = nag {
            nags.insert_str(0, &format!(" ${nag}"));
        }
        signs = rest;
    }
    Some(nags)
}

/// The text without the hyphen between two squares.
fn without_hyphen(text: &str) -> String {
    match text.split_once('-') {
        Some((from, to))
            if from.ends_with(|c: char| c.is_ascii_digit())
                && to.starts_with(|c: char| ('a'..='h').contains(&c)) =>
        {
            format!("{from}{to}")
        }
        _ => text.to_owned(),
    }
}

/// The capture that is written with a colon, as in `e:d5` or `exd5:`, written with `x`.
fn without_colon(text: &str) -> String {
    match text.split_once(':') {
        Some((from, "")) => from.to_owned(),
        Some((from, to)) if !from.is_empty() => format!("{from}x{to}"),
        _ => String::new(),
    }
}

/// The move of a pawn to the last rank with `=` before the piece; nothing else lacks it.
fn with_equals_sign(text: &str) -> String {
    let is_pawn = text.starts_with(|c: char| ('a'..='h').contains(&c));
    match text.rfind(|c: char| c.is_ascii_digit()) {
        Some(at) if is_pawn && matches!(text.as_bytes()[at], b'1' | b'8') => {
            let piece = text[at + 1..].trim_matches(['(', '/', '=', ')']);
            format!("{}={piece}", &text[..=at])
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Reading, reading};
    use crate::pgn::letters::PieceLetters;

    fn read(word: &str) -> Reading {
        reading(word.as_bytes(), &PieceLetters::default())
    }

    #[test]
    fn moves_numbers_and_results_are_read() {
        for word in [
            "e4", "Nf3", "Nbxd7#", "e8=Q+", "O-O", "--", "Z0", "e2e4", "exd5", "12", "1e4",
        ] {
            assert_eq!(read(word), Reading::Whole, "{word}");
        }
        for (word, meaning) in [
            ("1-0", "1-0"),
            ("½-½", "1/2-1/2"),
            ("1/2", "1/2-1/2"),
            ("0–1", "0-1"),
            ("1−0", "1-0"),
        ] {
            assert_eq!(read(word), Reading::Outcome(meaning), "{word}");
        }
        for word in ["0000", "@@@@"] {
            assert_eq!(read(word), Reading::As("--".into()), "{word}");
        }
    }

    #[test]
    fn other_spellings_have_a_plain_meaning() {
        for (word, meaning) in [
            ("e2-e4", "e2e4"),
            ("Ng1-f3", "Ng1f3"),
            ("♘f3", "Nf3"),
            ("♞xd5+", "Nxd5+"),
            ("♙e4", "e4"),
            ("0-0", "O-O"),
            ("0-0-0+-", "O-O-O $18"),
            ("o-o", "O-O"),
            ("e7-e8=Q", "e7e8=Q"),
            ("e8Q+", "e8=Q+"),
            ("d7-d8N", "d7d8=N"),
            ("exf6e.p.", "exf6"),
            ("gxf6ep", "gxf6"),
            ("exd6e.p.+", "exd6"),
            ("Bc4+-", "Bc4 $18"),
            ("Bc4±", "Bc4 $16"),
            ("Bc4=", "Bc4 $10"),
            ("Bc4N", "Bc4 $146"),
            ("e4N", "e4 $146"),
            ("Nxd5×", ""),
            ("Bc4++", "Bc4+"),
            ("Qh5‡", "Qh5"),
            ("Bc4+−", "Bc4 $18"),
            ("−+", "$19"),
            ("e:d5", "exd5"),
            ("N:f3+", "Nxf3+"),
            ("ed5:", "ed5"),
            ("e8(Q)", "e8=Q"),
            ("+-", "$18"),
            ("=∞", "$44"),
            ("N", "$146"),
            ("ep", ""),
            ("12Bc4±", "12. Bc4 $16"),
            ("…", ""),
            ("12…", ""),
            ("12…Bc4", "12. Bc4"),
            ("……e5", "e5"),
        ] {
            let expected = match meaning {
                "" if word == "Nxd5×" => Reading::Unreadable,
                meaning => Reading::As(meaning.into()),
            };
            assert_eq!(read(word), expected, "{word}");
        }
    }

    #[test]
    fn what_was_meant_as_a_move_is_told_from_other_words() {
        for word in [
            "Nf9", "ed", "exd", "O-O<br>", "Sf3", "P-K4", "N@f3", "nf3", "exd9ep", "OO", "-e4",
            "Bc4~", "00", "000",
        ] {
            assert_eq!(read(word), Reading::Unreadable, "{word}");
        }
        for word in [
            "forfeit", "White", "1:23", "+0", "35/12", "[%clk", "<", "1-1",
        ] {
            assert_eq!(read(word), Reading::Stray, "{word}");
        }
    }

    #[test]
    fn other_letters_are_read_with_the_option() {
        let german: PieceLetters = "KDTLS".parse().unwrap();
        for (word, meaning) in [
            ("Sf3", "Nf3"),
            ("Lc4+-", "Bc4 $18"),
            ("e8=D+", "e8=Q+"),
            ("e8D", "e8=Q"),
            ("Txd8", "Rxd8"),
            ("e4", "e4"),
            ("O-O", "O-O"),
        ] {
            let found = reading(word.as_bytes(), &german);
            assert_eq!(found, Reading::As(meaning.into()), "{word}");
        }
    }
}
