//! A load test on loopback: `cargo run --release -p catena-web --example load [SERVER COMMAND…]`.
//!
//! Starts `target/release/catena serve --port 0`, or the command given, and
//! measures it from outside:
//!
//! 1. 200 analysis requests at once are all answered.
//! 2. The latency of the detect call with 50 clients.
//! 3. The memory of the server before and after 100,000 requests.
//! 4. The same call while two engine searches run.
//!
//! It prints the results, and the exit code is 1 if a bound is exceeded. The bounds
//! on time are for an idle machine with two cores.

#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "a command that reports")]
#![allow(clippy::unwrap_used, reason = "a failed request fails the test")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

/// Positions of master games, the paper's figures, and crowded boards.
const POSITIONS: [(&str, &str); 10] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "e2"),
    (
        "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2NB4/PP3PPP/R1BQK1NR",
        "d3",
    ),
    ("1b4rk/n1p3pr/p1np3p/1p1pp3/3PP3/P1NPPQ2/N1PRK3/1B6", "f3"),
    (
        "1n1k1b2/rpp1pp2/2b1pn2/rq2pp2/1Q3pPB/PPPNP1PB/3P1R1P/3K1RN1",
        "e3",
    ),
    ("2rr2k1/5ppp/pp2pB2/3b2p1/4n2P/1P1N2P1/P3PPB1/2RR2K1", "g5"),
    ("3r4/ppnrq1k1/3p1pp1/4pP2/1PP1P1Pp/1Q3R1P/1P4BK/3R4", "f3"),
    ("8/1PN1P3/P2P1K2/1PPpp3/2P2k2/3qb3/8/8", "e7"),
    ("8/2pppp2/1p4p1/1p1pp1p1/1p1p2p1/1p4p1/2pppp2/8", "d5"),
    (
        "r1bq1rk1/pp1nb1np/3p2p1/3Ppp2/4PPP1/2N1B3/PP1QN2P/2KR1B1R",
        "f4",
    ),
    ("2n1r1k1/2p2r2/pp1p4/2b1pp1B/2PnP2P/1P6/PB2N1K1/3R1R2", "d4"),
];

const CLIENTS: usize = 50;
const AT_ONCE: usize = 200;
const REQUESTS: usize = 100_000;

fn main() -> ExitCode {
    let mut server = ServerProcess::start();
    let mut failed = false;
    let mut check = |name: &str, kept: bool, text: String| {
        println!("{} {name}: {text}", if kept { "ok  " } else { "FAIL" });
        failed |= !kept;
    };

    let (answered, time) = at_once(&server);
    let text = format!("{answered} of {AT_ONCE} answered in {time:.0?}");
    check("requests at once", answered == AT_ONCE, text);

    let warm = latencies(&server, REQUESTS / 20);
    let idle = warm.percentile(99.0);
    check(
        "detect, 50 clients",
        idle < Duration::from_millis(10),
        warm.to_string(),
    );

    let before = server.memory();
    let many = latencies(&server, REQUESTS);
    let after = server.memory();
    let flat = after < before + before / 10 + 2048;
    let text = format!("{before} KiB before {REQUESTS} requests, {after} KiB after; {many}");
    check("memory", flat, text);

    let searches = [server.search(), server.search()];
    let busy = latencies(&server, REQUESTS / 50);
    let kept = busy.percentile(100.0) < Duration::from_secs(2);
    check("detect, two searches running", kept, busy.to_string());
    drop(searches);

    server.stop();
    if failed {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

/// The server under test, in a process of its own.
struct ServerProcess {
    process: Child,
    address: String,
}

impl ServerProcess {
    fn start() -> ServerProcess {
        let given: Vec<String> = std::env::args().skip(1).collect();
        let usual = ["target/release/catena", "serve", "--port", "0"].map(String::from);
        let command = if given.is_empty() {
            usual.to_vec()
        } else {
            given
        };
        let mut process = Command::new(&command[0])
            .args(&command[1..])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server is built: scripts/serve does that");
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line
            .split("http://")
            .nth(1)
            .and_then(|rest| rest.split('/').next());
        ServerProcess {
            address: address.expect("the server prints its address").to_owned(),
            process,
        }
    }

    /// Returns the resident memory in KiB; 0 where the system does not report it.
    fn memory(&self) -> u64 {
        let status = format!("/proc/{}/status", self.process.id());
        let text = std::fs::read_to_string(status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|rest| rest.split_whitespace().next()?.parse().ok())
            .unwrap_or(0)
    }

    /// Starts an engine search that lasts until the connection is closed.
    fn search(&self) -> KeptConnection {
        let mut client = KeptConnection::new(&self.address);
        let body = r#"{"ms":300000}"#;
        let head = format!(
            "POST /api/search HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        client.stream.get_mut().write_all(head.as_bytes()).unwrap();
        let mut line = String::new();
        client.stream.read_line(&mut line).unwrap();
        assert!(line.contains("200"), "{line}");
        client
    }

    fn stop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A connection that is used for many requests.
struct KeptConnection {
    stream: BufReader<TcpStream>,
    host: String,
}

impl KeptConnection {
    fn new(address: &str) -> KeptConnection {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        KeptConnection {
            stream: BufReader::new(stream),
            host: address.to_owned(),
        }
    }

    /// Asks about a position; returns whether a complete answer came.
    fn ask(&mut self, call: &str, number: usize) -> bool {
        let (fen, at) = POSITIONS[number % POSITIONS.len()];
        let request = format!(
            "GET /api/{call}?fen={fen}&at={at} HTTP/1.1\r\nHost: {}\r\n\r\n",
            self.host
        );
        self.stream.get_mut().write_all(request.as_bytes()).unwrap();
        let mut length = 0;
        let mut ok = false;
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line).unwrap();
            ok |= line.starts_with("HTTP/1.1 200");
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            if line == "\r\n" {
                break;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).unwrap();
        ok && body.ends_with(b"}")
    }
}

/// Opens many connections and sends one request on each, all at the same moment.
fn at_once(server: &ServerProcess) -> (usize, Duration) {
    let together = Barrier::new(AT_ONCE + 1);
    thread::scope(|scope| {
        let clients: Vec<_> = (0..AT_ONCE)
            .map(|number| {
                let together = &together;
                scope.spawn(move || {
                    let mut client = KeptConnection::new(&server.address);
                    together.wait();
                    let call = ["detect", "enclosures"][number % 2];
                    client.ask(call, number)
                })
            })
            .collect();
        together.wait();
        let start = Instant::now();
        let answered = clients.into_iter().map(|client| client.join());
        let answered = answered.filter(|answer| matches!(answer, Ok(true))).count();
        (answered, start.elapsed())
    })
}

/// Measures the detect call with 50 clients that ask without pause.
fn latencies(server: &ServerProcess, requests: usize) -> Latencies {
    let all = thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|first| {
                scope.spawn(move || {
                    let mut client = KeptConnection::new(&server.address);
                    let mut times = Vec::with_capacity(requests / CLIENTS);
                    for number in 0..requests / CLIENTS {
                        let start = Instant::now();
                        assert!(client.ask("detect", first + number));
                        times.push(start.elapsed());
                    }
                    times
                })
            })
            .collect();
        clients
            .into_iter()
            .flat_map(|client| client.join().unwrap())
            .collect()
    });
    Latencies::new(all)
}

/// Durations in ascending order.
struct Latencies(Vec<Duration>);

impl Latencies {
    fn new(mut times: Vec<Duration>) -> Latencies {
        times.sort_unstable();
        Latencies(times)
    }

    fn percentile(&self, percent: f64) -> Duration {
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "a share of a count"
        )]
        let index = (self.0.len() as f64 * percent / 100.0) as usize;
        self.0[index.min(self.0.len() - 1)]
    }
}

impl std::fmt::Display for Latencies {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [half, most, worst] = [50.0, 99.0, 100.0].map(|percent| self.percentile(percent));
        let count = self.0.len();
        write!(
            f,
            "{count} requests, p50 {half:.1?}, p99 {most:.1?}, max {worst:.1?}"
        )
    }
}
