//! `POST /api/pgn/index`: the games of a PGN file, without their moves.

use axum::Json;
use axum::extract::State;
use catena_chess::pgn::{IndexedGame, PgnError, Tags, index as index_games};
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Serialize, Serializer};

use crate::error::ApiError;
use crate::extract::JsonBody;
use crate::state::AppState;

/// The tags that a list of games shows.
const TAGS: [&str; 12] = [
    "Event", "Site", "Date", "Round", "White", "Black", "Result", "Variant", "WhiteElo",
    "BlackElo", "ECO", "Opening",
];

/// The most characters of a tag's value.
const TAG_LENGTH: usize = 200;

/// A PGN file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct IndexRequest {
    pgn: String,
}

/// The games of a file.
#[derive(Debug, Default, Serialize)]
pub(crate) struct IndexDto {
    games: Vec<IndexedGameDto>,
    /// How many games of the file are not listed because there are too many.
    left_out: usize,
}

/// A game of a file.
#[derive(Debug, Serialize)]
struct IndexedGameDto {
    number: u64,
    /// The line on which it begins.
    line: u64,
    /// Where its lines start and end in the text, in UTF-16 units as JavaScript counts.
    from: usize,
    to: usize,
    /// Which game of these lines it is, from 1.
    nth: usize,
    tags: ShownTags,
    plies: u32,
    error: Option<String>,
}

/// Tags, sent as an object.
#[derive(Debug, Default)]
struct ShownTags(Tags);

impl Serialize for ShownTags {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl From<Tags> for ShownTags {
    fn from(tags: Tags) -> ShownTags {
        // Of duplicate tags the last one counts.
        let shown = TAGS.iter().filter_map(|name| {
            let (_, value) = tags.iter().rev().find(|(known, _)| known == name)?;
            let value: String = value.chars().take(TAG_LENGTH).collect();
            Some(((*name).to_owned(), value))
        });
        ShownTags(shown.collect())
    }
}

pub(crate) async fn index(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<IndexRequest>,
) -> Result<Json<IndexDto>, ApiError> {
    let most = state.limits.pgn_index_games;
    state
        .compute(move || list(&request.pgn, most).map(Json))
        .await?
}

fn list(text: &str, most: usize) -> Result<IndexDto, ApiError> {
    let mut list = IndexDto::default();
    let read = index_games(text.as_bytes(), |game| {
        if list.games.len() < most {
            list.games.push(game_dto(game));
        } else {
            list.left_out += 1;
        }
    });
    read.map_err(|_| ApiError::Internal)?;
    place(&mut list.games, text);
    Ok(list)
}

fn game_dto(game: Result<IndexedGame, PgnError>) -> IndexedGameDto {
    let unplaced = |number, line| IndexedGameDto {
        number,
        line,
        from: 0,
        to: 0,
        nth: 1,
        tags: ShownTags::default(),
        plies: 0,
        error: None,
    };
    match game {
        Ok(game) => IndexedGameDto {
            tags: game.tags.into(),
            plies: game.plies,
            ..unplaced(game.number, game.first_line)
        },
        Err(error) => IndexedGameDto {
            error: Some(error.to_string()),
            ..unplaced(error.game, error.line)
        },
    }
}

/// Finds where the games are in the text. A game ends where the next line with a game
/// begins. The last one that is listed has the rest of the text.
fn place(games: &mut [IndexedGameDto], text: &str) {
    let mut starts = LineStarts::new(text);
    let mut previous: Option<(u64, usize)> = None;
    for game in games.iter_mut() {
        game.from = starts.of(game.line);
        game.nth = match previous {
            Some((line, nth)) if line == game.line => nth + 1,
            _ => 1,
        };
        previous = Some((game.line, game.nth));
    }
    let mut end = text.encode_utf16().count();
    let mut next_from = end;
    for game in games.iter_mut().rev() {
        if game.from != next_from {
            end = next_from;
        }
        next_from = game.from;
        game.to = end.max(game.from);
    }
}

/// Where the lines of a text start, asked in their order.
struct LineStarts<'a> {
    lines: std::str::SplitInclusive<'a, char>,
    line: u64,
    at: usize,
}

impl<'a> LineStarts<'a> {
    fn new(text: &'a str) -> LineStarts<'a> {
        LineStarts {
            lines: text.split_inclusive('\n'),
            line: 1,
            at: 0,
        }
    }

    /// Returns where a line starts, which must not be before one asked for earlier.
    fn of(&mut self, line: u64) -> usize {
        while self.line < line
            && let Some(text) = self.lines.next()
        {
            self.at += text.encode_utf16().count();
            self.line += 1;
        }
        self.at
    }
}
