//! How far a query is, shown on a terminal.

use std::sync::Arc;
use std::time::Duration;

use datafusion::common::stats::Precision;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::statistics::{StatisticsArgs, StatisticsContext};
use indicatif::{ProgressBar, ProgressStyle};

/// How often the bar moves.
const STEP: Duration = Duration::from_millis(200);

/// Shows how many rows the plan has read, until the future is dropped. Nothing is shown
/// where standard error is not a terminal.
pub async fn show(plan: Arc<dyn ExecutionPlan>) {
    let total = sum_of_scans(&plan, &rows_of_scan);
    let bar = if total > 0 {
        ProgressBar::new(total).with_style(style(
            "{wide_bar} {human_pos} of {human_len} rows, {eta} left",
        ))
    } else {
        ProgressBar::new_spinner().with_style(style("{spinner} {human_pos} rows, {elapsed}"))
    };
    let _clear = ClearOnDrop(bar.clone());
    loop {
        tokio::time::sleep(STEP).await;
        bar.set_position(sum_of_scans(&plan, &|scan| {
            let rows = scan.metrics().and_then(|metrics| metrics.output_rows());
            rows.unwrap_or(0) as u64
        }));
        bar.tick();
    }
}

/// How many rows a scan will read, if that is known.
fn rows_of_scan(scan: &Arc<dyn ExecutionPlan>) -> u64 {
    let statistics = StatisticsContext::new().compute(scan.as_ref(), &StatisticsArgs::default());
    let rows = statistics.map_or(Precision::Absent, |statistics| statistics.num_rows);
    rows.get_value().map_or(0, |&rows| rows as u64)
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Removes the bar however showing it ends.
struct ClearOnDrop(ProgressBar);

impl Drop for ClearOnDrop {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

fn sum_of_scans(
    plan: &Arc<dyn ExecutionPlan>,
    count: &dyn Fn(&Arc<dyn ExecutionPlan>) -> u64,
) -> u64 {
    let children = plan.children();
    if children.is_empty() {
        return count(plan);
    }
    children
        .into_iter()
        .map(|child| sum_of_scans(child, count))
        .sum()
}
