//! The outlines of areas as polygons, by contour tracing.
//!
//! A polygon is one gap: cells that share sides. On squares its border is walked
//! with the gap on the left, and where two of its cells meet at a corner only, the
//! walk keeps to the wall cell on its right. So no ring touches itself; rings may
//! touch each other at corners (W8). Three hexagons meet at a corner, and so rings
//! do not even touch each other (W10).

mod tiling;

use alloc::vec::Vec;

use self::tiling::{Hexagons, Side, Squares, Tiling};
use super::cells::{contains, insert, narrow};
use super::gap_index::RunColumns;
use super::space::Space;
use super::space::sealed::CellShape;
use super::survey::AreaSurvey;

/// A polygon with holes. Its corners are corners of cells, counted as [`CornerGrid`]
/// says. Rings are not closed: the first corner does not come again in the end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Polygon {
    /// The outer ring. By its numbers it is counterclockwise: where rows count
    /// downwards, as on a screen, it looks clockwise.
    pub exterior: Vec<[usize; 2]>,
    /// The rings around holes, in the other direction.
    pub holes: Vec<Vec<[usize; 2]>>,
}

/// Where the corners of cells are: how they are counted, and where that is in the plane.
///
/// The cell in column x and row y of a grid of squares has the corners (x, y) to
/// (x + 1, y + 1), and these numbers are places, too.
///
/// Corners of hexagons are counted in half columns and in thirds of rows. With s = 1 in
/// odd rows and 0 in even ones, the cell in column x and row y has the corners
/// (2x + s + 1, 3y), (2x + s + 2, 3y + 1), (2x + s + 2, 3y + 3), (2x + s + 1, 3y + 4),
/// (2x + s, 3y + 3) and (2x + s, 3y + 1). In the plane the hexagons are regular and one
/// unit wide: a half column is 1/2, a third of a row √3/6, and a cell has the area √3/2.
///
/// # Examples
///
/// ```
/// use catena_grid::wall::CornerGrid;
/// use catena_grid::{Grid, Raster};
///
/// let raster = Raster::new(3, 2)?;
/// let corners = CornerGrid::new(&Grid::hex(&raster)).expect("hexagons have corners");
/// assert_eq!(corners.last(), [7, 7]);
/// let [x, y] = corners.place([1, 4]);
/// assert!(x == 0.5 && (y - 2.0 / 3f64.sqrt()).abs() < 1e-12);
/// # Ok::<(), catena_grid::RasterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CornerGrid {
    last: [usize; 2],
    steps: [f64; 2],
}

impl CornerGrid {
    /// The corners of the cells of a space; `None` if these are neither squares nor
    /// hexagons.
    #[must_use]
    pub fn new<S: Space>(space: &S) -> Option<CornerGrid> {
        /// A third of the distance of rows of regular hexagons that are one wide.
        const THIRD_OF_ROW: f64 = 0.288_675_134_594_812_9;
        let (width, height) = (space.rows().width(), space.rows().height());
        match space.cell_shape() {
            CellShape::Square => Some(CornerGrid {
                last: [width, height],
                steps: [1.0, 1.0],
            }),
            CellShape::Hexagon => Some(CornerGrid {
                last: [2 * width + usize::from(height > 1), 3 * height + 1],
                steps: [0.5, THIRD_OF_ROW],
            }),
            CellShape::Cube | CellShape::Unknown => None,
        }
    }

    /// The highest numbers of corners. The lowest are 0.
    #[must_use]
    pub fn last(&self) -> [usize; 2] {
        self.last
    }

    /// How far apart corners are in the plane whose numbers differ by one.
    #[must_use]
    pub fn steps(&self) -> [f64; 2] {
        self.steps
    }

    /// Where a corner is in the plane. The y axis points down, as rows do.
    #[must_use]
    #[allow(
        clippy::cast_precision_loss,
        reason = "a grid has fewer than 2^32 corners in a row"
    )]
    pub fn place(&self, [x, y]: [usize; 2]) -> [f64; 2] {
        [x as f64 * self.steps[0], y as f64 * self.steps[1]]
    }
}

impl<S: Space> AreaSurvey<'_, S> {
    /// The outline of each area, in the order of their numbers: one polygon for
    /// each set of its cells that share sides. `None` if cells are neither squares
    /// nor hexagons. [`CornerGrid`] says where the corners are.
    #[must_use]
    pub fn outlines(&self) -> Option<impl Iterator<Item = Vec<Polygon>>> {
        let is_hexagonal = match self.cells.space.cell_shape() {
            CellShape::Square => false,
            CellShape::Hexagon => true,
            CellShape::Cube | CellShape::Unknown => return None,
        };
        let mut gaps = self.gaps_of_areas().into_iter().peekable();
        let mut tracer = Tracer {
            survey: self,
            seen: self.cells.no_cells(),
        };
        let numbers = 1..=narrow(self.len());
        Some(numbers.map(move |number| {
            let mut polygons = Vec::new();
            while let Some((_, gap)) = gaps.next_if(|(area, _)| *area == number) {
                polygons.push(if is_hexagonal {
                    tracer.polygon::<Hexagons>(gap)
                } else {
                    tracer.polygon::<Squares>(gap)
                });
            }
            polygons
        }))
    }
}

struct Tracer<'a, 'b, S> {
    survey: &'a AreaSurvey<'b, S>,
    /// The cells whose first side is on a ring that was walked.
    seen: Vec<u64>,
}

impl<S: Space> Tracer<'_, '_, S> {
    fn polygon<T: Tiling>(&mut self, gap: u32) -> Polygon {
        let survey = self.survey;
        let mut rings = Vec::new();
        survey.index.for_each_run_of(gap, |run| {
            // Where all cells above are empty, there is no border.
            let RunColumns { row, first, last } = run.columns;
            let columns = if T::IS_STRAIGHT && run.is_open_above {
                1..1
            } else {
                first..last + 1
            };
            for column in columns {
                let beyond = T::beyond([column, row], 0);
                let is_border = beyond.is_none_or(|cell| !self.is_empty(cell));
                if is_border && !contains(&self.seen, self.number([column, row])) {
                    rings.push(self.walk::<T>(gap, [column, row]));
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

    fn number(&self, [column, row]: [usize; 2]) -> u32 {
        narrow(row * self.survey.cells.stride * 64 + column)
    }

    /// Walks the ring that has the first side of a cell.
    fn walk<T: Tiling>(&mut self, gap: u32, cell: [usize; 2]) -> Vec<[usize; 2]> {
        let start = Side { cell, number: 0 };
        let mut ring = Vec::new();
        let mut side = start;
        loop {
            if side.number == 0 {
                let cell = self.number(side.cell);
                insert(&mut self.seen, cell);
            }
            let next = T::next(side, |cell| self.is_inside(gap, cell));
            if next.number != side.number {
                ring.push(T::corner(next));
            }
            if next == start {
                // The corner that the walk began at comes first.
                ring.rotate_right(1);
                return ring;
            }
            side = next;
        }
    }

    /// Whether there is such a cell, and it is empty.
    fn is_empty(&self, [column, row]: [usize; 2]) -> bool {
        let cells = &self.survey.cells;
        let is_there = column < cells.raster.width() && row < cells.raster.height();
        is_there && !cells.is_occupied(self.number([column, row]))
    }

    fn is_inside(&self, gap: u32, cell: [usize; 2]) -> bool {
        let cells = &self.survey.cells;
        self.is_empty(cell) && self.survey.index.gap_at(cells, self.number(cell)) == gap
    }
}
