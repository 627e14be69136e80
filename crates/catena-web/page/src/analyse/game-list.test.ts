import { describe, expect, it } from 'vitest';
import type { PgnEntry } from '../api';
import { matching, rowsInSight } from './game-list';

const entry = (number: number, tags: Record<string, string>): PgnEntry => ({
  number,
  tags,
  line: 1,
  from: 0,
  to: 1,
  nth: 1,
  plies: 10,
  error: null,
});

describe('the list of games', () => {
  const games = [
    entry(1, { White: 'Anna', Black: 'Ben', Event: 'Spring Cup' }),
    entry(2, { White: 'Carl', Black: 'Anna', Date: '2024.05.01' }),
    entry(3, { White: 'Dora', Black: 'Emil' }),
  ];
  const found = (search: string) => matching(games, search).map(({ number }) => number);

  it('finds games by any of their tags', () => {
    expect(found('anna')).toEqual([1, 2]);
    expect(found('ANNA cup')).toEqual([1]);
    expect(found('anna 2024')).toEqual([2]);
    expect(found('  ')).toEqual([1, 2, 3]);
    expect(found('nobody')).toEqual([]);
  });

  it('draws the rows in sight and few more, however long it is', () => {
    for (const [top, height, count] of [
      [0, 300, 10_000],
      [44 * 5000, 300, 10_000],
      [44 * 10_000, 300, 10_000],
      [0, 300, 2],
      [500, 300, 0],
    ] as const) {
      const [from, to] = rowsInSight(top, height, count);
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThanOrEqual(count);
      expect(to - from).toBeLessThanOrEqual(21);
      for (let row = Math.floor(top / 44); row < Math.min((top + height) / 44, count); row++) {
        expect(row).toBeGreaterThanOrEqual(from);
        expect(row).toBeLessThan(to);
      }
    }
  });
});
