//! Which links of a cell lie in one block, looked up in a table.
//!
//! The links of an occupied cell form *arms*, with *angles* between them
//! (lemma G4 of `docs/theory-grids.md`). The links of an arm lie in one block.
//! Two arms lie in different blocks exactly if one gap, taken as a whole, lies
//! between them on both sides: the arm lemma, G5. So the 3×3 cells around a cell
//! say which arms there are, and which of the angles belong to one gap says
//! how the arms hang together. The table has an entry for each of the 512
//! patterns and each of the 15 ways in which four angles can be equal, and is
//! computed at compile time.

#![allow(
    clippy::cast_possible_truncation,
    reason = "steps and angles are numbers below nine"
)]

use crate::lattice::{Lattice, Step, Steps};

/// What the eight cells around an occupied cell say about it.
///
/// A cell has at most four angles (G4). They are numbered clockwise; some
/// numbers may be unused.
#[derive(Clone, Copy)]
pub(super) struct Joint {
    /// A step into each angle.
    angle_steps: [u8; 4],
    /// Which pairs of angles there are, in the order of [`WAY`].
    pairs: u8,
    /// The *chosen* links to the row above: within each block, these and the
    /// links within the rows are enough to connect all cells (G10).
    pub(super) links: u8,
    /// The groups for each way in which the angles can be equal.
    groups: [Groups; WAYS.next_power_of_two()],
}

/// The links of a cell, by block. At most two blocks meet in a cell (G6).
pub(super) type Groups = [u8; 2];

impl Joint {
    /// The links of the cell, by block. Links in no block of three or more
    /// cells are left out.
    ///
    /// `label` tells gaps apart: it maps a step from this cell to the label of
    /// the gap of the empty cell there.
    ///
    /// This has no branches: on random grids a wrong guess of the processor
    /// costs more than the labels that are read in vain.
    #[inline]
    pub(super) fn groups<L: Lattice>(&self, label: impl Fn(u8) -> u32) -> Groups {
        let steps = if const { Rules::of::<L>(0).is_orthogonal } {
            ORTHOGONAL_OPENINGS
        } else {
            self.angle_steps
        };
        self.groups_by_labels(steps.map(label))
    }

    /// The links by block if the angles belong to gaps with these labels.
    /// Labels of angles that are not there do not count.
    #[inline]
    fn groups_by_labels(&self, labels: [u32; 4]) -> Groups {
        let equal = usize::from(labels[0] == labels[1])
            | usize::from(labels[0] == labels[2]) << 1
            | usize::from(labels[1] == labels[2]) << 2
            | usize::from(labels[0] == labels[3]) << 3
            | usize::from(labels[1] == labels[3]) << 4
            | usize::from(labels[2] == labels[3]) << 5;
        self.groups[usize::from(WAY[equal & usize::from(self.pairs)]) % self.groups.len()]
    }
}

/// The steps into the angles where all gap steps are orthogonal: the number
/// of an angle then follows from its step, and need not be read.
const ORTHOGONAL_OPENINGS: [u8; 4] = [
    Step::North as u8,
    Step::East as u8,
    Step::South as u8,
    Step::West as u8,
];

/// In how many ways four labels can be equal or not: the partitions of four.
const WAYS: usize = 15;

/// The number of each way, by which pairs are equal: pairs (0,1), (0,2), (1,2),
/// (0,3), (1,3), (2,3) from the lowest bit.
static WAY: [u8; 64] = ways();

const fn ways() -> [u8; 64] {
    let mut way = [0; 64];
    let (mut equal, mut ways) = (0, 0);
    while equal < 64 {
        if is_transitive(equal) {
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

/// Whether any two labels that are equal to a third are equal.
const fn is_transitive(equal: usize) -> bool {
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

/// The group, or nothing if it is a single link: such a link is a bridge (G6).
const fn without_bridge(group: u8) -> u8 {
    if group & group.wrapping_sub(1) == 0 {
        0
    } else {
        group
    }
}

/// For each way, the first arm that each arm is in one block with. Arm `i` lies
/// between angle `i` and the next one, clockwise.
const TOGETHER: [[u8; 4]; WAYS] = {
    let way = ways();
    let mut table = [[0; 4]; WAYS];
    let mut equal = 0;
    while equal < 64 {
        let mut arm = 0;
        while arm < 4 && is_transitive(equal) {
            // Being in one block is an equivalence, so the first arm that is
            // not separated from this one stands for all of them.
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

/// The arm lemma (G5): whether an angle between these arms on one side equals
/// one on the other side. The angles after `first` up to `second` are those
/// on the clockwise way from the first arm to the second.
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

/// The links by block, given the links of each arm and which arms are in one
/// block. An arm that is not there has no links and changes nothing.
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
        if without_bridge(found[at]) != 0 {
            assert!(kept < 2, "at most two blocks meet in a cell (G6)");
            groups[kept] = found[at];
            kept += 1;
        }
        at += 1;
    }
    groups
}

/// What a lattice says about the cells of a row.
#[derive(Clone, Copy)]
struct Rules {
    walls: u8,
    gaps: u8,
    /// Whether all gap steps of the lattice are orthogonal.
    is_orthogonal: bool,
}

impl Rules {
    const fn of<L: Lattice>(parity: usize) -> Rules {
        let [even, odd] = L::GAP_STEPS;
        Rules {
            walls: L::WALL_STEPS[parity].bits(),
            gaps: L::GAP_STEPS[parity].bits(),
            is_orthogonal: even.len() == 4 && odd.len() == 4,
        }
    }
}

/// The joints of a lattice by the parity of the row and the 3×3 cells around
/// the cell: bits 0 to 2 are the row above from the left, 3 to 5 its own row,
/// 6 to 8 the row below.
pub(super) struct Joints<L>(core::marker::PhantomData<L>);

impl<L: Lattice> Joints<L> {
    const TABLE: [[Joint; 512]; 2] = {
        // Everything here rests on the conditions of G1.
        crate::lattice::check::<L>();
        [table(Rules::of::<L>(0)), table(Rules::of::<L>(1))]
    };

    /// The joints of the cells in a row.
    pub(super) fn of_row(row: usize) -> &'static [Joint; 512] {
        // One table is enough where all rows are alike. The gap steps follow
        // from the wall steps (G1).
        let are_alike = L::WALL_STEPS[0].bits() == L::WALL_STEPS[1].bits();
        let table: &'static [[Joint; 512]; 2] = const { &Self::TABLE };
        &table[usize::from(!are_alike && row % 2 == 1)]
    }
}

const fn table(rules: Rules) -> [Joint; 512] {
    let mut table = [joint(rules, 0); 512];
    let mut pattern = 1;
    while pattern < 512 {
        table[pattern] = joint(rules, pattern);
        pattern += 1;
    }
    table
}

const fn joint(rules: Rules, pattern: usize) -> Joint {
    let occupied = clockwise(pattern);
    let walls = occupied & rules.walls;
    let open = !occupied & rules.gaps;
    let mut joint = Joint {
        angle_steps: [0; 4],
        pairs: 0,
        links: chosen_links(occupied, walls),
        groups: [[without_bridge(walls), 0]; _],
    };
    // Without angles all links are one arm (G4).
    if walls == 0 || open == 0 {
        return joint;
    }
    let start = first_angle(walls, open);
    let (mut arms, mut is_there) = ([0; 4], [false; 4]);
    let (mut turned, mut in_angle, mut angle, mut angles) = (0, false, 0, 0);
    while turned < 8 {
        let step = (start + turned) % 8;
        if walls >> step & 1 == 1 {
            arms[angle] |= 1 << step;
            in_angle = false;
        } else if open >> step & 1 == 1 && !in_angle {
            // A step that is neither a link nor open ends no arm and no angle.
            angle = if rules.is_orthogonal {
                step / 2
            } else {
                angles
            };
            joint.angle_steps[angle] = step as u8;
            is_there[angle] = true;
            angles += 1;
            in_angle = true;
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

/// The pairs of these angles, in the order of [`WAY`].
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

/// The first open step after some link: there an angle begins.
const fn first_angle(walls: u8, open: u8) -> usize {
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

/// See [`Joint::links`]. By G10 a link can be left out where it closes a 2×2
/// square of occupied cells whose left side joins the rows already, or a
/// triangle whose other two sides do.
const fn chosen_links(occupied: u8, walls: u8) -> u8 {
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

#[cfg(test)]
mod tests;
