// Questions that a move may raise: which piece to promote to, and whether to switch.
import type { LegalMove } from './api';
import { announce, button, h } from './dom';

const NAMES: Record<string, string> = { q: 'queen', r: 'rook', b: 'bishop', n: 'knight' };

/** The question on the screen, if there is one: there is never a second. */
let withdraw: (() => void) | null = null;

/** Takes the question from the screen, since what it asks about is no more. It is answered with null. */
export function withdrawQuestion(): void {
  withdraw?.();
}

/** Shows a question over the board; resolves with the answer, or null for Escape, Cancel or a press outside. */
function ask<T>(
  host: HTMLElement,
  label: string,
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
    const cancel = button('Take the move back', () => answer(null), { class: 'cancel' });
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
  return ask<LegalMove>(host, 'Promote to', answer => [
    h('h2', {}, 'Promote to'),
    h(
      'div',
      { class: 'row promotion' },
      moves.map(move => {
        const role = NAMES[move.promotion ?? ''] ?? 'queen';
        const piece = document.createElement('piece');
        piece.className = `${color} ${role}`;
        return button(piece, () => answer(move), { class: 'spare cg-wrap', 'aria-label': role });
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
  const other = color === 'white' ? 'Black' : 'White';
  const words = `${move.san} closes a chain of ${move.chain?.squares.length ?? 0} pieces.`;
  announce(`${words} Switch or stay?`);
  const why = help && button('Help me decide', () => why?.replaceWith(help()), { class: 'why' });
  return ask<boolean>(host, 'Switch or stay?', answer => [
    h('h2', {}, 'Switch sides?'),
    h('p', {}, `${words} If you switch, you hold ${other} from now on, and you move again.`),
    h(
      'div',
      { class: 'row' },
      button(['Switch to ', other], () => answer(true), { class: 'primary', 'data-decision': 'switch' }),
      button('Stay', () => answer(false), { 'data-decision': 'stay' }),
    ),
    ...(why ? [why] : []),
  ]);
}
