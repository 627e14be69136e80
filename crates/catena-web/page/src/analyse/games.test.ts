import { describe, expect, it } from 'vitest';
import { decode } from './games';

const bytes = (...values: number[]): ArrayBuffer => new Uint8Array(values).buffer;

describe('a file', () => {
  it('is read as UTF-8, without the mark at its beginning', () => {
    expect(decode(bytes(0xef, 0xbb, 0xbf, 0x4d, 0xc3, 0xbc))).toBe('Mü');
  });

  it('is read as Latin-1 if it is no UTF-8, as the command reads it', () => {
    expect(decode(bytes(0x4d, 0xfc, 0x6c))).toBe('Mül');
  });
});
