//! What `catena grid` found, as text or JSON.

use std::io::Write;

use anyhow::Result;
use catena_grid::{Area, Cell, Chain, Raster, Report, Tally, Undecided};
use serde::Serialize;

use super::{GridArgs, LatticeName};
use crate::output;
use crate::walls::{JsonLeak, JsonSeal, WallAnswers};

/// Everything that was found.
pub(super) struct GridFindings<'a> {
    pub(super) report: &'a Report,
    pub(super) answers: &'a WallAnswers<Cell>,
    pub(super) timings: Option<GridTimings>,
}

/// The answer as JSON.
#[derive(Serialize)]
pub(super) struct JsonGrid {
    width: usize,
    height: usize,
    occupied: u64,
    lattice: &'static str,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    leak: Option<JsonLeak>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seal: Option<JsonSeal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timings: Option<GridTimings>,
}

impl JsonGrid {
    pub(super) fn new(args: &GridArgs, raster: &Raster, found: &GridFindings<'_>) -> JsonGrid {
        let report = found.report;
        let chain = report.is_on_chain.map(Result::ok);
        let witness = report.witness.as_ref().map(|answer| match answer {
            Ok(Some(chain)) => Some(chain.cells().iter().copied().map(column_and_row).collect()),
            _ => None,
        });
        JsonGrid {
            width: raster.width(),
            height: raster.height(),
            occupied: raster.count_occupied(),
            lattice: match args.lattice {
                LatticeName::Square => "square",
                LatticeName::Hex => "hex",
            },
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
            leak: found.answers.leak.as_ref().map(JsonLeak::from),
            seal: found.answers.seal.as_ref().map(JsonSeal::from),
            timings: found.timings,
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
    pub(super) walls: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) areas: Option<f64>,
    pub(super) write: f64,
}

impl GridTimings {
    fn write_text(&self, out: &mut impl Write) -> Result<()> {
        write!(
            out,
            "seconds: read {:.3}, decide {:.3}, walls {:.3}",
            self.read, self.decide, self.walls
        )?;
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
    let round = format!("round an area of {} cells or more", args.min_size);
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

/// Prints the answer as text.
pub(super) fn print_text(args: &GridArgs, raster: &Raster, found: &GridFindings<'_>) -> Result<()> {
    let report = found.report;
    let mut out = output::stdout();
    found.answers.write_text(&mut out)?;
    if let (Some(cell), Some(answer)) = (args.at, &report.witness) {
        write_answer(&mut out, args, cell, answer)?;
    }
    writeln!(
        out,
        "{}x{} cells, {} of them occupied",
        raster.width(),
        raster.height(),
        raster.count_occupied()
    )?;
    writeln!(
        out,
        "enclosed areas of {} cells or more: {}",
        args.min_size, report.areas
    )?;
    writeln!(out, "closed walls round them: {}", report.walls)?;
    match report.cells_on_chain {
        Ok(cells) => writeln!(out, "cells on a chain: {cells}")?,
        Err(_) => writeln!(out, "cells on a chain: undecided, the budget ended")?,
    }
    for area in &report.largest_areas {
        writeln!(
            out,
            "  area {}: {} cells from {} on",
            area.number, area.size, area.first
        )?;
    }
    if report.areas as usize > report.largest_areas.len() {
        writeln!(
            out,
            "  and {} smaller or later ones",
            report.areas as usize - report.largest_areas.len()
        )?;
    }
    if let Some(timings) = found.timings {
        timings.write_text(&mut out)?;
    }
    Ok(())
}
