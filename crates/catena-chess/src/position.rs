//! [`SsccPosition`]: a board, whose turn it is, and the run of switches.

use core::num::NonZeroU32;

use arrayvec::ArrayVec;
use catena_grid::Chain;
use shakmaty::{
    Board, CastlingMode, Chess, Color, EnPassantMode, Move, MoveList, Position as _, Setup,
};

use crate::chain::ChainScan;
use crate::decision::Decision;
use crate::placed::Placed;
use crate::play_error::PlayError;
use crate::quick::QuickScan;
use crate::reply::{Replies, has_legal_move};
use crate::rules::{SWITCH_AFTER_THE_END, SwitchLimit, automatic_draw};
use crate::run::{Run, RunMismatch};

/// What a legal move does beyond chess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveFlags {
    /// A piece that moved is part of a chain after the move.
    pub forms_chain: bool,
    /// The player may switch after the move.
    pub may_switch: bool,
}

/// The most legal moves that a position can have: the capacity of a [`MoveList`].
pub const MAX_MOVES: usize = 270;

/// The flags of the moves of a [`MoveList`], in the same order.
pub type MoveFlagList = ArrayVec<MoveFlags, MAX_MOVES>;

/// A position of Switch-Side Chain-Chess: the position of chess, the run of
/// switches before this move, and the limit rule in force.
///
/// Which player holds which colour is not part of it: the players are alike,
/// so what can happen next does not depend on it. [`Game`](crate::Game) knows.
///
/// # Equality
///
/// By the rules of repetition, without the players: board, side to move,
/// castling rights, en passant square if such a capture is legal, and the
/// run. Move counters do not count.
///
/// # Examples
///
/// ```
/// use catena_chess::{Decision, SsccPosition, SwitchLimit, notation::fen};
///
/// // Any move of a chain's piece that keeps the wall closed forms a chain.
/// let mut position = fen::parse(
///     "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6",
///     SwitchLimit::Size,
/// )?;
/// let moves = position.legal_moves();
/// let flags = position.move_flags(&moves);
/// assert_eq!(flags.iter().filter(|flags| flags.may_switch).count(), 9);
///
/// let at = flags.iter().position(|flags| flags.may_switch).unwrap();
/// position.play(Decision::switch(moves[at]))?;
/// assert_eq!(position.run().map(|run| run.used().get()), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SsccPosition {
    chess: Chess,
    /// Switches of the run so far; 0 is no run.
    used: u32,
    /// Under [`SwitchLimit::Size`] the run's limit, elsewhere 0.
    size: u32,
    limit: SwitchLimit,
}

impl SsccPosition {
    /// The start of a game.
    #[must_use]
    pub const fn new(limit: SwitchLimit) -> SsccPosition {
        SsccPosition::from_chess(Chess::new(), limit)
    }

    /// A position of chess, with no run.
    #[must_use]
    pub const fn from_chess(chess: Chess, limit: SwitchLimit) -> SsccPosition {
        SsccPosition {
            chess,
            used: 0,
            size: 0,
            limit,
        }
    }

    /// The same position with this run before the move.
    ///
    /// # Errors
    ///
    /// If the run has a limit and the rule has none, or the rule has one and the run has
    /// none.
    pub fn with_run(mut self, run: Option<Run>) -> Result<SsccPosition, RunMismatch> {
        if let Some(run) = run
            && run.limit().is_some() != self.limit.is_limited()
        {
            return Err(RunMismatch {
                run,
                limit: self.limit,
            });
        }
        self.used = run.map_or(0, |run| run.used().get());
        self.size = match run.and_then(Run::limit) {
            Some(limit) if self.limit.is_by_size() => limit.get(),
            _ => 0,
        };
        Ok(self)
    }

    /// The position of chess: board, turn, rights, counters.
    #[must_use]
    pub const fn chess(&self) -> &Chess {
        &self.chess
    }

    /// The pieces on the board.
    #[must_use]
    pub fn board(&self) -> &Board {
        self.chess.board()
    }

    /// The colour to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.chess.turn()
    }

    /// Whether castling follows the rules of Chess960.
    #[must_use]
    pub fn castling_mode(&self) -> CastlingMode {
        self.chess.castles().mode()
    }

    /// The limit rule in force.
    #[must_use]
    pub const fn switch_limit(&self) -> SwitchLimit {
        self.limit
    }

    /// The run before this move, `None` if the last move was not followed by
    /// a switch. Its limit is the one that holds for this move.
    #[must_use]
    pub fn run(&self) -> Option<Run> {
        let used = NonZeroU32::new(self.used)?;
        // A FEN may name a run that the move number does not allow; it stays a
        // run, at its limit.
        let most = self.limit.most_switches(self.size, self.full_move());
        let limit = most.map(|most| NonZeroU32::new(most).map_or(used, |most| most.max(used)));
        Run::new(used, limit)
    }

    /// Whether the limit rule lets the player who moves now switch after this
    /// move, if it forms a chain.
    #[must_use]
    pub fn run_allows_switch(&self) -> bool {
        self.limit
            .allows_another(self.used, self.size, self.full_move())
    }

    /// The number of the current full move.
    fn full_move(&self) -> u32 {
        self.chess.fullmoves().get()
    }

    /// The legal moves, as in chess.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        self.chess.legal_moves()
    }

    /// One look at the board, to ask about many moves; see [`ChainScan`].
    #[must_use]
    pub fn chain_scan(&self) -> ChainScan {
        ChainScan::new(self.board().occupied())
    }

    /// A glance at the board, for searches; see [`QuickScan`].
    #[must_use]
    pub fn quick_scan(&self) -> QuickScan {
        QuickScan::new(self.board().occupied())
    }

    /// The flags of these legal moves, in their order.
    #[must_use]
    pub fn move_flags(&self, moves: &MoveList) -> MoveFlagList {
        let mut scan = self.chain_scan();
        let mut replies = None;
        let mut flags = MoveFlagList::new();
        for &mv in moves {
            let forms_chain = scan.forms_chain(mv);
            let may_switch = forms_chain && self.run_allows_switch() && {
                let replies = replies.get_or_insert_with(|| Replies::new(&self.chess));
                replies.surely_go_on(&self.chess, mv) || self.goes_on_after(mv)
            };
            flags.push(MoveFlags {
                forms_chain,
                may_switch,
            });
        }
        flags
    }

    /// The flags of one legal move.
    #[must_use]
    pub fn flags(&self, mv: Move) -> MoveFlags {
        let forms_chain = self.forms_chain(mv);
        MoveFlags {
            forms_chain,
            may_switch: forms_chain && self.may_switch_after_chain(mv),
        }
    }

    /// Whether the legal move forms a chain. For all moves of a position,
    /// [`SsccPosition::move_flags`] and [`ChainScan`] are faster.
    #[must_use]
    pub fn forms_chain(&self, mv: Move) -> bool {
        self.placed(mv).forms_chain()
    }

    /// Whether a switch may follow this legal move, given that it forms a
    /// chain: for callers that use a [`ChainScan`] themselves.
    #[must_use]
    pub fn may_switch_after_chain(&self, mv: Move) -> bool {
        self.run_allows_switch() && self.goes_on_after(mv)
    }

    /// Whether the game goes on after this legal move, or a switch may follow the end.
    fn goes_on_after(&self, mv: Move) -> bool {
        SWITCH_AFTER_THE_END || {
            let mut after = self.chess.clone();
            after.play_unchecked(mv);
            !ends_the_game(&after)
        }
    }

    /// The size of the chain that the legal move forms: the most empty squares
    /// inside a chain through the moved piece; 0 if it forms none.
    #[must_use]
    pub fn chain_size(&self, mv: Move) -> u32 {
        self.placed(mv).chain_size()
    }

    /// A largest chain that the legal move forms: it has as many empty squares inside as
    /// [`SsccPosition::chain_size`] says.
    #[must_use]
    pub fn largest_chain(&self, mv: Move) -> Option<Chain<catena_grid::Square>> {
        self.placed(mv).largest_chain()
    }

    /// The chain to show for a legal move: a shortest one through the piece that
    /// moved, from its square on. After castling it is one through the king or, if
    /// the king is on none, one through the rook.
    #[must_use]
    pub fn chain(&self, mv: Move) -> Option<Chain<catena_grid::Square>> {
        self.placed(mv).chain()
    }

    /// Plays a move, with or without the switch.
    ///
    /// # Errors
    ///
    /// If the move is not legal or the switch not allowed. The position is
    /// then unchanged.
    pub fn play(&mut self, decision: Decision) -> Result<(), PlayError> {
        if !self.chess.is_legal(decision.mv) {
            return Err(PlayError::IllegalMove { mv: decision.mv });
        }
        if decision.switches {
            self.check_switch(decision.mv)?;
        }
        self.play_unchecked(decision);
        Ok(())
    }

    /// Whether a switch may follow the legal move, and if not, why.
    ///
    /// # Errors
    ///
    /// If it may not.
    pub fn check_switch(&self, mv: Move) -> Result<(), PlayError> {
        if !self.forms_chain(mv) {
            Err(PlayError::NoChain { mv })
        } else if !self.run_allows_switch() {
            Err(PlayError::RunAtLimit {
                mv,
                used: self.used,
            })
        } else if !self.may_switch_after_chain(mv) {
            Err(PlayError::GameEnds { mv })
        } else {
            Ok(())
        }
    }

    /// Plays a move that is known to be legal, with a switch only where it is
    /// known to be allowed.
    ///
    /// # Panics
    ///
    /// May panic, now or later, if the move is not legal.
    pub fn play_unchecked(&mut self, decision: Decision) {
        if decision.switches {
            // A run keeps the limit of the chain that started it.
            if self.limit.is_by_size() && self.used == 0 {
                self.size = self.placed(decision.mv).chain_size();
            }
            self.used = self.used.saturating_add(1);
        } else {
            self.used = 0;
            self.size = 0;
        }
        self.chess.play_unchecked(decision.mv);
    }

    /// Whether the player to move has no legal move: checkmate or stalemate.
    #[must_use]
    pub fn has_no_move(&self) -> bool {
        !has_legal_move(&self.chess)
    }

    /// Whether the game is over by what stands on the board: checkmate,
    /// stalemate, too little material, or seventy-five moves without progress.
    #[must_use]
    pub fn is_over(&self) -> bool {
        ends_the_game(&self.chess)
    }

    /// The set-up of the board, as shakmaty writes it.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        self.chess.to_setup(EnPassantMode::Legal)
    }

    fn placed(&self, mv: Move) -> Placed {
        Placed::new(self.board().occupied(), mv)
    }

    /// The run as it is hashed and compared: switches made and, under
    /// [`SwitchLimit::Size`], the limit.
    pub(crate) const fn run_state(&self) -> (u32, u32) {
        (self.used, self.size)
    }
}

/// Whether the position ends the game.
fn ends_the_game(chess: &Chess) -> bool {
    automatic_draw(1, chess.halfmoves()).is_some()
        || chess.is_insufficient_material()
        || !has_legal_move(chess)
}

impl Default for SsccPosition {
    fn default() -> SsccPosition {
        SsccPosition::new(SwitchLimit::default())
    }
}

impl PartialEq for SsccPosition {
    fn eq(&self, other: &SsccPosition) -> bool {
        self.run_state() == other.run_state()
            && self.limit == other.limit
            && self.chess == other.chess
    }
}

impl Eq for SsccPosition {}
