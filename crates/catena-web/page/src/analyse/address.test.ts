import { describe, expect, it } from 'vitest';
import { play } from '../tree/tree';
import { changedSince, readAddress, type Settings, tagsIn, writeAddress } from './address';
import { at, emptyDoc } from './document';

const USUAL: Settings = {
  at: null,
  min: 2,
  show: 0,
  paper: false,
  stages: false,
  flip: false,
  edit: false,
  engine: false,
  lines: 3,
};

const read = (address: string) => {
  const url = new URL(address, 'http://localhost');
  return readAddress(url.searchParams, url.hash);
};

const [tree] = play(
  emptyDoc().tree,
  [],
  ['e2e4', 'e7e5', 'f1d3s'].map(uci => ({ uci, san: uci, chain: false })),
);

describe('the address', () => {
  it('says what is shown, and is read back', () => {
    const doc = {
      ...emptyDoc('8/8/8/8/8/8/8/8 b - - 0 1', 'moves'),
      tree,
      tags: [
        ['White', 'Anna'],
        ['Black', 'B & C'],
      ] as const,
    };
    const settings: Settings = {
      at: 'e4',
      min: 4,
      show: 2,
      paper: true,
      stages: true,
      flip: true,
      edit: true,
      engine: true,
      lines: 5,
    };
    const asked = read(writeAddress({ ...at(doc, ['e2e4', 'e7e5']) }, settings, 'abc-_'));
    expect(asked).toMatchObject({
      settings,
      start: doc.start,
      limit: 'moves',
      moves: ['e2e4', 'e7e5', 'f1d3s'],
      ply: 2,
      packed: 'abc-_',
    });
    expect(tagsIn(asked)).toEqual(doc.tags);
  });

  it('is short and readable', () => {
    expect(writeAddress(at({ ...emptyDoc(), tree }, ['e2e4', 'e7e5', 'f1d3s']), { ...USUAL, engine: true })).toBe(
      '/analyse?moves=e2e4,e7e5,f1d3s&engine',
    );
    expect(read('/analyse').isBare).toBe(true);
    expect(read(writeAddress(at(emptyDoc(), []), USUAL)).isBare).toBe(false);
    expect(read('/analyse').settings).toEqual(USUAL);
  });

  it('is put right where it is wrong', () => {
    const { settings, limit, ply } = read('/analyse?min=-3&lines=99&show=x&limit=odd&moves=e2e4&ply=7');
    expect([settings.min, settings.lines, settings.show, limit, ply]).toEqual([1, 5, 0, 'size', 1]);
  });
});

describe('settings', () => {
  it('that were changed meanwhile are found', () => {
    const { settings } = readAddress(new URLSearchParams('engine&min=3'), '');
    expect(changedSince(settings, { ...settings, engine: false, at: 'e4' })).toEqual({ engine: false, at: 'e4' });
    expect(changedSince(settings, settings)).toEqual({});
  });
});
