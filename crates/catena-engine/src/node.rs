//! [`SearchNode`]: a position as the search carries it from move to move.

use catena_chess::shakmaty::{Chess, Color, Position as _};
use catena_chess::{Decision, SsccPosition, SwitchLimit};

/// Which of the two players moves at a node, whatever colour they hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Mover {
    /// The player who moves at the root.
    #[default]
    Root,
    /// The other one.
    Other,
}

impl Mover {
    const fn opponent(self) -> Mover {
        match self {
            Mover::Root => Mover::Other,
            Mover::Other => Mover::Root,
        }
    }
}

/// A position and its hash, kept up to date move by move.
#[derive(Clone, Debug)]
pub(crate) struct SearchNode {
    pub(crate) position: SsccPosition,
    hash: u64,
    /// Whether the side to move is in check.
    pub(crate) in_check: bool,
    /// Who moves here.
    mover: Mover,
}

/// What is known about a child node before it is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChildPreview {
    hash_of_pieces: u64,
    /// Its key in nearly all cases: enough to fetch its entries while it is made.
    pub(crate) key: u64,
}

impl SearchNode {
    /// The root of a search.
    pub(crate) fn root(position: &SsccPosition) -> SearchNode {
        SearchNode {
            position: position.clone(),
            hash: position.zobrist_hash(),
            in_check: position.chess().is_check(),
            mover: Mover::Root,
        }
    }

    /// The position after a legal decision.
    pub(crate) fn child(&self, decision: Decision) -> SearchNode {
        self.child_with(decision, self.preview(decision))
    }

    /// The same for callers that already have the preview.
    pub(crate) fn child_with(&self, decision: Decision, preview: ChildPreview) -> SearchNode {
        let mut position = self.position.clone();
        position.play_unchecked(decision);
        let hash = self
            .position
            .complete_hash(preview.hash_of_pieces, &position);
        SearchNode {
            in_check: position.chess().is_check(),
            position,
            hash,
            mover: if decision.switches {
                self.mover
            } else {
                self.mover.opponent()
            },
        }
    }

    /// The position after a null move. `None` in check.
    pub(crate) fn null_move(&self) -> Option<SearchNode> {
        let position = self.position.null_move()?;
        Some(SearchNode {
            hash: self.position.hash_after_null_move(self.hash),
            position,
            in_check: false,
            mover: self.mover.opponent(),
        })
    }

    pub(crate) fn chess(&self) -> &Chess {
        self.position.chess()
    }

    /// Which player moves here.
    pub(crate) fn mover(&self) -> Mover {
        self.mover
    }

    pub(crate) fn turn(&self) -> Color {
        self.position.turn()
    }

    /// Whether neither side has more than pawns and its king.
    pub(crate) fn is_pawn_ending(&self) -> bool {
        let board = self.position.board();
        (board.pawns() | board.kings()) == board.occupied()
    }

    /// The key for the transposition table: all that the score depends on.
    ///
    /// The hash has the run in it. The limit rule decides about every run to come, so
    /// it is part of the key; under [`SwitchLimit::Moves`] so is the number of the move.
    /// Who holds which colour is not: the players are alike.
    pub(crate) fn table_key(&self) -> u64 {
        self.hash ^ self.limit_key()
    }

    /// What is known about the child before it is made.
    pub(crate) fn preview(&self, decision: Decision) -> ChildPreview {
        let hash_of_pieces = self.position.hash_of_pieces_after(self.hash, decision);
        ChildPreview {
            hash_of_pieces,
            key: hash_of_pieces ^ self.limit_key(),
        }
    }

    /// What the limit rule adds to the key.
    fn limit_key(&self) -> u64 {
        let number = match self.position.switch_limit() {
            SwitchLimit::Size => 0,
            SwitchLimit::Moves => u64::from(self.chess().fullmoves().get()),
            SwitchLimit::None => u64::MAX,
        };
        number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// The key by which repetitions are found: the position and who holds
    /// White. Under [`SwitchLimit::None`] the run is left out, although the rules count
    /// it: a player who comes back to a position within one run has gained
    /// nothing, and could go on until the game is drawn.
    pub(crate) fn repetition_key(&self) -> u64 {
        repetition_key(self.hash, self.mover == Mover::Root)
    }

    pub(crate) fn halfmoves(&self) -> u32 {
        self.chess().halfmoves()
    }
}

/// The hash of a position and which of two players moves in it.
pub(crate) const fn repetition_key(hash: u64, root_player_moves: bool) -> u64 {
    if root_player_moves {
        hash
    } else {
        hash ^ 0xd1b5_4a32_d192_ed03
    }
}

#[cfg(test)]
mod tests {
    use super::SearchNode;
    use catena_chess::shakmaty::Position as _;
    use catena_chess::{Decision, SwitchLimit, notation};

    const FENS: [&str; 3] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ];

    fn walk(node: &SearchNode, depth: u32) {
        assert_eq!(node.hash, node.position.zobrist_hash());
        if let Some(passed) = node.null_move() {
            assert_eq!(passed.hash, passed.position.zobrist_hash());
            assert_eq!(passed.in_check, passed.chess().is_check());
        }
        if depth == 0 {
            return;
        }
        let moves = node.position.legal_moves();
        let flags = node.position.move_flags(&moves);
        for (&mv, flags) in moves.iter().zip(&flags) {
            walk(&node.child(Decision::stay(mv)), depth - 1);
            if flags.may_switch {
                walk(&node.child(Decision::switch(mv)), depth - 1);
            }
        }
    }

    #[test]
    fn another_limit_rule_is_another_key() {
        let key = |limit| {
            let position = notation::fen::parse(FENS[0], limit).unwrap();
            SearchNode::root(&position).table_key()
        };
        let [size, moves, none] = SwitchLimit::ALL.map(key);
        assert!(size != moves && moves != none && none != size);
    }

    #[test]
    fn what_is_kept_up_to_date_equals_what_is_computed_afresh() {
        for fen in FENS {
            let position = notation::fen::parse(fen, SwitchLimit::Size).unwrap();
            walk(&SearchNode::root(&position), 2);
        }
    }
}
