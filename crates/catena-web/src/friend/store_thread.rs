//! [`StoreThread`]: the store on a thread of its own.

use std::thread;

use tokio::sync::{mpsc, oneshot};

use crate::friend::link::GameId;
use crate::friend::store::{Change, Fate, GameStore, StoreError};

/// Requests that wait for the store. More wait to be queued.
const QUEUE: usize = 1024;

type Reply<T> = oneshot::Sender<Result<T, StoreError>>;
type Judge = Box<dyn FnMut(GameId, &[u8]) -> Fate + Send>;

enum Job {
    Read(GameId, Reply<Option<Vec<u8>>>),
    Write(Change, Reply<()>),
    Count(Reply<u64>),
    Review(Judge, Reply<()>),
    End(oneshot::Sender<()>),
}

/// The store on a thread of its own. All changes that wait reach the disk together (group
/// commit), so that many games need no more commits than the disk can do.
#[derive(Clone, Debug)]
pub(crate) struct StoreThread(mpsc::Sender<Job>);

impl StoreThread {
    pub(crate) fn start(store: impl GameStore + 'static) -> std::io::Result<StoreThread> {
        let (sender, receiver) = mpsc::channel(QUEUE);
        thread::Builder::new()
            .name("games".to_owned())
            .spawn(move || work(store, receiver))?;
        Ok(StoreThread(sender))
    }

    pub(crate) async fn read(&self, id: GameId) -> Result<Option<Vec<u8>>, StoreError> {
        self.ask(|reply| Job::Read(id, reply)).await
    }

    /// Makes a change; when it returns the change has reached the disk.
    pub(crate) async fn write(&self, change: Change) -> Result<(), StoreError> {
        self.ask(|reply| Job::Write(change, reply)).await
    }

    pub(crate) async fn count(&self) -> Result<u64, StoreError> {
        self.ask(Job::Count).await
    }

    /// Asks about every game what is to become of it, and does that.
    pub(crate) async fn review(
        &self,
        judge: impl FnMut(GameId, &[u8]) -> Fate + Send + 'static,
    ) -> Result<(), StoreError> {
        self.ask(|reply| Job::Review(Box::new(judge), reply)).await
    }

    /// Ends the thread and closes the store. What was asked before is done before.
    pub(crate) async fn end(&self) {
        let (ended, end) = oneshot::channel();
        if self.0.send(Job::End(ended)).await.is_ok() {
            let _ = end.await;
        }
    }

    async fn ask<T>(&self, job: impl FnOnce(Reply<T>) -> Job) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.0
            .send(job(reply))
            .await
            .map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }
}

/// Does what is asked until the end. Who asked may have left.
fn work(mut store: impl GameStore, mut jobs: mpsc::Receiver<Job>) {
    while let Some(first) = jobs.blocking_recv() {
        let mut changes = Vec::new();
        let mut replies = Vec::new();
        let mut next = Some(first);
        let mut rest = None;
        while let Some(job) = next {
            match job {
                Job::Write(change, reply) => {
                    changes.push(change);
                    replies.push(reply);
                }
                other => {
                    rest = Some(other);
                    break;
                }
            }
            next = jobs.try_recv().ok();
        }
        if !changes.is_empty() {
            let written = store.write(&changes);
            for reply in replies {
                let _ = reply.send(written.clone());
            }
        }
        match rest {
            Some(Job::Read(id, reply)) => drop(reply.send(store.read(id))),
            Some(Job::Count(reply)) => drop(reply.send(store.count())),
            Some(Job::Review(mut judge, reply)) => drop(reply.send(store.review(&mut judge))),
            Some(Job::End(ended)) => {
                drop(store);
                let _ = ended.send(());
                return;
            }
            Some(Job::Write(..)) | None => {}
        }
    }
}
