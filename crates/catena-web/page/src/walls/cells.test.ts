import { describe, expect, it } from 'vitest';
import { CellMap, UNKNOWN, WALL } from './cells';
import { luminance, otsu, type Picture } from './picture';

function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function randomPicture(width: number, height: number, random: () => number, hasHoles: boolean): Picture {
  const line = (width + 7) >> 3;
  return {
    width,
    height,
    values: Uint8Array.from({ length: width * height }, () => Math.floor(random() * 256)),
    opaque: hasHoles ? Uint8Array.from({ length: line * height }, () => Math.floor(random() * 256)) : null,
    counts: [],
  };
}

const SIZES = [
  [1, 1],
  [7, 3],
  [8, 4],
  [9, 5],
  [16, 2],
  [33, 20],
] as const;

/** The runs of empty cells, numbered in reading order from 1. */
function numberRuns(picture: Picture, isWall: (cell: [number, number]) => boolean): number[] {
  let run = 0;
  const numbers: number[] = [];
  for (let y = 0; y < picture.height; y++) {
    let isOpen = false;
    for (let x = 0; x < picture.width; x++) {
      const wall = isWall([x, y]);
      if (!wall && !isOpen) run++;
      isOpen = !wall;
      numbers.push(wall ? WALL : run);
    }
  }
  return numbers;
}

describe('CellMap', () => {
  it('takes walls from values, transparency and what was filled', () => {
    const random = randomNumbers(1);
    for (const [width, height] of SIZES) {
      for (const hasHoles of [false, true]) {
        const picture = randomPicture(width, height, random, hasHoles);
        const cells = new CellMap(picture);
        for (const threshold of [0, 1, 100, 255, 256]) {
          for (const light of [false, true]) {
            cells.build({ threshold, light }, [[0, 0]]);
            const data = cells.bitmap.subarray(`P4\n${width} ${height}\n`.length);
            expect(data.length).toBe(Math.ceil(width / 8) * height);
            const found: unknown[] = [];
            const expected: unknown[] = [];
            for (let y = 0; y < height; y++) {
              for (let x = 0; x < width; x++) {
                const byte = y * ((width + 7) >> 3) + (x >> 3);
                const isOpaque = !picture.opaque || ((picture.opaque[byte]! >> (7 - (x & 7))) & 1) === 1;
                const isLight = picture.values[y * width + x]! >= threshold;
                const isWall = (isOpaque && isLight === light) || (x === 0 && y === 0);
                expected.push([isWall, Number(isWall), isWall ? WALL : UNKNOWN]);
                found.push([cells.isWall([x, y]), (data[byte]! >> (7 - (x & 7))) & 1, cells.label([x, y])]);
              }
            }
            expect(found).toEqual(expected);
          }
        }
      }
    }
  });

  it('gives each cell the label of its run', () => {
    const random = randomNumbers(2);
    for (const [width, height] of SIZES) {
      const picture = randomPicture(width, height, random, false);
      const cells = new CellMap(picture);
      for (const threshold of [0, 40, 128, 220, 256]) {
        cells.build({ threshold, light: false }, []);
        const expected = numberRuns(picture, cell => cells.isWall(cell));
        const runs = Math.max(0, ...expected.filter(label => label !== WALL));
        cells.apply(
          cells.bitmap.slice(),
          Uint16Array.from({ length: runs }, (_, run) => run + 1),
        );
        expect([...cells.labels]).toEqual(expected);
      }
    }
  });

  it('keeps what is still true of an answer about older walls', () => {
    const random = randomNumbers(3);
    for (const [width, height] of SIZES) {
      const picture = randomPicture(width, height, random, false);
      const cells = new CellMap(picture);
      cells.build({ threshold: 128, light: false }, []);
      const sent = cells.bitmap.slice();
      const old = numberRuns(picture, cell => cells.isWall(cell));
      cells.build({ threshold: 90 + Math.floor(random() * 80), light: false }, []);
      cells.apply(
        sent,
        Uint16Array.from(old.filter(label => label !== WALL).filter((l, i, all) => all.indexOf(l) === i)),
      );
      old.forEach((label, at) => {
        const isWall = cells.isWall([at % width, Math.floor(at / width)]);
        expect(cells.labels[at]).toBe(isWall ? WALL : label === WALL ? UNKNOWN : label);
      });
    }
  });
});

describe('otsu', () => {
  const counts = (values: number[]): number[] => {
    const list = new Array<number>(256).fill(0);
    for (const value of values) list[value]!++;
    return list;
  };

  it('is the lowest value of the upper class', () => {
    expect(otsu(counts([0, 0, 200]))).toBe(200);
    expect(otsu(counts([10, 12, 90, 91, 95]))).toBe(90);
    expect(otsu(counts([7, 7]))).toBe(128);
    expect(otsu(counts([]))).toBe(128);
  });

  it('has the largest variance between the classes', () => {
    const random = randomNumbers(4);
    for (let round = 0; round < 200; round++) {
      const values = Array.from({ length: 2 + Math.floor(random() * 20) }, () => Math.floor(random() * 40));
      if (new Set(values).size < 2) continue;
      const variance = (threshold: number): number => {
        const [low, high] = [values.filter(value => value < threshold), values.filter(value => value >= threshold)];
        if (!low.length || !high.length) return 0;
        const mean = (list: number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length;
        return low.length * high.length * (mean(low) - mean(high)) ** 2;
      };
      const best = Math.max(...values.map(variance));
      expect(variance(otsu(counts(values)))).toBeGreaterThanOrEqual(best * (1 - 1e-9));
    }
  });
});

it('luminance leaves grey as it is', () => {
  for (let value = 0; value < 256; value++) expect(luminance(value, value, value)).toBe(value);
  expect(luminance(255, 0, 0)).toBe(54);
});
