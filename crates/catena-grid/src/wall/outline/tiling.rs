//! The borders of cells that are squares, or hexagons in rows.

/// A side of a cell, on a walk round the border of a set of cells. By numbers, the cell
/// is on the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Side {
    pub(super) cell: [usize; 2],
    /// 0 for the side that every ring has: the upper one of a square, the upper right one of
    /// a hexagon. Then clockwise as on a screen.
    pub(super) number: usize,
}

/// How cells fill the plane.
pub(super) trait Tiling {
    /// How many sides a cell has.
    const SIDES: usize;

    /// Whether cells straight below empty ones have no border above.
    const IS_STRAIGHT: bool;

    /// The steps through each side, from even rows and from odd ones.
    const STEPS: [&[[isize; 2]]; 2];

    /// The corner of a cell that a side begins at.
    fn corner(side: Side) -> [usize; 2];

    /// The next side of the border. `is_inside` tells the cells of the set.
    fn next(side: Side, is_inside: impl Fn([usize; 2]) -> bool) -> Side;

    /// The cell beyond a side, unless a coordinate would be negative.
    fn beyond([column, row]: [usize; 2], number: usize) -> Option<[usize; 2]> {
        let [columns, rows] = Self::STEPS[row % 2][number];
        let column = column.checked_add_signed(columns)?;
        Some([column, row.checked_add_signed(rows)?])
    }
}

/// Squares. Their corners are counted in columns and rows.
pub(super) enum Squares {}

const SQUARE_STEPS: &[[isize; 2]] = &[[0, -1], [1, 0], [0, 1], [-1, 0]];

impl Tiling for Squares {
    const SIDES: usize = 4;
    const IS_STRAIGHT: bool = true;
    const STEPS: [&[[isize; 2]]; 2] = [SQUARE_STEPS; 2];

    fn corner(Side { cell, number }: Side) -> [usize; 2] {
        const CORNERS: [[usize; 2]; 4] = [[0, 0], [1, 0], [1, 1], [0, 1]];
        let [right, down] = CORNERS[number];
        [cell[0] + right, cell[1] + down]
    }

    /// At a corner where only diagonal cells are inside, the walk goes on along the other
    /// one, so that a ring does not touch itself.
    fn next(Side { cell, number }: Side, is_inside: impl Fn([usize; 2]) -> bool) -> Side {
        let side = |cell, number| Side {
            cell,
            number: number % Squares::SIDES,
        };
        let ahead = Squares::beyond(cell, (number + 1) % Squares::SIDES);
        let diagonal = ahead.and_then(|cell| Squares::beyond(cell, number));
        match (diagonal, ahead) {
            (Some(cell), _) if is_inside(cell) => side(cell, number + 3),
            (_, Some(cell)) if is_inside(cell) => side(cell, number),
            _ => side(cell, number + 1),
        }
    }
}

/// Hexagons in rows, odd rows half a cell to the right. Their corners are counted in half
/// columns and thirds of rows.
pub(super) enum Hexagons {}

impl Tiling for Hexagons {
    const SIDES: usize = 6;
    const IS_STRAIGHT: bool = false;
    const STEPS: [&[[isize; 2]]; 2] = [
        &[[0, -1], [1, 0], [0, 1], [-1, 1], [-1, 0], [-1, -1]],
        &[[1, -1], [1, 0], [1, 1], [0, 1], [-1, 0], [0, -1]],
    ];

    fn corner(Side { cell, number }: Side) -> [usize; 2] {
        const CORNERS: [[usize; 2]; 6] = [[1, 0], [2, 1], [2, 3], [1, 4], [0, 3], [0, 1]];
        let [right, down] = CORNERS[number];
        [2 * cell[0] + cell[1] % 2 + right, 3 * cell[1] + down]
    }

    /// Three cells meet at a corner: this one, the one outside, and the one ahead.
    fn next(Side { cell, number }: Side, is_inside: impl Fn([usize; 2]) -> bool) -> Side {
        let side = |cell, number| Side {
            cell,
            number: number % Hexagons::SIDES,
        };
        match Hexagons::beyond(cell, (number + 1) % Hexagons::SIDES) {
            Some(cell) if is_inside(cell) => side(cell, number + 5),
            _ => side(cell, number + 1),
        }
    }
}
