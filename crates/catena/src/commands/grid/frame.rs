//! `--rim wall`: the grid with a frame of occupied cells around it.

use catena_grid::{Cell, Raster, RasterError, Report};

/// How many columns on the left and rows at the top are frame. Two rows, so that
/// even rows stay even: on hexagons they have other neighbours than odd ones.
const CORNER: (usize, usize) = (1, 2);

/// The raster with a frame around it.
pub(super) fn with_frame(raster: &Raster) -> Result<Raster, RasterError> {
    let (width, height) = framed_size(raster);
    Raster::from_fn(width, height, |cell| {
        match (
            cell.column.checked_sub(CORNER.0),
            cell.row.checked_sub(CORNER.1),
        ) {
            (Some(column), Some(row)) if column < raster.width() && row < raster.height() => {
                raster.is_occupied(Cell::new(column, row))
            }
            _ => true,
        }
    })
}

fn framed_size(raster: &Raster) -> (usize, usize) {
    (raster.width() + 2, raster.height() + CORNER.1 + 1)
}

/// Makes a report about the raster with its frame one about the raster alone.
/// The frame counts as a wall, but its cells are not counted and have no labels.
pub(super) fn without_frame(report: &mut Report, raster: &Raster) {
    let (width, height) = framed_size(raster);
    for area in &mut report.largest_areas {
        area.first.column -= CORNER.0;
        area.first.row -= CORNER.1;
    }
    // The frame is one block. It encloses everything, so all of its cells are on
    // a chain or none.
    let frame = (width * height - raster.width() * raster.height()) as u64;
    if report.areas > 0 {
        report.cells_on_chain = report.cells_on_chain.map(|cells| cells - frame);
    }
    if let Some(labels) = &mut report.labels {
        let rows = labels.chunks_exact(width).skip(CORNER.1);
        let rows = rows.take(raster.height());
        *labels = rows
            .flat_map(|row| row[CORNER.0..][..raster.width()].iter().copied())
            .collect();
    }
}
