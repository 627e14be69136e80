//! The numbers of the search. These are first values; `catena match` decides
//! about changes to them.

/// Iterations start with a window of this half-width around the last score.
pub(crate) const ASPIRATION: i32 = 18;

/// Razoring: this far below alpha per ply of depth, only captures can help.
pub(crate) const RAZOR_MARGIN: i32 = 240;
/// Razoring is for depths up to this.
pub(crate) const RAZOR_DEPTH: i32 = 3;

/// Reverse futility: this far above beta per ply of depth, the node is won.
pub(crate) const REVERSE_MARGIN: i32 = 75;
/// Reverse futility is for depths up to this.
pub(crate) const REVERSE_DEPTH: i32 = 8;

/// The null move is for depths from this.
pub(crate) const NULL_DEPTH: i32 = 3;

/// Futility: this far below alpha, and more per ply, quiet moves are skipped.
pub(crate) const FUTILITY_BASE: i32 = 90;
/// What each ply of depth adds.
pub(crate) const FUTILITY_MARGIN: i32 = 95;
/// Futility is for depths up to this.
pub(crate) const FUTILITY_DEPTH: i32 = 7;

/// Captures that lose more than this per ply of depth are skipped.
pub(crate) const SEE_CAPTURE_MARGIN: i32 = -95;
/// Quiet moves that lose more than this per ply of depth are skipped.
pub(crate) const SEE_QUIET_MARGIN: i32 = -60;
/// Exchanges are looked at up to this depth.
pub(crate) const SEE_DEPTH: i32 = 8;

/// In quiescence, what a capture may win beyond its target.
pub(crate) const DELTA_MARGIN: i32 = 180;

/// Quiescence looks at moves with a switch for this many plies.
pub(crate) const SWITCH_PLIES: i32 = 1;

/// Up to this depth the quick scan finds the chains that can be formed. (With 3,
/// 55 Elo were lost in 300 games of 20 ms per move; with 1, none.)
pub(crate) const QUICK_SCAN_DEPTH: i32 = 1;

/// In quiescence, what a switch can bring beyond the other side's advantage.
pub(crate) const SWITCH_HOPE: i32 = 400;

/// In quiescence, what a switch must promise beyond alpha.
pub(crate) const SWITCH_MARGIN: i32 = 0;

/// A decision is singular if all others fail this much per ply of depth.
pub(crate) const SINGULAR_MARGIN: i32 = 2;
/// Singular decisions are looked for from this depth.
pub(crate) const SINGULAR_DEPTH: i32 = 8;
