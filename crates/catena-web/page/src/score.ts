// Scores as people read them. A score belongs to a person: it does not turn over when the person switches sides.
import type { Color, Outcome, Player, Score } from './api';
import { decimal, type Message, say, type Words } from './messages';
import { serverWords } from './messages/server';

export const colorName = (color: Color): Message => say(`color.${color}`);

export const colorHeld = (player: Player, white: Player): Color => (player === white ? 'white' : 'black');

/** "+1.3", "−0.4", "0.0", "#3" for a win in three moves, "−#3" for a loss. */
export function scoreText({ cp, mate }: Score): string {
  if (mate !== null) return `${mate < 0 ? '−' : ''}#${Math.abs(mate)}`;
  const tenths = Math.round((cp ?? 0) / 10);
  const sign = tenths > 0 ? '+' : tenths < 0 ? '−' : '';
  return `${sign}${decimal(Math.abs(tenths) / 10, 1)}`;
}

/** The same in four characters at most, where there is little room. */
export function shortScore(score: Score): string {
  const text = scoreText(score);
  return text.length > 4 ? text.replace(/[.,]\d$/, '') : text;
}

/** A score in words. */
export function scoreWords(score: Score): Words {
  const { mate } = score;
  if (mate === null) return scoreText(score);
  return say(mate < 0 ? 'score.loses' : 'score.wins', { n: Math.abs(mate) });
}

/** A score as one number, mates beyond all else. */
export function worth({ cp, mate }: Score): number {
  return mate === null ? (cp ?? 0) : Math.sign(mate || 1) * (100_000 - Math.abs(mate));
}

/** A person's share of the bar, between 0 and 1. */
export function share({ cp, mate }: Score): number {
  if (mate !== null) return mate < 0 ? 0 : 1;
  return 1 / (1 + Math.exp(-(cp ?? 0) / 300));
}

export const other = (player: Player): Player => (player === 'first' ? 'second' : 'first');

/** What people are called; where a game has no names, "Player 1" is who began with White. */
export interface Names {
  first: string;
  second: string;
}

export const NO_NAMES: Names = { first: '', second: '' };

export const nameOf = (names: Names, player: Player): Words =>
  names[player] || say(player === 'first' ? 'score.player1' : 'score.player2');

const isColorEnough = (names: Names, white: Player): boolean => !names.first && !names.second && white === 'first';

/** "Anna, holding Black"; without names, and as long as nobody has switched, the colour says enough. */
export function personText(names: Names, player: Player, white: Player): Message {
  const color = colorName(colorHeld(player, white));
  return isColorEnough(names, white) ? color : say('score.holding', { name: nameOf(names, player), color });
}

/** How a game ended: "Draw: stalemate", "Black wins: checkmate", "Ben, holding Black, wins: checkmate". */
export function outcomeText({ winner, reason: known }: Outcome, names: Names, white: Player): Message {
  const reason = serverWords(known) ?? known;
  if (winner === null) return say('score.draw', { reason });
  const color = colorName(colorHeld(winner, white));
  if (isColorEnough(names, white)) return say('score.winner', { who: color, reason });
  return say('score.winnerHolding', { name: nameOf(names, winner), color, reason });
}
