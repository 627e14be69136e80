//! [`SeenFiles`]: refuses queries about files that the scheduler does not see.

use std::path::Path;

use datafusion::common::plan_err;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::config::ConfigOptions;
use datafusion::datasource::listing::ListingTable;
use datafusion::datasource::source_as_provider;
use datafusion::error::Result;
use datafusion::logical_expr::LogicalPlan;
use datafusion::optimizer::AnalyzerRule;

/// The client has found the files of a table. One that the scheduler does not find would have
/// no rows for DataFusion, and the result would be wrong.
#[derive(Debug)]
pub(crate) struct SeenFiles;

impl AnalyzerRule for SeenFiles {
    fn analyze(&self, plan: LogicalPlan, _: &ConfigOptions) -> Result<LogicalPlan> {
        plan.apply_with_subqueries(|plan| {
            if let LogicalPlan::TableScan(scan) = plan {
                let table = source_as_provider(&scan.source)?;
                table.downcast_ref().map_or(Ok(()), check)?;
            }
            Ok(TreeNodeRecursion::Continue)
        })?;
        Ok(plan)
    }

    fn name(&self) -> &str {
        "seen_files"
    }
}

fn check(table: &ListingTable) -> Result<()> {
    for url in table.table_paths() {
        let file = Path::new("/").join(url.prefix().as_ref());
        if !file.exists() {
            return plan_err!("the scheduler does not see the file '{}'", file.display());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use datafusion::prelude::{CsvReadOptions, SessionContext};

    use super::*;

    #[test]
    fn a_file_that_is_not_there_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a b.csv");
        std::fs::write(&file, "n\n1\n").expect("a file");
        let runtime = tokio::runtime::Runtime::new().expect("threads");
        let context = SessionContext::new();
        let frame =
            runtime.block_on(context.read_csv(file.display().to_string(), CsvReadOptions::new()));
        let plan = frame.expect("a table").into_unoptimized_plan();
        let analyze = || SeenFiles.analyze(plan.clone(), &ConfigOptions::new());
        assert!(analyze().is_ok());
        std::fs::remove_file(&file).expect("a file");
        let error = analyze().expect_err("there is no file").to_string();
        assert!(
            error.contains("the scheduler does not see the file '/"),
            "{error}"
        );
        assert!(error.contains("a b.csv"), "{error}");
    }
}
