//! [`Connections`]: who is connected, and who has to go when nobody else fits.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use axum::Router;
use axum::response::Response;
use hyper::Request;
use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// How soon to look again for a connection that can be closed.
const NEXT_LOOK: Duration = Duration::from_millis(50);

/// The open connections, as many as there are slots. When no other fits, one of those is closed
/// from which no whole request has come: of the address that has the most connections, the one
/// that waits for the longest. So nobody can keep others out by holding many.
#[derive(Debug)]
pub(crate) struct Connections {
    slots: Arc<Semaphore>,
    open: Arc<Mutex<OpenConnections>>,
    /// The number of the next connection.
    next: u64,
}

type OpenConnections = HashMap<u64, OpenConnection>;

#[derive(Debug)]
struct OpenConnection {
    peer: IpAddr,
    /// Since when a whole request is waited for; `None` while one is answered.
    waits_since: Option<Instant>,
    close: Arc<Notify>,
}

impl Connections {
    pub(crate) fn new(slots: usize) -> Connections {
        Connections {
            slots: Arc::new(Semaphore::new(slots)),
            open: Arc::default(),
            next: 0,
        }
    }

    /// Waits until there is room for a connection of this peer.
    pub(crate) async fn enter(&mut self, peer: IpAddr) -> Arc<Place> {
        let slot = loop {
            if let Ok(slot) = self.slots.clone().try_acquire_owned() {
                break slot;
            }
            self.close_one();
            let slot = timeout(NEXT_LOOK, self.slots.clone().acquire_owned()).await;
            if let Ok(Ok(slot)) = slot {
                break slot;
            }
        };
        let number = self.next;
        self.next += 1;
        let close = Arc::new(Notify::new());
        let connection = OpenConnection {
            peer,
            waits_since: Some(Instant::now()),
            close: close.clone(),
        };
        lock(&self.open).insert(number, connection);
        Arc::new(Place {
            number,
            open: self.open.clone(),
            close,
            _slot: slot,
        })
    }

    /// Tells a connection to close, if there is one that waits for a request.
    fn close_one(&self) {
        let mut open = lock(&self.open);
        let mut counts: HashMap<IpAddr, usize> = HashMap::new();
        for connection in open.values() {
            *counts.entry(connection.peer).or_default() += 1;
        }
        let waiting = open.values_mut().filter_map(|connection| {
            let since = connection.waits_since?;
            Some(((counts[&connection.peer], Reverse(since)), connection))
        });
        if let Some((_, chosen)) = waiting.max_by_key(|(rank, _)| *rank) {
            // It is not chosen again.
            chosen.waits_since = None;
            chosen.close.notify_one();
        }
    }
}

fn lock(open: &Mutex<OpenConnections>) -> MutexGuard<'_, OpenConnections> {
    open.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The place of a connection among the others, until it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    number: u64,
    open: Arc<Mutex<OpenConnections>>,
    close: Arc<Notify>,
    _slot: OwnedSemaphorePermit,
}

impl Place {
    /// Is done when the connection has to make room for another.
    pub(crate) async fn is_needed(&self) {
        self.close.notified().await;
    }

    fn set_waiting(&self, since: Option<Instant>) {
        if let Some(connection) = lock(&self.open).get_mut(&self.number) {
            connection.waits_since = since;
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        lock(&self.open).remove(&self.number);
    }
}

/// The app for one connection, which notes when it waits for its peer.
#[derive(Debug)]
pub(crate) struct PlacedApp {
    app: TowerToHyperService<Router>,
    place: Arc<Place>,
}

impl PlacedApp {
    pub(crate) fn new(app: Router, place: Arc<Place>) -> PlacedApp {
        PlacedApp {
            app: TowerToHyperService::new(app),
            place,
        }
    }
}

type AnswerFuture<E> = Pin<Box<dyn Future<Output = Result<Response<AnswerBody>, E>> + Send>>;

impl Service<Request<Incoming>> for PlacedApp {
    type Response = Response<AnswerBody>;
    type Error = std::convert::Infallible;
    type Future = AnswerFuture<Self::Error>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        let place = self.place.clone();
        let request = request.map(|body| RequestBody::new(body, place.clone()));
        let answer = self.app.call(request);
        Box::pin(async move {
            let answer = answer.await?;
            Ok(answer.map(|body| AnswerBody { body, place }))
        })
    }
}

/// The body of a request. The connection waits until all of it is there.
#[derive(Debug)]
struct RequestBody {
    body: Incoming,
    place: Arc<Place>,
}

impl RequestBody {
    fn new(body: Incoming, place: Arc<Place>) -> RequestBody {
        if body.is_end_stream() {
            place.set_waiting(None);
        }
        RequestBody { body, place }
    }
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if frame.is_none() || self.body.is_end_stream() {
            self.place.set_waiting(None);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The body of an answer. When it is gone, the connection waits for the next request.
#[derive(Debug)]
pub(crate) struct AnswerBody {
    body: axum::body::Body,
    place: Arc<Place>,
}

impl Body for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for AnswerBody {
    fn drop(&mut self) {
        self.place.set_waiting(Some(Instant::now()));
    }
}
