//! `sscc_eval`: what the engine thinks of a position.

use std::sync::Arc;
use std::thread;

use catena_chess::notation::fen;
use catena_chess::{SwitchLimit, Variant};
use catena_engine::{Engine, Limits, STACK, Settings, Signal};
use datafusion::arrow::array::{Array, ArrayRef, Int32Builder};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::exec_datafusion_err;
use datafusion::error::Result;
use datafusion::logical_expr::TypeSignature;

use super::argument::Arguments;
use super::{CatenaFunction, Description};

/// The engine's transposition table, in mebibytes: enough for some hundred thousand
/// nodes, and quick to clear for every row.
const HASH: usize = 4;

pub(super) fn sscc_eval() -> CatenaFunction {
    CatenaFunction::new(
        "sscc_eval",
        vec![
            TypeSignature::Exact(vec![DataType::Utf8View, DataType::Int64]),
            TypeSignature::Exact(vec![DataType::Utf8, DataType::Int64]),
        ],
        DataType::Int32,
        &Description {
            syntax: "sscc_eval(fen, nodes)",
            text: "Returns the engine's score of a position of Switch-Side Chain-Chess after a \
                   search of about so many nodes: hundredths of a pawn, from the point of view \
                   of the player to move. Mate in n plies is 32000 - n, being mated n - 32000.",
            example: "SELECT sscc_eval(fen, 10000) FROM 'positions.csv'",
            arguments: &[
                ("fen", "The position as a FEN."),
                ("nodes", "How many nodes to search, at least 1."),
            ],
        },
        evaluate,
    )
}

fn evaluate(arguments: &Arguments<'_>) -> Result<ArrayRef> {
    // The search needs more stack than a thread of the runtime may have.
    thread::scope(|scope| {
        let search = thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, || evaluate_rows(arguments))?;
        let ended = search.join();
        ended.map_err(|_| exec_datafusion_err!("the engine failed"))?
    })
}

fn evaluate_rows(arguments: &Arguments<'_>) -> Result<ArrayRef> {
    let fens = arguments.needed_text(0)?;
    let nodes = arguments.number(1)?;
    let mut bad = arguments.tally();
    let mut scores = Int32Builder::with_capacity(arguments.rows());
    let mut engine = Engine::new(HASH)
        .map_err(|error| exec_datafusion_err!("the engine cannot start: {error}"))?;
    engine.set_settings(Settings {
        variant: Variant::Sscc,
        ..Settings::default()
    });
    for row in 0..arguments.rows() {
        arguments.check_signal()?;
        let (Some(fen), true) = (fens.get(row), nodes.is_valid(row)) else {
            scores.append_null();
            continue;
        };
        match score(&mut engine, fen, nodes.value(row), arguments.signal()) {
            Ok(score) => scores.append_value(score),
            Err(problem) => {
                scores.append_null();
                bad.add(fen, problem)?;
            }
        }
    }
    // The last search may have ended early.
    arguments.check_signal()?;
    Ok(Arc::new(scores.finish()))
}

/// The score does not depend on the rows before it.
fn score(engine: &mut Engine, fen: &str, nodes: i64, signal: &Signal) -> Result<i32, String> {
    let nodes = u64::try_from(nodes).ok().filter(|&nodes| nodes > 0);
    let nodes = nodes.ok_or("the number of nodes must be at least 1")?;
    let position = fen::parse(fen, SwitchLimit::default()).map_err(|error| error.to_string())?;
    engine.clear();
    let placed = engine.set_position(&position, &[]);
    placed.map_err(|error| error.to_string())?;
    let found = engine.search(&Limits::nodes(nodes), signal, &mut |_| {});
    Ok(found.score)
}
