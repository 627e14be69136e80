import { expect, test } from 'vitest';
import { complete, type FriendUpdate } from './friend';

/** An update with these moves after so many that were sent before. */
const update = (from: number, ...ucis: string[]): FriendUpdate =>
  ({ from, game: { history: ucis.map(uci => ({ uci })) } }) as unknown as FriendUpdate;

const moves = ({ game }: FriendUpdate): string[] => game.history.map(({ uci }) => uci);

test('an update has the moves of before', () => {
  const first = complete(null, update(0, 'e2e4', 'e7e5'));
  expect(moves(first)).toEqual(['e2e4', 'e7e5']);
  const second = complete(first, update(2, 'g1f3'));
  expect(moves(second)).toEqual(['e2e4', 'e7e5', 'g1f3']);
  expect(moves(complete(second, update(3)))).toEqual(['e2e4', 'e7e5', 'g1f3']);
});

test('moves that were taken back are gone', () => {
  const before = complete(null, update(0, 'e2e4', 'e7e5', 'g1f3'));
  expect(moves(complete(before, update(0, 'e2e4')))).toEqual(['e2e4']);
});
