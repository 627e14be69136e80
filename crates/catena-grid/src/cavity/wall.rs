//! The walls of cavities: the occupied cells that touch them.

use alloc::vec;
use alloc::vec::Vec;

use crate::detect::raster::area::Areas;
use crate::detect::run::for_each_run;
use crate::volume::{Volume, Voxel};

/// The numbers of the cavities of three layers, cell by cell, with one more
/// cell on each side.
struct Numbers<'a> {
    volume: &'a Volume,
    areas: &'a Areas,
    /// Layer `z` is in place `(z + 1) % 3`.
    layers: [Vec<u32>; 3],
    /// Whether a layer has any cavity.
    used: [bool; 3],
    stride: usize,
}

impl<'a> Numbers<'a> {
    fn new(volume: &'a Volume, areas: &'a Areas) -> Numbers<'a> {
        let (width, height, _) = volume.size();
        let layer = vec![0; (width + 2) * (height + 2)];
        let mut numbers = Numbers {
            volume,
            areas,
            layers: [layer.clone(), layer.clone(), layer],
            used: [false; 3],
            stride: width + 2,
        };
        numbers.load(0);
        numbers
    }

    fn load(&mut self, layer: usize) {
        let (_, height, depth) = self.volume.size();
        let place = (layer + 1) % 3;
        if self.used[place] {
            self.layers[place].fill(0);
            self.used[place] = false;
        }
        if layer >= depth {
            return;
        }
        for row in 0..height {
            let at = layer * height + row;
            let mut run = self.areas.row_start(at);
            for_each_run(self.volume.rows(), at, |start, end| {
                let number = self.areas.number_of(run);
                if number != 0 {
                    let first = (row + 1) * self.stride + 1;
                    self.layers[place][first + start..=first + end].fill(number);
                    self.used[place] = true;
                }
                run += 1;
            });
        }
    }

    /// The cavities that touch a cell of the middle layer, each once, lowest
    /// number first.
    fn near(&self, column: usize, row: usize, found: &mut Vec<u32>) {
        found.clear();
        for (layer, used) in self.layers.iter().zip(self.used) {
            if !used {
                continue;
            }
            for row in row..row + 3 {
                for &number in &layer[row * self.stride + column..][..3] {
                    if number != 0 && !found.contains(&number) {
                        found.push(number);
                    }
                }
            }
        }
        found.sort_unstable();
    }
}

/// Calls `f` for each occupied cell that touches a cavity, with the numbers of
/// the cavities it touches, lowest first.
pub(super) fn for_each_wall_cell(volume: &Volume, areas: &Areas, mut f: impl FnMut(Voxel, &[u32])) {
    let (width, height, depth) = volume.size();
    let mut numbers = Numbers::new(volume, areas);
    let mut near = Vec::new();
    for layer in 0..depth {
        numbers.load(layer + 1);
        if numbers.used == [false; 3] {
            continue;
        }
        for row in 0..height {
            for column in 0..width {
                if volume.is_occupied((column, row, layer)) {
                    numbers.near(column, row, &mut near);
                    if !near.is_empty() {
                        f((column, row, layer), &near);
                    }
                }
            }
        }
    }
}
