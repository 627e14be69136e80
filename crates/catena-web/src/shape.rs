//! Arrows and circles on a board: the comment commands `[%cal …]` and `[%csl …]`.

use catena_grid::Square;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;

/// An arrow, or a circle if it leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShapeDto {
    brush: Brush,
    from: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<String>,
}

/// The colour of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Brush {
    Green,
    Red,
    Yellow,
    Blue,
}

impl Brush {
    const ALL: [(Brush, &'static str); 4] = [
        (Brush::Green, "G"),
        (Brush::Red, "R"),
        (Brush::Yellow, "Y"),
        (Brush::Blue, "B"),
    ];

    fn letter(self) -> &'static str {
        let mut all = Brush::ALL.into_iter();
        all.find(|(brush, _)| *brush == self)
            .map_or("G", |(_, letter)| letter)
    }
}

const ARROWS: &str = "[%cal ";
const CIRCLES: &str = "[%csl ";

/// Takes the shapes out of the comments, and drops comments that have nothing else. A
/// command that cannot be read stays where it is.
pub(crate) fn take_shapes(comments: &mut Vec<String>) -> Vec<ShapeDto> {
    let mut shapes = Vec::new();
    for comment in comments.iter_mut() {
        if !(comment.contains(ARROWS) || comment.contains(CIRCLES)) {
            continue;
        }
        for command in [ARROWS, CIRCLES] {
            let mut searched = 0;
            while let Some(start) = comment[searched..].find(command).map(|at| at + searched) {
                let Some(end) = comment[start..].find(']').map(|at| at + start) else {
                    break;
                };
                match read_shapes(&comment[start + command.len()..end], command == ARROWS) {
                    Some(found) => {
                        shapes.extend(found);
                        comment.replace_range(start..=end, "");
                        searched = start;
                    }
                    None => searched = end,
                }
            }
        }
        *comment = comment.trim().to_owned();
    }
    comments.retain(|comment| !comment.is_empty());
    shapes
}

/// Reads a list like `Ge2e4,Rd5`; `None` if a part of it is not a shape.
fn read_shapes(list: &str, are_arrows: bool) -> Option<Vec<ShapeDto>> {
    let words = list.split(',').map(str::trim);
    words.map(|word| read_shape(word, are_arrows)).collect()
}

fn read_shape(word: &str, is_arrow: bool) -> Option<ShapeDto> {
    let letter = word.get(..1)?;
    let (brush, _) = Brush::ALL.into_iter().find(|(_, known)| *known == letter)?;
    let square = |at: usize| {
        let name = word.get(at..at + 2)?;
        name.parse::<Square>().ok().map(|square| square.to_string())
    };
    let length = if is_arrow { 5 } else { 3 };
    if word.len() != length {
        return None;
    }
    Some(ShapeDto {
        brush,
        from: square(1)?,
        to: if is_arrow { Some(square(3)?) } else { None },
    })
}

/// Returns the commands for these shapes; empty if there are none.
pub(crate) fn shape_commands(shapes: &[ShapeDto]) -> String {
    let list = |are_arrows: bool, command: &str| {
        let chosen = shapes
            .iter()
            .filter(|shape| shape.to.is_some() == are_arrows);
        let words: Vec<String> = chosen.map(ShapeDto::word).collect();
        if words.is_empty() {
            String::new()
        } else {
            format!("{command}{}]", words.join(","))
        }
    };
    list(false, CIRCLES) + &list(true, ARROWS)
}

impl ShapeDto {
    fn word(&self) -> String {
        let to = self.to.as_deref().unwrap_or("");
        format!("{}{}{to}", self.brush.letter(), self.from)
    }

    /// Checks the names of the squares.
    pub(crate) fn check(&self) -> Result<(), ApiError> {
        for name in [Some(&self.from), self.to.as_ref()].into_iter().flatten() {
            name.parse::<Square>()
                .map_err(|error| ApiError::field("tree", format!("a shape: {error}")))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{shape_commands, take_shapes};

    #[test]
    fn shapes_are_taken_out_and_written_again() {
        let mut comments = vec![
            "[%csl Rd4,Ge5][%cal Ge2e4, Bg1f3] Best by test".to_owned(),
            "[%clk 0:10:00]".to_owned(),
            "[%cal Yh1a8]".to_owned(),
        ];
        let shapes = take_shapes(&mut comments);
        assert_eq!(comments, ["Best by test", "[%clk 0:10:00]"]);
        assert_eq!(
            shape_commands(&shapes),
            "[%csl Rd4,Ge5][%cal Ge2e4,Bg1f3,Yh1a8]"
        );
        let mut again = vec![shape_commands(&shapes)];
        let mut read_again = take_shapes(&mut again);
        assert!(again.is_empty());
        read_again.sort_by_key(|shape| format!("{shape:?}"));
        let mut shapes = shapes;
        shapes.sort_by_key(|shape| format!("{shape:?}"));
        assert_eq!(read_again, shapes);
    }

    #[test]
    fn what_cannot_be_read_stays() {
        for text in [
            "[%cal Xe2e4]",
            "[%cal Ge2e9]",
            "[%csl Ge2e4]",
            "[%cal Ge2e4",
            "[%cal é2e4]",
        ] {
            let mut comments = vec![text.to_owned()];
            assert_eq!(take_shapes(&mut comments), []);
            assert_eq!(comments, [text]);
        }
    }
}
