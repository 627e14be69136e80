//! `POST /api/pgn/write`: a game, or a tree with all its annotations, as PGN.

use axum::Json;
use axum::extract::State;
use catena_chess::pgn::{PgnGame, PgnLine, PgnMove, Tags};
use catena_chess::{Game, SsccPosition, SwitchLimit, TimeControl};
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::extract::JsonBody;
use crate::game_tree::{TreeNodeDto, read_nodes};
use crate::limit::ServerLimits;
use crate::line::{self, GameRequest};
use crate::state::AppState;

/// A game and its tags: either a `game` that was played, or a `tree`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WriteRequest {
    white: Option<String>,
    black: Option<String>,
    /// Tags to set, besides those that say how the game starts.
    #[serde(default)]
    tags: Tags,
    game: Option<GameRequest>,
    tree: Option<Vec<TreeNodeDto>>,
    /// The first position of the tree.
    start: Option<String>,
    limit: Option<String>,
    /// The result of the tree; `*` if left out.
    result: Option<String>,
}

/// The text of a PGN file.
#[derive(Debug, Serialize)]
pub(crate) struct WrittenDto {
    pgn: String,
}

/// The tags that say how a game starts. They follow from the first position.
const START_TAGS: [&str; 5] = ["SetUp", "FEN", "SwitchLimit", "SwitchRun", "UCI_Variant"];

pub(crate) async fn write(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<WriteRequest>,
) -> Result<Json<WrittenDto>, ApiError> {
    let limits = state.limits.clone();
    state
        .compute(move || {
            let pgn = request.written(&limits)?.to_string();
            Ok(Json(WrittenDto { pgn }))
        })
        .await?
}

impl WriteRequest {
    fn written(&self, limits: &ServerLimits) -> Result<PgnGame, ApiError> {
        let mut pgn = match (&self.game, &self.tree) {
            (Some(game), None) => {
                let game = game.replay(limits, |_, _| {})?;
                PgnGame::from_game(&game, "?", "?")
            }
            (None, Some(tree)) => self.written_tree(tree, limits)?,
            _ => return Err(ApiError::field("game", "give either a game or a tree")),
        };
        let names = [("White", &self.white), ("Black", &self.black)];
        for (name, value) in names {
            if let Some(value) = value {
                pgn.set_tag(name, value);
            }
        }
        for (name, value) in &self.tags {
            let is_ours = START_TAGS.contains(&name.as_str())
                || matches!(name.as_str(), "Variant" | "Result");
            if !is_ours {
                pgn.set_tag(name, value);
            }
        }
        Ok(pgn)
    }

    fn written_tree(
        &self,
        tree: &[TreeNodeDto],
        limits: &ServerLimits,
    ) -> Result<PgnGame, ApiError> {
        if tree.len() > limits.pgn_nodes {
            let reason = format!("a game has at most {} moves here", limits.pgn_nodes);
            return Err(ApiError::field("tree", reason));
        }
        let result = result(self.result.as_deref())?;
        let start = line::start(self.start.as_deref(), self.limit.as_deref(), limits)?;
        let line = read_nodes(tree, &start)?;
        let needs_sscc = needs_sscc(&start, &line);
        let empty = Game::from_position(start, TimeControl::Unlimited);
        let mut pgn = PgnGame::from_game(&empty, "?", "?");
        if !needs_sscc {
            self.keep_variant(&mut pgn);
        }
        pgn.set_tag("Result", result);
        Ok(PgnGame {
            line,
            result: Some(result),
            ..pgn
        })
    }

    /// A game of chess that somebody annotates stays a game of chess.
    fn keep_variant(&self, pgn: &mut PgnGame) {
        let own = self.tags.iter().rfind(|(name, _)| name == "Variant");
        match own {
            Some((_, variant)) => pgn.set_tag("Variant", variant),
            None => pgn.tags.retain(|(name, _)| name != "Variant"),
        }
    }
}

/// Returns whether only Switch-Side Chain-Chess has such a game.
fn needs_sscc(start: &SsccPosition, line: &PgnLine<PgnMove>) -> bool {
    start.run().is_some() || start.switch_limit() != SwitchLimit::default() || has_switch(line)
}

fn has_switch(line: &PgnLine<PgnMove>) -> bool {
    line.moves
        .iter()
        .any(|node| node.mv.switches || node.variations.iter().any(has_switch))
}

fn result(text: Option<&str>) -> Result<&'static str, ApiError> {
    let text = text.unwrap_or("*");
    ["1-0", "0-1", "1/2-1/2", "*"]
        .into_iter()
        .find(|known| *known == text)
        .ok_or_else(|| ApiError::field("result", "a result is 1-0, 0-1, 1/2-1/2 or *"))
}
