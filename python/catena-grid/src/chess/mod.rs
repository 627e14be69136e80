//! Chess positions: boards of python-chess, FENs and sets of 64 squares.

pub(crate) mod check;
pub(crate) mod position;

use catena_grid::{Board, Grid8, Placement, Square};
use pyo3::exceptions::PyOverflowError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};

use crate::failure::{type_error, value_error};
use position::PyPosition;

/// Returns whether the piece on a square is on a chain.
///
/// A chain is a closed line of pieces of any colour, each a king's step from the
/// next, each used once, around at least two adjacent empty squares. On an empty
/// square there is none.
///
/// `board` is a `chess.Board` of python-chess, a `Position`, a FEN or its first
/// field, or an int with a bit per occupied square: bit 0 is a1, bit 63 is h8, as
/// in python-chess. `square` is a name or a number from 0 to 63. Squares have
/// names here, not (row, col).
///
/// >>> import catena_grid as cg
/// >>> fen = "1b4rk/n1p3pr/p1np3p/1p1pp3/3PP3/P1NPPQ2/N1PRK3/1B6 w - - 0 1"
/// >>> cg.chess.has_chain(fen, "f3")
/// True
/// >>> cg.chess.has_chain(0x1c14141c0000, "c3")
/// True
#[pyfunction]
#[pyo3(signature = (board, square))]
pub(crate) fn has_chain(board: &Bound<'_, PyAny>, square: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(occupied_on(board)?.has_chain(square_of(square)?))
}

/// The occupied squares of anything that is a board.
pub(crate) fn occupied_on(board: &Bound<'_, PyAny>) -> PyResult<Grid8> {
    if let Ok(text) = board.cast::<PyString>() {
        return occupied_in(text.to_str()?).map_err(value_error);
    }
    if let Ok(bits) = board.cast::<PyInt>() {
        return occupied_by_bits(bits);
    }
    if let Ok(position) = board.cast::<PyPosition>() {
        return Ok(position.get().occupied());
    }
    let bits = board.getattr(intern!(board.py(), "occupied"));
    let Ok(bits) = bits.and_then(|bits| Ok(bits.cast_into::<PyInt>()?)) else {
        // Integers of NumPy are integers too.
        return match board.call_method0("__index__") {
            Ok(bits) => occupied_by_bits(bits.cast::<PyInt>()?),
            Err(_) => Err(not_a_board(board)),
        };
    };
    occupied_by_bits(&bits)
}

fn occupied_by_bits(bits: &Bound<'_, PyInt>) -> PyResult<Grid8> {
    let squares: u64 = bits.extract().map_err(|_: PyErr| {
        value_error("a set of squares is a number from 0 to 2**64 - 1, a bit per square")
    })?;
    Ok(Grid8::from_bits(squares))
}

fn not_a_board(board: &Bound<'_, PyAny>) -> PyErr {
    let name = board.get_type().name();
    let name = name.map_or("this".to_owned(), |name| name.to_string());
    type_error(format!(
        "a board is a chess.Board, a FEN or an int with a bit per square, not {name}"
    ))
}

/// The square with this name or number.
pub(crate) fn square_of(square: &Bound<'_, PyAny>) -> PyResult<Square> {
    if let Ok(name) = square.cast::<PyString>() {
        return square_named(name.to_str()?).map_err(value_error);
    }
    match square.extract::<i64>() {
        Ok(number) => numbered(number).map_err(value_error),
        Err(error) if error.is_instance_of::<PyOverflowError>(square.py()) => {
            Err(value_error(no_square(square.str()?)))
        }
        Err(_) => Err(type_error(
            "a square is a name like e4 or a number from 0 to 63",
        )),
    }
}

/// The square with this number.
pub(crate) fn numbered(number: i64) -> Result<Square, String> {
    let index = u8::try_from(number).ok();
    index
        .and_then(Square::from_index)
        .ok_or_else(|| no_square(number))
}

fn no_square(number: impl std::fmt::Display) -> String {
    format!("there is no square {number}; squares are 0 to 63, from a1 to h8")
}

/// The square with this name.
pub(crate) fn square_named(name: &str) -> Result<Square, String> {
    name.parse()
        .map_err(|error| format!("'{}': {error}", name.chars().take(20).collect::<String>()))
}

/// The occupied squares of a FEN, or of its first field.
pub(crate) fn occupied_in(fen: &str) -> Result<Grid8, String> {
    match usual_occupied(fen) {
        Some(occupied) => Ok(occupied),
        None => occupied_of(&placement_in(fen)?),
    }
}

/// Reads a placement, which may be of any size.
pub(crate) fn placement_in(fen: &str) -> Result<Placement, String> {
    fen.parse::<Placement>().map_err(|error| error.to_string())
}

/// The occupied squares of a placement, if it is one of chess.
pub(crate) fn occupied_of(placement: &Placement) -> Result<Grid8, String> {
    placement.grid8().ok_or_else(|| {
        format!(
            "the board has {}x{} squares, not 8x8",
            placement.width(),
            placement.height()
        )
    })
}

/// The occupied squares of a FEN as programs write it, in one pass and without
/// an allocation; `None` if there is anything unusual about it, which the
/// library then reads or refuses.
fn usual_occupied(fen: &str) -> Option<Grid8> {
    let (mut bits, mut rank, mut file) = (0u64, 7u32, 0u32);
    let mut is_after_digit = false;
    for byte in fen.bytes() {
        match byte {
            // Neighbouring digits would be one number.
            b'1'..=b'8' if !is_after_digit => file += u32::from(byte - b'0'),
            b'P' | b'N' | b'B' | b'R' | b'Q' | b'K' | b'p' | b'n' | b'b' | b'r' | b'q' | b'k'
                if file < 8 =>
            {
                bits |= 1 << (8 * rank + file);
                file += 1;
            }
            b'/' if file == 8 && rank > 0 => {
                rank -= 1;
                file = 0;
            }
            b' ' => break,
            _ => return None,
        }
        is_after_digit = byte.is_ascii_digit();
    }
    ((rank, file) == (0, 8)).then(|| Grid8::from_bits(bits))
}
