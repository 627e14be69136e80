// Finding out what to analyse: from the history of the browser, from the address, or what was left the last time.
import { ApiError, game as askGame, type GameState } from '../api';
import type { Place } from '../router';
import { type NewMove, play, withinTree } from '../tree/tree';
import { type Asked, readAddress, type Settings, tagsIn } from './address';
import { at, emptyDoc, type Snapshot, unpack } from './document';
import { Session, workLeft } from './session';

/** What to show, with what is wrong about the address, or the work to go on with. */
export type Opening =
  | { snapshot: Snapshot; settings: Settings; trouble?: unknown }
  | { work: NonNullable<ReturnType<typeof workLeft>> };

export async function findOpening(place: Place, signal: AbortSignal): Promise<Opening> {
  const asked = readAddress(place.query, place.hash);
  const { settings } = asked;
  const remembered = Session.remembered(place.state);
  if (remembered) return { snapshot: remembered, settings };
  const work = asked.isBare ? workLeft() : null;
  if (work) return { work };
  const doc = await unpack(asked.packed);
  if (!doc) return { ...(await fromMoves(asked, signal)), settings };
  const line = withinTree(doc.tree, asked.moves);
  const snapshot = at(doc, line.slice(0, asked.ply));
  return { snapshot: line.length > snapshot.line.length ? { ...snapshot, line } : snapshot, settings };
}

/** A line of moves, up to one that cannot be played: the server knows how they are written, and which form chains. */
async function fromMoves(asked: Asked, signal: AbortSignal): Promise<{ snapshot: Snapshot; trouble?: unknown }> {
  const doc = { ...emptyDoc(asked.start ?? undefined, asked.limit), tags: tagsIn(asked) };
  if (!asked.moves.length) return { snapshot: at(doc, []) };
  try {
    const { history } = await askGame({ start: doc.start, limit: doc.limit, moves: asked.moves }, signal);
    const [tree] = play(doc.tree, [], newMoves(history));
    return { snapshot: at({ ...doc, tree }, asked.moves.slice(0, asked.ply)) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.played === null) throw error;
    const moves = asked.moves.slice(0, error.played);
    const before = await fromMoves({ ...asked, moves }, signal);
    return { ...before, trouble: error };
  }
}

export const newMoves = (history: GameState['history']): NewMove[] =>
  history.map(({ uci, san, chain }) => ({ uci, san, chain: !!chain }));
