// What a review says about moves and players, in words.
import type { MomentKind, PlayerReview, ReviewedMove } from '../api';
import { number, say, type Words } from '../messages';

export const kindWords = (kind: MomentKind): Words => say(`review.${kind}`);

/** "6… Bd3" */
export const moveWords = ({ number, san }: Pick<ReviewedMove, 'number' | 'san'>): string =>
  `${number.replace('...', '…')} ${san}`;

/** "−23%" of the chances. */
export const lossWords = (loss: number): Words =>
  loss >= 0.005 ? say('review.percent', { n: `−${number(Math.round(100 * loss))}` }) : '';

/** What went well and badly for a player, as rows of a table. */
export const ROWS: readonly (readonly [label: Words, value: (of: PlayerReview) => Words])[] = [
  [say('review.accuracy'), of => (of.accuracy === null ? '–' : say('review.percent', { n: Math.round(of.accuracy) }))],
  [say('review.greats'), of => String(of.great)],
  [say('review.chainsAndSwitches'), of => `${of.chains}, ${of.switches}`],
  [say('review.missedChains'), of => String(of.missed_chains)],
  [say('review.wrongDecisions'), of => String(of.missed_switches + of.wrong_switches)],
  [say('review.inaccuracies'), of => String(of.inaccuracies)],
  [say('review.mistakes'), of => String(of.mistakes)],
  [say('review.blunders'), of => String(of.blunders)],
];
