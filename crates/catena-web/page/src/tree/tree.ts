// A game tree: moves, variations, comments, glyphs, arrows. Trees do not change; each operation returns a new one.
import type { FlatNode, Shape } from '../api';

/** What is said about a position. */
export interface Notes {
  /** Numeric annotation glyphs, as in a PGN file: 1 is "!", 2 is "?" … */
  readonly nags: readonly number[];
  readonly comments: readonly string[];
  /** What is said before the first move of a variation. */
  readonly before: readonly string[];
  readonly shapes: readonly Shape[];
}

/** A move with what follows it. The first child is the main move; the others are variations. */
export interface TreeNode extends Notes {
  /** In UCI, with `s` for a switch; empty at the root. */
  readonly uci: string;
  readonly san: string;
  readonly chain: boolean;
  readonly children: readonly TreeNode[];
}

/** Leads from the root to a node, by moves. */
export type Path = readonly string[];

/** A move that is not in the tree yet. */
export interface NewMove {
  uci: string;
  san: string;
  chain: boolean;
}

export const NO_NOTES: Notes = { nags: [], comments: [], before: [], shapes: [] };

const leaf = ({ uci, san, chain }: NewMove): TreeNode => ({ ...NO_NOTES, uci, san, chain, children: [] });

export const EMPTY: TreeNode = leaf({ uci: '', san: '', chain: false });

const child = (node: TreeNode, uci: string): TreeNode | undefined => node.children.find(other => other.uci === uci);

/** The nodes on a path, from the root on; null if the path leaves the tree. */
export function nodesOn(tree: TreeNode, path: Path): TreeNode[] | null {
  const nodes = [tree];
  for (const uci of path) {
    const next = child(nodes.at(-1)!, uci);
    if (!next) return null;
    nodes.push(next);
  }
  return nodes;
}

export const nodeAt = (tree: TreeNode, path: Path): TreeNode | null => nodesOn(tree, path)?.at(-1) ?? null;

/** The longest start of the path that is in the tree. */
export function withinTree(tree: TreeNode, path: Path): Path {
  let node: TreeNode | undefined = tree;
  const end = path.findIndex(uci => {
    node = node && child(node, uci);
    return !node;
  });
  return end < 0 ? path : path.slice(0, end);
}

/** Goes on from the end of the path along the main moves. */
export function lineThrough(tree: TreeNode, path: Path): Path {
  const line = [...path];
  for (let node = nodeAt(tree, path)?.children[0]; node; node = node.children[0]) line.push(node.uci);
  return line;
}

export const mainLine = (tree: TreeNode): Path => lineThrough(tree, []);

/** Replaces the node at the end of the path; without a replacement it is removed. */
function replace(tree: TreeNode, path: Path, change: (node: TreeNode) => TreeNode | null): TreeNode {
  const nodes = nodesOn(tree, path);
  if (!nodes) return tree;
  let changed = change(nodes.at(-1)!);
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const [node, old] = [nodes[depth]!, nodes[depth + 1]!];
    const replacement = changed;
    changed = {
      ...node,
      children: node.children.flatMap(other => (other !== old ? other : replacement ? [replacement] : [])),
    };
  }
  return changed ?? tree;
}

/** Plays moves from the end of the path. Moves that are there already are followed; others start a variation. */
export function play(tree: TreeNode, path: Path, moves: readonly NewMove[]): [tree: TreeNode, path: Path] {
  const here = [...path];
  let grown = tree;
  for (const move of moves) {
    const node = nodeAt(grown, here);
    if (!node) break;
    if (!child(node, move.uci))
      grown = replace(grown, here, parent => ({ ...parent, children: [...parent.children, leaf(move)] }));
    here.push(move.uci);
  }
  return [grown, here];
}

/** Whether the path leaves the main line of the tree. */
export function isVariation(tree: TreeNode, path: Path): boolean {
  return branching(tree, path) !== null;
}

/** How many moves of the path come before its last move that is not a main move; null if all are. */
function branching(tree: TreeNode, path: Path): number | null {
  const nodes = nodesOn(tree, path);
  if (!nodes) return null;
  for (let depth = path.length - 1; depth >= 0; depth--) {
    if (nodes[depth]!.children[0] !== nodes[depth + 1]) return depth;
  }
  return null;
}

/** Moves the variation that the path is in one place up; from the first place it replaces the main move. */
export function promote(tree: TreeNode, path: Path): TreeNode {
  const depth = branching(tree, path);
  if (depth === null) return tree;
  return replace(tree, path.slice(0, depth), parent => {
    const children = [...parent.children];
    const at = children.findIndex(({ uci }) => uci === path[depth]);
    const [moved] = children.splice(at, 1);
    children.splice(at - 1, 0, moved!);
    return { ...parent, children };
  });
}

/** Makes the path part of the main line. */
export function makeMain(tree: TreeNode, path: Path): TreeNode {
  let main = tree;
  while (isVariation(main, path)) main = promote(main, path);
  return main;
}

/** Removes a move and all that follows. The root stays. */
export function remove(tree: TreeNode, path: Path): TreeNode {
  return path.length ? replace(tree, path, () => null) : tree;
}

/** Changes what is said about a position. */
export function annotate(tree: TreeNode, path: Path, notes: Partial<Notes>): TreeNode {
  return replace(tree, path, node => ({ ...node, ...notes }));
}

/** Whether the tree is more than a line of moves: then an address has to hold all of it. */
export function hasMore(tree: TreeNode): boolean {
  for (let node: TreeNode | undefined = tree; node; node = node.children[0]) {
    if (node.children.length > 1 || isNoted(node)) return true;
  }
  return false;
}

export const isNoted = ({ nags, comments, before, shapes }: Notes): boolean =>
  nags.length + comments.length + before.length + shapes.length > 0;

/** The tree as a list, as it travels. */
export function toFlat(tree: TreeNode): FlatNode[] {
  const flat: FlatNode[] = [];
  // A stack, so that long games do not run out of one. The first child comes next, which keeps main moves first.
  const waiting: { node: TreeNode; parent: number | null; ply: number }[] = [{ node: tree, parent: null, ply: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, parent, ply } = next;
    const index = flat.length;
    flat.push(flatNode(node, parent, ply));
    for (const other of [...node.children].reverse()) waiting.push({ node: other, parent: index, ply: ply + 1 });
  }
  return flat;
}

function flatNode(node: TreeNode, parent: number | null, ply: number): FlatNode {
  const flat: FlatNode = parent === null ? {} : { parent, uci: node.uci, san: node.san, ply };
  if (node.chain) flat.chain = true;
  if (node.nags.length) flat.nags = [...node.nags];
  if (node.comments.length) flat.comments = [...node.comments];
  if (node.before.length) flat.before = [...node.before];
  if (node.shapes.length) flat.shapes = [...node.shapes];
  return flat;
}

interface Growing extends TreeNode {
  comments: readonly string[];
  children: Growing[];
}

/** Reads a tree from a list. A move that a parent has twice is one move. Null if the list is not a tree. */
export function fromFlat(flat: readonly FlatNode[]): TreeNode | null {
  if (!flat.length) return null;
  const nodes: Growing[] = [];
  for (const [index, given] of flat.entries()) {
    const { uci = '', san = uci, chain = false, nags = [], comments = [], before = [], shapes = [] } = given;
    const parent = index ? nodes[given.parent ?? -1] : null;
    if (parent === undefined || (index && !uci)) return null;
    const known = parent?.children.find(other => other.uci === uci);
    if (known) {
      known.comments = [...known.comments, ...before, ...comments];
      nodes.push(known);
      continue;
    }
    const node: Growing = { uci: index ? uci : '', san, chain, nags, comments, before, shapes, children: [] };
    parent?.children.push(node);
    nodes.push(node);
  }
  return nodes[0]!;
}
