import { describe, expect, it } from 'vitest';
import { missed, nextOpen, type Progress, progressOf, solved, tally } from './progress';

const none: Progress = { marks: {}, streak: 0, best: 0 };

describe('progress', () => {
  it('counts a row of puzzles solved at the first try', () => {
    const two = solved(solved(none, 'a'), 'b');
    expect(two).toEqual({ marks: { a: 'clean', b: 'clean' }, streak: 2, best: 2 });
    const broken = missed(two, 'c');
    expect(broken).toEqual({ marks: { a: 'clean', b: 'clean', c: 'missed' }, streak: 0, best: 2 });
    const after = solved(solved(broken, 'c'), 'd');
    expect(after.marks['c']).toBe('helped');
    expect([after.streak, after.best]).toEqual([1, 2]);
  });

  it('does not count a puzzle twice, and keeps it solved after a mistake', () => {
    const once = solved(none, 'a');
    expect(solved(once, 'a')).toEqual(once);
    expect(missed(once, 'a')).toEqual({ marks: { a: 'clean' }, streak: 0, best: 1 });
  });

  it('takes what is no progress for none', () => {
    for (const kept of [null, 3, 'x', [], { marks: 7, streak: -1, best: 'many' }])
      expect(progressOf(kept)).toEqual(none);
    const kept = { marks: { a: 'clean', b: 'golden' }, streak: 4, best: 2 };
    expect(progressOf(kept)).toEqual({ marks: { a: 'clean' }, streak: 4, best: 4 });
  });
});

describe('a set', () => {
  const set = ['a', 'b', 'c'].map(id => ({ id }));
  const progress: Progress = { marks: { a: 'clean', c: 'helped', other: 'clean' }, streak: 0, best: 1 };

  it('is counted', () => {
    expect(tally(progress, set)).toEqual({ count: 3, solved: 2, clean: 1 });
  });

  it('goes on with the next puzzle that is open, from the start after the end', () => {
    expect(nextOpen(progress, set)).toBe(1);
    expect(nextOpen(progress, set, 2)).toBe(1);
    expect(nextOpen(solved(progress, 'b'), set)).toBeNull();
    expect(nextOpen(none, [], 0)).toBeNull();
  });
});
