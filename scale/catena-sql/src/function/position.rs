//! Questions about one position: a FEN, and mostly a square.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use catena_chess::SwitchLimit;
use catena_chess::notation::fen;
use catena_grid::{Board, Grid8, Placement, Square};
use datafusion::arrow::array::{
    ArrayRef, BooleanBuilder, Int32Builder, ListBuilder, StringBuilder,
};
use datafusion::arrow::datatypes::DataType;
use datafusion::error::Result;
use datafusion::logical_expr::TypeSignature;

use super::argument::Arguments;
use super::{CatenaFunction, Description};

const FEN: (&str, &str) = (
    "fen",
    "The position as a FEN. The fields after the board can be left out.",
);
const SQUARE: (&str, &str) = ("square", "The name of a square, like 'e4'.");

/// A function of a position and a square.
fn of_square(
    name: &'static str,
    returns: DataType,
    description: &Description,
    answer: fn(&Arguments<'_>) -> Result<ArrayRef>,
) -> CatenaFunction {
    let signature = vec![TypeSignature::String(2)];
    CatenaFunction::new(name, signature, returns, description, answer)
}

fn list_of_text() -> DataType {
    DataType::new_list(DataType::Utf8, true)
}

pub(super) fn position_functions() -> Vec<CatenaFunction> {
    let mut functions = square_functions();
    functions.extend([
        CatenaFunction::new(
            "chain_squares",
            vec![TypeSignature::String(1)],
            list_of_text(),
            &Description {
                syntax: "chain_squares(fen)",
                text: "Returns the squares of all pieces that are on a chain.",
                example: "SELECT chain_squares('8/8/8/2pp4/1p2p3/2pp4/8/8')",
                arguments: &[FEN],
            },
            chain_squares,
        ),
        CatenaFunction::new(
            "legal_decisions",
            vec![TypeSignature::String(1)],
            list_of_text(),
            &Description {
                syntax: "legal_decisions(fen)",
                text: "Returns the legal decisions of Switch-Side Chain-Chess: moves like \
                       'e2e4', with an 's' at the end where the player switches sides.",
                example: "SELECT cardinality(legal_decisions(fen)) FROM 'positions.csv'",
                arguments: &[FEN],
            },
            legal_decisions,
        ),
    ]);
    functions
}

fn square_functions() -> Vec<CatenaFunction> {
    const ARGUMENTS: &[(&str, &str)] = &[FEN, SQUARE];
    vec![
        of_square(
            "has_chain",
            DataType::Boolean,
            &Description {
                syntax: "has_chain(fen, square)",
                text: "Returns whether the piece on the square is on a chain: a closed line of \
                       pieces around at least two adjacent empty squares.",
                example: "SELECT has_chain('8/8/8/2pp4/1p2p3/2pp4/8/8', 'c5')",
                arguments: ARGUMENTS,
            },
            has_chain,
        ),
        of_square(
            "max_area",
            DataType::Int32,
            &Description {
                syntax: "max_area(fen, square)",
                text: "Returns the most empty squares inside a chain through the piece on the \
                       square; 0 if it is on none.",
                example: "SELECT max_area('8/8/8/2pp4/1p2p3/2pp4/8/8', 'c5')",
                arguments: ARGUMENTS,
            },
            |arguments| area(arguments, |board, square| board.max_area(square)),
        ),
        of_square(
            "max_group",
            DataType::Int32,
            &Description {
                syntax: "max_group(fen, square)",
                text: "Returns the size of the largest connected group of empty squares inside \
                       any closed line of pieces through the square. It can be 1 where \
                       has_chain is false.",
                example: "SELECT max_group('8/8/8/2pp4/1p2p3/2pp4/8/8', 'c5')",
                arguments: ARGUMENTS,
            },
            |arguments| area(arguments, |board, square| board.max_group(square)),
        ),
        of_square(
            "shortest",
            list_of_text(),
            &Description {
                syntax: "shortest(fen, square)",
                text: "Returns the squares of a chain with the fewest pieces through the piece \
                       on the square, in order from there; an empty list if it is on none.",
                example: "SELECT shortest('8/8/8/2pp4/1p2p3/2pp4/8/8', 'c5')",
                arguments: ARGUMENTS,
            },
            shortest,
        ),
    ]
}

/// What is wrong with a position or a square.
struct Problem(String);

impl<E: fmt::Display> From<E> for Problem {
    fn from(error: E) -> Problem {
        Problem(error.to_string())
    }
}

/// The pieces of a FEN, whose other fields are not read.
fn occupied(fen: &str) -> Result<Grid8, Problem> {
    let board = fen.split_ascii_whitespace().next().unwrap_or_default();
    let placement = Placement::from_str(board)?;
    placement
        .grid8()
        .ok_or(Problem("expected a board of 8 by 8 squares".into()))
}

/// Answers for every row with a position and a square. `append` gets `None` where one of
/// them is NULL or cannot be read.
fn each_square<T>(
    arguments: &Arguments<'_>,
    answer: impl Fn(Grid8, Square) -> T,
    mut append: impl FnMut(Option<T>),
) -> Result<()> {
    let fens = arguments.needed_text(0)?;
    let squares = arguments.needed_text(1)?;
    let mut bad = arguments.tally();
    let read = |fen, square: &str| -> Result<(Grid8, Square), Problem> {
        let square = square.trim().parse()?;
        Ok((occupied(fen)?, square))
    };
    for row in 0..arguments.rows() {
        arguments.check_signal()?;
        let (Some(fen), Some(square)) = (fens.get(row), squares.get(row)) else {
            append(None);
            continue;
        };
        match read(fen, square) {
            Ok((board, square)) => append(Some(answer(board, square))),
            Err(Problem(problem)) => {
                append(None);
                bad.add(&format!("{fen}, {square}"), problem)?;
            }
        }
    }
    Ok(())
}

fn has_chain(arguments: &Arguments<'_>) -> Result<ArrayRef> {
    let mut answers = BooleanBuilder::with_capacity(arguments.rows());
    let answer = |board: Grid8, square| board.has_chain(square);
    each_square(arguments, answer, |answer| answers.append_option(answer))?;
    Ok(Arc::new(answers.finish()))
}

fn area(arguments: &Arguments<'_>, answer: fn(Grid8, Square) -> u32) -> Result<ArrayRef> {
    let mut answers = Int32Builder::with_capacity(arguments.rows());
    each_square(arguments, answer, |answer| {
        answers.append_option(answer.and_then(|squares| squares.try_into().ok()));
    })?;
    Ok(Arc::new(answers.finish()))
}

fn shortest(arguments: &Arguments<'_>) -> Result<ArrayRef> {
    let mut lists = ListBuilder::new(StringBuilder::new());
    let answer = |board: Grid8, square| {
        let chain = board.shortest(square);
        chain.map_or_else(Vec::new, |chain| chain.cells().to_vec())
    };
    each_square(arguments, answer, |squares| {
        append_list(&mut lists, squares)
    })?;
    Ok(Arc::new(lists.finish()))
}

fn append_list<T: fmt::Display>(
    lists: &mut ListBuilder<StringBuilder>,
    items: Option<impl IntoIterator<Item = T>>,
) {
    let is_valid = items.is_some();
    for item in items.into_iter().flatten() {
        lists.values().append_value(item.to_string());
    }
    lists.append(is_valid);
}

/// Answers with a list for every position.
fn each_position<T: fmt::Display, L: IntoIterator<Item = T>>(
    arguments: &Arguments<'_>,
    answer: impl Fn(&str) -> Result<L, Problem>,
) -> Result<ArrayRef> {
    let fens = arguments.needed_text(0)?;
    let mut bad = arguments.tally();
    let mut lists = ListBuilder::new(StringBuilder::new());
    for row in 0..arguments.rows() {
        arguments.check_signal()?;
        let Some(fen) = fens.get(row) else {
            lists.append(false);
            continue;
        };
        match answer(fen) {
            Ok(items) => append_list(&mut lists, Some(items)),
            Err(Problem(problem)) => {
                lists.append(false);
                bad.add(fen, problem)?;
            }
        }
    }
    Ok(Arc::new(lists.finish()))
}

fn chain_squares(arguments: &Arguments<'_>) -> Result<ArrayRef> {
    each_position(arguments, |fen| Ok(occupied(fen)?.chain_cells()))
}

fn legal_decisions(arguments: &Arguments<'_>) -> Result<ArrayRef> {
    each_position(arguments, |fen| {
        let position = fen::parse(fen, SwitchLimit::default())?;
        let decisions = position.legal_decisions();
        let names = decisions.iter().map(|&decision| position.uci(decision));
        Ok(names.collect::<Vec<String>>())
    })
}
