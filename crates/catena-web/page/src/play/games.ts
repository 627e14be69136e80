// The games that this browser remembers. Each has a place of its own, so tabs do not overwrite one another's.
import type { Outcome } from '../api';
import { forget, load, names, save } from '../store';
import { newViewId } from '../view-id';
import { type Match, readMatch, writeMatch } from './match';

export type Ended = Pick<Outcome, 'winner' | 'reason'>;

export interface KeptGame {
  match: Match;
  /** When it was last changed, in milliseconds since 1970. */
  changed: number;
  /** How it ended; null while it goes on. Earlier versions of the page kept a sentence. */
  outcome: Ended | string | null;
  /** Which page wrote it: each tab, and each time it is loaded, has a name of its own. */
  writer: string;
}

const PREFIX = 'game.';
/** How many games are remembered. */
const MOST = 60;
const WRITER = newViewId();

/** All games, the one that was changed last first. */
export function keptGames(): KeptGame[] {
  const games = names(PREFIX).map(name => load<KeptGame>(name));
  const whole = games.filter((game): game is KeptGame => !!game?.match?.id && Array.isArray(game.match.moves));
  return whole.sort((a, b) => b.changed - a.changed);
}

const keptGame = (id: string): KeptGame | null => load<KeptGame>(PREFIX + id);

const goesOnFrom = (moves: string[], earlier: string[]): boolean =>
  earlier.every((move, index) => moves[index] === move);

/** Remembers a game. If another tab has played on in it differently, this one becomes a game of its own. */
export function keepGame(match: Match, outcome: Ended | null): Match {
  const before = keptGame(match.id);
  const isTaken = before && before.writer !== WRITER && !goesOnFrom(match.moves, before.match.moves);
  const mine = isTaken ? { ...match, id: newViewId() } : match;
  save(PREFIX + mine.id, { match: mine, changed: Date.now(), outcome, writer: WRITER } satisfies KeptGame);
  for (const old of keptGames().slice(MOST)) forget(PREFIX + old.match.id);
  return mine;
}

export const forgetGame = (id: string): void => forget(PREFIX + id);

/**
 * The game that the address names, with its clock times if it is remembered. `id` is the one of this history entry: the
 * address may lag behind the game by the last moves, when a page is closed just after them.
 */
export function resume(query: URLSearchParams, id: string | null): Match | null {
  const named = readMatch(query);
  if (!named) return null;
  const own = id ? keptGame(id)?.match : null;
  if (own && terms(own) === terms(named) && goesOnFrom(own.moves, named.moves)) return own;
  const address = writeMatch(named);
  return keptGames().find(game => writeMatch(game.match) === address)?.match ?? named;
}

/** What was chosen before the game. */
const terms = (match: Match): string => writeMatch({ ...match, moves: [], end: null });
