//! The scheduler: plans queries and hands their stages to executors.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::{Context, Result};
use ballista_core::JobId;
use ballista_core::serde::protobuf::scheduler_grpc_server::SchedulerGrpcServer;
use ballista_core::utils::default_session_builder;
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::cluster::memory::InMemoryJobState;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::create_scheduler;
use ballista_scheduler::scheduler_server::SchedulerServer;
use ballista_scheduler::state::session_manager::share_file_statistics_cache;
use catena_sql::cluster::{USER_AGENT, introduce};
use catena_sql::{CatenaOptions, functions};
use datafusion::execution::{FunctionRegistry as _, SessionState};
use datafusion::prelude::SessionConfig;
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use tokio::sync::mpsc::UnboundedReceiver;
use tonic::transport::Server;
use tonic::{Request, Status};

use crate::host::external_host;
use crate::seen_file::SeenFiles;
use crate::slot_count::SlotCount;

/// How a scheduler runs.
#[derive(Clone, Debug)]
pub struct SchedulerSettings {
    /// Where it listens.
    pub address: SocketAddr,
    /// The host by which executors find it; the address if there is none.
    pub host: Option<String>,
    /// An executor that is silent for so many seconds is given up, and its work is done
    /// again by others.
    pub executor_timeout: u64,
}

/// Runs a scheduler until it is stopped.
///
/// # Errors
///
/// If it cannot listen at its address.
pub async fn run(settings: &SchedulerSettings) -> Result<()> {
    let address = settings.address;
    let host = external_host("a scheduler", address.ip(), settings.host.as_deref())?;
    let listener = tokio::net::TcpListener::bind(address)
        .await
        .with_context(|| format!("cannot listen at {address}"))?;
    let local = listener.local_addr()?;
    drop(listener);
    let config = SchedulerConfig {
        bind_host: address.ip().to_string(),
        // Executors report there how their tasks have ended.
        external_host: host,
        bind_port: local.port(),
        executor_timeout_seconds: settings.executor_timeout,
        expire_dead_executor_interval_seconds: (settings.executor_timeout / 4).max(1),
        no_executors_grace_period_seconds: settings.executor_timeout.max(30),
        override_create_grpc_client_endpoint: Some(introduce(USER_AGENT)),
        ..SchedulerConfig::default()
    };
    let messages = config.grpc_server_max_decoding_message_size as usize;
    let (cluster, given_up) = cluster(&config);
    let scheduler =
        create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, Arc::new(config)).await?;
    tokio::spawn(cancel(scheduler.clone(), given_up));
    let service = SchedulerGrpcServer::new(scheduler)
        .max_decoding_message_size(messages)
        .max_encoding_message_size(messages);
    let service = tonic::service::interceptor::InterceptedService::new(service, check_version);
    eprintln!("catena-cluster: the scheduler listens at {local}");
    let served = Server::builder().add_service(service).serve(local).await;
    served.with_context(|| format!("cannot listen at {local}"))
}

/// Cancels the jobs that are given up, so that their clients are told.
async fn cancel(
    scheduler: SchedulerServer<LogicalPlanNode, PhysicalPlanNode>,
    mut given_up: UnboundedReceiver<JobId>,
) {
    while let Some(job) = given_up.recv().await {
        if let Err(error) = scheduler.cancel_job(job.clone()).await {
            log::error!("cannot cancel the job {job}: {error}");
        }
    }
}

/// What Ballista knows of executors and jobs, in memory, and the jobs that it gives up.
/// Sessions have the functions of catena and partitions by the slots of the executors.
fn cluster(config: &SchedulerConfig) -> (BallistaCluster, UnboundedReceiver<JobId>) {
    let (executors, given_up) = SlotCount::new();
    let executors = Arc::new(executors);
    let slots = Arc::clone(&executors);
    let builder = move |config| session_state(config, slots.total());
    let jobs = InMemoryJobState::new(
        config.scheduler_id.clone(),
        share_file_statistics_cache(Arc::new(builder)),
        Arc::new(crate::session_config),
    );
    (BallistaCluster::new(executors, Arc::new(jobs)), given_up)
}

/// Into how many partitions a stage is cut if the client does not say. More than slots,
/// so that a slow one is not waited for long; fewer than a shuffle can take.
fn partitions(slots: usize) -> usize {
    (4 * slots).clamp(8, 1024).max(slots)
}

/// A session with the functions of catena, which refuses files that are not there.
fn session_state(config: SessionConfig, slots: usize) -> datafusion::error::Result<SessionState> {
    let wanted = CatenaOptions::of(config.options()).partitions;
    let partitions = if wanted > 0 {
        wanted
    } else {
        partitions(slots)
    };
    let mut state = default_session_builder(config.with_target_partitions(partitions))?;
    for function in functions() {
        state.register_udf(function)?;
    }
    state.add_analyzer_rule(Arc::new(SeenFiles));
    Ok(state)
}

/// Refuses programs of another version: their functions may differ.
#[allow(clippy::result_large_err, reason = "the type that tonic wants")]
fn check_version(request: Request<()>) -> Result<Request<()>, Status> {
    let agent = request.metadata().get("user-agent");
    let agent = agent
        .and_then(|agent| agent.to_str().ok())
        .unwrap_or_default();
    // tonic adds its own name after ours.
    let theirs = agent.split_whitespace().next().unwrap_or_default();
    if theirs == USER_AGENT {
        return Ok(request);
    }
    let theirs = match theirs.strip_prefix("catena/") {
        Some(version) => format!("catena {version}"),
        None => "not of catena".into(),
    };
    let ours = USER_AGENT.replace('/', " ");
    Err(Status::failed_precondition(format!(
        "this scheduler is {ours}, the other program is {theirs}: \
         all programs of a cluster must have the same version"
    )))
}
