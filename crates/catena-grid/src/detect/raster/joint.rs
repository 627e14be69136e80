//! How the walls that meet in one cell hang together.
//!
//! Round an occupied cell its occupied neighbours form *arms*, with a gap
//! between one arm and the next. The steps of one arm lie in one block. Two
//! arms lie in different blocks exactly if one gap (as a whole, far away from
//! the cell too) lies between them on both sides: then a closed line through
//! that gap and this cell separates them and meets no other wall.

#![allow(
    clippy::cast_possible_truncation,
    reason = "steps and gaps are numbers below nine"
)]

use crate::lattice::{Lattice, Step, Steps};

/// What the eight cells round an occupied cell say about it.
///
/// A cell has at most four gaps. They are numbered clockwise; some numbers may
/// be unused.
#[derive(Clone, Copy)]
pub(super) struct Joint {
    /// A step into each gap.
    gap_steps: [u8; 4],
    /// The pairs of gaps that are there, in the order of [`WAY`].
    pairs: u8,
    /// Steps to the row above that are enough to join it to this row: the
    /// other ones follow from these and from steps within the rows.
    pub(super) links: u8,
    /// The groups for each way in which the gaps may be equal.
    groups: [Groups; WAYS.next_power_of_two()],
}

/// Steps from a cell, by block. More than two blocks never meet in a cell: a
/// block has two steps there at least, and steps that are neighbours on the
/// circle of eight lie in one block.
pub(super) type Groups = [u8; 2];

impl Joint {
    /// The steps from the cell, by block. Steps that lie in no block of three
    /// or more cells are left out.
    ///
    /// `label` tells gaps apart: it maps a step from this cell to the label of
    /// the gap of the empty cell there.
    ///
    /// It has no branches: on random grids a wrong guess of the processor
    /// costs more than the labels that are read in vain.
    #[inline]
    pub(super) fn groups<L: Lattice>(&self, label: impl Fn(u8) -> u32) -> Groups {
        let steps = if const { leaks_orthogonally::<L>() } {
            ORTHOGONAL_GAPS
        } else {
            self.gap_steps
        };
        let labels = steps.map(label);
        let equal = usize::from(labels[0] == labels[1])
            | usize::from(labels[0] == labels[2]) << 1
            | usize::from(labels[1] == labels[2]) << 2
            | usize::from(labels[0] == labels[3]) << 3
            | usize::from(labels[1] == labels[3]) << 4
            | usize::from(labels[2] == labels[3]) << 5;
        self.groups[usize::from(WAY[equal & usize::from(self.pairs)]) % self.groups.len()]
    }
}

/// Where gaps leak orthogonally only, the number of a gap follows from its step.
const ORTHOGONAL_GAPS: [u8; 4] = [
    Step::North as u8,
    Step::East as u8,
    Step::South as u8,
    Step::West as u8,
];

const fn leaks_orthogonally<L: Lattice>() -> bool {
    let [even, odd] = L::GAP_STEPS;
    even.len() == 4 && odd.len() == 4
}

/// In how many ways four labels may be equal or not.
const WAYS: usize = 15;

/// The number of each way, by which pairs are equal: pairs (0,1), (0,2), (1,2),
/// (0,3), (1,3), (2,3) from the lowest bit.
static WAY: [u8; 64] = ways();

const fn ways() -> [u8; 64] {
    let mut way = [0; 64];
    let (mut equal, mut ways) = (0, 0);
    while equal < 64 {
        if is_possible(equal) {
            way[equal] = ways;
            ways += 1;
        }
        equal += 1;
    }
    assert!(ways as usize == WAYS);
    way
}

const fn is_equal(equal: usize, one: usize, other: usize) -> bool {
    const PAIRS: [[usize; 4]; 4] = [[0, 0, 1, 3], [0, 0, 2, 4], [1, 2, 0, 5], [3, 4, 5, 0]];
    one == other || equal >> PAIRS[one][other] & 1 == 1
}

/// Whether labels that are equal to a third are equal.
const fn is_possible(equal: usize) -> bool {
    let mut labels = 0;
    while labels < 64 {
        let (one, two, three) = (labels % 4, labels / 4 % 4, labels / 16);
        if is_equal(equal, one, two) && is_equal(equal, two, three) && !is_equal(equal, one, three)
        {
            return false;
        }
        labels += 1;
    }
    true
}

/// The group, or nothing if it is one step only: such a step is a bridge.
const fn closed(group: u8) -> u8 {
    if group & group.wrapping_sub(1) == 0 {
        0
    } else {
        group
    }
}

/// For each way, the first arm that each arm stays together with. Arm `i` lies
/// between gap `i` and the next one.
const TOGETHER: [[u8; 4]; WAYS] = {
    let way = ways();
    let mut table = [[0; 4]; WAYS];
    let mut equal = 0;
    while equal < 64 {
        let mut arm = 0;
        while arm < 4 && is_possible(equal) {
            let mut first = 0;
            while are_separated(equal, first, arm) {
                first += 1;
            }
            table[way[equal] as usize][arm] = first as u8;
            arm += 1;
        }
        equal += 1;
    }
    table
};

/// The groups of steps if arms stay together like this.
const fn groups(arms: [u8; 4], together: [u8; 4]) -> Groups {
    let mut found = [0u8; 4];
    let mut arm = 0;
    while arm < 4 {
        found[together[arm] as usize] |= arms[arm];
        arm += 1;
    }
    let mut groups = [0; 2];
    let (mut at, mut kept) = (0, 0);
    while at < 4 {
        if closed(found[at]) != 0 {
            assert!(kept < 2, "at most two blocks meet in a cell");
            groups[kept] = found[at];
            kept += 1;
        }
        at += 1;
    }
    groups
}

/// Whether a gap between these arms on one side equals one on the other side.
const fn are_separated(equal: usize, first: usize, second: usize) -> bool {
    let mut at = 0;
    while at < 4 {
        let mut before = 0;
        while before < at {
            let is_between = at > first && at <= second;
            let was_between = before > first && before <= second;
            if is_between != was_between && is_equal(equal, before, at) {
                return true;
            }
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
    const TABLE: [[Joint; 512]; 2] = {
        crate::lattice::check::<L>();
        [table::<L>(0), table::<L>(1)]
    };

    /// The joints of the cells in a row.
    pub(super) fn of_row(row: usize) -> &'static [Joint; 512] {
        // One table is enough where all rows are alike.
        let are_alike = L::WALL_STEPS[0].bits() == L::WALL_STEPS[1].bits();
        let table: &'static [[Joint; 512]; 2] = const { &Self::TABLE };
        &table[usize::from(!are_alike && row % 2 == 1)]
    }
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
        gap_steps: [0; 4],
        pairs: 0,
        links: links(occupied, walls),
        groups: [[closed(walls), 0]; _],
    };
    if walls == 0 || open == 0 {
        return joint;
    }
    let start = first_gap(walls, open);
    let (mut arms, mut is_there) = ([0; 4], [false; 4]);
    let (mut turned, mut in_gap, mut gap, mut gaps) = (0, false, 0, 0);
    while turned < 8 {
        let step = (start + turned) % 8;
        if walls >> step & 1 == 1 {
            arms[gap] |= 1 << step;
            in_gap = false;
        } else if open >> step & 1 == 1 && !in_gap {
            gap = if leaks_orthogonally::<L>() {
                step / 2
            } else {
                gaps
            };
            joint.gap_steps[gap] = step as u8;
            is_there[gap] = true;
            gaps += 1;
            in_gap = true;
        }
        turned += 1;
    }
    joint.pairs = pairs(is_there);
    let mut way = 0;
    while way < WAYS {
        joint.groups[way] = groups(arms, TOGETHER[way]);
        way += 1;
    }
    joint
}

/// The pairs of these gaps, in the order of [`WAY`].
const fn pairs(is_there: [bool; 4]) -> u8 {
    let (mut pairs, mut pair, mut at) = (0, 0, 0);
    while at < 4 {
        let mut before = 0;
        while before < at {
            pairs |= ((is_there[before] && is_there[at]) as u8) << pair;
            pair += 1;
            before += 1;
        }
        at += 1;
    }
    pairs
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
