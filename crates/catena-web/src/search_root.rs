//! [`SearchRoot`]: the position that an engine is asked about, with its history.

use catena_chess::{Decision, Player, SsccPosition};
use serde::Serialize;

use crate::error::ApiError;
use crate::limit::ServerLimits;
use crate::line::{self, PlayerDto};
use crate::step::{LineWalker, color_name};

/// A position, how it came about, and who has White in it.
#[derive(Clone, Debug)]
pub(crate) struct SearchRoot {
    pub(crate) start: SsccPosition,
    pub(crate) decisions: Vec<Decision>,
    pub(crate) here: LineWalker,
}

impl SearchRoot {
    /// Reads a position from the fields of a request.
    pub(crate) fn read(
        start: Option<&str>,
        limit: Option<&str>,
        moves: &[String],
        limits: &ServerLimits,
    ) -> Result<SearchRoot, ApiError> {
        let start = line::start(start, limit, limits)?;
        let decisions = line::decisions(&start, moves, limits)?;
        let mut here = LineWalker {
            position: start.clone(),
            white: Player::First,
        };
        decisions.iter().for_each(|&decision| here.play(decision));
        Ok(SearchRoot {
            start,
            decisions,
            here,
        })
    }

    /// Describes the position.
    pub(crate) fn dto(&self) -> RootDto {
        RootDto {
            fen: self.here.position.fen(),
            turn: color_name(self.here.position.turn()),
            to_move: self.here.to_move().into(),
            white: self.here.white.into(),
        }
    }
}

/// The position that is searched, and who has what.
#[derive(Debug, Serialize)]
pub(crate) struct RootDto {
    fen: String,
    turn: &'static str,
    to_move: PlayerDto,
    white: PlayerDto,
}
