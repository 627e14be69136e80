// Games between two people, by link. The server has the game; the page shows what it says.
import { post } from './http';
import { type Follower, follow } from './stream';
import type { ClockSetting, Clocks, GameState, Limit, Player } from './types';

/** The links of a new game. */
export interface FriendLinks {
  you: string;
  friend: string;
  watch: string;
}

export type Offer = 'draw' | 'takeback' | 'rematch';

export type FriendAct =
  | 'resign'
  | 'claim'
  | { move: string }
  | { offer: Offer }
  | { accept: Offer }
  | { decline: Offer };

/** A game between friends, as the bearer of a link sees it. */
export interface FriendUpdate {
  /** Null for those who watch. */
  you: Player | null;
  /** The number of the game between the two. */
  round: number;
  limit: Limit;
  clock: ClockSetting | null;
  /** Whether both players have come. */
  begun: boolean;
  /** Whether the clock of the player to move is running. */
  running: boolean;
  present: Record<Player, boolean>;
  offers: Record<Player, Offer | null>;
  /** The links that may be handed on. */
  links: { friend: string | null; watch: string | null };
  /** When it will be forgotten if nothing happens, in milliseconds since 1970. */
  forgotten_at: number;
  /** How many moves were sent before. */
  from: number;
  game: GameState & { clocks_now: Clocks | null };
}

/** What a player does, and the state of the game that it is about. */
export interface FriendRequest {
  link: string;
  round: number;
  ply: number;
  act: FriendAct;
}

export const newFriendGame = (
  wish: { you: Player; limit: Limit; clock: ClockSetting | undefined },
  signal: AbortSignal,
): Promise<FriendLinks> => post('friend/new', wish, signal);

/** Does something in a game. A move that is sent twice is played once. */
export const actInFriendGame = (request: FriendRequest, signal: AbortSignal): Promise<unknown> =>
  post('friend/act', request, signal);

/** Shows a game from now on, through losses of the network and restarts of the server. */
export function followFriendGame(
  link: string,
  on: { update: (update: FriendUpdate) => void } & Pick<Follower, 'sign' | 'waits'>,
  signal: AbortSignal,
): Promise<never> {
  let latest: FriendUpdate | null = null;
  const event = (name: string, data: unknown): void => {
    if (name !== 'game') return;
    latest = complete(latest, data as FriendUpdate);
    on.update(latest);
  };
  return follow('friend/watch', { link }, { ...on, event }, signal);
}

/** Adds the moves that were sent before. */
export function complete(before: FriendUpdate | null, update: FriendUpdate): FriendUpdate {
  const known = before?.game.history.slice(0, update.from) ?? [];
  return { ...update, game: { ...update.game, history: [...known, ...update.game.history] } };
}
