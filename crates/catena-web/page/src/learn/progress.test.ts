import { describe, expect, it } from 'vitest';
import { firstOpen } from './progress';

describe('the first lesson that is open', () => {
  const ids = ['close', 'links', 'inside'];

  it('is the first one for a newcomer', () => {
    expect(firstOpen(ids, new Set())).toBe(0);
  });

  it('is one that was left out', () => {
    expect(firstOpen(ids, new Set(['close', 'inside']))).toBe(1);
  });

  it('is the end when all are done, also if names are remembered that are no more', () => {
    expect(firstOpen(ids, new Set(['close', 'links', 'inside', 'of old']))).toBe(3);
  });
});
