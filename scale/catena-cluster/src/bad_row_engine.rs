//! [`BadRowEngine`]: tells the scheduler how many rows a task could not read, as one of
//! the task's metrics. The client asks for them when the query is done.

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use ballista_core::JobId;
use ballista_core::serde::protobuf::{
    RuntimeStatsReport, ShuffleWritePartition, TaskColumnStats, WindowStateReport,
};
use ballista_executor::execution_engine::{
    DefaultExecutionEngine, ExecutionEngine, QueryStageExecutor,
};
use catena_sql::cluster::BAD_ROWS;
use catena_sql::{CatenaOptions, take_bad_rows};
use datafusion::error::Result;
use datafusion::execution::TaskContext;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::metrics::{Count, Metric, MetricValue, MetricsSet};
use datafusion::prelude::SessionConfig;

/// Ballista's own engine, and the counts of bad rows.
#[derive(Default)]
pub(crate) struct BadRowEngine {
    inner: DefaultExecutionEngine,
}

impl ExecutionEngine for BadRowEngine {
    fn create_query_stage_exec(
        &self,
        job_id: JobId,
        stage_id: usize,
        task_id: usize,
        partitions: Vec<usize>,
        plan: Arc<dyn ExecutionPlan>,
        work_dir: &str,
        config: &SessionConfig,
    ) -> Result<Arc<dyn QueryStageExecutor>> {
        let query = CatenaOptions::of(config.options()).query;
        let inner = self.inner.create_query_stage_exec(
            job_id, stage_id, task_id, partitions, plan, work_dir, config,
        )?;
        Ok(Arc::new(CountingStage { inner, query }))
    }
}

#[derive(Debug)]
struct CountingStage {
    inner: Arc<dyn QueryStageExecutor>,
    query: String,
}

impl fmt::Display for CountingStage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.fmt(f)
    }
}

#[async_trait]
impl QueryStageExecutor for CountingStage {
    async fn execute_query_stage(
        &self,
        task_id: usize,
        context: Arc<TaskContext>,
    ) -> Result<Vec<ShuffleWritePartition>> {
        self.inner.execute_query_stage(task_id, context).await
    }

    /// The counts may be those of another task of the same query on this executor; only
    /// their sum is shown.
    fn collect_plan_metrics(&self) -> Vec<MetricsSet> {
        let mut metrics = self.inner.collect_plan_metrics();
        let Some(first) = metrics.first_mut() else {
            return metrics;
        };
        for (function, rows) in take_bad_rows(&self.query) {
            let count = Count::new();
            count.add(usize::try_from(rows).unwrap_or(usize::MAX));
            let name = format!("{BAD_ROWS}{function}").into();
            first.push(Arc::new(Metric::new(
                MetricValue::Count { name, count },
                Some(0),
            )));
        }
        metrics
    }

    fn collect_runtime_stats_reports(&self) -> Vec<RuntimeStatsReport> {
        self.inner.collect_runtime_stats_reports()
    }

    fn collect_window_state_reports(&self) -> Result<Vec<WindowStateReport>> {
        self.inner.collect_window_state_reports()
    }

    fn collect_column_stats(&self) -> Vec<TaskColumnStats> {
        self.inner.collect_column_stats()
    }
}
