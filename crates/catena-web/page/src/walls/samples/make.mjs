// Draws the three sample images. `node make.mjs` writes them, `node make.mjs --check` compares
// the pixels of the files with what it would draw.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crc32, decode, encode } from './png.mjs';

/** Random numbers from 0 to 1 that are the same each time. */
function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function blank(width, height, value) {
  return { width, height, pixels: new Uint8Array(width * height).fill(value) };
}

function fillRect({ width, pixels }, x0, y0, x1, y1, value) {
  for (let y = y0; y < y1; y++) pixels.fill(value, y * width + x0, y * width + x1);
}

function outline(image, x0, y0, x1, y1, thickness, value) {
  fillRect(image, x0, y0, x1, y0 + thickness, value);
  fillRect(image, x0, y1 - thickness, x1, y1, value);
  fillRect(image, x0, y0, x0 + thickness, y1, value);
  fillRect(image, x1 - thickness, y0, x1, y1, value);
}

/** Part of a ring around a corner, where (dx, dy) from the corner is in the quarter (sx, sy). */
function arc({ width, pixels }, cx, cy, radius, thickness, [sx, sy], value) {
  for (let dy = 0; dy <= radius; dy++) {
    for (let dx = 0; dx <= radius; dx++) {
      const distance = Math.hypot(dx, dy);
      if (distance <= radius && distance > radius - thickness) pixels[(cy + sy * dy) * width + cx + sx * dx] = value;
    }
  }
}

const INK = 36;
const PAPER = 255;
/** Furniture and the swings of doors: too light for a wall, until the threshold is raised. */
const PALE = 196;

/** A flat whose front door is open. */
export function plan() {
  const image = blank(960, 640, PAPER);
  // The outer walls, then the inner ones.
  outline(image, 60, 50, 900, 590, 12, INK);
  fillRect(image, 380, 50, 388, 330, INK);
  fillRect(image, 60, 322, 900, 330, INK);
  fillRect(image, 640, 50, 648, 330, INK);
  fillRect(image, 300, 322, 308, 590, INK);
  fillRect(image, 640, 400, 900, 408, INK);
  fillRect(image, 640, 322, 648, 590, INK);
  // Open doorways: from the living room to the hall and the kitchen.
  fillRect(image, 300, 430, 308, 490, PAPER);
  fillRect(image, 480, 322, 540, 330, PAPER);
  // Doors that are shut: a leaf of three cells.
  for (const [x0, y0, x1, y1] of [
    [200, 322, 246, 330],
    [690, 322, 736, 330],
  ]) {
    fillRect(image, x0, y0, x1, y1, PAPER);
    fillRect(image, x0, y0 + 2, x1, y0 + 5, INK);
  }
  for (const [x0, y0, x1, y1] of [
    [640, 345, 648, 391],
    [640, 470, 648, 516],
  ]) {
    fillRect(image, x0, y0, x1, y1, PAPER);
    fillRect(image, x0 + 2, y0, x0 + 5, y1, INK);
  }
  // Windows: two panes of two cells, with air between.
  for (const [x0, x1] of [
    [140, 280],
    [450, 570],
    [720, 830],
  ]) {
    fillRect(image, x0, 52, x1, 60, PAPER);
    outline(image, x0, 50, x1, 62, 2, INK);
  }
  fillRect(image, 62, 400, 70, 520, PAPER);
  outline(image, 60, 400, 72, 520, 2, INK);
  // The front door is open: its leaf stands in the hall, its swing is drawn pale.
  fillRect(image, 440, 578, 464, 590, PAPER);
  fillRect(image, 437, 554, 440, 578, INK);
  arc(image, 439, 578, 26, 2, [1, -1], PALE);
  // Swings of the other doors.
  arc(image, 200, 330, 46, 2, [1, 1], PALE);
  arc(image, 690, 322, 46, 2, [1, -1], PALE);
  furniture(image);
  return image;
}

function furniture(image) {
  // Two beds, a table with chairs, a sofa, the kitchen, the bath.
  outline(image, 90, 90, 210, 260, 3, PALE);
  outline(image, 96, 96, 146, 130, 3, PALE);
  outline(image, 154, 96, 204, 130, 3, PALE);
  outline(image, 760, 90, 870, 250, 3, PALE);
  outline(image, 766, 96, 864, 130, 3, PALE);
  outline(image, 450, 150, 570, 220, 3, PALE);
  for (const x of [470, 530]) {
    outline(image, x, 124, x + 24, 146, 3, PALE);
    outline(image, x, 224, x + 24, 246, 3, PALE);
  }
  outline(image, 90, 500, 180, 560, 3, PALE);
  outline(image, 96, 506, 174, 536, 3, PALE);
  outline(image, 820, 420, 880, 570, 3, PALE);
  outline(image, 830, 340, 880, 390, 3, PALE);
  outline(image, 394, 70, 420, 310, 3, PALE);
}

/** Smooth noise: random values on a coarse grid, joined by cubic steps. */
function smoothNoise(width, height, step, random) {
  const columns = Math.ceil(width / step) + 2;
  const values = Array.from({ length: columns * (Math.ceil(height / step) + 2) }, random);
  const ease = t => t * t * (3 - 2 * t);
  return (x, y) => {
    const [gx, gy] = [x / step, y / step];
    const [ix, iy] = [Math.floor(gx), Math.floor(gy)];
    const [tx, ty] = [ease(gx - ix), ease(gy - iy)];
    const at = (dx, dy) => values[(iy + dy) * columns + ix + dx];
    return (at(0, 0) * (1 - tx) + at(1, 0) * tx) * (1 - ty) + (at(0, 1) * (1 - tx) + at(1, 1) * tx) * ty;
  };
}

/** Contour lines on grainy paper, as a scanner sees them: faded here and there, with gaps for heights. */
export function contours() {
  const [width, height] = [840, 600];
  const random = randomNumbers(7);
  const hills = [
    [230, 240, 120, 78],
    [300, 200, 60, 34],
    [590, 360, 140, 92],
    [650, 300, 70, 40],
    [470, 130, 80, 30],
    [120, 480, 90, 36],
    [740, 120, 85, 44],
    [420, 480, 70, 26],
  ];
  const rough = [smoothNoise(width, height, 90, random), smoothNoise(width, height, 36, random)];
  const fading = smoothNoise(width, height, 70, random);
  const shade = smoothNoise(width, height, 240, random);
  const grain = smoothNoise(width, height, 3, random);
  const heightAt = (x, y) => {
    let sum = 12 * rough[0](x, y) + 4 * rough[1](x, y);
    for (const [cx, cy, spread, top] of hills)
      sum += top * Math.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * spread * spread));
    return sum;
  };
  const image = blank(width, height, 0);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const here = heightAt(x, y);
      const slope = Math.hypot(heightAt(x + 1, y) - here, heightAt(x, y + 1) - here);
      const level = Math.round(here / 8);
      // How far the line is, in pixels, and how far the ink reaches.
      const distance = Math.abs(here - level * 8) / Math.max(slope, 1e-4);
      const reach = level % 5 === 0 ? 1.7 : 1.0;
      let ink = Math.min(Math.max(reach + 0.5 - distance, 0), 1);
      // A gap for the height, once in a while along the thick lines.
      if (level % 5 === 0 && Math.abs(Math.atan2(y - 300, x - 420) - 0.4) < 0.035) ink = 0;
      const faded = 0.62 + 0.38 * Math.min(1, fading(x, y) * 1.6);
      const paper = 226 + 20 * shade(x, y) - 14 * grain(x, y);
      image.pixels[y * width + x] = paper - ink * faded * (paper - 78);
    }
  }
  return image;
}

/** A maze with a way in and a way out, of which three parts are shut off. */
export function maze() {
  const [columns, rows, pitch, wall] = [72, 48, 10, 2];
  const image = blank(columns * pitch + wall, rows * pitch + wall, 0);
  const random = randomNumbers(2024);
  const parents = new Int32Array(columns * rows).fill(-1);
  const order = [];
  const stack = [Math.floor(columns / 2)];
  parents[stack[0]] = stack[0];
  // Depth first: long, winding ways.
  while (stack.length) {
    const room = stack.at(-1);
    const [x, y] = [room % columns, Math.floor(room / columns)];
    const near = [];
    if (x > 0) near.push(room - 1);
    if (x + 1 < columns) near.push(room + 1);
    if (y > 0) near.push(room - columns);
    if (y + 1 < rows) near.push(room + columns);
    const free = near.filter(other => parents[other] < 0);
    if (!free.length) {
      order.push(stack.pop());
      continue;
    }
    const next = free[Math.floor(random() * free.length)];
    parents[next] = room;
    stack.push(next);
  }
  const shut = partsToShut(parents, order);
  const open = (room, from) => {
    const [x, y] = [room % columns, Math.floor(room / columns)].map(at => at * pitch + wall);
    fillRect(image, x, y, x + pitch - wall, y + pitch - wall, 255);
    if (shut.has(room) || from === room) return;
    const [dx, dy] = [(from % columns) - (room % columns), Math.floor(from / columns) - Math.floor(room / columns)];
    const [left, top] = [x + (dx < 0 ? -wall : 0), y + (dy < 0 ? -wall : 0)];
    fillRect(
      image,
      left,
      top,
      left + pitch - wall + Math.abs(dx) * wall,
      top + pitch - wall + Math.abs(dy) * wall,
      255,
    );
  };
  parents.forEach((from, room) => open(room, from));
  // The way in and the way out.
  fillRect(image, Math.floor(columns / 2) * pitch + wall, 0, Math.floor(columns / 2) * pitch + pitch, wall, 255);
  fillRect(image, 10 * pitch + wall, rows * pitch, 11 * pitch, rows * pitch + wall, 255);
  return image;
}

/** Rooms whose way back is walled up: three that have some hundred rooms behind them. */
function partsToShut(parents, order) {
  const behind = new Int32Array(parents.length).fill(1);
  const shut = new Set();
  for (const room of order) {
    if (shut.size < 3 && behind[room] >= 120 && behind[room] <= 320) {
      shut.add(room);
      continue;
    }
    if (parents[room] !== room) behind[parents[room]] += behind[room];
  }
  return shut;
}

/** The samples, with the bits of a pixel in the file. */
export const SAMPLES = { plan: [plan, 8], contours: [contours, 4], maze: [maze, 1] };

/** What is in a file, as 8 bits to the pixel. */
export const readSample = name => decode(readFileSync(fileURLToPath(new URL(`${name}.png`, import.meta.url))));

/** Whether a file has the pixels that its function draws. */
export function isCurrent(name) {
  const [draw, bits] = SAMPLES[name];
  const drawn = decode(encode(draw(), bits));
  return crc32(drawn.pixels) === crc32(readSample(name).pixels);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, [draw, bits]] of Object.entries(SAMPLES)) {
    if (!process.argv.includes('--check')) {
      writeFileSync(fileURLToPath(new URL(`${name}.png`, import.meta.url)), encode(draw(), bits));
    } else if (!isCurrent(name)) {
      console.error(`${name}.png is not what make.mjs draws`);
      process.exitCode = 1;
    }
  }
}
