//! [`EnginePool`]: the engines of the server, one per view.
//!
//! A view keeps its engine, and with it the transposition table, between requests. The
//! pool is a cache: whatever it forgets costs time and changes no answer's meaning.
//!
//! - A view has one search at a time. A new one stops the old one and takes its engine.
//! - Searches of different views run at the same time, each on at least one thread, and
//!   the operating system shares the cores between them. More threads per search are
//!   granted as long as there are cores left.
//! - The hash tables together stay within `search_memory`: engines that nobody uses are
//!   dropped, the longest unused first, and a table that would not fit is made smaller.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use catena_engine::{Engine, Signal};
use tokio::sync::Notify;

use crate::error::ApiError;
use crate::limit::ServerLimits;
use crate::view::ViewId;

/// How long a new search waits for its turn. A search that was told to stop needs a few
/// milliseconds.
const PATIENCE: Duration = Duration::from_secs(2);

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchEnd {
    /// By its own limits, or because there was nothing more to find.
    Done,
    /// A newer search of the same view took its place.
    Replaced,
    /// The server ends.
    Shutdown,
}

impl SearchEnd {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            SearchEnd::Done => "done",
            SearchEnd::Replaced => "replaced",
            SearchEnd::Shutdown => "shutdown",
        }
    }
}

/// How large an engine a search would like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EngineWish {
    pub(crate) threads: usize,
    /// Mebibytes of the hash table.
    pub(crate) hash: usize,
}

/// The engines. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct EnginePool {
    shared: Arc<SharedPool>,
}

#[derive(Debug)]
struct SharedPool {
    bounds: PoolBounds,
    engines: Mutex<PoolState>,
    /// Tells those who wait that a search has ended.
    freed: Notify,
}

#[derive(Clone, Copy, Debug)]
struct PoolBounds {
    searches: usize,
    threads: usize,
    memory: usize,
    idle_time: Duration,
}

#[derive(Debug, Default)]
struct PoolState {
    /// Engines that wait for the next search of their view, the longest unused first.
    idle: Vec<IdleEngine>,
    running: Vec<RunningSearch>,
    /// The number of the next request.
    next: u64,
    is_closing: bool,
    is_swept: bool,
}

#[derive(Debug)]
struct IdleEngine {
    view: ViewId,
    engine: Engine,
    hash: usize,
    since: Instant,
}

#[derive(Debug)]
struct RunningSearch {
    number: u64,
    view: Option<ViewId>,
    threads: usize,
    hash: usize,
    control: SearchControl,
}

/// Stops a search from outside. The first reason is the one that counts.
#[derive(Clone, Debug, Default)]
pub(crate) struct SearchControl {
    pub(crate) signal: Signal,
    end: Arc<OnceLock<SearchEnd>>,
}

impl SearchControl {
    fn stop(&self, end: SearchEnd) {
        let _ = self.end.set(end);
        self.signal.stop();
    }

    /// Returns why the search ended, given that it did.
    pub(crate) fn end(&self) -> SearchEnd {
        self.end.get().copied().unwrap_or(SearchEnd::Done)
    }
}

impl EnginePool {
    pub(crate) fn new(limits: &ServerLimits) -> EnginePool {
        EnginePool {
            shared: Arc::new(SharedPool {
                bounds: PoolBounds {
                    searches: limits.searches,
                    threads: limits.search_threads,
                    memory: limits.search_memory.max(1),
                    idle_time: limits.engine_idle_time,
                },
                engines: Mutex::default(),
                freed: Notify::new(),
            }),
        }
    }

    /// Takes the engine of a view, or a new one, for one search. Stops the search that
    /// the view has now. Without a view the engine is dropped after the search.
    pub(crate) async fn lease(
        &self,
        view: Option<ViewId>,
        wish: EngineWish,
    ) -> Result<EngineLease, ApiError> {
        let number = self.number()?;
        let turn = tokio::time::timeout(PATIENCE, self.turn(number, view.as_ref(), wish));
        let busy = |_| ApiError::Busy(self.shared.bounds.searches);
        let plan = turn.await.map_err(busy)??;
        let mut lease = EngineLease {
            pool: self.clone(),
            number,
            view,
            engine: None,
            hash: plan.hash,
            threads: plan.threads,
            control: plan.control,
        };
        drop(plan.dropped);
        lease.engine = Some(engine_for(plan.own, plan.hash)?);
        Ok(lease)
    }

    fn number(&self) -> Result<u64, ApiError> {
        let mut engines = self.shared.lock();
        if engines.is_closing {
            return Err(ApiError::Closing);
        }
        engines.next += 1;
        Ok(engines.next)
    }

    /// Waits until the view has no search and there is room for another one, and starts
    /// it. Stops older searches of the view; a newer one ends the wait.
    async fn turn(
        &self,
        number: u64,
        view: Option<&ViewId>,
        wish: EngineWish,
    ) -> Result<SearchPlan, ApiError> {
        loop {
            let freed = self.shared.freed.notified();
            if let Some(plan) = self.try_start(number, view, wish)? {
                return Ok(plan);
            }
            freed.await;
        }
    }

    fn try_start(
        &self,
        number: u64,
        view: Option<&ViewId>,
        wish: EngineWish,
    ) -> Result<Option<SearchPlan>, ApiError> {
        let bounds = &self.shared.bounds;
        let mut engines = self.shared.lock();
        if engines.is_closing {
            return Err(ApiError::Closing);
        }
        let is_same_view = |search: &&RunningSearch| view.is_some() && search.view.as_ref() == view;
        if let Some(search) = engines.running.iter().find(is_same_view) {
            if search.number > number {
                return Err(ApiError::Replaced);
            }
            search.control.stop(SearchEnd::Replaced);
            return Ok(None);
        }
        if engines.running.len() >= bounds.searches {
            return Ok(None);
        }
        if !engines.is_swept {
            engines.is_swept = true;
            self.sweep();
        }
        Ok(Some(engines.start(number, view.cloned(), wish, bounds)))
    }

    /// Stops all searches and starts no more.
    pub(crate) fn close(&self) {
        let mut engines = self.shared.lock();
        engines.is_closing = true;
        engines.idle.clear();
        for search in &engines.running {
            search.control.stop(SearchEnd::Shutdown);
        }
        drop(engines);
        self.shared.freed.notify_waiters();
    }

    /// Starts to drop engines that nobody has used for a while. Ends when there are
    /// none left.
    fn sweep(&self) {
        let pool = self.clone();
        tokio::spawn(async move {
            while pool.drop_expired() {
                tokio::time::sleep(pool.shared.bounds.idle_time / 4).await;
            }
        });
    }

    /// Returns whether there is an engine left to watch.
    fn drop_expired(&self) -> bool {
        let mut engines = self.shared.lock();
        let expired = engines.expired(self.shared.bounds.idle_time);
        engines.is_swept = !(engines.idle.is_empty() && engines.running.is_empty());
        let is_swept = engines.is_swept;
        // Freeing a table takes time.
        drop(engines);
        drop(expired);
        is_swept
    }
}

impl SharedPool {
    fn lock(&self) -> MutexGuard<'_, PoolState> {
        // Nothing panics while it holds the lock.
        self.engines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a search gets.
struct SearchPlan {
    threads: usize,
    hash: usize,
    control: SearchControl,
    /// The engine of the view, and the size of its table.
    own: Option<(Engine, usize)>,
    /// Engines that make room. Freeing them takes time, so the lock is released first.
    dropped: Vec<IdleEngine>,
}

impl PoolState {
    /// Counts a search as running, and decides what it gets.
    fn start(
        &mut self,
        number: u64,
        view: Option<ViewId>,
        wish: EngineWish,
        bounds: &PoolBounds,
    ) -> SearchPlan {
        let own = self
            .idle
            .iter()
            .position(|idle| Some(&idle.view) == view.as_ref())
            .map(|at| self.idle.remove(at));
        let running: usize = self.running.iter().map(|search| search.hash).sum();
        let hash = wish.hash.min(bounds.memory.saturating_sub(running)).max(1);
        let dropped = self.make_room(hash, bounds);
        // One thread is for everyone; the rest of the cores is for who asks first.
        let extra: usize = self.running.iter().map(|search| search.threads - 1).sum();
        let spare = bounds.threads.saturating_sub(1 + extra);
        let search = RunningSearch {
            number,
            view,
            threads: wish.threads.clamp(1, 1 + spare),
            hash,
            control: SearchControl::default(),
        };
        let plan = SearchPlan {
            threads: search.threads,
            hash,
            control: search.control.clone(),
            own: own.map(|idle| (idle.engine, idle.hash)),
            dropped,
        };
        self.running.push(search);
        plan
    }

    /// Takes out engines, the longest unused first, until there is room for a table of
    /// this size and for another search.
    fn make_room(&mut self, hash: usize, bounds: &PoolBounds) -> Vec<IdleEngine> {
        let mut dropped = Vec::new();
        let others = usize::from(hash > 0);
        while !self.idle.is_empty()
            && (self.memory() + hash > bounds.memory
                || self.idle.len() + self.running.len() + others > bounds.searches)
        {
            dropped.push(self.idle.remove(0));
        }
        dropped
    }

    /// Returns how many mebibytes the tables have in all.
    fn memory(&self) -> usize {
        let idle: usize = self.idle.iter().map(|idle| idle.hash).sum();
        let running: usize = self.running.iter().map(|search| search.hash).sum();
        idle + running
    }

    /// Takes out the engines that have not been used for this long.
    fn expired(&mut self, time: Duration) -> Vec<IdleEngine> {
        self.idle
            .extract_if(.., |idle| idle.since.elapsed() >= time)
            .collect()
    }
}

/// Returns an engine with a table of this size: the given one if it has it.
fn engine_for(own: Option<(Engine, usize)>, hash: usize) -> Result<Engine, ApiError> {
    match own {
        Some((engine, size)) if size == hash => Ok(engine),
        // The old table is dropped first: both together may not fit.
        other => {
            drop(other);
            Engine::new(hash).map_err(|error| ApiError::field("hash", error))
        }
    }
}

/// An engine for one search. Dropping it gives the engine back to the pool.
#[derive(Debug)]
pub(crate) struct EngineLease {
    pool: EnginePool,
    number: u64,
    view: Option<ViewId>,
    engine: Option<Engine>,
    hash: usize,
    threads: usize,
    control: SearchControl,
}

impl EngineLease {
    /// Returns the engine and what stops it.
    pub(crate) fn parts(&mut self) -> Option<(&mut Engine, &SearchControl)> {
        Some((self.engine.as_mut()?, &self.control))
    }

    pub(crate) fn control(&self) -> SearchControl {
        self.control.clone()
    }

    /// Returns how many threads were granted.
    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// Returns how many mebibytes the hash table has.
    pub(crate) fn hash(&self) -> usize {
        self.hash
    }
}

impl Drop for EngineLease {
    fn drop(&mut self) {
        let mut engines = self.pool.shared.lock();
        engines
            .running
            .retain(|search| search.number != self.number);
        if let (Some(view), Some(engine)) = (self.view.take(), self.engine.take())
            && !engines.is_closing
        {
            engines.idle.push(IdleEngine {
                view,
                engine,
                hash: self.hash,
                since: Instant::now(),
            });
        }
        let dropped = engines.make_room(0, &self.pool.shared.bounds);
        drop(engines);
        drop(dropped);
        self.pool.shared.freed.notify_waiters();
    }
}

#[cfg(test)]
mod tests;
