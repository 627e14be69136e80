// What the analysis shows, and the address that says so.
import type { Limit } from '../api';

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
/** Figure 9 of the paper, where its authors begin: the queen on f3 has just moved. */
export const EXAMPLE = { fen: '1b4rk/n1p3pr/p1np3p/1p1pp3/3PP3/P1NPPQ2/N1PRK3/1B6 b - - 0 1', at: 'f3' };

export interface AnalyseState {
  /** The FEN of the position that the moves start from. */
  start: string;
  /** The moves of the line, in UCI with `s` for a switch. */
  moves: string[];
  /** How many of them are on the board. */
  ply: number;
  limit: Limit;
  /** The piece that moved last, where no move says so. */
  at: string | null;
  min: number;
  /** Which enclosure is shown. */
  show: number;
  paper: boolean;
  flip: boolean;
  edit: boolean;
  engine: boolean;
  lines: number;
  /** Who plays, for a game that was loaded. */
  white: string;
  black: string;
  /** Whether the stages of the paper's detector are unfolded. */
  stages: boolean;
  /** The comments and variations of a loaded game, packed; after the `#`, where the server does not see them. */
  notes: string;
}

const LIMITS = ['size', 'moves', 'none'];

export function readState(query: URLSearchParams, fragment: string): AnalyseState {
  const moves = query.get('moves')?.split(',').filter(Boolean) ?? [];
  const fen = query.get('fen');
  const limit = query.get('limit') ?? 'size';
  return {
    start: fen ?? (moves.length ? START : EXAMPLE.fen),
    moves,
    ply: number(query.get('ply'), moves.length, 0, moves.length),
    limit: (LIMITS.includes(limit) ? limit : 'size') as Limit,
    at: query.get('at') ?? (fen || moves.length ? null : EXAMPLE.at),
    min: number(query.get('min'), 2, 1, 36),
    show: number(query.get('show'), 0, 0, 10_000),
    paper: query.has('paper'),
    flip: query.has('flip'),
    edit: query.has('edit') || (!moves.length && !query.has('play')),
    engine: query.has('engine'),
    lines: number(query.get('lines'), 3, 1, 5),
    white: query.get('white') ?? '',
    black: query.get('black') ?? '',
    stages: query.has('stages'),
    notes: /^#notes=([\w-]+)$/.exec(fragment)?.[1] ?? '',
  };
}

function number(text: string | null, otherwise: number, low: number, high: number): number {
  const value = Number.parseInt(text ?? '', 10);
  return Number.isNaN(value) ? otherwise : Math.min(Math.max(value, low), high);
}

/** The address that reproduces the state. */
export function writeState(state: AnalyseState): string {
  const query = new URLSearchParams();
  const put = (name: string, value: string | number | boolean, usual: string | number | boolean) => {
    if (value !== usual) query.set(name, value === true ? '' : String(value));
  };
  if (!(state.moves.length && state.start === START)) query.set('fen', state.start);
  put('at', state.at ?? '', '');
  put('moves', state.moves.join(','), '');
  put('ply', state.ply, state.moves.length);
  put('limit', state.limit, 'size');
  put('min', state.min, 2);
  put('show', state.show, 0);
  put('paper', state.paper, false);
  put('stages', state.stages, false);
  put('flip', state.flip, false);
  put('edit', state.edit && state.moves.length > 0, false);
  put('play', !state.edit && !state.moves.length, false);
  put('engine', state.engine, false);
  put('lines', state.lines, 3);
  put('white', state.white, '');
  put('black', state.black, '');
  // Readable addresses: these characters need no escape in a query.
  const text = query.toString().replaceAll('%2F', '/').replaceAll('%2C', ',').replaceAll('=&', '&').replace(/=$/, '');
  return `/analyse?${text}${state.notes ? `#notes=${state.notes}` : ''}`;
}
