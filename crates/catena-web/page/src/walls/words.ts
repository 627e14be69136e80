// What is said about cells, areas and leaks.
import { type Message, say, sentences, type Words } from '../messages';
import type { Area, Cell } from './api';
import type { Patch, Settings, Sight, Survey } from './protocol';

/** "2 cells". */
export const countCells = (n: number): Message => say('cells.cells', { n });

const countWalls = (n: number): Message => say('cells.wallCells', { n });

export const place = ([x, y]: Cell): Message => say('cells.place', { x, y });

/** What is told about every area. */
const numbers = ({ id, cells, walls, box: [x0, y0, x1, y1] }: Area) => ({
  id,
  cells: countCells(cells),
  walls: countWalls(walls),
  extent: say('cells.extent', { width: x1 - x0 + 1, height: y1 - y0 + 1 }),
});

/** The numbers of an area, in a line. */
export const areaWords = (area: Area): Message =>
  area.opening === null
    ? say('cells.area', numbers(area))
    : say('cells.areaOpens', { ...numbers(area), opening: countWalls(area.opening) });

/** What is at a cell. */
export function sightWords({ cell, kind, area }: Sight): Message {
  const what = kind === 'area' ? area && areaWords(area) : say(`cells.${kind}`);
  return say('cells.there', { place: place(cell), what: what ?? '' });
}

/** How much is closed. */
export function surveyWords({ count, enclosed, listed }: Survey): Words {
  if (!count) return say('cells.nothing');
  const all = say('cells.survey', { areas: say('cells.closedAreas', { n: count }), cells: countCells(enclosed) });
  return count > listed ? sentences(all, say('cells.surveyLargest', { listed })) : all;
}

/** The size of a closed area, and how it opens. */
export function closedWords(area: Area): Message[] {
  const about = area.neighbours
    ? say('cells.aboutNext', { ...numbers(area), n: area.neighbours })
    : say('cells.about', numbers(area));
  return [about, area.opening === null ? say('cells.edgeHolds') : say('cells.heldBy', { n: area.opening })];
}

export function leakWords(length: number, width: number | null, narrowest: Cell | null): Message[] {
  const way = say('cells.wayOut', { n: length });
  if (width === null || !narrowest) return [way];
  return [way, say('cells.widestWay', { n: width, place: place(narrowest) })];
}

export function patchWords(patch: Patch): Message {
  const side = 2 * patch.radius + 1;
  if (patch.state === 'searching') return say('cells.searching');
  if (patch.state === 'found') return say('cells.wouldClose', { n: patch.cells.length, side });
  const at = patch.atRim[0];
  return at ? say('cells.impossibleAt', { side, place: place(at) }) : say('cells.impossible', { side });
}

/** A word for a shell, quoted if it must be. */
const shellWord = (text: string): string => (/^[\w.,/+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** The command that gives the same answers. */
export function command(
  file: string,
  { threshold, light, rim }: Settings,
  at: Cell | null,
  radius: number | null,
): string {
  const parts = [
    'catena',
    'grid',
    shellWord(file.startsWith('-') ? `./${file}` : file),
    '--threshold',
    String(threshold),
    '--min-size',
    '1',
  ];
  if (!light) parts.push('--invert');
  if (rim === 'wall') parts.push('--rim', 'wall');
  if (at) parts.push('--leak', at.join());
  if (at && radius !== null) parts.push('--seal', at.join(), '--radius', String(radius));
  if (!at) parts.push('--areas', '-');
  return parts.join(' ');
}
