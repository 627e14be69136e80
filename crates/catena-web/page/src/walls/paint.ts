// Draws the part of an image that is shown: walls, what leaks, and areas in colours.
import { UNKNOWN, WALL } from './cells';
import type { Viewport } from './viewport';

export type Theme = 'light' | 'dark';

/** Colours as red, green and blue. */
type Rgb = [number, number, number];

const COLOURS: Record<Theme, { wall: Rgb; empty: Rgb; beside: Rgb; saturation: number; lightness: number }> = {
  light: { wall: [44, 41, 38], empty: [255, 255, 255], beside: [217, 214, 209], saturation: 0.62, lightness: 0.74 },
  dark: { wall: [214, 210, 204], empty: [34, 32, 30], beside: [23, 22, 20], saturation: 0.5, lightness: 0.36 },
};

/** The colour of an area. Numbers next to each other get hues far from each other. */
function areaColour(number: number, theme: Theme, isChosen: boolean): Rgb {
  const { saturation, lightness } = COLOURS[theme];
  const hue = (number * 137.508 + 190) % 360;
  const shade = lightness + ((number % 3) - 1) * 0.045;
  return isChosen ? hslToRgb(hue, 0.85, theme === 'light' ? 0.6 : 0.52) : hslToRgb(hue, saturation, shade);
}

export function hslToRgb(hue: number, saturation: number, lightness: number): Rgb {
  const spread = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): number => {
    const place = (offset + hue / 30) % 12;
    return Math.round(255 * (lightness - spread * Math.max(-1, Math.min(place - 3, 9 - place, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

const packed = ([red, green, blue]: Rgb): number => ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;

/** The colour of each label. */
export class Palette {
  readonly colours = new Uint32Array(1 << 16);
  readonly beside: number;

  constructor(
    private readonly theme: Theme,
    private readonly areas: number,
  ) {
    const { wall, empty, beside } = COLOURS[theme];
    this.colours.fill(packed(empty));
    for (let label = 1; label <= areas; label++) this.colours[label] = packed(areaColour(label, theme, false));
    this.colours[WALL] = packed(wall);
    this.colours[UNKNOWN] = packed(empty);
    this.beside = packed(beside);
  }

  /** Makes an area stand out, or no longer. */
  choose(label: number | null, isChosen: boolean): void {
    if (label && label <= this.areas) this.colours[label] = packed(areaColour(label, this.theme, isChosen));
  }
}

/** Fills a picture of the screen. */
export function paint(
  screen: ImageData,
  labels: Uint16Array,
  image: { width: number; height: number },
  palette: Palette,
  view: Viewport,
): void {
  const pixels = new Uint32Array(screen.data.buffer);
  pixels.fill(palette.beside);
  const columns = bounds(view.left, view.scale, screen.width, image.width);
  const rows = bounds(view.top, view.scale, screen.height, image.height);
  const draw = view.scale >= 1 ? paintLarge : paintSmall;
  draw(pixels, screen.width, labels, image.width, palette.colours, columns, rows);
}

/** The first cell of each pixel, and one more at the end; pixels beside the image have none. */
interface Bounds {
  /** The first pixel with a cell. */
  start: number;
  cells: Int32Array;
}

function bounds(first: number, scale: number, pixels: number, cells: number): Bounds {
  const start = Math.max(0, Math.ceil(-first * scale - 1e-6));
  const end = Math.min(pixels, Math.floor((cells - first) * scale + 1e-6));
  const list = new Int32Array(Math.max(end - start + 1, 1));
  for (let at = 0; at < list.length; at++)
    list[at] = Math.min(Math.max(Math.floor(first + (start + at) / scale + 1e-9), 0), cells);
  return { start, cells: list };
}

/** A cell is one pixel or more. */
function paintLarge(
  pixels: Uint32Array,
  stride: number,
  labels: Uint16Array,
  width: number,
  colours: Uint32Array,
  columns: Bounds,
  rows: Bounds,
): void {
  const across = columns.cells.length - 1;
  for (let y = 0; y < rows.cells.length - 1; y++) {
    const to = (rows.start + y) * stride + columns.start;
    if (y > 0 && rows.cells[y] === rows.cells[y - 1]) {
      pixels.copyWithin(to, to - stride, to - stride + across);
      continue;
    }
    const from = rows.cells[y]! * width;
    for (let x = 0; x < across; x++) pixels[to + x] = colours[labels[from + columns.cells[x]!]!]!;
  }
}

/** Sums of up to this many cells a side fit 16 bits for each colour. */
const SIDE = 16;

/** A pixel is several cells: it gets their mean. */
function paintSmall(
  pixels: Uint32Array,
  stride: number,
  labels: Uint16Array,
  width: number,
  colours: Uint32Array,
  columns: Bounds,
  rows: Bounds,
): void {
  const across = columns.cells.length - 1;
  // Red and blue of a label in one number, green in another: two sums instead of three.
  const redBlue = colours.map(colour => colour & 0xff00ff);
  const green = colours.map(colour => (colour >> 8) & 0xff);
  for (let y = 0; y < rows.cells.length - 1; y++) {
    const to = (rows.start + y) * stride + columns.start;
    const [top, bottom] = [rows.cells[y]!, Math.max(rows.cells[y + 1]!, rows.cells[y]! + 1)];
    const down = Math.ceil((bottom - top) / SIDE);
    for (let x = 0; x < across; x++) {
      const left = columns.cells[x]!;
      const right = Math.max(columns.cells[x + 1]!, left + 1);
      const step = Math.ceil((right - left) / SIDE);
      let [sumRedBlue, sumGreen, count] = [0, 0, 0];
      for (let row = top; row < bottom; row += down) {
        const from = row * width;
        for (let column = left; column < right; column += step) {
          const label = labels[from + column]!;
          sumRedBlue += redBlue[label]!;
          sumGreen += green[label]!;
          count++;
        }
      }
      const [red, blue] = [(sumRedBlue & 0xffff) / count, sumRedBlue / 65536 / count];
      pixels[to + x] = (255 << 24) | (blue << 16) | ((sumGreen / count) << 8) | red;
    }
  }
}
