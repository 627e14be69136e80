// Arrows and circles, as the board draws them and as a PGN file keeps them.
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import type { Brush, Shape } from '../api';

const BRUSHES: readonly string[] = ['green', 'red', 'yellow', 'blue'];

export const toBoard = (shapes: readonly Shape[]): DrawShape[] =>
  shapes.map(({ brush, from, to }) => ({ orig: from as Key, brush, ...(to ? { dest: to as Key } : {}) }));

/** What people drew; shapes of other kinds are not kept. */
export const fromBoard = (shapes: readonly DrawShape[]): Shape[] =>
  shapes
    .filter(({ brush }) => BRUSHES.includes(brush ?? ''))
    .map(({ orig, dest, brush }) => ({ brush: brush as Brush, from: orig, ...(dest ? { to: dest } : {}) }));
