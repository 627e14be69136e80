//! [`Board`]: the questions, with the same names on every board.

mod grid;
mod grid8;

use alloc::vec::Vec;
use core::fmt;
use core::hash::Hash;

use crate::budget::Undecided;
use crate::cell::Cell;
use crate::chain::Chain;
use crate::frontier::Count;
use crate::min_size::MinSize;
use crate::verify::{ChainError, verify};
pub use grid::Grid;

/// A board of occupied and empty cells, and the questions about its chains.
///
/// A *chain* is a closed line of occupied cells, each a step from the next,
/// each used once. It is *valid* for a [`MinSize`] if the empty cells inside
/// include a connected group of at least that size. Questions without a size
/// are about [`MinSize::TWO`], the size of the game.
///
/// Two types implement it:
///
/// | board | cells | sets of cells | `Answer<T>` |
/// |---|---|---|---|
/// | [`Grid8`](crate::Grid8), the occupied squares of 8×8 | [`Square`](crate::Square) | [`Grid8`](crate::Grid8) | `T`: always decided |
/// | [`Grid`](crate::Grid), a raster of any size on any lattice | [`Cell`] | [`Raster`](crate::Raster) | `Result<T, Undecided>` |
///
/// ```
/// use catena_grid::{Board, Cell, Grid, Grid8, Raster, Square};
///
/// let wall = Grid8::from_art(
///     ". . . . . . . .
///      . . . . . . . .
///      . . . . . . . .
///      . . # # . . . .
///      . # . . # . . .
///      . . # # . . . .
///      . . . . . . . .
///      . . . . . . . #",
/// );
/// assert!(wall.has_chain(Square::C5));
/// assert!(!wall.has_chain(Square::H1));
/// assert_eq!(wall.max_area(Square::C5), 2);
///
/// let raster = Raster::from(wall);
/// let grid = Grid::new(&raster);
/// assert!(grid.has_chain(Cell::new(2, 3)));
/// assert_eq!(grid.max_area(Cell::new(2, 3)), Ok(2));
/// ```
pub trait Board: sealed::Geometry {
    /// A place on the board.
    type Cell: Copy + Ord + Hash + fmt::Debug + fmt::Display + Into<Cell> + TryFrom<Cell>;

    /// A set of cells of the board.
    type Set;

    /// An answer that may need more work than the budget allows: `T` where the
    /// board bounds the work, `Result<T, Undecided>` elsewhere.
    type Answer<T>;

    /// The iterator that [`enclosures`](Board::enclosures) returns.
    type Enclosures: Iterator<Item = Chain<Self::Cell>>;

    /// Returns an answer as a result, for code that works on every board.
    ///
    /// # Errors
    ///
    /// [`Undecided`] if the answer is undecided.
    ///
    /// ```
    /// use catena_grid::{Board, Grid8, Placement, Square};
    ///
    /// let position: Placement = "8/8/2pp4/1p2p3/2pp4/8/8/8".parse()?;
    /// let occupied = position.grid8().expect("an 8×8 board");
    /// assert_eq!(Grid8::decided(occupied.max_area(Square::B5)), Ok(2));
    /// # Ok::<(), catena_grid::ParsePlacementError>(())
    /// ```
    fn decided<T>(answer: Self::Answer<T>) -> Result<T, Undecided>;

    /// Returns whether the cell is occupied. Cells beyond the rim are not.
    ///
    /// ```
    /// use catena_grid::{Board, Placement, Square};
    ///
    /// let position: Placement = "8/8/2pp4/1p2p3/2pp4/8/8/8".parse()?;
    /// let occupied = position.grid8().expect("an 8×8 board");
    /// assert!(occupied.is_occupied(Square::B5));
    /// assert!(!occupied.is_occupied(Square::C5));
    /// # Ok::<(), catena_grid::ParsePlacementError>(())
    /// ```
    fn is_occupied(&self, cell: Self::Cell) -> bool;

    /// Returns the empty cells that are enclosed by all occupied cells
    /// together: no gap joins them to the rim.
    ///
    /// # Complexity
    ///
    /// Near linear in the cells.
    ///
    /// ```
    /// use catena_grid::{Board, Grid8, Placement, Square};
    ///
    /// let position: Placement = "8/8/2pp4/1p2p3/2pp4/8/8/8".parse()?;
    /// let occupied = position.grid8().expect("an 8×8 board");
    /// assert_eq!(occupied.enclosed(), Grid8::from_iter([Square::C5, Square::D5]));
    /// # Ok::<(), catena_grid::ParsePlacementError>(())
    /// ```
    fn enclosed(&self) -> Self::Set;

    /// Returns the enclosed areas of at least this size: the groups that the
    /// lattice connects among the [`enclosed`](Board::enclosed) cells. They
    /// are in the order of their first cells as a page is read, as the paper
    /// numbers them.
    ///
    /// ```
    /// use catena_grid::{Board, MinSize, Placement, Square};
    ///
    /// let position: Placement = "8/8/2pp4/1p2p3/2pp4/8/8/8".parse()?;
    /// let occupied = position.grid8().expect("an 8×8 board");
    /// assert_eq!(occupied.areas(MinSize::TWO), [[Square::C5, Square::D5]]);
    /// assert!(occupied.areas(MinSize::THREE).is_empty());
    /// # Ok::<(), catena_grid::ParsePlacementError>(())
    /// ```
    fn areas(&self, min_size: MinSize) -> Vec<Vec<Self::Cell>>;

    /// Returns whether the cell is on a chain around at least two adjacent
    /// empty cells. On an empty cell there is none.
    ///
    /// # Complexity
    ///
    /// Near linear in the cells; nanoseconds on 8×8.
    ///
    /// # Exactness
    ///
    /// Exact on every board and lattice, by theorem T2 of `docs/theory.md`.
    ///
    /// ```
    /// use catena_grid::{Board, Placement, Square};
    ///
    /// let position: Placement = "8/8/2pp4/1p2p3/2pp4/8/8/8".parse()?;
    /// let occupied = position.grid8().expect("an 8×8 board");
    /// assert!(occupied.has_chain(Square::B5));
    /// assert!(!occupied.has_chain(Square::C5));
    /// # Ok::<(), catena_grid::ParsePlacementError>(())
    /// ```
    fn has_chain(&self, cell: Self::Cell) -> bool;

    /// Returns every cell that is on a chain around at least two adjacent empty
    /// cells: [`has_chain`](Board::has_chain) for all cells at once.
    ///
    /// ```
    /// use catena_grid::{Board, Placement, Square};
    ///
    /// let position: Placement = "8/8/2pp4/1p2p3/2pp4/8/8/8".parse()?;
    /// let occupied = position.grid8().expect("an 8×8 board");
    /// assert_eq!(occupied.chain_cells(), occupied);
    /// assert!(occupied.without(Square::B5).chain_cells().is_empty());
    /// # Ok::<(), catena_grid::ParsePlacementError>(())
    /// ```
    fn chain_cells(&self) -> Self::Set;

    /// Returns a chain through the cell around at least two adjacent empty
    /// cells, starting at the cell. There is one exactly if
    /// [`has_chain`](Board::has_chain) returns true.
    ///
    /// ```
    /// use catena_grid::{Board, Placement, Square};
    ///
    /// let position: Placement = "8/8/2pp4/1p2p3/2pp4/8/8/8".parse()?;
    /// let occupied = position.grid8().expect("an 8×8 board");
    /// let chain = occupied.witness(Square::B5).expect("there is a chain");
    /// assert_eq!(chain.cells()[0], Square::B5);
    /// assert_eq!(chain.encloses(), [Square::C5, Square::D5]);
    /// assert_eq!(occupied.witness(Square::A1), None);
    /// # Ok::<(), catena_grid::ParsePlacementError>(())
    /// ```
    fn witness(&self, cell: Self::Cell) -> Option<Chain<Self::Cell>>;

    /// Returns whether the cell is on a chain around a connected group of at
    /// least `min_size` empty cells.
    ///
    /// # Exactness
    ///
    /// Exact, or undecided. Sizes 1 and 2 are decided in near linear time on every
    /// lattice (T2), size 3 on squares (T3), and every size where an area is one
    /// gap, as on hexagons (G14). Others need a search; on 8×8 it is never
    /// undecided.
    ///
    /// ```
    /// use catena_grid::{Board, MinSize, Placement, Square};
    ///
    /// let position: Placement = "8/8/2pp4/1p2p3/2pp4/8/8/8".parse()?;
    /// let occupied = position.grid8().expect("an 8×8 board");
    /// assert!(occupied.has_chain_of_size(Square::B5, MinSize::TWO));
    /// assert!(!occupied.has_chain_of_size(Square::B5, MinSize::THREE));
    /// # Ok::<(), catena_grid::ParsePlacementError>(())
    /// ```
    fn has_chain_of_size(&self, cell: Self::Cell, min_size: MinSize) -> Self::Answer<bool>;

    /// Returns every cell for which
    /// [`has_chain_of_size`](Board::has_chain_of_size) holds.
    ///
    /// ```
    /// use catena_grid::{Board, MinSize, Placement};
    ///
    /// let position: Placement = "8/8/2pp4/1p2p3/2pp4/8/8/8".parse()?;
    /// let occupied = position.grid8().expect("an 8×8 board");
    /// assert_eq!(occupied.chain_cells_of_size(MinSize::ONE), occupied);
    /// assert!(occupied.chain_cells_of_size(MinSize::THREE).is_empty());
    /// # Ok::<(), catena_grid::ParsePlacementError>(())
    /// ```
    fn chain_cells_of_size(&self, min_size: MinSize) -> Self::Answer<Self::Set>;

    /// Returns a chain through the cell around a connected group of at least
    /// `min_size` empty cells, starting at the cell, if there is one.
    ///
    /// ```
    /// use catena_grid::{Board, MinSize, Placement, Square};
    ///
    /// let position: Placement = "1n1k1b2/rpp1pp2/2b1pn2/rq2pp2/1Q3pPB/PPPNP1PB/3P1R1P/3K1RN1".parse()?;
    /// let occupied = position.grid8().expect("an 8×8 board");
    /// let size = MinSize::new(7).expect("not 0");
    /// let chain = occupied.witness_of_size(Square::A3, size).expect("there is a chain");
    /// assert!(chain.encloses().len() >= 7);
    /// # Ok::<(), catena_grid::ParsePlacementError>(())
    /// ```
    fn witness_of_size(
        &self,
        cell: Self::Cell,
        min_size: MinSize,
    ) -> Self::Answer<Option<Chain<Self::Cell>>>;

    /// Returns the most empty cells inside a chain through the cell that
    /// encloses two adjacent ones; 0 if there is no such chain.
    ///
    /// ```
    /// use catena_grid::{Board, Placement, Square};
    ///
    /// let position: Placement = "1n1k1b2/rpp1pp2/2b1pn2/rq2pp2/1Q3pPB/PPPNP1PB/3P1R1P/3K1RN1".parse()?;
    /// let occupied = position.grid8().expect("an 8×8 board");
    /// assert_eq!(occupied.max_area(Square::F4), 9);
    /// assert_eq!(occupied.max_area(Square::A1), 0);
    /// # Ok::<(), catena_grid::ParsePlacementError>(())
    /// ```
    fn max_area(&self, cell: Self::Cell) -> Self::Answer<u32>;

    /// Returns the size of the largest connected group of empty cells inside
    /// any chain through the cell; 0 if no chain encloses an empty cell.
    ///
    /// Every chain counts here, so it can be 1 where
    /// [`has_chain`](Board::has_chain) returns false.
    ///
    /// ```
    /// use catena_grid::{Board, Placement, Square};
    ///
    /// // Four pieces around d5: no chain encloses two squares.
    /// let position: Placement = "8/8/3p4/2p1p3/3p4/8/8/8".parse()?;
    /// let occupied = position.grid8().expect("an 8×8 board");
    /// assert!(!occupied.has_chain(Square::D6));
    /// assert_eq!(occupied.max_group(Square::D6), 1);
    /// # Ok::<(), catena_grid::ParsePlacementError>(())
    /// ```
    fn max_group(&self, cell: Self::Cell) -> Self::Answer<u32>;

    /// Returns a chain through the cell around two adjacent empty cells with
    /// the fewest cells, if there is one; of those with equally few, one that
    /// encloses the most. It starts at the cell and goes clockwise.
    ///
    /// ```
    /// use catena_grid::{Board, Placement, Square};
    ///
    /// let position: Placement = "1n1k1b2/rpp1pp2/2b1pn2/rq2pp2/1Q3pPB/PPPNP1PB/3P1R1P/3K1RN1".parse()?;
    /// let occupied = position.grid8().expect("an 8×8 board");
    /// let chain = occupied.shortest(Square::F4).expect("there is a chain");
    /// assert_eq!(chain.len(), 6);
    /// assert_eq!(chain.encloses(), [Square::G2, Square::F3]);
    /// # Ok::<(), catena_grid::ParsePlacementError>(())
    /// ```
    fn shortest(&self, cell: Self::Cell) -> Self::Answer<Option<Chain<Self::Cell>>>;

    /// Returns a chain through the cell that encloses
    /// [`max_area`](Board::max_area) empty cells, two of them adjacent, if
    /// there is one; of those, one with the fewest cells. It starts at the cell
    /// and goes clockwise.
    ///
    /// ```
    /// use catena_grid::{Board, Placement, Square};
    ///
    /// let position: Placement = "1n1k1b2/rpp1pp2/2b1pn2/rq2pp2/1Q3pPB/PPPNP1PB/3P1R1P/3K1RN1".parse()?;
    /// let occupied = position.grid8().expect("an 8×8 board");
    /// let chain = occupied.largest(Square::F4).expect("there is a chain");
    /// assert_eq!((chain.len(), chain.encloses().len()), (16, 9));
    /// # Ok::<(), catena_grid::ParsePlacementError>(())
    /// ```
    fn largest(&self, cell: Self::Cell) -> Self::Answer<Option<Chain<Self::Cell>>>;

    /// Returns the four values above. Finding them together takes less time.
    ///
    /// ```
    /// use catena_grid::{Board, Placement, Square};
    ///
    /// let position: Placement = "1n1k1b2/rpp1pp2/2b1pn2/rq2pp2/1Q3pPB/PPPNP1PB/3P1R1P/3K1RN1".parse()?;
    /// let occupied = position.grid8().expect("an 8×8 board");
    /// let answers = occupied.answers(Square::F4);
    /// assert_eq!((answers.max_area, answers.max_group), (9, 9));
    /// assert_eq!(answers.shortest, occupied.shortest(Square::F4));
    /// assert_eq!(answers.largest, occupied.largest(Square::F4));
    /// # Ok::<(), catena_grid::ParsePlacementError>(())
    /// ```
    fn answers(&self, cell: Self::Cell) -> Answers<Self>;

    /// Lists the sets of empty cells that chains enclose, each once, if two cells of
    /// the set are adjacent. With a cell, only chains through it count. Each set comes
    /// with a chain of the fewest cells.
    ///
    /// The chains start at the cell given, otherwise at their first cell in
    /// reading order, and go clockwise. The order of the sets is the same in
    /// every run, but has no meaning. There can be very many sets, so they are
    /// found one at a time.
    ///
    /// ```
    /// use catena_grid::{Board, Placement, Square};
    ///
    /// let position: Placement = "1n1k1b2/rpp1pp2/2b1pn2/rq2pp2/1Q3pPB/PPPNP1PB/3P1R1P/3K1RN1".parse()?;
    /// let occupied = position.grid8().expect("an 8×8 board");
    /// assert_eq!(occupied.enclosures(None).count(), 5);
    /// assert!(occupied.enclosures(Some(Square::G2)).next().is_none());
    /// # Ok::<(), catena_grid::ParsePlacementError>(())
    /// ```
    fn enclosures(&self, cell: Option<Self::Cell>) -> Self::Answer<Self::Enclosures>;

    /// Returns how many sets [`enclosures`](Board::enclosures) would list.
    /// Counting needs no list, but can still take too long: it stops after
    /// looking at `budget` states of the dynamic program and then returns a
    /// lower bound. It is undecided only where
    /// [`enclosures`](Board::enclosures) is.
    ///
    /// ```
    /// use catena_grid::{Board, Count, Placement};
    ///
    /// let position: Placement = "1n1k1b2/rpp1pp2/2b1pn2/rq2pp2/1Q3pPB/PPPNP1PB/3P1R1P/3K1RN1".parse()?;
    /// let occupied = position.grid8().expect("an 8×8 board");
    /// assert_eq!(occupied.count_enclosures(None, 1_000_000), Count::Exactly(5));
    /// assert!(matches!(occupied.count_enclosures(None, 1), Count::AtLeast(_)));
    /// # Ok::<(), catena_grid::ParsePlacementError>(())
    /// ```
    fn count_enclosures(&self, cell: Option<Self::Cell>, budget: u64) -> Self::Answer<Count>;

    /// Checks that `chain` is a chain of the board through the cell, and that
    /// it encloses a connected group of at least `min_size` empty cells.
    ///
    /// This is the definition, checked cell by cell; it shares nothing with the
    /// detectors but the even–odd rule and the steps of the lattice.
    ///
    /// # Errors
    ///
    /// The first thing that is found to be wrong.
    ///
    /// ```
    /// use catena_grid::{Board, MinSize, Placement, Square};
    ///
    /// let position: Placement = "8/8/2pp4/1p2p3/2pp4/8/8/8".parse()?;
    /// let occupied = position.grid8().expect("an 8×8 board");
    /// let chain = occupied.witness(Square::B5).expect("there is a chain");
    /// assert_eq!(occupied.verify(Square::B5, MinSize::TWO, &chain), Ok(()));
    /// assert!(occupied.verify(Square::B5, MinSize::THREE, &chain).is_err());
    /// assert!(occupied.verify(Square::A1, MinSize::TWO, &chain).is_err());
    /// # Ok::<(), catena_grid::ParsePlacementError>(())
    /// ```
    fn verify(
        &self,
        cell: Self::Cell,
        min_size: MinSize,
        chain: &Chain<Self::Cell>,
    ) -> Result<(), ChainError<Self::Cell>> {
        verify(self, cell, min_size, chain)
    }
}

pub(crate) mod sealed {
    use crate::cell::Cell;
    use crate::lattice::Steps;

    /// What the verifier must know of a board. Sealed, so that questions can
    /// be added to [`Board`](super::Board).
    pub trait Geometry: Sized {
        /// Returns whether this is an empty cell of the board.
        fn is_empty_cell(&self, cell: Cell) -> bool;

        /// Returns the steps of a chain from a cell of this row.
        fn wall_steps(&self, row: usize) -> Steps;

        /// Returns the steps that connect the empty cells of an area.
        fn area_steps(&self, row: usize) -> Steps;
    }
}

/// What [`Board::answers`] returns.
#[non_exhaustive]
pub struct Answers<B: Board> {
    /// See [`Board::max_area`].
    pub max_area: B::Answer<u32>,
    /// See [`Board::max_group`].
    pub max_group: B::Answer<u32>,
    /// See [`Board::shortest`].
    pub shortest: B::Answer<Option<Chain<B::Cell>>>,
    /// See [`Board::largest`].
    pub largest: B::Answer<Option<Chain<B::Cell>>>,
}

impl<B: Board> fmt::Debug for Answers<B>
where
    B::Answer<u32>: fmt::Debug,
    B::Answer<Option<Chain<B::Cell>>>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answers")
            .field("max_area", &self.max_area)
            .field("max_group", &self.max_group)
            .field("shortest", &self.shortest)
            .field("largest", &self.largest)
            .finish()
    }
}
