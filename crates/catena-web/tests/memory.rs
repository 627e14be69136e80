//! The server under `ulimit -v`, asked for the worst that we know all at once: it keeps to the
//! last row of the table of requests in `docs/limits.md`, and answers others afterwards.
//!
//! It is a program, not a list of tests: it runs itself once more, with the limit, as the server.

#![allow(clippy::print_stdout, reason = "it reports as a test does")]
#![allow(clippy::unwrap_used, reason = "a failed request fails the test")]

fn main() {
    #[cfg(target_os = "linux")]
    linux::main();
}

#[cfg(target_os = "linux")]
mod linux {
    use std::env;
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::TcpStream;
    use std::path::PathBuf;
    use std::process::{Child, Command, Stdio};
    use std::thread;
    use std::time::Duration;

    use catena_web::{ServerConfig, ServerLimits};

    /// The file with games between friends; the program that is given one is the server.
    const GAMES: &str = "CATENA_MEMORY_TEST_GAMES";

    const LIMITS: &str = include_str!("../docs/limits.md");

    pub(super) fn main() {
        if let Some(games) = env::var_os(GAMES) {
            return serve(games.into());
        }
        // A filter asks for other tests, or a flag for a list of them.
        if env::args().skip(1).any(|word| word != "--quiet") {
            return;
        }
        let server = LimitedServer::start(limit());
        server.bear_the_worst();
        println!(
            "\nthe server took {} MiB of memory and {} MiB of {} MiB of address space",
            server.status("VmHWM:"),
            server.status("VmPeak:"),
            limit()
        );
    }

    fn serve(games: PathBuf) {
        let config = ServerConfig {
            address: "127.0.0.1:0".parse().unwrap(),
            host_names: Vec::new(),
            friends: Some(games),
            limits: ServerLimits::default(),
        };
        catena_web::run(config, |address| println!("{address}")).unwrap();
    }

    /// The mebibytes in the row about all requests together: for two processors, and for each
    /// other one.
    fn limit() -> u64 {
        let mut rows = LIMITS.lines();
        let row = rows.find(|line| line.starts_with("| all of this"));
        let words = row.unwrap().split_whitespace();
        let numbers: Vec<u64> = words.filter_map(|word| word.parse().ok()).collect();
        let processors = thread::available_parallelism().map_or(1, usize::from) as u64;
        numbers[0] + numbers[1] * processors.saturating_sub(2)
    }

    struct LimitedServer {
        process: Child,
        address: String,
        folder: PathBuf,
    }

    impl Drop for LimitedServer {
        fn drop(&mut self) {
            let _ = self.process.kill();
            let _ = self.process.wait();
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }

    impl LimitedServer {
        fn start(mebibytes: u64) -> LimitedServer {
            let name = format!("catena-web-memory-{}", std::process::id());
            let folder = env::temp_dir().join(name);
            std::fs::create_dir_all(&folder).unwrap();
            let script = format!("ulimit -v {}; exec \"$0\"", mebibytes * 1024);
            let mut process = Command::new("sh")
                .args(["-c", &script])
                .arg(env::current_exe().unwrap())
                .env(GAMES, folder.join("games.redb"))
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            let mut address = String::new();
            let stdout = process.stdout.take().unwrap();
            BufReader::new(stdout).read_line(&mut address).unwrap();
            let address = address.trim().to_owned();
            assert!(!address.is_empty(), "the server does not start");
            LimitedServer {
                process,
                address,
                folder,
            }
        }

        /// Asks for everything at once, and then whether it is still there.
        fn bear_the_worst(&self) {
            // Connections that say nothing.
            let idle: Vec<TcpStream> = (0..500).map(|_| self.connect()).collect();
            let games = self.friend_games(100);
            let searches: Vec<TcpStream> = (0..16).map(|view| self.search(view)).collect();
            let never_read = self.never_read();
            // Their tables stay, and the processors are free for the images.
            drop(searches);
            thread::scope(|scope| {
                for image in [dithered(), noise(), dithered(), noise()] {
                    scope.spawn(move || {
                        let answer = self.answer(self.post("/api/walls/areas", "", &image));
                        assert!(is_answered(&answer), "{answer}");
                    });
                }
            });
            let alive = self.answer(self.send("GET /api/ping HTTP/1.1\r\n", b""));
            assert!(alive.starts_with("HTTP/1.1 200"), "{alive}");
            drop((idle, games, never_read));
        }

        /// Eight answers of 50,000 variations that nobody reads (the review's request).
        fn never_read(&self) -> Vec<TcpStream> {
            let variations = " (e6)".repeat((3_800_000 - 30) / 5);
            let body = format!(r#"{{"pgn": "1. e4 e5{variations} *"}}"#);
            let send = |_| self.post("/api/pgn", JSON, body.as_bytes());
            (0..8).map(send).collect()
        }

        /// A search that does not end, with as large a table as can be asked for.
        fn search(&self, view: u32) -> TcpStream {
            let body = format!(r#"{{"view": "view-{view:04}", "hash": 512, "infinite": true}}"#);
            let mut stream = self.post("/api/search", JSON, body.as_bytes());
            let mut head = [0; 12];
            stream.read_exact(&mut head).unwrap();
            assert!(is_answered(&String::from_utf8_lossy(&head)), "{head:?}");
            stream
        }

        /// Games between friends, at which somebody looks.
        fn friend_games(&self, count: usize) -> Vec<TcpStream> {
            let look = |_| {
                let new = self.post("/api/friend/new", JSON, br#"{"you": "first"}"#);
                let links = self.answer(new);
                let link = links.split(r#""you":""#).nth(1).unwrap();
                let link = link.split('"').next().unwrap();
                let body = format!(r#"{{"link": "{link}"}}"#);
                self.post("/api/friend/watch", JSON, body.as_bytes())
            };
            (0..count).map(look).collect()
        }

        fn post(&self, path: &str, headers: &str, body: &[u8]) -> TcpStream {
            let length = body.len();
            let head = format!("POST {path} HTTP/1.1\r\n{headers}content-length: {length}\r\n");
            self.send(&head, body)
        }

        fn connect(&self) -> TcpStream {
            let stream = TcpStream::connect(&self.address).unwrap();
            let patience = Some(Duration::from_secs(240));
            stream.set_read_timeout(patience).unwrap();
            stream.set_write_timeout(patience).unwrap();
            stream
        }

        fn send(&self, head: &str, body: &[u8]) -> TcpStream {
            let mut stream = self.connect();
            let head = format!("{head}host: {}\r\nconnection: close\r\n\r\n", self.address);
            stream.write_all(head.as_bytes()).unwrap();
            // What is refused may not be read to its end.
            let _ = stream.write_all(body);
            stream
        }

        fn answer(&self, mut stream: TcpStream) -> String {
            let mut bytes = Vec::new();
            let _ = stream.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        }

        /// A line of the process's status, in mebibytes.
        fn status(&self, name: &str) -> u64 {
            let path = format!("/proc/{}/status", self.process.id());
            let text = std::fs::read_to_string(path).unwrap();
            let line = text.lines().find(|line| line.starts_with(name)).unwrap();
            let kibibytes = line.split_whitespace().nth(1).unwrap();
            kibibytes.parse::<u64>().unwrap() / 1024
        }
    }

    const JSON: &str = "content-type: application/json\r\n";

    /// Whether the server has done what it was asked for, or has said that it has too much to do,
    /// or that this took too long: machines differ.
    fn is_answered(answer: &str) -> bool {
        ["HTTP/1.1 200", "HTTP/1.1 503", "HTTP/1.1 408"]
            .iter()
            .any(|status| answer.starts_with(status))
    }

    const SIDE: usize = 4096;

    /// A bitmap of a checkerboard, with as many cells as an image may have.
    fn dithered() -> Vec<u8> {
        let rows = (0..SIDE).map(|row| if row % 2 == 0 { 0xaa } else { 0x55 });
        bitmap(rows.flat_map(|byte| [byte; SIDE / 8]))
    }

    /// One of random cells, by a linear congruential generator.
    fn noise() -> Vec<u8> {
        let mut state = 1_u32;
        bitmap((0..SIDE * SIDE / 8).map(move |_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state.to_le_bytes()[3]
        }))
    }

    fn bitmap(cells: impl Iterator<Item = u8>) -> Vec<u8> {
        let mut bytes = format!("P4\n{SIDE} {SIDE}\n").into_bytes();
        bytes.extend(cells);
        bytes
    }
}
