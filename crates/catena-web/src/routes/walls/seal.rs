//! `POST /api/walls/seal`: the fewest cells to fill so that a place is cut off from the
//! outside.

use axum::Json;
use axum::extract::State;
use catena_grid::wall::{self, Region, Rim, SealAnswer};
use catena_grid::{Cell, Grid, Raster};
use serde::{Deserialize, Serialize};

use super::{CellDto, RimName, cell_dtos, read_cell, refusal};
use crate::bitmap::Bitmap;
use crate::error::ApiError;
use crate::extract::UrlQuery;
use crate::state::AppState;

/// The radius of the region of a cell if the request names none, as in `catena grid`.
const USUAL_RADIUS: usize = 3;

/// What is asked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SealParams {
    at: String,
    radius: Option<usize>,
    #[serde(default)]
    rim: RimName,
}

/// What is answered; one of the two is null. The words are those of `catena grid --seal`.
#[derive(Debug, Default, Serialize)]
pub(crate) struct SealAnswerDto {
    seal: Option<PatchDto>,
    /// The cells of the region at the rim, because of which it cannot be sealed.
    at_rim: Option<Vec<CellDto>>,
}

#[derive(Debug, Serialize)]
struct PatchDto {
    size: usize,
    cells: Vec<CellDto>,
}

pub(crate) async fn seal(
    State(state): State<AppState>,
    UrlQuery(params): UrlQuery<SealParams>,
    Bitmap(raster): Bitmap,
) -> Result<Json<SealAnswerDto>, ApiError> {
    let cell = read_cell(&params.at)?;
    let radius = params.radius.unwrap_or(USUAL_RADIUS);
    let most = state.limits.seal_radius;
    if radius > most {
        let reason = format!("a radius is from 0 to {most} cells");
        return Err(ApiError::field("radius", reason));
    }
    state
        .compute_image(move || answer(&raster, params.rim.into(), cell, radius).map(Json))
        .await?
}

fn answer(raster: &Raster, rim: Rim, cell: Cell, radius: usize) -> Result<SealAnswerDto, ApiError> {
    let grid = Grid::new(raster);
    let mut region = Region::new(&grid, rim).map_err(refusal)?;
    region.add_around(cell, radius).map_err(refusal)?;
    Ok(match wall::seal(&region).map_err(refusal)? {
        SealAnswer::Sealed(patch) => SealAnswerDto {
            seal: Some(PatchDto {
                size: patch.cells.len(),
                cells: cell_dtos(&patch.cells),
            }),
            at_rim: None,
        },
        SealAnswer::AtRim(cells) => SealAnswerDto {
            seal: None,
            at_rim: Some(cell_dtos(&cells)),
        },
        _ => return Err(ApiError::Internal),
    })
}
