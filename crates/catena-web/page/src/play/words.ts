// What is said about a game: who is to move, how it ended, what a move did.
import type { Color, GameState, PlayedMove, Player } from '../api';
import { type Message, say, sentences, type Words } from '../messages';
import { serverWords } from '../messages/server';
import { colorName } from '../score';
import { type Cast, nameOf, other } from './cast';
import type { Ended } from './games';

export const colorOf = (game: GameState, player: Player): Color => (game.white === player ? 'white' : 'black');

/** How a game ended. */
export function endWords(cast: Cast, { winner, reason: known }: Ended): Message {
  const reason = serverWords(known) ?? known;
  if (winner === null) return say('game.draw', { reason });
  if (cast.you === null) return say('game.playerWins', { name: nameOf(cast, winner), reason });
  return winner === cast.you ? say('game.youWin', { reason }) : say(`game.${cast.they}Wins`, { reason });
}

/** How the game stands, in a few words. */
export function headline(cast: Cast, game: GameState): Message {
  const { you, they } = cast;
  if (game.outcome) return endWords(cast, game.outcome);
  const color = colorName(game.turn);
  if (you === null) return say('game.playerToMove', { name: nameOf(cast, game.to_move), color });
  return game.to_move === you ? say('game.yourMove', { color }) : say(`game.${they}Thinks`, { color });
}

/** How many switches in a row there have been; after the game nothing follows from it. */
export function runWords({ run, outcome }: Pick<GameState, 'run' | 'outcome'>): Words {
  if (!run || outcome) return '';
  const { used: n, limit } = run;
  return limit === null ? say('game.runNoLimit', { n }) : say('game.run', { n, limit });
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
  const name = nameOf(cast, last.by);
  return sentences(
    say('game.said', { name, move: last.san }),
    last.chain ? say('game.chain') : '',
    last.switched ? switchedTold(cast, last.by, colorName(colorOf(game, last.by))) : '',
    game.outcome ? headline(cast, game) : '',
  );
}

const switchedTold = (cast: Cast, by: Player, color: Words): Message =>
  by === cast.you
    ? say('game.youSwitchedTold', { color })
    : say('game.otherSwitchedTold', { name: nameOf(cast, by), color });

/** The banner after a switch. */
export function switchWords(cast: Cast, game: GameState): Words {
  const last = game.history.at(-1);
  if (!last) return '';
  const now = colorName(colorOf(game, last.by));
  if (cast.you === null) return say('game.playerSwitched', { name: nameOf(cast, last.by), color: now });
  if (last.by === cast.you) return say('game.youSwitched', { color: now });
  return say(`game.${cast.they}Switched`, { color: colorName(colorOf(game, cast.you)) });
}

/** The last moves of the game, as far back as all of them are by this player. */
export function movesSince(game: GameState, by: Player): PlayedMove[] {
  const start = game.history.map(move => move.by === by).lastIndexOf(false);
  return game.history.slice(start + 1);
}

/** What the other's moves since your last one did to the sides; empty if there was no switch, or the run goes on. */
export function runSummary({ you, they }: Cast, game: GameState): Words {
  if (you === null) return '';
  const run = movesSince(game, other(you));
  const count = run.filter(move => move.switched).length;
  if (!count || run.at(-1)?.switched) return '';
  const color = colorName(colorOf(game, you));
  if (count === 1) return say(`game.${they}RunOne`, { color });
  if (count === 2) return say(`game.${they}RunTwo`, { color });
  return say(`game.${they}${count % 2 ? 'RunOdd' : 'RunEven'}`, { n: count, color });
}

/** A day as in PGN files, in the time zone of this place. */
export function pgnDate(ms: number): string {
  const day = new Date(ms);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${day.getFullYear()}.${two(day.getMonth() + 1)}.${two(day.getDate())}`;
}
