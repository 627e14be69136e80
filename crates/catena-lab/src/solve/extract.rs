//! From what the search has found to a [`Proof`], position by position.
//!
//! The table of the search is a guide, no more: positions may share a key, and entries may
//! have been replaced. Legal decisions and ends of games are taken from the rules, and what
//! the table has lost is searched again.

use std::collections::{HashMap, HashSet};

use super::proof::{Claim, Proof, ProofStep};
use super::search::ProofSearch;
use super::state::SolveState;
use super::value::{Chooser, Value};

/// How often a position whose proof is lost is searched again.
const ATTEMPTS: usize = 3;

/// Proofs are not followed beyond this many plies.
const MAX_PLIES: usize = 4000;

/// Why there is no proof yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Obstacle {
    /// The search was stopped, or used up its nodes.
    Stopped,
    /// The proof has more positions than it may have.
    TooLarge,
    /// The proof would come back to a position on its way.
    Circle,
    /// A position is not what the search thought.
    Wrong,
}

/// The steps of a proof, as they are found.
pub(super) struct Extraction<'s, 'a> {
    search: &'s mut ProofSearch<'a>,
    proof: Proof,
    /// The most positions that the proof may have.
    most: usize,
    on_the_way: HashSet<(String, Chooser)>,
    done: HashSet<(String, Chooser)>,
}

impl<'s, 'a> Extraction<'s, 'a> {
    /// Fills in the steps of a proof that has none yet.
    pub(super) fn run(
        search: &'s mut ProofSearch<'a>,
        proof: Proof,
        root: &SolveState,
        most: usize,
    ) -> Result<Proof, Obstacle> {
        let mut extraction = Extraction {
            search,
            proof,
            most,
            on_the_way: HashSet::new(),
            done: HashSet::new(),
        };
        match extraction.proof.claim {
            Claim::Win => extraction.win(root)?,
            Claim::NoWin => extraction.no_win(root)?,
        }
        Ok(extraction.proof)
    }

    fn check_size(&self, positions: usize) -> Result<(), Obstacle> {
        if positions >= self.most {
            Err(Obstacle::TooLarge)
        } else {
            Ok(())
        }
    }

    /// Adds the lines after a state that is won.
    fn win(&mut self, state: &SolveState) -> Result<(), Obstacle> {
        match state.first_value() {
            Value::Won { .. } => return Ok(()),
            Value::NotWon { .. } => return Err(Obstacle::Wrong),
            Value::Open { .. } => {}
        }
        let key = (self.proof.name(&state.position), state.chooser);
        if self.done.contains(&key) {
            return Ok(());
        }
        if self.on_the_way.len() >= MAX_PLIES || !self.on_the_way.insert(key.clone()) {
            return Err(Obstacle::Circle);
        }
        self.check_size(self.done.len() + self.on_the_way.len())?;
        let decision = match state.chooser {
            Chooser::Attacker => self.winning_decision(state).map(Some),
            Chooser::Defender => self.win_after_all(state).map(|()| None),
        };
        self.on_the_way.remove(&key);
        self.proof.steps.push(ProofStep {
            name: key.0.as_str().into(),
            decision: decision?.map(String::into_boxed_str),
        });
        self.done.insert(key);
        Ok(())
    }

    fn win_after_all(&mut self, state: &SolveState) -> Result<(), Obstacle> {
        let mut decisions = state.decisions().into_iter();
        decisions.try_for_each(|decision| self.win(&state.after(decision)))
    }

    /// A decision after which the attacker wins; the lines after it are added.
    fn winning_decision(&mut self, state: &SolveState) -> Result<String, Obstacle> {
        for _ in 0..ATTEMPTS {
            let mut children = self.search.children_of(state);
            children.retain(|child| child.value.is_won());
            children.sort_by_key(|child| match child.value {
                Value::Won { plies, .. } => plies,
                _ => u16::MAX,
            });
            for child in children {
                match self.win(&state.after(child.decision)) {
                    Ok(()) => return Ok(state.position.uci(child.decision)),
                    Err(Obstacle::Circle | Obstacle::Wrong) => {}
                    Err(obstacle) => return Err(obstacle),
                }
            }
            // The table has lost it.
            if !self.search.solve(state).is_won() {
                break;
            }
        }
        match self.search.is_stopped() {
            true => Err(Obstacle::Stopped),
            false => Err(Obstacle::Wrong),
        }
    }

    /// Collects states that the attacker cannot leave to win: after every decision of the
    /// attacker, and one of the defender, the game ends or is in the collection again.
    /// That coming back to a position is no win makes every such collection a proof.
    fn no_win(&mut self, root: &SolveState) -> Result<(), Obstacle> {
        // The smallest clock at which each state was met, and the defender's decision.
        let mut seen: HashMap<(String, Chooser), (u8, Option<String>)> = HashMap::new();
        let mut open = vec![root.clone()];
        while let Some(state) = open.pop() {
            match state.first_value() {
                Value::Won { .. } => return Err(Obstacle::Wrong),
                Value::NotWon { .. } => continue,
                Value::Open { .. } => {}
            }
            let key = (self.proof.name(&state.position), state.chooser);
            if seen.get(&key).is_some_and(|known| known.0 <= state.clock()) {
                continue;
            }
            self.check_size(seen.len() + open.len())?;
            let decision = match state.chooser {
                Chooser::Attacker => {
                    let decisions = state.decisions();
                    open.extend(decisions.into_iter().map(|decision| state.after(decision)));
                    None
                }
                Chooser::Defender => {
                    let is_known = |state: &SolveState, name: String| {
                        let known = seen.get(&(name, state.chooser));
                        known.is_some_and(|known| known.0 <= state.clock())
                    };
                    let (decision, after) = self.saving_decision(&state, &is_known)?;
                    open.push(after);
                    Some(decision)
                }
            };
            seen.insert(key, (state.clock(), decision));
        }
        let steps = seen
            .into_iter()
            .map(|((name, _), (_, decision))| ProofStep {
                name: name.into(),
                decision: decision.map(String::into_boxed_str),
            });
        self.proof.steps = steps.collect();
        self.proof
            .steps
            .sort_by(|one, other| (&one.name, &one.decision).cmp(&(&other.name, &other.decision)));
        Ok(())
    }

    /// A decision after which the attacker does not win, and the state after it.
    fn saving_decision(
        &mut self,
        state: &SolveState,
        is_known: &dyn Fn(&SolveState, String) -> bool,
    ) -> Result<(String, SolveState), Obstacle> {
        let children = self.search.children_of(state);
        let rank = |value: Value, after: &SolveState| match value {
            Value::Won { .. } => None,
            _ if after.first_value().is_not_won() => Some(0),
            _ if is_known(after, self.proof.name(&after.position)) => Some(1),
            Value::NotWon { is_provisional, .. } => Some(if is_provisional { 3 } else { 2 }),
            Value::Open { .. } => Some(4),
        };
        let mut candidates: Vec<(u8, SolveState, String)> = Vec::new();
        for child in children {
            let after = state.after(child.decision);
            if let Some(rank) = rank(child.value, &after) {
                candidates.push((rank, after, state.position.uci(child.decision)));
            }
        }
        candidates.sort_by_key(|candidate| candidate.0);
        for (rank, after, decision) in candidates {
            if rank < 4 || self.search.solve(&after).is_not_won() {
                return Ok((decision, after));
            }
            if self.search.is_stopped() {
                return Err(Obstacle::Stopped);
            }
        }
        Err(Obstacle::Wrong)
    }
}
