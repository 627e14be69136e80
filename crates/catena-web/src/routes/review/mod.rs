//! `POST /api/review`: every position of a game searched and every move judged, as a
//! stream of events.
//!
//! The stream has a `start` event; for each position a `position` event and, except for
//! the first, a `move` event about the move that led to it; and a `summary` event.
//! [`grade`](crate::grade) says how moves are judged.

mod summary;

use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use catena_chess::shakmaty::Color;
use catena_chess::{Decision, Game, Player, Variant};
use catena_engine::score::{MATE, Score};
use catena_engine::{Limits, PvLine, SearchReport, Settings};
use serde::{Deserialize, Serialize};

use crate::effort::{EngineChoice, within};
use crate::error::ApiError;
use crate::extract::JsonBody;
use crate::game_state::OutcomeDto;
use crate::grade::{DecisionFacts, Grade, Judgement, MoveKind, chance};
use crate::limit::ServerLimits;
use crate::line::{GameRequest, PlayerDto};
use crate::routes::compare::DecisionValues;
use crate::score::PlayerScoresDto;
use crate::search_stream::{self, SearchSession};
use crate::state::AppState;
use crate::step::{LineWalker, StepDto, color_name};
use summary::Tally;

/// How many nodes a position gets if the request does not say.
const USUAL_NODES: u64 = 40_000;
/// How many milliseconds a position gets at most if the request does not say.
const USUAL_MS: u64 = 1_000;
/// The most nodes of a position.
const MAX_NODES: u64 = 5_000_000;
/// The most milliseconds of a position.
const MAX_MS: u64 = 10_000;

/// How many moves of a line are sent.
const LINE_LENGTH: usize = 12;

/// What is asked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReviewRequest {
    start: Option<String>,
    limit: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    view: Option<String>,
    /// How many nodes each position gets.
    nodes: Option<u64>,
    /// How many milliseconds each position gets at most.
    ms: Option<u64>,
    threads: Option<usize>,
    hash: Option<usize>,
}

/// How much there is to do.
#[derive(Debug, Serialize)]
struct ReviewStartDto {
    positions: usize,
    fen: String,
}

/// A position of the game and what it is worth.
#[derive(Debug, Serialize)]
struct ReviewedPositionDto {
    /// The number of moves before it.
    ply: usize,
    fen: String,
    turn: &'static str,
    to_move: PlayerDto,
    white: PlayerDto,
    depth: u32,
    scores: PlayerScoresDto,
    chance: ChancesDto,
    /// The best line.
    best: Vec<StepDto>,
    /// How the game ended here, if it did.
    over: Option<OutcomeDto>,
}

/// The results that the players can expect, from 0 to 1.
#[derive(Debug, Serialize)]
struct ChancesDto {
    first: f64,
    second: f64,
}

impl ChancesDto {
    fn new(score: Score, player: Player) -> ChancesDto {
        let own = chance(score);
        match player {
            Player::First => ChancesDto {
                first: own,
                second: 1.0 - own,
            },
            Player::Second => ChancesDto {
                first: 1.0 - own,
                second: own,
            },
        }
    }
}

/// A move of the game and its judgement.
#[derive(Debug, Serialize)]
struct ReviewedMoveDto {
    ply: usize,
    #[serde(flatten)]
    step: StepDto,
    loss: f64,
    grade: Grade,
    kinds: Vec<MoveKind>,
    /// What was better, if something was.
    better: Vec<StepDto>,
}

/// A valid request for a review.
struct ReviewJob {
    game: Game,
    limits: Limits,
}

pub(crate) async fn review(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<ReviewRequest>,
) -> Result<Response, ApiError> {
    let choice = EngineChoice {
        view: request.view.as_deref(),
        threads: request.threads,
        hash: request.hash,
    };
    let limits = position_limits(&request)?;
    let game = read_game(&request, &state.limits)?;
    let lease = choice.lease(&state).await?;
    // The start, two events for each position, and the summary.
    let events = 2 * game.decisions().len() + 4;
    let job = ReviewJob { game, limits };
    search_stream::run(lease, events, move |session| job.run(session))
}

fn position_limits(request: &ReviewRequest) -> Result<Limits, ApiError> {
    let nodes = within("nodes", request.nodes.unwrap_or(USUAL_NODES), MAX_NODES)?;
    let ms = within("ms", request.ms.unwrap_or(USUAL_MS), MAX_MS)?;
    Ok(Limits {
        nodes: Some(nodes),
        move_time: Some(Duration::from_millis(ms)),
        ..Limits::default()
    })
}

fn read_game(request: &ReviewRequest, bounds: &ServerLimits) -> Result<Game, ApiError> {
    let game = GameRequest {
        start: request.start.clone(),
        limit: request.limit.clone(),
        moves: request.moves.clone(),
        ..GameRequest::default()
    };
    game.replay(bounds, |_, _| {})
}

/// What a search of a position found.
struct PositionValue {
    here: LineWalker,
    /// For the player to move.
    score: Score,
    best: Vec<Decision>,
    second: Option<Score>,
    depth: u32,
}

impl PositionValue {
    /// What the position is worth to this player.
    fn score_for(&self, player: Player) -> Score {
        if self.here.to_move() == player {
            self.score
        } else {
            -self.score
        }
    }
}

impl ReviewJob {
    fn run(self, session: &mut SearchSession<'_>) {
        session.engine.set_settings(Settings {
            variant: Variant::Sscc,
            threads: session.threads,
            multi_pv: 2,
            ..Settings::default()
        });
        let decisions: Vec<Decision> = self.game.decisions().collect();
        let mut here = LineWalker {
            position: self.game.start().clone(),
            white: self.game_white_at_start(&decisions),
        };
        let output = session.output.clone();
        output.send(
            "start",
            &ReviewStartDto {
                positions: decisions.len() + 1,
                fen: here.position.fen(),
            },
        );
        let mut tally = Tally::default();
        let mut before: Option<(PositionValue, DecisionValues)> = None;
        for ply in 0..=decisions.len() {
            let is_last = ply == decisions.len();
            let value = self.value(session, &here, &decisions[..ply], is_last);
            let Some(value) = value else { break };
            output.send("position", &self.position_dto(&value, ply, is_last));
            if let Some((before, values)) = before.take() {
                let made = judged(&before, decisions[ply - 1], values, &value, ply);
                tally.add(&made, before.here.to_move());
                output.send("move", &made.dto);
            }
            if let Some(&decision) = decisions.get(ply) {
                let values = self.both_decisions(session, &here, decision);
                here.play(decision);
                before = Some((value, values));
            }
        }
        output.send("summary", &tally.summary(session.end().name()));
    }

    /// The first player begins with White.
    fn game_white_at_start(&self, decisions: &[Decision]) -> Player {
        let switches = decisions.iter().filter(|decision| decision.switches);
        let white = self.game.holder(Color::White);
        if switches.count() % 2 == 0 {
            white
        } else {
            !white
        }
    }

    /// Searches a position; `None` if the search was stopped.
    fn value(
        &self,
        session: &mut SearchSession<'_>,
        here: &LineWalker,
        decisions: &[Decision],
        is_last: bool,
    ) -> Option<PositionValue> {
        let mut value = PositionValue {
            here: here.clone(),
            score: 0,
            best: Vec::new(),
            second: None,
            depth: 0,
        };
        if let Some(outcome) = self.game.outcome().filter(|_| is_last) {
            value.score = match outcome.winner() {
                Some(winner) if winner == here.to_move() => MATE,
                Some(_) => -MATE,
                None => 0,
            };
            return Some(value);
        }
        session.set_position(self.game.start(), decisions).ok()?;
        let found = session.search(&self.limits, &mut |report| {
            if let SearchReport::Line(line) = report {
                value.keep(line);
            }
        });
        if session.is_stopped() {
            return None;
        }
        if value.best.is_empty() {
            value.score = found.score;
            value.best.extend(found.best);
        }
        Some(value)
    }

    /// What the move is worth with and without a switch, where there is a choice.
    fn both_decisions(
        &self,
        session: &mut SearchSession<'_>,
        here: &LineWalker,
        decision: Decision,
    ) -> DecisionValues {
        let mut values = DecisionValues::default();
        if !here.position.flags(decision.mv).may_switch {
            return values;
        }
        let limits = Limits {
            search_moves: vec![Decision::switch(decision.mv), Decision::stay(decision.mv)],
            ..self.limits.clone()
        };
        // The engine still has this position.
        session.search(&limits, &mut |report| {
            if let SearchReport::Line(line) = report
                && let Some(&first) = line.pv.first()
            {
                values.keep(first, &line);
            }
        });
        values
    }

    fn position_dto(
        &self,
        value: &PositionValue,
        ply: usize,
        is_last: bool,
    ) -> ReviewedPositionDto {
        let here = &value.here;
        let shown = value.best.len().min(LINE_LENGTH);
        let outcome = self.game.outcome().filter(|_| is_last);
        ReviewedPositionDto {
            ply,
            fen: here.position.fen(),
            turn: color_name(here.position.turn()),
            to_move: here.to_move().into(),
            white: here.white.into(),
            depth: value.depth,
            scores: PlayerScoresDto::new(value.score, here.to_move()),
            chance: ChancesDto::new(value.score, here.to_move()),
            best: here.steps(&value.best[..shown]),
            over: outcome.map(OutcomeDto::from),
        }
    }
}

impl PositionValue {
    /// Keeps what the newest iteration found.
    fn keep(&mut self, line: PvLine) {
        if line.number == 1 {
            self.score = line.score;
            self.depth = line.depth;
            self.best = line.pv;
            self.second = None;
        } else {
            self.second = Some(line.score);
        }
    }
}

/// A move that was judged.
struct JudgedMove {
    dto: ReviewedMoveDto,
    judgement: Judgement,
}

/// Judges the decision that led from one position to the next.
fn judged(
    before: &PositionValue,
    decision: Decision,
    values: DecisionValues,
    after: &PositionValue,
    ply: usize,
) -> JudgedMove {
    let position = &before.here.position;
    let player = before.here.to_move();
    let forms_chain = |decision: &Decision| position.forms_chain(decision.mv);
    let best = before.best.first();
    let (own, otherwise) = if decision.switches {
        (values.switch, values.stay)
    } else {
        (values.stay, values.switch)
    };
    let judgement = DecisionFacts {
        is_best: best == Some(&decision),
        best: before.score,
        second: before.second,
        // Both decisions were searched alike; only together can they be compared.
        played: own.unwrap_or_else(|| after.score_for(player)),
        forms_chain: forms_chain(&decision),
        best_forms_chain: best.is_some_and(forms_chain),
        switched: decision.switches,
        otherwise,
    }
    .judge();
    let has_better = !matches!(judgement.grade, Grade::Best | Grade::Good);
    let shown = before.best.len().min(LINE_LENGTH);
    let better = if has_better {
        before.here.steps(&before.best[..shown])
    } else {
        Vec::new()
    };
    JudgedMove {
        dto: ReviewedMoveDto {
            ply,
            step: before.here.clone().describe(decision),
            loss: judgement.loss,
            grade: judgement.grade,
            kinds: judgement.kinds.clone(),
            better,
        },
        judgement,
    }
}
