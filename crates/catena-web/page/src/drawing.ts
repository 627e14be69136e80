// What is drawn on a board besides its pieces, in the style of the pictures that catena-draw makes: hatched squares with
// a rim, a frame around the piece that moved, and the chain as a line with rounded corners under the pieces.
import type { Chain, Color } from './api';
import { s } from './dom';

export const FILES = 'abcdefgh';

/** The share of each link that its rounded corners take, at either end. */
const ROUNDING = 0.25;

export interface Drawing {
  /** Chains, each as a closed line. */
  chains?: Chain[];
  /** Squares to hatch. */
  enclosed?: string[];
  /** Pieces to tint: those on some chain. */
  marked?: string[];
  /** Squares that the visitor has picked. */
  picked?: string[];
  /** Open lines of pieces: the paths of the paper's detector. */
  paths?: string[][];
  /** The piece asked about. */
  at?: string | null;
  /** Moves to point out, from and to. */
  hints?: [from: string, to: string][];
}

/** The drawing of a chain, as every view shows it. */
export function chainDrawing(chain: Chain | null | undefined, at?: string | null): Drawing {
  return chain ? { chains: [chain], enclosed: chain.encloses, at: at ?? chain.squares[0] ?? null } : {};
}

type Point = readonly [x: number, y: number];

/** The middle of a square, in squares from the upper left corner of the board as it stands. */
export function point(square: string, orientation: Color): Point {
  const x = FILES.indexOf(square[0] ?? 'a') + 0.5;
  const y = 8.5 - Number(square[1]);
  return orientation === 'white' ? [x, y] : [8 - x, 8 - y];
}

const round = (value: number): number => Math.round(value * 1000) / 1000;
const text = ([x, y]: Point): string => `${round(x)} ${round(y)}`;
const towards = (from: Point, to: Point): Point => [
  from[0] + (to[0] - from[0]) * ROUNDING,
  from[1] + (to[1] - from[1]) * ROUNDING,
];

/** A closed line through these points, with rounded corners. */
export function closedPath(points: Point[]): string {
  const parts = points.map((from, index) => {
    const to = points[(index + 1) % points.length]!;
    const start = text(towards(from, to));
    return `${index ? `Q${text(from)} ${start}` : `M${start}`}L${text(towards(to, from))}`;
  });
  const [first, second] = points;
  return first && second ? `${parts.join('')}Q${text(first)} ${text(towards(first, second))}Z` : '';
}

/** The hatching of a square whose middle this is. */
function hatching([x, y]: Point): string {
  const [left, top] = [x - 0.5, y - 0.5];
  const stroke = (x1: number, y1: number, x2: number, y2: number) =>
    `M${text([left + x1, top + y1])}L${text([left + x2, top + y2])}`;
  return (
    [0.25, 0.5, 0.75, 1].map(step => stroke(0, step, step, 0)).join('') +
    [0.25, 0.5, 0.75].map(step => stroke(step, 1, 1, step)).join('')
  );
}

/** The line around a set of squares. */
export function rim(middles: Point[]): string {
  const known = new Set(middles.map(text));
  const sides: [dx: number, dy: number][] = [
    [0, -1],
    [0, 1],
    [-1, 0],
    [1, 0],
  ];
  return middles
    .flatMap(([x, y]) =>
      sides
        .filter(([dx, dy]) => !known.has(text([x + dx, y + dy])))
        .map(([dx, dy]) => {
          const from: Point = [x + dx / 2 - dy / 2, y + dy / 2 - dx / 2];
          const to: Point = [x + dx / 2 + dy / 2, y + dy / 2 + dx / 2];
          return `M${text(from)}L${text(to)}`;
        }),
    )
    .join('');
}

const path = (d: string, css: string): SVGElement[] =>
  d ? [s('path', { d, class: css, pathLength: css.startsWith('chain') && 1 })] : [];

/** What lies under the pieces. */
export function under(
  { chains = [], enclosed = [], marked = [], picked = [], at, hints = [] }: Drawing,
  orientation: Color,
): SVGElement[] {
  const middle = (square: string) => point(square, orientation);
  const tile = (square: string, css: string, inset = 0) => {
    const [x, y] = middle(square);
    return s('rect', {
      x: x - 0.5 + inset,
      y: y - 0.5 + inset,
      width: 1 - 2 * inset,
      height: 1 - 2 * inset,
      class: css,
    });
  };
  return [
    ...marked.map(square => tile(square, 'marked-piece')),
    ...picked.map(square => tile(square, 'picked')),
    ...enclosed.map(square => tile(square, 'enclosed')),
    ...path(enclosed.map(square => hatching(middle(square))).join(''), 'hatch'),
    ...path(rim(enclosed.map(middle)), 'enclosed-rim'),
    ...(at ? [tile(at, 'moved-frame', 0.045)] : []),
    ...chains.flatMap(chain => {
      const d = closedPath(chain.squares.map(middle));
      return [...path(d, 'chain-rim'), ...path(d, 'chain-line')];
    }),
    ...hints.flatMap(([from, to]) => {
      const [cx, cy] = middle(to);
      return [
        ...path(`M${text(middle(from))}L${text([cx, cy])}`, 'hint-line'),
        s('circle', { cx, cy, r: 0.14, class: 'hint-end' }),
      ];
    }),
  ];
}

/** What lies over the pieces. */
export function over({ paths = [] }: Drawing, orientation: Color): SVGElement[] {
  return paths.flatMap((squares, index) =>
    path(`M${squares.map(square => text(point(square, orientation))).join('L')}`, `path-line path-${index}`),
  );
}
