//! [`updates`]: a game as its players and watchers see it, again after every change.

use std::sync::Arc;
use std::time::Duration;

use axum::response::sse::Event;
use catena_chess::Player;
use futures_util::Stream;
use futures_util::stream::unfold;
use serde::Serialize;
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::time::{Instant, sleep, sleep_until};

use crate::error::ApiError;
use crate::friend::game::FriendGame;
use crate::friend::hub::FriendHub;
use crate::friend::link::{Access, InviteLink, Seat};
use crate::friend::record::Offer;
use crate::friend::room::{Presence, Room};
use crate::friend::time::UnixMs;
use crate::game_state::{GameDto, stand};
use crate::limit::ServerLimits;
use crate::line::{ClockDto, PlayerDto};

/// A game, as it is sent.
#[derive(Debug, Serialize)]
struct UpdateDto<'a> {
    /// The player of this link; null for those who watch.
    you: Option<PlayerDto>,
    round: u32,
    limit: &'a str,
    clock: Option<ClockDto>,
    /// Whether both players have come.
    begun: bool,
    /// Whether the clock of the player to move is running.
    running: bool,
    present: ByPlayer<bool>,
    offers: ByPlayer<Option<Offer>>,
    links: LinksDto,
    /// When the game will be forgotten if nothing happens, in milliseconds since 1970.
    forgotten_at: UnixMs,
    /// How many moves of the history were sent before.
    from: usize,
    game: GameDto<'a>,
}

#[derive(Debug, Serialize)]
struct ByPlayer<T> {
    first: T,
    second: T,
}

/// The links that the bearer of this one may hand on.
#[derive(Debug, Serialize)]
struct LinksDto {
    friend: Option<String>,
    watch: Option<String>,
}

/// Why a stream ended.
#[derive(Clone, Copy, Debug, Serialize)]
struct EndDto {
    ended: &'static str,
}

/// What a client has.
#[derive(Clone, Copy, Debug)]
struct SentMoves {
    line: u64,
    count: usize,
}

/// A stream of updates.
struct Updates {
    hub: FriendHub,
    presence: Presence,
    access: Access,
    changes: watch::Receiver<u64>,
    sent: Option<SentMoves>,
    /// How long the clock of the player to move runs on.
    flag: Option<Duration>,
    /// A connection that died without a word is noticed when its stream ends.
    ends: Instant,
    is_over: bool,
    _place: OwnedSemaphorePermit,
}

/// Opens a stream of updates for the bearer of a link: one at once, and one after every change.
/// A slow client gets fewer of them, and always the newest.
pub(crate) async fn updates(
    hub: FriendHub,
    link: InviteLink,
) -> Result<impl Stream<Item = Event>, ApiError> {
    let (room, access) = hub.enter(link).await?;
    let place = hub.stream_place()?;
    let most = match access {
        Access::Seat(_) => hub.limits().friend_seat_streams,
        Access::Watch => hub.limits().friend_watchers,
    };
    let changes = room.changes();
    let presence = room.enter(access, most).ok_or(ApiError::TooManyStreams)?;
    if let Access::Seat(seat) = access {
        hub.with_game(&room, move |game, now| game.come(seat, now))
            .await?;
    }
    let updates = Updates {
        ends: Instant::now() + hub.limits().friend_stream_time,
        hub,
        presence,
        access,
        changes,
        sent: None,
        flag: None,
        is_over: false,
        _place: place,
    };
    Ok(unfold(updates, async |mut updates| {
        let event = updates.next().await?;
        Some((event, updates))
    }))
}

impl Updates {
    async fn next(&mut self) -> Option<Event> {
        if self.is_over {
            return None;
        }
        if self.sent.is_some()
            && let Err(end) = self.wait().await
        {
            return self.end(end);
        }
        self.changes.mark_unchanged();
        match self.render().await {
            Ok(json) => Some(Event::default().event("game").data(json)),
            Err(_) => self.end("forgotten"),
        }
    }

    /// Says why there is nothing more to come.
    fn end(&mut self, ended: &'static str) -> Option<Event> {
        self.is_over = true;
        let event = Event::default().event("end").json_data(EndDto { ended });
        event.ok()
    }

    /// Waits until there is something new.
    async fn wait(&mut self) -> Result<(), &'static str> {
        let flag = async {
            match self.flag {
                Some(time) => sleep(time).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = self.hub.closed() => Err("shutdown"),
            () = sleep_until(self.ends) => Err("again"),
            _ = self.changes.changed() => Ok(()),
            () = flag => Ok(()),
        }
    }

    /// Describes the game as it is now, with the moves that the client does not have.
    async fn render(&mut self) -> Result<String, ApiError> {
        let room = self.presence.room.clone();
        let (access, sent, hub) = (self.access, self.sent, self.hub.clone());
        let describe = {
            let room = room.clone();
            move |game: &mut FriendGame, now| {
                let from = match sent {
                    Some(sent) if sent.line == game.line => sent.count,
                    _ => 0,
                };
                let update = describe(game, &room, access, from, now, hub.limits());
                let sent = SentMoves {
                    line: game.line,
                    count: game.history.len(),
                };
                let json = serde_json::to_string(&update);
                (json, sent, game.time_until_flag(now))
            }
        };
        let (json, sent, flag) = self.hub.with_game(&room, describe).await?;
        self.sent = Some(sent);
        self.flag = flag;
        json.map_err(|_| ApiError::Internal)
    }
}

fn describe<'a>(
    game: &'a FriendGame,
    room: &Arc<Room>,
    access: Access,
    from: usize,
    now: UnixMs,
    limits: &ServerLimits,
) -> UpdateDto<'a> {
    let record = &game.record;
    let seat_of = |player: Player| {
        let is_host = game.player(Seat::Host) == player;
        if is_host { Seat::Host } else { Seat::Guest }
    };
    let link = |index: usize| {
        let (id, secret) = (game.id, record.secrets[index]);
        Some(InviteLink { id, secret }.to_string())
    };
    let is_going_on = game.game.outcome().is_none();
    UpdateDto {
        you: match access {
            Access::Seat(seat) => Some(game.player(seat).into()),
            Access::Watch => None,
        },
        round: record.round,
        limit: &record.limit,
        clock: record.clock,
        begun: game.is_begun(),
        running: is_going_on && record.clock.is_some() && record.since.is_some(),
        present: by_player(|player| room.is_present(seat_of(player))),
        offers: by_player(|player| record.offers[seat_of(player) as usize]),
        links: LinksDto {
            friend: link(1).filter(|_| access == Access::Seat(Seat::Host)),
            watch: link(2).filter(|_| access != Access::Watch),
        },
        forgotten_at: record.forgotten_at(limits),
        from,
        game: stand(
            &game.game,
            &game.history[from..],
            &game.legal[..],
            record.thinking(now),
        ),
    }
}

fn by_player<T>(of: impl Fn(Player) -> T) -> ByPlayer<T> {
    ByPlayer {
        first: of(Player::First),
        second: of(Player::Second),
    }
}
