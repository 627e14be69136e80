//! The programs of a cluster as processes.

use std::io::{BufRead as _, BufReader};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::support;

const CLUSTER: &str = env!("CARGO_BIN_EXE_catena-cluster");

/// The command `catena-sql`, which is built beside this one.
pub(crate) fn catena_sql() -> PathBuf {
    let program = Path::new(CLUSTER).with_file_name("catena-sql");
    assert!(program.exists(), "run the tests of the whole workspace");
    program
}

/// A scheduler and executors with one slot each, which end with the test.
pub(crate) struct Cluster {
    /// Where the scheduler listens.
    bind: IpAddr,
    port: u16,
    scheduler: Child,
    executors: Vec<Child>,
}

impl Cluster {
    /// A cluster with so many executors.
    pub(crate) fn new(executors: usize) -> Cluster {
        Cluster::listening_at(Ipv4Addr::LOCALHOST.into(), executors)
    }

    /// A cluster with so many executors, whose scheduler listens at this address.
    pub(crate) fn listening_at(bind: IpAddr, executors: usize) -> Cluster {
        let port = free_port();
        let mut cluster = Cluster {
            bind,
            port,
            scheduler: scheduler(bind, port),
            executors: Vec::new(),
        };
        let start = |_| Command::new(CLUSTER);
        cluster.start_executors((0..executors).map(start).collect());
        cluster
    }

    /// A cluster with one executor that can write no large file, as on a full disk.
    pub(crate) fn with_small_disk() -> Cluster {
        let mut cluster = Cluster::new(0);
        let mut command = Command::new("bash");
        let script = "trap '' XFSZ; ulimit -f 100; exec \"$@\"";
        command.args(["-c", script, "bash", CLUSTER]);
        cluster.start_executors(vec![command]);
        cluster
    }

    fn start_executors(&mut self, commands: Vec<Command>) {
        for command in commands {
            self.spawn_executor(command, &[]);
        }
        if !self.executors.is_empty() {
            self.wait();
        }
    }

    /// Starts an executor, and waits until it has joined.
    fn spawn_executor(&mut self, mut command: Command, args: &[&str]) {
        let mut executor = command
            .args(["executor", "--slots", "1", "--scheduler", &self.address()])
            .arg("--verbose")
            .args(args)
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        let log = BufReader::new(executor.stderr.take().expect("a pipe"));
        self.executors.push(executor);
        let (joined, has_joined) = mpsc::channel();
        std::thread::spawn(move || {
            // To its end, or the executor would wait for a reader.
            for line in log.lines().map_while(Result::ok) {
                if line.contains(JOINED) {
                    // Nobody may be waiting any more.
                    let _ = joined.send(());
                }
            }
        });
        has_joined.recv_timeout(PATIENCE).expect("it joins");
    }

    /// Starts another executor, with its intermediate results in this folder.
    pub(crate) fn add_executor_in(&mut self, folder: &Path) {
        let folder = folder.display().to_string();
        self.spawn_executor(Command::new(CLUSTER), &["--work-folder", &folder]);
        self.wait();
    }

    /// Asks an executor to end, as Ctrl-C does, and waits for that.
    pub(crate) fn interrupt_executor(&mut self, number: usize) {
        let executor = &mut self.executors[number];
        support::interrupt(executor);
        wait_for(executor);
    }

    /// The seconds that the executors have computed so far.
    pub(crate) fn executor_seconds(&self) -> Vec<f64> {
        self.executors.iter().map(support::cpu_seconds).collect()
    }

    /// Sends an executor a signal.
    pub(crate) fn send_executor(&self, number: usize, signal: &str) {
        let pid = self.executors[number].id().to_string();
        let kill = Command::new("kill").args(["-s", signal, &pid]).status();
        assert!(kill.expect("kill runs").success());
    }

    /// Whether an executor's process has not ended.
    pub(crate) fn executor_runs(&mut self, number: usize) -> bool {
        let status = self.executors[number].try_wait();
        status.expect("a child").is_none()
    }

    /// Waits until a query has an answer.
    pub(crate) fn wait(&self) {
        let patience = Instant::now() + PATIENCE;
        loop {
            let args = ["--cluster", &self.address(), "-o", "csv", "SELECT 1 AS n"];
            let output = support::sql(&catena_sql(), &args);
            if output.status.success() {
                return;
            }
            let err = String::from_utf8_lossy(&output.stderr);
            assert!(
                Instant::now() < patience,
                "the cluster does not start: {err}"
            );
            std::thread::sleep(Duration::from_millis(200));
        }
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn address(&self) -> String {
        SocketAddr::new(self.bind, self.port).to_string()
    }

    /// The result of a query as CSV, and what was said on standard error.
    #[track_caller]
    pub(crate) fn query(&self, query: &str) -> (String, String) {
        let args = ["--cluster", &self.address(), "-o", "csv", query];
        support::succeed(&catena_sql(), &args)
    }

    /// Starts a query.
    pub(crate) fn start_query(&self, query: &str) -> Child {
        Command::new(catena_sql())
            .args(["--cluster", &self.address(), "-o", "csv", query])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs")
    }

    /// Ends an executor at once, as `kill -9` does.
    pub(crate) fn kill_executor(&mut self, number: usize) {
        end(&mut self.executors[number]);
    }

    /// Ends the scheduler at once.
    pub(crate) fn kill_scheduler(&mut self) {
        end(&mut self.scheduler);
    }

    /// Ends the scheduler at once, and starts another one in its place.
    pub(crate) fn restart_scheduler(&mut self) {
        self.kill_scheduler();
        self.scheduler = scheduler(self.bind, self.port);
        self.wait();
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.executors.iter_mut().for_each(end);
        end(&mut self.scheduler);
    }
}

/// What an executor logs when it has joined.
const JOINED: &str = "registration succeed";

/// How long something may take that should not take long, on a machine with much to do.
pub(crate) const PATIENCE: Duration = Duration::from_secs(600);

/// Waits until a program ends.
#[track_caller]
fn wait_for(program: &mut Child) {
    let patience = Instant::now() + PATIENCE;
    while program.try_wait().expect("a child").is_none() {
        if Instant::now() > patience {
            end(program);
            panic!("the program does not end");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// What a program with little output has written when it has ended.
#[track_caller]
pub(crate) fn output_of(mut program: Child) -> Output {
    wait_for(&mut program);
    program.wait_with_output().expect("it has ended")
}

fn end(program: &mut Child) {
    // It may have ended already.
    let _ = program.kill();
    let _ = program.wait();
}

/// A machine with much to do may keep an executor silent for some seconds, and one that works
/// should not be given up.
const EXECUTOR_TIMEOUT: &str = "15";

/// After so long, an executor that is silent is given up, and its end is noticed.
pub(crate) const GIVEN_UP: Duration = Duration::from_secs(25);

fn scheduler(bind: IpAddr, port: u16) -> Child {
    let scheduler = Command::new(CLUSTER)
        .args([
            "scheduler",
            "--bind",
            &bind.to_string(),
            "--executor-timeout",
            EXECUTOR_TIMEOUT,
            "--port",
            &port.to_string(),
        ])
        .stderr(Stdio::null())
        .spawn();
    scheduler.expect("it runs")
}

/// A port that no other test has. Not one of those that the system gives to connections:
/// while a scheduler is restarted, nobody may get its port.
fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let process = u16::try_from(std::process::id() % 100).expect("a small number");
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let port = 20_000 + process * 100 + number % 100;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}
