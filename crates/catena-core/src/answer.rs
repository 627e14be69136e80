//! x
use alloc::vec::Vec;
use crate::chain::Chain;
use crate::grid8::Grid8;
use crate::square::Square;
use crate::block::{KingGraph, Search, for_each_block};
use crate::frontier::{Budget, Cell, Goal, Graph, Ground, Listing, Outline, Plan, Terrain};

fn cell(square: Square) -> Cell { Cell { column: square.file(), row: 7 - square.rank() } }
fn square(cell: Cell) -> Square { Square::from_coords(cell.column, 7 - cell.row).expect("on board") }

fn chain(outline: Outline) -> Chain {
    Chain { squares: outline.cells.into_iter().map(square).collect(), encloses: outline.inside.into_iter().map(square).collect() }
}
fn terrain(occupied: Grid8, walls: Grid8) -> Terrain {
    let empty = crate::detect::enclosed_by(walls) - occupied;
    Terrain::new(8, 8, |c| { let s = square(c); if walls.contains(s) { Ground::Wall } else if empty.contains(s) { Ground::Empty } else { Ground::Bystander } })
}
fn walls(occupied: Grid8, square: Square) -> Grid8 {
    let mut w = Grid8::EMPTY;
    for_each_block(&KingGraph(occupied), square, |head, block| { if head == square { w |= block; } Search::GoOn });
    w
}
/// x
pub fn split(occupied: Grid8, s: Square) -> (u32, u32, Grid8) {
    let (mut best, mut bound, mut w) = (0, 0, Grid8::EMPTY);
    for_each_block(&KingGraph(occupied), s, |head, block| {
        if head == s {
            let enc = crate::detect::enclosed_by(block);
            let area = enc - occupied;
            if !crate::detect::adjacent_empties(area).is_empty() {
                let out = !block - enc;
                if Grid8::RIM.contains(s) || !Grid8::from(s).orthogonal_neighbours().is_disjoint(out) {
                    best = area.len().max(best);
                } else { w |= block; bound = (area.len()-crate::corridor::corridor_cost(block, occupied, s)).max(bound); }
            }
        }
        Search::GoOn
    });
    (best, bound, w)
}
/// x
pub fn fast_max_area(occupied: Grid8, s: Square) -> u32 {
    let (best, bound, w) = split(occupied, s);
    if bound <= best { return best; }
    let t = terrain(occupied, w);
    let p = Plan::new(&t, Some(cell(s)));
    p.max_area::<u32>(crate::frontier::Bounds { known: best, limit: bound }, &mut Budget::new(u64::MAX)).expect("x")
}
/// x
pub fn hardness(occupied: Grid8, s: Square) -> usize {
    let (best, bound, w) = split(occupied, s);
    if bound <= best { return 0; }
    let t = terrain(occupied, w);
    let p = Plan::new(&t, Some(cell(s)));
    let mut b = Budget::new(u64::MAX);
    let _ = p.max_area::<u32>(crate::frontier::Bounds { known: best, limit: bound }, &mut b);
    b.spent()
}
/// x
pub fn debug_values(occupied: Grid8, s: Square) -> (u32, u32, usize) {
    let t = terrain(occupied, walls(occupied, s));
    let g: Graph<u32> = Graph::new(Plan::new(&t, Some(cell(s))), &mut Budget::new(u64::MAX)).expect("x");
    let l = g.best(Goal::Largest).map(chain);
    let sh = g.best(Goal::Shortest).map(chain);
    if let Some(l) = &l { crate::verify(occupied, s, 2, l).unwrap(); }
    if let Some(l) = &sh { crate::verify(occupied, s, 2, l).unwrap(); }
    (l.map_or(0, |c| c.encloses.len()), sh.map_or(0, |c| c.squares.len() as u32), g.size())
}
/// x
pub fn debug_list(occupied: Grid8, s: Option<Square>) -> Vec<Chain> {
    let t = terrain(occupied, s.map_or(occupied, |s| walls(occupied, s)));
    let g: Graph<u32> = Graph::new(Plan::new(&t, s.map(cell)), &mut Budget::new(u64::MAX)).expect("x");
    Listing::new(g).map(chain).collect()
}

/// x
pub fn group_dp(occupied: Grid8, s: Square) -> u32 {
    let w = walls(occupied, s);
    let t = terrain(occupied, w);
    let limit = crate::reference::largest_group(crate::detect::enclosed_by(w) - occupied);
    crate::frontier::GroupPlan::new(&t, cell(s)).max_group::<u32>(crate::frontier::Bounds { known: 0, limit }, &mut Budget::new(u64::MAX)).expect("x")
}
