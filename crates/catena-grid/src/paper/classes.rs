//! [`ClassBoard`]: a number for each square, the paper's `g_iClassesArray`.

use core::fmt;
use core::ops::Index;

use crate::detect::first_in_reading_order;
use crate::grid8::Grid8;
use crate::square::Square;

/// A class number for each square of the board; 0 is no class.
///
/// Classes count from 1 in the order of their first square, reading the board
/// from a8 to h8, then the seventh rank, and so on.
///
/// It prints as in the paper's Figure 7: the eighth rank first, `-` for no
/// class.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClassBoard([u8; 64]);

impl ClassBoard {
    pub(super) const NONE: ClassBoard = ClassBoard([0; 64]);

    /// Class 1 for every empty square.
    pub(super) fn of_empty_squares(occupied: Grid8) -> ClassBoard {
        let mut board = ClassBoard::NONE;
        board.set(!occupied, 1);
        board
    }

    /// Returns the 8-connected groups of the squares that have a class, no matter
    /// which, numbered from 1: the paper's `Do8CCA`.
    pub(super) fn connected_components(&self) -> ClassBoard {
        let mut numbered = ClassBoard::NONE;
        for (group, class) in groups(self.squares()).zip(1..) {
            numbered.set(group, class);
        }
        numbered
    }

    /// Gives all squares of the set this class.
    pub(super) fn set(&mut self, squares: Grid8, class: u8) {
        for square in squares {
            self.0[usize::from(square.index())] = class;
        }
    }

    /// Returns the highest class number; 0 if no square has a class.
    #[must_use]
    pub fn highest(&self) -> u8 {
        self.0.iter().copied().max().unwrap_or(0)
    }

    /// Returns the squares that have a class.
    #[must_use]
    pub fn squares(&self) -> Grid8 {
        self.matching(|class| class > 0)
    }

    /// Returns the squares of this class.
    #[must_use]
    pub fn squares_of(&self, class: u8) -> Grid8 {
        self.matching(|other| other == class)
    }

    fn matching(&self, wanted: impl Fn(u8) -> bool) -> Grid8 {
        Square::ALL
            .into_iter()
            .filter(|&square| wanted(self[square]))
            .collect()
    }
}

impl Index<Square> for ClassBoard {
    type Output = u8;

    fn index(&self, square: Square) -> &u8 {
        &self.0[usize::from(square.index())]
    }
}

impl fmt::Display for ClassBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for (file, &class) in self.0[rank * 8..][..8].iter().enumerate() {
                // Two spaces between the columns, one after a number of two digits.
                match (class, file) {
                    (0, 7) => f.write_str("-")?,
                    (0, _) => f.write_str("-  ")?,
                    (_, 7) => write!(f, "{class}")?,
                    _ => write!(f, "{class:<3}")?,
                }
            }
            if rank > 0 {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for ClassBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ClassBoard(\n{self}\n)")
    }
}

/// The 8-connected groups of a set, in the order of their first squares.
pub(super) fn groups(mut squares: Grid8) -> impl Iterator<Item = Grid8> {
    core::iter::from_fn(move || {
        let group = Grid8::from(first_in_reading_order(squares)?).king_flood(squares);
        squares -= group;
        Some(group)
    })
}
