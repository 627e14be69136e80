//! What `catena grid` found, as text or JSON.

use std::io::Write;

use anyhow::Result;
use catena_grid::{Area, Cell, Chain, LargeRaster, Raster, Report, Tally, Undecided};
use serde::Serialize;

use super::{GridArgs, LatticeName};
use crate::output;
use crate::walls::{JsonLeak, JsonSeal};
use crate::words::cells;

/// What is printed about the grid itself.
pub(super) trait GridFacts {
    /// Columns and rows.
    fn size(&self) -> (usize, usize);
    /// How many cells are occupied.
    fn occupied(&self) -> u64;
}

impl GridFacts for Raster {
    fn size(&self) -> (usize, usize) {
        (self.width(), self.height())
    }

    fn occupied(&self) -> u64 {
        self.count_occupied()
    }
}

impl GridFacts for LargeRaster {
    fn size(&self) -> (usize, usize) {
        (self.width(), self.height())
    }

    fn occupied(&self) -> u64 {
        self.count_occupied()
    }
}

/// The answer as JSON.
#[derive(Serialize)]
pub(super) struct JsonGrid {
    width: usize,
    height: usize,
    occupied: u64,
    lattice: &'static str,
    /// The one that Otsu's method chose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) threshold: Option<f64>,
    min_size: u32,
    areas: u32,
    largest_area: u64,
    largest: Vec<JsonGridArea>,
    walls: u32,
    cells_on_chain: Option<u64>,
    closed_gaps: JsonTally,
    sealed_areas: JsonTally,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<(usize, usize)>,
    /// Null if undecided.
    #[serde(skip_serializing_if = "Option::is_none")]
    chain: Option<Option<bool>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    witness: Option<Option<Vec<(usize, usize)>>>,
    /// Of an empty cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) enclosed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) area: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) leak: Option<JsonLeak>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seal: Option<JsonSeal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timings: Option<GridTimings>,
}

impl JsonGrid {
    pub(super) fn new(
        args: &GridArgs,
        raster: &impl GridFacts,
        report: &Report,
        timings: Option<GridTimings>,
    ) -> JsonGrid {
        let chain = report.is_on_chain.map(Result::ok);
        let witness = report.witness.as_ref().map(|answer| match answer {
            Ok(Some(chain)) => Some(chain.cells().iter().copied().map(column_and_row).collect()),
            _ => None,
        });
        JsonGrid {
            width: raster.size().0,
            height: raster.size().1,
            occupied: raster.occupied(),
            lattice: match args.lattice {
                LatticeName::Square => "square",
                LatticeName::Hex => "hex",
            },
            threshold: None,
            min_size: args.min_size.get(),
            areas: report.areas,
            largest_area: report.largest_areas.first().map_or(0, |area| area.size),
            largest: report
                .largest_areas
                .iter()
                .map(JsonGridArea::from)
                .collect(),
            walls: report.walls,
            cells_on_chain: report.cells_on_chain.ok(),
            closed_gaps: report.closed_gaps.into(),
            sealed_areas: report.sealed_areas.into(),
            at: args.at.map(column_and_row),
            chain,
            witness,
            enclosed: None,
            area: None,
            leak: None,
            seal: None,
            timings,
        }
    }
}

#[derive(Serialize)]
struct JsonGridArea {
    id: u32,
    cells: u64,
    /// Column and row of its first cell.
    first: (usize, usize),
}

fn column_and_row(cell: Cell) -> (usize, usize) {
    (cell.column, cell.row)
}

impl From<&Area> for JsonGridArea {
    fn from(area: &Area) -> JsonGridArea {
        JsonGridArea {
            id: area.number,
            cells: area.size,
            first: column_and_row(area.first),
        }
    }
}

/// How many areas there are, and how many cells they have together.
#[derive(Serialize)]
pub(crate) struct JsonTally {
    count: u64,
    cells: u64,
}

impl From<Tally> for JsonTally {
    fn from(tally: Tally) -> JsonTally {
        JsonTally {
            count: tally.count,
            cells: tally.cells,
        }
    }
}

/// How long each step took, in seconds.
#[derive(Clone, Copy, Serialize)]
pub(super) struct GridTimings {
    pub(super) read: f64,
    pub(super) decide: f64,
    /// The questions about a leak and a patch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) walls: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) areas: Option<f64>,
    pub(super) write: f64,
}

impl GridTimings {
    fn write_text(&self, out: &mut impl Write) -> Result<()> {
        write!(
            out,
            "seconds: read {:.3}, decide {:.3}",
            self.read, self.decide
        )?;
        if let Some(walls) = self.walls {
            write!(out, ", walls {walls:.3}")?;
        }
        if let Some(areas) = self.areas {
            write!(out, ", areas {areas:.3}")?;
        }
        writeln!(out, ", write {:.3}", self.write)?;
        Ok(())
    }
}

/// Writes whether the cell is on a chain.
fn write_answer(
    out: &mut impl Write,
    args: &GridArgs,
    cell: Cell,
    answer: &Result<Option<Chain>, Undecided>,
) -> Result<()> {
    let round = format!("round an area of {} or more", cells(args.min_size.get()));
    match answer {
        Ok(Some(chain)) => {
            writeln!(out, "the cell {cell} is on a chain {round}:")?;
            let cells: Vec<String> = chain.cells().iter().map(Cell::to_string).collect();
            writeln!(out, "  {}\n", cells.join(" "))?;
        }
        Ok(None) => writeln!(out, "the cell {cell} is on no chain {round}\n")?,
        Err(_) => writeln!(
            out,
            "whether the cell {cell} is on a chain {round} is undecided: the budget ended\n"
        )?,
    }
    Ok(())
}

/// Prints whether the empty cell of `--at` is enclosed, and in which area.
pub(super) fn write_enclosure(args: &GridArgs, enclosure: Option<Option<u32>>) -> Result<()> {
    let (Some(cell), Some(area)) = (args.at, enclosure) else {
        return Ok(());
    };
    let size = cells(args.min_size.get());
    let mut out = output::stdout();
    match area {
        Some(area) => writeln!(
            out,
            "the cell {cell} is enclosed, in area {area} of {size} or more\n"
        )?,
        None => writeln!(
            out,
            "the cell {cell} is not enclosed in an area of {size} or more\n"
        )?,
    }
    Ok(())
}

/// Prints the answer as text.
pub(super) fn print_text(
    args: &GridArgs,
    raster: &impl GridFacts,
    report: &Report,
    timings: Option<GridTimings>,
) -> Result<()> {
    let mut out = output::stdout();
    if let (Some(cell), Some(answer)) = (args.at, &report.witness) {
        write_answer(&mut out, args, cell, answer)?;
    }
    writeln!(
        out,
        "{}x{} cells, {} of them occupied",
        raster.size().0,
        raster.size().1,
        raster.occupied()
    )?;
    writeln!(
        out,
        "enclosed areas of {} or more: {}",
        cells(args.min_size.get()),
        report.areas
    )?;
    writeln!(out, "closed walls round them: {}", report.walls)?;
    match report.cells_on_chain {
        Ok(cells) => writeln!(out, "cells on a chain: {cells}")?,
        Err(_) => writeln!(out, "cells on a chain: undecided, the budget ended")?,
    }
    for area in &report.largest_areas {
        writeln!(
            out,
            "  area {}: {}, first at {}",
            area.number,
            cells(area.size),
            area.first
        )?;
    }
    if report.areas as usize > report.largest_areas.len() {
        writeln!(
            out,
            "  and {} smaller or later ones",
            report.areas as usize - report.largest_areas.len()
        )?;
    }
    if let Some(timings) = timings {
        timings.write_text(&mut out)?;
    }
    Ok(())
}
