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
import type { ShownGame } from '../play/table';

/** The server gives a sign of life every 15 seconds; who has not heard one for this long, in milliseconds, asks anew. */
const STALE = 20_000;

export interface FriendWatcher {
  /** The server has said how the game stands; `before` is how it stood. */
  arrived: (before: FriendUpdate | null) => void;
  /** Something smaller has changed. */
  changed: () => void;
  /** What was asked for is not done, and the game is as it was. */
  undone: () => void;
  refused: (error: unknown) => void;
}

export class FriendSession implements ShownGame {
  update: FriendUpdate | null = null;
  /** Why the last thing that was asked for is not done. */
  note: Words = '';
  private readonly updates: Latest;
  private readonly acts: Latest;
  private arrivedAt = 0;
  private heardAt = 0;
  private isAsking = false;

  constructor(
    readonly link: string,
    life: Life,
    private readonly watcher: FriendWatcher,
  ) {
    this.updates = life.latest();
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
    this.act({ move: uci });
  }

  /** Sends what the player does. The stream brings what comes of it. */
  act(act: FriendAct): void {
    const { update } = this;
    if (!update) return;
    this.note = '';
    const request = { link: this.link, round: update.round, ply: update.game.history.length, act };
    this.watcher.changed();
    void this.acts.ask(
      signal => actInFriendGame(request, signal),
      () => undefined,
      error => {
        this.isAsking = false;
        this.note = reasonOf(error);
        this.watcher.undone();
      },
    );
  }
}
