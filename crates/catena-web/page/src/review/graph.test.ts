import { describe, expect, it } from 'vitest';
import { graphArea, graphPath } from './graph';

describe('the graph', () => {
  it('goes up when the first player does better', () => {
    expect(graphPath([0.5, 0.75, 0])).toBe('M0 50L1 25L2 100');
  });

  it('leaves out what is not known yet', () => {
    expect(graphPath([0.5, undefined, 1, 1])).toBe('M0 50M2 0L3 0');
    expect(graphPath([])).toBe('');
  });

  it('fills the area between the line and the middle', () => {
    expect(graphArea([0.5, 1, 0.5])).toBe('M0 50L0 50L1 0L2 50L2 50Z');
    expect(graphArea([0.5, 1, undefined, 1])).toBe('M0 50L0 50L1 0L1 50Z');
    expect(graphArea([0.5])).toBe('');
  });
});
