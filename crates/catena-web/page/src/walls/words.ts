// What is said about cells, areas and leaks.
import type { Area, Cell } from './api';
import type { Patch, Settings, Sight, Survey } from './protocol';

export const number = (value: number): string => value.toLocaleString('en');

/** A count with its noun: 1 cell, 2 cells. */
export const counted = (count: number, noun: string): string => `${number(count)} ${noun}${count === 1 ? '' : 's'}`;

export const place = ([x, y]: Cell): string => `column ${number(x)}, row ${number(y)}`;

const extent = ({ box: [x0, y0, x1, y1] }: Area): string => `${number(x1 - x0 + 1)} × ${number(y1 - y0 + 1)}`;

/** The numbers of an area, in a line. */
export function areaWords(area: Area): string {
  const opening = area.opening === null ? '' : `; opens by ${counted(area.opening, 'wall cell')}`;
  return `area ${number(area.id)}: ${counted(area.cells, 'cell')} in ${extent(area)}, ${counted(area.walls, 'wall cell')} around it${opening}`;
}

/** What is at a cell. */
export function sightWords({ cell, kind, area }: Sight): string {
  const there = {
    wall: 'wall',
    leaks: 'leaks to the outside',
    unknown: 'not known yet',
    unlisted: 'a small closed area; ask for its numbers',
    area: area ? areaWords(area) : '',
  }[kind];
  return `${place(cell)}: ${there}`;
}

/** How much is closed. */
export function surveyWords({ count, enclosed, listed }: Survey): string {
  if (!count) return 'Nothing is closed: every empty cell leaks to the outside.';
  const some = count > listed ? ` Hover tells the numbers of the ${number(listed)} largest; a click those of any.` : '';
  return `${counted(count, 'closed area')} of ${counted(enclosed, 'cell')} together.${some}`;
}

/** The size of a closed area, and how it opens. */
export function closedWords(area: Area): string[] {
  const neighbours = area.neighbours
    ? `, next to ${counted(area.neighbours, 'other area')} across a wall one cell thick`
    : '';
  const about = `Area ${number(area.id)} has ${counted(area.cells, 'cell')} in ${extent(area)}; ${counted(area.walls, 'wall cell')} bound it${neighbours}.`;
  if (area.opening === null) return [about, 'Nothing opens it: the edge of the image counts as a wall.'];
  const held = area.opening === 1 ? 'a single wall cell' : counted(area.opening, 'wall cell');
  return [
    about,
    `Where it is weakest it is held by ${held}: if ${area.opening === 1 ? 'it is' : 'they are'} removed, it leaks.`,
  ];
}

export function leakWords(length: number, width: number | null, narrowest: Cell | null): string[] {
  const way = `The shortest way out has ${counted(length, 'cell')}.`;
  if (width === null || !narrowest) return [way];
  return [way, `The widest way out is ${counted(width, 'cell')} wide; it is narrowest at ${place(narrowest)}.`];
}

export function patchWords(patch: Patch): string {
  const side = 2 * patch.radius + 1;
  const kept = `the place you chose (${side} × ${side} cells around it)`;
  if (patch.state === 'searching') return 'Looking for the smallest patch …';
  if (patch.state === 'found')
    return `${counted(patch.cells.length, 'cell')} would close it: no fewer cut off ${kept}.`;
  const at = patch.atRim[0];
  return `It cannot be closed: ${kept} touches the edge of the image${at ? ` at ${place(at)}` : ''}. Choose a smaller radius or a place further inside.`;
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
