//! [`Engine`]: a position, a transposition table, and a search over both.
//!
//! The engine never prints. It reports through a callback, and the UCI
//! session, `catena analyse`, the match runner and the page are its clients.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use catena_chess::shakmaty::Position as _;
use catena_chess::{Decision, SsccPosition, Variant};

use crate::eval::Evaluator;
use crate::hash_size::HashSizeError;
use crate::history::History;
use crate::limits::Limits;
use crate::network::Network;
use crate::node::{SearchNode, repetition_key};
use crate::overhead::{MoveOverhead, SentMove};
use crate::root::{RootMove, WorkerPlan, root_decisions, root_moves};
use crate::score::{MATE, Score};
use crate::signal::Signal;
use crate::static_eval::{StaticEval, static_eval};
use crate::strength::{Oversight, Strength};
use crate::time::{TimeKeeper, budget};
use crate::tt::TranspositionTable;
use crate::worker::{SharedState, Worker};

/// How the engine searches. See the UCI options of the same names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The rules it plays by. An engine that plays chess in a game of Switch-Side
    /// Chain-Chess is blind to the switch.
    pub variant: Variant,
    /// How many threads search; at most [`Engine::most_threads`].
    pub threads: usize,
    /// How many of the best lines are found (MultiPV).
    pub multi_pv: usize,
    /// How strong to play.
    pub strength: Strength,
    /// What is lost on the way between the engine and the clock, at least. The engine keeps
    /// more back while it sees that its moves arrive later than that.
    pub overhead: Duration,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            variant: Variant::Chess,
            threads: 1,
            multi_pv: 1,
            strength: Strength::FULL,
            overhead: Duration::from_millis(10),
        }
    }
}

/// One of the best lines, as found by one iteration.
#[derive(Clone, Debug)]
pub struct PvLine {
    /// 1 for the best, 2 for the next, and so on.
    pub number: usize,
    /// How deep the iteration was.
    pub depth: u32,
    /// How deep its deepest line was.
    pub deepest: u32,
    /// What the line is worth to the player to move.
    pub score: Score,
    /// Nodes searched so far, by all threads.
    pub nodes: u64,
    /// Time since the start of the search.
    pub elapsed: Duration,
    /// How full the transposition table is, in thousandths.
    pub permille_full: usize,
    /// The principal variation.
    pub pv: Vec<Decision>,
}

/// What the engine tells while it searches.
#[derive(Clone, Debug)]
pub enum SearchReport {
    /// An iteration found this.
    Line(PvLine),
    /// This decision at the root is searched now.
    Current {
        /// How deep.
        depth: u32,
        /// The decision.
        decision: Decision,
        /// Its number in the order of the root, from 1.
        number: usize,
    },
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The decision to play; `None` if there is no legal move.
    pub best: Option<Decision>,
    /// The opponent's expected reply, to ponder on; `None` if it is not known.
    pub ponder: Option<Decision>,
    /// What the best decision is worth to the player to move.
    pub score: Score,
    /// Nodes searched, by all threads.
    pub nodes: u64,
}

/// An engine.
///
/// ```
/// use catena_chess::{SwitchLimit, notation::fen};
/// use catena_engine::{Engine, Limits, Signal};
///
/// let mut engine = Engine::new(1)?;
/// // White mates on the back rank.
/// let position = fen::parse("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", SwitchLimit::Size)?;
/// engine.set_position(&position, &[])?;
/// let found = engine.search(&Limits::depth(4), &Signal::default(), &mut |_| {});
/// assert_eq!(position.uci(found.best.unwrap()), "e1e8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    table: TranspositionTable,
    histories: Vec<History>,
    settings: Settings,
    /// What evaluates; `None` for the hand-written evaluation.
    network: Option<Arc<Network>>,
    position: SsccPosition,
    /// Repetition keys of the positions before this one, oldest first.
    keys: Vec<u64>,
    overhead: MoveOverhead,
    /// The last move on a clock: how many keys there were before it, the key of its
    /// position, and when it was sent.
    last_sent: Option<(usize, u64, SentMove)>,
}

impl Engine {
    /// An engine with a transposition table of this many mebibytes, at the
    /// start of a game.
    ///
    /// # Errors
    ///
    /// If the size is 0 or there is not enough memory.
    pub fn new(mebibytes: usize) -> Result<Engine, HashSizeError> {
        Ok(Engine {
            table: TranspositionTable::new(mebibytes)?,
            histories: Vec::new(),
            settings: Settings::default(),
            network: Some(Network::built_in()),
            position: SsccPosition::default(),
            keys: Vec::new(),
            overhead: MoveOverhead::default(),
            last_sent: None,
        })
    }

    /// Gives the transposition table another size, and forgets its content.
    ///
    /// # Errors
    ///
    /// If the size is 0 or there is not enough memory. The old table is then kept.
    pub fn resize(&mut self, mebibytes: usize) -> Result<(), HashSizeError> {
        self.table = TranspositionTable::new(mebibytes)?;
        Ok(())
    }

    /// Forgets all that was learnt, as for a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.histories.clear();
        self.last_sent = None;
    }

    /// The most threads that search, whatever the settings say: two per processor. With
    /// more, the thread that watches the clock waits too long for its turn: with 256 on 2
    /// processors, a search of 100 ms took 34 seconds.
    #[must_use]
    pub fn most_threads() -> usize {
        static PROCESSORS: OnceLock<usize> = OnceLock::new();
        let processors =
            PROCESSORS.get_or_init(|| thread::available_parallelism().map_or(1, NonZero::get));
        2 * processors
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// Changes the settings. What is in the table was found with the old ones;
    /// another variant or strength makes it worthless.
    pub fn set_settings(&mut self, settings: Settings) {
        let old = self.settings;
        if settings.variant != old.variant || settings.strength != old.strength {
            self.clear();
        }
        self.settings = settings;
    }

    /// Evaluates with this network from now on instead of the one that is built in, or, without
    /// one, with the hand-written evaluation. What was found with another is forgotten.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.clear();
        self.network = network;
    }

    /// The position that would be searched.
    #[must_use]
    pub fn position(&self) -> &SsccPosition {
        &self.position
    }

    /// Takes over a position and the decisions that were played from it.
    ///
    /// # Errors
    ///
    /// If a decision is not allowed. The old position is then kept.
    pub fn set_position(
        &mut self,
        start: &SsccPosition,
        decisions: &[Decision],
    ) -> Result<(), catena_chess::PlayError> {
        let mut position = start.clone();
        for &decision in decisions {
            position.play(decision)?;
        }
        self.set_legal_position(start, decisions);
        Ok(())
    }

    /// The same for decisions that are known to be legal.
    pub(crate) fn set_legal_position(&mut self, start: &SsccPosition, decisions: &[Decision]) {
        let mut position = start.clone();
        let mut before = Vec::with_capacity(decisions.len());
        let mut first_moves = true;
        for &decision in decisions {
            before.push((position.zobrist_hash(), first_moves));
            position.play_unchecked(decision);
            first_moves ^= !decision.switches;
        }
        // From here on the player to move is the root player.
        self.keys = before
            .into_iter()
            .map(|(hash, moved)| repetition_key(hash, moved == first_moves))
            .collect();
        self.position = position;
    }

    /// What the position is worth if nothing happens, for the player to move.
    #[must_use]
    pub fn evaluate(&self) -> Score {
        self.static_eval().score()
    }

    /// Whether a chain seems to be one move away that turns the evaluation round: then the
    /// pieces alone do not say what the position is worth.
    #[must_use]
    pub fn is_contested(&self) -> bool {
        self.static_eval().is_contested()
    }

    fn static_eval(&self) -> StaticEval {
        let (board, turn) = (self.position.board(), self.position.turn());
        let mut evaluator = Evaluator::new(self.network.as_deref(), self.settings.variant, 1);
        let evaluation = evaluator.evaluate(board, turn, 0);
        static_eval(&self.position, &evaluation, self.sees_switches())
    }

    fn sees_switches(&self) -> bool {
        self.settings.variant.has_switches()
    }

    /// Searches until a limit is reached or the signal comes.
    ///
    /// With one thread and no limit of time the result depends on nothing
    /// but the position and what was searched before.
    pub fn search(
        &mut self,
        limits: &Limits,
        signal: &Signal,
        report: &mut dyn FnMut(SearchReport),
    ) -> SearchResult {
        let start = Instant::now();
        let decisions = self.wanted_decisions(limits);
        if decisions.is_empty() {
            wait(limits, signal);
            return self.no_move();
        }
        self.observe_last_move(limits);
        let sees_switches = self.sees_switches();
        let turn = self.position.turn();
        let set = self.settings.overhead;
        let budget = budget(limits, turn, set, self.overhead, sees_switches);
        let strength = self.settings.strength;
        let limits = &Limits {
            nodes: limits.nodes.into_iter().chain(strength.nodes()).min(),
            ..limits.clone()
        };
        let shared = SharedState {
            table: self.table.new_search(),
            signal,
            limits,
            time: TimeKeeper::new(start, budget),
            is_over: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            sees_switches,
            oversight: strength.oversight(),
            network: self.network.as_deref(),
        };
        let threads = self.settings.threads.clamp(1, Engine::most_threads());
        self.histories.resize_with(threads, History::new);
        let roots = root_moves(&noticed(&self.position, decisions, shared.oversight));
        let root_moves = run(
            &shared,
            &self.position,
            &self.keys,
            &mut self.histories,
            roots,
            self.settings.multi_pv,
            report,
        );
        wait(limits, signal);
        let nodes = shared.nodes.load(Relaxed);
        let sent = SentMove::now(limits.clock(turn), &shared.time);
        let is_timed = budget.is_some() && !limits.waits();
        self.last_sent = is_timed.then(|| (self.keys.len(), self.own_key(), sent));
        let chosen = &root_moves[0];
        SearchResult {
            best: Some(chosen.decision),
            ponder: expected_reply(&chosen.pv),
            score: chosen.score,
            nodes,
        }
    }

    /// The legal decisions, or those of them that the limits name.
    fn wanted_decisions(&self, limits: &Limits) -> Vec<Decision> {
        let named = &limits.search_moves;
        let mut decisions = root_decisions(&self.position, self.settings.variant);
        decisions.retain(|decision| named.is_empty() || named.contains(decision));
        decisions
    }

    /// The repetition key of the position for the player to move in it.
    fn own_key(&self) -> u64 {
        repetition_key(self.position.zobrist_hash(), true)
    }

    /// Learns from the last move on a clock how late moves are. The clock tells only if
    /// nothing was played since but that move and the answer to it: after a switch, the
    /// other player may have used the same clock.
    fn observe_last_move(&mut self, limits: &Limits) {
        if let Some((before, key, sent)) = self.last_sent.take() {
            let is_next = self.keys.len() == before + 2 && self.keys[before] == key;
            let clock = limits.clock(self.position.turn()).filter(|_| is_next);
            self.overhead.observe(sent, clock);
        }
    }

    /// The result where nothing can be played.
    fn no_move(&self) -> SearchResult {
        let mated = self.position.chess().is_checkmate();
        SearchResult {
            best: None,
            ponder: None,
            score: if mated { -MATE } else { 0 },
            nodes: 0,
        }
    }
}

/// The decisions without those that a player of this strength overlooks. If that is all of
/// them, all are noticed.
fn noticed(
    position: &SsccPosition,
    decisions: Vec<Decision>,
    oversight: Option<Oversight>,
) -> Vec<Decision> {
    let Some(oversight) = oversight else {
        return decisions;
    };
    let root = SearchNode::root(position);
    let hides = |&&decision: &&Decision| !oversight.hides(&root, decision);
    let noticed: Vec<Decision> = decisions.iter().filter(hides).copied().collect();
    if noticed.is_empty() {
        decisions
    } else {
        noticed
    }
}

/// The opponent's reply in the principal variation. After a switch the next move is
/// our own, so there is none.
fn expected_reply(pv: &[Decision]) -> Option<Decision> {
    match pv {
        [best, reply, ..] if !best.switches => Some(*reply),
        _ => None,
    }
}

/// Runs all threads and returns the first one's root moves, best first.
fn run(
    shared: &SharedState<'_>,
    position: &SsccPosition,
    keys: &[u64],
    histories: &mut [History],
    roots: Vec<RootMove>,
    multi_pv: usize,
    report: &mut dyn FnMut(SearchReport),
) -> Vec<RootMove> {
    let root = &SearchNode::root(position);
    thread::scope(|scope| {
        let mut histories = histories.iter_mut().enumerate();
        let first = histories.next();
        for (helper, history) in histories {
            let roots = roots.clone();
            let plan = WorkerPlan {
                multi_pv: 1,
                helper,
            };
            let task = move || {
                history.fade();
                Worker::new(shared, history, keys, roots, false).iterative_deepening(
                    root,
                    plan,
                    &mut |_| {},
                );
            };
            // A machine that has no more threads searches with fewer.
            let _ = thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, task);
        }
        let Some((_, history)) = first else {
            return roots;
        };
        history.fade();
        let mut worker = Worker::new(shared, history, keys, roots, true);
        worker.iterative_deepening(
            root,
            WorkerPlan {
                multi_pv,
                helper: 0,
            },
            report,
        );
        worker.report_nodes();
        shared.is_over.store(true, Relaxed);
        worker.root_moves
    })
}

/// The stack of a thread that searches: a node takes a few kilobytes, and a
/// line is at most [`MAX_PLY`](crate::score::MAX_PLY) and its quiescence.
pub const STACK: usize = 32 << 20;

/// `infinite` and `ponder` may not answer before they are told to.
fn wait(limits: &Limits, signal: &Signal) {
    while limits.waits()
        && !signal.is_stopped()
        && !(limits.ponder && !limits.infinite && signal.is_ponder_hit())
    {
        thread::sleep(Duration::from_millis(1));
    }
}

#[cfg(test)]
mod tests {
    use super::{Engine, Settings};
    use crate::limits::{Clock, Limits};
    use crate::signal::Signal;
    use crate::strength::Strength;
    use catena_chess::notation::fen;
    use catena_chess::{Decision, SsccPosition, SwitchLimit, Variant};
    use std::time::Duration;

    const SET: Duration = Duration::from_millis(10);

    /// White's clock; Black's is White's as well.
    fn clock(milliseconds: u64) -> Limits {
        let clock = Some(Clock {
            time: Duration::from_millis(milliseconds),
            increment: Duration::ZERO,
        });
        Limits {
            white: clock,
            black: clock,
            ..Limits::default()
        }
    }

    /// The first legal decision after these.
    fn next(decisions: &[Decision]) -> Decision {
        let mut position = SsccPosition::default();
        for &decision in decisions {
            position.play_unchecked(decision);
        }
        position.legal_decisions()[0]
    }

    /// What is kept back of a clock at the second of two searches, the clock of which says
    /// that an hour was lost. `answers` is how many moves were played after the first.
    fn kept_back(answers: usize, is_cleared: bool) -> Duration {
        let mut engine = Engine::new(1).unwrap();
        let start = SsccPosition::default();
        engine.set_position(&start, &[]).unwrap();
        let signal = Signal::default();
        // Lost because of the clock, not because of this machine: the search is short.
        let limits = |time| Limits {
            depth: Some(1),
            ..clock(time)
        };
        engine.search(&limits(7_200_000), &signal, &mut |_| {});
        let mut decisions = Vec::new();
        for _ in 0..answers {
            decisions.push(next(&decisions));
        }
        if is_cleared {
            engine.clear();
        }
        engine.set_position(&start, &decisions).unwrap();
        engine.search(&limits(3_600_000), &signal, &mut |_| {});
        engine.overhead.of_clock(SET)
    }

    #[test]
    fn more_is_kept_back_after_a_clock_has_lost_time() {
        assert_eq!(kept_back(2, false), Duration::from_secs(5));
    }

    #[test]
    fn the_clock_of_another_player_or_game_says_nothing() {
        for answers in [0, 1, 3, 4] {
            assert_eq!(kept_back(answers, false), SET, "{answers}");
        }
        assert_eq!(kept_back(2, true), SET);
    }

    /// What an engine of this strength plays where White is behind and can switch.
    fn played(strength: Strength) -> Decision {
        let mut engine = Engine::new(1).unwrap();
        engine.set_settings(Settings {
            variant: Variant::Sscc,
            strength,
            ..Settings::default()
        });
        let fen = "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6";
        let position = fen::parse(fen, SwitchLimit::Size).unwrap();
        engine.set_position(&position, &[]).unwrap();
        let signal = Signal::default();
        let found = engine.search(&Limits::nodes(20_000), &signal, &mut |_| {});
        found.best.unwrap()
    }

    #[test]
    fn the_weakest_player_never_switches() {
        assert!(!played(Strength::LEAST).switches);
        assert!(played(Strength::FULL).switches);
    }

    #[test]
    fn a_weak_player_plays_the_same_game_again() {
        let strength = Strength::from_elo(1200);
        assert_eq!(played(strength), played(strength));
    }
}
