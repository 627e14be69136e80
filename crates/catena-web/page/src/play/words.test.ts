import { expect, test } from 'vitest';
import type { GameState, PlayedMove, Player } from '../api';
import type { Cast } from './cast';
import { movesSince, runSummary, runWords } from './words';

const cast: Cast = { you: 'first', rival: 'Engine, level 1', they: 'engine' };

/** A game with these moves: who made each, and whether they switched. */
function game(moves: [Player, boolean][]): GameState {
  const history = moves.map(([by, switched]) => ({ by, switched }) as PlayedMove);
  const switches = moves.filter(([, switched]) => switched).length;
  return { history, white: switches % 2 ? 'second' : 'first' } as GameState;
}

test('a run is summed up when it is over', () => {
  const run: [Player, boolean][] = [
    ['first', false],
    ['second', true],
    ['second', true],
    ['second', true],
  ];
  expect(String(runSummary(cast, game(run)))).toBe('');
  expect(String(runSummary(cast, game([...run, ['second', false]])))).toBe(
    'The engine switched 3 times; you hold Black.',
  );
  expect(movesSince(game(run), 'second')).toHaveLength(3);
});

test('an even number of switches leaves the sides as they were', () => {
  const run: [Player, boolean][] = [
    ['first', false],
    ['second', true],
    ['second', true],
    ['second', false],
  ];
  expect(String(runSummary(cast, game(run)))).toBe('The engine switched twice; you still hold White.');
});

test('a game without switches has nothing to sum up', () => {
  expect(
    runSummary(
      cast,
      game([
        ['first', false],
        ['second', false],
      ]),
    ),
  ).toBe('');
  expect(runSummary(cast, game([]))).toBe('');
  expect(movesSince(game([['first', false]]), 'first')).toHaveLength(1);
});

test('how many switches there were in a row is told while the next may come', () => {
  const run = { used: 1, limit: 4 } as GameState['run'];
  expect(String(runWords({ run, outcome: null }))).toBe('1 switch in a row, at most 4');
  expect(runWords({ run, outcome: { winner: 'first', reason: 'resignation', result: '1-0', text: '' } })).toBe('');
});
