//! `POST /api/compare`: both futures of a move that forms a chain, switch and stay, as a
//! stream of events.
//!
//! The stream has a `start` event, one `future` event for each decision and depth, and a
//! `best` event at the end.

use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use catena_chess::notation::uci::UciDecision;
use catena_chess::shakmaty::{Color, Move};
use catena_chess::{Decision, Variant};
use catena_engine::score::Score;
use catena_engine::{Limits, PvLine, SearchReport, Settings};
use serde::{Deserialize, Serialize};

use crate::effort::EngineChoice;
use crate::error::ApiError;
use crate::extract::JsonBody;
use crate::limit::ServerLimits;
use crate::line::PlayerDto;
use crate::routes::search::{EVENTS, FoundLineDto, SearchStartDto};
use crate::score::PlayerScoresDto;
use crate::search_root::SearchRoot;
use crate::search_stream::{self, SearchSession};
use crate::state::AppState;
use crate::step::{LineWalker, color_name};

/// How long to compare if the request does not say.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// What is asked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CompareRequest {
    start: Option<String>,
    limit: Option<String>,
    /// The moves before the one that forms the chain.
    #[serde(default)]
    moves: Vec<String>,
    /// The move, without the decision.
    #[serde(rename = "move")]
    mv: String,
    view: Option<String>,
    ms: Option<u64>,
    depth: Option<u32>,
    nodes: Option<u64>,
    #[serde(default)]
    infinite: bool,
    threads: Option<usize>,
    hash: Option<usize>,
}

/// Who decides, and what the engine got to work with.
#[derive(Debug, Serialize)]
struct CompareStartDto {
    by: PlayerDto,
    #[serde(flatten)]
    search: SearchStartDto,
}

/// What comes of one of the decisions.
#[derive(Debug, Serialize)]
struct FutureDto {
    decision: &'static str,
    /// The colours of the players after the decision.
    holds: HoldsDto,
    #[serde(flatten)]
    found: FoundLineDto,
}

/// The colour that each player holds.
#[derive(Debug, Serialize)]
struct HoldsDto {
    first: &'static str,
    second: &'static str,
}

impl HoldsDto {
    fn after(here: &LineWalker, decision: Decision) -> HoldsDto {
        let mut after = here.clone();
        after.play(decision);
        let first_is_white = after.white == catena_chess::Player::First;
        HoldsDto {
            first: color_name(Color::from_white(first_is_white)),
            second: color_name(Color::from_white(!first_is_white)),
        }
    }
}

/// The better decision, and what both are worth.
#[derive(Debug, Serialize)]
struct ComparisonDto {
    decision: Option<&'static str>,
    scores: DecisionScoresDto,
    ended: &'static str,
}

/// The scores of both decisions.
#[derive(Debug, Serialize)]
struct DecisionScoresDto {
    switch: Option<PlayerScoresDto>,
    stay: Option<PlayerScoresDto>,
}

/// A valid request for a comparison.
struct CompareJob {
    root: SearchRoot,
    limits: Limits,
}

pub(crate) async fn compare(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<CompareRequest>,
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

fn read(request: &CompareRequest, bounds: &ServerLimits) -> Result<CompareJob, ApiError> {
    let root = SearchRoot::read(
        request.start.as_deref(),
        request.limit.as_deref(),
        &request.moves,
        bounds,
    )?;
    let mv = chain_move(&root.here, &request.mv)?;
    let time = request.ms.map(Duration::from_millis);
    let is_limited = request.infinite || request.depth.is_some() || request.nodes.is_some();
    let usual_time = if is_limited {
        bounds.search_time
    } else {
        USUAL_TIME
    };
    let time = time.unwrap_or(usual_time).min(bounds.search_time);
    let limits = Limits {
        depth: request.depth,
        nodes: request.nodes,
        search_moves: vec![Decision::switch(mv), Decision::stay(mv)],
        infinite: request.infinite,
        move_time: (!request.infinite).then_some(time),
        ..Limits::default()
    };
    Ok(CompareJob { root, limits })
}

/// Reads the move that forms a chain. A switch must be possible after it.
fn chain_move(here: &LineWalker, text: &str) -> Result<Move, ApiError> {
    let text = text.get(..8).unwrap_or(text);
    let decision = text
        .parse::<UciDecision>()
        .and_then(|uci| uci.to_decision(&here.position))
        .map_err(|error| ApiError::field("move", error))?;
    here.position
        .check_switch(decision.mv)
        .map_err(|error| ApiError::field("move", error))?;
    Ok(decision.mv)
}

impl CompareJob {
    fn run(self, session: &mut SearchSession<'_>) {
        let CompareJob { root, limits } = self;
        session.engine.set_settings(Settings {
            variant: Variant::Sscc,
            threads: session.threads,
            multi_pv: 2,
            ..Settings::default()
        });
        if session.set_position(&root.start, &root.decisions).is_err() {
            return;
        }
        let output = session.output.clone();
        output.send(
            "start",
            &CompareStartDto {
                by: root.here.to_move().into(),
                search: SearchStartDto::new(session, &root),
            },
        );
        let mut newest = DecisionValues::default();
        session.search(&limits, &mut |report| {
            if let SearchReport::Line(line) = report
                && let Some(&decision) = line.pv.first()
            {
                newest.keep(decision, &line);
                let future = FutureDto {
                    decision: decision_name(decision.switches),
                    holds: HoldsDto::after(&root.here, decision),
                    found: FoundLineDto::new(&root.here, &line),
                };
                output.send("future", &future);
            }
        });
        output.send("best", &newest.dto(&root.here, session.end().name()));
    }
}

/// What the decisions are worth to the player who decides.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DecisionValues {
    pub(crate) switch: Option<Score>,
    pub(crate) stay: Option<Score>,
}

impl DecisionValues {
    pub(crate) fn keep(&mut self, decision: Decision, line: &PvLine) {
        if decision.switches {
            self.switch = Some(line.score);
        } else {
            self.stay = Some(line.score);
        }
    }

    fn dto(self, here: &LineWalker, ended: &'static str) -> ComparisonDto {
        let scores = |score| PlayerScoresDto::new(score, here.to_move());
        let switches = self
            .switch
            .zip(self.stay)
            .map(|(switch, stay)| switch > stay);
        ComparisonDto {
            decision: switches.map(decision_name),
            scores: DecisionScoresDto {
                switch: self.switch.map(scores),
                stay: self.stay.map(scores),
            },
            ended,
        }
    }
}

fn decision_name(switches: bool) -> &'static str {
    if switches { "switch" } else { "stay" }
}
