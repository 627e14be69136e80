// The address of an analysis: it reproduces what is shown.
import type { Limit } from '../api';
import { type Doc, type Snapshot, START, tagOf } from './document';

/** How a document is looked at. */
export interface Settings {
  /** The piece that moved last, where no move says so. */
  at: string | null;
  /** The minimum size of an enclosed area. */
  min: number;
  /** Which enclosure is shown. */
  show: number;
  /** Whether the paper's detector is asked, too, and its stages are unfolded. */
  paper: boolean;
  stages: boolean;
  flip: boolean;
  /** Whether pieces are put where one likes. */
  edit: boolean;
  engine: boolean;
  lines: number;
}

/** What was changed between two states of the settings. */
export const changedSince = (before: Settings, now: Settings): Partial<Settings> =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== before[name as keyof Settings]));

/** What an address says. */
export interface Asked {
  settings: Settings;
  start: string | null;
  limit: Limit;
  moves: string[];
  ply: number;
  white: string;
  black: string;
  /** The document, packed; after the `#`, where the server does not see it. */
  packed: string;
  /** Whether nothing in particular is asked for. */
  isBare: boolean;
}

const LIMITS = ['size', 'moves', 'none'];

export function readAddress(query: URLSearchParams, hash: string): Asked {
  const moves = query.get('moves')?.split(',').filter(Boolean) ?? [];
  const limit = query.get('limit') ?? 'size';
  return {
    settings: {
      at: query.get('at'),
      min: number(query.get('min'), 2, 1, 36),
      show: number(query.get('show'), 0, 0, 10_000),
      paper: query.has('paper'),
      stages: query.has('stages'),
      flip: query.has('flip'),
      edit: query.has('edit'),
      engine: query.has('engine'),
      lines: number(query.get('lines'), 3, 1, 5),
    },
    start: query.get('fen'),
    limit: (LIMITS.includes(limit) ? limit : 'size') as Limit,
    moves,
    ply: number(query.get('ply'), moves.length, 0, moves.length),
    white: query.get('white') ?? '',
    black: query.get('black') ?? '',
    packed: /^#tree=([\w-]+)$/.exec(hash)?.[1] ?? '',
    isBare: [...query.keys()].length === 0 && !hash,
  };
}

function number(text: string | null, otherwise: number, low: number, high: number): number {
  const value = Number.parseInt(text ?? '', 10);
  return Number.isNaN(value) ? otherwise : Math.min(Math.max(value, low), high);
}

type Value = string | number | boolean;

/** The address that reproduces this place of a document; `packed` is the document if it needs packing. */
export function writeAddress({ doc, line, ply }: Snapshot, settings: Settings, packed = ''): string {
  const query = new URLSearchParams();
  const put = (name: string, value: Value, usual: Value) => {
    if (value !== usual) query.set(name, value === true ? '' : String(value));
  };
  put('fen', doc.start, START);
  put('at', settings.at ?? '', '');
  put('moves', line.join(','), '');
  put('ply', ply, line.length);
  put('limit', doc.limit, 'size');
  put('min', settings.min, 2);
  put('show', settings.show, 0);
  for (const name of ['paper', 'stages', 'flip', 'edit', 'engine'] as const) put(name, settings[name], false);
  put('lines', settings.lines, 3);
  put('white', tagOf(doc.tags, 'White'), '');
  put('black', tagOf(doc.tags, 'Black'), '');
  // The start position without moves is an address of its own, not the last analysis.
  if (![...query.keys()].length) query.set('start', '');
  // Readable addresses: these characters need no escape in a query.
  const text = query.toString().replaceAll('%2F', '/').replaceAll('%2C', ',').replaceAll('=&', '&').replace(/=$/, '');
  return `/analyse?${text}${packed ? `#tree=${packed}` : ''}`;
}

/** The tags that an address without a packed document names. */
export const tagsIn = ({ white, black }: Asked): Doc['tags'] =>
  [['White', white] as const, ['Black', black] as const].filter(([, name]) => name);
