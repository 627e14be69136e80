import { expect, test } from 'vitest';
import type { FriendUpdate, GameState, Player } from '../api';
import { absenceWords, finishedGame, friendOffer, ownOfferWords } from './words';

const game = { history: [{ uci: 'e2e4' }], outcome: null } as unknown as GameState;
const update = (change: Partial<FriendUpdate>): FriendUpdate =>
  ({
    you: 'first',
    begun: true,
    limit: 'size',
    clock: null,
    present: { first: true, second: true },
    offers: { first: null, second: null },
    game,
    ...change,
  }) as FriendUpdate;

test('an offer is one’s own or the friend’s', () => {
  const offered = update({ offers: { first: 'draw', second: 'takeback' } });
  expect(String(ownOfferWords(offered))).toBe('You offered a draw.');
  expect(friendOffer(offered)).toBe('takeback');
  expect(friendOffer({ ...offered, you: null })).toBeNull();
  expect(String(ownOfferWords({ ...offered, you: null }))).toBe('');
});

test('who is not there is named, but not before the game', () => {
  const present = { first: true, second: false };
  expect(String(absenceWords(update({ present })))).toBe('Your friend is not connected.');
  expect(String(absenceWords(update({ present, you: null })))).toBe('Player 2 is not connected.');
  expect(String(absenceWords(update({ present, begun: false })))).toBe('');
});

test('a file says how the game ended', () => {
  const ended = (reason: string, winner: Player | null, clock: FriendUpdate['clock'] = null) =>
    finishedGame(update({ clock, game: { ...game, outcome: { reason, winner } } as FriendUpdate['game'] }));
  expect(ended('resignation', 'first').end).toEqual({ resign: 'second' });
  expect(ended('agreement', null).end).toEqual({ agree: true });
  expect(ended('fifty moves', null).end).toEqual({ claim: true });
  expect(ended('checkmate', 'first').end).toBeUndefined();
  const time = ended('out of time', 'first', { per_move_ms: 1000 });
  expect(time.running_ms).toBeGreaterThan(1000);
  expect(finishedGame(update({})).end).toBeUndefined();
});
