//! The executor: runs the stages of queries that a scheduler hands out.

use std::net::{IpAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::serde::protobuf::GetJobStatusParams;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use catena_sql::cluster::introduce;
use catena_sql::functions;
use tonic::Code;
use tonic::transport::Endpoint;

use crate::bad_row_engine::BadRowEngine;
use crate::work_folder::WorkFolder;

/// How an executor runs.
#[derive(Clone, Debug)]
pub struct ExecutorSettings {
    /// The scheduler's host and port.
    pub scheduler: (String, u16),
    /// The address at which it listens.
    pub bind: IpAddr,
    /// The host by which the others find it; the address if there is none.
    pub host: Option<String>,
    /// Its ports, for results and for the scheduler; free ones if they are 0.
    pub ports: (u16, u16),
    /// How many tasks run at once.
    pub slots: usize,
    /// Where it makes a folder for intermediate results; the folder for temporary files
    /// if there is none.
    pub work_folder: Option<PathBuf>,
    /// How it introduces itself, usually [`USER_AGENT`](catena_sql::cluster::USER_AGENT).
    pub user_agent: String,
}

/// Runs an executor until it is stopped.
///
/// # Errors
///
/// If the scheduler cannot be reached, or refuses it.
pub async fn run(settings: &ExecutorSettings) -> Result<()> {
    ask_to_join(settings).await?;
    let mut registry = BallistaFunctionRegistry::default();
    for function in functions() {
        let name = function.name().to_owned();
        registry.scalar_functions.insert(name, function);
    }
    let (scheduler_host, scheduler_port) = settings.scheduler.clone();
    let parent = settings.work_folder.clone();
    let work_folder = WorkFolder::create_in(&parent.unwrap_or_else(std::env::temp_dir))?;
    let data = work_folder.data();
    let Some(work_dir) = data.to_str() else {
        bail!("the name of the folder '{}' is not Unicode", data.display());
    };
    let (port, grpc_port) = (
        free_port(settings.bind, settings.ports.0)?,
        free_port(settings.bind, settings.ports.1)?,
    );
    let host = settings
        .host
        .clone()
        .unwrap_or_else(|| settings.bind.to_string());
    let config = ExecutorProcessConfig {
        bind_host: settings.bind.to_string(),
        external_host: Some(host),
        port,
        grpc_port,
        scheduler_host,
        scheduler_port,
        vcores: settings.slots,
        work_dir: Some(work_dir.to_owned()),
        executor_heartbeat_interval_seconds: 2,
        // Half an hour after its query, an intermediate result is of no use.
        job_data_ttl_seconds: 1800,
        job_data_clean_up_interval_seconds: 600,
        override_execution_engine: Some(Arc::new(BadRowEngine::default())),
        override_function_registry: Some(Arc::new(registry)),
        override_config_producer: Some(Arc::new(crate::session_config)),
        override_create_grpc_client_endpoint: Some(introduce(&settings.user_agent)),
        ..ExecutorProcessConfig::default()
    };
    eprintln!(
        "catena-cluster: an executor with {} slots listens at port {port}",
        settings.slots
    );
    start_executor_process(Arc::new(config)).await?;
    Ok(())
}

/// Asks the scheduler anything, to learn whether it answers to this version. It may
/// have been started at the same time, so it gets some seconds.
async fn ask_to_join(settings: &ExecutorSettings) -> Result<()> {
    let (host, port) = &settings.scheduler;
    let endpoint = Endpoint::from_shared(format!("http://{host}:{port}"))
        .with_context(|| format!("'{host}' is not the name of a host"))?
        .user_agent(settings.user_agent.clone())?;
    let mut tries = 0;
    let connection = loop {
        match endpoint.connect().await {
            Ok(connection) => break connection,
            Err(_) if tries < 20 => {
                tries += 1;
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
            Err(error) => {
                let text = format!("no scheduler answers at '{host}:{port}'");
                return Err(error).context(text);
            }
        }
    };
    let question = GetJobStatusParams {
        job_id: "none".into(),
    };
    let answer = SchedulerGrpcClient::new(connection)
        .get_job_status(question)
        .await;
    match answer {
        Err(status) if status.code() == Code::FailedPrecondition => bail!("{}", status.message()),
        _ => Ok(()),
    }
}

/// The port, or a free one if it is 0.
fn free_port(address: IpAddr, port: u16) -> Result<u16> {
    let listener = TcpListener::bind((address, port))
        .with_context(|| format!("cannot listen at {address}:{port}"))?;
    Ok(listener.local_addr()?.port())
}
