import { expect, it } from 'vitest';
import type { Settings } from './protocol';
import { closedWords, command, countCells, patchWords, sightWords } from './words';

const AREA = {
  id: 3,
  cells: 1200,
  box: [10, 20, 49, 49] as [number, number, number, number],
  centroid: [29.5, 34.5] as [number, number],
  inside: [10, 20] as [number, number],
  walls: 140,
  neighbours: 1,
  opening: 1,
};
const SETTINGS: Settings = { threshold: 128, light: false, rim: 'open' };

it('counts in words', () => {
  expect([0, 1, 2, 12345].map(count => String(countCells(count)))).toEqual([
    '0 cells',
    '1 cell',
    '2 cells',
    '12,345 cells',
  ]);
});

it('says what is there', () => {
  expect(String(sightWords({ cell: [10, 20], kind: 'area', area: AREA }))).toBe(
    'column 10, row 20: area 3: 1,200 cells in 40 × 30, 140 wall cells around it; opens by 1 wall cell',
  );
  expect(String(closedWords(AREA)[1])).toBe(
    'Where it is weakest it is held by a single wall cell: if it is removed, it leaks.',
  );
  expect(String(closedWords({ ...AREA, opening: null })[1])).toMatch(/Nothing opens it/);
  expect(String(patchWords({ state: 'impossible', radius: 3, atRim: [[0, 7]] }))).toMatch(
    /7 × 7 .* edge .* column 0, row 7/,
  );
});

it('names the command with the same answer', () => {
  expect(command('plan.png', SETTINGS, null, null)).toBe(
    'catena grid plan.png --threshold 128 --min-size 1 --invert --areas -',
  );
  expect(command("a 'b'.png", { ...SETTINGS, light: true, rim: 'wall' }, [4, 5], null)).toBe(
    "catena grid 'a '\\''b'\\''.png' --threshold 128 --min-size 1 --rim wall --leak 4,5",
  );
  expect(command('-x.png', SETTINGS, [4, 5], 3)).toMatch(/ \.\/-x\.png .* --leak 4,5 --seal 4,5 --radius 3$/);
});
