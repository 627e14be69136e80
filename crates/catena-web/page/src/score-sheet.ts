// The moves of a game, with its chains and switches, and buttons to step through them.
import type { Chain, GameState } from './api';
import { button, h } from './dom';
import { type Message, say, type Words } from './messages';
import { NO_NAMES, outcomeText } from './score';

/** The list of moves, numbered as in a game score. */
export function moveList(game: GameState, ply: number, goTo: (ply: number) => void): HTMLElement {
  const list = h('ol', { class: 'moves', 'aria-label': say('sheet.moves') });
  const numbers = new MoveNumbers(game.start);
  game.history.forEach((move, index) => {
    const isWhite = numbers.isWhite(index);
    if (isWhite || index === 0) list.append(h('li', { class: 'number', 'aria-hidden': 'true' }, numbers.text(index)));
    const { chain } = move;
    const marks = [chain && chainMark(chainWords(chain)), move.switched && switchMark()];
    const props = {
      class: `move${chain ? ' forms-chain' : ''}`,
      'aria-current': index + 1 === ply ? 'true' : null,
      'data-ply': index + 1,
    };
    const entry = button([move.san, ...marks], () => goTo(index + 1), props);
    list.append(h('li', { class: isWhite ? 'white' : 'black' }, entry));
  });
  if (game.outcome) list.append(h('li', { class: 'outcome' }, outcomeText(game.outcome, NO_NAMES, game.white)));
  return list;
}

/** "Chain of 6 pieces around 2 empty squares". */
const chainWords = ({ squares, encloses }: Chain): Message =>
  say('board.chainOf', {
    pieces: say('board.pieces', { n: squares.length }),
    squares: say('board.emptySquares', { n: encloses.length }),
  });

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

export const chainMark = (title: Words): HTMLElement =>
  h('span', { class: 'mark chain', title, role: 'img', 'aria-label': say('sheet.formsChain') }, '⬡');

export const switchMark = (): HTMLElement =>
  h(
    'span',
    { class: 'mark switch', title: say('sheet.switchedTitle') },
    '⇄',
    h('span', { class: 'visually-hidden' }, ' ', say('sheet.switches')),
  );

/** Keeps the current move in sight without moving the page. */
export function scrollToCurrent(list: HTMLElement): void {
  const here = list.querySelector<HTMLElement>('[aria-current]');
  if (here) list.scrollTop = here.offsetTop - list.clientHeight / 2;
}

/** Buttons to step through a line. */
export function stepButtons(ply: number, end: number, goTo: (ply: number) => void): HTMLElement {
  const step = (label: Words, sign: string, to: number, disabled: boolean) =>
    button(sign, () => goTo(to), { 'aria-label': label, title: label, disabled });
  return h(
    'div',
    { class: 'steps', role: 'group', 'aria-label': say('sheet.step') },
    step(say('sheet.first'), '«', 0, ply === 0),
    step(say('sheet.previous'), '‹', ply - 1, ply === 0),
    step(say('sheet.next'), '›', ply + 1, ply === end),
    step(say('sheet.last'), '»', end, ply === end),
  );
}
