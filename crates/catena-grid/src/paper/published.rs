//! The pseudocode of the paper's Appendix A, line by line, with its slips
//! corrected: the tests compare the port with it.
//!
//! Two places can be read in two ways, and the text of the paper decides:
//! - The answer is `rbAllDone`. `found2PathsToClassFromIndex` returns
//!   `bFoundPathToClass`, which is also true after a single path of one piece.
//! - `areTwoUniquePathsToClass` keeps all paths to a class. An insertion into a
//!   C++ map keeps the old value, and would lose paths to a class whose number
//!   is above the number of classes met so far.
//!
//! Indices are the paper's: 0 is a8, 7 is h8, 63 is h1.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;

use super::classes::ClassBoard;
use crate::grid8::Grid8;
use crate::square::Square;

const WIDTH: i32 = 8;
const SIZE: i32 = 64;

pub(super) type Classes = [i32; 64];

fn at(index: i32) -> usize {
    usize::try_from(index).expect("an index on the board")
}

fn square(index: i32) -> Square {
    let index = u8::try_from(index).expect("an index on the board");
    Square::from_index(index ^ 0o70).expect("an index on the board")
}

fn index(square: Square) -> i32 {
    i32::from(square.index() ^ 0o70)
}

pub(super) fn classes(board: &ClassBoard) -> Classes {
    let mut classes = [0; 64];
    for square in Square::ALL {
        classes[at(index(square))] = i32::from(board[square]);
    }
    classes
}

#[derive(Clone, Copy, PartialEq)]
enum Direction {
    Left,
    Right,
    Up,
    Down,
}

use Direction::{Down, Left, Right, Up};

impl Direction {
    fn step(self) -> i32 {
        match self {
            Left => -1,
            Right => 1,
            Up => -WIDTH,
            Down => WIDTH,
        }
    }

    /// The condition of the `WHILE` that looks this way.
    fn is_inside(self, index: i32) -> bool {
        match self {
            Left => index % WIDTH != 0,
            Right => index % WIDTH != WIDTH - 1,
            Up => index >= 0,
            Down => index < SIZE,
        }
    }
}

/// The perimeter filtering of `Filter8ConnectedClassesForSSCC`.
pub(super) fn perimeter(classes: &mut Classes) {
    let unchanged = *classes;
    for i1 in 0..SIZE {
        let (column, row) = (i1 % WIDTH, i1 / WIDTH);
        let (inwards, search) = match (column, row) {
            (0 | 7, 0 | 7) => {
                classes[at(i1)] = 0;
                continue;
            }
            (_, 0) => (Down, Left),
            (0, _) => (Right, Up),
            (7, _) => (Left, Up),
            (_, 7) => (Up, Left),
            _ => continue,
        };
        if unchanged[at(i1)] > 0 {
            classes[at(i1)] = 0;
            let mut i2 = i1 + inwards.step();
            while inwards.is_inside(i2) && unchanged[at(i2)] > 0 {
                classes[at(i2)] = 0;
                check_xy_connected_elements(classes, i2, search, &unchanged);
                i2 += inwards.step();
            }
        }
    }
}

/// The paper's `checkXYConnectedElements`.
fn check_xy_connected_elements(
    classes: &mut Classes,
    start: i32,
    search: Direction,
    unchanged: &Classes,
) {
    let mut stack: Vec<(i32, Direction)> = Vec::new();
    let mut next = (start, search);
    loop {
        let (first, second, other) = match next.1 {
            Left | Right => (Left, Right, Up),
            Up | Down => (Up, Down, Left),
        };
        let mut found = None;
        if next.1 == first {
            found = look(classes, next.0, first, unchanged);
        }
        if found.is_none() {
            stack.pop();
            found = look(classes, next.0, second, unchanged);
        }
        if let Some((index, direction)) = found {
            stack.push((index, direction));
            stack.push((index, other));
        }
        let Some(&back) = stack.last() else { return };
        next = back;
    }
}

/// One `WHILE` of `checkXYConnectedElements`.
fn look(
    classes: &mut Classes,
    from: i32,
    direction: Direction,
    unchanged: &Classes,
) -> Option<(i32, Direction)> {
    let mut test = from + direction.step();
    while direction.is_inside(test) && unchanged[at(test)] > 0 {
        if classes[at(test)] > 0 {
            classes[at(test)] = 0;
            return Some((test, direction));
        }
        test += direction.step();
    }
    None
}

/// The neighbour in one of the eight directions: top left, top, top right,
/// left, right, bottom left, bottom, bottom right.
fn neighbour(index: i32, direction: usize) -> Option<i32> {
    const STEPS: [(i32, i32); 8] = [
        (-1, -1),
        (0, -1),
        (1, -1),
        (-1, 0),
        (1, 0),
        (-1, 1),
        (0, 1),
        (1, 1),
    ];
    let (column, row) = STEPS[direction];
    let (column, row) = (index % WIDTH + column, index / WIDTH + row);
    ((0..WIDTH).contains(&column) && (0..WIDTH).contains(&row)).then_some(row * WIDTH + column)
}

/// The paper's `isAdjacentToEA`.
fn adjacent_classes(classes: &Classes, index: i32) -> BTreeSet<i32> {
    (0..8)
        .filter_map(|direction| neighbour(index, direction))
        .map(|near| classes[at(near)])
        .filter(|&class| class > 0)
        .collect()
}

/// The class and the two paths.
pub(super) type PublishedPaths = (i32, Vec<Square>, Vec<Square>);

/// The paths found so far, and which of them lead to a class.
#[derive(Default)]
struct EnteredPaths {
    paths: Vec<Vec<i32>>,
    paths_of_class: BTreeMap<i32, Vec<usize>>,
}

impl EnteredPaths {
    /// Enters a path, and calls `areTwoUniquePathsToClass`.
    fn enter(&mut self, path: &[i32], class: i32) -> Option<PublishedPaths> {
        let list = self.paths_of_class.entry(class).or_default();
        list.push(self.paths.len());
        self.paths.push(path.to_vec());
        for (i, &first) in list.iter().enumerate() {
            for &second in &list[i + 1..] {
                let (first, second) = (&self.paths[first], &self.paths[second]);
                if !first.iter().any(|index| second.contains(index)) {
                    let squares = |path: &[i32]| path.iter().map(|&index| square(index)).collect();
                    return Some((class, squares(first), squares(second)));
                }
            }
        }
        None
    }
}

/// The paper's `found2PathsToClassFromIndex`.
pub(super) fn found_two_paths(
    occupied: Grid8,
    classes: &Classes,
    last_moved: Square,
) -> Option<PublishedPaths> {
    let mut found = EnteredPaths::default();
    let mut used = [false; 64];
    let mut path: Vec<i32> = Vec::new();
    let mut visited = BTreeSet::new();
    let mut start_for_loop = vec![0];
    let mut here = index(last_moved);
    let mut level = 1;
    used[at(here)] = true;
    for near in (0..8).filter_map(|direction| neighbour(here, direction)) {
        used[at(near)] = true;
    }
    'recurse: loop {
        let from = start_for_loop.last().copied().unwrap_or(0);
        for i in from..8 {
            let Some(attempt) = neighbour(here, i) else {
                continue;
            };
            if (level > 1 && used[at(attempt)]) || visited.contains(&attempt) {
                continue;
            }
            if classes[at(attempt)] > 0 || !occupied.contains(square(attempt)) {
                continue;
            }
            path.push(attempt);
            let adjacent = adjacent_classes(classes, attempt);
            for &class in &adjacent {
                let paths = found.enter(&path, class);
                if paths.is_some() {
                    return paths;
                }
            }
            if !adjacent.is_empty() {
                path.pop();
                continue;
            }
            visited.insert(here);
            level += 1;
            start_for_loop.pop();
            start_for_loop.push(i + 1);
            start_for_loop.push(0);
            here = attempt;
            continue 'recurse;
        }
        start_for_loop.pop();
        if level == 1 {
            return None;
        }
        path.pop();
        visited.remove(&here);
        level -= 1;
        if start_for_loop.is_empty() {
            return None;
        }
        here = path.last().copied().unwrap_or(index(last_moved));
    }
}
