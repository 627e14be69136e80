//! [`FriendHub`]: the games between friends.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use catena_chess::SwitchLimit;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinHandle;
use tokio::time::MissedTickBehavior;

use crate::error::ApiError;
use crate::friend::file_store::FileStore;
use crate::friend::game::{Action, FriendGame, Stamp};
use crate::friend::link::{Access, GameId, InviteLink, Secret};
use crate::friend::record::FriendRecord;
use crate::friend::room::{Room, Rooms};
use crate::friend::store::{Change, Fate, GameStore as _, StoreError};
use crate::friend::store_thread::StoreThread;
use crate::friend::time::{ServerClock, UnixMs};
use crate::limit::ServerLimits;
use crate::line::{ClockDto, PlayerDto};

/// How often the server notes that it is running, while somebody looks at a game. After a crash
/// the player to move gets back up to this much too much; in a game that nobody looks at, up to
/// the time between two sweeps.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// The games between friends: those that somebody looks at, and the store with all of them.
#[derive(Clone, Debug)]
pub(crate) struct FriendHub(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    store: StoreThread,
    clock: ServerClock,
    limits: Arc<ServerLimits>,
    rooms: Rooms,
    streams: Arc<Semaphore>,
    closing: watch::Sender<bool>,
}

/// What is chosen before a game.
#[derive(Clone, Debug)]
pub(crate) struct NewGame {
    pub(crate) host: PlayerDto,
    pub(crate) limit: SwitchLimit,
    pub(crate) clock: Option<ClockDto>,
}

impl FriendHub {
    /// Opens the store, or makes it.
    pub(crate) fn open(path: &Path, limits: Arc<ServerLimits>) -> io::Result<FriendHub> {
        let clock = ServerClock::start();
        let open = || {
            let mut store = FileStore::open(path)?;
            forgive_absence(&mut store, clock.now())?;
            Ok::<FileStore, StoreError>(store)
        };
        let named = |error: StoreError| io::Error::other(format!("{}: {error}", path.display()));
        Ok(FriendHub(Arc::new(Shared {
            store: StoreThread::start(open().map_err(named)?)?,
            clock,
            rooms: Rooms::default(),
            streams: Arc::new(Semaphore::new(limits.friend_streams)),
            closing: watch::channel(false).0,
            limits,
        })))
    }

    /// Forgets games whose time has come, and notes that the server is running, until the hub
    /// closes.
    pub(crate) fn tend(&self) -> JoinHandle<()> {
        let hub = self.clone();
        tokio::spawn(async move {
            let closed = hub.closed();
            let mut closed = std::pin::pin!(closed);
            let mut beats = tokio::time::interval(HEARTBEAT);
            beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
            let mut sweeps = tokio::time::interval(hub.0.limits.friend_sweep);
            sweeps.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                tokio::select! {
                    () = &mut closed => return,
                    // Asked at each beat: a condition of the branch would be asked once, and then
                    // not again before the next sweep.
                    _ = beats.tick() => hub.beat_if_used().await,
                    _ = sweeps.tick() => hub.sweep().await,
                }
            }
        })
    }

    async fn beat_if_used(&self) {
        if self.0.rooms.are_used() {
            self.beat().await;
        }
    }

    async fn beat(&self) {
        // A failure costs nothing but a few seconds for somebody after a crash.
        let _ = self.0.store.write(Change::Alive(self.now())).await;
    }

    /// Forgets games whose time has come. Also notes that the server is running: clocks run on
    /// while nobody looks.
    async fn sweep(&self) {
        self.beat().await;
        let (limits, now) = (self.0.limits.clone(), self.now());
        let judge = move |_: GameId, bytes: &[u8]| match FriendRecord::read(bytes) {
            Ok(record) if record.forgotten_at(&limits) <= now => Fate::Forget,
            _ => Fate::Keep,
        };
        // It is tried again next time.
        let _ = self.0.store.review(judge).await;
    }

    /// Ends the streams, and closes the store when everything has reached it.
    pub(crate) async fn close(&self) {
        let _ = self.0.closing.send_replace(true);
        self.beat().await;
        self.0.store.end().await;
    }

    /// Is done when the hub closes.
    pub(crate) fn closed(&self) -> impl Future<Output = ()> + Send + 'static {
        let mut closing = self.0.closing.subscribe();
        async move { drop(closing.wait_for(|is_closing| *is_closing).await) }
    }

    pub(crate) fn limits(&self) -> &ServerLimits {
        &self.0.limits
    }

    fn now(&self) -> UnixMs {
        self.0.clock.now()
    }

    /// Makes a game; returns the links of the host, the guest and those who watch.
    pub(crate) async fn create(&self, wish: NewGame) -> Result<[InviteLink; 3], ApiError> {
        let most = self.0.limits.friend_games;
        if self.0.store.count().await? >= most {
            return Err(ApiError::GamesFull(most));
        }
        let random = || Secret::random().map_err(|_| ApiError::Internal);
        let secrets = [random()?, random()?, random()?];
        let record = FriendRecord {
            secrets,
            host: wish.host,
            limit: wish.limit.to_string(),
            clock: wish.clock,
            round: 1,
            moves: Vec::new(),
            times: Vec::new(),
            since: None,
            came: [false; 2],
            offers: [None; 2],
            end: None,
            is_over: false,
            changed: self.now(),
        };
        let id = GameId::random().map_err(|_| ApiError::Internal)?;
        self.0
            .store
            .write(Change::Save(id, record.write()?))
            .await?;
        Ok(secrets.map(|secret| InviteLink { id, secret }))
    }

    /// Does what the bearer of a link asks for. When it returns, the store has it.
    pub(crate) async fn act(
        &self,
        link: InviteLink,
        action: Action,
        seen: Stamp,
    ) -> Result<Stamp, ApiError> {
        let room = self.0.rooms.get(link.id);
        let act = move |game: &mut FriendGame, now| {
            let Access::Seat(seat) = access(game, &link)? else {
                return Err(ApiError::OnlyWatching);
            };
            game.act(seat, &action, seen, now)?;
            Ok(Stamp {
                round: game.record.round,
                ply: game.history.len(),
            })
        };
        self.with_game(&room, act).await?
    }

    /// Returns the room of a link, and what the link is for.
    pub(crate) async fn enter(&self, link: InviteLink) -> Result<(Arc<Room>, Access), ApiError> {
        let room = self.0.rooms.get(link.id);
        let found = self.with_game(&room, move |game, _| access(game, &link));
        let access = found.await??;
        Ok((room, access))
    }

    /// Returns a place for one more stream.
    pub(crate) fn stream_place(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        let place = self.0.streams.clone().try_acquire_owned();
        place.map_err(|_| ApiError::TooManyStreams)
    }

    /// Looks at a game or changes it. A change is in the store before anybody sees it.
    pub(crate) async fn with_game<T: Send + 'static>(
        &self,
        room: &Arc<Room>,
        work: impl FnOnce(&mut FriendGame, UnixMs) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let (hub, room) = (self.clone(), room.clone());
        // A task of its own: a client that leaves does not stop it between memory and store.
        let task = tokio::spawn(async move { hub.work_on(&room, work).await });
        task.await.map_err(|_| ApiError::Internal)?
    }

    async fn work_on<T>(
        &self,
        room: &Room,
        work: impl FnOnce(&mut FriendGame, UnixMs) -> T,
    ) -> Result<T, ApiError> {
        let mut slot = room.game.lock().await;
        let mut game = match slot.take() {
            Some(game) => game,
            None => self.load(room.id).await?,
        };
        let now = self.now();
        if game.record.forgotten_at(&self.0.limits) <= now {
            return Err(ApiError::NoSuchGame);
        }
        game.check_time(now);
        let answer = work(&mut game, now);
        if game.take_changed() {
            // If the store fails, the game is not put back, and the next one reads what the
            // store has.
            let change = Change::Save(game.id, game.record.write()?);
            self.0.store.write(change).await?;
            room.notify();
        }
        *slot = Some(game);
        Ok(answer)
    }

    async fn load(&self, id: GameId) -> Result<FriendGame, ApiError> {
        let bytes = self.0.store.read(id).await?;
        let record = FriendRecord::read(&bytes.ok_or(ApiError::NoSuchGame)?)?;
        FriendGame::new(id, record, &self.0.limits)
    }
}

fn access(game: &FriendGame, link: &InviteLink) -> Result<Access, ApiError> {
    game.record.access(&link.secret).ok_or(ApiError::NoSuchGame)
}

/// Gives players back the time that the server was away: they could not move.
fn forgive_absence(store: &mut FileStore, now: UnixMs) -> Result<(), StoreError> {
    let Some(alive) = store.alive()? else {
        return Ok(());
    };
    store.review(&mut |_, bytes| {
        let forgiven = FriendRecord::read(bytes).and_then(|mut record| {
            let is_changed = record.forgive(alive, now);
            Ok((is_changed, record.write()?))
        });
        match forgiven {
            Ok((true, bytes)) => Fate::Replace(bytes),
            _ => Fate::Keep,
        }
    })?;
    store.write(&[Change::Alive(now)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_server_is_known_to_run_while_somebody_looks_at_a_game() {
        let file = std::env::temp_dir().join(format!("catena-beat-{}.redb", std::process::id()));
        let hub = FriendHub::open(&file, Arc::new(ServerLimits::default())).unwrap();
        let tending = hub.tend();
        // The paused time runs on while the store works, so the store is asked each time.
        let beats = async |count| {
            for _ in 0..count {
                tokio::time::sleep(HEARTBEAT).await;
                hub.0.store.count().await.unwrap();
            }
        };
        // Nobody looks when the server starts; somebody comes later.
        beats(5).await;
        let room = hub.0.rooms.get(GameId([1; 8]));
        // The time of games is not the paused one.
        std::thread::sleep(Duration::from_millis(5));
        let before = hub.now();
        beats(20).await;
        drop(room);
        // As after a crash: the hub does not close.
        tending.abort();
        hub.0.store.end().await;
        let alive = FileStore::open(&file).unwrap().alive().unwrap();
        std::fs::remove_file(&file).unwrap();
        assert!(alive >= Some(before), "{alive:?} {before}");
    }

    #[tokio::test]
    async fn the_server_is_known_to_run_when_nobody_looks_at_a_game() {
        let file = std::env::temp_dir().join(format!("catena-hub-{}.redb", std::process::id()));
        let hub = FriendHub::open(&file, Arc::new(ServerLimits::default())).unwrap();
        let before = hub.now();
        hub.sweep().await;
        // As after a crash: the hub does not close.
        hub.0.store.end().await;
        let alive = FileStore::open(&file).unwrap().alive().unwrap();
        std::fs::remove_file(&file).unwrap();
        assert!(alive >= Some(before), "{alive:?}");
    }
}
