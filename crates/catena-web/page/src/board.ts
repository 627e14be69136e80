// The board: chessground for the pieces, a layer under them for chains and enclosed squares, and a grid of
// labelled squares over them for the keyboard and for screen readers.
import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { Config } from '@lichess-org/chessground/config';
import type { Dests, Key, Piece } from '@lichess-org/chessground/types';
import type { Color, LegalMove } from './api';
import { fill, h, s } from './dom';
import { type Drawing, FILES, over, under } from './drawing';
import { Life } from './latest';
import { onLanguage, say, type Words } from './messages';

export { type Drawing, FILES } from './drawing';

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export interface BoardOptions {
  label: Words;
  config?: Config;
  /** A square was chosen with the keyboard. */
  onSquare?: (square: Key) => void;
  /** A key was pressed on a square and is not for moving about. True if it was used. */
  onKey?: (square: Key, key: string) => boolean;
}

/** How long the board takes to turn, in milliseconds. */
const TURN_TIME = 600;

const likesMotion = (): boolean => !matchMedia('(prefers-reduced-motion: reduce)').matches;

export class Board {
  readonly element: HTMLElement;
  readonly ground: Api;
  private readonly under = s('svg', { class: 'chain-layer under', viewBox: '0 0 8 8', 'aria-hidden': 'true' });
  private readonly over = s('svg', { class: 'chain-layer over', viewBox: '0 0 8 8', 'aria-hidden': 'true' });
  private readonly grid: HTMLElement;
  private readonly cells: HTMLElement[];
  private cursor: Key = 'e2';
  private drawing: Drawing = {};
  /** The piece that is chosen, as the labels say. */
  private labelled: Key | undefined;
  private readonly life = new Life();
  private turn: Animation | null = null;

  constructor(private readonly options: BoardOptions) {
    const frame = h('div', { class: 'cg-wrap' });
    this.cells = Array.from({ length: 64 }, () => h('div', { role: 'gridcell' }));
    const rows = Array.from({ length: 8 }, (_, row) =>
      h('div', { role: 'row' }, this.cells.slice(8 * row, 8 * row + 8)),
    );
    this.grid = h('div', { class: 'squares', role: 'grid', 'aria-label': options.label }, rows);
    this.element = h('div', { class: 'board' }, frame, this.grid);
    this.ground = Chessground(frame, {
      coordinates: true,
      coordinatesOnSquares: false,
      animation: { enabled: likesMotion(), duration: 200 },
      drawable: { enabled: false, visible: false },
      highlight: { lastMove: true, check: true },
      ...options.config,
      events: {
        ...options.config?.events,
        // Called whenever chessground builds the board anew.
        insert: elements => {
          elements.container.append(this.under, this.over);
          if (this.ground) measureAfresh(this.ground);
        },
      },
    });
    measureAfresh(this.ground);
    frame.addEventListener('pointerdown', leaveText, { capture: true });
    this.grid.addEventListener('keydown', event => this.onKeydown(event));
    this.grid.addEventListener('focusin', () => this.element.classList.add('keyboard'));
    this.grid.addEventListener('focusout', () => this.element.classList.remove('keyboard'));
    this.labelSquares();
    for (const type of ['mousedown', 'touchstart']) this.life.on(frame, type, () => this.labelSelected());
    for (const type of ['mouseup', 'touchend']) this.life.on(document, type, () => this.labelSelected());
    onLanguage(() => this.labelSquares(), this.life.signal);
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

  /** Draws the board again, after its element has come into the document. */
  resized(): void {
    this.ground.redrawAll();
  }

  destroy(): void {
    this.life.end();
    this.ground.destroy();
  }

  /** Draws chains, hatched squares and paths. */
  draw(drawing: Drawing): void {
    this.drawing = drawing;
    fill(this.under, ...under(drawing, this.orientation));
    fill(this.over, ...over(drawing, this.orientation));
    this.labelSquares();
  }

  /** Lets the chain that is drawn close before one's eyes. */
  close(): void {
    this.element.classList.remove('closing');
    // The style of the element without the class has to be known before it comes back, or nothing starts again.
    void this.element.offsetWidth;
    this.element.classList.add('closing');
    this.element.addEventListener('animationend', () => this.element.classList.remove('closing'), { once: true });
  }

  /** Shows that the board has just been turned round, by turning it. */
  spin(): void {
    if (!likesMotion()) return;
    this.turn?.cancel();
    this.element.classList.add('turning');
    // Not the frame: chessground takes its size from the frame, and may do so at any time.
    const { container } = this.ground.state.dom.elements;
    const turn = container.animate([{ transform: 'rotate(-180deg)' }, { transform: 'none' }], {
      duration: TURN_TIME,
      easing: 'ease-in-out',
    });
    this.turn = turn;
    turn.onfinish = turn.oncancel = () => {
      if (this.turn === turn) this.element.classList.remove('turning');
    };
  }

  /** Chessground has let a mouse or a finger choose a piece, or let go of it: the labels say so, too. */
  private labelSelected(): void {
    if (this.ground.state.selected !== this.labelled) this.labelSquares();
  }

  /** Rewrites the labels of the squares. The cells stay, so that the focus does. */
  private labelSquares(): void {
    this.labelled = this.ground.state.selected;
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
      this.drawing.enclosed?.includes(square) && say('board.enclosed'),
      this.drawing.chains?.some(chain => chain.squares.includes(square)) && say('board.onChain'),
      this.drawing.picked?.includes(square) && say('board.picked'),
      this.drawing.at === square && say('board.movedLast'),
      this.ground.state.movable.dests?.get(this.ground.state.selected ?? 'a0')?.includes(square) && say('board.target'),
    ].filter(Boolean);
    const held = piece ? say(`piece.${piece.color}_${piece.role}`) : say('board.empty');
    return [square, held, ...marks].join(', ');
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

/**
 * Lets chessground look where the board is each time it needs to know. It would remember the place until the window
 * scrolls or changes its size, and take a click for another square when something else moves the board. The size is the
 * one of the layout: while the board turns, the box around it is larger.
 */
function measureAfresh(ground: Api): void {
  const { dom } = ground.state;
  const { board, container } = dom.elements;
  const measure = (): DOMRectReadOnly => {
    const box = board.getBoundingClientRect();
    const [width, height] = [parseFloat(container.style.width), parseFloat(container.style.height)];
    return new DOMRectReadOnly(box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height);
  };
  dom.bounds = Object.assign(measure, { clear: () => undefined });
  dom.redrawNow();
}

/**
 * Chessground keeps the browser from moving the focus when its board is pressed. A text that is being written ends there
 * all the same: it is kept, and the keys are the view's again.
 */
function leaveText(): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && focused.matches('input, textarea, select')) focused.blur();
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
