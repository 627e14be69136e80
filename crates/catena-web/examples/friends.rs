//! A load test of games between friends, on loopback:
//! `cargo run --release -p catena-web --example friends [SECONDS [SERVER COMMAND…]]`.
//!
//! Starts `target/release/catena serve --listen 127.0.0.1`, or the command given, with a file
//! of its own. 200 games run at once, with one move per second each and both players connected;
//! after 20 half-moves one resigns and they play again. It measures from outside:
//!
//! 1. how long a move takes until it is confirmed, and until the other player sees it;
//! 2. the memory of the server over time;
//! 3. what a thousand idle links cost.
//!
//! It prints the results, and the exit code is 1 if a bound is exceeded. The bounds on time
//! are for an idle machine with two cores.

#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "a command that reports")]
#![allow(clippy::unwrap_used, reason = "a failed request fails the test")]

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use reqwest::Client;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval, sleep};

const GAMES: u32 = 200;
const PACE: Duration = Duration::from_secs(1);
const ROUND: usize = 20;
const IDLE_LINKS: usize = 1000;
const MOST: Duration = Duration::from_millis(50);

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let seconds = arguments.next().and_then(|text| text.parse().ok());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let server = ServerProcess::start(&arguments.collect::<Vec<_>>());
    let is_kept = runtime.block_on(run(&server, Duration::from_secs(seconds.unwrap_or(60))));
    if is_kept {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

async fn run(server: &ServerProcess, time: Duration) -> bool {
    let mut is_kept = true;
    let mut check = |name: &str, kept: bool, text: String| {
        println!("{} {name}: {text}", if kept { "ok  " } else { "FAIL" });
        is_kept &= kept;
    };
    let before = server.memory();
    let table = Table::new(server);
    for _ in 0..IDLE_LINKS {
        table.create().await;
    }
    let after = server.memory();
    let text = format!("{before} KiB before, {after} KiB after");
    check("1000 idle links", after < before + 4096, text);

    let times = Arc::new(Mutex::new(MoveTimes::default()));
    let ends = Instant::now() + time;
    let games: Vec<_> = (0..GAMES)
        .map(|number| tokio::spawn(play(table.clone(), number, ends, times.clone())))
        .collect();
    let mut memory = Vec::new();
    while Instant::now() < ends {
        sleep(Duration::from_secs(5)).await;
        memory.push(server.memory());
    }
    for game in games {
        game.await.unwrap();
    }
    let MoveTimes { confirmed, seen } = std::mem::take(&mut *times.lock().unwrap());
    for (name, times) in [("confirmed", confirmed), ("seen by the other", seen)] {
        let times = Sorted::new(times);
        check(name, times.at(99) < MOST, times.to_string());
    }
    // By the middle every game has had a rematch.
    let half = &memory[memory.len() / 2..];
    let flat = half[half.len() - 1] < half[0] + half[0] / 10 + 2048;
    check("memory", flat, format!("{memory:?} KiB, every 5 seconds"));
    is_kept
}

/// What moves took.
#[derive(Default)]
struct MoveTimes {
    confirmed: Vec<Duration>,
    seen: Vec<Duration>,
}

/// Plays one game after the other between two players, until the time is up.
async fn play(table: Table, number: u32, ends: Instant, times: Arc<Mutex<MoveTimes>>) {
    // Games do not move all at the same moment.
    sleep(PACE * number / GAMES).await;
    let links = table.create().await;
    let players = [table.follow(&links[0]), table.follow(&links[1])];
    let mut seats = [0, 1].map(|seat: usize| players[seat].clone());
    for seat in &mut seats {
        seat.wait_for(|state| state.begun).await.unwrap();
    }
    let mut choice = number as usize;
    let mut ticks = interval(PACE);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while Instant::now() < ends {
        ticks.tick().await;
        let state = seats[0].borrow().clone();
        let (round, ply) = (state.round, state.ply);
        let act = |seat: usize, act: Value| {
            let link = links[seat].clone();
            json!({ "link": link, "round": round, "ply": ply, "act": act })
        };
        if ply >= ROUND || state.moves.is_empty() {
            if !state.moves.is_empty() {
                table.post("act", &act(0, json!("resign"))).await;
            }
            table
                .post("act", &act(0, json!({ "offer": "rematch" })))
                .await;
            table
                .post("act", &act(1, json!({ "accept": "rematch" })))
                .await;
            for seat in &mut seats {
                seat.wait_for(|state| state.round > round).await.unwrap();
            }
            continue;
        }
        let mover = usize::from(!state.is_yours);
        choice = choice.wrapping_mul(31).wrapping_add(17);
        let mv = &state.moves[choice % state.moves.len()];
        let begun = Instant::now();
        table.post("act", &act(mover, json!({ "move": mv }))).await;
        let confirmed = begun.elapsed();
        let moved = |state: &Seen| state.round > round || state.ply > ply;
        seats[1 - mover].wait_for(moved).await.unwrap();
        let seen = begun.elapsed();
        seats[mover].wait_for(moved).await.unwrap();
        let mut times = times.lock().unwrap();
        times.confirmed.push(confirmed);
        times.seen.push(seen);
    }
}

/// What a player knows about the game.
#[derive(Clone, Default)]
struct Seen {
    begun: bool,
    round: u32,
    ply: usize,
    is_yours: bool,
    moves: Vec<String>,
}

#[derive(Deserialize)]
struct Update {
    you: String,
    begun: bool,
    round: u32,
    from: usize,
    game: UpdatedGame,
}

#[derive(Deserialize)]
struct UpdatedGame {
    to_move: String,
    history: Vec<serde::de::IgnoredAny>,
    legal: Vec<LegalMove>,
}

#[derive(Deserialize)]
struct LegalMove {
    uci: String,
}

/// Where games are made and played.
#[derive(Clone)]
struct Table {
    client: Client,
    address: String,
}

impl Table {
    fn new(server: &ServerProcess) -> Table {
        Table {
            client: Client::builder().tcp_nodelay(true).build().unwrap(),
            address: format!("http://{}/api/friend", server.address),
        }
    }

    async fn post(&self, call: &str, body: &Value) -> Value {
        let request = self
            .client
            .post(format!("{}/{call}", self.address))
            .json(body);
        let response = request.send().await.unwrap();
        let text = response.text().await.unwrap();
        let answer: Value = serde_json::from_str(&text).unwrap();
        assert!(answer["error"].is_null(), "{body}: {text}");
        answer
    }

    /// Makes a game; returns the links of its seats.
    async fn create(&self) -> [String; 2] {
        let clock = json!({ "initial_ms": 600_000, "increment_ms": 0 });
        let links = self
            .post("new", &json!({ "you": "first", "clock": clock }))
            .await;
        ["you", "friend"].map(|name| links[name].as_str().unwrap().to_owned())
    }

    /// Follows a game from a seat, as a browser does.
    fn follow(&self, link: &str) -> watch::Receiver<Seen> {
        let (sender, receiver) = watch::channel(Seen::default());
        let table = self.clone();
        let link = link.to_owned();
        tokio::spawn(async move {
            while !sender.is_closed() {
                table.listen(&link, &sender).await;
            }
        });
        receiver
    }

    /// Listens until the stream ends.
    async fn listen(&self, link: &str, sender: &watch::Sender<Seen>) {
        let request = self.client.post(format!("{}/watch", self.address));
        let sent = request.json(&json!({ "link": link })).send().await;
        let mut response = sent.unwrap().error_for_status().unwrap();
        let mut text = Vec::new();
        while let Ok(Some(chunk)) = response.chunk().await {
            text.extend_from_slice(&chunk);
            while let Some(end) = text.windows(2).position(|pair| pair == b"\n\n") {
                let block: Vec<u8> = text.drain(..end + 2).collect();
                let block = std::str::from_utf8(&block).unwrap();
                let data = block.lines().find_map(|line| line.strip_prefix("data: "));
                // The last event says why the stream ends.
                let update = data.and_then(|data| serde_json::from_str::<Update>(data).ok());
                if let Some(update) = update {
                    sender.send_replace(Seen::from(update));
                }
            }
        }
    }
}

impl From<Update> for Seen {
    fn from(update: Update) -> Seen {
        let Update {
            you,
            begun,
            round,
            from,
            game,
        } = update;
        Seen {
            begun,
            round,
            ply: from + game.history.len(),
            is_yours: game.to_move == you,
            moves: game.legal.into_iter().map(|mv| mv.uci).collect(),
        }
    }
}

/// Durations in ascending order.
struct Sorted(Vec<Duration>);

impl Sorted {
    fn new(mut times: Vec<Duration>) -> Sorted {
        times.sort_unstable();
        Sorted(times)
    }

    /// Returns the time that this percentage of moves did not exceed.
    fn at(&self, percent: usize) -> Duration {
        let index = self.0.len() * percent / 100;
        self.0[index.min(self.0.len() - 1)]
    }
}

impl std::fmt::Display for Sorted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [half, most, worst] = [50, 99, 100].map(|percent| self.at(percent));
        let count = self.0.len();
        write!(
            f,
            "{count} moves, p50 {half:.1?}, p99 {most:.1?}, max {worst:.1?}"
        )
    }
}

/// The server under test, in a process of its own, with a folder that is removed in the end.
struct ServerProcess {
    process: Child,
    address: String,
    folder: std::path::PathBuf,
}

impl ServerProcess {
    fn start(given: &[String]) -> ServerProcess {
        let folder = std::env::temp_dir().join(format!("catena-load-{}", std::process::id()));
        let usual = ["target/release/catena", "serve"].map(String::from);
        let command = if given.is_empty() { &usual[..] } else { given };
        let mut process = Command::new(&command[0])
            .args(&command[1..])
            .args(["--listen", "127.0.0.1", "--port", "0", "--games"])
            .arg(folder.join("games.redb"))
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server is built: scripts/serve does that");
        let mut line = String::new();
        let output = process.stdout.take().unwrap();
        BufReader::new(output).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1);
        let address = address.and_then(|rest| rest.split('/').next());
        ServerProcess {
            address: address.expect("the server prints its address").to_owned(),
            process,
            folder,
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
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
