//! Which cells of a word of 64 the walk has to look at, by bit operations.

/// A word of a row, and the cells on both sides of it.
pub(super) struct WordWindow {
    pub(super) word: u64,
    before: u64,
    after: u64,
}

impl WordWindow {
    pub(super) fn new(row: &[u64], index: usize) -> WordWindow {
        WordWindow {
            word: row[index],
            before: if index > 0 { row[index - 1] >> 63 } else { 0 },
            after: row.get(index + 1).map_or(0, |word| word & 1),
        }
    }

    /// The cells with an occupied cell to their left.
    fn left(&self) -> u64 {
        self.word << 1 | self.before
    }

    /// The cells with an occupied cell to their right.
    fn right(&self) -> u64 {
        self.word >> 1 | self.after << 63
    }

    /// The cells that are occupied together with the cells on both sides.
    fn all(&self) -> u64 {
        self.word & self.left() & self.right()
    }

    /// The cells that are occupied or beside an occupied cell.
    fn any(&self) -> u64 {
        self.word | self.left() | self.right()
    }

    /// A half of the word, the last 32 cells if `last`, with one more cell on
    /// each side. Three bits of it from bit `i` on are the neighbours of cell
    /// `i` of the half.
    pub(super) fn half(&self, last: bool) -> u64 {
        if last {
            self.word >> 31 | self.after << 33
        } else {
            self.word << 1 | self.before
        }
    }
}

/// The cells of a word that are in the block of their link to the west, and in
/// no other, and need no look: G11(b) of `theory-grids.md`. The cell and the one
/// to its west both have occupied cells on both sides, three cells of one kind
/// above and three cells of one kind below.
///
/// The first cell of a word is never one of them, because the word does not
/// show enough of the cell to its west.
#[inline]
pub(super) fn following(windows: &[WordWindow; 3]) -> u64 {
    let [above, own, below] = windows;
    let alike = own.all() & (above.all() | !above.any()) & (below.all() | !below.any());
    alike & alike << 1
}

/// The cells of a word with at least two occupied cells among the eight around
/// them. The others are in no block, and no link in a block leads to them:
/// G11(a) of `theory-grids.md`.
#[inline]
pub(super) fn with_two_beside(windows: &[WordWindow; 3]) -> u64 {
    let [above, own, below] = windows;
    // A counter of two bits per cell that stops at two.
    let (mut one, mut two) = (own.left(), own.left() & own.right());
    for cells in [
        own.right(),
        above.left(),
        above.word,
        above.right(),
        below.left(),
        below.word,
        below.right(),
    ] {
        two |= one & cells;
        one |= cells;
    }
    two
}
