//! The smallest patch: a minimum vertex cut between a region and the outside, by
//! a maximum flow.

use alloc::vec::Vec;

use super::cells::insert;
use super::flood::Flood;
use super::flow::FlowSearch;
use super::region::Region;
use super::space::Space;
use super::{Rim, WallError};

/// The fewest cells to fill so that a region is cut off from the outside.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Patch<P> {
    /// The cells to fill, in reading order.
    pub cells: Vec<P>,
    /// The certificate that fewer cells do not do: as many ways out that share
    /// no cell outside the region.
    pub disjoint_ways: usize,
}

/// The answer to [`seal`](super::seal).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SealAnswer<P> {
    /// This patch cuts the region off.
    Sealed(Patch<P>),
    /// No patch does: the region has these cells at the rim.
    AtRim(Vec<P>),
}

pub(super) fn seal<S: Space>(
    region: &Region<'_, S>,
) -> Result<SealAnswer<S::Place>, WallError<S::Place>> {
    let cells = &region.cells;
    let at_rim = region.rim_cells();
    if !at_rim.is_empty() {
        return Ok(SealAnswer::AtRim(cells.places(&at_rim)));
    }
    let mut flow = FlowSearch::new(region);
    let mut ways = 0;
    while flow.add_way() {
        ways += 1;
    }
    let cut = flow.into_cut();
    if cut.len() != ways || !is_sealed(region, &cut) {
        return Err(WallError::Unverified);
    }
    Ok(SealAnswer::Sealed(Patch {
        cells: cells.places(&cut),
        disjoint_ways: ways,
    }))
}

/// Whether a flood from the region, with these cells filled, stays off the rim.
fn is_sealed<S: Space>(region: &Region<'_, S>, cut: &[u32]) -> bool {
    let cells = &region.cells;
    let mut closed = cells.closed();
    for &cell in cut {
        insert(&mut closed, cell);
    }
    let mut flood = Flood::new(cells);
    for (word, &set) in region.set.iter().enumerate() {
        flood.begin(word, set);
    }
    cells.rim == Rim::Wall || !flood.reaches_rim(&closed, 1)
}
