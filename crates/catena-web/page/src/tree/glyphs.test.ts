import { describe, expect, it } from 'vitest';
import { glyphs, toggleGlyph, withWords, words } from './glyphs';

describe('glyphs', () => {
  it('are signs where there is one, and numbers otherwise', () => {
    expect(glyphs([1, 16, 99])).toBe('! ± $99');
  });

  it('of a move replace one another, and leave those of the position', () => {
    expect(toggleGlyph([2, 16], 1)).toEqual([1, 16]);
    expect(toggleGlyph([1, 16], 1)).toEqual([16]);
    expect(toggleGlyph([], 4)).toEqual([4]);
  });
});

describe('comments', () => {
  it('are shown without commands, and keep them when they are changed', () => {
    const comments = ['Too early. [%clk 0:01:00]', '[%eval 0.3]'];
    expect(words(comments)).toEqual(['Too early.']);
    expect(withWords(comments, ' Fine ')).toEqual(['Fine', '[%clk 0:01:00] [%eval 0.3]']);
    expect(withWords(comments, '')).toEqual(['[%clk 0:01:00] [%eval 0.3]']);
    expect(withWords(['Gone'], '')).toEqual([]);
  });
});
