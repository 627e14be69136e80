// What a review says about moves and players, in words.
import type { MomentKind, PlayerReview, ReviewedMove } from '../api';

const KINDS: Record<MomentKind, string> = {
  great: 'Great move',
  missed_chain: 'Missed a chain',
  missed_switch: 'Should have switched',
  wrong_switch: 'Should have stayed',
  best: 'Best move',
  good: 'Good move',
  inaccuracy: 'Inaccuracy',
  mistake: 'Mistake',
  blunder: 'Blunder',
};

export const kindWords = (kind: MomentKind): string => KINDS[kind] ?? kind;

/** "6… Bd3" */
export const moveWords = ({ number, san }: Pick<ReviewedMove, 'number' | 'san'>): string =>
  `${number.replace('...', '…')} ${san}`;

/** "−23 %" of the chances. */
export const lossWords = (loss: number): string => (loss >= 0.005 ? `−${Math.round(100 * loss)} %` : '');

/** What went well and badly for a player, as rows of a table. */
export const ROWS: readonly (readonly [label: string, value: (of: PlayerReview) => string])[] = [
  ['Accuracy', of => (of.accuracy === null ? '–' : `${Math.round(of.accuracy)} %`)],
  ['Great moves', of => String(of.great)],
  ['Chains, switches', of => `${of.chains}, ${of.switches}`],
  ['Missed chains', of => String(of.missed_chains)],
  ['Wrong decisions', of => String(of.missed_switches + of.wrong_switches)],
  ['Inaccuracies', of => String(of.inaccuracies)],
  ['Mistakes', of => String(of.mistakes)],
  ['Blunders', of => String(of.blunders)],
];
