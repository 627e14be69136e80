//! `chains` and `chain_count`: the moves of a game that form a chain.

use std::sync::Arc;

use catena_chess::pgn::{FormedChain, Played, replay_movetext};
use catena_chess::shakmaty::san::SanPlus;
use datafusion::arrow::array::{
    Array, ArrayRef, Int32Builder, ListBuilder, StringBuilder, StructBuilder, UInt64Array,
    UInt64Builder,
};
use datafusion::arrow::datatypes::{DataType, Field, Fields};
use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::Transformed;
use datafusion::common::{DFSchema, Result};
use datafusion::logical_expr::expr::ScalarFunction;
use datafusion::logical_expr::expr_rewriter::FunctionRewrite;
use datafusion::logical_expr::{Expr, ScalarUDF, TypeSignature};

use super::argument::{Arguments, TextColumn};
use super::{CatenaFunction, Description, functions};
use crate::bad_row::BadRowTally;

pub(crate) const CHAINS: &str = "chains";
pub(crate) const CHAIN_COUNT: &str = "chain_count";

/// Functions of lists that return their length.
const LENGTHS: [&str; 2] = ["cardinality", "array_length"];

const GAME_ARGUMENTS: &[(&str, &str)] = &[
    (
        "movetext",
        "The moves of a game as in a PGN file. Comments and variations are passed over.",
    ),
    (
        "start_fen",
        "The position from which the game starts. NULL is the usual one.",
    ),
];

pub(super) fn game_functions() -> Vec<CatenaFunction> {
    let signatures = || vec![TypeSignature::String(1), TypeSignature::String(2)];
    vec![
        CatenaFunction::new(
            CHAINS,
            signatures(),
            DataType::new_list(DataType::Struct(chain_fields()), true),
            &Description {
                syntax: "chains(movetext [, start_fen])",
                text: "Returns the moves that form a chain, as a list of structs: ply (from 1), \
                       move (as in Nf3), square (of the piece that moved), pieces (the fewest of \
                       a chain through it) and area (the most empty squares inside one). NULL \
                       if the game cannot be replayed to its end.",
                example: "SELECT unnest(chains(movetext)) FROM 'games/*.parquet'",
                arguments: GAME_ARGUMENTS,
            },
            chains,
        ),
        CatenaFunction {
            // Who has written cardinality(chains(…)) does not know of this function.
            counted_as: CHAINS,
            ..CatenaFunction::new(
                CHAIN_COUNT,
                signatures(),
                DataType::UInt64,
                &Description {
                    syntax: "chain_count(movetext [, start_fen])",
                    text: "Returns how many moves form a chain: the same as \
                           cardinality(chains(movetext)), which is executed as this function.",
                    example: "SELECT sum(chain_count(movetext)) FROM 'games/*.parquet'",
                    arguments: GAME_ARGUMENTS,
                },
                chain_count,
            )
        },
    ]
}

fn chain_fields() -> Fields {
    Fields::from(vec![
        Field::new("ply", DataType::Int32, true),
        Field::new("move", DataType::Utf8, true),
        Field::new("square", DataType::Utf8, true),
        Field::new("pieces", DataType::Int32, true),
        Field::new("area", DataType::Int32, true),
    ])
}

/// A chain as the list has it.
struct ChainRow {
    ply: u32,
    san: String,
    chain: FormedChain,
}

impl ChainRow {
    fn new(played: &Played<'_>) -> Option<ChainRow> {
        let chain = played.chain()?;
        let san = SanPlus::from_move(played.before.clone(), played.mv);
        Some(ChainRow {
            ply: played.ply,
            san: san.to_string(),
            chain,
        })
    }
}

fn chains(arguments: &Arguments<'_>) -> Result<ArrayRef> {
    let mut lists = ListBuilder::new(StructBuilder::from_fields(chain_fields(), 0));
    let games = Games::of(arguments, 0)?;
    let mut bad = arguments.tally();
    let on_move =
        |rows: &mut Vec<ChainRow>, played: &Played<'_>| rows.extend(ChainRow::new(played));
    for row in 0..arguments.rows() {
        arguments.check_signal()?;
        let rows = games.replay(row, on_move, &mut bad)?;
        let is_game = rows.is_some();
        for row in rows.into_iter().flatten() {
            append(lists.values(), &row);
        }
        lists.append(is_game);
    }
    Ok(Arc::new(lists.finish()))
}

fn append(chains: &mut StructBuilder, row: &ChainRow) {
    let mut text = |at, value: &str| {
        if let Some(builder) = chains.field_builder::<StringBuilder>(at) {
            builder.append_value(value);
        }
    };
    text(1, &row.san);
    text(2, &row.chain.square.to_string());
    let mut number = |at, value: Result<i32, std::num::TryFromIntError>| {
        if let Some(builder) = chains.field_builder::<Int32Builder>(at) {
            builder.append_option(value.ok());
        }
    };
    number(0, row.ply.try_into());
    number(3, row.chain.pieces().try_into());
    number(4, row.chain.area.try_into());
    chains.append(true);
}

fn chain_count(arguments: &Arguments<'_>) -> Result<ArrayRef> {
    count_games(arguments, 0, None)
}

/// Counts the chains of games, whose moves are the argument with this number, unless the
/// count is known.
fn count_games(
    arguments: &Arguments<'_>,
    moves: usize,
    known: Option<&UInt64Array>,
) -> Result<ArrayRef> {
    let mut counts = UInt64Builder::with_capacity(arguments.rows());
    let games = Games::of(arguments, moves)?;
    let mut bad = arguments.tally();
    for row in 0..arguments.rows() {
        arguments.check_signal()?;
        let known = known.filter(|known| known.is_valid(row));
        let count = match known {
            Some(known) => Some(known.value(row)),
            None => {
                let on_move = |count: &mut u64, played: &Played<'_>| {
                    *count += u64::from(played.forms_chain())
                };
                games.replay(row, on_move, &mut bad)?
            }
        };
        counts.append_option(count);
    }
    Ok(Arc::new(counts.finish()))
}

/// `chain_count` with one more argument before the others: the count, where it is known.
/// Only the rows where it is NULL are replayed. Statements cannot call it.
pub(crate) fn known_chain_count() -> ScalarUDF {
    let count = |texts: usize| {
        let texts = std::iter::repeat_n(DataType::Utf8, texts);
        let types = std::iter::once(DataType::UInt64).chain(texts);
        TypeSignature::Exact(types.collect())
    };
    ScalarUDF::new_from_impl(CatenaFunction {
        counted_as: CHAINS,
        ..CatenaFunction::new(
            "known_chain_count",
            vec![count(1), count(2)],
            DataType::UInt64,
            &Description {
                syntax: "known_chain_count(count, movetext [, start_fen])",
                text: "Returns the count, or chain_count(movetext, start_fen) where it is NULL.",
                example: "",
                arguments: GAME_ARGUMENTS,
            },
            |arguments| count_games(arguments, 1, Some(arguments.counts(0)?)),
        )
    })
}

/// The games of some rows.
struct Games<'a> {
    movetexts: TextColumn<'a>,
    starts: Option<TextColumn<'a>>,
}

impl<'a> Games<'a> {
    /// The games whose moves are the argument with this number, and whose start is the next.
    fn of(arguments: &'a Arguments<'_>, moves: usize) -> Result<Games<'a>> {
        Ok(Games {
            movetexts: arguments.needed_text(moves)?,
            starts: arguments.text(moves + 1)?,
        })
    }

    /// Replays the game of a row. Returns what `on_move` made of its moves; `None`
    /// if the game is NULL or cannot be read to its end.
    fn replay<T: Default>(
        &self,
        row: usize,
        on_move: impl Fn(&mut T, &Played<'_>),
        bad: &mut BadRowTally<'_>,
    ) -> Result<Option<T>> {
        let Some(movetext) = self.movetexts.get(row) else {
            return Ok(None);
        };
        let start = self.starts.and_then(|starts| starts.get(row));
        let mut made = T::default();
        match replay_movetext(movetext, start, |played| on_move(&mut made, &played)) {
            Ok(_) => Ok(Some(made)),
            Err(error) => {
                bad.add(movetext, error.in_game())?;
                Ok(None)
            }
        }
    }
}

/// Replaces `cardinality(chains(…))` and `array_length(chains(…))` by `chain_count(…)`,
/// which does not look for the sizes of the chains.
#[derive(Debug)]
pub(crate) struct CountRewrite {
    chain_count: Arc<ScalarUDF>,
}

impl CountRewrite {
    /// The rewrite, if the functions are those of this crate.
    #[must_use]
    pub(crate) fn new() -> Option<CountRewrite> {
        let chain_count = functions()
            .into_iter()
            .find(|udf| udf.name() == CHAIN_COUNT)?;
        Some(CountRewrite { chain_count })
    }
}

impl FunctionRewrite for CountRewrite {
    fn name(&self) -> &str {
        CHAIN_COUNT
    }

    fn rewrite(&self, expr: Expr, _: &DFSchema, _: &ConfigOptions) -> Result<Transformed<Expr>> {
        let Expr::ScalarFunction(outer) = &expr else {
            return Ok(Transformed::no(expr));
        };
        let [Expr::ScalarFunction(inner)] = &outer.args[..] else {
            return Ok(Transformed::no(expr));
        };
        if !LENGTHS.contains(&outer.func.name()) || inner.func.name() != CHAINS {
            return Ok(Transformed::no(expr));
        }
        let count = Expr::ScalarFunction(ScalarFunction {
            func: Arc::clone(&self.chain_count),
            args: inner.args.clone(),
        });
        Ok(Transformed::yes(count))
    }
}
