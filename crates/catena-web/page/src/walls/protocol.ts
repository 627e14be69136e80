// What the page and its worker say to each other.
import type { Area, Cell, Closed, Leak, Rim } from './api';
import type { WallRule } from './cells';
import type { Theme } from './paint';
import type { Refused } from './picture';
import type { Size, Viewport } from './viewport';

export interface Settings extends WallRule {
  rim: Rim;
}

/** Requests, and what each is answered with. */
export interface Calls {
  /** Takes over the canvas to draw on. */
  canvas: { ask: OffscreenCanvas; answer: undefined };
  /** Reads another image, from a file or an address. */
  open: { ask: { source: Blob | string; settings: Partial<Settings> }; answer: Opened };
  set: { ask: Settings; answer: undefined };
  view: { ask: { view: Viewport; theme: Theme; pixelRatio: number }; answer: undefined };
  /** What is at a cell? It stands out from then on. */
  look: { ask: Cell | null; answer: Sight | null };
  /** Is this cell closed, or does it leak? The answer comes as an event. */
  ask: { ask: Cell | null; answer: undefined };
  /** Looks for a patch around a place of this radius; null chooses it by the width of the leak. */
  radius: { ask: number | null; answer: undefined };
  /** Fills the cells of the patch. */
  fill: { ask: null; answer: undefined };
  /** Empties the cells that were filled last. */
  undo: { ask: null; answer: undefined };
  /** Asks the server again after it failed. */
  retry: { ask: null; answer: undefined };
}

export type CallName = keyof Calls;

export interface Opened extends Size {
  settings: Settings;
  otsu: number;
  /** How often each value from 0 to 255 occurs. */
  counts: number[];
}

/** What is at a cell. */
export interface Sight {
  cell: Cell;
  kind: 'wall' | 'leaks' | 'area' | 'unlisted' | 'unknown';
  area: Area | null;
}

/** What is known about all areas. */
export interface Survey {
  kind: 'survey';
  /** Whether it is about the walls as they are now. */
  isCurrent: boolean;
  occupied: number;
  enclosed: number;
  count: number;
  listed: number;
  /** The largest ones. */
  largest: Area[];
  /** How many cells were filled by hand. */
  filled: number;
}

export type Patch =
  | { state: 'searching'; radius: number }
  | { state: 'found'; radius: number; cells: Cell[] }
  | { state: 'impossible'; radius: number; atRim: Cell[] };

/** The answer about a cell; what is still unknown is null. */
export interface Verdict {
  kind: 'verdict';
  at: Cell;
  isWall: boolean;
  leak: Leak | null;
  closed: Closed | null;
  patch: Patch | null;
}

export interface Failure {
  kind: 'failure';
  reason: string;
}

/** Nothing is asked about any cell. */
export interface Quiet {
  kind: 'quiet';
}

/** The server has gone away, or come back. What was asked is asked again by itself. */
export interface Connection {
  kind: 'connection';
  lost: boolean;
}

export type WorkerEvent = Survey | Verdict | Failure | Quiet | Connection;

export interface Request<K extends CallName = CallName> {
  id: number;
  call: K;
  ask: Calls[K]['ask'];
}

export type FromWorker = { id: number; answer: unknown } | { id: number; refusal: string | Refused } | WorkerEvent;
