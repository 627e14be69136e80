import { describe, expect, it } from 'vitest';
import type { Score } from './api';
import { NO_NAMES, outcomeText, personText, scoreText, scoreWords, share, shortScore, worth } from './score';

const cp = (value: number): Score => ({ cp: value, mate: null });
const mate = (value: number): Score => ({ cp: null, mate: value });

describe('scores', () => {
  it('are written as people write them', () => {
    expect([cp(130), cp(-42), cp(0), cp(-4), cp(1234), mate(3), mate(-2)].map(scoreText)).toEqual([
      '+1.3',
      '−0.4',
      '0.0',
      '0.0',
      '+12.3',
      '#3',
      '−#2',
    ]);
    expect(String(scoreWords(mate(-1)))).toBe('loses in 1 move');
    expect(String(scoreWords(mate(4)))).toBe('wins in 4 moves');
  });

  it('fit where there is little room', () => {
    for (const score of [cp(-320), cp(-1234), cp(2950), mate(-12), cp(0)])
      expect(shortScore(score).length).toBeLessThanOrEqual(4);
  });

  it('are ordered: quick wins first, quick losses last', () => {
    const order = [mate(1), mate(5), cp(900), cp(0), cp(-900), mate(-5), mate(-1)].map(worth);
    expect([...order].sort((a, b) => b - a)).toEqual(order);
  });

  it('share the bar evenly when nobody is better, and between two persons', () => {
    expect(share(cp(0))).toBe(0.5);
    expect(share(mate(2))).toBe(1);
    expect(share(mate(-2))).toBe(0);
    for (const value of [10, 333, 2000]) expect(share(cp(value)) + share(cp(-value))).toBeCloseTo(1);
  });
});

describe('persons', () => {
  it('are colours until somebody switches, and persons from then on', () => {
    expect(String(personText(NO_NAMES, 'first', 'first'))).toBe('White');
    expect(String(personText(NO_NAMES, 'first', 'second'))).toBe('Player 1, holding Black');
    expect(String(personText({ first: 'Anna', second: 'Ben' }, 'first', 'second'))).toBe('Anna, holding Black');
    expect(String(personText({ first: 'Anna', second: 'Ben' }, 'second', 'second'))).toBe('Ben, holding White');
  });
});

describe('the end of a game', () => {
  const mate = { winner: 'second', reason: 'checkmate', result: '0-1', text: '' } as const;

  it('is told of the person who won, and of the colour where that says enough', () => {
    expect(String(outcomeText(mate, NO_NAMES, 'first'))).toBe('Black wins: checkmate');
    expect(String(outcomeText(mate, NO_NAMES, 'second'))).toBe('Player 2, holding White, wins: checkmate');
    expect(String(outcomeText(mate, { first: 'Anna', second: 'Ben' }, 'first'))).toBe(
      'Ben, holding Black, wins: checkmate',
    );
  });

  it('may be a draw', () => {
    expect(String(outcomeText({ ...mate, winner: null, reason: 'stalemate' }, NO_NAMES, 'first'))).toBe(
      'Draw: stalemate',
    );
  });
});
