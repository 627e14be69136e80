//! What the search has learnt: which moves refuted others, and where the evaluation was wrong.

use catena_chess::shakmaty::{Color, Move};

use crate::correction::CorrectionHistory;
use crate::move_parts::{MoveParts, PIECE_TOS, PieceTo};
use crate::packed_decision::PackedDecision;
use crate::score::MAX_PLY;

/// The largest value of an entry about moves.
const LIMIT: i32 = 16_384;

/// Moves a value towards the limit, the less, the closer it is.
pub(crate) fn nudge(entry: &mut i16, bonus: i32, limit: i32) {
    let value = i32::from(*entry);
    let value = value + bonus - value * bonus.abs() / limit;
    *entry = i16::try_from(value.clamp(-limit, limit)).unwrap_or(0);
}

/// The tables of one thread.
#[derive(Debug)]
pub(crate) struct History {
    /// By colour, origin and target.
    quiet: Vec<i16>,
    /// By role, target and captured role.
    capture: Vec<i16>,
    /// By the [`PieceTo`] of an earlier move and of this one.
    continuation: Vec<i16>,
    killers: [[PackedDecision; 2]; MAX_PLY + 1],
    pub(crate) corrections: CorrectionHistory,
}

impl History {
    pub(crate) fn new() -> History {
        History {
            quiet: vec![0; 2 * 64 * 64],
            capture: vec![0; 7 * 64 * 7],
            continuation: vec![0; PIECE_TOS * PIECE_TOS],
            killers: [[PackedDecision::default(); 2]; MAX_PLY + 1],
            corrections: CorrectionHistory::new(),
        }
    }

    /// Makes room for a new search: what is old about moves counts half.
    pub(crate) fn fade(&mut self) {
        for table in [&mut self.quiet, &mut self.capture, &mut self.continuation] {
            table.iter_mut().for_each(|entry| *entry /= 2);
        }
        self.killers = [[PackedDecision::default(); 2]; MAX_PLY + 1];
    }

    pub(crate) fn killers(&self, ply: usize) -> [PackedDecision; 2] {
        self.killers[ply.min(MAX_PLY)]
    }

    /// Forgets the killers of the plies after the next: they belong to another
    /// part of the tree.
    pub(crate) fn clear_killers(&mut self, ply: usize) {
        if let Some(killers) = self.killers.get_mut(ply) {
            *killers = [PackedDecision::default(); 2];
        }
    }

    /// How good a quiet move has been, here and after the two moves before.
    #[inline]
    pub(crate) fn quiet(&self, color: Color, parts: MoveParts, before: [PieceTo; 2]) -> i32 {
        let piece_to = parts.piece_to();
        i32::from(self.quiet[quiet_index(color, parts)])
            + i32::from(self.continuation[continuation_index(before[0], piece_to)])
            + i32::from(self.continuation[continuation_index(before[1], piece_to)])
    }

    #[inline]
    pub(crate) fn capture(&self, parts: MoveParts) -> i32 {
        i32::from(self.capture[capture_index(parts)])
    }

    pub(crate) fn reward_quiet(
        &mut self,
        color: Color,
        mv: Move,
        before: [PieceTo; 2],
        bonus: i32,
    ) {
        let parts = MoveParts::new(mv);
        nudge(&mut self.quiet[quiet_index(color, parts)], bonus, LIMIT);
        for earlier in before {
            let at = continuation_index(earlier, parts.piece_to());
            nudge(&mut self.continuation[at], bonus, LIMIT);
        }
    }

    pub(crate) fn reward_capture(&mut self, mv: Move, bonus: i32) {
        let at = capture_index(MoveParts::new(mv));
        nudge(&mut self.capture[at], bonus, LIMIT);
    }

    pub(crate) fn remember_killer(&mut self, ply: usize, mv: PackedDecision) {
        let killers = &mut self.killers[ply.min(MAX_PLY)];
        if killers[0] != mv {
            killers[1] = killers[0];
            killers[0] = mv;
        }
    }
}

#[inline(always)]
fn quiet_index(color: Color, parts: MoveParts) -> usize {
    (color as usize * 64 + parts.from as usize) * 64 + parts.to as usize
}

#[inline(always)]
fn capture_index(parts: MoveParts) -> usize {
    let captured = parts.capture.map_or(0, |role| role as usize);
    (parts.role as usize * 64 + parts.to as usize) * 7 + captured
}

#[inline(always)]
fn continuation_index(earlier: PieceTo, piece_to: PieceTo) -> usize {
    earlier.index() * PIECE_TOS + piece_to.index()
}

#[cfg(test)]
mod tests {
    use super::{LIMIT, nudge};

    #[test]
    fn entries_stay_within_their_limit() {
        let mut entry = 0;
        for _ in 0..1000 {
            nudge(&mut entry, 2000, LIMIT);
        }
        assert!((10_000..=16_384).contains(&entry));
        for _ in 0..1000 {
            nudge(&mut entry, -2000, LIMIT);
        }
        assert!((-16_384..=-10_000).contains(&entry));
    }
}
