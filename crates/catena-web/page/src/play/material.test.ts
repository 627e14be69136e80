import { expect, test } from 'vitest';
import { balance, taken } from './material';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

test('nothing is taken at the start, and nobody is ahead', () => {
  expect(taken([START])).toEqual({ white: [], black: [] });
  expect(balance(START)).toBe(0);
});

test('what is taken is kept, the strongest first', () => {
  const fens = [
    'rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2',
    'rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2',
    'rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3',
    'rnb1kbnr/ppp1pppp/8/3N4/8/8/PPPP1PPP/R1BQKBNR b KQkq - 0 3',
  ];
  expect(taken(fens)).toEqual({ white: ['pawn'], black: ['queen', 'pawn'] });
  expect(balance(fens.at(-1)!)).toBe(9);
});

test('a promotion takes nothing, one with a capture takes a piece', () => {
  expect(taken(['8/P6k/8/8/8/8/8/K7 w - - 0 1', 'Q7/7k/8/8/8/8/8/K7 b - - 0 1'])).toEqual({ white: [], black: [] });
  expect(taken(['1r6/P6k/8/8/8/8/8/K7 w - - 0 1', '1Q6/7k/8/8/8/8/8/K7 b - - 0 1'])).toEqual({
    white: [],
    black: ['rook'],
  });
});
