import { describe, expect, it } from 'vitest';
import type { Cell } from './api';
import { Palette, paint } from './paint';
import { cellAt, clamp, pan, reveal, type Viewport, wholeView, zoom } from './viewport';

const SCREEN = { width: 400, height: 300 };
const IMAGES = [
  { width: 1, height: 1 },
  { width: 40, height: 30 },
  { width: 960, height: 640 },
  { width: 30, height: 4000 },
  { width: 4096, height: 4096 },
];

/** Whether nothing is beside the image that need not be. */
function expectFull(view: Viewport, image: { width: number; height: number }): void {
  for (const [start, screen, cells] of [
    [view.left, view.width, image.width],
    [view.top, view.height, image.height],
  ] as const) {
    const shown = screen / view.scale;
    if (shown >= cells) expect(start).toBeCloseTo((cells - shown) / 2);
    else {
      expect(start).toBeGreaterThanOrEqual(0);
      expect(start + shown).toBeLessThanOrEqual(cells + 1e-6);
    }
  }
}

describe('the view', () => {
  it('shows the whole image in the middle', () => {
    for (const image of IMAGES) {
      const view = wholeView(image, SCREEN);
      expectFull(view, image);
      expect(cellAt(view, image, 200, 150)).not.toBeNull();
      expect(view.scale * image.width).toBeLessThanOrEqual(400.001);
      expect(view.scale * image.height).toBeLessThanOrEqual(300.001);
    }
  });

  it('keeps the cell under the pointer when it zooms', () => {
    const image = IMAGES[4]!;
    let view = wholeView(image, SCREEN);
    for (const factor of [1.5, 3, 10, 0.5]) {
      const before = cellAt(view, image, 180, 140);
      view = zoom(view, image, factor, 180, 140);
      expectFull(view, image);
      const after = cellAt(view, image, 180, 140);
      expect(Math.abs(before![0] - after![0])).toBeLessThanOrEqual(1);
      expect(Math.abs(before![1] - after![1])).toBeLessThanOrEqual(1);
    }
  });

  it('never leaves the image', () => {
    for (const image of IMAGES) {
      let view = zoom(wholeView(image, SCREEN), image, 4, 0, 0);
      for (const [x, y] of [
        [1e6, 0],
        [0, 1e6],
        [-1e9, -1e9],
      ] as const) {
        view = pan(view, image, x, y);
        expectFull(view, image);
      }
      expectFull(clamp({ ...view, width: 37, height: 900 }, image), image);
    }
  });

  it('shows a cell that it is moved to', () => {
    for (const image of IMAGES) {
      const near = zoom(wholeView(image, SCREEN), image, 1e9, 0, 0);
      for (const cell of [
        [0, 0],
        [image.width - 1, image.height - 1],
        [image.width >> 1, image.height >> 1],
      ] as Cell[]) {
        const view = reveal(near, image, cell);
        expect(cell[0]).toBeGreaterThanOrEqual(Math.floor(view.left));
        expect(cell[0] + 1).toBeLessThanOrEqual(view.left + view.width / view.scale + 1e-6);
        expect(cell[1] + 1).toBeLessThanOrEqual(view.top + view.height / view.scale + 1e-6);
      }
    }
  });
});

describe('paint', () => {
  const draw = (image: { width: number; height: number }, labels: Uint16Array, view: Viewport): Uint32Array => {
    const data = new Uint8ClampedArray(view.width * view.height * 4);
    paint({ data, width: view.width, height: view.height } as ImageData, labels, image, new Palette('light', 10), view);
    return new Uint32Array(data.buffer);
  };

  it('draws each cell where it is, and nothing beside the image', () => {
    const image = { width: 13, height: 9 };
    const labels = Uint16Array.from({ length: 13 * 9 }, (_, at) => (at * 7) % 11);
    const palette = new Palette('light', 10);
    for (const [scale, left, top] of [
      [1, 0, 0],
      [4, -2.5, -1],
      [7, 3.3, 2.7],
    ] as const) {
      const view = { width: 60, height: 50, scale, left, top };
      const pixels = draw(image, labels, view);
      for (let y = 0; y < 50; y++) {
        for (let x = 0; x < 60; x++) {
          // A pixel that is partly beside the image may be either.
          const [column, row] = [Math.floor(left + x / scale + 1e-9), Math.floor(top + y / scale + 1e-9)];
          if (left + (x + 1) / scale > 13 || top + (y + 1) / scale > 9 || left + x / scale < 0 || top + y / scale < 0)
            continue;
          expect(pixels[y * 60 + x]).toBe(palette.colours[labels[row * 13 + column]!]);
        }
      }
    }
    expect(draw(image, labels, { width: 60, height: 50, scale: 4, left: -2.5, top: -1 })[0]).toBe(palette.beside);
  });

  it('draws the mean of many cells', () => {
    const image = { width: 64, height: 64 };
    const palette = new Palette('light', 10);
    for (const side of [2, 8, 16, 32]) {
      // Half wall, half empty.
      const labels = Uint16Array.from({ length: 64 * 64 }, (_, at) => (at % 2 ? 0xffff : 0));
      const pixels = draw(image, labels, { width: 64 / side, height: 64 / side, scale: 1 / side, left: 0, top: 0 });
      const red = (colour: number): number => colour & 255;
      const mean = (red(palette.colours[0xffff]!) + red(palette.colours[0]!)) / 2;
      // Very small scales look at some cells only.
      if (side <= 16) for (const pixel of pixels) expect(Math.abs(red(pixel) - mean)).toBeLessThanOrEqual(1);
      for (const pixel of pixels) expect(pixel >>> 24).toBe(255);
    }
  });
});
