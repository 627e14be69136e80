//! `POST /api/search`: the engine's lines, as a stream of events.
//!
//! The stream has one `line` event per line that the engine reports and one
//! `best` event at the end. When the client disconnects, the search stops.

use std::convert::Infallible;
use std::thread;
use std::time::Duration;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use catena_chess::{Decision, SsccPosition, Variant};
use catena_engine::score::ShownScore;
use catena_engine::{Engine, Limits, PvLine, STACK, SearchReport, Settings, Signal};
use futures_util::stream::{Stream, unfold};
use serde::{Deserialize, Serialize};
use tokio::sync::{OwnedSemaphorePermit, mpsc};

use crate::error::ApiError;
use crate::extract::JsonBody;
use crate::line;
use crate::state::AppState;

/// How long a new search waits for a slot. A client that stops one search and
/// starts another gets the slot of the first.
const PATIENCE: Duration = Duration::from_secs(1);

/// The capacity of the event queue. A search has fewer events: five lines for
/// each of 128 depths, and the end. So the engine never waits for a slow client.
const EVENTS: usize = 1024;

/// The skill of each level, and how many milliseconds it thinks without a clock.
const LEVELS: [(u8, u64); 8] = [
    (0, 100),
    (2, 150),
    (4, 200),
    (7, 300),
    (10, 400),
    (13, 600),
    (16, 800),
    (Settings::FULL_SKILL, 1500),
];

/// What is asked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SearchRequest {
    start: Option<String>,
    limit: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    /// How many lines to report; 1 if left out.
    lines: Option<usize>,
    /// How strong to play, from 1 to 8; at full strength if left out.
    level: Option<usize>,
    /// How long to search, in milliseconds.
    ms: Option<u64>,
    depth: Option<u32>,
    nodes: Option<u64>,
    threads: Option<usize>,
    /// What the engine has left on its clock, in milliseconds.
    clock_ms: Option<u64>,
}

/// A line of the engine. The score is for the player to move.
#[derive(Debug, Serialize)]
struct EngineLineDto {
    line: usize,
    depth: u32,
    score: ScoreDto,
    nodes: u64,
    ms: u64,
    moves: Vec<PvMoveDto>,
}

/// Centipawns, or moves to mate.
#[derive(Debug, Serialize)]
struct ScoreDto {
    cp: Option<i32>,
    mate: Option<i32>,
}

/// A move of a line, with the decision about switching if it forms a chain.
#[derive(Debug, Serialize)]
struct PvMoveDto {
    uci: String,
    san: String,
    decision: Option<&'static str>,
}

/// The move to play.
#[derive(Debug, Serialize)]
struct BestDto {
    uci: Option<String>,
    san: Option<String>,
    score: ScoreDto,
}

/// A valid request for a search.
struct SearchJob {
    start: SsccPosition,
    decisions: Vec<Decision>,
    settings: Settings,
    limits: Limits,
    hash: usize,
}

pub(crate) async fn search(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<SearchRequest>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let search = read(&request, &state)?;
    let slot = slot(&state).await?;
    let (sender, receiver) = mpsc::channel(EVENTS);
    let signal = Signal::default();
    let stop = StopOnDrop(signal.clone());
    thread::Builder::new()
        .name("search".to_owned())
        .stack_size(STACK)
        .spawn(move || {
            search.run(&signal, &sender);
            drop(slot);
        })
        .map_err(|_| ApiError::Internal)?;
    // The stream owns `stop`, which ends the search when the connection drops it.
    let events = unfold((receiver, stop), async |(mut receiver, stop)| {
        let event: Event = receiver.recv().await?;
        Some((Ok(event), (receiver, stop)))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

/// Waits for one of the slots for searches.
async fn slot(state: &AppState) -> Result<OwnedSemaphorePermit, ApiError> {
    let waiting = state.searches.clone().acquire_owned();
    match tokio::time::timeout(PATIENCE, waiting).await {
        Ok(Ok(slot)) => Ok(slot),
        _ => Err(ApiError::Busy(state.limits.searches)),
    }
}

/// Stops the search when it is dropped.
struct StopOnDrop(Signal);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

fn read(request: &SearchRequest, state: &AppState) -> Result<SearchJob, ApiError> {
    let bounds = &state.limits;
    let start = line::start(request.start.as_deref(), request.limit.as_deref(), bounds)?;
    let decisions = line::decisions(&start, &request.moves, bounds)?;
    let (skill, usual_ms) = match request.level {
        None => (Settings::FULL_SKILL, None),
        Some(level) => {
            let &(skill, ms) = level
                .checked_sub(1)
                .and_then(|index| LEVELS.get(index))
                .ok_or_else(|| ApiError::field("level", "a level is from 1 to 8"))?;
            (skill, Some(ms))
        }
    };
    let settings = Settings {
        variant: Variant::Sscc,
        threads: within(
            "threads",
            request.threads.unwrap_or(1),
            bounds.search_threads,
        )?,
        multi_pv: within("lines", request.lines.unwrap_or(1), bounds.search_lines)?,
        skill,
        ..Settings::default()
    };
    Ok(SearchJob {
        limits: limits(request, usual_ms, bounds.search_time),
        start,
        decisions,
        settings,
        hash: bounds.search_hash,
    })
}

fn within(field: &'static str, value: usize, most: usize) -> Result<usize, ApiError> {
    if (1..=most).contains(&value) {
        return Ok(value);
    }
    Err(ApiError::field(field, format!("from 1 to {most}")))
}

/// Returns when to stop: as requested, otherwise as usual for the level, and in
/// any case after `most`.
fn limits(request: &SearchRequest, usual_ms: Option<u64>, most: Duration) -> Limits {
    let wanted = request.ms.or(match request.clock_ms {
        None => usual_ms,
        // A part of the remaining time, since the game may last long.
        Some(left) => Some((left / 30).min(usual_ms.unwrap_or(u64::MAX)).max(20)),
    });
    let time = wanted.map_or(most, Duration::from_millis).min(most);
    Limits {
        depth: request.depth,
        nodes: request.nodes,
        ..Limits::move_time(time)
    }
}

impl SearchJob {
    /// Searches, and sends the events. It is no error if the client has left.
    fn run(&self, signal: &Signal, sender: &mpsc::Sender<Event>) {
        let Ok(mut engine) = Engine::new(self.hash) else {
            return;
        };
        engine.set_settings(self.settings);
        if engine.set_position(&self.start, &self.decisions).is_err() {
            return;
        }
        let position = engine.position().clone();
        let found = engine.search(&self.limits, signal, &mut |report| {
            if let SearchReport::Line(line) = report
                && line.number <= self.settings.multi_pv
            {
                send(sender, "line", &line_dto(&position, &line));
            }
        });
        let best = BestDto {
            uci: found.best.map(|decision| position.uci(decision)),
            san: found.best.map(|decision| position.san(decision.mv)),
            score: score_dto(found.score),
        };
        send(sender, "best", &best);
    }
}

fn send(sender: &mpsc::Sender<Event>, name: &str, data: &impl Serialize) {
    if let Ok(event) = Event::default().event(name).json_data(data) {
        let _ = sender.try_send(event);
    }
}

fn line_dto(position: &SsccPosition, line: &PvLine) -> EngineLineDto {
    let mut position = position.clone();
    let mut moves = Vec::with_capacity(line.pv.len());
    for &decision in &line.pv {
        let may_switch = position.flags(decision.mv).may_switch;
        moves.push(PvMoveDto {
            uci: position.uci(decision),
            san: position.san(decision.mv),
            decision: match (decision.switches, may_switch) {
                (true, _) => Some("switch"),
                (false, true) => Some("stay"),
                (false, false) => None,
            },
        });
        if position.play(decision).is_err() {
            break;
        }
    }
    EngineLineDto {
        line: line.number,
        depth: line.depth,
        score: score_dto(line.score),
        nodes: line.nodes,
        ms: u64::try_from(line.elapsed.as_millis()).unwrap_or(u64::MAX),
        moves,
    }
}

fn score_dto(score: catena_engine::score::Score) -> ScoreDto {
    match ShownScore::from(score) {
        ShownScore::Centipawns(cp) => ScoreDto {
            cp: Some(cp),
            mate: None,
        },
        ShownScore::Mate(mate) => ScoreDto {
            cp: None,
            mate: Some(mate),
        },
    }
}
