// The server's answers about an image. What is closed and what leaks is decided there, not in the page.
import { type Query, sendBytes, untilReached } from '../api/http';

/** A column and a row. */
export type Cell = [number, number];

export interface Area {
  id: number;
  cells: number;
  /** Lowest column and row, highest column and row. */
  box: [number, number, number, number];
  centroid: [number, number];
  inside: Cell;
  /** How many wall cells bound it. */
  walls: number;
  /** How many areas it meets across a wall one cell thick. */
  neighbours: number;
  /** The fewest wall cells whose removal lets it leak; null if nothing does. */
  opening: number | null;
}

export interface Areas {
  width: number;
  height: number;
  occupied: number;
  enclosed: number;
  /** How many areas there are. */
  count: number;
  /** The largest of them, largest first. */
  areas: Area[];
}

export interface Leak {
  /** A shortest way out: its first cell, where it turns, and its last cell. */
  turns: Cell[];
  length: number;
  width: number | null;
  narrowest: Cell | null;
}

export interface Closed {
  area: Area;
  opening_cells: Cell[];
}

export interface LeakAnswer {
  leak: Leak | null;
  closed: Closed | null;
}

export interface SealAnswer {
  seal: { size: number; cells: Cell[] } | null;
  at_rim: Cell[] | null;
}

export type Rim = 'open' | 'wall';

/** Cells that are walls, as a portable bitmap. */
export type Bitmap = Uint8Array<ArrayBuffer>;

const ask = <T>(
  call: string,
  query: Query,
  body: Bitmap,
  signal: AbortSignal,
  read: (response: Response) => Promise<T>,
): Promise<T> => untilReached(async () => read(await sendBytes(`walls/${call}`, query, body, signal)), signal);

/** All areas, and for each run of empty cells, in reading order, the place of its area in the list, from 1 on. */
export const areas = (body: Bitmap, rim: Rim, signal: AbortSignal): Promise<[Areas, Uint16Array]> =>
  ask('areas', { rim, labels: 'true' }, body, signal, async response => {
    const bytes = new Uint8Array(await response.arrayBuffer());
    const end = bytes.indexOf(10);
    const found = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))) as Areas;
    return [found, new Uint16Array(bytes.slice(end + 1).buffer)];
  });

export const leak = (body: Bitmap, rim: Rim, at: Cell, signal: AbortSignal): Promise<LeakAnswer> =>
  ask('leak', { at: at.join(), rim }, body, signal, response => response.json() as Promise<LeakAnswer>);

export const seal = (body: Bitmap, rim: Rim, at: Cell, radius: number, signal: AbortSignal): Promise<SealAnswer> =>
  ask('seal', { at: at.join(), radius, rim }, body, signal, response => response.json() as Promise<SealAnswer>);
