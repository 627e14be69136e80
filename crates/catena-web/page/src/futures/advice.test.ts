import { describe, expect, it } from 'vitest';
import type { Future, Score } from '../api';
import { advice } from './advice';

const future = (decision: Future['decision'], first: Score): Future => ({
  decision,
  depth: 8,
  scores: {
    first,
    second: { cp: first.cp === null ? null : -first.cp, mate: first.mate === null ? null : -first.mate },
  },
  holds: { first: decision === 'switch' ? 'black' : 'white', second: decision === 'switch' ? 'white' : 'black' },
  moves: [],
});
const cp = (value: number): Score => ({ cp: value, mate: null });

describe('advice', () => {
  it('speaks for the player who decides, whatever colour they hold then', () => {
    const futures = { switch: future('switch', cp(240)), stay: future('stay', cp(-80)) };
    expect(String(advice(futures, 'first', null))).toBe('Switching is better for you: +2.4 instead of −0.8.');
    expect(String(advice(futures, 'second', 'Ben'))).toBe('Staying is better for Ben: +0.8 instead of −2.4.');
  });

  it('knows forced wins and losses', () => {
    const futures = { switch: future('switch', { cp: null, mate: -2 }), stay: future('stay', cp(-900)) };
    expect(String(advice(futures, 'first', null))).toBe(
      'Staying is better for you: −9.0 instead of a loss in 2 moves.',
    );
  });

  it('says when it does not matter, and waits for both', () => {
    expect(String(advice({ switch: future('switch', cp(10)), stay: future('stay', cp(0)) }, 'first', null))).toMatch(
      /little difference/,
    );
    expect(String(advice({ switch: future('switch', cp(10)) }, 'first', null))).toMatch(/looks at both/);
  });
});
