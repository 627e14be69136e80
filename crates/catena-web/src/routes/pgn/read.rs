//! `POST /api/pgn`: the games of a PGN file, as far as they can be replayed.

use axum::Json;
use axum::extract::State;
use catena_chess::pgn::{
    PgnError, PgnErrorKind, PgnGame, PgnReader, RawGame, ResolveError, StrayText,
};
use catena_chess::{Game, SwitchLimit, TimeControl};
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::extract::JsonBody;
use crate::game_tree::{TreeNodeDto, last_main_node, list_nodes};
use crate::limit::ServerLimits;
use crate::pgn_place::wrong_word;
use crate::state::AppState;

/// A PGN file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PgnRequest {
    pgn: String,
    /// Which game of the text to read, from 1; all if left out.
    game: Option<usize>,
    /// What to call the first game of the text in messages.
    number: Option<u64>,
    /// What to call the first line of the text in messages.
    line: Option<u64>,
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
    /// The game with comments, glyphs, shapes and variations.
    tree: Vec<TreeNodeDto>,
    /// What is wrong with it; the moves are those before it.
    error: Option<String>,
    error_at: Option<ErrorPlaceDto>,
}

/// Where a game is wrong.
#[derive(Debug, Serialize)]
struct ErrorPlaceDto {
    game: u64,
    line: u64,
    /// The number of the move, like `2.` or `2...`.
    #[serde(rename = "move")]
    at: Option<String>,
    /// The word that is wrong.
    token: Option<String>,
    in_variation: bool,
    /// The last node of the tree before it, if it is in the main line.
    node: Option<usize>,
}

pub(crate) async fn read(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<PgnRequest>,
) -> Result<Json<PgnDto>, ApiError> {
    let limits = state.limits.clone();
    state
        .compute(move || read_games(&request, &limits).map(Json))
        .await?
}

fn read_games(request: &PgnRequest, limits: &ServerLimits) -> Result<PgnDto, ApiError> {
    let source = SourceText {
        text: &request.pgn,
        games_before: request.number.unwrap_or(1).saturating_sub(1),
        lines_before: request.line.unwrap_or(1).saturating_sub(1),
    };
    let mut reader = PgnReader::new(request.pgn.as_bytes()).max_moves(limits.pgn_nodes);
    if let Some(game) = request.game {
        let raw = game.checked_sub(1).and_then(|before| reader.nth(before));
        let raw = raw.ok_or_else(|| ApiError::field("game", "there is no such game"))?;
        return Ok(PgnDto {
            games: vec![game_dto(raw, &source, limits)],
            left_out: 0,
        });
    }
    let mut games = Vec::new();
    let mut nodes = 0;
    // What is sent is bounded, whatever the file has.
    while games.len() < limits.pgn_games && nodes < limits.pgn_nodes {
        let Some(raw) = reader.next() else { break };
        let game = game_dto(raw, &source, limits);
        nodes += game.tree.len();
        games.push(game);
    }
    Ok(PgnDto {
        games,
        left_out: reader.count(),
    })
}

/// A text, and what comes before it in its file.
struct SourceText<'a> {
    text: &'a str,
    games_before: u64,
    lines_before: u64,
}

impl SourceText<'_> {
    /// Returns the message for an error, and its place, in terms of the whole file.
    fn explain(
        &self,
        mut error: ResolveError,
        plies: usize,
        node: Option<usize>,
    ) -> (String, ErrorPlaceDto) {
        let wrong = &mut error.error;
        let expected = token(&wrong.kind);
        let is_at_move = wrong.at.is_some();
        let word = is_at_move
            .then(|| {
                let line = wrong.line;
                wrong_word(
                    self.text,
                    line,
                    plies,
                    expected.as_deref(),
                    wrong.in_variation,
                )
            })
            .flatten();
        wrong.game += self.games_before;
        wrong.line += self.lines_before;
        let strays = strays(&mut wrong.kind);
        for stray in strays.iter_mut().chain(&mut error.strays) {
            stray.line += self.lines_before;
        }
        let wrong = &error.error;
        let line = word.map(|word| word.line + self.lines_before);
        let place = ErrorPlaceDto {
            game: wrong.game,
            line: line_of(&wrong.kind).or(line).unwrap_or(wrong.line),
            at: wrong.at.clone(),
            token: expected.or(word.map(|word| word.text.to_owned())),
            in_variation: wrong.in_variation,
            node: node.filter(|_| is_at_move && !wrong.in_variation),
        };
        (error.to_string(), place)
    }
}

/// Returns the word that an error is about.
fn token(kind: &PgnErrorKind) -> Option<String> {
    match kind {
        PgnErrorKind::Move { san, .. } => Some(san.clone()),
        PgnErrorKind::Unreadable(word) => Some(word.text.clone()),
        PgnErrorKind::Stray(strays) => strays.first().map(|stray| stray.text.clone()),
        PgnErrorKind::NullMove => Some("--".to_owned()),
        _ => None,
    }
}

/// Returns the line of that word, where the error itself has it.
fn line_of(kind: &PgnErrorKind) -> Option<u64> {
    match kind {
        PgnErrorKind::Unreadable(word) => Some(word.line),
        PgnErrorKind::Stray(strays) => strays.first().map(|stray| stray.line),
        _ => None,
    }
}

/// Returns the words with a line of their own.
fn strays(kind: &mut PgnErrorKind) -> &mut [StrayText] {
    match kind {
        PgnErrorKind::Unreadable(word) => std::slice::from_mut(word),
        PgnErrorKind::Stray(strays) => strays,
        _ => &mut [],
    }
}

fn game_dto(
    raw: Result<RawGame, PgnError>,
    source: &SourceText<'_>,
    limits: &ServerLimits,
) -> PgnGameDto {
    let raw = match raw {
        Ok(raw) => raw,
        Err(error) => return unreadable(Vec::new(), error.into(), source),
    };
    let (number, line, tags) = (raw.number, raw.first_line, raw.tags.clone());
    let (pgn, broken) = match raw.resolve() {
        Ok(pgn) => (pgn, None),
        Err(mut broken) => match broken.game.take() {
            Some(pgn) => (*pgn, Some(broken)),
            None => return unreadable(tags, broken, source),
        },
    };
    let (game, stopped) = match pgn.to_game() {
        Ok(game) => (game, None),
        Err(stopped) => (*stopped.game.clone(), Some(stopped.in_file(number, line))),
    };
    let plies = game.decisions().len();
    let dto = replayed(&pgn, &game, limits);
    if plies > limits.plies {
        let error = format!(
            "the game has more than {} half-moves; the rest is left out",
            limits.plies
        );
        return PgnGameDto {
            error: Some(error),
            ..dto
        };
    }
    // A wrong move of the main line comes after all that could be replayed.
    match stopped.map(ResolveError::from).or(broken) {
        None => dto,
        Some(wrong) => {
            let last = last_main_node(&dto.tree);
            let (error, place) = source.explain(wrong, plies, Some(last));
            PgnGameDto {
                error: Some(error),
                error_at: Some(place),
                ..dto
            }
        }
    }
}

/// A game of which no move can be replayed.
fn unreadable(
    tags: Vec<(String, String)>,
    error: ResolveError,
    source: &SourceText<'_>,
) -> PgnGameDto {
    let (error, place) = source.explain(error, 0, None);
    PgnGameDto {
        tags,
        result: "*",
        limit: SwitchLimit::default().name(),
        tree: vec![TreeNodeDto::default()],
        error: Some(error),
        error_at: Some(place),
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
    let mut fresh = Game::from_position(pgn.start.clone(), TimeControl::Unlimited);
    let tree = list_nodes(&pgn.line, &mut fresh, limits.plies);
    PgnGameDto {
        tags: pgn.tags.clone(),
        start: Some(pgn.start.fen()),
        limit: pgn.start.switch_limit().name(),
        moves,
        result: pgn.result.unwrap_or("*"),
        tree,
        error: None,
        error_at: None,
    }
}
