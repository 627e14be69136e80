//! `POST /api/pgn` reads the games of a PGN file, `POST /api/pgn/write` writes a
//! game as PGN.

use axum::Json;
use axum::extract::State;
use catena_chess::pgn::{PgnError, PgnGame, PgnReader, RawGame, ResolveError};
use catena_chess::{Game, SwitchLimit, TimeControl};
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
    /// What is wrong with it; the moves are those before it.
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
    let raw = match raw {
        Ok(raw) => raw,
        Err(error) => return unreadable(Vec::new(), error.into()),
    };
    let (number, line, tags) = (raw.number, raw.first_line, raw.tags.clone());
    let (pgn, broken) = match raw.resolve() {
        Ok(pgn) => (pgn, None),
        Err(mut broken) => match broken.game.take() {
            Some(pgn) => (*pgn, Some(broken)),
            None => return unreadable(tags, broken),
        },
    };
    let (game, stopped) = match pgn.to_game() {
        Ok(game) => (game, None),
        Err(stopped) => (*stopped.game.clone(), Some(stopped.in_file(number, line))),
    };
    let too_long = (game.decisions().len() > limits.plies).then(|| {
        format!(
            "the game has more than {} half-moves; the rest is left out",
            limits.plies
        )
    });
    // A wrong move of the main line comes after all that could be replayed.
    let error = too_long
        .or_else(|| stopped.map(|error| error.to_string()))
        .or_else(|| broken.map(|error| error.to_string()));
    PgnGameDto {
        error,
        ..replayed(&pgn, &game, limits)
    }
}

/// A game of which no move can be replayed.
fn unreadable(tags: Vec<(String, String)>, error: ResolveError) -> PgnGameDto {
    PgnGameDto {
        tags,
        result: "*",
        limit: SwitchLimit::default().name(),
        error: Some(error.to_string()),
        ..PgnGameDto::default()
    }
}

/// The main line as it was played in `game`, and its notes.
fn replayed(pgn: &PgnGame, game: &Game, limits: &ServerLimits) -> PgnGameDto {
    let mut position = pgn.start.clone();
    let decisions = game.decisions().take(limits.plies);
    let moves = decisions
        .map(|decision| {
            let uci = position.uci(decision);
            position.play_unchecked(decision);
            uci
        })
        .collect();
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
        error: None,
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
