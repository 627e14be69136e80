//! [`Sheet`]: several boards on one page.

use crate::board::{self, Layout};
use crate::description;
use crate::path::Point;
use crate::picture::Picture;
use crate::scene::Scene;
use crate::theme::Theme;

/// Space between two boards.
const GAP: f32 = 40.0;

/// Several boards on one page, each with its caption: one board for each
/// enclosure of a position, or for each stage of a detector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    scenes: Vec<Scene>,
    columns: usize,
}

impl Sheet {
    /// Returns a sheet of these scenes, with about as many columns
    /// as rows.
    #[must_use]
    pub fn new(scenes: Vec<Scene>) -> Sheet {
        let columns = (1..).find(|side| side * side >= scenes.len()).unwrap_or(1);
        Sheet { scenes, columns }
    }

    /// Sets how many boards stand side by side; 0 counts as 1.
    #[must_use]
    pub fn columns(mut self, columns: usize) -> Sheet {
        self.columns = columns.max(1);
        self
    }

    /// Returns the sheet as a picture, for [`svg`](crate::svg) and
    /// [`png`](crate::png).
    #[must_use]
    pub fn picture(&self, theme: &Theme) -> Picture {
        let layouts: Vec<Layout> = self.scenes.iter().map(Layout::new).collect();
        let column_width = layouts
            .iter()
            .map(|layout| layout.width)
            .fold(0.0, f32::max);
        let columns = self.columns.clamp(1, self.scenes.len().max(1));

        let mut shapes = Vec::new();
        let mut y = GAP;
        for (scenes, layouts) in self.scenes.chunks(columns).zip(layouts.chunks(columns)) {
            let mut x = GAP;
            for (scene, layout) in scenes.iter().zip(layouts) {
                let corner = Point::new(x + (column_width - layout.width) / 2.0, y);
                board::draw(scene, theme, layout, corner, &mut shapes);
                x += column_width + GAP;
            }
            y += GAP
                + layouts
                    .iter()
                    .map(|layout| layout.height)
                    .fold(0.0, f32::max);
        }
        Picture {
            width: GAP + columns as f32 * (column_width + GAP),
            height: y,
            title: format!("{} boards", self.scenes.len()),
            description: self.description(),
            theme: *theme,
            shapes,
        }
    }

    pub(crate) fn scenes(&self) -> &[Scene] {
        &self.scenes
    }

    /// Describes each board in words. Consecutive boards with the same position
    /// describe it only once.
    fn description(&self) -> String {
        let mut described = String::new();
        let mut boards = Vec::new();
        for (index, scene) in self.scenes.iter().enumerate() {
            let mut words = vec![format!(
                "Board {}: {}.",
                index + 1,
                description::title(scene)
            )];
            let position = description::position(scene);
            if position != described {
                words.push(position.clone());
                described = position;
            }
            words.push(description::marks(scene));
            words.retain(|text| !text.is_empty());
            boards.push(words.join(" "));
        }
        boards.join("\n")
    }
}
