import { describe, expect, it } from 'vitest';
import { decode, errorText } from './games';

const bytes = (...values: number[]): ArrayBuffer => new Uint8Array(values).buffer;

describe('a file', () => {
  it('is read as UTF-8, without the mark at its beginning', () => {
    expect(decode(bytes(0xef, 0xbb, 0xbf, 0x4d, 0xc3, 0xbc))).toBe('Mü');
  });

  it('is read as Latin-1 if it is no UTF-8, as the command reads it', () => {
    expect(decode(bytes(0x4d, 0xfc, 0x6c))).toBe('Mül');
  });
});

describe('what is wrong with a game', () => {
  const place = { game: 1, line: 4, move: '3.', token: 'Ke4', in_variation: false, node: 4 };

  it('is told with its line once', () => {
    expect(String(errorText({ error: "game 1, move 3: the move 'Ke4' is not legal", error_at: place }))).toBe(
      "game 1, move 3: the move 'Ke4' is not legal (line 4)",
    );
    const said = "game 1, which begins on line 4: 'xx' on line 4 has no meaning there";
    expect(String(errorText({ error: said, error_at: place }))).toBe(said);
    expect(errorText({ error: null, error_at: null })).toBeNull();
  });
});
