//! [`FormedChain`]: the chain that a move of a replayed game formed.

use catena_grid::{Board, Grid8, Square};

use super::replay::Played;

/// A chain that a move formed.
///
/// ```
/// use catena_chess::pgn::replay_movetext;
///
/// let mut chains = Vec::new();
/// replay_movetext(
///     "1. e4 e5 2. d4 d6 3. d5 Nf6 4. c4 Nbd7 5. Nc3 Nc5 6. Bd3",
///     None,
///     |played| chains.extend(played.chain().map(|chain| (played.ply, chain))),
/// )?;
/// let (ply, chain) = chains[3];
/// assert_eq!((ply, chain.square.to_string(), chain.area), (11, "d3".into(), 4));
/// assert_eq!(chain.pieces(), 11);
/// # Ok::<(), catena_chess::pgn::PgnError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormedChain {
    /// The occupied squares after the move.
    pub occupied: Grid8,
    /// The piece that moved. After castling the king, or the rook if the king is on no
    /// chain.
    pub square: Square,
    /// The most empty squares inside a chain.
    pub area: u32,
}

impl FormedChain {
    /// The fewest pieces of a chain through the piece that moved.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.occupied.fewest_pieces(self.square) as usize
    }
}

impl Played<'_> {
    /// Whether the move forms a chain.
    #[must_use]
    pub fn forms_chain(&self) -> bool {
        let occupied = self.occupied();
        let mut moved = self.moved().into_iter();
        moved.any(|square| occupied.has_chain(square))
    }

    /// The chain that the move formed.
    #[must_use]
    pub fn chain(&self) -> Option<FormedChain> {
        let occupied = self.occupied();
        let moved = self.moved();
        let square = *moved.iter().find(|&&square| occupied.has_chain(square))?;
        let areas = moved.iter().map(|&square| occupied.max_area(square));
        let area = areas.max().unwrap_or(0);
        Some(FormedChain {
            occupied,
            square,
            area,
        })
    }
}
