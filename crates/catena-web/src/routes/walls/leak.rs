//! `POST /api/walls/leak`: does this cell leak, and how; or what would open it?

use axum::Json;
use axum::extract::State;
use catena_grid::wall::{self, Leak, LeakAnswer, Rim};
use catena_grid::{Cell, Grid, MinSize, Raster};
use serde::{Deserialize, Serialize};

use super::{AreaDto, CellDto, RimName, cell_dto, cell_dtos, read_cell, refusal};
use crate::bitmap::Bitmap;
use crate::error::ApiError;
use crate::extract::UrlQuery;
use crate::state::AppState;

/// What is asked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LeakParams {
    at: String,
    #[serde(default)]
    rim: RimName,
}

/// What is answered; one of the two is null.
#[derive(Debug, Default, Serialize)]
pub(crate) struct LeakAnswerDto {
    leak: Option<LeakDto>,
    closed: Option<ClosedDto>,
}

/// How the cell leaks. The words are those of `catena grid --leak`.
#[derive(Debug, Serialize)]
struct LeakDto {
    /// A shortest way out: its first cell, those where it turns, and its last.
    turns: Vec<CellDto>,
    /// How many cells it has.
    length: usize,
    width: Option<usize>,
    narrowest: Option<CellDto>,
}

/// The area that the cell is in.
#[derive(Debug, Serialize)]
struct ClosedDto {
    area: AreaDto,
    opening_cells: Vec<CellDto>,
}

pub(crate) async fn leak(
    State(state): State<AppState>,
    UrlQuery(params): UrlQuery<LeakParams>,
    Bitmap(raster): Bitmap,
) -> Result<Json<LeakAnswerDto>, ApiError> {
    let cell = read_cell(&params.at)?;
    state
        .compute_image(move || answer(&raster, params.rim.into(), cell).map(Json))
        .await?
}

fn answer(raster: &Raster, rim: Rim, cell: Cell) -> Result<LeakAnswerDto, ApiError> {
    let grid = Grid::new(raster);
    if let LeakAnswer::Leaks(leak) = wall::leak(&grid, rim, cell).map_err(refusal)? {
        return Ok(LeakAnswerDto {
            leak: Some(LeakDto::from(&leak)),
            closed: None,
        });
    }
    let survey = wall::areas(&grid, rim, MinSize::ONE).map_err(refusal)?;
    let area = survey
        .area_at(cell)
        .and_then(|number| survey.record(number));
    let area = area.ok_or(ApiError::Internal)?;
    Ok(LeakAnswerDto {
        leak: None,
        closed: Some(ClosedDto {
            area: AreaDto::from(&area),
            opening_cells: area
                .opening
                .map_or(Vec::new(), |opening| cell_dtos(&opening.cells)),
        }),
    })
}

impl From<&Leak<Cell>> for LeakDto {
    fn from(leak: &Leak<Cell>) -> LeakDto {
        LeakDto {
            turns: cell_dtos(&turns(&leak.route)),
            length: leak.route.len(),
            width: leak.widest.map(|widest| widest.width),
            narrowest: leak.widest.map(|widest| cell_dto(widest.narrowest)),
        }
    }
}

/// The first cell of a route, those where it turns, and the last.
fn turns(route: &[Cell]) -> Vec<Cell> {
    let is_straight = |at: usize| match (at.checked_sub(1).map(|at| route[at]), route.get(at + 1)) {
        (Some(before), Some(after)) => before.column == after.column || before.row == after.row,
        _ => false,
    };
    let places = route.iter().enumerate();
    let turns = places.filter(|(at, _)| !is_straight(*at));
    turns.map(|(_, cell)| *cell).collect()
}
