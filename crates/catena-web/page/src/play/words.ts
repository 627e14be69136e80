// What is said about a game: who is to move, how it ended, what a move did.
import type { Color, GameState, Player } from '../api';
import { nameOf, type Match } from './match';

export const colorName = (color: Color): string => (color === 'white' ? 'White' : 'Black');

export const colorOf = (game: GameState, player: Player): Color => (game.white === player ? 'white' : 'black');

/** How the game stands, in a few words. */
export function headline(match: Match, game: GameState): string {
  const engine = match.opponent === 'engine';
  if (game.outcome) {
    const { winner, reason } = game.outcome;
    if (winner === null) return `Draw: ${reason}`;
    const who = engine ? (winner === match.you ? 'You win' : 'The engine wins') : `${nameOf(match, winner)} wins`;
    return `${who}: ${reason}`;
  }
  const color = colorName(game.turn);
  if (!engine) return `${nameOf(match, game.to_move)} to move, with ${color}`;
  return game.to_move === match.you ? `Your move, with ${color}` : `The engine thinks, with ${color}`;
}

/** How many switches in a row there have been. */
export function runWords({ run }: GameState): string {
  if (!run) return '';
  const limit = run.limit === null ? 'no limit' : `at most ${run.limit}`;
  return `${run.used} ${run.used === 1 ? 'switch' : 'switches'} in a row, ${limit}`;
}

/** The points of a player after the game, as people write them. */
export function points({ outcome }: GameState, player: Player): string {
  if (!outcome) return '';
  return outcome.winner === null ? '½' : outcome.winner === player ? '1' : '0';
}

/** The last move, told to people who do not see the board. */
export function lastMoveWords(match: Match, game: GameState): string {
  const last = game.history.at(-1);
  if (!last) return '';
  const who = nameOf(match, last.by);
  const switched = last.switched ? ` ${who} switched, now ${holds(match, last.by)} ${colorName(colorOf(game, last.by))}, and ${moves(match, last.by)} again.` : '';
  return `${who}: ${last.san}.${last.chain ? ' Chain.' : ''}${switched} ${game.outcome ? headline(match, game) : ''}`;
}

/** The banner after a switch. */
export function switchWords(match: Match, game: GameState): string {
  const last = game.history.at(-1);
  if (!last) return '';
  const now = colorName(colorOf(game, last.by));
  if (match.opponent === 'human') return `${nameOf(match, last.by)} switched and now holds ${now}.`;
  const yours = colorName(colorOf(game, match.you));
  return last.by === match.you ? `You switched. You now hold ${now}.` : `The engine switched. You now hold ${yours}.`;
}

const isYou = (match: Match, player: Player): boolean => match.opponent === 'engine' && player === match.you;
const holds = (match: Match, player: Player): string => (isYou(match, player) ? 'hold' : 'holds');
const moves = (match: Match, player: Player): string => (isYou(match, player) ? 'move' : 'moves');
