//! The executor: runs the stages of queries that a scheduler hands out.

use std::net::{IpAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::serde::protobuf::GetJobStatusParams;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_executor::executor_server::TERMINATING;
use catena_sql::cluster::{PATIENCE, introduce};
use catena_sql::functions;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;
use tonic::Code;
use tonic::transport::Endpoint;

use crate::bad_row_engine::BadRowEngine;
use crate::host::{external_host, in_url};
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

/// Why an executor has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExecutorEnd {
    /// A signal has asked it to.
    Asked,
    /// The scheduler has given it up, since it was silent for too long.
    GivenUp,
}

/// Runs an executor until it is stopped.
///
/// # Errors
///
/// If the scheduler cannot be reached, or refuses it.
pub async fn run(settings: &ExecutorSettings) -> Result<ExecutorEnd> {
    let host = external_host("an executor", settings.bind, settings.host.as_deref())?;
    let mut asked = note_signals()?;
    let mut asked_early = asked.clone();
    tokio::select! {
        joined = ask_to_join(settings) => joined?,
        _ = asked_early.wait_for(|asked| *asked) => return Ok(ExecutorEnd::Asked),
    }
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
    let config = ExecutorProcessConfig {
        bind_host: in_url(settings.bind),
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
    tokio::select! {
        ended = start_executor_process(Arc::new(config)) => ended?,
        // It would wait for tasks that nobody wants any more.
        () = given_up(asked.clone()) => {}
    }
    Ok(match is_asked(&mut asked).await {
        true => ExecutorEnd::Asked,
        false => ExecutorEnd::GivenUp,
    })
}

/// Tells when a signal asks the program to end.
fn note_signals() -> Result<watch::Receiver<bool>> {
    let (asked, is_asked) = watch::channel(false);
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    tokio::spawn(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        asked.send_replace(true);
    });
    Ok(is_asked)
}

/// Whether a signal has asked the program to end, or does within a second: Ballista may
/// have seen it first.
async fn is_asked(asked: &mut watch::Receiver<bool>) -> bool {
    let asked = asked.wait_for(|asked| *asked);
    tokio::time::timeout(Duration::from_secs(1), asked)
        .await
        .is_ok()
}

/// Waits until the scheduler has told the executor to end.
async fn given_up(mut asked: watch::Receiver<bool>) {
    while !TERMINATING.load(Ordering::Acquire) {
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    if is_asked(&mut asked).await {
        std::future::pending::<()>().await;
    }
}

/// Asks the scheduler anything, to learn whether it answers to this version. It may
/// have been started at the same time, so it gets some seconds.
async fn ask_to_join(settings: &ExecutorSettings) -> Result<()> {
    let (host, port) = &settings.scheduler;
    let endpoint = Endpoint::from_shared(format!("http://{host}:{port}"))
        .with_context(|| format!("'{host}' is not the name of a host"))?
        .connect_timeout(PATIENCE)
        .timeout(PATIENCE)
        .user_agent(settings.user_agent.clone())?;
    let no_answer = || format!("no scheduler answers at '{host}:{port}'");
    let patience = Instant::now() + PATIENCE;
    let connection = loop {
        match endpoint.connect().await {
            Ok(connection) => break connection,
            Err(_) if Instant::now() < patience => {
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
            Err(error) => return Err(error).with_context(no_answer),
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
        // As tonic says that it has waited long enough.
        Err(status) if status.code() == Code::Cancelled => bail!(no_answer()),
        _ => Ok(()),
    }
}

/// The port, or a free one if it is 0.
fn free_port(address: IpAddr, port: u16) -> Result<u16> {
    let listener = TcpListener::bind((address, port))
        .with_context(|| format!("cannot listen at {address}:{port}"))?;
    Ok(listener.local_addr()?.port())
}
