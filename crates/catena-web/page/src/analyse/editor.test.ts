import type { Key, Piece } from '@lichess-org/chessground/types';
import { expect, test } from 'vitest';
import { rightsLeft } from './editor';

const king: Piece = { role: 'king', color: 'white' };
const rook: Piece = { role: 'rook', color: 'white' };
const board = (pieces: Partial<Record<Key, Piece>>) => (square: Key) => pieces[square];

test('a right to castle stays while its king and rook are at home', () => {
  const both = board({ e1: king, a1: rook, h1: rook });
  expect(rightsLeft('KQ', both)).toBe('KQ');
  expect(rightsLeft('Q', both)).toBe('Q');
  expect(rightsLeft('KQ', board({ e1: king, h1: rook }))).toBe('K');
  expect(rightsLeft('KQ', board({ f1: king, a1: rook, h1: rook }))).toBe('-');
});

test('pieces of the other colour and other roles give no right', () => {
  const black: Piece = { role: 'rook', color: 'black' };
  expect(rightsLeft('KQkq', board({ e1: king, h1: black, a1: king }))).toBe('-');
  expect(rightsLeft('-', board({ e1: king, h1: rook }))).toBe('-');
});
