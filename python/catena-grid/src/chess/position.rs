//! [`PyPosition`]: a position that a notebook shows as a picture.

use catena_draw::{Scene, Size, Theme, svg};
use catena_grid::{Board, Chain, Grid8, Piece, Placement, Square};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use super::{occupied_of, occupied_on, placement_in, square_of};
use crate::failure::value_error;
use crate::options::Whole;

/// How wide a picture is unless it is said, in pixels.
const WIDTH: u64 = 360;

/// A position with its picture.
///
/// `board` is a `chess.Board` of python-chess, a FEN or its first field, or an
/// int with a bit per occupied square: bit 0 is a1, as in python-chess. With a
/// `square` the picture shows the shortest chain through the piece there and
/// what it encloses. Squares are given by name or number, not by (row, col).
///
/// >>> import catena_grid as cg
/// >>> position = cg.chess.Position("8/8/2pp4/1p2p3/2pp4/8/8/8", "b5")
/// >>> position
/// <Position 8/8/2pp4/1p2p3/2pp4/8/8/8 b5>
/// >>> position.shortest("b5")
/// ['b5', 'c6', 'd6', 'e5', 'd4', 'c4']
/// >>> position._repr_svg_()[:4]
/// '<svg'
#[pyclass(name = "Position", module = "catena_grid.chess", frozen)]
#[derive(Debug)]
pub(crate) struct PyPosition {
    placement: Placement,
    occupied: Grid8,
    square: Option<Square>,
}

impl PyPosition {
    pub(crate) fn occupied(&self) -> Grid8 {
        self.occupied
    }

    fn draw(&self, width: Whole, flip: bool) -> PyResult<String> {
        let width = u32::try_from(width.0).unwrap_or(u32::MAX);
        let size = Size::new(width).map_err(value_error)?;
        let mut scene = Scene::new(&self.placement).flip(flip);
        if let Some(square) = self.square {
            scene = scene.moved(square);
            if let Some(chain) = self.occupied.shortest(square) {
                scene = scene.with_chain(&chain);
            }
        }
        Ok(svg::render(&scene.picture(&Theme::light()), size))
    }
}

/// The names of the squares of a chain, in order.
fn names(chain: Option<Chain<Square>>) -> Option<Vec<String>> {
    let chain = chain?;
    Some(chain.cells().iter().map(Square::to_string).collect())
}

fn square_names(squares: Grid8) -> Vec<String> {
    squares.iter().map(|square| square.to_string()).collect()
}

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (board, square=None))]
    fn new(board: &Bound<'_, PyAny>, square: Option<&Bound<'_, PyAny>>) -> PyResult<PyPosition> {
        let square = square.map(square_of).transpose()?;
        let fen = match board.cast::<PyString>() {
            Ok(fen) => Some(fen.clone()),
            Err(_) => match board.call_method0("board_fen") {
                Ok(fen) => Some(fen.cast_into::<PyString>()?),
                Err(_) => None,
            },
        };
        let (placement, occupied) = match fen {
            Some(fen) => {
                let placement = placement_in(fen.to_str()?).map_err(value_error)?;
                let occupied = occupied_of(&placement).map_err(value_error)?;
                (placement, occupied)
            }
            None => {
                let occupied = occupied_on(board)?;
                let pawn = Piece::from_letter('P');
                let pawn_on = |square| pawn.filter(|_| occupied.contains(square));
                (Placement::from_squares(pawn_on), occupied)
            }
        };
        Ok(PyPosition {
            placement,
            occupied,
            square,
        })
    }

    /// The occupied squares as an int: bit 0 is a1, bit 63 is h8.
    #[getter(occupied)]
    fn occupied_bits(&self) -> u64 {
        self.occupied.bits()
    }

    /// The square that the picture marks, by its name, or None.
    #[getter]
    fn square(&self) -> Option<String> {
        self.square.map(|square| square.to_string())
    }

    /// Returns the first field of the FEN.
    fn board_fen(&self) -> String {
        self.placement.to_string()
    }

    /// Returns whether the piece on the square is on a chain.
    fn has_chain(&self, square: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.occupied.has_chain(square_of(square)?))
    }

    /// Returns the names of all squares whose piece is on a chain, from a1 on.
    fn chain_squares(&self) -> Vec<String> {
        square_names(self.occupied.chain_cells())
    }

    /// Returns the names of the empty squares that the pieces enclose, from a1 on.
    fn enclosed(&self) -> Vec<String> {
        square_names(self.occupied.enclosed())
    }

    /// Returns a chain through the square with the fewest pieces, as the names of
    /// its squares in order, or None.
    fn shortest(&self, py: Python<'_>, square: &Bound<'_, PyAny>) -> PyResult<Option<Vec<String>>> {
        let (occupied, square) = (self.occupied, square_of(square)?);
        Ok(py.detach(|| names(occupied.shortest(square))))
    }

    /// Returns a chain through the square that encloses the most empty squares, as
    /// the names of its squares in order, or None.
    fn largest(&self, py: Python<'_>, square: &Bound<'_, PyAny>) -> PyResult<Option<Vec<String>>> {
        let (occupied, square) = (self.occupied, square_of(square)?);
        Ok(py.detach(|| names(occupied.largest(square))))
    }

    /// Returns the most empty squares inside a chain through the square; 0 if it
    /// is on none.
    fn max_area(&self, py: Python<'_>, square: &Bound<'_, PyAny>) -> PyResult<u32> {
        let (occupied, square) = (self.occupied, square_of(square)?);
        Ok(py.detach(|| occupied.max_area(square)))
    }

    /// Returns the picture as SVG, this many pixels wide.
    #[pyo3(signature = (width=Whole(WIDTH), *, flip=false), text_signature = "($self, width=360, *, flip=False)")]
    fn svg(&self, width: Whole, flip: bool) -> PyResult<String> {
        self.draw(width, flip)
    }

    /// The picture, for notebooks.
    fn _repr_svg_(&self) -> PyResult<String> {
        self.draw(Whole(WIDTH), false)
    }

    /// How to make it again, for `pickle` and `copy`.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String, Option<String>)) {
        let position = slf.get();
        (slf.get_type(), (position.board_fen(), position.square()))
    }

    fn __repr__(&self) -> String {
        let square = self
            .square
            .map_or(String::new(), |square| format!(" {square}"));
        format!("<Position {}{square}>", self.placement)
    }
}
