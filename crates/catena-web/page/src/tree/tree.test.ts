import { describe, expect, it } from 'vitest';
import type { Brush } from '../api';
import {
  annotate,
  EMPTY,
  fromFlat,
  hasMore,
  isVariation,
  lineThrough,
  mainLine,
  makeMain,
  type NewMove,
  nodeAt,
  nodesOn,
  type Path,
  play,
  promote,
  remove,
  type TreeNode,
  toFlat,
  withinTree,
} from './tree';
import { begin, change, redo, undo } from './undo';

const moves = (text: string): NewMove[] => text.split(' ').map(uci => ({ uci, san: uci, chain: uci.endsWith('s') }));
const grow = (...lines: string[]): TreeNode => lines.reduce((tree, line) => play(tree, [], moves(line))[0], EMPTY);

/** A generator of random numbers with a seed, so that a failure can be repeated. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return Math.floor((state / 4294967296) * below);
  };
}

const paths = (tree: TreeNode): Path[] => {
  const found: Path[] = [];
  const walk = (node: TreeNode, path: Path): void => {
    found.push(path);
    for (const next of node.children) walk(next, [...path, next.uci]);
  };
  walk(tree, []);
  return found;
};

type Edit = (tree: TreeNode) => TreeNode;

/** Some change of a tree, as people make it. */
function anyEdit(pick: (below: number) => number): Edit {
  const letters = 'abcd';
  return tree => {
    const all = paths(tree);
    const path = all[pick(all.length)]!;
    const next = (): NewMove => ({ uci: letters[pick(4)]! + pick(3), san: 'x', chain: pick(2) === 0 });
    const brush = (['green', 'red', 'yellow', 'blue'] as Brush[])[pick(4)]!;
    const edits: Edit[] = [
      () => play(tree, path, [next(), next()])[0],
      () => play(tree, path, [next()])[0],
      () => promote(tree, path),
      () => makeMain(tree, path),
      () => remove(tree, path),
      () => annotate(tree, path, { comments: [`said ${pick(100)}`], nags: [pick(6) + 1] }),
      () => annotate(tree, path, { shapes: [{ brush, from: 'e2', to: 'e4' }] }),
    ];
    return edits[pick(edits.length)]!(tree);
  };
}

describe('a tree', () => {
  it('starts a variation with a move that differs, and loses nothing', () => {
    const game = grow('e2e4 e7e5 g1f3 b8c6');
    const [tree, path] = play(game, ['e2e4', 'e7e5'], moves('f2f4'));
    expect(path).toEqual(['e2e4', 'e7e5', 'f2f4']);
    expect(mainLine(tree)).toEqual(['e2e4', 'e7e5', 'g1f3', 'b8c6']);
    expect(isVariation(tree, path)).toBe(true);
    expect(nodeAt(tree, ['e2e4', 'e7e5'])?.children.map(({ uci }) => uci)).toEqual(['g1f3', 'f2f4']);
  });

  it('follows a move that is there already', () => {
    const game = grow('e2e4 e7e5 g1f3');
    const [tree, path] = play(game, ['e2e4'], moves('e7e5'));
    expect(tree).toBe(game);
    expect(path).toEqual(['e2e4', 'e7e5']);
  });

  it('takes a switch and staying for two moves', () => {
    const tree = grow('f1d3', 'f1d3s');
    expect(tree.children.map(({ uci }) => uci)).toEqual(['f1d3', 'f1d3s']);
  });

  it('promotes one place at a time, and to the main line', () => {
    const tree = grow('a', 'b', 'c x y');
    const order = (of: TreeNode) => of.children.map(({ uci }) => uci).join('');
    expect(order(promote(tree, ['c', 'x']))).toBe('acb');
    expect(order(promote(promote(tree, ['c', 'x']), ['c']))).toBe('cab');
    expect(order(makeMain(tree, ['c', 'x', 'y']))).toBe('cab');
    expect(order(promote(tree, ['a']))).toBe('abc');
  });

  it('promotes the innermost variation first', () => {
    const tree = grow('a p', 'b q', 'b r');
    const once = promote(tree, ['b', 'r']);
    expect(nodeAt(once, ['b'])?.children.map(({ uci }) => uci)).toEqual(['r', 'q']);
    expect(once.children.map(({ uci }) => uci)).toEqual(['a', 'b']);
  });

  it('deletes a move with what follows it, and never the root', () => {
    const tree = grow('a b c', 'a d');
    expect(mainLine(remove(tree, ['a', 'b']))).toEqual(['a', 'd']);
    expect(remove(tree, [])).toBe(tree);
    expect(remove(tree, ['nowhere'])).toBe(tree);
  });

  it('goes on from a path along the main moves', () => {
    const tree = grow('a b c', 'a d e');
    expect(lineThrough(tree, ['a', 'd'])).toEqual(['a', 'd', 'e']);
    expect(withinTree(tree, ['a', 'd', 'z', 'e'])).toEqual(['a', 'd']);
    expect(withinTree(tree, ['a', 'd', 'e'])).toEqual(['a', 'd', 'e']);
  });

  it('says whether it is more than a line', () => {
    expect(hasMore(grow('a b c'))).toBe(false);
    expect(hasMore(grow('a b', 'a c'))).toBe(true);
    expect(hasMore(annotate(grow('a b'), ['a', 'b'], { comments: ['!'] }))).toBe(true);
  });

  it('survives the journey as a list, whatever was done to it', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const pick = random(seed);
      let tree = grow('e2e4 e7e5 g1f3');
      for (let step = 0; step < 25; step++) {
        tree = anyEdit(pick)(tree);
        expect(fromFlat(JSON.parse(JSON.stringify(toFlat(tree))))).toEqual(tree);
      }
    }
  });

  it('does not run out of stack on a long game', () => {
    const long = Array.from({ length: 20_000 }, (_, index) => ({ parent: index - 1, uci: `m${index}`, san: 'x' }));
    const tree = fromFlat([{}, ...long.map(node => ({ ...node, parent: node.parent + 1 }))])!;
    expect(mainLine(tree).length).toBe(20_000);
    expect(toFlat(annotate(tree, mainLine(tree), { nags: [1] })).length).toBe(20_001);
  });

  it('refuses lists that are no trees', () => {
    expect(fromFlat([])).toBeNull();
    expect(fromFlat([{}, { parent: 5, uci: 'a' }])).toBeNull();
    expect(fromFlat([{}, { parent: 1, uci: 'a' }])).toBeNull();
    expect(fromFlat([{}, { parent: 0 }])).toBeNull();
  });

  it('joins a move that a file has twice', () => {
    const tree = fromFlat([
      {},
      { parent: 0, uci: 'a' },
      { parent: 0, uci: 'a', comments: ['again'] },
      { parent: 2, uci: 'b' },
    ]);
    expect(tree?.children.length).toBe(1);
    expect(mainLine(tree!)).toEqual(['a', 'b']);
    expect(tree?.children[0]?.comments).toEqual(['again']);
  });

  it('keeps every path that an edit does not remove', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const pick = random(seed);
      let tree = grow('a0 b0 c0', 'a0 b1', 'd0 d1');
      for (let step = 0; step < 20; step++) {
        const [before, path] = [paths(tree), paths(tree)[pick(paths(tree).length)]!];
        const [next, kept] = pick(2) ? [promote(tree, path), before] : [play(tree, path, moves('z9'))[0], before];
        for (const old of kept) expect(nodesOn(next, old)).not.toBeNull();
        tree = next;
      }
    }
  });
});

describe('undo', () => {
  it('takes back any change, and redo brings it back', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const pick = random(seed);
      let state = begin(grow('e2e4 e7e5'));
      for (let step = 0; step < 30; step++) {
        const done = change(state, anyEdit(pick)(state.now));
        expect(undo(done)).toEqual({ ...state, future: [done.now] });
        expect(undo(done).now).toBe(state.now);
        expect(redo(undo(done))).toEqual(done);
        state = pick(4) === 0 ? undo(done) : done;
      }
    }
  });

  it('has a beginning and an end', () => {
    const state = begin('only');
    expect(undo(state)).toBe(state);
    expect(redo(state)).toBe(state);
  });

  it('forgets what was undone after a new change', () => {
    const state = change(undo(change(begin(1), 2)), 3);
    expect(redo(state)).toBe(state);
    expect(state).toEqual({ past: [1], now: 3, future: [] });
  });

  it('keeps a bounded past', () => {
    let state = begin(0);
    for (let step = 1; step <= 1000; step++) state = change(state, step);
    expect(state.past.length).toBe(200);
    expect(undo(state).now).toBe(999);
  });
});
