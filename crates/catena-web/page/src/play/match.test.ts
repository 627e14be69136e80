import { expect, test } from 'vitest';
import { clockText, newMatch, readClock, readMatch, writeMatch } from './match';

const read = (address: string) => readMatch(new URLSearchParams(address.split('?')[1]));

test('an address names the game that it was written for', () => {
  for (const clock of [null, { initial_ms: 450_000, increment_ms: 3000 }, { per_move_ms: 20_000 }]) {
    for (const end of [null, { agree: true }, { claim: true }, { resign: 'second' }] as const) {
      const match = {
        ...newMatch({ opponent: 'engine', level: 4, you: 'second', limit: 'moves', clock }),
        moves: ['e2e4', 'e7e5s'],
        times: [0, 0],
        end,
      };
      const again = read(writeMatch(match));
      expect({ ...again, id: match.id, began: match.began }).toEqual(match);
    }
  }
});

test('an address that names no game, or names one badly, does no harm', () => {
  expect(read('/play')).toBeNull();
  expect(read('/play?vs=cat')).toBeNull();
  const odd = read('/play?vs=engine&level=99&limit=x&clock=abc&end=y&moves=,,');
  expect(odd).toMatchObject({ level: 10, limit: 'size', clock: null, end: null, moves: [] });
  expect(read('/play?vs=engine&level=-3')).toMatchObject({ level: 1 });
  expect(read('/play?vs=engine&level=2.7')).toMatchObject({ level: 2 });
});

test('clocks are written as they are read', () => {
  for (const text of ['none', '5+3', '7.5+180', 'each45']) expect(clockText(readClock(text))).toBe(text);
  expect(readClock('5')).toBeNull();
});
