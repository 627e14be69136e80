// The first page: what the game is, in one picture.
import type { Key } from '@lichess-org/chessground/types';
import { detect } from './api';
import { Board } from './board';
import { h } from './dom';
import type { View } from './main';

const FEN = 'r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2NB4/PP3PPP/R1BQK1NR';
const MOVED = 'd3';

export function openHome(): View {
  const board = new Board({
    label: 'A chain',
    config: { fen: FEN, viewOnly: true, coordinates: false, lastMove: ['f1', MOVED] as Key[] },
  });
  const element = h(
    'div',
    { class: 'home' },
    h('div', { class: 'home-board' }, board.element),
    h(
      'div',
      { class: 'home-words' },
      h('h1', {}, 'Switch-Side Chain-Chess'),
      h('p', { class: 'lead' }, 'Chess, with one more idea. Close a wall of pieces around two empty squares, and you may ',
        h('strong', {}, 'change sides'), ': your opponent’s army becomes yours, and you move again.'),
      h('div', { class: 'cards' },
        card('/play', 'Play', 'Against the engine, or two people at one board.'),
        card('/analyse', 'Analyse', 'Set a position or load a game, and see every chain.'),
        card('/learn', 'Learn', 'The rules in five minutes, and a dozen puzzles.'))),
  );
  return {
    element,
    title: 'Switch-Side Chain-Chess',
    shown: () => {
      board.resized();
      void detect(FEN, MOVED, 2).then(({ answer }) => {
        const chain = answer?.witness;
        if (chain) board.draw({ chains: [chain], enclosed: chain.encloses, at: MOVED });
      });
    },
    leave: () => board.destroy(),
  };
}

const card = (href: string, title: string, words: string): HTMLElement =>
  h('a', { class: 'card', href }, h('strong', {}, title), h('span', {}, words));
