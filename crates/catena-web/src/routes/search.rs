//! `POST /api/search`: the engine's lines, as a stream of events.
//!
//! The stream has a `start` event, one `line` event per line that the engine reports and
//! a `best` event at the end. When the client disconnects, the search stops.

use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use catena_chess::shakmaty::Color;
use catena_chess::{Player, Variant};
use catena_engine::{Clock, Limits, PvLine, SearchReport, SearchResult, Settings, Strength};
use serde::{Deserialize, Serialize};

use crate::effort::{EngineChoice, within};
use crate::error::ApiError;
use crate::extract::JsonBody;
use crate::level::Level;
use crate::limit::ServerLimits;
use crate::score::{PlayerScoresDto, ScoreDto};
use crate::search_root::{RootDto, SearchRoot};
use crate::search_stream::{self, SearchSession};
use crate::state::AppState;
use crate::step::{LineWalker, StepDto};

/// A search has fewer events: five lines for each of 128 depths, the start and the end.
pub(crate) const EVENTS: usize = 1024;

/// What is lost between the engine and the clock of the page: the way through the server
/// and the browser, and the drawing of the move.
const OVERHEAD: Duration = Duration::from_millis(50);

/// What is asked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SearchRequest {
    start: Option<String>,
    limit: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    view: Option<String>,
    /// How many lines to report; 1 if left out.
    lines: Option<usize>,
    /// How strong to play; at full strength if left out.
    level: Option<usize>,
    /// How long to search, in milliseconds.
    ms: Option<u64>,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// Whether to search until the client leaves.
    #[serde(default)]
    infinite: bool,
    /// What both players have left on their clocks.
    clocks: Option<ClocksLeftDto>,
    threads: Option<usize>,
    /// Mebibytes of the hash table.
    hash: Option<usize>,
}

/// What the players have left, and what a move adds, in milliseconds.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClocksLeftDto {
    first: u64,
    second: u64,
    #[serde(default)]
    increment_ms: u64,
}

impl ClocksLeftDto {
    fn clock(self, player: Player) -> Clock {
        let left = match player {
            Player::First => self.first,
            Player::Second => self.second,
        };
        Clock {
            time: Duration::from_millis(left).min(LONGEST_CLOCK),
            increment: Duration::from_millis(self.increment_ms).min(LONGEST_CLOCK),
        }
    }
}

/// A clock with more time counts as this.
const LONGEST_CLOCK: Duration = Duration::from_secs(24 * 3600);

/// What the engine got to work with, and the position it searches.
#[derive(Debug, Serialize)]
pub(crate) struct SearchStartDto {
    threads: usize,
    hash: usize,
    #[serde(flatten)]
    root: RootDto,
}

impl SearchStartDto {
    pub(crate) fn new(session: &SearchSession<'_>, root: &SearchRoot) -> SearchStartDto {
        SearchStartDto {
            threads: session.threads,
            hash: session.hash,
            root: root.dto(),
        }
    }
}

/// A line of the engine.
#[derive(Debug, Serialize)]
struct EngineLineDto {
    line: usize,
    #[serde(flatten)]
    found: FoundLineDto,
}

/// What the engine found on a line.
#[derive(Debug, Serialize)]
pub(crate) struct FoundLineDto {
    depth: u32,
    deepest: u32,
    /// For the player to move.
    score: ScoreDto,
    scores: PlayerScoresDto,
    nodes: u64,
    ms: u64,
    /// How full the hash table is, in thousandths.
    full: usize,
    moves: Vec<StepDto>,
}

impl FoundLineDto {
    pub(crate) fn new(here: &LineWalker, line: &PvLine) -> FoundLineDto {
        FoundLineDto {
            depth: line.depth,
            deepest: line.deepest,
            score: line.score.into(),
            scores: PlayerScoresDto::new(line.score, here.to_move()),
            nodes: line.nodes,
            ms: u64::try_from(line.elapsed.as_millis()).unwrap_or(u64::MAX),
            full: line.permille_full,
            moves: here.steps(&line.pv),
        }
    }
}

/// The move to play.
#[derive(Debug, Serialize)]
struct BestDto {
    uci: Option<String>,
    san: Option<String>,
    score: ScoreDto,
    scores: PlayerScoresDto,
    ended: &'static str,
}

/// A valid request for a search.
struct SearchJob {
    root: SearchRoot,
    settings: Settings,
    limits: Limits,
}

pub(crate) async fn search(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<SearchRequest>,
) -> Result<Response, ApiError> {
    let job = read(&request, &state.limits)?;
    let choice = EngineChoice {
        view: request.view.as_deref(),
        threads: request.threads,
        hash: request.hash,
    };
    let lease = choice.lease(&state).await?;
    search_stream::run(lease, EVENTS, move |session| job.run(session))
}

fn read(request: &SearchRequest, bounds: &ServerLimits) -> Result<SearchJob, ApiError> {
    let root = SearchRoot::read(
        request.start.as_deref(),
        request.limit.as_deref(),
        &request.moves,
        bounds,
    )?;
    let level = request.level.map(Level::read).transpose()?;
    let settings = Settings {
        variant: Variant::Sscc,
        multi_pv: within("lines", request.lines.unwrap_or(1), bounds.search_lines)?,
        strength: level.map_or(Strength::FULL, |level| level.strength),
        overhead: OVERHEAD,
        ..Settings::default()
    };
    Ok(SearchJob {
        limits: limits(request, level, &root.here, bounds.search_time),
        root,
        settings,
    })
}

/// Returns when to stop. Clocks are handed to the engine, which decides by itself.
/// Without any limit a search lasts `usual` at most.
fn limits(
    request: &SearchRequest,
    level: Option<Level>,
    here: &LineWalker,
    usual: Duration,
) -> Limits {
    let limits = Limits {
        depth: request.depth,
        nodes: request.nodes,
        ..Limits::default()
    };
    if request.infinite {
        return Limits {
            infinite: true,
            ..limits
        };
    }
    match (request.ms, request.clocks) {
        (None, Some(clocks)) => {
            let clock = |color: Color| clocks.clock(color.fold_wb(here.white, !here.white));
            Limits {
                white: Some(clock(Color::White)),
                black: Some(clock(Color::Black)),
                ..limits
            }
        }
        (ms, _) => {
            let wanted = ms.map(Duration::from_millis);
            let time = wanted.or(level.map(|level| level.usual_time));
            Limits {
                move_time: Some(time.unwrap_or(usual).min(usual)),
                ..limits
            }
        }
    }
}

impl SearchJob {
    /// Searches, and sends the events.
    fn run(self, session: &mut SearchSession<'_>) {
        let SearchJob {
            root,
            mut settings,
            limits,
        } = self;
        settings.threads = session.threads;
        session.engine.set_settings(settings);
        if session.set_position(&root.start, &root.decisions).is_err() {
            return;
        }
        let output = session.output.clone();
        output.send("start", &SearchStartDto::new(session, &root));
        let found = session.search(&limits, &mut |report| {
            if let SearchReport::Line(line) = report
                && line.number <= settings.multi_pv
            {
                let dto = EngineLineDto {
                    line: line.number,
                    found: FoundLineDto::new(&root.here, &line),
                };
                output.send("line", &dto);
            }
        });
        output.send("best", &best_dto(&root, &found, session.end().name()));
    }
}

fn best_dto(root: &SearchRoot, found: &SearchResult, ended: &'static str) -> BestDto {
    let position = &root.here.position;
    BestDto {
        uci: found.best.map(|decision| position.uci(decision)),
        san: found.best.map(|decision| position.san(decision.mv)),
        score: found.score.into(),
        scores: PlayerScoresDto::new(found.score, root.here.to_move()),
        ended,
    }
}
