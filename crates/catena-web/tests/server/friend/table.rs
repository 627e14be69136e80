//! A server with games between friends, and those who play there.

use std::time::Duration;

use catena_web::{AppState, ServerLimits};
use reqwest::{Response, StatusCode};
use serde_json::{Value, json};

use crate::schema;
use crate::support::{ScratchFolder, TestServer, answer, refusal};

/// Ten half-moves after which Bd3 closes a chain.
pub(crate) const BEFORE_A_CHAIN: [&str; 10] = [
    "e2e4", "e7e5", "d2d4", "d7d6", "d4d5", "g8f6", "c2c4", "b8d7", "b1c3", "d7c5",
];

/// Far longer than anything takes; only a failure waits for so long.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that keeps its games in a file of its own.
pub(crate) struct FriendServer {
    pub(crate) server: TestServer,
    limits: ServerLimits,
    folder: ScratchFolder,
}

impl FriendServer {
    pub(crate) async fn start(limits: ServerLimits) -> FriendServer {
        let folder = ScratchFolder::new();
        let server = TestServer::start_with(state(&folder, &limits)).await;
        FriendServer {
            server,
            limits,
            folder,
        }
    }

    /// Ends the server, and starts another one with the same file.
    pub(crate) async fn restart(&mut self) {
        self.server.end().await;
        self.server = TestServer::start_with(state(&self.folder, &self.limits)).await;
    }

    /// A server with the same file, if there can be one.
    pub(crate) fn second(&self) -> std::io::Result<AppState> {
        let state = AppState::new(self.limits.clone());
        state.with_friends(&self.folder.file("games.redb"))
    }

    pub(crate) async fn create(&self, wish: Value) -> GameLinks {
        let links = answer(self.server.post("/api/friend/new", &wish)).await;
        let link = |name: &str| links[name].as_str().unwrap().to_owned();
        GameLinks {
            host: link("you"),
            guest: link("friend"),
            watch: link("watch"),
        }
    }

    /// A game in which both players have come.
    pub(crate) async fn begin(&self, wish: Value) -> (GameLinks, Listener, Listener) {
        let links = self.create(wish).await;
        let host = self.listen(&links.host).await;
        let guest = self.listen(&links.guest).await;
        (links, host, guest)
    }

    pub(crate) async fn listen(&self, link: &str) -> Listener {
        let request = self
            .server
            .post("/api/friend/watch", &json!({ "link": link }));
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        Listener {
            response,
            text: String::new(),
            history: Vec::new(),
        }
    }

    /// How a game stands for the bearer of this link.
    pub(crate) async fn state(&self, link: &str) -> Value {
        self.listen(link).await.game().await
    }

    pub(crate) async fn act(&self, link: &str, ply: usize, act: Value) -> Value {
        answer(self.server.post("/api/friend/act", &action(link, ply, act))).await
    }

    pub(crate) async fn refused(&self, link: &str, ply: usize, act: Value) -> (u16, String) {
        let request = self.server.post("/api/friend/act", &action(link, ply, act));
        let (status, text) = refusal(request).await;
        (status.as_u16(), text)
    }

    /// Plays moves by turns; none of them switches.
    pub(crate) async fn play(&self, links: &GameLinks, moves: &[&str]) {
        for (ply, mv) in moves.iter().enumerate() {
            let link = [&links.host, &links.guest][ply % 2];
            self.act(link, ply, json!({ "move": mv })).await;
        }
    }
}

fn state(folder: &ScratchFolder, limits: &ServerLimits) -> AppState {
    AppState::new(limits.clone())
        .with_friends(&folder.file("games.redb"))
        .unwrap()
        .with_host_names(vec!["chains.lan".to_owned()])
}

fn action(link: &str, ply: usize, act: Value) -> Value {
    json!({ "link": link, "round": 1, "ply": ply, "act": act })
}

pub(crate) struct GameLinks {
    pub(crate) host: String,
    pub(crate) guest: String,
    pub(crate) watch: String,
}

/// A stream of updates.
pub(crate) struct Listener {
    pub(crate) response: Response,
    text: String,
    history: Vec<Value>,
}

impl Listener {
    /// The next event: its name and its data, with the whole history.
    pub(crate) async fn next(&mut self) -> (String, Value) {
        loop {
            if let Some((block, rest)) = self.text.split_once("\n\n") {
                let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name));
                let event = field("event: ").zip(field("data: ")).map(|(name, data)| {
                    let data: Value = serde_json::from_str(data).unwrap();
                    (name.to_owned(), data)
                });
                self.text = rest.to_owned();
                match event {
                    Some((name, data)) => return (name.clone(), self.complete(&name, data)),
                    // A sign of life.
                    None => continue,
                }
            }
            let chunk = tokio::time::timeout(PATIENCE, self.response.chunk()).await;
            let chunk = chunk.expect("an event in time").unwrap();
            self.text += std::str::from_utf8(&chunk.expect("the stream goes on")).unwrap();
        }
    }

    fn complete(&mut self, name: &str, mut data: Value) -> Value {
        schema::check("friend-watch", &json!({ "event": name, "data": data }));
        if name == "game" {
            let from = usize::try_from(data["from"].as_u64().unwrap()).unwrap();
            self.history.truncate(from);
            let new = data["game"]["history"].as_array().unwrap().clone();
            self.history.extend(new);
            data["game"]["history"] = Value::Array(self.history.clone());
        }
        data
    }

    /// The next state of the game.
    pub(crate) async fn game(&mut self) -> Value {
        let (name, data) = self.next().await;
        assert_eq!(name, "game", "{data}");
        data
    }

    /// The first state for which this holds.
    pub(crate) async fn until(&mut self, holds: impl Fn(&Value) -> bool) -> Value {
        loop {
            let state = self.game().await;
            if holds(&state) {
                return state;
            }
        }
    }

    /// The state after so many half-moves.
    pub(crate) async fn at_ply(&mut self, ply: usize) -> Value {
        self.until(|state| moves(state).len() == ply).await
    }

    /// The state after the end.
    pub(crate) async fn over(&mut self) -> Value {
        self.until(|state| !state["game"]["outcome"].is_null())
            .await
    }
}

/// The moves of a game in UCI.
pub(crate) fn moves(state: &Value) -> Vec<&str> {
    let history = state["game"]["history"].as_array().unwrap();
    history
        .iter()
        .map(|mv| mv["uci"].as_str().unwrap())
        .collect()
}
