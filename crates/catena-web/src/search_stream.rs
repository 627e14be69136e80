//! Runs an engine on a thread of its own and sends what it finds as server-sent events.

use std::convert::Infallible;
use std::thread;

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse as _, Response};
use catena_chess::{Decision, PlayError, SsccPosition};
use catena_engine::{Engine, Limits, STACK, SearchReport, SearchResult};
use futures_util::stream::unfold;
use serde::Serialize;
use tokio::sync::mpsc;

use crate::engine_pool::{EngineLease, SearchControl, SearchEnd};
use crate::error::ApiError;

/// An engine at work, and where its events go.
pub(crate) struct SearchSession<'a> {
    pub(crate) engine: &'a mut Engine,
    pub(crate) threads: usize,
    pub(crate) hash: usize,
    pub(crate) output: EventSender,
    control: SearchControl,
}

impl SearchSession<'_> {
    /// Hands a position to the engine.
    pub(crate) fn set_position(
        &mut self,
        start: &SsccPosition,
        decisions: &[Decision],
    ) -> Result<(), PlayError> {
        self.engine.set_position(start, decisions)
    }

    /// Searches until a limit is reached, the client leaves or the pool says so.
    pub(crate) fn search(
        &mut self,
        limits: &Limits,
        report: &mut dyn FnMut(SearchReport),
    ) -> SearchResult {
        self.engine.search(limits, &self.control.signal, report)
    }

    /// Returns whether there is no reason to go on.
    pub(crate) fn is_stopped(&self) -> bool {
        self.control.signal.is_stopped()
    }

    /// Returns why the search ended, given that it did.
    pub(crate) fn end(&self) -> SearchEnd {
        self.control.end()
    }
}

/// Sends events to the client.
#[derive(Clone, Debug)]
pub(crate) struct EventSender(mpsc::Sender<Event>);

impl EventSender {
    /// Sends an event. Failures are ignored: the client has left. The queue has room for
    /// all events of a search, so that the engine never waits for a slow client.
    pub(crate) fn send(&self, name: &str, data: &impl Serialize) {
        if let Ok(event) = Event::default().event(name).json_data(data) {
            let _ = self.0.try_send(event);
        }
    }
}

/// Runs `work` with the engine on a new thread. The answer is a stream of the events
/// that it sends, at most `events` of them. When the client disconnects, the engine is
/// told to stop.
pub(crate) fn run(
    mut lease: EngineLease,
    events: usize,
    work: impl FnOnce(&mut SearchSession<'_>) + Send + 'static,
) -> Result<Response, ApiError> {
    let (sender, receiver) = mpsc::channel(events);
    let stop = StopOnDrop(lease.control());
    thread::Builder::new()
        .name("search".to_owned())
        .stack_size(STACK)
        .spawn(move || {
            let (threads, hash) = (lease.threads(), lease.hash());
            if let Some((engine, control)) = lease.parts() {
                work(&mut SearchSession {
                    engine,
                    threads,
                    hash,
                    output: EventSender(sender),
                    control: control.clone(),
                });
            }
        })
        .map_err(|_| ApiError::Internal)?;
    // The stream owns `stop`, which ends the search when the connection drops it.
    let events = unfold((receiver, stop), async |(mut receiver, stop)| {
        let event: Event = receiver.recv().await?;
        Some((Ok::<Event, Infallible>(event), (receiver, stop)))
    });
    let stream = Sse::new(events).keep_alive(KeepAlive::default());
    Ok(stream.into_response())
}

/// Stops the search when it is dropped.
struct StopOnDrop(SearchControl);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.signal.stop();
    }
}
