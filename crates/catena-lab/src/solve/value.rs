//! [`Value`]: what is known about a position, as proof-number search counts it.

use catena_chess::rules::{HALFMOVES_TO_CLAIM, HALFMOVES_TO_DRAW};

/// More than any proof number of a position that is still open.
pub(super) const INFINITE: u32 = u32::MAX / 4;

/// A clock that is never reached: half-moves are counted up to 150.
pub(super) const ANY_CLOCK: u8 = u8::MAX;

/// Who decides in a position of the game that is solved.
///
/// A player who switches decides again, so the two need not take turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chooser {
    /// The player whose win is asked about: one good decision is enough (an OR node).
    Attacker,
    /// The other player: the attacker must win after every decision (an AND node).
    Defender,
}

impl Chooser {
    /// The other of the two.
    #[must_use]
    pub const fn other(self) -> Chooser {
        match self {
            Chooser::Attacker => Chooser::Defender,
            Chooser::Defender => Chooser::Attacker,
        }
    }
}

/// What is known about a position.
///
/// The clock is the number of half-moves without a capture or a pawn's move. A smaller
/// one never hurts the attacker, because all it can do is bring a draw. So a win at one
/// clock is a win at every smaller one, and no win is none at every larger one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// Nothing is proved yet.
    Open {
        /// At least this many positions have to be won to prove a win.
        proof: u32,
        /// At least this many positions have to be not won to disprove it.
        disproof: u32,
    },
    /// The attacker wins.
    Won {
        /// Up to this clock.
        to_clock: u8,
        /// Within this many plies.
        plies: u16,
    },
    /// The attacker cannot force a win.
    NotWon {
        /// From this clock on.
        from_clock: u8,
        /// It was found on a way that came back to a position on it, or got too long.
        /// On another way the attacker may win.
        is_provisional: bool,
    },
}

impl Value {
    /// The attacker has won.
    pub(super) const MATE: Value = Value::Won {
        to_clock: ANY_CLOCK,
        plies: 0,
    };

    /// The attacker does not win on this way.
    pub(super) const REPEATED: Value = Value::NotWon {
        from_clock: 0,
        is_provisional: true,
    };

    /// The game has ended without a win of the attacker, if the clock is at least this.
    pub(super) const fn ended(from_clock: u8) -> Value {
        Value::NotWon {
            from_clock,
            is_provisional: false,
        }
    }

    /// The value of a new position with this many moves.
    pub(super) fn new(chooser: Chooser, moves: usize) -> Value {
        let moves = u32::try_from(moves).unwrap_or(1);
        match chooser {
            Chooser::Attacker => Value::Open {
                proof: 1,
                disproof: moves,
            },
            Chooser::Defender => Value::Open {
                proof: moves,
                disproof: 1,
            },
        }
    }

    pub(super) const fn is_won(self) -> bool {
        matches!(self, Value::Won { .. })
    }

    pub(super) const fn is_not_won(self) -> bool {
        matches!(self, Value::NotWon { .. })
    }

    /// What this value of a position says about the one a ply before it. A move that sets
    /// the clock to 0 does so from every clock.
    const fn one_ply_before(self, resets_clock: bool) -> Value {
        match self {
            Value::Open { .. } => self,
            Value::Won { to_clock, plies } => Value::Won {
                to_clock: if resets_clock {
                    ANY_CLOCK
                } else {
                    to_clock.saturating_sub(1)
                },
                plies: plies.saturating_add(1),
            },
            Value::NotWon {
                from_clock,
                is_provisional,
            } => Value::NotWon {
                from_clock: if resets_clock {
                    0
                } else {
                    from_clock.saturating_sub(1)
                },
                is_provisional,
            },
        }
    }
}

/// How large the numbers of a position may become before the search leaves it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Bounds {
    /// Until the position is solved.
    pub(super) const NONE: Bounds = Bounds {
        proof: INFINITE,
        disproof: INFINITE,
    };

    /// Whether the search leaves a position of this value.
    pub(super) const fn are_reached(self, value: Value) -> bool {
        match value {
            Value::Open { proof, disproof } => proof >= self.proof || disproof >= self.disproof,
            _ => true,
        }
    }

    /// The number that the one who decides makes small, then the other.
    const fn seen_by(self, chooser: Chooser) -> (u32, u32) {
        match chooser {
            Chooser::Attacker => (self.proof, self.disproof),
            Chooser::Defender => (self.disproof, self.proof),
        }
    }

    const fn from_seen_by(chooser: Chooser, own: u32, other: u32) -> Bounds {
        match chooser {
            Chooser::Attacker => Bounds {
                proof: own,
                disproof: other,
            },
            Chooser::Defender => Bounds {
                proof: other,
                disproof: own,
            },
        }
    }
}

/// The value of a child, and whether the move to it sets the clock to 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChildValue {
    pub(super) value: Value,
    pub(super) resets_clock: bool,
}

/// The children of a position, counted: its value, and which child to look at next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Family {
    chooser: Chooser,
    /// Of the open children: the place of the one whose own number is the smallest.
    best: usize,
    own: u32,
    /// The second smallest own number.
    second: u32,
    /// The largest of the other numbers.
    other: u32,
    open: u32,
    /// The shortest win, if any child is won.
    shortest: Option<(u16, u8)>,
    /// The longest win and the smallest clock of all that are won.
    longest: (u16, u8),
    /// The surest child that is not won: certain before provisional, then the smallest
    /// clock.
    surest: Option<(bool, u8)>,
    /// The least sure of all that are not won.
    least_sure: (bool, u8),
}

impl Family {
    /// Counts the children of a position in which this player decides.
    pub(super) fn new(chooser: Chooser, children: impl Iterator<Item = ChildValue>) -> Family {
        let mut family = Family {
            chooser,
            best: 0,
            own: INFINITE,
            second: INFINITE,
            other: 0,
            open: 0,
            shortest: None,
            longest: (0, ANY_CLOCK),
            surest: None,
            least_sure: (false, 0),
        };
        for (at, child) in children.enumerate() {
            family.add(at, child);
        }
        family
    }

    fn add(&mut self, at: usize, child: ChildValue) {
        match child.value.one_ply_before(child.resets_clock) {
            Value::Open { proof, disproof } => {
                let (own, other) = Bounds { proof, disproof }.seen_by(self.chooser);
                if own < self.own {
                    (self.best, self.second, self.own) = (at, self.own, own);
                } else {
                    self.second = self.second.min(own);
                }
                self.other = self.other.max(other);
                self.open += 1;
            }
            Value::Won { to_clock, plies } => {
                let win = (plies, to_clock);
                if self.shortest.is_none_or(|shortest| plies < shortest.0) {
                    self.shortest = Some(win);
                }
                self.longest = (self.longest.0.max(plies), self.longest.1.min(to_clock));
            }
            Value::NotWon {
                from_clock,
                is_provisional,
            } => {
                let draw = (is_provisional, from_clock);
                self.surest = Some(self.surest.map_or(draw, |surest| surest.min(draw)));
                self.least_sure = (
                    self.least_sure.0 || is_provisional,
                    self.least_sure.1.max(from_clock),
                );
            }
        }
    }

    /// The value of the position.
    ///
    /// Where all children count, their numbers are not added: one position is reached on
    /// many ways, and a sum would count it on each. The largest of them is taken, and one
    /// for each other child (weak proof-number search, Ueda and others, 2008).
    pub(super) fn value(&self) -> Value {
        match (self.chooser, self.shortest, self.surest) {
            (Chooser::Attacker, Some(shortest), _) => won(shortest, LAST_CLOCK),
            (Chooser::Defender, _, Some(surest)) => not_won(surest),
            _ if self.open > 0 => {
                let other = self.other.saturating_add(self.open - 1);
                let bounds = Bounds::from_seen_by(self.chooser, self.own, other);
                Value::Open {
                    proof: bounds.proof.min(INFINITE - 1),
                    disproof: bounds.disproof.min(INFINITE - 1),
                }
            }
            (Chooser::Attacker, ..) => not_won(self.least_sure),
            (Chooser::Defender, ..) => won(self.longest, LAST_CLOCK_OF_DEFENDER),
        }
    }

    /// The child to look at next, of a position whose numbers may become this large, and
    /// how large those of the child may become.
    ///
    /// The child is left when the second best is better by a quarter (the 1 + ε trick of
    /// Pawlewicz and Lew, 2007): otherwise the search goes back and forth between two
    /// children, and each time has to find its way again.
    pub(super) fn next(&self, bounds: Bounds) -> (usize, Bounds) {
        let (own, other) = bounds.seen_by(self.chooser);
        let own = own.min(self.second.saturating_add(self.second / 4 + 1));
        let other = other.saturating_sub(self.open - 1);
        (self.best, Bounds::from_seen_by(self.chooser, own, other))
    }
}

/// At later clocks the game is over: after the next move it is drawn.
const LAST_CLOCK: u8 = clock_before(HALFMOVES_TO_DRAW);

/// At later clocks the defender claims a draw.
const LAST_CLOCK_OF_DEFENDER: u8 = clock_before(HALFMOVES_TO_CLAIM);

#[expect(clippy::cast_possible_truncation, reason = "the rules count up to 150")]
const fn clock_before(halfmoves: u32) -> u8 {
    assert!(halfmoves <= ANY_CLOCK as u32);
    (halfmoves - 1) as u8
}

fn won((plies, to_clock): (u16, u8), last: u8) -> Value {
    Value::Won {
        to_clock: to_clock.min(last),
        plies,
    }
}

const fn not_won((is_provisional, from_clock): (bool, u8)) -> Value {
    Value::NotWon {
        from_clock,
        is_provisional,
    }
}
