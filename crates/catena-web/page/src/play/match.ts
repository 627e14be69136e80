// A game in play: what the browser keeps of it, and the address that says so.
import type { ClockSetting, Ending, GameRequest, Limit, Player } from '../api';
import { say, type Words } from '../messages';
import { newViewId } from '../view-id';
import { type Cast, TWO_PEOPLE } from './cast';

export interface Match {
  /** Tells the game from all others that this browser remembers. */
  id: string;
  /** When it began, in milliseconds since 1970. */
  began: number;
  opponent: 'engine' | 'human';
  level: number;
  /** The player at the bottom of the board. */
  you: Player;
  limit: Limit;
  clock: ClockSetting | null;
  moves: string[];
  /** What each move took, in milliseconds. */
  times: number[];
  /** What the move being thought about has taken before the page was closed. */
  spent: number;
  end: Ending | null;
}

/** What is chosen before a game. */
export type Terms = Pick<Match, 'opponent' | 'level' | 'you' | 'limit' | 'clock'>;

export const LEVELS = 10;
const USUAL_LEVEL = 3;

export const newMatch = (terms: Terms): Match => ({
  ...terms,
  id: newViewId(),
  began: Date.now(),
  moves: [],
  times: [],
  spent: 0,
  end: null,
});

export function request(match: Match, running?: number): GameRequest {
  return {
    limit: match.limit,
    moves: match.moves,
    clock: match.clock ?? undefined,
    times: match.clock ? match.times : undefined,
    running_ms: match.clock && running !== undefined ? Math.round(running) : undefined,
    end: match.end ?? undefined,
  };
}

export function castOf({ opponent, level, you }: Match): Cast {
  if (opponent === 'human') return TWO_PEOPLE;
  return { you, rival: say('game.engine', { n: level }), they: 'engine' };
}

/** "5+3" is five minutes and three seconds a move, "each20" twenty seconds for each move. */
export function clockText(clock: ClockSetting | null): string {
  if (!clock) return 'none';
  if ('per_move_ms' in clock) return `each${clock.per_move_ms / 1000}`;
  return `${clock.initial_ms / 60_000}+${clock.increment_ms / 1000}`;
}

/** The same in words, as far as a list has room: "5 + 3" is how players write it. */
export const clockWords = (clock: ClockSetting): Words =>
  'per_move_ms' in clock ? say('setup.secondsEach', { n: clock.per_move_ms / 1000 }) : clockText(clock);

export function readClock(text: string): ClockSetting | null {
  const each = /^each(\d{1,4})$/.exec(text);
  if (each) return { per_move_ms: Number(each[1]) * 1000 };
  const clock = /^(\d{1,3}(?:\.\d{1,3})?)\+(\d{1,3})$/.exec(text);
  return clock ? { initial_ms: Number(clock[1]) * 60_000, increment_ms: Number(clock[2]) * 1000 } : null;
}

/** The game that an address names. It starts with full clocks: the address has no times. */
export function readMatch(query: URLSearchParams): Match | null {
  const opponent = query.get('vs');
  if (opponent !== 'engine' && opponent !== 'human') return null;
  const limit = query.get('limit') ?? 'size';
  const moves = query.get('moves')?.split(',').filter(Boolean) ?? [];
  return {
    ...newMatch({
      opponent,
      level: Math.min(Math.max(Math.floor(Number(query.get('level'))) || USUAL_LEVEL, 1), LEVELS),
      you: query.get('you') === 'second' ? 'second' : 'first',
      limit: (['size', 'moves', 'none'].includes(limit) ? limit : 'size') as Limit,
      clock: readClock((query.get('clock') ?? 'none').replace(' ', '+')),
    }),
    moves,
    times: moves.map(() => 0),
    end: readEnd(query.get('end') ?? ''),
  };
}

/** How the players ended the game: "agree", "claim", or who resigned. */
function readEnd(text: string): Ending | null {
  if (text === 'agree') return { agree: true };
  if (text === 'claim') return { claim: true };
  return text === 'first' || text === 'second' ? { resign: text } : null;
}

const endText = (end: Ending): string => ('resign' in end ? end.resign : 'agree' in end ? 'agree' : 'claim');

/** The address at which a game is analysed. */
export function analysisAddress(moves: string[], limit: Limit, names: { white: string; black: string }): string {
  const query = new URLSearchParams({ moves: moves.join(','), ...names });
  if (limit !== 'size') query.set('limit', limit);
  return `/analyse?${query.toString().replaceAll('%2C', ',')}`;
}

export function writeMatch(match: Match): string {
  const query = new URLSearchParams({ vs: match.opponent });
  if (match.opponent === 'engine') query.set('level', String(match.level));
  if (match.you === 'second') query.set('you', 'second');
  if (match.limit !== 'size') query.set('limit', match.limit);
  if (match.clock) query.set('clock', clockText(match.clock));
  if (match.moves.length) query.set('moves', match.moves.join(','));
  if (match.end) query.set('end', endText(match.end));
  return `/play?${query.toString().replaceAll('%2C', ',')}`;
}
