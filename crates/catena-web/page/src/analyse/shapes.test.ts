import { describe, expect, it } from 'vitest';
import type { Shape } from '../api';
import { fromBoard, toBoard } from './shapes';

describe('arrows and circles', () => {
  it('come back from the board as they went', () => {
    const shapes: Shape[] = [
      { brush: 'green', from: 'e2', to: 'e4' },
      { brush: 'red', from: 'd5' },
    ];
    expect(fromBoard(toBoard(shapes))).toEqual(shapes);
  });

  it('are kept only in the four colours of PGN files', () => {
    expect(fromBoard([{ orig: 'e2', brush: 'paleBlue' }, { orig: 'e2' }])).toEqual([]);
  });
});
