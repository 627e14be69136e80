import { describe, expect, it } from 'vitest';
import { SolutionLine } from './line';

describe('a solution', () => {
  it('goes on with the solver after a switch, and with the opponent otherwise', () => {
    const line = new SolutionLine({ moves: ['e7e6', 'f2f3s', 'h8h1', 'b1c1', 'h1c1'] }, 'switchMate');
    expect(line.ownMoves).toBe(3);
    expect(line.judge('f2f3', false)).toBe('wrong');
    expect(line.judge('f2f3s', false)).toBe('going');
    expect(line.advance()).toEqual([]);
    expect(line.played).toEqual(['e7e6', 'f2f3s']);
    expect(line.judge('h8h1', false)).toBe('going');
    expect(line.advance()).toEqual(['b1c1']);
    expect(line.next).toBe('h1c1');
    expect(line.judge('h1c1', true)).toBe('solved');
  });

  it('takes any mate at its end, and nowhere else', () => {
    const line = new SolutionLine({ moves: ['e7e6', 'f2f3s', 'h8h1'] }, 'switchMate');
    expect(line.judge('a2a1', true)).toBe('wrong');
    line.advance();
    expect(line.judge('h8g8', false)).toBe('wrong');
    expect(line.judge('d8d1', true)).toBe('solved');
  });

  it('lets the opponent move again who has switched', () => {
    const line = new SolutionLine({ moves: ['e7e6', 'a1a2', 'b8c6s', 'b1c3', 'h1h2'] }, 'switchMate');
    expect(line.advance()).toEqual(['b8c6s', 'b1c3']);
    expect(line.next).toBe('h1h2');
  });

  it('does not ask for the switch where a chain is to be formed', () => {
    const line = new SolutionLine({ moves: ['e7e6', 'e2c3'] }, 'formChain');
    expect(line.judge('e2c3s', false)).toBe('solved');
    expect(line.judge('e2c1', false)).toBe('wrong');
    const defence = new SolutionLine({ moves: ['e7e6', 'e2c3'] }, 'switchDefence');
    expect(defence.judge('e2c3s', false)).toBe('wrong');
    expect(defence.judge('e2c3', false)).toBe('solved');
  });
});
