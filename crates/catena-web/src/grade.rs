//! How the moves of a game are judged. The page only draws what is decided here.
//!
//! A score becomes a *chance*: the result that a player can expect, from 0 (a certain
//! loss) to 1 (a certain win), as the Elo formula has it for a lead of so many
//! centipawns. A pawn more matters in an even game and hardly in a won one; with chances
//! that is so. The *loss* of a move is how much lower the chance of the player is after
//! the decision that was played than after the best one.

use catena_engine::score::{Score, is_mate};
use serde::Serialize;

/// A loss from here on is an inaccuracy.
const INACCURACY: f64 = 0.05;
/// A loss from here on is a mistake.
const MISTAKE: f64 = 0.10;
/// A loss from here on is a blunder.
const BLUNDER: f64 = 0.20;
/// The best decision is great if the next best loses at least this.
const GREAT: f64 = 0.15;

/// Returns the result that a player with this score can expect, from 0 to 1.
pub(crate) fn chance(score: Score) -> f64 {
    if is_mate(score) {
        return if score > 0 { 1.0 } else { 0.0 };
    }
    1.0 / (1.0 + 10_f64.powf(-f64::from(score) / 400.0))
}

/// How good a decision was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Grade {
    /// The engine's own choice.
    Best,
    Good,
    Inaccuracy,
    Mistake,
    Blunder,
}

/// What is remarkable about a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MoveKind {
    /// The only good decision, and it was found.
    Great,
    /// A chain was there to be formed, and was worth it.
    MissedChain,
    /// The move formed a chain, and a switch was worth it.
    MissedSwitch,
    /// The player switched and should have stayed.
    WrongSwitch,
    /// Much was lost in another way.
    Blunder,
}

/// What is known about a decision. Scores are for the player who decides.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DecisionFacts {
    /// Whether it is the engine's choice.
    pub(crate) is_best: bool,
    /// What the best decision is worth.
    pub(crate) best: Score,
    /// What the next best decision is worth, if there is another.
    pub(crate) second: Option<Score>,
    /// What the decision that was played is worth.
    pub(crate) played: Score,
    pub(crate) forms_chain: bool,
    pub(crate) best_forms_chain: bool,
    pub(crate) switched: bool,
    /// What the same move is worth with the other choice about the switch, if there is
    /// one.
    pub(crate) otherwise: Option<Score>,
}

/// The judgement of a decision.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Judgement {
    pub(crate) loss: f64,
    pub(crate) grade: Grade,
    pub(crate) kinds: Vec<MoveKind>,
    /// How much depended on the decision: what was lost, or what was kept.
    pub(crate) weight: f64,
}

impl DecisionFacts {
    /// Judges the decision.
    pub(crate) fn judge(&self) -> Judgement {
        let loss = if self.is_best {
            0.0
        } else {
            (chance(self.best) - chance(self.played)).max(0.0)
        };
        let lost_by_switch = self
            .otherwise
            .map_or(0.0, |other| chance(other) - chance(self.played));
        let kept = self
            .second
            .filter(|_| self.is_best)
            .map_or(0.0, |second| chance(self.best) - chance(second));
        let mut kinds = Vec::new();
        if kept >= GREAT {
            kinds.push(MoveKind::Great);
        }
        if lost_by_switch >= MISTAKE {
            kinds.push(if self.switched {
                MoveKind::WrongSwitch
            } else {
                MoveKind::MissedSwitch
            });
        }
        if loss >= MISTAKE && self.best_forms_chain && !self.forms_chain {
            kinds.push(MoveKind::MissedChain);
        }
        if loss >= BLUNDER && kinds.is_empty() {
            kinds.push(MoveKind::Blunder);
        }
        Judgement {
            loss,
            grade: grade(loss, self.is_best),
            weight: loss.max(lost_by_switch).max(kept),
            kinds,
        }
    }
}

fn grade(loss: f64, is_best: bool) -> Grade {
    match loss {
        _ if is_best => Grade::Best,
        loss if loss >= BLUNDER => Grade::Blunder,
        loss if loss >= MISTAKE => Grade::Mistake,
        loss if loss >= INACCURACY => Grade::Inaccuracy,
        _ => Grade::Good,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catena_engine::score::{mate_in, mated_in};

    #[test]
    fn a_chance_grows_with_the_score_and_both_players_have_one_in_all() {
        assert!((chance(0) - 0.5).abs() < 1e-12);
        assert!((chance(400) - 10.0 / 11.0).abs() < 1e-12);
        assert_eq!((chance(mate_in(5)), chance(mated_in(5))), (1.0, 0.0));
        for score in [-2000, -300, -1, 7, 250, 1900] {
            assert!((chance(score) + chance(-score) - 1.0).abs() < 1e-12);
            assert!(chance(score) < chance(score + 1));
        }
    }

    #[test]
    fn grades_follow_the_loss() {
        for (played, grade) in [
            (0, Grade::Good),
            (-20, Grade::Good),
            (-50, Grade::Inaccuracy),
            (-100, Grade::Mistake),
            (-300, Grade::Blunder),
        ] {
            let facts = DecisionFacts {
                played,
                ..DecisionFacts::default()
            };
            assert_eq!(facts.judge().grade, grade, "{played}");
        }
    }

    #[test]
    fn the_engines_choice_loses_nothing_even_if_the_next_position_looks_worse() {
        let facts = DecisionFacts {
            is_best: true,
            best: 300,
            played: 300,
            second: Some(-200),
            ..DecisionFacts::default()
        };
        let judgement = facts.judge();
        assert_eq!((judgement.loss, judgement.grade), (0.0, Grade::Best));
        assert_eq!(judgement.kinds, [MoveKind::Great]);
    }

    #[test]
    fn missed_and_wrong_switches_and_missed_chains_are_told_apart() {
        let stayed = DecisionFacts {
            best: 300,
            played: -100,
            forms_chain: true,
            best_forms_chain: true,
            otherwise: Some(300),
            ..DecisionFacts::default()
        };
        assert_eq!(stayed.judge().kinds, [MoveKind::MissedSwitch]);
        let switched = DecisionFacts {
            switched: true,
            ..stayed
        };
        assert_eq!(switched.judge().kinds, [MoveKind::WrongSwitch]);
        let elsewhere = DecisionFacts {
            forms_chain: false,
            otherwise: None,
            ..stayed
        };
        assert_eq!(elsewhere.judge().kinds, [MoveKind::MissedChain]);
        let other = DecisionFacts {
            best_forms_chain: false,
            ..elsewhere
        };
        assert_eq!(other.judge().kinds, [MoveKind::Blunder]);
    }
}
