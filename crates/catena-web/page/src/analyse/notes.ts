// What a PGN file says about a game: comments, glyphs and variations, found again along whatever line is shown.
import type { AnnotatedLine } from '../api';

/** A line that could be played from a position, and where in its own line it begins. */
interface Branch {
  line: AnnotatedLine;
  from: number;
}

/** What stands in the move list beside one half-move of the line shown. */
export interface Aside {
  glyphs: string;
  comments: string[];
  /** What could have been played instead, each from this half-move on. */
  others: AnnotatedLine[];
}

const GLYPHS: Record<number, string> = {
  1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!', 7: '□', 10: '=', 13: '∞', 14: '⩲', 15: '⩱', 16: '±', 17: '∓', 18: '+−', 19: '−+', 146: 'N',
};

export const glyphs = (nags: number[]): string => nags.map(nag => GLYPHS[nag] ?? `$${nag}`).join(' ');

/** A comment without the commands for programs, like the time on a clock. */
export const words = (comments: string[]): string[] =>
  comments.map(comment => comment.replace(/\[%[^\]]*\]/g, '').replace(/\s+/g, ' ').trim()).filter(Boolean);

const noteAt = (line: AnnotatedLine, ply: number) => line.notes.find(note => note.ply === ply);

/** Where the first move of each branch is half-move `ply`: the line itself and all variations on that move. */
function branches({ line, from }: Branch, ply: number): Branch[] {
  if (ply - from >= line.moves.length) return [];
  const variations = noteAt(line, ply)?.variations ?? [];
  return [{ line, from }, ...variations.flatMap(variation => branches({ line: variation, from: ply }, ply))];
}

/** The rest of a branch from half-move `ply`, without the variations on that move: they are branches too. */
function rest({ line, from }: Branch, ply: number): AnnotatedLine {
  const skip = ply - from;
  const later = line.notes.filter(note => note.ply >= ply);
  return {
    comments: skip ? [] : line.comments,
    moves: line.moves.slice(skip),
    san: line.san.slice(skip),
    chains: line.chains.filter(chain => chain >= ply),
    notes: later.map(note => (note.ply === ply ? { ...note, variations: [] } : note)),
  };
}

/** The asides of a line that may follow the file's game, one of its variations, or leave it. Half-move 1 comes first. */
export function asides(game: AnnotatedLine, moves: string[]): (Aside | undefined)[] {
  // What is said before the game stands at the top of the list.
  let here: Branch | undefined = { line: { ...game, comments: [] }, from: 1 };
  return moves.map((move, index) => {
    if (!here) return undefined;
    const ply = index + 1;
    const all: Branch[] = branches(here, ply);
    const taken: Branch | undefined = all.find(({ line, from }) => line.moves[ply - from] === move);
    const begins = taken?.from === ply ? taken.line.comments : [];
    here = taken;
    const note = taken && noteAt(taken.line, ply);
    const others = all.filter(branch => branch !== taken).map(branch => rest(branch, ply));
    const comments = words([...begins, ...(note?.comments ?? [])]);
    const signs = glyphs(note?.nags ?? []);
    return signs || comments.length || others.length ? { glyphs: signs, comments, others } : undefined;
  });
}

/** The longest text that goes into an address: browsers take two million characters. */
const LONGEST = 1_000_000;

async function through(data: Blob, stream: CompressionStream | DecompressionStream): Promise<ArrayBuffer> {
  return new Response(data.stream().pipeThrough(stream)).arrayBuffer();
}

/** The annotated game as part of an address. Empty if it is too long for one. */
export async function pack(game: AnnotatedLine | null): Promise<string> {
  if (!game) return '';
  const bytes = new Uint8Array(await through(new Blob([JSON.stringify(game)]), new CompressionStream('deflate-raw')));
  if (bytes.length > (LONGEST * 3) / 4) return '';
  const text = Array.from(bytes, byte => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The annotated game of an address; null if it has none that can be read. */
export async function unpack(text: string): Promise<AnnotatedLine | null> {
  if (!text) return null;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), char => char.charCodeAt(0));
    const json = await through(new Blob([bytes]), new DecompressionStream('deflate-raw'));
    return check(JSON.parse(new TextDecoder().decode(json)));
  } catch {
    return null;
  }
}

/** An address can be typed by anyone: a line must have the form of one. */
function check(value: unknown): AnnotatedLine {
  const line = value as AnnotatedLine;
  const lists = [line.comments, line.moves, line.san, line.chains, line.notes];
  if (!lists.every(Array.isArray) || line.moves.length !== line.san.length) throw new TypeError('no line');
  for (const note of line.notes) {
    if (![note.nags, note.comments, note.variations].every(Array.isArray)) throw new TypeError('no note');
    note.variations.forEach(check);
  }
  return line;
}
