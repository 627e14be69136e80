//! [`Judge`]: what the engine says about the choices of a position.

use catena_chess::{Decision, SsccPosition, Variant};
use catena_engine::score::{MATE_BOUND, Score};
use catena_engine::{Engine, HashSizeError, Limits, PvLine, SearchReport, Settings, Signal};

/// The nodes of the two searches that must agree about a puzzle.
pub const NODES: [u64; 2] = [20_000, 100_000];

/// The nodes of the search whose iterations say how soon the answer is found.
const RATING_NODES: u64 = 50_000;

/// How clearly one choice must be the winning one, in hundredths of a pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Margins {
    /// The best choice is worth at least this.
    pub best: Score,
    /// No other choice is worth more than this.
    pub second: Score,
}

/// Switching or staying: the side that one has then is better by this.
pub const MARGINS: Margins = Margins {
    best: 100,
    second: -100,
};

/// A defence holds, and all else loses.
pub const DEFENCE_MARGINS: Margins = Margins {
    best: 0,
    second: -150,
};

/// What the engine says about a position: the best choice and the next best.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The best decision.
    pub best: Decision,
    /// What it is worth to the player to move.
    pub score: Score,
    /// What the next best one is worth and how it goes on; `None` if there is only one.
    pub second: Option<(Score, Vec<Decision>)>,
}

impl Verdict {
    /// Whether the best choice wins, and no other, by these margins.
    #[must_use]
    pub fn is_clear(&self, margins: Margins) -> bool {
        let Some((second, _)) = &self.second else {
            return false;
        };
        self.score >= margins.best && *second <= margins.second
    }

    /// Whether the best choice gives mate.
    #[must_use]
    pub fn is_mate(&self) -> bool {
        self.score >= MATE_BOUND
    }
}

/// An engine that judges positions, each by itself: what it saw before does not matter.
#[derive(Debug)]
pub struct Judge {
    engine: Engine,
    /// The same with the hand-written evaluation.
    hand_written: Engine,
}

impl Judge {
    /// A judge.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    pub fn new() -> Result<Judge, HashSizeError> {
        let mut hand_written = Engine::new(16)?;
        hand_written.set_network(None);
        Ok(Judge {
            engine: Engine::new(16)?,
            hand_written,
        })
    }

    /// Searches with so many nodes for the two best among some decisions, or among all if there
    /// are none. `None` if nothing can be played.
    pub fn verdict(
        &mut self,
        position: &SsccPosition,
        among: &[Decision],
        nodes: u64,
    ) -> Option<Verdict> {
        verdict(&mut self.engine, position, among, nodes)
    }

    /// Whether all searches of [`NODES`], each with both evaluations, see this decision as the
    /// only winning one.
    pub fn is_only_winner(
        &mut self,
        position: &SsccPosition,
        among: &[Decision],
        decision: Decision,
        margins: Margins,
    ) -> bool {
        NODES.into_iter().all(|nodes| {
            let engines = [&mut self.hand_written, &mut self.engine];
            engines.into_iter().all(|engine| {
                verdict(engine, position, among, nodes)
                    .is_some_and(|verdict| verdict.best == decision && verdict.is_clear(margins))
            })
        })
    }

    /// After how many nodes a search finds this decision for good; `None` if it does not.
    pub fn effort(
        &mut self,
        position: &SsccPosition,
        among: &[Decision],
        decision: Decision,
    ) -> Option<u64> {
        let mut since = None;
        let found = search(
            &mut self.engine,
            position,
            among,
            RATING_NODES,
            1,
            &mut |line| {
                if line.pv.first() == Some(&decision) {
                    since.get_or_insert(line.nodes);
                } else {
                    since = None;
                }
            },
        )?;
        since.filter(|_| found.0 == decision)
    }
}

fn verdict(
    engine: &mut Engine,
    position: &SsccPosition,
    among: &[Decision],
    nodes: u64,
) -> Option<Verdict> {
    let mut pair: [Option<PvLine>; 2] = [None, None];
    let mut complete = None;
    let found = search(engine, position, among, nodes, 2, &mut |line| {
        let number = line.number;
        if let Some(slot) = pair.get_mut(number - 1) {
            *slot = Some(line);
        }
        // The lines of one iteration belong together.
        if let [Some(best), Some(second)] = &pair
            && number == 2
            && best.depth == second.depth
        {
            complete = Some((best.clone(), second.clone()));
        }
    })?;
    Some(match complete {
        Some((best, second)) => Verdict {
            best: *best.pv.first()?,
            score: best.score,
            second: Some((second.score, second.pv)),
        },
        None => Verdict {
            best: found.0,
            score: found.1,
            second: None,
        },
    })
}

/// The best decision and its score; every line is told.
fn search(
    engine: &mut Engine,
    position: &SsccPosition,
    among: &[Decision],
    nodes: u64,
    lines: usize,
    on_line: &mut dyn FnMut(PvLine),
) -> Option<(Decision, Score)> {
    engine.set_settings(Settings {
        variant: Variant::Sscc,
        multi_pv: lines,
        ..Settings::default()
    });
    engine.clear();
    engine.set_position(position, &[]).ok()?;
    let limits = Limits {
        search_moves: among.to_vec(),
        ..Limits::nodes(nodes)
    };
    let found = engine.search(&limits, &Signal::default(), &mut |report| {
        if let SearchReport::Line(line) = report {
            on_line(line);
        }
    });
    Some((found.best?, found.score))
}
