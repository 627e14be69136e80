// The glyphs of moves and positions, by their number in PGN files.
import { say } from '../messages';

/** Those that people choose from: a sign, and what it says. */
export const MOVE_GLYPHS = [
  [1, '!', say('sheet.goodMove')],
  [3, '!!', say('sheet.brilliantMove')],
  [5, '!?', say('sheet.interestingMove')],
  [6, '?!', say('sheet.dubiousMove')],
  [2, '?', say('sheet.mistake')],
  [4, '??', say('sheet.blunder')],
  [7, '□', say('sheet.onlyMove')],
] as const;

const OTHERS: Record<number, string> = {
  10: '=',
  13: '∞',
  14: '⩲',
  15: '⩱',
  16: '±',
  17: '∓',
  18: '+−',
  19: '−+',
  22: '⨀',
  23: '⨀',
  32: '⟳',
  33: '⟳',
  36: '→',
  37: '→',
  40: '↑',
  41: '↑',
  132: '⇆',
  133: '⇆',
  140: '∆',
  146: 'N',
};

export function glyph(nag: number): string {
  return MOVE_GLYPHS.find(([number]) => number === nag)?.[1] ?? OTHERS[nag] ?? `$${nag}`;
}

export const glyphs = (nags: readonly number[]): string => nags.map(glyph).join(' ');

/** A glyph of the move on or off; a move has one of them at most. */
export function toggleGlyph(nags: readonly number[], nag: number): number[] {
  const others = nags.filter(other => !MOVE_GLYPHS.some(([number]) => number === other));
  return nags.includes(nag) ? others : [nag, ...others];
}

/** A comment without the commands for programs, like the time on a clock. */
export const words = (comments: readonly string[]): string[] =>
  comments
    .map(comment =>
      comment
        .replace(/\[%[^\]]*\]/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean);

/** Comments with their words replaced; the commands for programs stay. */
export function withWords(comments: readonly string[], text: string): string[] {
  const commands = comments.flatMap(comment => comment.match(/\[%[^\]]*\]/g) ?? []);
  return [text.trim(), commands.join(' ')].filter(Boolean);
}
