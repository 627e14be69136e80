//! All enclosed areas: where they are, what bounds them, and their openings.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::cells::{Cells, contains, count_run, for_each_cell, insert_run, narrow};
use super::gap_index::{GapIndex, RunColumns};
use super::opening::Openings;
use super::space::Space;
use super::{Rim, WallError};
use crate::detect::raster::area::Areas;
use crate::detect::raster::gap::OUTSIDE;
use crate::min_size::MinSize;

/// The fewest wall cells whose removal lets an area leak to the outside.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Opening<P> {
    /// The wall cells, from the area to the outside.
    pub cells: Vec<P>,
}

/// An enclosed area.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AreaRecord<P> {
    /// Its number, from 1 in the order of first cells.
    pub number: u32,
    /// How many cells it has.
    pub cells: u64,
    /// The lowest column, row and layer.
    pub min: P,
    /// The highest column, row and layer.
    pub max: P,
    /// The mean column, row and layer of its cells. On a grid the layer is 0.
    pub centroid: [f64; 3],
    /// Its first cell in reading order.
    pub inside: P,
    /// How many wall cells bound it: occupied cells from which a gap step leads
    /// into it.
    pub walls: u64,
    /// The numbers of the areas that the removal of one wall cell joins with it,
    /// lowest first.
    pub touches: Vec<u32>,
    /// What opens it; `None` if the rim is a wall.
    pub opening: Option<Opening<P>>,
}

/// What is known about an area before it is asked for.
#[derive(Clone, Copy, Debug)]
struct AreaSums {
    /// Of columns, rows and layers.
    sums: [u64; 3],
    min: [u32; 3],
    max: [u32; 3],
    cells: u32,
    walls: u32,
    /// The first cell.
    inside: u32,
    /// The gap of the area that needs the fewest wall cells.
    gap: u32,
}

const NOWHERE: AreaSums = AreaSums {
    sums: [0; 3],
    min: [u32::MAX; 3],
    max: [0; 3],
    cells: 0,
    walls: 0,
    inside: 0,
    gap: OUTSIDE,
};

/// All enclosed areas of a space; see [`areas`](super::areas).
pub struct AreaSurvey<'a, S> {
    pub(super) cells: Cells<'a, S>,
    pub(super) index: GapIndex,
    openings: Openings,
    sums: Vec<AreaSums>,
    /// Pairs of areas that touch, in both orders, sorted.
    touching: Vec<(u32, u32)>,
    areas: Areas,
}

impl<'a, S: Space> AreaSurvey<'a, S> {
    pub(super) fn new(
        space: &'a S,
        rim: Rim,
        min_size: MinSize,
    ) -> Result<AreaSurvey<'a, S>, WallError<S::Place>> {
        let cells = Cells::new(space, rim)?;
        let mut gaps = space.find_gaps(rim);
        let index = GapIndex::new(&cells, &gaps);
        let openings = Openings::find(&cells, &gaps, &index);
        space.join_areas(&mut gaps);
        let areas = Areas::number(gaps, cells.raster, min_size.get(), 0);
        let mut survey = AreaSurvey {
            sums: vec![NOWHERE; areas.count as usize],
            cells,
            index,
            openings,
            touching: Vec::new(),
            areas,
        };
        let listed = survey.add_runs();
        survey.add_corners(&listed);
        Ok(survey)
    }

    /// How many areas there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sums.len()
    }

    /// Whether there is no area.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sums.is_empty()
    }

    /// The numbers of the areas that gap steps from a cell lead into, lowest
    /// first.
    #[must_use]
    pub fn areas_beside(&self, place: S::Place) -> Vec<u32> {
        let mut found = Vec::new();
        if let Some(cell) = self.cells.number(place) {
            self.cells.for_each_near(cell, |near, _| {
                if !self.cells.is_occupied(near) {
                    let run = self.index.run_at(&self.cells, near);
                    found.push(self.areas.number_of(run));
                }
            });
        }
        found.retain(|number| *number != 0);
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The number of the area that a cell is in; `None` if the cell is occupied, not
    /// enclosed, in an area that is too small, or not there.
    #[must_use]
    pub fn area_at(&self, place: S::Place) -> Option<u32> {
        let cell = self.cells.number(place)?;
        if self.cells.is_occupied(cell) {
            return None;
        }
        let number = self.areas.number_of(self.index.run_at(&self.cells, cell));
        (number != 0).then_some(number)
    }

    /// How many cells each area has, in the order of their numbers.
    pub fn sizes(&self) -> impl Iterator<Item = u64> {
        self.sums.iter().map(|sums| sums.cells.into())
    }

    /// The number of the area of each run of empty cells, in reading order, and 0 for
    /// the runs of no area. A run is a maximal sequence of empty cells in a row. So with
    /// the raster itself this says of every cell which area it is in.
    ///
    /// ```
    /// use catena_grid::wall::{self, Rim};
    /// use catena_grid::{Grid, MinSize, Raster};
    ///
    /// let raster = Raster::from_art(
    ///     "# # # # .
    ///      ## . # . #
    ///      ## # # # #",
    /// )?;
    /// let grid = Grid::new(&raster);
    /// let survey = wall::areas(&grid, Rim::Open, MinSize::ONE)?;
    /// assert_eq!(survey.areas_of_runs().collect::<Vec<_>>(), [0, 1, 2]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn areas_of_runs(&self) -> impl Iterator<Item = u32> {
        (OUTSIDE + 1..self.index.runs()).map(|run| self.areas.number_of(run))
    }

    /// Describes the area of this number, if there is one.
    #[must_use]
    pub fn record(&self, number: u32) -> Option<AreaRecord<S::Place>> {
        let sums = self.sums.get((number as usize).checked_sub(1)?)?;
        let first = self.touching.partition_point(|(area, _)| *area < number);
        let pairs = self.touching[first..].iter();
        let own = pairs.take_while(|(area, _)| *area == number);
        Some(self.describe(number, sums, own.map(|(_, other)| *other).collect()))
    }

    /// Describes the areas one after the other, in the order of their numbers.
    pub fn records(&self) -> impl Iterator<Item = AreaRecord<S::Place>> {
        let mut touching = self.touching.iter().peekable();
        (1..).zip(&self.sums).map(move |(number, sums)| {
            let mut touches = Vec::new();
            while let Some((_, other)) = touching.next_if(|(area, _)| *area == number) {
                touches.push(*other);
            }
            self.describe(number, sums, touches)
        })
    }

    fn describe(&self, number: u32, sums: &AreaSums, touches: Vec<u32>) -> AreaRecord<S::Place> {
        let place = |[column, row, layer]: [u32; 3]| {
            let row = layer as usize * self.cells.space.layer_height() + row as usize;
            self.cells.space.place(column as usize, row)
        };
        let is_open = self.openings.level(sums.gap) > 0;
        let opening = is_open.then(|| Opening {
            cells: self
                .cells
                .places(&self.openings.walk(&self.cells, &self.index, sums.gap)),
        });
        AreaRecord {
            number,
            cells: sums.cells.into(),
            min: place(sums.min),
            max: place(sums.max),
            centroid: sums.sums.map(|sum| mean(sum, sums.cells)),
            inside: self.cells.place(sums.inside),
            walls: sums.walls.into(),
            touches,
            opening,
        }
    }

    /// The gaps of each area, in the order of the numbers of the areas.
    pub(super) fn gaps_of_areas(&self) -> Vec<(u32, u32)> {
        let mut gaps = Vec::new();
        for run in OUTSIDE + 1..self.index.runs() {
            let number = self.areas.number_of(run);
            if number != 0 && self.index.gap_of(run) == run {
                gaps.push((number, run));
            }
        }
        gaps.sort_unstable();
        gaps
    }

    /// Adds the sizes and places of the areas, which gaps are the weakest, and how many
    /// gap steps lead from walls into each area. Returns the cells of all areas.
    fn add_runs(&mut self) -> Vec<u64> {
        let height = self.cells.space.layer_height();
        let stride = self.cells.stride;
        let mut listed = self.cells.no_cells();
        self.index.for_each_run(|run, columns| {
            let number = self.areas.number_of(run) as usize;
            if number == 0 {
                return;
            }
            let RunColumns { row, first, last } = columns;
            insert_run(&mut listed[row * stride..][..stride], first, last);
            let sums = &mut self.sums[number - 1];
            if sums.cells == 0 {
                sums.inside = narrow(row * stride * 64 + first);
            }
            sums.add_run((first, last), row % height, row / height);
            sums.walls += steps_from_walls(&self.cells, columns);
            let gap = self.index.gap_of(run);
            let level = self.openings.level(gap);
            if sums.gap == OUTSIDE || level < self.openings.level(sums.gap) {
                sums.gap = gap;
            }
        });
        listed
    }

    /// Looks at the wall cells from which several gap steps lead into areas: each bounds
    /// an area once, however many steps lead into it, and areas touch there.
    fn add_corners(&mut self, listed: &[u64]) {
        let mut pairs = Pairs::default();
        let mut near_areas = Vec::new();
        for row in 0..self.cells.raster.height() {
            let near_rows = self.cells.space.near_rows(row);
            for index in 0..self.cells.stride {
                let word = row * self.cells.stride + index;
                let occupied = self.cells.occupied(word);
                if occupied == 0 {
                    continue;
                }
                let (mut once, mut twice) = (0, 0);
                let cells = &self.cells;
                let set = |word: usize| listed[word];
                cells.near_of_word(set, [row, index], &near_rows, |near| {
                    twice |= once & near;
                    once |= near;
                });
                for_each_cell(word, occupied & twice, |wall| {
                    let column = wall as usize - row * self.cells.stride * 64;
                    self.find_near_areas(listed, column, row, &mut near_areas);
                    pairs.add_all(&near_areas);
                });
            }
        }
        self.touching = pairs.in_both_orders();
    }

    /// Finds the areas that gap steps from a wall cell lead into, and takes back all
    /// steps but one into each of them.
    fn find_near_areas(&mut self, listed: &[u64], column: usize, row: usize, found: &mut Vec<u32>) {
        found.clear();
        let Self {
            cells,
            index,
            areas,
            sums,
            ..
        } = self;
        cells.for_each_near_at(column, row, |near, _| {
            if contains(listed, near) {
                let number = areas.number_of(index.run_at(cells, near));
                if found.contains(&number) {
                    sums[number as usize - 1].walls -= 1;
                } else {
                    found.push(number);
                }
            }
        });
    }
}

/// How many gap steps lead from occupied cells into a run of empty cells.
fn steps_from_walls<S: Space>(cells: &Cells<'_, S>, run: RunColumns) -> u32 {
    let (start, end) = (run.first, run.last);
    let last = cells.raster.width() - 1;
    let mut steps = u32::from(start > 0) + u32::from(end < last);
    for near in cells.space.near_rows(run.row).into_iter().flatten() {
        let words = cells.raster.row(near.row);
        steps += count_run(words, start, end);
        if near.left {
            steps += count_run(words, start.saturating_sub(1), end);
            steps -= count_run(words, end, end);
        }
        if near.right {
            steps += count_run(words, start, (end + 1).min(last));
            steps -= count_run(words, start, start);
        }
    }
    steps
}

impl<S: Space> fmt::Debug for AreaSurvey<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} areas of {:?}", self.len(), self.cells.raster)
    }
}

impl AreaSums {
    fn add_run(&mut self, (start, end): (usize, usize), row: usize, layer: usize) {
        let cells = end + 1 - start;
        self.cells += narrow(cells);
        // Twice the mean column is a whole number, and one of the factors even.
        let columns = (start + end) as u64 * cells as u64 / 2;
        let added = [columns, (row * cells) as u64, (layer * cells) as u64];
        let (low, high) = ([start, row, layer], [end, row, layer]);
        for axis in 0..3 {
            self.sums[axis] += added[axis];
            self.min[axis] = self.min[axis].min(narrow(low[axis]));
            self.max[axis] = self.max[axis].max(narrow(high[axis]));
        }
    }
}

fn mean(sum: u64, cells: u32) -> f64 {
    sum as f64 / f64::from(cells)
}

/// Pairs of areas, each once.
#[derive(Default)]
struct Pairs {
    pairs: Vec<(u32, u32)>,
    /// How many there were when the last ones that were there twice were
    /// removed.
    cleaned: usize,
}

impl Pairs {
    fn add_all(&mut self, areas: &[u32]) {
        for (place, &one) in areas.iter().enumerate() {
            for &other in &areas[..place] {
                let pair = (one.min(other), one.max(other));
                // Along a straight wall the same pair comes again and again.
                if self.pairs.last() != Some(&pair) {
                    self.pairs.push(pair);
                }
            }
        }
        if self.pairs.len() > 2 * self.cleaned + (1 << 16) {
            self.clean();
        }
    }

    fn clean(&mut self) {
        self.pairs.sort_unstable();
        self.pairs.dedup();
        self.cleaned = self.pairs.len();
    }

    fn in_both_orders(mut self) -> Vec<(u32, u32)> {
        self.clean();
        let turned: Vec<_> = self.pairs.iter().map(|&(a, b)| (b, a)).collect();
        self.pairs.extend(turned);
        self.pairs.sort_unstable();
        self.pairs
    }
}

/// For each area the fewest wall cells whose removal lets it leak; 0 if nothing
/// does.
pub(crate) fn openings_of_areas<S: Space>(space: &S, rim: Rim, areas: &Areas) -> Vec<u32> {
    let Ok(cells) = Cells::new(space, rim) else {
        return vec![0; areas.count as usize];
    };
    let gaps = space.find_gaps(rim);
    let index = GapIndex::new(&cells, &gaps);
    let openings = Openings::find(&cells, &gaps, &index);
    let mut levels = vec![u32::MAX; areas.count as usize];
    for run in OUTSIDE + 1..narrow(gaps.entries.len()) {
        let number = areas.number_of(run) as usize;
        if number != 0 {
            let level = openings.level(index.gap_of(run));
            levels[number - 1] = levels[number - 1].min(level);
        }
    }
    levels
}
