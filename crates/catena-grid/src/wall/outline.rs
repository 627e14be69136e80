//! The outlines of areas as polygons, by contour tracing.
//!
//! A polygon is one gap: cells that share sides. Its border is walked with the gap
//! on the left, and where two of its cells meet at a corner only, the walk keeps
//! to the wall cell on its right. So no ring touches itself; rings may touch each
//! other at corners (W8).

use alloc::vec;
use alloc::vec::Vec;

use super::cells::{contains, insert, narrow};
use super::gap_index::RunColumns;
use super::space::Space;
use super::survey::AreaSurvey;

/// A polygon with holes. Its corners are corners of cells: the cell in column x
/// and row y has the corners (x, y) and (x + 1, y + 1). Rings are not closed: the
/// first corner does not come again in the end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Polygon {
    /// The outer ring. By its numbers it is counterclockwise: where rows count
    /// downwards, as on a screen, it looks clockwise.
    pub exterior: Vec<[usize; 2]>,
    /// The rings around holes, in the other direction.
    pub holes: Vec<Vec<[usize; 2]>>,
}

impl<S: Space> AreaSurvey<'_, S> {
    /// The outline of each area, in the order of their numbers: one polygon for
    /// each set of its cells that share sides. `None` if cells are not squares.
    #[must_use]
    pub fn outlines(&self) -> Option<impl Iterator<Item = Vec<Polygon>>> {
        if !self.cells.space.has_square_cells() || self.cells.space.has_layers() {
            return None;
        }
        let mut gaps = self.gaps_of_areas().into_iter().peekable();
        let mut tracer = Tracer {
            survey: self,
            seen: self.cells.no_cells(),
        };
        let numbers = 1..=narrow(self.len());
        Some(numbers.map(move |number| {
            let mut polygons = Vec::new();
            while let Some((_, gap)) = gaps.next_if(|(area, _)| *area == number) {
                polygons.push(tracer.polygon(gap));
            }
            polygons
        }))
    }
}

struct Tracer<'a, 'b, S> {
    survey: &'a AreaSurvey<'b, S>,
    /// The cells whose upper side is on a ring that was walked.
    seen: Vec<u64>,
}

impl<S: Space> Tracer<'_, '_, S> {
    fn polygon(&mut self, gap: u32) -> Polygon {
        let survey = self.survey;
        let mut rings = Vec::new();
        survey.index.for_each_run_of(gap, |run| {
            // Where all cells above are empty, there is no border.
            let RunColumns { row, first, last } = run.columns;
            let columns = if run.is_open_above {
                1..1
            } else {
                first..last + 1
            };
            for column in columns {
                let above = row.checked_sub(1).map(|row| self.number(column, row));
                let is_border = above.is_none_or(|cell| survey.cells.is_occupied(cell));
                if is_border && !contains(&self.seen, self.number(column, row)) {
                    rings.push(self.walk(gap, [column, row]));
                }
            }
        });
        // The first cell of a gap is on its outer ring.
        let mut rings = rings.into_iter();
        Polygon {
            exterior: rings.next().unwrap_or_default(),
            holes: rings.collect(),
        }
    }

    fn number(&self, column: usize, row: usize) -> u32 {
        narrow(row * self.survey.cells.stride * 64 + column)
    }

    /// Walks the ring that goes along the upper side of a cell, beginning at the
    /// left end of that side.
    fn walk(&mut self, gap: u32, start: [usize; 2]) -> Vec<[usize; 2]> {
        let mut ring = vec![start];
        let [mut x, mut y] = start;
        let mut ahead = (1, 0);
        loop {
            if ahead == (1, 0) {
                let cell = self.number(x, y);
                insert(&mut self.seen, cell);
            }
            x = x.wrapping_add_signed(ahead.0);
            y = y.wrapping_add_signed(ahead.1);
            let left = (-ahead.1, ahead.0);
            let before = ahead;
            if self.is_inside(gap, [x, y], (ahead.0 - left.0, ahead.1 - left.1)) {
                ahead = (-left.0, -left.1);
            } else if !self.is_inside(gap, [x, y], (ahead.0 + left.0, ahead.1 + left.1)) {
                ahead = left;
            }
            if [x, y] == start && ahead == (1, 0) {
                return ring;
            }
            if ahead != before {
                ring.push([x, y]);
            }
        }
    }

    /// Whether the cell that lies at a corner in this diagonal direction is in
    /// the gap.
    fn is_inside(&self, gap: u32, [x, y]: [usize; 2], (right, down): (isize, isize)) -> bool {
        let (Some(column), Some(row)) = (
            x.checked_add_signed((right - 1) / 2),
            y.checked_add_signed((down - 1) / 2),
        ) else {
            return false;
        };
        let cells = &self.survey.cells;
        if column >= cells.raster.width() || row >= cells.raster.height() {
            return false;
        }
        let cell = self.number(column, row);
        !cells.is_occupied(cell) && self.survey.index.gap_at(cells, cell) == gap
    }
}
