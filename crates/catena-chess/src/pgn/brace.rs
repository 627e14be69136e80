//! Comments to the end of a line, as comments in braces.

use std::borrow::Cow;

use memchr::memchr;

/// The text with every comment from `;` to the end of the line in braces: the
/// reader passes over the former, and comments must not be lost. Lines stay
/// where they are.
pub(super) fn with_braces(text: &[u8]) -> Cow<'_, [u8]> {
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
    use super::with_braces;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let found = with_braces(text.as_bytes());
        assert_eq!(String::from_utf8_lossy(&found), expected);
    }

    #[test]
    fn the_rest_of_a_line_becomes_a_comment() {
        check("1. e4 ; best\r\n1... e5\n", "1. e4 {best}\n1... e5\n");
        check("1. e4 ;", "1. e4 {}\n");
        check("1. e4 ;a{b}\n", "1. e4 {a{b)}\n");
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
