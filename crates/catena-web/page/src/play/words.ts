// What is said about a game: who is to move, how it ended, what a move did.
import type { Color, GameState, PlayedMove, Player } from '../api';
import { type Cast, nameOf, other } from './cast';

export const colorName = (color: Color): string => (color === 'white' ? 'White' : 'Black');

export const colorOf = (game: GameState, player: Player): Color => (game.white === player ? 'white' : 'black');

/** How the game stands, in a few words. */
export function headline(cast: Cast, game: GameState): string {
  const { you, they } = cast;
  if (game.outcome) {
    const { winner, reason } = game.outcome;
    if (winner === null) return `Draw: ${reason}`;
    const who = you === null ? `${nameOf(cast, winner)} wins` : winner === you ? 'You win' : `${they} wins`;
    return `${who}: ${reason}`;
  }
  const color = colorName(game.turn);
  if (you === null) return `${nameOf(cast, game.to_move)} to move, with ${color}`;
  return game.to_move === you ? `Your move, with ${color}` : `${they} thinks, with ${color}`;
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
export function lastMoveWords(cast: Cast, game: GameState): string {
  const last = game.history.at(-1);
  if (!last) return '';
  const who = nameOf(cast, last.by);
  const switched = last.switched
    ? ` ${who} switched, now ${holds(cast, last.by)} ${colorName(colorOf(game, last.by))}, and ${moves(cast, last.by)} again.`
    : '';
  return `${who}: ${last.san}.${last.chain ? ' Chain.' : ''}${switched} ${game.outcome ? headline(cast, game) : ''}`;
}

/** The banner after a switch. */
export function switchWords(cast: Cast, game: GameState): string {
  const last = game.history.at(-1);
  if (!last) return '';
  const now = colorName(colorOf(game, last.by));
  if (cast.you === null) return `${nameOf(cast, last.by)} switched and now holds ${now}.`;
  const yours = colorName(colorOf(game, cast.you));
  return last.by === cast.you ? `You switched. You now hold ${now}.` : `${cast.they} switched. You now hold ${yours}.`;
}

const holds = ({ you }: Cast, player: Player): string => (player === you ? 'hold' : 'holds');
const moves = ({ you }: Cast, player: Player): string => (player === you ? 'move' : 'moves');

/** The last moves of the game, as far back as all of them are by this player. */
export function movesSince(game: GameState, by: Player): PlayedMove[] {
  const start = game.history.map(move => move.by === by).lastIndexOf(false);
  return game.history.slice(start + 1);
}

const TIMES = ['', '', 'twice'];

/** What the other's moves since your last one did to the sides; empty if there was no switch, or the run goes on. */
export function runSummary({ you, they }: Cast, game: GameState): string {
  if (you === null) return '';
  const run = movesSince(game, other(you));
  const count = run.filter(move => move.switched).length;
  if (!count || run.at(-1)?.switched) return '';
  const times = count > 1 ? ` ${TIMES[count] ?? `${count} times`}` : '';
  const still = count % 2 ? '' : 'still ';
  return `${they} switched${times}; you ${still}hold ${colorName(colorOf(game, you))}.`;
}

/** A day as in PGN files, in the time zone of this place. */
export function pgnDate(ms: number): string {
  const day = new Date(ms);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${day.getFullYear()}.${two(day.getMonth() + 1)}.${two(day.getDate())}`;
}
