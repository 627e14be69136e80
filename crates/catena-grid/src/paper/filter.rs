//! What the paper's `Filter8ConnectedClassesForSSCC` removes from the classes.

use alloc::collections::BTreeSet;

use super::classes::{ClassBoard, groups};
use crate::grid8::Grid8;

/// Perimeter filtering: removes the squares on the rim, and those that
/// orthogonal steps over empty squares join to it.
///
/// The paper does this with rays from the rim and `checkXYConnectedElements`.
/// With its slips corrected that does what a flood does; the tests compare both.
pub(super) fn perimeter(classes: &ClassBoard) -> ClassBoard {
    let mut kept = *classes;
    kept.set(Grid8::RIM.orthogonal_flood(classes.squares()), 0);
    kept
}

/// Minimum size filtering: `eliminateClassesBelowSize`, and then the
/// renumbering at the end of `Filter8ConnectedClassesForSSCC`.
///
/// The groups are those left by the perimeter filter, so one class can lose a
/// small group and keep a large one. The renumbering treats such a class as
/// removed, as printed; the second `Do8CCA` corrects the numbers.
///
/// Two more slips are corrected here. The printed flood of a group never moves
/// `nextConnectedElement` on after a neighbour that does not belong to it, and
/// a size above 32 would switch the filter off.
pub(super) fn size(classes: &ClassBoard, min_size: u32) -> ClassBoard {
    let mut kept = *classes;
    let mut filtered = BTreeSet::new();
    for group in groups(classes.squares()).filter(|group| group.len() < min_size) {
        filtered.extend(group.iter().map(|square| classes[square]));
        kept.set(group, 0);
    }
    lower_numbers(&kept, &filtered)
}

/// Lowers each class by the number of filtered classes below it.
fn lower_numbers(classes: &ClassBoard, filtered: &BTreeSet<u8>) -> ClassBoard {
    let mut lowered = ClassBoard::NONE;
    let mut number = 1;
    for class in 1..=classes.highest() {
        lowered.set(classes.squares_of(class), number);
        if !filtered.contains(&class) {
            number += 1;
        }
    }
    lowered
}
