//! Gaps and cavities of a volume.

use alloc::vec::Vec;

use crate::detect::raster::gap::{Gaps, join_area};
use crate::detect::run::{Runs, for_each_word};
use crate::lattice::Steps;
use crate::union_find::{Forest, flatten};
use crate::volume::Volume;
use crate::wall::Rim;

/// The runs of a layer and of the layer above.
struct Layers {
    above: Vec<Runs>,
    own: Vec<Runs>,
}

impl Layers {
    fn new(volume: &Volume) -> Layers {
        let layer = || {
            (0..volume.size().1)
                .map(|_| Runs::new(volume.rows()))
                .collect()
        };
        Layers {
            above: layer(),
            own: layer(),
        }
    }

    /// Goes on to the next layer.
    fn load(&mut self, volume: &Volume, layer: usize) {
        core::mem::swap(&mut self.above, &mut self.own);
        let height = volume.size().1;
        for (row, runs) in self.own.iter_mut().enumerate() {
            runs.load(volume.rows(), layer * height + row);
        }
    }
}

/// Finds the sets of empty cells that leak into each other through faces.
pub(crate) fn find(volume: &Volume, rim: Rim) -> Gaps {
    let (_, height, depth) = volume.size();
    let mut gaps = Gaps::unjoined(volume.rows());
    for (run, entry) in (0..).zip(&mut gaps.entries) {
        *entry = run;
    }
    let mut layers = Layers::new(volume);
    let mut forest = Forest {
        first: 0,
        entries: &mut gaps.entries,
    };
    for layer in 0..depth {
        layers.load(volume, layer);
        for row in 0..height {
            let at = layer * height + row;
            let mut join = |above: &Runs, above_at: usize| {
                let starts = (gaps.row_starts[above_at], gaps.row_starts[at]);
                for_each_word(above, &layers.own[row], starts, |contact| {
                    contact.for_each_orthogonal(|one, other| {
                        forest.join(one, other);
                    });
                });
            };
            if row > 0 {
                join(&layers.own[row - 1], at - 1);
            }
            if layer > 0 {
                join(&layers.above[row], at - height);
            }
        }
    }
    if rim == Rim::Open {
        gaps.join_rim(volume.rows(), |at| {
            let (row, layer) = (at % height, at / height);
            row == 0 || row + 1 == height || layer == 0 || layer + 1 == depth
        });
    }
    flatten(&mut gaps.entries);
    gaps
}

/// Joins gaps that touch, at a corner at least, to cavities.
pub(crate) fn join_cavities(gaps: &mut Gaps, volume: &Volume) {
    let (_, height, depth) = volume.size();
    let mut layers = Layers::new(volume);
    let mut forest = Forest {
        first: 0,
        entries: &mut gaps.entries,
    };
    for layer in 0..depth {
        layers.load(volume, layer);
        for row in 0..height {
            let at = layer * height + row;
            let mut join = |above: &Runs, above_at: usize, share_faces: bool| {
                let starts = (gaps.row_starts[above_at], gaps.row_starts[at]);
                for_each_word(above, &layers.own[row], starts, |contact| {
                    let mut join = |one, other| join_area(&mut forest, one, other);
                    if !share_faces {
                        contact.for_each_orthogonal(&mut join);
                    }
                    contact.for_each_diagonal(Steps::KING, &mut join);
                });
            };
            if row > 0 {
                join(&layers.own[row - 1], at - 1, true);
            }
            if layer > 0 {
                join(&layers.above[row], at - height, true);
                if row > 0 {
                    join(&layers.above[row - 1], at - height - 1, false);
                }
                if row + 1 < height {
                    join(&layers.above[row + 1], at - height + 1, false);
                }
            }
        }
    }
}
