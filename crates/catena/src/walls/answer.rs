//! What `--leak` and `--seal` found, as text or JSON.

use std::io::Write;

use anyhow::{Result, anyhow};
use catena_grid::wall::{
    self, Leak, LeakAnswer, Opening, Patch, Region, Rim, SealAnswer, Space, WallError,
};
use serde::Serialize;

use super::place::{self, Place};

/// What was found out about a leak and a patch.
#[derive(Debug)]
pub(crate) struct WallAnswers<P> {
    pub(crate) leak: Option<LeakFinding<P>>,
    pub(crate) seal: Option<SealAnswer<P>>,
}

/// How a cell leaks.
#[derive(Debug)]
pub(crate) struct LeakFinding<P> {
    cell: P,
    answer: LeakAnswer<P>,
}

/// Finds how a cell leaks.
pub(super) fn leak<S: Space>(space: &S, rim: Rim, cell: S::Place) -> Result<LeakFinding<S::Place>>
where
    S::Place: Place,
{
    let answer = wall::leak(space, rim, cell).map_err(refusal)?;
    Ok(LeakFinding { cell, answer })
}

/// Finds the smallest patch for a region.
pub(super) fn seal<S: Space>(region: &Region<'_, S>) -> Result<SealAnswer<S::Place>>
where
    S::Place: Place,
{
    wall::seal(region).map_err(refusal)
}

/// What is wrong with a cell that was asked about.
pub(super) fn refusal<P: Place>(error: WallError<P>) -> anyhow::Error {
    match error {
        WallError::NoSuchCell(cell) => {
            anyhow!("there is no cell {} in the input", place::text(cell))
        }
        WallError::Occupied(cell) => anyhow!(
            "the cell {} is occupied; only empty cells leak",
            place::text(cell)
        ),
        other => anyhow!("{other}"),
    }
}

impl<P: Place> WallAnswers<P> {
    /// Whether every answer is yes: the cell leaks, and the region can be
    /// sealed.
    pub(crate) fn is_yes(&self) -> bool {
        let leaks = self
            .leak
            .as_ref()
            .is_none_or(|leak| matches!(leak.answer, LeakAnswer::Leaks(_)));
        let is_sealed = self
            .seal
            .as_ref()
            .is_none_or(|seal| matches!(seal, SealAnswer::Sealed(_)));
        leaks && is_sealed
    }

    /// The cells to draw: the way out, the opening, the patch.
    pub(crate) fn shown(&self) -> Vec<P> {
        let mut shown = match self.leak.as_ref().map(|leak| &leak.answer) {
            Some(LeakAnswer::Leaks(leak)) => leak.route.clone(),
            Some(LeakAnswer::Enclosed(Some(opening))) => opening.cells.clone(),
            _ => Vec::new(),
        };
        if let Some(SealAnswer::Sealed(patch)) = &self.seal {
            shown.extend(&patch.cells);
        }
        shown
    }

    /// Where the widest way out is narrowest.
    pub(crate) fn narrowest(&self) -> Option<P> {
        match &self.leak.as_ref()?.answer {
            LeakAnswer::Leaks(leak) => leak.widest.map(|widest| widest.narrowest),
            _ => None,
        }
    }

    pub(crate) fn write_text(&self, out: &mut impl Write) -> Result<()> {
        if let Some(leak) = &self.leak {
            leak.write_text(out)?;
        }
        match &self.seal {
            Some(SealAnswer::Sealed(patch)) => write_patch(out, patch)?,
            Some(SealAnswer::AtRim(cells)) => writeln!(
                out,
                "the region cannot be sealed: it touches the rim at {}\n",
                texts(cells)
            )?,
            _ => {}
        }
        Ok(())
    }
}

impl<P: Place> LeakFinding<P> {
    fn write_text(&self, out: &mut impl Write) -> Result<()> {
        let cell = place::text(self.cell);
        match &self.answer {
            LeakAnswer::Leaks(leak) => write_leak(out, &cell, leak)?,
            LeakAnswer::Enclosed(Some(opening)) => writeln!(
                out,
                "the cell {cell} is enclosed; the removal of {} opens it:\n  {}\n",
                counted(opening.cells.len(), "wall cell"),
                texts(&opening.cells)
            )?,
            _ => writeln!(
                out,
                "the cell {cell} is enclosed, and nothing opens it: the rim is a wall\n"
            )?,
        }
        Ok(())
    }
}

fn write_leak<P: Place>(out: &mut impl Write, cell: &str, leak: &Leak<P>) -> Result<()> {
    writeln!(
        out,
        "the cell {cell} leaks; a shortest way out has {}:\n  {}",
        counted(leak.route.len(), "cell"),
        texts(&leak.route)
    )?;
    if let Some(widest) = leak.widest {
        writeln!(
            out,
            "the widest way out is {} wide, at {} it is narrowest",
            counted(widest.width, "cell"),
            place::text(widest.narrowest)
        )?;
    }
    writeln!(out)?;
    Ok(())
}

fn write_patch<P: Place>(out: &mut impl Write, patch: &Patch<P>) -> Result<()> {
    if patch.cells.is_empty() {
        writeln!(out, "the region is cut off from the outside already\n")?;
    } else {
        writeln!(
            out,
            "the region is cut off by filling {}, and by no fewer:\n  {}\n",
            counted(patch.cells.len(), "cell"),
            texts(&patch.cells)
        )?;
    }
    Ok(())
}

fn texts<P: Place>(cells: &[P]) -> String {
    let texts: Vec<String> = cells.iter().copied().map(place::text).collect();
    texts.join(" ")
}

fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

fn lists<P: Place>(cells: &[P]) -> Vec<Vec<usize>> {
    cells.iter().copied().map(place::list).collect()
}

/// How a cell leaks, as JSON.
#[derive(Serialize)]
pub(crate) struct JsonLeak {
    at: Vec<usize>,
    enclosed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    route: Option<Vec<Vec<usize>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    narrowest: Option<Vec<usize>>,
    /// Null if the rim is a wall.
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<Option<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening_cells: Option<Vec<Vec<usize>>>,
}

impl<P: Place> From<&LeakFinding<P>> for JsonLeak {
    fn from(finding: &LeakFinding<P>) -> JsonLeak {
        let at = place::list(finding.cell);
        match &finding.answer {
            LeakAnswer::Leaks(leak) => JsonLeak {
                at,
                enclosed: false,
                route: Some(lists(&leak.route)),
                length: Some(leak.route.len()),
                width: leak.widest.map(|widest| widest.width),
                narrowest: leak.widest.map(|widest| place::list(widest.narrowest)),
                opening: None,
                opening_cells: None,
            },
            LeakAnswer::Enclosed(opening) => enclosed(at, opening.as_ref()),
            _ => enclosed::<P>(at, None),
        }
    }
}

fn enclosed<P: Place>(at: Vec<usize>, opening: Option<&Opening<P>>) -> JsonLeak {
    let cells = opening.map(|opening| lists(&opening.cells));
    JsonLeak {
        at,
        enclosed: true,
        route: None,
        length: None,
        width: None,
        narrowest: None,
        opening: Some(cells.as_ref().map(Vec::len)),
        opening_cells: Some(cells.unwrap_or_default()),
    }
}

/// The smallest patch, as JSON.
#[derive(Serialize)]
pub(crate) struct JsonSeal {
    /// Null if no patch seals the region.
    size: Option<usize>,
    cells: Vec<Vec<usize>>,
    /// Where the region touches the rim.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_rim: Option<Vec<Vec<usize>>>,
}

impl<P: Place> From<&SealAnswer<P>> for JsonSeal {
    fn from(answer: &SealAnswer<P>) -> JsonSeal {
        match answer {
            SealAnswer::Sealed(patch) => JsonSeal {
                size: Some(patch.cells.len()),
                cells: lists(&patch.cells),
                at_rim: None,
            },
            SealAnswer::AtRim(cells) => JsonSeal {
                size: None,
                cells: Vec::new(),
                at_rim: Some(lists(cells)),
            },
            _ => JsonSeal {
                size: None,
                cells: Vec::new(),
                at_rim: None,
            },
        }
    }
}
