// Questions that a move may raise: which piece to promote to, and whether to switch.
import type { LegalMove } from './api';
import { announce, button, h } from './dom';
import { say, sentences, type Words } from './messages';

const ROLES = { q: 'queen', r: 'rook', b: 'bishop', n: 'knight' } as const;

/** The question on the screen, if there is one: there is never a second. */
let withdraw: (() => void) | null = null;

/** Takes the question from the screen, since what it asks about is no more. It is answered with null. */
export function withdrawQuestion(): void {
  withdraw?.();
}

/** Shows a question over the board; resolves with the answer, or null for Escape, Cancel or a press outside. */
function ask<T>(
  host: HTMLElement,
  label: Words,
  content: (answer: (value: T) => void) => HTMLElement[],
): Promise<T | null> {
  withdrawQuestion();
  return new Promise(resolve => {
    const before = document.activeElement as HTMLElement | null;
    const dialog = h('dialog', { class: 'question', 'aria-label': label });
    const answer = (value: T | null) => {
      withdraw = null;
      dialog.remove();
      before?.focus?.({ preventScroll: true });
      resolve(value);
    };
    withdraw = () => answer(null);
    const cancel = button(say('question.takeBack'), () => answer(null), { class: 'cancel' });
    dialog.append(...content(answer), cancel);
    dialog.addEventListener('cancel', event => {
      event.preventDefault();
      answer(null);
    });
    // Only the backdrop belongs to the dialog itself; what is in it covers the rest.
    dialog.addEventListener('click', event => event.target === dialog && !isInside(dialog, event) && answer(null));
    host.append(dialog);
    placeBesideBoard(dialog);
    dialog.showModal();
  });
}

function isInside(dialog: HTMLElement, { clientX: x, clientY: y }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}

/** Puts a question over the panels beside the board, so that the chain stays in sight. On a phone the style sheet does. */
function placeBesideBoard(dialog: HTMLElement): void {
  const side = document.querySelector('.table > .side')?.getBoundingClientRect();
  if (!side || side.left < 400) return;
  dialog.style.left = `${side.left}px`;
  dialog.style.width = `${side.width}px`;
}

/** Which of several moves between the same squares is meant. Null if the player thinks better of it. */
export function askPromotion(host: HTMLElement, moves: LegalMove[], color: string): Promise<LegalMove | null> {
  if (moves.length < 2) return Promise.resolve(moves[0] ?? null);
  return ask<LegalMove>(host, say('question.promote'), answer => [
    h('h2', {}, say('question.promote')),
    h(
      'div',
      { class: 'row promotion' },
      moves.map(move => {
        const role = ROLES[move.promotion as keyof typeof ROLES] ?? 'queen';
        const piece = document.createElement('piece');
        piece.className = `${color} ${role}`;
        return button(piece, () => answer(move), { class: 'spare cg-wrap', 'aria-label': say(`role.${role}`) });
      }),
    ),
  ]);
}

/** Switch or stay? Null takes the move back. `help` makes what helps to decide, for those who want it. */
export function askSwitch(
  host: HTMLElement,
  move: LegalMove,
  color: string,
  help?: () => HTMLElement,
): Promise<boolean | null> {
  const other = say(color === 'white' ? 'color.black' : 'color.white');
  const pieces = say('board.pieces', { n: move.chain?.squares.length ?? 0 });
  const words = say('question.closes', { move: move.san, pieces });
  announce(sentences(words, say('question.switchOrStay')));
  const why = help && button(say('question.help'), () => why?.replaceWith(help()), { class: 'why' });
  return ask<boolean>(host, say('question.switchOrStay'), answer => [
    h('h2', {}, say('question.title')),
    h('p', {}, words, ' ', say('question.ifYouSwitch', { color: other })),
    h(
      'div',
      { class: 'row' },
      button(say('question.switchTo', { color: other }), () => answer(true), {
        class: 'primary',
        'data-decision': 'switch',
      }),
      button(say('question.stay'), () => answer(false), { 'data-decision': 'stay' }),
    ),
    ...(why ? [why] : []),
  ]);
}
