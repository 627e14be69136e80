//! `POST /api/walls/areas`: every enclosed area of an image.

use std::cmp::Reverse;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use catena_grid::wall::{self, AreaSurvey, Rim};
use catena_grid::{Grid, MinSize, Raster};
use serde::{Deserialize, Serialize};

use super::{AreaDto, RimName, refusal};
use crate::bitmap::Bitmap;
use crate::error::ApiError;
use crate::extract::UrlQuery;
use crate::state::AppState;

/// What is asked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AreasParams {
    #[serde(default)]
    rim: RimName,
    /// Whether the answer says of each run of empty cells which area it is in.
    #[serde(default)]
    labels: bool,
}

/// What is answered.
#[derive(Debug, Serialize)]
struct AreasDto {
    width: usize,
    height: usize,
    /// How many cells are walls.
    occupied: u64,
    /// How many cells are enclosed.
    enclosed: u64,
    /// How many areas there are.
    count: usize,
    /// The largest ones, largest first.
    areas: Vec<AreaDto>,
}

pub(crate) async fn areas(
    State(state): State<AppState>,
    UrlQuery(params): UrlQuery<AreasParams>,
    Bitmap(raster): Bitmap,
) -> Result<Response, ApiError> {
    let most = state.limits.image_areas.min(MOST_LISTED);
    state
        .compute_image(move || answer(&raster, params.rim.into(), params.labels, most))
        .await?
}

fn answer(raster: &Raster, rim: Rim, labels: bool, most: usize) -> Result<Response, ApiError> {
    let grid = Grid::new(raster);
    let survey = wall::areas(&grid, rim, MinSize::ONE).map_err(refusal)?;
    let listed = largest(&survey, most);
    let found = AreasDto {
        width: raster.width(),
        height: raster.height(),
        occupied: raster.count_occupied(),
        enclosed: survey.sizes().sum(),
        count: survey.len(),
        areas: listed
            .iter()
            .filter_map(|number| survey.record(*number))
            .map(|area| AreaDto::from(&area))
            .collect(),
    };
    if !labels {
        return Ok(Json(found).into_response());
    }
    let mut body = serde_json::to_vec(&found).map_err(|_| ApiError::Internal)?;
    body.push(b'\n');
    add_labels(&mut body, &survey, &listed);
    let binary = [(header::CONTENT_TYPE, "application/octet-stream")];
    Ok((binary, body).into_response())
}

/// The numbers of the largest areas, largest first; of equal ones, the first ones.
fn largest(survey: &AreaSurvey<'_, Grid<'_>>, most: usize) -> Vec<u32> {
    let mut all: Vec<(Reverse<u64>, u32)> = survey.sizes().map(Reverse).zip(1..).collect();
    if all.len() > most {
        all.select_nth_unstable(most);
        all.truncate(most);
    }
    all.sort_unstable();
    all.into_iter().map(|(_, number)| number).collect()
}

/// How many labels the areas that are not listed share: enough to give most
/// neighbours different colours.
const SHARED_LABELS: usize = 64;

/// The most areas that can be listed, so that labels have 16 bits, and a client has
/// some left for meanings of its own.
const MOST_LISTED: usize = 60_000;

/// Adds a label for each run of empty cells, in reading order, as 16 bits, the lower
/// byte first: 0 for what leaks, the place in the list of areas from 1 on, or for the
/// areas that are not listed a number above those.
fn add_labels(body: &mut Vec<u8>, survey: &AreaSurvey<'_, Grid<'_>>, listed: &[u32]) {
    let shared = (0..SHARED_LABELS).map(|more| label(listed.len() + 1 + more));
    let mut labels: Vec<u16> = shared.cycle().take(survey.len() + 1).collect();
    labels[0] = 0;
    for (place, number) in (1..).zip(listed) {
        labels[*number as usize] = label(place);
    }
    for number in survey.areas_of_runs() {
        body.extend(labels[number as usize].to_le_bytes());
    }
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "at most MOST_LISTED areas are listed"
)]
fn label(place: usize) -> u16 {
    place as u16
}
