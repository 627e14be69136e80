//! [`Strength`]: how strong to play, and what a weaker player does not see.
//!
//! A weaker player thinks about fewer positions, and overlooks decisions, its own and the
//! opponent's: the more, the weaker it is. So it makes the mistakes that people make: it does
//! not see that a piece is attacked from far away, or that a move closes a chain. What it does
//! see, it judges as the full engine does; it never moves at random.

use catena_chess::Decision;

use crate::move_parts::MoveParts;
use crate::node::SearchNode;
use crate::packed_decision::PackedDecision;

/// How strong to play, as an Elo number. The section "Levels for people" in
/// `docs/engine-log.md` says what the numbers mean and how they were measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Strength(u16);

impl Strength {
    /// The weakest.
    pub const LEAST: Strength = Strength(MEASURED[0].elo);

    /// As strong as can be.
    pub const FULL: Strength = Strength(2800);

    /// The most of [`Strength::from_skill`].
    pub const FULL_SKILL: u8 = 20;

    /// The strength of this number. What is below [`Strength::LEAST`] is that, what is above
    /// the strongest that was measured is [`Strength::FULL`].
    #[must_use]
    pub fn from_elo(elo: u16) -> Strength {
        let strength = Strength(elo).clamp(Strength::LEAST, Strength::FULL);
        if strength.0 > MEASURED[MEASURED.len() - 1].elo {
            Strength::FULL
        } else {
            strength
        }
    }

    /// The strength of a skill: 0 is [`Strength::LEAST`], each further one a hundred more,
    /// and [`Strength::FULL_SKILL`] is [`Strength::FULL`].
    #[must_use]
    pub fn from_skill(skill: u8) -> Strength {
        if skill >= Strength::FULL_SKILL {
            Strength::FULL
        } else {
            Strength::from_elo(Strength::LEAST.0 + 100 * u16::from(skill))
        }
    }

    /// The number.
    #[must_use]
    pub const fn elo(self) -> u16 {
        self.0
    }

    /// How many positions it thinks about; `None` if that has no limit.
    pub(crate) fn nodes(self) -> Option<u64> {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between two entries of the table"
        )]
        self.between(|row| (row.nodes as f64).ln())
            .map(|logarithm| logarithm.exp().round() as u64)
    }

    /// What it overlooks; `None` if nothing.
    pub(crate) fn oversight(self) -> Option<Oversight> {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between two entries of the table"
        )]
        let chance = |of: fn(&Handicap) -> u16| {
            self.between(|row| f64::from(of(row)))
                .map_or(0, |chance| chance.round() as u64)
        };
        let oversight = Oversight {
            moves: chance(|row| row.overlooks),
            switches: chance(|row| row.overlooks_chains),
        };
        (oversight != Oversight::default()).then_some(oversight)
    }

    /// A value between those of the two entries of the table around it.
    fn between(self, value: impl Fn(&Handicap) -> f64) -> Option<f64> {
        let above = MEASURED.iter().position(|row| row.elo >= self.0)?;
        let (low, high) = (&MEASURED[above.saturating_sub(1)], &MEASURED[above]);
        if low.elo == high.elo {
            return Some(value(high));
        }
        let share = f64::from(self.0 - low.elo) / f64::from(high.elo - low.elo);
        Some(value(low) + share * (value(high) - value(low)))
    }
}

impl Default for Strength {
    fn default() -> Strength {
        Strength::FULL
    }
}

/// How a number is played.
#[derive(Clone, Copy, Debug)]
struct Handicap {
    elo: u16,
    nodes: u32,
    /// In how many of a thousand cases a move is overlooked.
    overlooks: u16,
    /// In how many of a thousand cases a chain is overlooked.
    overlooks_chains: u16,
}

const fn row(elo: u16, nodes: u32, overlooks: u16, overlooks_chains: u16) -> Handicap {
    Handicap {
        elo,
        nodes,
        overlooks,
        overlooks_chains,
    }
}

/// The handicaps. From 1400 to 2000 games against Stockfish have set them, below games against
/// the next row: see `docs/engine-log.md`.
const MEASURED: [Handicap; 6] = [
    row(800, 235, 137, 1000),
    row(1100, 450, 97, 750),
    row(1400, 700, 70, 400),
    row(1700, 3600, 40, 200),
    row(2000, 14_000, 0, 50),
    row(2300, 250_000, 0, 0),
];

/// What a player does not see, in thousandths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Oversight {
    moves: u64,
    switches: u64,
}

impl Oversight {
    /// Whether the decision is overlooked.
    ///
    /// The position and the decision alone say so: what the table knows stays true, and the
    /// same game is played again.
    pub(crate) fn hides(self, node: &SearchNode, decision: Decision) -> bool {
        let parts = MoveParts::new(decision.mv);
        let stay = PackedDecision::stay(parts);
        let draw = |salt: u64| draw(node.table_key() ^ salt ^ u64::from(stay.bits()) << 40);
        if draw(0) < self.moves * attention(parts, node) / 100 {
            return true;
        }
        decision.switches && draw(1) < self.switches
    }

    /// Whether the player does not think of chains here when it judges the position.
    pub(crate) fn hides_chains(self, node: &SearchNode) -> bool {
        draw(node.table_key()) < self.switches
    }
}

/// How easily a move is overlooked, in hundredths.
fn attention(parts: MoveParts, node: &SearchNode) -> u64 {
    // Out of check every move is looked for.
    if node.in_check {
        return 25;
    }
    let far = parts.from.distance(parts.to) > 3;
    let ranks = parts.to.rank() as i32 - parts.from.rank() as i32;
    let is_backward = node.turn().fold_wb(ranks, -ranks) < 0;
    let usual = if parts.is_noisy() { 60 } else { 100 };
    usual + if far { 40 } else { 0 } + if is_backward { 40 } else { 0 }
}

/// A number below 1000 that looks like chance.
fn draw(key: u64) -> u64 {
    let key = (key ^ (key >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let key = (key ^ (key >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (key >> 32) % 1000
}

#[cfg(test)]
mod tests {
    use super::{MEASURED, Strength, draw};

    #[test]
    fn stronger_is_more_nodes_and_less_overlooked() {
        for pair in MEASURED.windows(2) {
            assert!(pair[0].elo < pair[1].elo && pair[0].nodes <= pair[1].nodes);
            assert!(pair[0].overlooks >= pair[1].overlooks);
            assert!(pair[0].overlooks_chains >= pair[1].overlooks_chains);
        }
        let mut last = 0;
        for elo in Strength::LEAST.elo()..=MEASURED[MEASURED.len() - 1].elo {
            let nodes = Strength::from_elo(elo).nodes().unwrap();
            assert!(nodes >= last, "{elo}");
            last = nodes;
        }
    }

    #[test]
    fn full_strength_has_no_handicap() {
        assert_eq!(Strength::FULL.nodes(), None);
        assert_eq!(Strength::FULL.oversight(), None);
        assert_eq!(Strength::from_elo(u16::MAX), Strength::FULL);
        assert_eq!(Strength::from_skill(Strength::FULL_SKILL), Strength::FULL);
        assert_eq!(Strength::from_skill(0), Strength::LEAST);
        assert_eq!(Strength::from_elo(0), Strength::LEAST);
    }

    #[test]
    fn draws_are_spread_evenly() {
        let mut below = 0;
        for key in 0..10_000 {
            below += u32::from(draw(key) < 250);
        }
        assert!((2300..2700).contains(&below), "{below}");
    }
}
