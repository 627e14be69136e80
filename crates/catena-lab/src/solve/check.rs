//! [`check`]: replays a proof move by move.
//!
//! It shares nothing with the search but the rules: [`Game`] says which decisions are
//! legal, when the game is over and who has won.

use std::collections::HashMap;

use catena_chess::notation::fen::{self, FenError};
use catena_chess::notation::uci::UciDecision;
use catena_chess::shakmaty::Position as _;
use catena_chess::{Color, Decision, DecisionList, Game, Outcome, SsccPosition, TimeControl};
use thiserror::Error;

use super::proof::{Claim, Proof};
use super::value::Chooser;

/// A line of a proof has no more plies than this.
const MAX_PLIES: usize = 20_000;

/// What a proof that holds says.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckedProof {
    /// The start position.
    pub start: SsccPosition,
    /// How many positions were replayed.
    pub positions: usize,
    /// A line of play: in the proof of a win the longest one, to mate. For no win there is
    /// no line to show.
    pub line: Vec<Decision>,
}

/// A proof does not hold. Positions are named as in the proof.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The start position cannot be played.
    #[error("the start position cannot be played")]
    Start(#[source] FenError),
    /// A position is in the proof twice.
    #[error("the position '{name}' is in the proof twice")]
    Twice {
        /// The position.
        name: String,
    },
    /// A position can come up that is not in the proof.
    #[error("the position '{name}' can come up, but is not in the proof")]
    Missing {
        /// The position.
        name: String,
    },
    /// A decision cannot be made.
    #[error("the decision '{decision}' is not legal in the position '{name}'")]
    Illegal {
        /// The position.
        name: String,
        /// The decision.
        decision: String,
    },
    /// The game ends in another way than the proof claims.
    #[error("the game ends with {found} in the position '{name}'")]
    End {
        /// The position.
        name: String,
        /// How it ends.
        found: &'static str,
    },
    /// The attacker comes back to a position, instead of winning.
    #[error("the proof comes back to the position '{name}'")]
    Circle {
        /// The position.
        name: String,
    },
    /// The defender can claim a draw because a position comes up for the third time.
    #[error(
        "the position '{name}' may come up three times, after which the defender claims a draw"
    )]
    Repetition {
        /// The position.
        name: String,
    },
    /// A line does not end.
    #[error("a line of the proof has more than {MAX_PLIES} plies")]
    TooLong,
}

/// Replays a proof.
///
/// In the proof of a win every decision of the defender is tried, and every line ends with
/// mate by the attacker, before the defender can claim a draw after fifty moves. No position
/// comes up three times in a line. In the proof that there is no win every decision of the attacker is
/// tried. There a line may come back to a position, since that is no win. A position
/// that is reached after different numbers of half-moves without a capture is replayed
/// with the smallest: more of them can only bring a draw.
///
/// # Errors
///
/// If the proof does not hold.
pub fn check(proof: &Proof) -> Result<CheckedProof, CheckError> {
    let start = fen::parse(&proof.start, proof.limit).map_err(CheckError::Start)?;
    let replay = Replay::new(proof)?;
    let root = ReplayPlace {
        position: start.clone(),
        chooser: proof.first,
    };
    let (positions, line) = match proof.claim {
        Claim::Win => replay.win(root)?,
        Claim::NoWin => (replay.no_win(root)?, Vec::new()),
    };
    Ok(CheckedProof {
        start,
        positions,
        line,
    })
}

/// A position that comes up, and who decides in it.
#[derive(Clone, Debug)]
struct ReplayPlace {
    position: SsccPosition,
    chooser: Chooser,
}

impl ReplayPlace {
    /// The place after a decision that [`Replay::now`] has listed.
    fn after(&self, decision: Decision) -> ReplayPlace {
        let mut position = self.position.clone();
        position.play_unchecked(decision);
        let chooser = match decision.switches {
            true => self.chooser,
            false => self.chooser.other(),
        };
        ReplayPlace { position, chooser }
    }

    fn attacker(&self) -> Color {
        match self.chooser {
            Chooser::Attacker => self.position.turn(),
            Chooser::Defender => !self.position.turn(),
        }
    }

    fn halfmoves(&self) -> u32 {
        self.position.chess().halfmoves()
    }
}

/// How the game stands in a position.
#[expect(
    clippy::large_enum_variant,
    reason = "there is one at a time, on the stack"
)]
enum ReplayNow {
    Won,
    NotWon(&'static str),
    /// These decisions are legal.
    GoesOn(DecisionList),
}

/// A position on the way from the start, and the decisions that are still to be tried.
struct ReplayVisit<'a> {
    place: ReplayPlace,
    name: &'a str,
    left: Vec<Decision>,
    /// The decision with the longest line after it, and the plies of that line.
    longest: (usize, Decision),
    /// The decision that is being tried.
    tried: Decision,
}

/// Whether the lines from a position have been replayed.
#[derive(Clone, Copy)]
enum ReplayMark {
    OnTheWay,
    Done(usize, Decision),
}

/// A proof, and its decisions by position. A position can be there twice: where its
/// decision is the proof's, and where all decisions count.
struct Replay<'a> {
    proof: &'a Proof,
    /// The positions in which all decisions count.
    all: HashMap<&'a str, Option<&'a str>>,
    /// The other positions, with their decisions.
    one: HashMap<&'a str, Option<&'a str>>,
}

impl<'a> Replay<'a> {
    fn new(proof: &'a Proof) -> Result<Replay<'a>, CheckError> {
        let (mut all, mut one) = (HashMap::new(), HashMap::new());
        for step in &proof.steps {
            let decision = step.decision.as_deref();
            let table = match decision {
                None => &mut all,
                Some(_) => &mut one,
            };
            if table.insert(&*step.name, decision).is_some() {
                let name = step.name.to_string();
                return Err(CheckError::Twice { name });
            }
        }
        Ok(Replay { proof, all, one })
    }

    /// What the rules say about a place.
    fn now(&self, place: &ReplayPlace) -> ReplayNow {
        let game = Game::from_position(place.position.clone(), TimeControl::Unlimited)
            .in_variant(self.proof.variant);
        match game.outcome() {
            Some(Outcome::Win { winner, .. }) if game.color_of(winner) == place.attacker() => {
                ReplayNow::Won
            }
            Some(Outcome::Win { .. }) => ReplayNow::NotWon("mate by the defender"),
            Some(Outcome::Draw { .. }) => ReplayNow::NotWon("a draw"),
            None if place.chooser == Chooser::Defender && game.claimable_draw().is_some() => {
                ReplayNow::NotWon("a draw that the defender claims")
            }
            None => ReplayNow::GoesOn(game.legal_decisions()),
        }
    }

    /// The name of a place in the proof, and the decisions that have to be tried: the one
    /// of the proof, or all.
    fn step(
        &self,
        place: &ReplayPlace,
        legal: DecisionList,
    ) -> Result<(&'a str, Vec<Decision>), CheckError> {
        let name = self.proof.name(&place.position);
        let table = match place.chooser == self.proof.claim.decider() {
            true => &self.one,
            false => &self.all,
        };
        let Some((&key, &decision)) = table.get_key_value(name.as_str()) else {
            return Err(CheckError::Missing { name });
        };
        let Some(text) = decision else {
            return Ok((key, legal.to_vec()));
        };
        let parsed = text.parse::<UciDecision>().ok();
        let decision = parsed.and_then(|uci| uci.to_decision(&place.position).ok());
        match decision.filter(|decision| legal.contains(decision)) {
            Some(decision) => Ok((key, vec![decision])),
            None => Err(CheckError::Illegal {
                name,
                decision: text.chars().take(80).collect(),
            }),
        }
    }

    /// Replays the proof of a win, depth first. Returns how many positions there are and
    /// the longest line.
    fn win(&self, root: ReplayPlace) -> Result<(usize, Vec<Decision>), CheckError> {
        let mut marks: HashMap<(&str, Chooser), ReplayMark> = HashMap::new();
        let mut way: Vec<ReplayVisit<'a>> = Vec::new();
        let mut next = Some(root.clone());
        loop {
            // The plies to mate from the place that was tried last.
            let plies = match next.take() {
                Some(place) => match self.enter(place, &mut marks, &mut way)? {
                    Some(plies) => plies,
                    None => {
                        next = try_next(&mut way);
                        continue;
                    }
                },
                None => {
                    let Some(done) = way.pop() else { break };
                    let (plies, decision) = done.longest;
                    let key = (done.name, done.place.chooser);
                    marks.insert(key, ReplayMark::Done(plies, decision));
                    plies
                }
            };
            if let Some(visit) = way.last_mut() {
                if plies + 1 > visit.longest.0 {
                    visit.longest = (plies + 1, visit.tried);
                }
                next = try_next(&mut way);
            }
        }
        check_repetitions(&marks)?;
        Ok((marks.len(), self.longest_line(root, &marks)))
    }

    /// Comes to a place. Returns the plies to mate if they are known already; otherwise
    /// the place is on the way now.
    fn enter(
        &self,
        place: ReplayPlace,
        marks: &mut HashMap<(&'a str, Chooser), ReplayMark>,
        way: &mut Vec<ReplayVisit<'a>>,
    ) -> Result<Option<usize>, CheckError> {
        let legal = match self.now(&place) {
            ReplayNow::Won => return Ok(Some(0)),
            ReplayNow::NotWon(found) => return Err(self.ends(&place, found)),
            ReplayNow::GoesOn(legal) => legal,
        };
        let (name, left) = self.step(&place, legal)?;
        match marks.get(&(name, place.chooser)) {
            Some(ReplayMark::Done(plies, _)) => return Ok(Some(*plies)),
            Some(ReplayMark::OnTheWay) => {
                let name = name.to_owned();
                return Err(CheckError::Circle { name });
            }
            None => {}
        }
        if way.len() >= MAX_PLIES {
            return Err(CheckError::TooLong);
        }
        // A game that goes on has a legal decision.
        let Some(&tried) = left.last() else {
            return Err(self.ends(&place, "no legal move"));
        };
        marks.insert((name, place.chooser), ReplayMark::OnTheWay);
        way.push(ReplayVisit {
            place,
            name,
            left,
            longest: (0, tried),
            tried,
        });
        Ok(None)
    }

    fn ends(&self, place: &ReplayPlace, found: &'static str) -> CheckError {
        CheckError::End {
            name: self.proof.name(&place.position),
            found,
        }
    }

    fn longest_line(
        &self,
        root: ReplayPlace,
        marks: &HashMap<(&str, Chooser), ReplayMark>,
    ) -> Vec<Decision> {
        let mut line = Vec::new();
        let mut place = root;
        loop {
            let name = self.proof.name(&place.position);
            match marks.get(&(name.as_str(), place.chooser)) {
                Some(&ReplayMark::Done(_, decision)) => {
                    line.push(decision);
                    place = place.after(decision);
                }
                _ => return line,
            }
        }
    }

    /// Replays the proof that there is no win. Returns how many positions there are.
    fn no_win(&self, root: ReplayPlace) -> Result<usize, CheckError> {
        // The fewest half-moves with which each position was replayed.
        let mut seen: HashMap<(&str, Chooser), u32> = HashMap::new();
        let mut way: Vec<(ReplayPlace, Vec<Decision>)> = Vec::new();
        let mut next = Some(root);
        loop {
            if let Some(place) = next.take() {
                let left = self.decisions_without_win(&place, &mut seen)?;
                way.push((place, left));
            }
            let Some((place, left)) = way.last_mut() else {
                return Ok(seen.len());
            };
            match left.pop() {
                Some(decision) => next = Some(place.after(decision)),
                None => drop(way.pop()),
            }
        }
    }

    /// The decisions to try in a place: none if the game ends there without a win, or if
    /// it was replayed with as few half-moves.
    fn decisions_without_win(
        &self,
        place: &ReplayPlace,
        seen: &mut HashMap<(&'a str, Chooser), u32>,
    ) -> Result<Vec<Decision>, CheckError> {
        let legal = match self.now(place) {
            ReplayNow::Won => return Err(self.ends(place, "mate by the attacker")),
            ReplayNow::NotWon(_) => return Ok(Vec::new()),
            ReplayNow::GoesOn(legal) => legal,
        };
        let (name, decisions) = self.step(place, legal)?;
        let fewest = seen.entry((name, place.chooser)).or_insert(u32::MAX);
        if place.halfmoves() >= *fewest {
            return Ok(Vec::new());
        }
        *fewest = place.halfmoves();
        Ok(decisions)
    }
}

/// Refuses a proof in which a position may come up three times in one line.
///
/// Positions are named with their half-moves, and no line comes to the same name again. So
/// it is about one position after different numbers of half-moves. The plies to mate become
/// fewer in every line: those of one line have different ones, and two are allowed.
fn check_repetitions(marks: &HashMap<(&str, Chooser), ReplayMark>) -> Result<(), CheckError> {
    let mut plies_of: HashMap<(String, Chooser), [Option<usize>; 2]> = HashMap::new();
    for (&(name, chooser), mark) in marks {
        let ReplayMark::Done(plies, _) = *mark else {
            continue;
        };
        let mut fields: Vec<&str> = name.split(' ').collect();
        if let Some(halfmoves) = fields.get_mut(4) {
            *halfmoves = "0";
        }
        let known = plies_of.entry((fields.join(" "), chooser)).or_default();
        if known.contains(&Some(plies)) {
            continue;
        }
        match known.iter_mut().find(|slot| slot.is_none()) {
            Some(slot) => *slot = Some(plies),
            None => {
                let name = name.to_owned();
                return Err(CheckError::Repetition { name });
            }
        }
    }
    Ok(())
}

/// Takes the next decision of the last place on the way.
fn try_next(way: &mut [ReplayVisit<'_>]) -> Option<ReplayPlace> {
    let visit = way.last_mut()?;
    visit.tried = visit.left.pop()?;
    Some(visit.place.after(visit.tried))
}
