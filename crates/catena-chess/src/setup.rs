//! From a set-up of pieces to a position that can be played.

use core::fmt;

use shakmaty::{
    Castles, CastlingMode, Chess, FromSetup as _, PositionError, PositionErrorKinds, Setup,
};

use crate::position::SsccPosition;
use crate::rules::SwitchLimit;
use crate::run::{Run, RunMismatch};

impl SsccPosition {
    /// The position with this set-up, limit rule and run.
    ///
    /// More material than a game can give, and checks that no game leads to,
    /// are accepted: the rules work for them too.
    ///
    /// # Errors
    ///
    /// If the set-up cannot be played or the run does not suit the limit.
    pub fn from_setup(
        setup: Setup,
        mode: CastlingMode,
        limit: SwitchLimit,
        run: Option<Run>,
    ) -> Result<SsccPosition, SetupError> {
        let chess = Chess::from_setup(setup, mode)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .map_err(|error| SetupError::Board(SetupReasons(error.kinds())))?;
        SsccPosition::from_chess(chess, limit)
            .with_run(run)
            .map_err(SetupError::Run)
    }

    /// The same, but castling rights without king and rook in place, and an
    /// en passant square that no pawn has passed, are left out.
    ///
    /// # Errors
    ///
    /// As [`SsccPosition::from_setup`], for the other reasons.
    pub fn from_setup_tolerant(
        mut setup: Setup,
        mode: CastlingMode,
        limit: SwitchLimit,
        run: Option<Run>,
    ) -> Result<SsccPosition, SetupError> {
        let castles = Castles::from_setup(&setup, mode).unwrap_or_else(|valid| valid);
        setup.castling_rights = castles.castling_rights();
        let strict = SsccPosition::from_setup(setup.clone(), mode, limit, run);
        let wrong_square = SetupReasons(PositionErrorKinds::INVALID_EP_SQUARE);
        if strict == Err(SetupError::Board(wrong_square)) {
            setup.ep_square = None;
            return SsccPosition::from_setup(setup, mode, limit, run);
        }
        strict
    }
}

/// A set-up cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupError {
    /// The pieces, the castling rights or the en passant square are wrong.
    Board(SetupReasons),
    /// The run does not suit the limit rule.
    Run(RunMismatch),
}

/// Everything that is wrong with a set-up, as a set of shakmaty's reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetupReasons(PositionErrorKinds);

impl SetupReasons {
    /// The reasons as a set of shakmaty.
    #[must_use]
    pub const fn kinds(self) -> PositionErrorKinds {
        self.0
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Board(reasons) => write!(f, "the position cannot be played: {reasons}"),
            SetupError::Run(mismatch) => mismatch.fmt(f),
        }
    }
}

impl fmt::Display for SetupReasons {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts = [
            (PositionErrorKinds::EMPTY_BOARD, "the board is empty"),
            (PositionErrorKinds::MISSING_KING, "a king is missing"),
            (
                PositionErrorKinds::TOO_MANY_KINGS,
                "a side has more than one king",
            ),
            (
                PositionErrorKinds::PAWNS_ON_BACKRANK,
                "a pawn is on the first or last rank",
            ),
            (
                PositionErrorKinds::INVALID_CASTLING_RIGHTS,
                "a castling right has no king and rook in place",
            ),
            (
                PositionErrorKinds::INVALID_EP_SQUARE,
                "no pawn can just have passed the en passant square",
            ),
            (
                PositionErrorKinds::OPPOSITE_CHECK,
                "the side that is not to move is in check",
            ),
        ];
        let mut separator = "";
        for (kind, text) in texts {
            if self.0.contains(kind) {
                write!(f, "{separator}{text}")?;
                separator = ", ";
            }
        }
        Ok(())
    }
}

impl core::error::Error for SetupError {}
