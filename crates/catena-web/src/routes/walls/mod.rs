//! `POST /api/walls/…`: the enclosed areas of an image, where it leaks, and what would
//! close it. The body is a [`Bitmap`](crate::bitmap::Bitmap).

mod areas;
mod leak;
mod seal;

use axum::Router;
use axum::routing::post;
use catena_grid::Cell;
use catena_grid::wall::{AreaRecord, Rim, WallError};
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::state::AppState;

/// The calls about an image.
pub(crate) fn router() -> Router<AppState> {
    Router::new()
        .route("/areas", post(areas::areas))
        .route("/leak", post(leak::leak))
        .route("/seal", post(seal::seal))
}

/// Whether the edge of the image counts as a wall.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum RimName {
    #[default]
    Open,
    Wall,
}

impl From<RimName> for Rim {
    fn from(name: RimName) -> Rim {
        match name {
            RimName::Open => Rim::Open,
            RimName::Wall => Rim::Wall,
        }
    }
}

/// A cell: column and row.
type CellDto = [usize; 2];

fn cell_dto(cell: Cell) -> CellDto {
    [cell.column, cell.row]
}

fn cell_dtos(cells: &[Cell]) -> Vec<CellDto> {
    cells.iter().copied().map(cell_dto).collect()
}

/// An enclosed area. The words are those of `catena grid --areas`.
#[derive(Debug, Serialize)]
struct AreaDto {
    id: u32,
    cells: u64,
    #[serde(rename = "box")]
    bounds: [usize; 4],
    centroid: [f64; 2],
    inside: CellDto,
    walls: u64,
    /// How many areas it touches.
    neighbours: usize,
    /// How many wall cells hold it; null if the rim is a wall.
    opening: Option<usize>,
}

impl From<&AreaRecord<Cell>> for AreaDto {
    fn from(area: &AreaRecord<Cell>) -> AreaDto {
        let [column, row, _] = area.centroid;
        AreaDto {
            id: area.number,
            cells: area.cells,
            bounds: [area.min.column, area.min.row, area.max.column, area.max.row],
            centroid: [column, row],
            inside: cell_dto(area.inside),
            walls: area.walls,
            neighbours: area.touches.len(),
            opening: area.opening.as_ref().map(|opening| opening.cells.len()),
        }
    }
}

/// Reads a cell: column and row, with a comma between.
fn read_cell(text: &str) -> Result<Cell, ApiError> {
    let numbers = text.split_once(',');
    let numbers = numbers.and_then(|(column, row)| Some((column.parse().ok()?, row.parse().ok()?)));
    let (column, row) = numbers
        .ok_or_else(|| ApiError::field("at", "a cell is a column and a row, such as 120,80"))?;
    Ok(Cell::new(column, row))
}

/// The answer to a question about a cell that has none.
fn refusal(error: WallError<Cell>) -> ApiError {
    match error {
        WallError::NoSuchCell(Cell { column, row, .. }) => ApiError::field(
            "at",
            format!("there is no cell {column},{row} in the image"),
        ),
        WallError::Occupied(Cell { column, row, .. }) => {
            let reason = format!("the cell {column},{row} is a wall; only empty cells leak");
            ApiError::field("at", reason)
        }
        // The image has few enough cells, and a patch is always verified.
        _ => ApiError::Internal,
    }
}
