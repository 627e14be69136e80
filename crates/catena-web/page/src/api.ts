// The server's answers. The page holds no rules: all it knows about the game is here.

export type Color = 'white' | 'black';
export type Player = 'first' | 'second';
export type Limit = 'size' | 'moves' | 'none';

export interface Chain {
  squares: string[];
  encloses: string[];
}

export interface Answer {
  chain: boolean;
  max_area: number;
  max_group: number;
  witness: Chain | null;
}

export interface Detection {
  fen: string;
  min_size: number;
  areas: string[][];
  chain_squares: string[];
  at: string | null;
  answer: Answer | null;
}

export interface Enclosures {
  enclosures: Chain[];
  complete: boolean;
}

export interface Paper {
  chain: boolean | null;
  exact: boolean;
  steps: number;
  paths: { area: number; first: string[]; second: string[] } | null;
  stages: { name: string; classes: number[][] }[];
}

export interface LegalMove {
  uci: string;
  san: string;
  from: string;
  to: string;
  promotion: string | null;
  chain: Chain | null;
  size: number;
  may_switch: boolean;
}

export interface PlayedMove {
  uci: string;
  san: string;
  from: string;
  to: string;
  fen: string;
  turn: Color;
  check: boolean;
  by: Player;
  chain: Chain | null;
  size: number;
  may_switch: boolean;
  switched: boolean;
  white: Player;
  clocks: Clocks | null;
}

export interface Clocks {
  first: number;
  second: number;
}

export interface Outcome {
  winner: Player | null;
  /** How it ended: checkmate, stalemate, time … */
  reason: string;
  /** As in a PGN file: 1-0, 0-1 or 1/2-1/2, for the players who began with White and Black. */
  result: string;
  /** The whole of it, in a sentence. */
  text: string;
}

export interface GameState {
  start: string;
  start_turn: Color;
  fen: string;
  turn: Color;
  check: boolean;
  to_move: Player;
  white: Player;
  run: { used: number; limit: number | null } | null;
  history: PlayedMove[];
  legal: LegalMove[];
  claim: string | null;
  clocks: Clocks | null;
  outcome: Outcome | null;
}

export type ClockSetting = { initial_ms: number; increment_ms: number } | { per_move_ms: number };

export type Ending = { resign: Player } | { agree: true } | { claim: true };

export interface GameRequest {
  start?: string | undefined;
  limit: Limit;
  moves: string[];
  clock?: ClockSetting | undefined;
  times?: number[] | undefined;
  running_ms?: number | undefined;
  end?: Ending | undefined;
}

/** A line of a PGN file with its comments, glyphs and variations. Half-moves are counted from 1, the first of the game. */
export interface AnnotatedLine {
  /** What is said before the first move. */
  comments: string[];
  moves: string[];
  san: string[];
  /** The half-moves that form a chain. */
  chains: number[];
  notes: { ply: number; nags: number[]; comments: string[]; variations: AnnotatedLine[] }[];
}

export interface PgnGame {
  tags: [string, string][];
  start: string | null;
  limit: Limit;
  moves: string[];
  result: string;
  annotated: AnnotatedLine | null;
  error: string | null;
}

export interface PgnGames {
  games: PgnGame[];
  left_out: number;
}

export interface SearchRequest {
  start?: string | undefined;
  limit: Limit;
  moves: string[];
  lines?: number;
  level?: number;
  /** What the engine has left on its clock. */
  clock_ms?: number;
  ms?: number;
}

export interface Score {
  cp: number | null;
  mate: number | null;
}

export interface PvMove {
  uci: string;
  san: string;
  decision: 'switch' | 'stay' | null;
}

export interface SearchLine {
  line: number;
  depth: number;
  score: Score;
  nodes: number;
  ms: number;
  moves: PvMove[];
}

export interface BestMove {
  uci: string | null;
  score: Score | null;
}

/** A request that the server refused; the message is its sentence. */
export class ApiError extends Error {}

async function answer(response: Response): Promise<Response> {
  if (response.ok) return response;
  const problem = (await response.json().catch(() => null)) as { error?: string } | null;
  throw new ApiError(problem?.error ?? `the server answered ${response.status}`);
}

/** The address of a call with its query. */
export function address(call: string, query: Record<string, string | number | null | undefined>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') params.set(name, String(value));
  }
  return `/api/${call}?${params}`;
}

async function get<T>(call: string, query: Record<string, string | number | null | undefined>): Promise<T> {
  return (await answer(await fetch(address(call, query)))).json() as Promise<T>;
}

async function post(call: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const init: RequestInit = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  if (signal) init.signal = signal;
  return answer(await fetch(`/api/${call}`, init));
}

export const detect = (fen: string, at: string | null, minSize: number): Promise<Detection> =>
  get('detect', { fen, at, min_size: minSize });

export const enclosures = (fen: string, at: string | null, minSize: number): Promise<Enclosures> =>
  get('enclosures', { fen, at, min_size: minSize });

export const paper = (fen: string, at: string, minSize: number): Promise<Paper> =>
  get('paper', { fen, at, min_size: minSize });

export const game = async (request: GameRequest): Promise<GameState> => (await post('game', request)).json() as Promise<GameState>;

export const readPgn = async (pgn: string): Promise<PgnGames> => (await post('pgn', { pgn })).json() as Promise<PgnGames>;

export const writePgn = async (game: GameRequest, white: string, black: string): Promise<string> =>
  ((await (await post('pgn/write', { game, white, black })).json()) as { pgn: string }).pgn;

/** Runs a search. `onLine` is called for every line that the engine reports. Aborting the signal stops the engine. */
export async function search(
  request: SearchRequest,
  onLine: (line: SearchLine) => void,
  signal: AbortSignal,
): Promise<BestMove> {
  const response = await post('search', request, signal);
  let best: BestMove = { uci: null, score: null };
  for await (const [event, data] of events(response)) {
    if (event === 'line') onLine(data as SearchLine);
    else if (event === 'best') best = data as BestMove;
  }
  return best;
}

/** The events of a stream: their names and their data. */
async function* events(response: Response): AsyncGenerator<[string, unknown]> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string) =>
        block
          .split('\n')
          .filter(line => line.startsWith(`${name}:`))
          .map(line => line.slice(name.length + 1).trim())
          .join('\n');
      if (field('data')) yield [field('event'), JSON.parse(field('data'))];
    }
  }
}
