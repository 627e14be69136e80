//! [`outline`]: a path of the state graph as a chain.

use alloc::vec::Vec;
use core::cmp::Reverse;

use super::earlier::Joins;
use super::frame::Frame;
use crate::cell::Cell;
use crate::chain::Chain;

/// The chain with these joins and these empty cells inside, all as the dynamic
/// program numbers them. It goes clockwise from its first piece in reading
/// order.
pub(super) fn outline(
    frame: Frame,
    joined: impl IntoIterator<Item = (Cell, Joins)>,
    inside: impl IntoIterator<Item = Cell>,
) -> Chain {
    let links = joined
        .into_iter()
        .flat_map(|(cell, joins)| joins.cells(cell).map(move |near| (cell, near)))
        .map(|(one, other)| (frame.leave(one), frame.leave(other)))
        .flat_map(|(one, other)| [(one, other), (other, one)]);
    let mut inside: Vec<Cell> = inside.into_iter().map(|cell| frame.leave(cell)).collect();
    inside.sort_unstable();
    Chain::new(in_order(links.collect()), inside)
}

/// The pieces of a chain in order, clockwise from the first in reading order,
/// given its links, each in both directions.
fn in_order(mut links: Vec<(Cell, Cell)>) -> Vec<Cell> {
    links.sort_unstable();
    let Some(&(first, _)) = links.first() else {
        return Vec::new();
    };
    // Nothing lies above or left of the first piece, so its two neighbours
    // are E, SE, S or SW of it, and the one further right comes next.
    let mut next = neighbours(&links, first).max_by_key(|cell| clockwise_first(first, *cell));
    let mut cells = Vec::with_capacity(links.len() / 2);
    let mut last = first;
    cells.push(first);
    while let Some(cell) = next.filter(|cell| *cell != first) {
        cells.push(cell);
        next = neighbours(&links, cell).find(|other| *other != last);
        last = cell;
    }
    cells
}

/// The two neighbours of a piece on the chain.
fn neighbours(links: &[(Cell, Cell)], cell: Cell) -> impl Iterator<Item = Cell> {
    let from = links.partition_point(|(from, _)| *from < cell);
    links[from..].iter().take(2).map(|(_, to)| *to)
}

/// Larger for the neighbour that comes first clockwise: E, SE, S, SW.
fn clockwise_first(first: Cell, next: Cell) -> (usize, Reverse<usize>) {
    (next.column + 1 - first.column, Reverse(next.row))
}
