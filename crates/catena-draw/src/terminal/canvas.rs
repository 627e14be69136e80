//! Coloured text: lines of characters, each with its ink.

/// What a character stands for, which decides its colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Ink {
    #[default]
    Plain,
    /// Empty cells and coordinates.
    Faint,
    White,
    Black,
    Moved,
    Chain,
    Marked,
    Enclosed,
    Class,
}

impl Ink {
    /// Returns the parameters of the ANSI escape sequence. They use only the
    /// sixteen colours that terminals let their users choose.
    fn code(self) -> Option<&'static str> {
        match self {
            Ink::Plain | Ink::Black => None,
            Ink::Faint => Some("2"),
            Ink::White => Some("1"),
            Ink::Moved => Some("1;30;43"),
            Ink::Chain => Some("1;36"),
            Ink::Marked => Some("1;35"),
            Ink::Enclosed => Some("31"),
            Ink::Class => Some("1;31"),
        }
    }
}

/// A line of characters, each with its ink.
#[derive(Clone, Debug, Default)]
pub(super) struct TextLine {
    pub(super) signs: Vec<(char, Ink)>,
}

impl TextLine {
    pub(super) fn set(&mut self, column: usize, sign: char, ink: Ink) {
        if self.signs.len() <= column {
            self.signs.resize(column + 1, (' ', Ink::Plain));
        }
        self.signs[column] = (sign, ink);
    }

    pub(super) fn write(&mut self, column: usize, text: &str, ink: Ink) {
        for (index, sign) in text.chars().enumerate() {
            self.set(column + index, sign, ink);
        }
    }

    pub(super) fn paste(&mut self, column: usize, other: &TextLine) {
        for (index, &(sign, ink)) in other.signs.iter().enumerate() {
            self.set(column + index, sign, ink);
        }
    }
}

/// A rectangle of text, such as a board with its caption.
#[derive(Clone, Debug, Default)]
pub(super) struct TextBlock {
    pub(super) lines: Vec<TextLine>,
}

impl TextBlock {
    pub(super) fn width(&self) -> usize {
        (self.lines.iter())
            .map(|line| line.signs.len())
            .max()
            .unwrap_or(0)
    }

    pub(super) fn set(&mut self, at: (usize, usize), sign: char, ink: Ink) {
        if let Some(line) = self.lines.get_mut(at.1) {
            line.set(at.0, sign, ink);
        }
    }

    pub(super) fn sign(&self, at: (usize, usize)) -> Option<char> {
        Some(self.lines.get(at.1)?.signs.get(at.0)?.0)
    }
}

/// Joins the lines into one text, without trailing spaces.
pub(super) fn print(lines: &[TextLine], color: bool) -> String {
    let mut text = String::new();
    for line in lines {
        let visible = (line.signs.iter())
            .rposition(|(sign, _)| *sign != ' ')
            .map_or(0, |last| last + 1);
        for run in line.signs[..visible].chunk_by(|a, b| a.1 == b.1) {
            let code = run[0].1.code().filter(|_| color);
            if let Some(code) = code {
                text += &format!("\x1b[{code}m");
            }
            text.extend(run.iter().map(|(sign, _)| sign));
            if code.is_some() {
                text += "\x1b[0m";
            }
        }
        text.push('\n');
    }
    text
}
