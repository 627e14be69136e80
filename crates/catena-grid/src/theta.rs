//! The theta construction: from a boundary and two paths to a chain.

use alloc::vec::Vec;

/// Closes two paths with one of the two arcs of a closed line.
///
/// The paths have their first cell in common and nothing else, and end on the
/// line. Together with the line they form a theta graph. Its closed lines
/// through the first cell are the two paths with one arc or the other; the one
/// that `is_wanted` accepts is returned. By lemma L4 of `docs/theory.md` one of
/// them has a given face of the line on the inside.
pub(crate) fn close<C: Copy + PartialEq>(
    line: &[C],
    [there, back]: [&[C]; 2],
    is_wanted: impl Fn(&[C]) -> bool,
) -> Option<Vec<C>> {
    let place = |end: Option<&C>| line.iter().position(|cell| Some(cell) == end);
    let (from, to) = (place(there.last())?, place(back.last())?);
    let len = line.len();
    [1, len - 1].into_iter().find_map(|step| {
        let places =
            core::iter::successors(Some((from + step) % len), |at| Some((at + step) % len));
        let arc = places.take_while(|at| *at != to).map(|at| line[at]);
        let way_back = back.get(1..)?.iter().rev().copied();
        let closed: Vec<C> = there.iter().copied().chain(arc).chain(way_back).collect();
        is_wanted(&closed).then_some(closed)
    })
}
