//! The client's side of a cluster.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::sync::Arc;
use std::time::Duration;

use ballista::prelude::{SessionConfigExt, SessionContextExt};
use ballista_core::execution_plans::DistributedQueryExec;
use ballista_core::extension::EndpointOverrideFn;
use ballista_core::serde::protobuf::operator_metric::Metric;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_core::serde::protobuf::{CancelJobParams, GetJobMetricsParams, OperatorMetric};
use datafusion::common::plan_err;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::SessionStateBuilder;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::prelude::{SessionConfig, SessionContext};
use datafusion_proto::protobuf::LogicalPlanNode;
use tokio::net::TcpStream;

/// How a program of a cluster introduces itself: schedulers refuse other versions, whose
/// functions may differ.
pub const USER_AGENT: &str = concat!("catena/", env!("CARGO_PKG_VERSION"));

/// The port of a scheduler that has no other.
pub const DEFAULT_PORT: u16 = 50050;

/// How long to wait until a connection is there. Some networks refuse none, but never answer.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// Makes a connection introduce itself with this name.
#[must_use]
pub fn introduce(user_agent: &str) -> EndpointOverrideFn {
    let user_agent = user_agent.to_owned();
    Arc::new(move |endpoint| Ok(endpoint.user_agent(user_agent.clone())?))
}

/// A session on the cluster of this scheduler.
pub(crate) async fn connect(scheduler: &str, config: SessionConfig) -> Result<SessionContext> {
    let address = scheduler
        .trim_start_matches("http://")
        .trim_start_matches("df://");
    let has_port = address
        .rsplit_once(':')
        .is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    let address = match has_port {
        true => address.to_owned(),
        false => format!("{address}:{DEFAULT_PORT}"),
    };
    await_scheduler(&address).await?;
    let config = config
        .upgrade_for_ballista()
        .with_ballista_override_create_grpc_client_endpoint(introduce(USER_AGENT))
        // With it, a query waits for ever when an executor is lost whose results a later
        // stage has begun to read.
        .set_bool("ballista.planner.adaptive.enabled", false);
    let state = SessionStateBuilder::new()
        .with_config(config)
        .with_default_features()
        .build();
    SessionContext::remote_with_state(&format!("df://{address}"), state).await
}

/// Waits until something listens at the address. The scheduler may have been started at
/// the same time, so it gets some seconds.
async fn await_scheduler(address: &str) -> Result<()> {
    let mut tries = 0;
    loop {
        let connection = tokio::time::timeout(PATIENCE, TcpStream::connect(address)).await;
        match connection.unwrap_or_else(|_| Err(ErrorKind::TimedOut.into())) {
            Ok(_) => return Ok(()),
            Err(error) if error.kind() == ErrorKind::ConnectionRefused && tries < 20 => {
                tries += 1;
                tokio::time::sleep(Duration::from_millis(250)).await;
            }
            Err(error) => return plan_err!("no scheduler answers at '{address}': {error}"),
        }
    }
}

/// How the name of the metric begins that counts bad rows; the function follows.
pub const BAD_ROWS: &str = "bad_rows_";

/// How many rows the executors could not read, by function. Nothing if the plan did not
/// run on a cluster, or the scheduler has forgotten it.
pub(crate) async fn bad_rows(plan: &Arc<dyn ExecutionPlan>) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for (scheduler, job) in jobs(plan) {
        for metric in job_metrics(&scheduler, job).await.unwrap_or_default() {
            if let Some(Metric::Count(count)) = metric.metric
                && let Some(function) = count.name.strip_prefix(BAD_ROWS)
            {
                *counts.entry(function.to_owned()).or_default() += count.value;
            }
        }
    }
    counts
}

/// The jobs of a plan, each with the address of its scheduler.
fn jobs(plan: &Arc<dyn ExecutionPlan>) -> Vec<(String, String)> {
    let mut found: Vec<_> = plan.children().into_iter().flat_map(jobs).collect();
    if let Some(query) = plan.downcast_ref::<DistributedQueryExec<LogicalPlanNode>>()
        && let Some(job) = query.job_id()
    {
        // The plan does not tell the address otherwise.
        let text = datafusion::physical_plan::displayable(plan.as_ref())
            .one_line()
            .to_string();
        let address = text.split("scheduler_url=").nth(1);
        let address = address.and_then(|rest| rest.split_whitespace().next());
        found.extend(address.map(|address| (address.to_owned(), job.to_string())));
    }
    found
}

/// Ends the jobs of a plan on the cluster. Nothing if it runs in process.
pub async fn cancel(plan: &Arc<dyn ExecutionPlan>) {
    for (scheduler, job_id) in jobs(plan) {
        if let Some(mut client) = client(&scheduler).await {
            // A job that cannot be cancelled has ended.
            let _ = client.cancel_job(CancelJobParams { job_id }).await;
        }
    }
}

/// Whether the cluster has given a query up, since an executor was lost whose results were
/// being read. It may succeed if it is asked again.
#[must_use]
pub fn is_given_up(error: &DataFusionError) -> bool {
    // The client does not wait for what it has cancelled itself.
    let text = error.strip_backtrace();
    text.contains("Job ") && text.trim_end().ends_with(" failed: Cancelled")
}

async fn client(scheduler: &str) -> Option<SchedulerGrpcClient<tonic::transport::Channel>> {
    let endpoint = tonic::transport::Endpoint::from_shared(scheduler.to_owned()).ok()?;
    let endpoint = endpoint.user_agent(USER_AGENT).ok()?;
    Some(SchedulerGrpcClient::new(endpoint.connect().await.ok()?))
}

async fn job_metrics(scheduler: &str, job_id: String) -> Option<Vec<OperatorMetric>> {
    let mut client = client(scheduler).await?;
    let metrics = client
        .get_job_metrics(GetJobMetricsParams { job_id })
        .await
        .ok()?;
    let stages = metrics.into_inner().stages.into_iter();
    let operators = stages.flat_map(|stage| stage.operators);
    Some(operators.flat_map(|operator| operator.metrics).collect())
}
