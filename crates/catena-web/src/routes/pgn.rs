//! `POST /api/pgn` reads the games of a PGN file, `POST /api/pgn/write` writes a
//! game as PGN.

use axum::Json;
use axum::extract::State;
use catena_chess::pgn::{PgnError, PgnGame, PgnReader, RawGame};
use catena_chess::{Decision, Game, TimeControl};
use serde::{Deserialize, Serialize};

use crate::annotation::{AnnotatedLineDto, has_notes};
use crate::error::ApiError;
use crate::extract::JsonBody;
use crate::limit::ServerLimits;
use crate::line::GameRequest;
use crate::state::AppState;

/// A PGN file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PgnRequest {
    pgn: String,
}

/// The games of a file.
#[derive(Debug, Serialize)]
pub(crate) struct PgnDto {
    games: Vec<PgnGameDto>,
    /// How many games of the file are not listed because there are too many.
    left_out: usize,
}

/// A game that was read, as far as it can be replayed.
#[derive(Debug, Default, Serialize)]
struct PgnGameDto {
    tags: Vec<(String, String)>,
    start: Option<String>,
    limit: &'static str,
    moves: Vec<String>,
    result: &'static str,
    /// The main line with comments, glyphs and variations; null if it has none.
    annotated: Option<AnnotatedLineDto>,
    /// What is wrong with it.
    error: Option<String>,
}

pub(crate) async fn read(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<PgnRequest>,
) -> Result<Json<PgnDto>, ApiError> {
    let limits = state.limits.clone();
    state
        .compute(move || {
            let mut reader = PgnReader::new(request.pgn.as_bytes());
            let games = reader.by_ref().take(limits.pgn_games);
            Json(PgnDto {
                games: games.map(|raw| game_dto(raw, &limits)).collect(),
                left_out: reader.count(),
            })
        })
        .await
}

fn game_dto(raw: Result<RawGame, PgnError>, limits: &ServerLimits) -> PgnGameDto {
    let tags = raw
        .as_ref()
        .map_or_else(|_| Vec::new(), |raw| raw.tags.clone());
    match raw.and_then(RawGame::resolve) {
        Ok(game) => replayed(&game, limits),
        Err(error) => PgnGameDto {
            tags,
            result: "*",
            limit: "size",
            error: Some(error.to_string()),
            ..PgnGameDto::default()
        },
    }
}

/// Replays the main line, up to where the rules end the game.
fn replayed(pgn: &PgnGame, limits: &ServerLimits) -> PgnGameDto {
    let mut game = Game::from_position(pgn.start.clone(), TimeControl::Unlimited);
    let mut moves = Vec::new();
    let mut error = None;
    for (index, node) in pgn.line.moves.iter().enumerate() {
        let Some(mv) = node.mv.mv else {
            error = Some(format!(
                "half-move {} is a null move; the rest is left out",
                index + 1
            ));
            break;
        };
        if index == limits.plies {
            error = Some(format!(
                "the game has more than {} half-moves; the rest is left out",
                limits.plies
            ));
            break;
        }
        let decision = Decision {
            mv,
            switches: node.mv.switches,
        };
        let uci = game.position().uci(decision);
        if let Err(over) = game.play(decision) {
            error = Some(format!(
                "half-move {}: {over}; the rest is left out",
                index + 1
            ));
            break;
        }
        moves.push(uci);
    }
    let annotated = has_notes(&pgn.line).then(|| {
        let mut game = Game::from_position(pgn.start.clone(), TimeControl::Unlimited);
        AnnotatedLineDto::read(&pgn.line, &mut game, limits.plies)
    });
    PgnGameDto {
        tags: pgn.tags.clone(),
        start: Some(pgn.start.fen()),
        limit: pgn.start.switch_limit().name(),
        moves,
        result: pgn.result.unwrap_or("*"),
        annotated,
        error,
    }
}

/// A game and the names of its players.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WriteRequest {
    white: Option<String>,
    black: Option<String>,
    game: GameRequest,
}

/// The text of a PGN file.
#[derive(Debug, Serialize)]
pub(crate) struct WrittenDto {
    pgn: String,
}

pub(crate) async fn write(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<WriteRequest>,
) -> Result<Json<WrittenDto>, ApiError> {
    let limits = state.limits.clone();
    state
        .compute(move || {
            let game = request.game.replay(&limits, |_, _| {})?;
            let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
            let pgn = PgnGame::from_game(&game, &name(&request.white), &name(&request.black));
            Ok(Json(WrittenDto {
                pgn: pgn.to_string(),
            }))
        })
        .await?
}
