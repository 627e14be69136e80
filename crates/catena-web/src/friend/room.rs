//! [`Room`]: a game that somebody looks at.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio::sync::{Mutex as AsyncMutex, watch};

use crate::friend::game::FriendGame;
use crate::friend::link::{Access, GameId, Seat};

/// The rooms that exist. One that nobody needs any more is dropped.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rooms(Arc<Mutex<HashMap<GameId, Weak<Room>>>>);

/// A game in memory, and who looks at it.
#[derive(Debug)]
pub(crate) struct Room {
    pub(crate) id: GameId,
    /// The game; none until it has been read from the store. Whoever changes it holds the lock
    /// until the store has the change.
    pub(crate) game: AsyncMutex<Option<FriendGame>>,
    /// Changes with everything that is shown.
    changes: watch::Sender<u64>,
    /// The streams of the host, of the guest and of those who watch.
    present: [AtomicUsize; 3],
    rooms: Rooms,
}

impl Rooms {
    /// Returns the room of this game, an empty one if there was none.
    pub(crate) fn get(&self, id: GameId) -> Arc<Room> {
        let mut rooms = self.lock();
        if let Some(room) = rooms.get(&id).and_then(Weak::upgrade) {
            return room;
        }
        let room = Arc::new(Room {
            id,
            game: AsyncMutex::new(None),
            changes: watch::channel(0).0,
            present: Default::default(),
            rooms: self.clone(),
        });
        rooms.insert(id, Arc::downgrade(&room));
        room
    }

    /// Returns whether somebody looks at a game.
    pub(crate) fn are_used(&self) -> bool {
        !self.lock().is_empty()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, Weak<Room>>> {
        // Nothing panics while it holds the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let mut rooms = self.rooms.lock();
        // Somebody may have made the room anew.
        if rooms
            .get(&self.id)
            .is_some_and(|room| room.strong_count() == 0)
        {
            rooms.remove(&self.id);
        }
    }
}

impl Room {
    /// Tells those who look that something has changed.
    pub(crate) fn notify(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    pub(crate) fn is_present(&self, seat: Seat) -> bool {
        self.present[seat as usize].load(Ordering::Relaxed) > 0
    }

    /// Counts a stream of this kind, unless there are `most` already.
    pub(crate) fn enter(self: &Arc<Room>, access: Access, most: usize) -> Option<Presence> {
        let place = match access {
            Access::Seat(seat) => seat as usize,
            Access::Watch => 2,
        };
        let more = |count| (count < most).then_some(count + 1);
        let counted = self.present[place].fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
        counted.ok()?;
        self.notify();
        Some(Presence {
            room: self.clone(),
            place,
        })
    }
}

/// Somebody who looks at the game, until it is dropped.
#[derive(Debug)]
pub(crate) struct Presence {
    pub(crate) room: Arc<Room>,
    place: usize,
}

impl Drop for Presence {
    fn drop(&mut self) {
        self.room.present[self.place].fetch_sub(1, Ordering::Relaxed);
        self.room.notify();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_is_shared_while_it_is_used_and_then_gone() {
        let rooms = Rooms::default();
        let id = GameId([1; 8]);
        let room = rooms.get(id);
        assert!(Arc::ptr_eq(&room, &rooms.get(id)));
        let presence = room.enter(Access::Watch, 1).unwrap();
        assert!(room.enter(Access::Watch, 1).is_none());
        drop(room);
        assert!(rooms.are_used());
        drop(presence);
        assert!(!rooms.are_used());
    }
}
