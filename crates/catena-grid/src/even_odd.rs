//! The even–odd rule: which cells are inside a closed line.
//!
//! A cell is inside if a ray from it crosses the line an odd number of times.
//! For a line that crosses itself this can differ from the winding number, but
//! uncrossing the line changes neither its pieces nor what is inside (lemma L1
//! of `docs/theory.md`).
//!
//! All functions use the same kind of ray: it runs along the row of the cell, but a
//! little to one side of the centres. So it meets exactly the links between
//! this row and the next one on that side, if their end in this row lies on
//! the ray.

use alloc::vec::Vec;

use crate::cell::Cell;
use crate::grid8::Grid8;
use crate::square::Square;

/// Returns the pairs of cells that follow each other on a closed line.
pub(crate) fn links<C: Copy>(line: &[C]) -> impl Iterator<Item = (C, C)> {
    line.iter()
        .copied()
        .zip(line.iter().copied().cycle().skip(1))
}

/// Returns the squares inside the closed line through these squares, without
/// those on the line. The ray goes west, a little below the centres of its rank.
pub(crate) fn squares_inside(line: &[Square]) -> Grid8 {
    let mut inside = Grid8::EMPTY;
    for (a, b) in links(line) {
        if a.rank() != b.rank() {
            inside ^= east_of(if a.rank() > b.rank() { a } else { b });
        }
    }
    inside - line.iter().copied().collect()
}

/// The squares of the same rank to the right of this one.
fn east_of(square: Square) -> Grid8 {
    let rank = 0xffu64 << (8 * square.rank());
    Grid8::from_bits((!1u64 << square.index()) & rank)
}

/// Returns the cells inside the closed line through these cells for which
/// `counts` holds, in reading order. The ray goes west, a little above the
/// centres of its row. `counts` must not hold for cells on the line.
///
/// # Complexity
///
/// Linear in the cells inside, and `n log n` in the length of the line.
pub(crate) fn cells_inside(line: &[Cell], counts: impl Fn(Cell) -> bool) -> Vec<Cell> {
    let mut lower_ends: Vec<Cell> = links(line)
        .filter(|(a, b)| a.row != b.row)
        .map(|(a, b)| a.max(b))
        .collect();
    lower_ends.sort_unstable();
    let mut inside = Vec::new();
    // A closed line passes from one row to the next and back equally often, so
    // the ends in each row come in pairs, and the ray is inside between them.
    for pair in lower_ends.chunks_exact(2) {
        let cells = (pair[0].column + 1..pair[1].column).map(|column| Cell {
            column,
            row: pair[0].row,
        });
        inside.extend(cells.filter(|cell| counts(*cell)));
    }
    inside
}

/// Returns whether a cell that is not on the closed line is inside it. The ray
/// goes east, a little below the centres of its row.
pub(crate) fn is_inside(line: &[Cell], cell: Cell) -> bool {
    let upper_ends = links(line)
        .filter(|(a, b)| a.row != b.row)
        .map(|(a, b)| a.min(b));
    let on_ray = upper_ends.filter(|end| end.row == cell.row && end.column > cell.column);
    on_ray.count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::for_each_chain;

    /// Inside, told another way: the line is drawn on a grid twice as fine,
    /// where it is a wall, and the outside is flooded.
    fn inside_by_flood(squares: &[Square]) -> Grid8 {
        const SIDE: usize = 19;
        let fine = |s: Square| (2 * usize::from(s.file()) + 2, 2 * usize::from(s.rank()) + 2);
        let mut wall = [[false; SIDE]; SIDE];
        for (a, b) in links(squares) {
            let ((ax, ay), (bx, by)) = (fine(a), fine(b));
            wall[ay][ax] = true;
            wall[(ay + by) / 2][(ax + bx) / 2] = true;
        }
        let mut outside = [[false; SIDE]; SIDE];
        let mut open = alloc::vec![(0, 0)];
        while let Some((x, y)) = open.pop() {
            if wall[y][x] || core::mem::replace(&mut outside[y][x], true) {
                continue;
            }
            open.extend([(x.saturating_sub(1), y), (x, y.saturating_sub(1))]);
            open.extend([((x + 1).min(SIDE - 1), y), (x, (y + 1).min(SIDE - 1))]);
        }
        Square::ALL
            .into_iter()
            .filter(|&square| {
                let (x, y) = fine(square);
                !outside[y][x] && !wall[y][x]
            })
            .collect()
    }

    fn crosses_itself(squares: &[Square]) -> bool {
        links(squares).any(|(a, b)| {
            let corner = |file: Square, rank: Square| Square::from_coords(file.file(), rank.rank());
            let (Some(p), Some(q)) = (corner(a, b), corner(b, a)) else {
                return false;
            };
            a.file() != b.file()
                && a.rank() != b.rank()
                && links(squares).any(|link| link == (p, q) || link == (q, p))
        })
    }

    #[test]
    fn counting_crossings_and_flooding_agree_on_what_is_inside() {
        let mut tried = 0;
        for bits in [
            0x3e22_2a22_3e00u64,
            0x1c22_2222_1c00,
            0x0e1a_361c_0000,
            0x3f21_2d21_3f00,
        ] {
            for_each_chain(Grid8::from_bits(bits), |chain| {
                if !crosses_itself(chain.cells()) {
                    assert_eq!(
                        squares_inside(chain.cells()),
                        inside_by_flood(chain.cells()),
                        "{chain:?}"
                    );
                    tried += 1;
                }
            });
        }
        assert!(tried > 50, "only {tried} chains tried");
    }

    #[test]
    fn squares_and_cells_follow_the_same_rule() {
        let mut tried = 0;
        let occupied = Grid8::from_bits(0x3e22_2a22_3e00);
        for_each_chain(occupied, |chain| {
            let line: Vec<Cell> = chain.cells().iter().map(|s| Cell::from(*s)).collect();
            let is_on_line = |cell: &Cell| line.contains(cell);
            let inside = cells_inside(&line, |cell| !is_on_line(&cell));
            let squares: Grid8 = inside.into_iter().filter_map(Cell::square).collect();
            assert_eq!(squares, squares_inside(chain.cells()), "{chain:?}");
            tried += 1;
        });
        assert!(tried > 10, "only {tried} chains tried");
    }
}
