//! The `catena-cluster` command.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use catena_cluster::executor::{self, ExecutorEnd, ExecutorSettings};
use catena_cluster::log_to_stderr;
use catena_cluster::scheduler::{self, SchedulerSettings};
use catena_sql::cluster::{DEFAULT_PORT, USER_AGENT};
use clap::{Parser, Subcommand};

/// Run SQL about chess games on several machines
///
/// A cluster is one scheduler and any number of executors, all of the same version. Ask
/// it with catena-sql --cluster. There is no encryption and no password, so everything
/// listens on this machine only unless --bind says otherwise: see docs/scale.md.
#[derive(Debug, Parser)]
#[command(name = "catena-cluster", version)]
struct Args {
    #[command(subcommand)]
    program: Program,
}

#[derive(Debug, Subcommand)]
enum Program {
    /// Plan queries and hand their stages to executors
    Scheduler(SchedulerArgs),
    /// Run stages of queries
    Executor(ExecutorArgs),
}

#[derive(Debug, clap::Args)]
struct SchedulerArgs {
    /// The address at which to listen
    #[arg(long, value_name = "ADDRESS", default_value_t = Ipv4Addr::LOCALHOST.into())]
    bind: IpAddr,
    /// The host by which executors find this one [default: the address]
    #[arg(long, value_name = "HOST")]
    host: Option<String>,
    /// The port at which to listen
    #[arg(long, value_name = "PORT", default_value_t = DEFAULT_PORT)]
    port: u16,
    /// Give up an executor that is silent for so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 20,
          value_parser = clap::value_parser!(u64).range(3..))]
    executor_timeout: u64,
    /// Tell more
    #[arg(short, long)]
    verbose: bool,
}

#[derive(Debug, clap::Args)]
struct ExecutorArgs {
    /// The scheduler's host and port
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:50050", value_parser = host_and_port)]
    scheduler: (String, u16),
    /// The address at which to listen
    #[arg(long, value_name = "ADDRESS", default_value_t = Ipv4Addr::LOCALHOST.into())]
    bind: IpAddr,
    /// The host by which the other machines find this one [default: the address]
    #[arg(long, value_name = "HOST")]
    host: Option<String>,
    /// The port for results [default: a free one]
    #[arg(
        long,
        value_name = "PORT",
        default_value_t = 0,
        hide_default_value = true
    )]
    port: u16,
    /// The port for the scheduler [default: a free one]
    #[arg(
        long,
        value_name = "PORT",
        default_value_t = 0,
        hide_default_value = true
    )]
    grpc_port: u16,
    /// How many tasks run at once [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    slots: Option<u16>,
    /// Where to make a folder for intermediate results, which is removed at the end
    /// [default: where temporary files are]
    #[arg(long, value_name = "FOLDER")]
    work_folder: Option<PathBuf>,
    /// Tell more
    #[arg(short, long)]
    verbose: bool,
}

/// A host and a port, which may be missing.
fn host_and_port(text: &str) -> Result<(String, u16), String> {
    match text.rsplit_once(':') {
        None => Ok((text.into(), DEFAULT_PORT)),
        Some((host, port)) => {
            let port = port
                .parse()
                .map_err(|_| format!("'{port}' is not a port"))?;
            Ok((host.into(), port))
        }
    }
}

fn main() -> ExitCode {
    let args = Args::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    let result = match runtime {
        Ok(runtime) => runtime.block_on(run(args.program)),
        Err(error) => Err(error.into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("catena-cluster: {error:#}");
            ExitCode::from(2)
        }
    }
}

async fn run(program: Program) -> anyhow::Result<()> {
    match program {
        Program::Scheduler(args) => {
            log_to_stderr(args.verbose);
            let settings = SchedulerSettings {
                address: SocketAddr::new(args.bind, args.port),
                host: args.host,
                executor_timeout: args.executor_timeout,
            };
            scheduler::run(&settings).await
        }
        Program::Executor(args) => {
            log_to_stderr(args.verbose);
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            let settings = ExecutorSettings {
                scheduler: args.scheduler,
                bind: args.bind,
                host: args.host,
                ports: (args.port, args.grpc_port),
                slots: args.slots.map_or(cores, usize::from),
                work_folder: args.work_folder,
                user_agent: USER_AGENT.into(),
            };
            match executor::run(&settings).await? {
                ExecutorEnd::Asked => Ok(()),
                ExecutorEnd::GivenUp => {
                    eprintln!(
                        "catena-cluster: the scheduler has given this executor up, \
                         since it was silent for too long: it joins again"
                    );
                    Err(start_again().into())
                }
            }
        }
    }
}

/// Replaces this program by a new run of it, with which nothing of the old one goes on.
/// Returns why that is not possible.
fn start_again() -> std::io::Error {
    match std::env::current_exe() {
        Ok(program) => Command::new(program)
            .args(std::env::args_os().skip(1))
            .exec(),
        Err(error) => error,
    }
}
