// Draws the answer over the image: the way out, the opening, the patch.
import type { Cell } from './api';
import type { Theme } from './paint';
import type { Verdict } from './protocol';
import type { Size, Viewport } from './viewport';

const COLOURS: Record<Theme, { way: string; halo: string; opening: string; patch: string; chosen: string }> = {
  light: { way: '#c2410c', halo: '#ffffff', opening: '#d11149', patch: '#1a66a8', chosen: '#1d1b19' },
  dark: { way: '#fdba74', halo: '#171614', opening: '#ff6b8b', patch: '#4e9fe3', chosen: '#f2f0ed' },
};

type Context = OffscreenCanvasRenderingContext2D;

export function drawVerdict(
  context: Context,
  verdict: Verdict,
  image: Size,
  view: Viewport,
  theme: Theme,
  pixelRatio: number,
): void {
  const colours = COLOURS[theme];
  if (verdict.leak) {
    drawWay(context, withExit(verdict.leak.turns, image), view, colours.way, colours.halo, pixelRatio);
    if (verdict.leak.narrowest)
      ring(context, verdict.leak.narrowest, view, colours.way, colours.halo, 4.5 * pixelRatio, pixelRatio);
  }
  if (verdict.patch?.state === 'found')
    drawCells(context, verdict.patch.cells, view, colours.patch, colours.halo, pixelRatio);
  if (verdict.closed) drawCells(context, verdict.closed.opening_cells, view, colours.opening, colours.halo, pixelRatio);
  ring(context, verdict.at, view, colours.chosen, colours.halo, 4 * pixelRatio, pixelRatio);
}

/** The way and one more cell, beyond the edge. */
function withExit(turns: Cell[], { width, height }: Size): Cell[] {
  const last = turns.at(-1);
  if (!last) return turns;
  const [x, y] = last;
  const before = turns.at(-2) ?? last;
  const exits: Cell[] = [];
  if (x === 0) exits.push([-1, y]);
  if (x === width - 1) exits.push([width, y]);
  if (y === 0) exits.push([x, -1]);
  if (y === height - 1) exits.push([x, height]);
  // Straight on, if that leads outside.
  const straight = exits.find(
    ([ex, ey]) => Math.sign(ex - x) === Math.sign(x - before[0]) && Math.sign(ey - y) === Math.sign(y - before[1]),
  );
  const exit = straight ?? exits[0];
  return exit ? [...turns, exit] : turns;
}

/** The middle of a cell on the screen. */
const middle = ([x, y]: Cell, view: Viewport): [number, number] => [
  (x + 0.5 - view.left) * view.scale,
  (y + 0.5 - view.top) * view.scale,
];

function drawWay(
  context: Context,
  cells: Cell[],
  view: Viewport,
  colour: string,
  halo: string,
  pixelRatio: number,
): void {
  context.beginPath();
  let [lastX, lastY] = [NaN, NaN];
  cells.forEach((cell, index) => {
    const [x, y] = middle(cell, view);
    if (index === 0) context.moveTo(x, y);
    // Steps that nobody sees would only cost time: a maze can have a million.
    else if (index < cells.length - 1 && Math.abs(x - lastX) + Math.abs(y - lastY) < 0.75) return;
    else context.lineTo(x, y);
    [lastX, lastY] = [x, y];
  });
  context.lineJoin = 'round';
  context.lineCap = 'round';
  const width = Math.min(Math.max(view.scale * 0.35, 2.5 * pixelRatio), 6 * pixelRatio);
  stroke(context, halo, width + 2 * pixelRatio);
  stroke(context, colour, width);
}

function stroke(context: Context, colour: string, width: number): void {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.stroke();
}

/** Cells as squares, large enough to be seen. */
function drawCells(
  context: Context,
  cells: Cell[],
  view: Viewport,
  colour: string,
  halo: string,
  pixelRatio: number,
): void {
  const side = Math.max(view.scale, 3.5 * pixelRatio);
  for (const [fill, more] of [
    [halo, pixelRatio],
    [colour, 0],
  ] as const) {
    context.fillStyle = fill;
    context.beginPath();
    for (const cell of cells) {
      const [x, y] = middle(cell, view);
      context.rect(x - side / 2 - more, y - side / 2 - more, side + 2 * more, side + 2 * more);
    }
    context.fill();
  }
  // A few cells of a large image are easily overlooked.
  const first = cells[Math.floor(cells.length / 2)];
  if (first && extent(cells) * view.scale < 12 * pixelRatio)
    ring(context, first, view, colour, halo, 10 * pixelRatio, pixelRatio);
}

/** How many columns or rows cells reach over. */
function extent(cells: Cell[]): number {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of cells) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return Math.max(right - left, bottom - top) + 1;
}

function ring(
  context: Context,
  cell: Cell,
  view: Viewport,
  colour: string,
  halo: string,
  radius: number,
  pixelRatio: number,
): void {
  const [x, y] = middle(cell, view);
  context.beginPath();
  context.arc(x, y, Math.max(radius, view.scale * 0.75), 0, 2 * Math.PI);
  stroke(context, halo, 4 * pixelRatio);
  stroke(context, colour, 2 * pixelRatio);
}
