//! [`CountPushdown`]: chains of a PGN file are counted while its games are read.
//!
//! `pgn(…)` replays every game to find its errors, and `chain_count(movetext, fen)` would
//! replay it once more. This rule of the optimizer lets the table count on the way, in one
//! more column, and the call read that. The column is NULL of games without the usual start,
//! which the call replays itself: so nothing is asked about a game that a query leaves out.

use std::sync::Arc;

use datafusion::common::tree_node::{Transformed, TreeNode as _};
use datafusion::common::{Column, Result};
use datafusion::datasource::{provider_as_source, source_as_provider};
use datafusion::logical_expr::expr_rewriter::NamePreserver;
use datafusion::logical_expr::logical_plan::{
    Filter, Projection, SubqueryAlias, TableScan, TableScanBuilder,
};
use datafusion::logical_expr::{Expr, LogicalPlan};
use datafusion::optimizer::{ApplyOrder, OptimizerConfig, OptimizerRule};

use crate::function::{CHAIN_COUNT, known_chain_count};
use crate::game_row::{COUNT_COLUMN, COUNT_OF_CHAINS, MOVETEXT, START_FEN};
use crate::pgn_table::PgnTable;

/// The rule.
#[derive(Debug)]
pub(crate) struct CountPushdown;

impl OptimizerRule for CountPushdown {
    fn name(&self) -> &str {
        "count_chains_of_pgn"
    }

    fn apply_order(&self) -> Option<ApplyOrder> {
        Some(ApplyOrder::BottomUp)
    }

    fn rewrite(
        &self,
        plan: LogicalPlan,
        _: &dyn OptimizerConfig,
    ) -> Result<Transformed<LogicalPlan>> {
        let (LogicalPlan::Projection(_) | LogicalPlan::Aggregate(_) | LogicalPlan::Filter(_)) =
            plan
        else {
            return Ok(Transformed::no(plan));
        };
        let mut input = plan.inputs()[0].clone();
        let names = NamePreserver::new(&plan);
        let mut is_changed = false;
        let mut exprs = Vec::new();
        for expr in plan.expressions() {
            let name = names.save(&expr);
            let expr = expr.transform(|expr| {
                let Some((wider, known)) = pushed_down(&expr, &input)? else {
                    return Ok(Transformed::no(expr));
                };
                input = wider;
                Ok(Transformed::yes(known))
            })?;
            is_changed |= expr.transformed;
            exprs.push(name.restore(expr.data));
        }
        if !is_changed {
            return Ok(Transformed::no(plan));
        }
        let schema = Arc::clone(plan.schema());
        let mut counted = plan.with_new_exprs(exprs, vec![input])?;
        if let LogicalPlan::Filter(_) = counted {
            // A filter passes on all columns, and the new one is not wanted after it.
            let columns = schema.columns().into_iter().map(Expr::Column).collect();
            counted = LogicalPlan::Projection(Projection::try_new(columns, Arc::new(counted))?);
        }
        Ok(Transformed::yes(counted))
    }
}

/// The input with the count of chains, and the expression that uses it, if this one counts
/// the chains of a PGN table.
fn pushed_down(expr: &Expr, input: &LogicalPlan) -> Result<Option<(LogicalPlan, Expr)>> {
    let Expr::ScalarFunction(call) = expr else {
        return Ok(None);
    };
    let is_column = |argument: &Expr, name: &str| match argument {
        Expr::Column(column) => column_of_pgn(input, column).as_deref() == Some(name),
        _ => false,
    };
    match &call.args[..] {
        _ if call.func.name() != CHAIN_COUNT => return Ok(None),
        [moves] if is_column(moves, MOVETEXT) => {}
        [moves, fen] if is_column(moves, MOVETEXT) && is_column(fen, START_FEN) => {}
        _ => return Ok(None),
    }
    let Some((wider, count)) = with_count(input)? else {
        return Ok(None);
    };
    let mut args = vec![Expr::Column(count)];
    args.extend(call.args.iter().cloned());
    Ok(Some((wider, known_chain_count().call(args))))
}

/// The column of the PGN table that this column of a plan is, if it is one as it stands.
fn column_of_pgn(plan: &LogicalPlan, column: &Column) -> Option<String> {
    let at = plan.schema().maybe_index_of_column(column)?;
    let below = |input: &LogicalPlan| column_of_pgn(input, &input.schema().columns()[at]);
    match plan {
        LogicalPlan::TableScan(scan) => pgn_table(scan).map(|_| column.name.clone()),
        LogicalPlan::SubqueryAlias(alias) => below(&alias.input),
        LogicalPlan::Filter(filter) => below(&filter.input),
        LogicalPlan::Projection(projection) => match projection.expr[at].clone().unalias() {
            Expr::Column(column) => column_of_pgn(&projection.input, &column),
            _ => None,
        },
        _ => None,
    }
}

/// The PGN file that is scanned, if it is one.
fn pgn_table(scan: &TableScan) -> Option<PgnTable> {
    let provider = source_as_provider(&scan.source).ok()?;
    provider.downcast_ref::<PgnTable>().cloned()
}

/// The plan with one more column, the count of chains.
fn with_count(plan: &LogicalPlan) -> Result<Option<(LogicalPlan, Column)>> {
    match plan {
        LogicalPlan::TableScan(scan) => scan_with_count(scan),
        LogicalPlan::SubqueryAlias(alias) => {
            let Some((input, column)) = with_count(&alias.input)? else {
                return Ok(None);
            };
            let column = Column::new(Some(alias.alias.clone()), column.name);
            let alias = SubqueryAlias::try_new(Arc::new(input), alias.alias.clone())?;
            Ok(Some((LogicalPlan::SubqueryAlias(alias), column)))
        }
        LogicalPlan::Filter(filter) => {
            let Some((input, column)) = with_count(&filter.input)? else {
                return Ok(None);
            };
            let filter = Filter::try_new(filter.predicate.clone(), Arc::new(input))?;
            Ok(Some((LogicalPlan::Filter(filter), column)))
        }
        LogicalPlan::Projection(projection) => {
            let Some((input, column)) = with_count(&projection.input)? else {
                return Ok(None);
            };
            let mut exprs = projection.expr.clone();
            let expr = Expr::Column(column.clone());
            if !exprs.contains(&expr) {
                exprs.push(expr);
            }
            let projection = Projection::try_new(exprs, Arc::new(input))?;
            Ok(Some((LogicalPlan::Projection(projection), column)))
        }
        _ => Ok(None),
    }
}

fn scan_with_count(scan: &TableScan) -> Result<Option<(LogicalPlan, Column)>> {
    let Some(table) = pgn_table(scan) else {
        return Ok(None);
    };
    let table = table.with_count();
    let all = || (0..scan.source.schema().fields().len()).collect();
    let mut projection = scan.projection.clone().unwrap_or_else(all);
    if !projection.contains(&COUNT_COLUMN) {
        projection.push(COUNT_COLUMN);
    }
    let column = Column::new(Some(scan.table_name.clone()), COUNT_OF_CHAINS);
    let scan = TableScanBuilder::new(scan.table_name.clone(), provider_as_source(Arc::new(table)))
        .with_projection(Some(projection))
        .with_filters(scan.filters.clone())
        .with_fetch(scan.fetch)
        .build()?;
    Ok(Some((LogicalPlan::TableScan(scan), column)))
}
