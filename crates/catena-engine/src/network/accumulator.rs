//! [`AccumulatorStack`]: accumulators that follow a search.
//!
//! Each ply keeps the board that was last evaluated there with its accumulators. A board is
//! evaluated by what differs from the one before it or from its sibling, whichever is less.
//! Nothing has to be told of moves, null moves or switches: only boards are compared.

use arrayvec::ArrayVec;
use catena_chess::Variant;
use catena_chess::shakmaty::{Bitboard, Board, Color, Role};

use super::feature::Orientation;
use super::{Accumulator, Network, add, head, subtract};
use crate::score::Score;

/// A board and what it adds up to.
#[derive(Clone, Debug)]
struct Entry {
    board: Board,
    /// For White's view and for Black's.
    views: [Accumulator; 2],
}

/// Accumulators by ply.
#[derive(Clone, Debug)]
pub(crate) struct AccumulatorStack<'a> {
    network: &'a Network,
    variant: Variant,
    entries: Vec<Entry>,
}

/// What two boards differ in.
#[derive(Debug, Default)]
struct Difference {
    taken: ArrayVec<(Color, Role, Bitboard), 12>,
    put: ArrayVec<(Color, Role, Bitboard), 12>,
}

impl Difference {
    fn new(from: &Board, to: &Board) -> Difference {
        let mut difference = Difference::default();
        for color in Color::ALL {
            let (was, is) = (from.by_color(color), to.by_color(color));
            for role in Role::ALL {
                let (was, is) = (was & from.by_role(role), is & to.by_role(role));
                if (was & !is).any() {
                    difference.taken.push((color, role, was & !is));
                }
                if (is & !was).any() {
                    difference.put.push((color, role, is & !was));
                }
            }
        }
        difference
    }
}

impl<'a> AccumulatorStack<'a> {
    pub(crate) fn new(network: &'a Network, variant: Variant, plies: usize) -> Self {
        let empty = Entry {
            board: Board::empty(),
            views: [network.bias; 2],
        };
        AccumulatorStack {
            network,
            variant,
            entries: vec![empty; plies],
        }
    }

    /// What the board is worth to the side to move. `ply` is its distance from the root.
    pub(crate) fn evaluate(&mut self, board: &Board, turn: Color, ply: usize) -> Score {
        self.follow(board, ply);
        let [white, black] = &self.entries[ply].views;
        let (own, other) = turn.fold_wb((white, black), (black, white));
        let head = &self.network.heads[head(self.variant, board.occupied().count())];
        head.output(own, other)
    }

    /// Brings the entry of the ply up to date.
    fn follow(&mut self, board: &Board, ply: usize) {
        let distance = |entry: &Entry| {
            let white = entry.board.white() ^ board.white();
            let black = entry.board.black() ^ board.black();
            white.count() + black.count()
        };
        if ply > 0 {
            let (before, entries) = self.entries.split_at_mut(ply);
            if let (Some(before), Some(entry)) = (before.last(), entries.first_mut())
                && distance(before) <= distance(entry)
            {
                entry.clone_from(before);
            }
        }
        let entry = &mut self.entries[ply];
        let difference = Difference::new(&entry.board, board);
        for (view, values) in Color::ALL.into_iter().zip(&mut entry.views) {
            update(
                self.network,
                view,
                values,
                (&entry.board, board),
                &difference,
            );
        }
        entry.board = board.clone();
    }
}

/// Brings the values of a view from one board to the other.
fn update(
    network: &Network,
    view: Color,
    values: &mut Accumulator,
    (from, to): (&Board, &Board),
    difference: &Difference,
) {
    let orientation = Orientation::new(to, view);
    if orientation != Orientation::new(from, view) {
        // The king has crossed the middle: every input is another.
        *values = network.bias;
        for (square, piece) in to.iter() {
            let feature = orientation.feature(piece.color, piece.role, square);
            add(values, &network.inputs[feature]);
        }
        return;
    }
    for &(color, role, squares) in &difference.taken {
        for square in squares {
            subtract(
                values,
                &network.inputs[orientation.feature(color, role, square)],
            );
        }
    }
    for &(color, role, squares) in &difference.put {
        for square in squares {
            add(
                values,
                &network.inputs[orientation.feature(color, role, square)],
            );
        }
    }
}
