// A game with a friend while it is played: what the server said last, and what was sent to it. It shows nothing itself.
import {
  actInFriendGame,
  type Clocks,
  type FriendAct,
  type FriendUpdate,
  followFriendGame,
  type GameState,
  type Player,
} from '../api';
import { reasonOf } from '../dom';
import type { Latest, Life } from '../latest';
import { say, type Words } from '../messages';
import { type Cast, TWO_PEOPLE } from '../play/cast';
import type { AskedGame } from '../play/insight';
import type { ShownGame } from '../play/table';

/** The server gives a sign of life every 15 seconds; who has not heard one for this long, in milliseconds, asks anew. */
const STALE = 20_000;

export interface FriendWatcher {
  /** The server has said how the game stands; `before` is how it stood. */
  arrived: (before: FriendUpdate | null) => void;
  /** Something smaller has changed. */
  changed: () => void;
  /** The server shows the game to as many pages as it can; this one has to wait. */
  waits: (why: unknown) => void;
  /** A move was refused, and the game is as it was. */
  undone: () => void;
  refused: (error: unknown) => void;
}

export class FriendSession implements ShownGame {
  update: FriendUpdate | null = null;
  /** Why the last thing that was asked for is not done. */
  note: Words = '';
  private readonly updates: Latest;
  /** A move that is on its way stays so, whatever else the player asks for meanwhile. */
  private readonly moves: Latest;
  private readonly acts: Latest;
  private arrivedAt = 0;
  private heardAt = 0;
  /** Whether a move is on its way. */
  isAsking = false;

  constructor(
    readonly link: string,
    life: Life,
    private readonly watcher: FriendWatcher,
  ) {
    this.updates = life.latest();
    this.moves = life.latest();
    this.acts = life.latest();
    // A laptop that was closed, a network that was away: the connection may be dead without knowing.
    life.on(document, 'visibilitychange', () => document.hidden || this.freshen(STALE));
    for (const change of ['online', 'offline']) life.on(window, change, () => this.freshen(0));
  }

  /** Listens to the server from now on. */
  open(): void {
    this.heardAt = Date.now();
    void this.updates.ask(
      signal =>
        followFriendGame(
          this.link,
          {
            update: update => this.arrive(update),
            sign: () => {
              this.heardAt = Date.now();
            },
            waits: why => this.watcher.waits(why),
          },
          signal,
        ),
      () => undefined,
      error => this.watcher.refused(error),
    );
  }

  /** Listens anew if nothing has been heard for this long. */
  private freshen(age: number): void {
    if (Date.now() - this.heardAt >= age) this.open();
  }

  private arrive(update: FriendUpdate): void {
    const before = this.update;
    this.update = update;
    this.arrivedAt = performance.now();
    const isNew = before?.round !== update.round || before.game.history.length !== update.game.history.length;
    if (isNew || update.game.outcome) {
      this.isAsking = false;
      this.note = '';
    }
    this.watcher.arrived(before);
  }

  get game(): GameState | null {
    return this.update?.game ?? null;
  }

  get cast(): Cast {
    const you = this.update?.you ?? null;
    return you === null ? TWO_PEOPLE : { you, rival: say('game.friend'), they: 'friend' };
  }

  /** The game as the engine is asked about it; null before the server has said what it is. */
  get askedGame(): AskedGame | null {
    const { update, cast } = this;
    return update && { id: String(update.round), limit: update.limit, cast };
  }

  get bottom(): Player {
    return this.update?.you ?? 'first';
  }

  get isYourTurn(): boolean {
    const { update } = this;
    if (!update?.begun || update.game.outcome || this.isAsking) return false;
    return update.game.to_move === update.you;
  }

  get takesPremoves(): boolean {
    return !!this.update?.begun && this.update.you !== null;
  }

  /** What the players have left. The server's clock decides; this one only shows it. */
  get timeLeft(): Clocks | null {
    const { update } = this;
    const clocks = update?.game.clocks_now;
    if (!update || !clocks) return null;
    const since = this.runningClock ? performance.now() - this.arrivedAt : 0;
    const left = (player: Player) => Math.max(clocks[player] - (update.game.to_move === player ? since : 0), 0);
    return { first: left('first'), second: left('second') };
  }

  get runningClock(): Player | null {
    return this.update?.running ? this.update.game.to_move : null;
  }

  push(uci: string): void {
    this.isAsking = true;
    this.send(this.moves, { move: uci }, () => {
      this.isAsking = false;
      this.watcher.undone();
    });
  }

  /** Asks for anything but a move. */
  act(act: FriendAct): void {
    this.send(this.acts, act, this.watcher.changed);
  }

  /** Sends what the player does. The stream brings what comes of it. */
  private send(slot: Latest, act: FriendAct, refused: () => void): void {
    const { update } = this;
    if (!update) return;
    this.note = '';
    const request = { link: this.link, round: update.round, ply: update.game.history.length, act };
    this.watcher.changed();
    void slot.ask(
      signal => actInFriendGame(request, signal),
      () => undefined,
      error => {
        this.note = reasonOf(error);
        refused();
      },
    );
  }
}
