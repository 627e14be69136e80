//! The programs of a cluster as processes.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
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
    port: u16,
    scheduler: Child,
    executors: Vec<Child>,
}

impl Cluster {
    /// A cluster with so many executors.
    pub(crate) fn new(executors: usize) -> Cluster {
        let port = free_port();
        let mut cluster = Cluster {
            port,
            scheduler: scheduler(port),
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

    fn spawn_executor(&mut self, mut command: Command, args: &[&str]) {
        let executor = command
            .args(["executor", "--slots", "1", "--scheduler", &self.address()])
            .args(args)
            .stderr(Stdio::null())
            .spawn();
        self.executors.push(executor.expect("it runs"));
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
        let pid = executor.id().to_string();
        let kill = Command::new("kill").args(["-INT", &pid]).status();
        assert!(kill.expect("kill runs").success());
        executor.wait().expect("it ends");
    }

    /// The seconds that the executors have computed so far.
    pub(crate) fn executor_seconds(&self) -> Vec<f64> {
        self.executors.iter().map(cpu_seconds).collect()
    }

    /// Waits until a query has an answer.
    fn wait(&self) {
        let patience = Instant::now() + Duration::from_secs(120);
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
        format!("127.0.0.1:{}", self.port)
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
        self.scheduler = scheduler(self.port);
        self.wait();
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.executors.iter_mut().for_each(end);
        end(&mut self.scheduler);
    }
}

fn end(program: &mut Child) {
    // It may have ended already.
    let _ = program.kill();
    let _ = program.wait();
}

/// The time of the processor that a program has used, by the kernel of Linux.
fn cpu_seconds(program: &Child) -> f64 {
    let path = format!("/proc/{}/stat", program.id());
    let stat = std::fs::read_to_string(path).expect("the program runs");
    // The name, in parentheses, may have spaces. User and system time are the 14th and the
    // 15th field, in hundredths of a second.
    let (_, fields) = stat.rsplit_once(')').expect("a name");
    let times = fields.split_whitespace().skip(11).take(2);
    times
        .map(|time| time.parse::<f64>().expect("a number") / 100.0)
        .sum()
}

/// A machine with much to do may keep an executor silent for some seconds, and one that works
/// should not be given up. With 5 s a query once waited for ever; the cause is not known.
const EXECUTOR_TIMEOUT: &str = "15";

fn scheduler(port: u16) -> Child {
    let scheduler = Command::new(CLUSTER)
        .args([
            "scheduler",
            "--executor-timeout",
            EXECUTOR_TIMEOUT,
            "--port",
            &port.to_string(),
        ])
        .stderr(Stdio::null())
        .spawn();
    scheduler.expect("it runs")
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}
