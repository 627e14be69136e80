// The server's calls. The page holds no rules: all it knows about the game comes from here.
//
// Every call takes a signal, that of a turn (src/latest.ts), so that an answer nobody waits for any more is dropped.
import { get, post, postForBlob } from './http';
import { stream } from './stream';
import type {
  AnimateRequest,
  BestMove,
  CompareRequest,
  Detection,
  Enclosures,
  Future,
  GameRequest,
  GameState,
  Limit,
  Paper,
  PgnEntry,
  PgnGame,
  PgnGames,
  PgnIndex,
  Ping,
  PositionCheck,
  PuzzleSet,
  ReviewedMove,
  ReviewedPosition,
  ReviewRequest,
  ReviewSummary,
  SearchLine,
  SearchRequest,
  TreeRequest,
} from './types';

export * from './friend';
export { ApiError, address } from './http';
export * from './types';

export const ping = (signal: AbortSignal): Promise<Ping> => get('ping', {}, signal);

export const position = (fen: string, limit: Limit, signal: AbortSignal): Promise<PositionCheck> =>
  get('position', { fen, limit }, signal);

export const detect = (fen: string, at: string | null, minSize: number, signal: AbortSignal): Promise<Detection> =>
  get('detect', { fen, at, min_size: minSize }, signal);

export const enclosures = (fen: string, at: string | null, minSize: number, signal: AbortSignal): Promise<Enclosures> =>
  get('enclosures', { fen, at, min_size: minSize }, signal);

export const paper = (fen: string, at: string, minSize: number, signal: AbortSignal): Promise<Paper> =>
  get('paper', { fen, at, min_size: minSize }, signal);

export const game = (request: GameRequest, signal: AbortSignal): Promise<GameState> => post('game', request, signal);

/** All puzzles, in sets: by kind, then by grade. */
export const puzzleSets = async (signal: AbortSignal): Promise<PuzzleSet[]> =>
  (await get<{ sets: PuzzleSet[] }>('puzzles', {}, signal)).sets;

/** Finds the games of a PGN file. */
export const indexPgn = (pgn: string, signal: AbortSignal): Promise<PgnIndex> => post('pgn/index', { pgn }, signal);

/** Reads one game of a file that was indexed. */
export async function openGame(file: string, entry: PgnEntry, signal: AbortSignal): Promise<PgnGame | null> {
  const { from, to, nth, number, line } = entry;
  const request = { pgn: file.slice(from, to), game: nth, number, line };
  return (await post<PgnGames>('pgn', request, signal)).games[0] ?? null;
}

const written = async (request: unknown, signal: AbortSignal): Promise<string> =>
  (await post<{ pgn: string }>('pgn/write', request, signal)).pgn;

/** Writes a game with the names of its players and its date, as in a PGN file. */
export const writePgn = (
  game: GameRequest,
  { white, black, date }: { white: string; black: string; date: string },
  signal: AbortSignal,
): Promise<string> => written({ game, white, black, tags: [['Date', date]] }, signal);

export const writeTree = (tree: TreeRequest, signal: AbortSignal): Promise<string> => written(tree, signal);

/** A game as an animated picture. */
export const animate = (request: AnimateRequest, signal: AbortSignal): Promise<Blob> =>
  postForBlob('animate', request, signal);

/** Runs a search. `onLine` is called for every line that the engine reports. Aborting the signal stops the engine. */
export async function search(
  request: SearchRequest,
  onLine: (line: SearchLine) => void,
  signal: AbortSignal,
): Promise<BestMove> {
  let best: BestMove = { uci: null, score: null, scores: null };
  const onEvent = (name: string, data: unknown): void => {
    if (name === 'line') onLine(data as SearchLine);
    else if (name === 'best') best = data as BestMove;
  };
  await stream('search', request, onEvent, signal);
  return best;
}

/** Compares switching with staying. `onFuture` is called for both, again and again, as the engine looks deeper. */
export const compare = (
  request: CompareRequest,
  onFuture: (future: Future) => void,
  signal: AbortSignal,
): Promise<void> => stream('compare', request, (name, data) => name === 'future' && onFuture(data as Future), signal);

export interface ReviewEvents {
  start: (positions: number) => void;
  position: (position: ReviewedPosition) => void;
  move: (move: ReviewedMove) => void;
  summary: (summary: ReviewSummary) => void;
}

/** Goes through a game. */
export function review(request: ReviewRequest, on: ReviewEvents, signal: AbortSignal): Promise<void> {
  const onEvent = (name: string, data: unknown): void => {
    if (name === 'start') on.start((data as { positions: number }).positions);
    else if (name === 'position') on.position(data as ReviewedPosition);
    else if (name === 'move') on.move(data as ReviewedMove);
    else if (name === 'summary') on.summary(data as ReviewSummary);
  };
  return stream('review', request, onEvent, signal);
}
