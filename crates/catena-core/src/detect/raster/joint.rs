//! How the walls that meet in one cell hang together.
//!
//! Round an occupied cell its occupied neighbours form *arms*, with a gap
//! between one arm and the next. The steps of one arm lie in one block. Two
//! arms lie in different blocks exactly if one gap (as a whole, far away from
//! the cell too) lies between them on both sides: then a closed line through
//! that gap and this cell separates them and meets no other wall.

use crate::lattice::{Lattice, Step, Steps};

/// What the eight cells round an occupied cell say about it.
#[derive(Clone, Copy)]
pub(super) struct Joint {
    /// Steps of walls that lead to an occupied cell.
    walls: u8,
    /// How many gaps are between arms; without arms there is none.
    gaps: u8,
    /// A step into each gap, clockwise.
    gap_steps: [u8; 4],
    /// The steps of the arm that follows each gap clockwise.
    arms: [u8; 4],
    /// Steps to the row above that are enough to join it to this row: the
    /// other ones follow from these and from steps within the rows.
    pub(super) links: u8,
}

/// At most two groups of steps lie in blocks; see [`Joint::groups`].
pub(super) type Groups = [u8; 2];

impl Joint {
    /// The steps from the cell, by block. Steps that lie in no block of three
    /// or more cells are left out.
    ///
    /// `label` tells gaps apart: it maps a step from this cell to the label of
    /// the gap of the empty cell there.
    #[inline]
    pub(super) fn groups(&self, label: impl Fn(u8) -> u32) -> Groups {
        match self.gaps {
            0 | 1 => [self.whole(), 0],
            2 => {
                if label(self.gap_steps[0]) == label(self.gap_steps[1]) {
                    [closed(self.arms[0]), closed(self.arms[1])]
                } else {
                    [self.walls, 0]
                }
            }
            gaps => self.groups_of_many(usize::from(gaps), label),
        }
    }

    fn whole(&self) -> u8 {
        closed(self.walls)
    }

    fn groups_of_many(&self, gaps: usize, label: impl Fn(u8) -> u32) -> Groups {
        let mut labels = [0; 4];
        let (mut equal, mut pair) = (0, 0);
        for at in 0..gaps {
            labels[at] = label(self.gap_steps[at]);
            for before in 0..at {
                equal |= usize::from(labels[before] == labels[at]) << pair;
                pair += 1;
            }
        }
        if equal == 0 {
            return [self.walls, 0];
        }
        let mut groups = [0u8; 4];
        for (at, &group) in PARTITIONS[gaps - 3][equal].iter().enumerate().take(gaps) {
            groups[usize::from(group)] |= self.arms[at];
        }
        let mut kept = groups.into_iter().map(closed).filter(|group| *group != 0);
        [kept.next().unwrap_or(0), kept.next().unwrap_or(0)]
    }
}

/// The group, or nothing if it is one step only: such a step is a bridge.
const fn closed(group: u8) -> u8 {
    if group & group.wrapping_sub(1) == 0 {
        0
    } else {
        group
    }
}

/// Which arms stay together, for 3 and for 4 gaps, by which pairs of gaps are
/// equal: pairs (0,1), (0,2), (1,2), (0,3), (1,3), (2,3) from the lowest bit.
const PARTITIONS: [[[u8; 4]; 64]; 2] = [partitions(3), partitions(4)];

const fn partitions(gaps: usize) -> [[u8; 4]; 64] {
    let mut table = [[0; 4]; 64];
    let mut equal = 0;
    while equal < 64 {
        let mut group = [0u8; 4];
        let mut arm = 1;
        while arm < gaps {
            group[arm] = arm as u8;
            let mut before = 0;
            while before < arm {
                if !are_separated(equal, gaps, before, arm) {
                    group[arm] = group[before];
                    break;
                }
                before += 1;
            }
            arm += 1;
        }
        table[equal] = group;
        equal += 1;
    }
    table
}

/// Whether a gap between these arms on one side equals one on the other side.
/// Arm `i` lies between gap `i` and gap `i + 1`.
const fn are_separated(equal: usize, gaps: usize, first: usize, second: usize) -> bool {
    let (mut pair, mut at) = (0, 0);
    while at < gaps {
        let mut before = 0;
        while before < at {
            let is_between = at > first && at <= second;
            let was_between = before > first && before <= second;
            if is_between != was_between && equal >> pair & 1 == 1 {
                return true;
            }
            pair += 1;
            before += 1;
        }
        at += 1;
    }
    false
}

/// The joints of a lattice by the parity of the row and the 3×3 cells round
/// the cell: bits 0 to 2 the row above from the left, 3 to 5 its own row,
/// 6 to 8 the row below.
pub(super) struct Joints<L>(core::marker::PhantomData<L>);

impl<L: Lattice> Joints<L> {
    pub(super) const TABLE: [[Joint; 512]; 2] = {
        crate::lattice::check::<L>();
        [table::<L>(0), table::<L>(1)]
    };
}

const fn table<L: Lattice>(parity: usize) -> [Joint; 512] {
    let mut table = [joint::<L>(parity, 0); 512];
    let mut pattern = 1;
    while pattern < 512 {
        table[pattern] = joint::<L>(parity, pattern);
        pattern += 1;
    }
    table
}

const fn joint<L: Lattice>(parity: usize, pattern: usize) -> Joint {
    let occupied = clockwise(pattern);
    let walls = occupied & L::WALL_STEPS[parity].bits();
    let open = !occupied & L::GAP_STEPS[parity].bits();
    let mut joint = Joint {
        walls,
        gaps: 0,
        gap_steps: [0; 4],
        arms: [0; 4],
        links: links(occupied, walls),
    };
    if walls == 0 {
        return joint;
    }
    // Start at a gap if there is one, so that no arm is cut in two.
    let start = if open == 0 { 0 } else { first_gap(walls, open) };
    let (mut turned, mut in_gap) = (0, false);
    while turned < 8 {
        let step = (start + turned) % 8;
        if walls >> step & 1 == 1 {
            if joint.gaps > 0 {
                joint.arms[joint.gaps as usize - 1] |= 1 << step;
            }
            in_gap = false;
        } else if open >> step & 1 == 1 && !in_gap {
            joint.gap_steps[joint.gaps as usize] = step as u8;
            joint.gaps += 1;
            in_gap = true;
        }
        turned += 1;
    }
    joint
}

/// The first open step after some wall.
const fn first_gap(walls: u8, open: u8) -> usize {
    let mut step = walls.trailing_zeros() as usize;
    while open >> (step % 8) & 1 == 0 {
        step += 1;
    }
    step % 8
}

/// The steps from the middle of a 3×3 pattern to occupied cells.
const fn clockwise(pattern: usize) -> u8 {
    const PLACES: [usize; 8] = [1, 2, 5, 8, 7, 6, 3, 0];
    let (mut bits, mut step) = (0, 0);
    while step < 8 {
        bits |= ((pattern >> PLACES[step] & 1) as u8) << step;
        step += 1;
    }
    bits
}

/// See [`Joint::links`]. A full square joins its rows already at its left
/// side; a diagonal beside an occupied cell of this row is a side of a
/// triangle whose other sides do the same.
const fn links(occupied: u8, walls: u8) -> u8 {
    const fn has(steps: u8, step: Step) -> bool {
        Steps::from_bits(steps).contains(step)
    }
    let mut links = Steps::NONE.bits();
    if has(occupied, Step::North) {
        if !(has(occupied, Step::West) && has(occupied, Step::NorthWest)) {
            links |= Steps::new(&[Step::North]).bits();
        }
        return links;
    }
    if has(walls, Step::NorthWest) && !has(occupied, Step::West) {
        links |= Steps::new(&[Step::NorthWest]).bits();
    }
    if has(walls, Step::NorthEast) && !has(occupied, Step::East) {
        links |= Steps::new(&[Step::NorthEast]).bits();
    }
    links
}
