// The moves of a game, with its chains and switches, and buttons to step through them.
import type { GameState } from './api';
import { button, h } from './dom';

/** The list of moves, numbered as in a game score. */
export function moveList(game: GameState, ply: number, goTo: (ply: number) => void): HTMLElement {
  const list = h('ol', { class: 'moves', 'aria-label': 'Moves' });
  const numbers = new MoveNumbers(game.start);
  game.history.forEach((move, index) => {
    const isWhite = numbers.isWhite(index);
    if (isWhite || index === 0) list.append(h('li', { class: 'number', 'aria-hidden': 'true' }, numbers.text(index)));
    const { chain } = move;
    const marks = [
      chain && chainMark(`Chain of ${chain.squares.length} pieces around ${chain.encloses.length} empty squares`),
      move.switched && switchMark(),
    ];
    const props = {
      class: `move${chain ? ' forms-chain' : ''}`,
      'aria-current': index + 1 === ply ? 'true' : null,
      'data-ply': index + 1,
    };
    const entry = button([move.san, ...marks], () => goTo(index + 1), props);
    list.append(h('li', { class: isWhite ? 'white' : 'black' }, entry));
  });
  if (game.outcome) list.append(h('li', { class: 'outcome' }, game.outcome.text));
  return list;
}

/** How the half-moves after a position are numbered; the first has index 0. */
export class MoveNumbers {
  private readonly first: number;
  private readonly offset: number;

  constructor(fen: string) {
    const fields = fen.split(/\s+/);
    this.first = Number(fields[5] ?? '1') || 1;
    this.offset = fields[1] === 'b' ? 1 : 0;
  }

  isWhite(index: number): boolean {
    return (index + this.offset) % 2 === 0;
  }

  /** "6." for a move of White, "6…" for one of Black. */
  text(index: number): string {
    return `${this.first + Math.floor((index + this.offset) / 2)}${this.isWhite(index) ? '.' : '…'}`;
  }
}

export const chainMark = (title: string): HTMLElement =>
  h('span', { class: 'mark chain', title, role: 'img', 'aria-label': 'forms a chain' }, '⬡');

export const switchMark = (): HTMLElement =>
  h(
    'span',
    { class: 'mark switch', title: 'The player switched sides' },
    '⇄',
    h('span', { class: 'visually-hidden' }, ' and switches sides'),
  );

/** Keeps the current move in sight without moving the page. */
export function scrollToCurrent(list: HTMLElement): void {
  const here = list.querySelector<HTMLElement>('[aria-current]');
  if (here) list.scrollTop = here.offsetTop - list.clientHeight / 2;
}

/** Buttons to step through a line. */
export function stepButtons(ply: number, end: number, goTo: (ply: number) => void): HTMLElement {
  const step = (label: string, sign: string, to: number, disabled: boolean) =>
    button(sign, () => goTo(to), { 'aria-label': label, title: label, disabled });
  return h(
    'div',
    { class: 'steps', role: 'group', 'aria-label': 'Step through the moves' },
    step('First position', '«', 0, ply === 0),
    step('Previous move', '‹', ply - 1, ply === 0),
    step('Next move', '›', ply + 1, ply === end),
    step('Last position', '»', end, ply === end),
  );
}
