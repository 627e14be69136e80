// The engine as an opponent: its moves, and whether it takes a draw.
import { search, type GameState } from '../api';
import type { Match } from './match';

/** The engine takes a draw when it thinks itself no better than this, in hundredths of a pawn. */
const DRAW_MARGIN = 15;
/** How long it thinks about an offer, in milliseconds. */
const OFFER_TIME = 300;

/** The engine's move. Null if it was stopped, or has none. */
export async function engineMove(match: Match, game: GameState, signal: AbortSignal): Promise<string | null> {
  const left = game.clocks?.[game.to_move];
  const clock = left === undefined ? {} : { clock_ms: Math.round(left) };
  const { uci } = await search({ limit: match.limit, moves: match.moves, level: match.level, ...clock }, () => undefined, signal);
  return signal.aborted ? null : uci;
}

/** Whether the engine agrees to a draw, offered by the player to move. */
export async function takesDraw(match: Match): Promise<boolean> {
  const { score } = await search({ limit: match.limit, moves: match.moves, ms: OFFER_TIME }, () => undefined, new AbortController().signal);
  // The score is the other player's: what is good for them makes a draw welcome.
  if (!score) return false;
  return score.mate !== null ? score.mate > 0 : (score.cp ?? 0) >= -DRAW_MARGIN;
}
