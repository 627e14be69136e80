//! `GET /api/draw`: the board with its chain, as an SVG or PNG image.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use catena_draw::{Picture, Scene, Size, Theme, png, svg};
use catena_grid::{Board, MinSize, Square};
use serde::Deserialize;

use crate::board::{RequestBoard, min_size};
use crate::error::ApiError;
use crate::extract::UrlQuery;
use crate::state::AppState;

/// The default width of an image, in pixels.
const USUAL_WIDTH: u32 = 720;
/// The largest width of an image, in pixels.
const MAX_WIDTH: u32 = 2048;

/// What is asked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DrawParams {
    #[serde(default)]
    fen: String,
    at: Option<String>,
    min_size: Option<u32>,
    /// Which enclosure, in the order of `/api/enclosures`.
    show: Option<usize>,
    #[serde(default)]
    format: ImageFormat,
    #[serde(default)]
    orientation: Viewpoint,
    width: Option<u32>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ImageFormat {
    #[default]
    Svg,
    Png,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Viewpoint {
    #[default]
    White,
    Black,
}

pub(crate) async fn draw(
    State(state): State<AppState>,
    UrlQuery(params): UrlQuery<DrawParams>,
) -> Result<Response, ApiError> {
    let board = RequestBoard::read(&params.fen, &state.limits)?;
    let square = params.at.as_deref().map(|at| board.piece(at)).transpose()?;
    let min_size = min_size(params.min_size)?;
    let width = params.width.unwrap_or(USUAL_WIDTH);
    if width > MAX_WIDTH {
        let reason = format!("an image is at most {MAX_WIDTH} pixels wide");
        return Err(ApiError::field("width", reason));
    }
    let size = Size::new(width).map_err(|error| ApiError::field("width", error))?;
    let listed = state.limits.enclosures;
    state
        .compute(move || {
            let scene = scene(&board, square, min_size, params.show.unwrap_or(0), listed);
            let scene = scene.flip(params.orientation == Viewpoint::Black);
            image(&scene.picture(&Theme::light()), params.format, size)
        })
        .await?
}

/// Returns the board with the chain to show, or with all enclosed areas.
fn scene(
    board: &RequestBoard,
    square: Option<Square>,
    min_size: MinSize,
    show: usize,
    listed: usize,
) -> Scene {
    let scene = Scene::new(&board.placement);
    let areas = board.occupied.areas(min_size).into_iter().flatten();
    let Some(square) = square else {
        return scene.enclosed(areas);
    };
    let scene = scene.moved(square);
    let list = board.enclosures(Some(square), min_size, listed).chains;
    match list.get(show).or_else(|| list.last()) {
        Some(chain) => scene.with_chain(chain),
        None => scene.enclosed(areas),
    }
}

fn image(picture: &Picture, format: ImageFormat, size: Size) -> Result<Response, ApiError> {
    Ok(match format {
        ImageFormat::Svg => {
            let text = svg::render(picture, size);
            ([(header::CONTENT_TYPE, "image/svg+xml")], text).into_response()
        }
        ImageFormat::Png => {
            let bytes = png::render(picture, size).map_err(|_| ApiError::Internal)?;
            ([(header::CONTENT_TYPE, "image/png")], bytes).into_response()
        }
    })
}
