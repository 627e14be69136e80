//! Decisions as plain numbers, the way python-chess numbers squares and pieces.

use catena_chess::notation::uci::{UciDecision, UciError};
use catena_chess::shakmaty::uci::UciMove;
use catena_chess::{Decision, Role, Square, SsccPosition};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::failure::{illegal_move, value_error};

/// From, to, the piece of a promotion, and whether the player switches. Castling goes
/// from the king to the rook.
pub(crate) type Plain = (u8, u8, Option<u8>, bool);

/// The numbers of a decision.
pub(crate) fn plain(decision: Decision) -> Plain {
    let mv = decision.mv;
    (
        mv.from().map_or(0, u8::from),
        u8::from(mv.to()),
        mv.promotion().map(u8::from),
        decision.switches,
    )
}

/// A number that may be of no square and no piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number(Option<u8>);

impl<'py> FromPyObject<'_, 'py> for Number {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Number> {
        match object.extract::<u8>() {
            Ok(number) => Ok(Number(Some(number))),
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => Ok(Number(None)),
            Err(error) => Err(error),
        }
    }
}

impl Number {
    fn square(self) -> Option<Square> {
        Square::try_from(u32::from(self.0?)).ok()
    }

    fn role(self) -> Option<Role> {
        let number = self.0?;
        Role::ALL.into_iter().find(|&role| u8::from(role) == number)
    }
}

/// A whole number, not negative.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whole(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Whole> {
        match object.extract::<u64>() {
            Ok(number) => Ok(Whole(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
                Err(value_error(format!(
                    "{} is not a whole number from 0 to {}",
                    object.str()?,
                    u64::MAX
                )))
            }
            Err(error) => Err(error),
        }
    }
}

/// A decision as Python gives it.
pub(crate) type Given = (Number, Number, Option<Number>, bool);

/// The decision that is meant, if the position allows it.
///
/// # Errors
///
/// `chess.IllegalMoveError` with the sentence of the library.
pub(crate) fn decision(
    py: Python<'_>,
    position: &SsccPosition,
    given: Given,
) -> PyResult<Decision> {
    syntax(given)
        .ok_or_else(|| illegal_move(py, "a square or piece of the move does not exist"))?
        .to_decision(position)
        .map_err(|error| match error {
            // The reason names the move already.
            UciError::Switch { reason, .. } => illegal_move(py, reason),
            error => illegal_move(py, error),
        })
}

/// The decision that is meant, or `None` if the position does not allow it.
pub(crate) fn legal(position: &SsccPosition, given: Given) -> Option<Decision> {
    syntax(given)?.to_decision(position).ok()
}

fn syntax((from, to, promotion, switches): Given) -> Option<UciDecision> {
    let promotion = match promotion {
        None => None,
        Some(number) => Some(number.role()?),
    };
    let mv = UciMove::Normal {
        from: from.square()?,
        to: to.square()?,
        promotion,
    };
    Some(UciDecision { mv, switches })
}
