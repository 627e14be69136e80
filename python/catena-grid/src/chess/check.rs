//! `check`: the question for many positions at once.

use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, Int16Type, Int32Type, Int64Type};
use arrow_array::types::{UInt8Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef};
use arrow_cast::cast;
use arrow_schema::DataType;
use catena_grid::{Board, Grid8, Square};
use numpy::IntoPyArray;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyInt, PyList, PyString};
use pyo3_arrow::input::AnyArray;

use super::{numbered, occupied_in, occupied_on, square_named, square_of};
use crate::failure::{type_error, value_error};

/// How many rows are decided between two looks for Ctrl-C.
const ROWS_AT_ONCE: usize = 1 << 15;

/// Returns, for each row of a table, whether the piece on the square is on a
/// chain: `has_chain` for many positions at once.
///
/// `fens` and `squares` are columns of the same length: lists, arrays of NumPy, or
/// anything with Arrow's C interface, such as columns of pyarrow, polars and
/// pandas, which are read where they are. Positions are FENs or their first
/// fields, or ints with a bit per square (bit 0 is a1); squares are names or
/// numbers from 0 to 63, not (row, col). One square for all rows will do.
///
/// The first row that is not a position or a square, or that is null, raises
/// ValueError, with its number from 0.
///
/// >>> import catena_grid as cg
/// >>> fen = "8/8/2pp4/1p2p3/2pp4/8/8/8"
/// >>> cg.chess.check([fen, fen, fen], ["b5", "c6", "a1"])
/// array([ True,  True, False])
/// >>> cg.chess.check([fen, "7/8/8/8/8/8/8/8"], "b5")
/// Traceback (most recent call last):
///     ...
/// ValueError: row 1: rank 8 has 7 squares, not 8: '7'
#[pyfunction]
#[pyo3(signature = (fens, squares))]
pub(crate) fn check<'py>(
    fens: &Bound<'py, PyAny>,
    squares: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = fens.py();
    let positions = Column::of(fens, "fens")?;
    let squares = squares_of(squares, positions.len())?;
    let mut answers = Vec::with_capacity(squares.len());
    match positions {
        Column::Arrow(chunks) => {
            for chunk in chunks {
                decide_chunk(py, &chunk, &squares, &mut answers)?;
            }
        }
        Column::List(items) => decide_list(py, &items, &squares, &mut answers)?,
    }
    Ok(answers.into_pyarray(py).into_any())
}

/// What is wrong with a row.
fn row_error(row: usize, sentence: impl std::fmt::Display) -> PyErr {
    value_error(format!("row {row}: {sentence}"))
}

/// A column of a table.
enum Column<'py> {
    Arrow(Vec<ArrayRef>),
    List(Bound<'py, PyList>),
}

impl<'py> Column<'py> {
    fn of(column: &Bound<'py, PyAny>, name: &str) -> PyResult<Column<'py>> {
        let py = column.py();
        if column.hasattr(intern!(py, "__arrow_c_array__"))?
            || column.hasattr(intern!(py, "__arrow_c_stream__"))?
        {
            let array = column.extract::<AnyArray>();
            match array.and_then(|array| Ok(array.into_chunked_array()?)) {
                Ok(array) => {
                    let (chunks, _) = array.into_inner();
                    let chunks = chunks.iter().map(|chunk| plain(chunk, name));
                    return Ok(Column::Arrow(chunks.collect::<PyResult<_>>()?));
                }
                // As with a column of polars that has no type.
                Err(_) if column.hasattr(intern!(py, "to_list"))? => {
                    let list = column.call_method0(intern!(py, "to_list"))?;
                    return Ok(Column::List(list.cast_into::<PyList>()?));
                }
                Err(error) => {
                    let problem = error.value(py);
                    return Err(value_error(format!("{name} cannot be read: {problem}")));
                }
            }
        }
        if column.is_instance_of::<PyString>() || column.is_instance_of::<PyInt>() {
            return Err(type_error(format!(
                "{name} is a column, not a single value"
            )));
        }
        // Of millions of rows a copy takes seconds.
        if let Ok(list) = column.cast::<PyList>() {
            return Ok(Column::List(list.clone()));
        }
        let list = if column.hasattr(intern!(py, "tolist"))? {
            column.call_method0(intern!(py, "tolist"))?
        } else {
            let items = column.try_iter()?.collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, items)?.into_any()
        };
        let list = list.cast_into::<PyList>();
        Ok(Column::List(list.map_err(|_| {
            type_error(format!("{name} is a column, not a single value"))
        })?))
    }

    fn len(&self) -> usize {
        match self {
            Column::Arrow(chunks) => chunks.iter().map(Array::len).sum(),
            Column::List(items) => items.len(),
        }
    }
}

/// The chunk with the values that a dictionary stands for.
fn plain(chunk: &ArrayRef, name: &str) -> PyResult<ArrayRef> {
    match chunk.data_type() {
        DataType::Dictionary(_, values) => cast(chunk, values).map_err(value_error),
        // A column without a value has no type of its own.
        DataType::Null => cast(chunk, &DataType::Utf8).map_err(value_error),
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => Ok(chunk.clone()),
        whole if whole.is_integer() => Ok(chunk.clone()),
        other => Err(type_error(format!(
            "{name} has values of type {other}; texts and whole numbers are read"
        ))),
    }
}

/// A chunk as texts or whole numbers. Arrow only promises that texts are UTF-8, so they
/// are bytes here.
enum Values<'a> {
    Text(Box<dyn Fn(usize) -> &'a [u8] + Sync + Send + 'a>),
    Number(Box<dyn Fn(usize) -> i128 + Sync + Send + 'a>),
}

impl<'a> Values<'a> {
    /// The chunk, whose type [`plain`] allows; `None` for every other type.
    fn of(chunk: &'a ArrayRef) -> Option<Values<'a>> {
        macro_rules! numbers {
            ($type:ty) => {{
                let array = chunk.as_primitive_opt::<$type>()?;
                Values::Number(Box::new(|row| array.value(row).into()))
            }};
        }
        Some(match chunk.data_type() {
            DataType::Utf8 => {
                let array = chunk.as_string_opt::<i32>()?;
                Values::Text(Box::new(|row| array.value(row).as_bytes()))
            }
            DataType::LargeUtf8 => {
                let array = chunk.as_string_opt::<i64>()?;
                Values::Text(Box::new(|row| array.value(row).as_bytes()))
            }
            DataType::Utf8View => {
                let array = chunk.as_string_view_opt()?;
                Values::Text(Box::new(|row| array.value(row).as_bytes()))
            }
            DataType::Int8 => numbers!(Int8Type),
            DataType::Int16 => numbers!(Int16Type),
            DataType::Int32 => numbers!(Int32Type),
            DataType::Int64 => numbers!(Int64Type),
            DataType::UInt8 => numbers!(UInt8Type),
            DataType::UInt16 => numbers!(UInt16Type),
            DataType::UInt32 => numbers!(UInt32Type),
            DataType::UInt64 => numbers!(UInt64Type),
            _ => return None,
        })
    }

    fn square(&self, row: usize) -> Result<Square, String> {
        match self {
            Values::Text(text) => square_named(checked(text(row))?),
            Values::Number(number) => numbered(i64::try_from(number(row)).unwrap_or(i64::MAX)),
        }
    }

    fn occupied(&self, row: usize) -> Result<Grid8, String> {
        match self {
            Values::Text(text) => occupied_in(checked(text(row))?),
            Values::Number(number) => occupied_by(number(row)),
        }
    }
}

/// The bytes as a text.
fn checked(bytes: &[u8]) -> Result<&str, String> {
    std::str::from_utf8(bytes).map_err(|_| "the text is not UTF-8".to_owned())
}

/// The squares whose bits are set. Arrow has signed columns more often than not,
/// so a negative number stands for its bits.
fn occupied_by(number: i128) -> Result<Grid8, String> {
    let bits = u64::try_from(number).or_else(|_| i64::try_from(number).map(i64::cast_unsigned));
    bits.map(Grid8::from_bits)
        .map_err(|_| format!("{number} does not fit in 64 bits"))
}

/// The squares of all rows.
fn squares_of(squares: &Bound<'_, PyAny>, rows: usize) -> PyResult<Vec<Square>> {
    let is_number = squares.is_instance_of::<PyInt>() || squares.extract::<i64>().is_ok();
    if is_number || squares.is_instance_of::<PyString>() {
        return Ok(vec![square_of(squares)?; rows]);
    }
    let column = Column::of(squares, "squares")?;
    if column.len() != rows {
        return Err(value_error(format!(
            "there are {rows} positions and {} squares",
            column.len()
        )));
    }
    let mut found = Vec::with_capacity(rows);
    match column {
        Column::List(items) => {
            for (row, item) in items.iter().enumerate() {
                if row % ROWS_AT_ONCE == 0 {
                    squares.py().check_signals()?;
                }
                let square =
                    square_of(&item).map_err(|error| row_error(row, sentence(&item, &error)))?;
                found.push(square);
            }
        }
        Column::Arrow(chunks) => {
            for chunk in &chunks {
                let values =
                    Values::of(chunk).ok_or_else(|| type_error("squares are no column"))?;
                for row in 0..chunk.len() {
                    let square = if chunk.is_null(row) {
                        Err("the square is null".to_owned())
                    } else {
                        values.square(row)
                    };
                    let square = square.map_err(|error| row_error(found.len(), error))?;
                    found.push(square);
                }
            }
        }
    }
    Ok(found)
}

/// The sentence of an exception, without its type.
fn sentence(item: &Bound<'_, PyAny>, error: &PyErr) -> String {
    error.value(item.py()).to_string()
}

/// Decides the rows of a chunk of Arrow's, without the interpreter lock.
fn decide_chunk(
    py: Python<'_>,
    chunk: &ArrayRef,
    squares: &[Square],
    answers: &mut Vec<bool>,
) -> PyResult<()> {
    let values = Values::of(chunk).ok_or_else(|| type_error("fens are no column"))?;
    for start in (0..chunk.len()).step_by(ROWS_AT_ONCE) {
        let end = chunk.len().min(start + ROWS_AT_ONCE);
        let first = answers.len();
        let result = py.detach(|| {
            for (row, square) in (start..end).zip(&squares[first..]) {
                if chunk.is_null(row) {
                    return Err("the position is null".to_owned());
                }
                answers.push(values.occupied(row)?.has_chain(*square));
            }
            Ok(())
        });
        result.map_err(|error| row_error(answers.len(), error))?;
        py.check_signals()?;
    }
    Ok(())
}

/// A position of a list, for work without the interpreter lock.
enum Item {
    Text(PyBackedStr),
    Occupied(Grid8),
}

/// Decides the rows of a list, a batch at a time without the interpreter lock.
fn decide_list(
    py: Python<'_>,
    items: &Bound<'_, PyList>,
    squares: &[Square],
    answers: &mut Vec<bool>,
) -> PyResult<()> {
    let mut items = items.iter();
    let mut batch = Vec::with_capacity(ROWS_AT_ONCE.min(squares.len()));
    while answers.len() < squares.len() {
        let first = answers.len();
        batch.clear();
        for item in items.by_ref().take(ROWS_AT_ONCE) {
            batch.push(if item.is_instance_of::<PyString>() {
                Item::Text(item.extract()?)
            } else {
                let occupied = occupied_on(&item);
                Item::Occupied(
                    occupied
                        .map_err(|error| row_error(first + batch.len(), sentence(&item, &error)))?,
                )
            });
        }
        if batch.is_empty() {
            return Err(value_error("the list of positions became shorter"));
        }
        let result = py.detach(|| {
            for (item, square) in batch.iter().zip(&squares[first..]) {
                let occupied = match item {
                    Item::Text(fen) => occupied_in(fen)?,
                    Item::Occupied(occupied) => *occupied,
                };
                answers.push(occupied.has_chain(*square));
            }
            Ok::<_, String>(())
        });
        result.map_err(|error| row_error(answers.len(), error))?;
        py.check_signals()?;
    }
    Ok(())
}
