// The engine as an opponent: its moves, and whether it takes a draw.
import { type Clocks, type SearchRequest, search } from '../api';
import { LEVELS, type Match } from './match';

/** The engine takes a draw when it thinks itself no better than this, in hundredths of a pawn. */
const DRAW_MARGIN = 15;
/** How long it thinks about an offer, in milliseconds. */
const OFFER_TIME = 300;
/** With a fixed time for each move, the share of it that the engine uses: the rest is for the way there and back. */
const SHARE = 0.6;
/** Below full strength the engine decides faster than this by itself, in milliseconds. */
const FAST = 3000;

/** What the engine is told about time. With clocks it manages its time itself. */
export function timing(match: Match, clocks: Clocks | null): Pick<SearchRequest, 'clocks' | 'ms'> {
  if (!match.clock || !clocks) return {};
  if ('per_move_ms' in match.clock) {
    const each = match.clock.per_move_ms;
    return match.level === LEVELS || each < FAST ? { ms: Math.round(each * SHARE) } : {};
  }
  const whole = (ms: number) => Math.max(Math.round(ms), 1);
  return {
    clocks: { first: whole(clocks.first), second: whole(clocks.second), increment_ms: match.clock.increment_ms },
  };
}

/** The engine's move; null if the server stopped the search before there was one. */
export async function engineMove(
  match: Match,
  view: string,
  clocks: Clocks | null,
  signal: AbortSignal,
): Promise<string | null> {
  const request = { view, limit: match.limit, moves: match.moves, level: match.level, ...timing(match, clocks) };
  const best = await search(request, () => undefined, signal);
  return best.uci;
}

/** Whether the engine agrees to a draw, offered by the player to move. */
export async function takesDraw(match: Match, view: string, signal: AbortSignal): Promise<boolean> {
  const request = { view, limit: match.limit, moves: match.moves, ms: OFFER_TIME };
  const { score } = await search(request, () => undefined, signal);
  // The score is the other player's: what is good for them makes a draw welcome.
  if (!score) return false;
  return score.mate !== null ? score.mate > 0 : (score.cp ?? 0) >= -DRAW_MARGIN;
}
