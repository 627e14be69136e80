import { describe, expect, it } from 'vitest';
import { begin, change, redo, undo, visit } from './undo';

const same = (one: string, other: string): boolean => one === other;
const three = change(change(begin('a'), 'b'), 'c');

describe('undo and redo', () => {
  it('lead to what was, and back', () => {
    expect(undo(three).now).toBe('b');
    expect(redo(undo(three))).toEqual(three);
    expect(undo(begin('a')).now).toBe('a');
    expect(redo(three)).toBe(three);
  });

  it('forgets what was undone when something else is done', () => {
    expect(redo(change(undo(three), 'd')).now).toBe('d');
  });
});

describe('a visit from outside', () => {
  it('of the state before is an undo, of the state after a redo', () => {
    const back = visit(three, 'b', same);
    expect(back).toEqual(undo(three));
    expect(visit(back, 'c', same)).toEqual(three);
  });

  it('of another state can be undone', () => {
    const elsewhere = visit(three, 'z', same);
    expect(undo(elsewhere).now).toBe('c');
  });

  it('of the same state changes nothing else', () => {
    expect(visit(three, 'c', same)).toEqual(three);
  });
});
