import { describe, expect, it } from 'vitest';
import { annotate, play } from '../tree/tree';
import {
  at,
  emptyDoc,
  fromPlain,
  needsPacking,
  pack,
  pathOf,
  pgnDate,
  START,
  toPlain,
  toRequest,
  unpack,
} from './document';

const moves = (text: string) => text.split(' ').map(uci => ({ uci, san: uci, chain: false }));

const [line] = play(emptyDoc().tree, [], moves('e2e4 e7e5 g1f3'));
const [variation] = play(line, ['e2e4'], moves('c7c5'));
const noted = annotate(variation, ['e2e4', 'c7c5'], {
  comments: ['Sicilian – “sharp” {é}'],
  nags: [5],
  shapes: [{ brush: 'red', from: 'd4' }],
});
const doc = { ...emptyDoc(), tree: noted, tags: [['White', 'Anna']] as const, result: '1-0' };

describe('a document', () => {
  it('comes out of an address as it went in', async () => {
    expect(await unpack(await pack(doc))).toEqual(doc);
  });

  it('is not read from an address that is no document', async () => {
    for (const text of ['', 'x', '!!', await pack({ ...doc, start: 7 as unknown as string })])
      expect(await unpack(text)).toBeNull();
    for (const value of [
      null,
      {},
      { ...toPlain(doc), tree: [] },
      { ...toPlain(doc), tree: [{}, { parent: 0, uci: 3 }] },
    ])
      expect(fromPlain(value)).toBeNull();
  });

  it('fits a plain address as long as it is a line of moves', () => {
    expect(needsPacking({ ...emptyDoc(), tree: line })).toBe(false);
    expect(needsPacking({ ...emptyDoc(), tree: line, tags: [['White', 'Anna']] })).toBe(false);
    expect(needsPacking({ ...emptyDoc(), tree: variation })).toBe(true);
    expect(needsPacking({ ...emptyDoc(), tree: line, result: '1-0' })).toBe(true);
    expect(needsPacking({ ...emptyDoc(), tree: line, tags: [['Event', 'Cup']] })).toBe(true);
  });

  it('shows a place of the line that goes on from it', () => {
    const place = at(doc, ['e2e4']);
    expect(place.line).toEqual(['e2e4', 'e7e5', 'g1f3']);
    expect(pathOf(place)).toEqual(['e2e4']);
  });

  it('is written with the date of today, unless it has one', () => {
    const today = pgnDate(new Date(2026, 0, 9));
    expect(today).toBe('2026.01.09');
    expect(toRequest(doc, today)).toMatchObject({
      start: null,
      tags: [
        ['White', 'Anna'],
        ['Date', today],
      ],
    });
    expect(toRequest({ ...doc, tags: [['Date', '1999.12.31']] }, today).tags).toEqual([['Date', '1999.12.31']]);
    expect(toRequest({ ...doc, start: START.replace('w', 'b') }, today).start).toContain(' b ');
  });
});

describe('a document as PGN', () => {
  it('has the result that was given, and otherwise the one that its moves led to', () => {
    expect(toRequest(doc, '2026.01.01', '0-1').result).toBe('1-0');
    expect(toRequest(emptyDoc(), '2026.01.01', '0-1').result).toBe('0-1');
    expect(toRequest(emptyDoc(), '2026.01.01').result).toBe('*');
  });
});
