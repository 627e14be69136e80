// What is analysed: a game tree with its first position and its tags; and how it is packed into an address.
import type { FlatNode, Limit, PgnGame, TreeRequest } from '../api';
import type { ReviewedGame } from '../review/review';
import type { Names } from '../score';
import { EMPTY, fromFlat, hasMore, lineThrough, nodeAt, type Path, type TreeNode, toFlat } from '../tree/tree';

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

export type Tags = readonly (readonly [string, string])[];

export interface Doc {
  /** The FEN of the first position. */
  readonly start: string;
  readonly limit: Limit;
  readonly tags: Tags;
  readonly result: string;
  readonly tree: TreeNode;
}

/** A document, and the place in it that is shown: so many moves of a line. */
export interface Snapshot {
  readonly doc: Doc;
  readonly line: Path;
  readonly ply: number;
}

export const emptyDoc = (start = START, limit: Limit = 'size'): Doc => ({
  start,
  limit,
  tags: [],
  result: '*',
  tree: EMPTY,
});

export const at = (doc: Doc, path: Path): Snapshot => ({ doc, line: lineThrough(doc.tree, path), ply: path.length });

export const pathOf = ({ line, ply }: Snapshot): Path => line.slice(0, ply);

/** Whether a game is a line of the document. */
export const hasGame = ({ start, limit, tree }: Doc, game: ReviewedGame): boolean =>
  game.start === start && game.limit === limit && nodeAt(tree, game.moves) !== null;

const known = (name: string | undefined): string => (!name || name === '?' ? '' : name);

export const tagOf = (tags: Tags, name: string): string => known(tags.find(([key]) => key === name)?.[1]);

export const withTag = (tags: Tags, name: string, value: string): Tags => [
  ...tags.filter(([key]) => key !== name),
  [name, value] as const,
];

/** The first player began with White. */
export const namesOf = ({ tags }: Doc): Names => ({ first: tagOf(tags, 'White'), second: tagOf(tags, 'Black') });

/** A game of a PGN file, as far as it could be read. */
export function fromPgn(game: PgnGame): Doc {
  const { start, limit, tags, result } = game;
  return { start: start ?? START, limit, tags, result, tree: fromFlat(game.tree) ?? EMPTY };
}

/** Leads to the last move before the error of a file. */
export function errorPath({ tree, error_at: place }: PgnGame): Path {
  const path: string[] = [];
  let index = place?.node ?? 0;
  while (index > 0 && tree[index]) {
    path.unshift(tree[index]!.uci ?? '');
    index = tree[index]!.parent ?? 0;
  }
  return path;
}

/** A document as the server writes it; a date that nobody gave is today's, a result the one that the game has `ended` with. */
export function toRequest(doc: Doc, today: string, ended = '*'): TreeRequest {
  const given = doc.tags.filter(([, value]) => value);
  const tags = tagOf(doc.tags, 'Date') ? given : [...given.filter(([key]) => key !== 'Date'), ['Date', today] as const];
  return {
    tags: tags.map(([key, value]) => [key, value]),
    start: doc.start === START ? null : doc.start,
    limit: doc.limit,
    tree: toFlat(doc.tree),
    result: doc.result === '*' ? ended : doc.result,
  };
}

/** A date as PGN files write it. */
export function pgnDate(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}.${two(date.getMonth() + 1)}.${two(date.getDate())}`;
}

/** A document as plain data, for the history and for addresses. */
interface Plain {
  start: string;
  limit: Limit;
  tags: Tags;
  result: string;
  tree: FlatNode[];
}

/** Documents do not change, and each step through a long game needs its data. */
const plain = new WeakMap<Doc, Plain>();
const packed = new WeakMap<Doc, Promise<string>>();

export function toPlain(doc: Doc): Plain {
  const known = plain.get(doc) ?? { ...doc, tree: toFlat(doc.tree) };
  plain.set(doc, known);
  return known;
}

export const isSameDoc = (one: Doc, other: Doc): boolean =>
  one === other || JSON.stringify(toPlain(one)) === JSON.stringify(toPlain(other));

const LIMITS = ['size', 'moves', 'none'];

/** Reads plain data, which anybody can have written; null if it is no document. */
export function fromPlain(value: unknown): Doc | null {
  const { start, limit, tags, result, tree } = (value ?? {}) as Partial<Plain>;
  if (typeof start !== 'string' || typeof result !== 'string' || !LIMITS.includes(limit ?? '')) return null;
  if (!Array.isArray(tags) || !Array.isArray(tree) || !tree.every(isFlatNode)) return null;
  if (!tags.every(tag => Array.isArray(tag) && tag.length === 2 && tag.every(part => typeof part === 'string')))
    return null;
  const root = fromFlat(tree);
  return root && { start, limit: limit as Limit, tags, result, tree: root };
}

const isList = (value: unknown, type: string): boolean =>
  value === undefined || (Array.isArray(value) && value.every(part => typeof part === type));

function isFlatNode(value: unknown): value is FlatNode {
  if (typeof value !== 'object' || value === null) return false;
  const { uci, san, nags, comments, before, shapes } = value as Record<string, unknown>;
  const isText = (part: unknown) => part === undefined || typeof part === 'string';
  return (
    isText(uci) &&
    isText(san) &&
    isList(nags, 'number') &&
    isList(comments, 'string') &&
    isList(before, 'string') &&
    isList(shapes, 'object')
  );
}

/** Whether a line of moves in the address does not say all of the document. */
export const needsPacking = ({ tree, tags, result }: Doc): boolean =>
  hasMore(tree) || result !== '*' || tags.some(([key]) => key !== 'White' && key !== 'Black');

/** The longest text that goes into an address: browsers take two million characters. */
const LONGEST = 1_000_000;

async function through(data: Blob, stream: CompressionStream | DecompressionStream): Promise<ArrayBuffer> {
  return new Response(data.stream().pipeThrough(stream)).arrayBuffer();
}

/** The document as part of an address. Empty if it is too long for one. */
export function pack(doc: Doc): Promise<string> {
  const known = packed.get(doc) ?? deflated(doc);
  packed.set(doc, known);
  return known;
}

async function deflated(doc: Doc): Promise<string> {
  const json = new Blob([JSON.stringify(toPlain(doc))]);
  const bytes = new Uint8Array(await through(json, new CompressionStream('deflate-raw')));
  if (bytes.length > (LONGEST * 3) / 4) return '';
  const text = Array.from(bytes, byte => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The document of an address; null if there is none that can be read. */
export async function unpack(text: string): Promise<Doc | null> {
  if (!text) return null;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), char => char.charCodeAt(0));
    const json = await through(new Blob([bytes]), new DecompressionStream('deflate-raw'));
    return fromPlain(JSON.parse(new TextDecoder().decode(json)));
  } catch {
    return null;
  }
}
