// The board: chessground for the pieces, a layer under them for chains and enclosed squares, and a grid of
// labelled squares over them for the keyboard and for screen readers.
import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { Config } from '@lichess-org/chessground/config';
import type { Dests, Key, Piece } from '@lichess-org/chessground/types';
import type { Chain, Color, LegalMove } from './api';
import { fill, h, s } from './dom';

export const FILES = 'abcdefgh';
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** What is drawn on a board besides its pieces. */
export interface Drawing {
  /** Chains, each as a closed line. */
  chains?: Chain[];
  /** Squares to hatch. */
  enclosed?: string[];
  /** Open lines of pieces: the paths of the paper's detector. */
  paths?: string[][];
  /** The piece asked about. */
  at?: string | null;
}

export interface BoardOptions {
  label: string;
  config?: Config;
  /** A square was chosen with the keyboard. */
  onSquare?: (square: Key) => void;
  /** A key was pressed on a square and is not for moving about. True if it was used. */
  onKey?: (square: Key, key: string) => boolean;
}

let boards = 0;

export class Board {
  readonly element: HTMLElement;
  readonly ground: Api;
  private readonly id = `board${++boards}`;
  private readonly under = s('svg', { class: 'chain-layer under', viewBox: '0 0 8 8', 'aria-hidden': 'true' });
  private readonly over = s('svg', { class: 'chain-layer over', viewBox: '0 0 8 8', 'aria-hidden': 'true' });
  private readonly grid: HTMLElement;
  private readonly cells: HTMLElement[];
  private cursor: Key = 'e2';
  private drawing: Drawing = {};

  constructor(private readonly options: BoardOptions) {
    const frame = h('div', { class: 'cg-wrap' });
    this.cells = Array.from({ length: 64 }, () => h('div', { role: 'gridcell' }));
    const rows = Array.from({ length: 8 }, (_, row) => h('div', { role: 'row' }, this.cells.slice(8 * row, 8 * row + 8)));
    this.grid = h('div', { class: 'squares', role: 'grid', 'aria-label': options.label }, rows);
    this.element = h('div', { class: 'board' }, frame, this.grid);
    this.ground = Chessground(frame, {
      coordinates: true,
      coordinatesOnSquares: false,
      animation: { enabled: !matchMedia('(prefers-reduced-motion: reduce)').matches, duration: 200 },
      drawable: { enabled: false, visible: false },
      highlight: { lastMove: true, check: true },
      ...options.config,
      events: {
        ...options.config?.events,
        insert: elements => elements.container.append(this.under, this.over),
      },
    });
    this.grid.addEventListener('keydown', event => this.onKeydown(event));
    this.grid.addEventListener('focusin', () => this.element.classList.add('keyboard'));
    this.grid.addEventListener('focusout', () => this.element.classList.remove('keyboard'));
    this.labelSquares();
  }

  /** Changes what chessground shows. */
  set(config: Config): void {
    const turned = config.orientation && config.orientation !== this.ground.state.orientation;
    this.ground.set(config);
    if (turned) this.draw(this.drawing);
    this.labelSquares();
  }

  get orientation(): Color {
    return this.ground.state.orientation;
  }

  pieceOn(square: string): Piece | undefined {
    return this.ground.state.pieces.get(square as Key);
  }

  /** Measures the board again, after its size or place has changed. */
  resized(): void {
    this.ground.redrawAll();
  }

  destroy(): void {
    this.ground.destroy();
  }

  /** Draws chains, hatched squares and paths. */
  draw(drawing: Drawing): void {
    this.drawing = drawing;
    const { chains = [], enclosed = [], paths = [], at } = drawing;
    fill(
      this.under,
      hatch(this.id),
      ...enclosed.map(square => this.square(square, { class: 'enclosed', fill: `url(#hatch-${this.id})` })),
      ...chains.flatMap(chain => chain.squares.map(square => this.square(square, { class: 'chain-piece' }))),
      ...(at ? [this.square(at, { class: 'moved-piece' })] : []),
    );
    fill(
      this.over,
      ...chains.flatMap(chain => [this.line(chain.squares, true, 'chain-casing'), this.line(chain.squares, true, 'chain-line')]),
      ...paths.map((path, index) => this.line(path, false, `path-line path-${index}`)),
      ...(at ? [this.ring(at)] : []),
    );
    this.labelSquares();
  }

  private point(square: string): [number, number] {
    const x = FILES.indexOf(square[0] ?? 'a') + 0.5;
    const y = 8.5 - Number(square[1]);
    return this.orientation === 'white' ? [x, y] : [8 - x, 8 - y];
  }

  private square(square: string, props: Record<string, unknown>): SVGElement {
    const [x, y] = this.point(square);
    return s('rect', { x: x - 0.5, y: y - 0.5, width: 1, height: 1, ...props });
  }

  private ring(square: string): SVGElement {
    const [cx, cy] = this.point(square);
    return s('circle', { cx, cy, r: 0.45, class: 'moved-ring' });
  }

  private line(squares: string[], closed: boolean, css: string): SVGElement {
    const points = squares.map(square => this.point(square).join(',')).join(' ');
    return s(closed ? 'polygon' : 'polyline', { points, class: css });
  }

  /** Rewrites the labels of the squares. The cells stay, so that the focus does. */
  private labelSquares(): void {
    const focused = this.grid.contains(document.activeElement);
    this.cells.forEach((cell, index) => this.labelCell(cell, this.squareAt(index)));
    if (focused) this.focus(this.cursor);
  }

  /** The square of a cell, counted from the upper left of the board as it stands. */
  private squareAt(index: number): Key {
    const place = this.orientation === 'white' ? index : 63 - index;
    return `${FILES[place % 8]}${8 - Math.floor(place / 8)}` as Key;
  }

  private labelCell(cell: HTMLElement, square: Key): void {
    cell.dataset['square'] = square;
    cell.tabIndex = square === this.cursor ? 0 : -1;
    cell.setAttribute('aria-label', this.describe(square));
    cell.setAttribute('aria-selected', String(this.ground.state.selected === square));
  }

  private describe(square: Key): string {
    const piece = this.pieceOn(square);
    const marks = [
      this.drawing.enclosed?.includes(square) && 'enclosed',
      this.drawing.chains?.some(chain => chain.squares.includes(square)) && 'on the chain',
      this.drawing.at === square && 'moved last',
      this.ground.state.movable.dests?.get(this.ground.state.selected ?? 'a0')?.includes(square) && 'can be moved to',
    ].filter(Boolean);
    return [square, piece ? `${piece.color} ${piece.role}` : 'empty', ...marks].join(', ');
  }

  focus(square: Key): void {
    this.cursor = square;
    for (const cell of this.cells) {
      const here = cell.dataset['square'] === square;
      cell.tabIndex = here ? 0 : -1;
      if (here) cell.focus({ preventScroll: true });
    }
  }

  private onKeydown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) this.moveCursor(arrow);
    else if (event.key === 'Enter' || event.key === ' ') this.choose();
    else if (!this.options.onKey?.(this.cursor, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  private moveCursor([right, down]: [number, number]): void {
    const sign = this.orientation === 'white' ? 1 : -1;
    const file = FILES.indexOf(this.cursor[0] ?? 'a') + sign * right;
    const rank = Number(this.cursor[1]) - sign * down;
    if (file < 0 || file > 7 || rank < 1 || rank > 8) return;
    this.focus(`${FILES[file]}${rank}` as Key);
  }

  private choose(): void {
    if (this.options.onSquare) this.options.onSquare(this.cursor);
    else this.ground.selectSquare(this.cursor);
    this.labelSquares();
  }
}

/** Where the legal moves lead, as chessground wants it. */
export function destinations(legal: LegalMove[]): Dests {
  const dests: Dests = new Map();
  for (const move of legal) {
    const to = dests.get(move.from as Key) ?? [];
    if (!to.includes(move.to as Key)) to.push(move.to as Key);
    dests.set(move.from as Key, to);
  }
  return dests;
}

function hatch(id: string): SVGElement {
  return s(
    'defs',
    {},
    s(
      'pattern',
      { id: `hatch-${id}`, width: 0.2, height: 0.2, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
      s('rect', { width: 0.2, height: 0.2, class: 'hatch-ground' }),
      s('rect', { width: 0.08, height: 0.2, class: 'hatch-stripe' }),
    ),
  );
}
