//! Cavities of volumes, and two disjoint paths to the wall of one.
//!
//! In three dimensions, as the paper proposes: walls are connected at corners
//! (26 neighbours), gaps leak through faces (6), cavities are connected at
//! corners. A closed wall is then a surface and not a chain, so this module
//! answers the paper's question, not the one that [`Board`](crate::Board)
//! answers: do two paths that share no cell but the first lead from a cell to
//! the wall of one cavity? See [`disjoint_paths`].

mod gap;
mod wall;

pub(crate) use gap::{find as find_gaps, join_cavities};

use alloc::vec;
use alloc::vec::Vec;

use crate::detect::raster::Tally;
use crate::detect::raster::area::Areas;
use crate::detect::run::for_each_run;
use crate::disjoint_paths::adjacency::Adjacency;
use crate::disjoint_paths::{disjoint_paths, dominator_branches};
use crate::min_size::MinSize;
use crate::volume::{Volume, Voxel};
use crate::wall::{Rim, openings_of_areas};

/// A cavity: connected empty cells that do not leak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cavity {
    /// How many cells it has.
    pub volume: u64,
    /// The lowest column, row and layer.
    pub min: Voxel,
    /// The highest column, row and layer.
    pub max: Voxel,
    /// How many occupied cells touch it, at a corner at least.
    pub wall_cells: u64,
    /// The fewest occupied cells that must be removed to open it; 0 if the rim
    /// is a wall, so that nothing does.
    pub opening: u32,
}

/// The cavities of a volume, in the order of their first cells, layer by layer.
pub struct Cavities<'a> {
    volume: &'a Volume,
    rim: Rim,
    areas: Areas,
    closed_gaps: u64,
}

impl<'a> Cavities<'a> {
    /// Finds the cavities of at least `min_size` cells.
    ///
    /// # Complexity
    ///
    /// Near linear in the cells. Extra space: at most 4 bytes per cell.
    ///
    /// # Examples
    ///
    /// ```
    /// use catena_grid::cavity::Cavities;
    /// use catena_grid::{MinSize, Volume};
    ///
    /// let cube = Volume::from_fn(5, 4, 3, |x, y, z| {
    ///     !(z == 1 && (1..4).contains(&x) && (1..3).contains(&y))
    /// })?;
    /// let cavities = Cavities::find(&cube, MinSize::ONE).describe();
    /// assert_eq!(cavities.len(), 1);
    /// assert_eq!(cavities[0].volume, 6);
    /// assert_eq!((cavities[0].min, cavities[0].max), ((1, 1, 1), (3, 2, 1)));
    /// assert_eq!(cavities[0].wall_cells, 54);
    /// assert_eq!(cavities[0].opening, 1);
    /// # Ok::<(), catena_grid::VolumeError>(())
    /// ```
    #[must_use]
    pub fn find(volume: &'a Volume, min_size: MinSize) -> Cavities<'a> {
        Cavities::find_with_rim(volume, min_size, Rim::Open)
    }

    /// The same if the rim may count as a wall. Then every empty cell is in a
    /// cavity.
    #[must_use]
    pub fn find_with_rim(volume: &'a Volume, min_size: MinSize, rim: Rim) -> Cavities<'a> {
        let mut gaps = gap::find(volume, rim);
        let closed_gaps = gaps.count_closed();
        join_cavities(&mut gaps, volume);
        Cavities {
            volume,
            rim,
            areas: Areas::number(gaps, volume.rows(), min_size.get(), 0),
            closed_gaps,
        }
    }

    /// How many cavities there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.areas.count as usize
    }

    /// Whether there is no cavity.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.areas.count == 0
    }

    /// Gaps of any size that are closed: sets of empty cells that are connected
    /// by faces.
    #[must_use]
    pub fn closed_gaps(&self) -> Tally {
        Tally {
            count: self.closed_gaps,
            cells: self.areas.cells,
        }
    }

    /// Cavities of any size that touch no empty cell which is not enclosed, not
    /// even at a corner.
    #[must_use]
    pub fn sealed(&self) -> Tally {
        self.areas.sealed
    }

    /// Sizes, places and walls of all cavities, and what opens them.
    #[must_use]
    pub fn describe(&self) -> Vec<Cavity> {
        let nowhere = Cavity {
            volume: 0,
            min: (usize::MAX, usize::MAX, usize::MAX),
            max: (0, 0, 0),
            wall_cells: 0,
            opening: 0,
        };
        let mut cavities = vec![nowhere; self.len()];
        self.for_each_cavity_run(|number, (start, end), (row, layer)| {
            let cavity = &mut cavities[number as usize - 1];
            cavity.volume += (end + 1 - start) as u64;
            let (min, max) = (cavity.min, cavity.max);
            cavity.min = (min.0.min(start), min.1.min(row), min.2.min(layer));
            cavity.max = (max.0.max(end), max.1.max(row), max.2.max(layer));
        });
        wall::for_each_wall_cell(self.volume, &self.areas, |_, numbers| {
            for &number in numbers {
                cavities[number as usize - 1].wall_cells += 1;
            }
        });
        let openings = openings_of_areas(self.volume, self.rim, &self.areas);
        for (cavity, opening) in cavities.iter_mut().zip(openings) {
            cavity.opening = opening;
        }
        cavities
    }

    fn for_each_cavity_run(&self, mut f: impl FnMut(u32, (usize, usize), (usize, usize))) {
        let height = self.volume.size().1;
        for at in 0..self.volume.rows().height() {
            let mut run = self.areas.row_start(at);
            for_each_run(self.volume.rows(), at, |start, end| {
                let number = self.areas.number_of(run);
                if number != 0 {
                    f(number, (start, end), (at % height, at / height));
                }
                run += 1;
            });
        }
    }

    /// For each cell, layer by layer and row by row: the number of its cavity,
    /// or minus the lowest number of a cavity whose wall it is part of, or 0.
    #[must_use]
    pub fn labels(&self) -> Vec<i32> {
        let (width, height, depth) = self.volume.size();
        let mut labels = vec![0; width * height * depth];
        self.areas.write(self.volume.rows(), &mut labels, 1);
        wall::for_each_wall_cell(self.volume, &self.areas, |(column, row, layer), numbers| {
            labels[(layer * height + row) * width + column] = -numbers[0].cast_signed();
        });
        labels
    }

    /// Two paths of occupied cells that share nothing but their first cell and
    /// lead from it to two other cells of the wall of one cavity.
    ///
    /// # Returns
    ///
    /// The number of the cavity, the lowest for which there are two paths, and
    /// the paths; `None` if there are none for any cavity, or if the cell is
    /// not occupied.
    ///
    /// # Complexity
    ///
    /// Linear in the cells. Extra space: about 30 bytes per occupied cell.
    ///
    /// # Exactness
    ///
    /// Decided by Menger's theorem. The tests compare it with removing one cell
    /// after the other.
    #[must_use]
    pub fn two_paths(&self, cell: Voxel) -> Option<(u32, [Vec<Voxel>; 2])> {
        if !self.volume.is_occupied(cell) {
            return None;
        }
        let cells = VoxelGraph(self.volume);
        let start = cells.node(cell);
        let branches = dominator_branches(&cells, start);
        let mut seen = vec![None; self.len()];
        let mut number = u32::MAX;
        wall::for_each_wall_cell(self.volume, &self.areas, |cell, numbers| {
            let Some(branch) = branches.of(cells.node(cell)) else {
                return;
            };
            for &near in numbers {
                let first = *seen[near as usize - 1].get_or_insert(branch);
                if first != branch {
                    number = number.min(near);
                }
            }
        });
        drop(branches);
        if number == u32::MAX {
            return None;
        }
        let mut wall = vec![0u64; cells.node_count().div_ceil(64)];
        wall::for_each_wall_cell(self.volume, &self.areas, |cell, numbers| {
            let node = cells.node(cell);
            wall[node / 64] |= u64::from(numbers.contains(&number)) << (node % 64);
        });
        let paths = disjoint_paths(&cells, start, |node| {
            wall[node / 64] >> (node % 64) & 1 == 1
        })?;
        Some((
            number,
            paths.map(|path| path.into_iter().map(|node| cells.cell(node)).collect()),
        ))
    }
}

impl core::fmt::Debug for Cavities<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} cavities of {:?}", self.len(), self.volume)
    }
}

/// The occupied cells of a volume, each next to up to 26 others.
struct VoxelGraph<'a>(&'a Volume);

impl VoxelGraph<'_> {
    fn node(&self, (column, row, layer): Voxel) -> usize {
        let (width, height, _) = self.0.size();
        (layer * height + row) * width + column
    }

    fn cell(&self, node: usize) -> Voxel {
        let (width, height, _) = self.0.size();
        (node % width, node / width % height, node / width / height)
    }

    /// The cell in one of the 27 places round a cell; the last place is the
    /// first seen from the other side.
    fn near(&self, (column, row, layer): Voxel, place: usize) -> Option<Voxel> {
        let shift = |at: usize, by: usize| (at + by).checked_sub(1);
        Some((
            shift(column, place % 3)?,
            shift(row, place / 3 % 3)?,
            shift(layer, place / 9)?,
        ))
    }
}

impl Adjacency for VoxelGraph<'_> {
    type Trace = u8;
    const NO_TRACE: u8 = u8::MAX;

    fn node_count(&self) -> usize {
        let (width, height, depth) = self.0.size();
        width * height * depth
    }

    #[allow(clippy::cast_possible_truncation, reason = "27 places")]
    fn neighbour(&self, node: usize, number: usize) -> Option<(usize, usize, u8)> {
        let cell = self.cell(node);
        let mut places = (number..27).filter(|place| *place != 13);
        places.find_map(|place| {
            let near = self
                .near(cell, place)
                .filter(|near| self.0.is_occupied(*near))?;
            Some((place, self.node(near), 26 - place as u8))
        })
    }

    fn follow(&self, node: usize, trace: u8) -> usize {
        let near = self.near(self.cell(node), usize::from(trace));
        near.map_or(node, |near| self.node(near))
    }
}
