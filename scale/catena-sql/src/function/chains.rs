//! `chains` and `chain_count`: the moves of a game that form a chain.

use std::sync::Arc;

use catena_chess::pgn::{FormedChain, PgnError, Played, replay_movetext};
use catena_chess::shakmaty::san::SanPlus;
use datafusion::arrow::array::{
    ArrayRef, Int32Builder, ListBuilder, StringBuilder, StructBuilder, UInt64Builder,
};
use datafusion::arrow::datatypes::{DataType, Field, Fields};
use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::Transformed;
use datafusion::common::{DFSchema, Result};
use datafusion::logical_expr::expr::ScalarFunction;
use datafusion::logical_expr::expr_rewriter::FunctionRewrite;
use datafusion::logical_expr::{Expr, ScalarUDF, TypeSignature};

use super::argument::Arguments;
use super::{CatenaFunction, Description, functions};

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
    let mut rows: Vec<ChainRow> = Vec::new();
    each_game(
        arguments,
        &mut rows,
        |rows, played| rows.extend(ChainRow::new(played)),
        |rows| {
            let is_game = rows.is_some();
            for row in rows.into_iter().flat_map(|rows| rows.drain(..)) {
                append(lists.values(), &row);
            }
            lists.append(is_game);
        },
    )?;
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
    let mut counts = UInt64Builder::with_capacity(arguments.rows());
    let mut count = 0;
    let on_move = |count: &mut u64, played: &Played<'_>| *count += u64::from(played.forms_chain());
    each_game(arguments, &mut count, on_move, |count| {
        counts.append_option(count.map(std::mem::take));
    })?;
    Ok(Arc::new(counts.finish()))
}

/// How many moves of a game form a chain.
pub(crate) fn count_chains(movetext: &str, start: Option<&str>) -> Result<u64, PgnError> {
    let mut chains = 0;
    replay_movetext(movetext, start, |played| {
        chains += u64::from(played.forms_chain());
    })?;
    Ok(chains)
}

/// Replays the game of every row: calls `on_move` for its moves, then `on_end` with
/// what they found, or with `None` if the game is NULL or cannot be read to its end.
fn each_game<T: Default>(
    arguments: &Arguments<'_>,
    found: &mut T,
    on_move: impl Fn(&mut T, &Played<'_>),
    mut on_end: impl FnMut(Option<&mut T>),
) -> Result<()> {
    let movetexts = arguments.needed_text(0)?;
    let starts = arguments.text(1)?;
    let mut bad = arguments.tally();
    for row in 0..arguments.rows() {
        let Some(movetext) = movetexts.get(row) else {
            on_end(None);
            continue;
        };
        let start = starts.and_then(|starts| starts.get(row));
        match replay_movetext(movetext, start, |played| on_move(found, &played)) {
            Ok(_) => on_end(Some(found)),
            Err(error) => {
                *found = T::default();
                on_end(None);
                bad.add(movetext, error.in_game())?;
            }
        }
    }
    Ok(())
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
