// The moves of a line, with its chains and switches; and reading a PGN file.
import type { GameState, PgnGame } from '../api';
import { button, h } from '../dom';

/** The list of moves, numbered as in a game score. */
export function moveList(game: GameState, ply: number, goTo: (ply: number) => void): HTMLElement {
  const list = h('ol', { class: 'moves', 'aria-label': 'Moves' });
  const number = Number(game.start.split(/\s+/)[5] ?? '1') || 1;
  const first = game.start_turn === 'white' ? 0 : 1;
  game.history.forEach((move, index) => {
    const turn = index + first;
    if (turn % 2 === 0 || index === 0) list.append(h('li', { class: 'number', 'aria-hidden': 'true' }, `${number + Math.floor(turn / 2)}${turn % 2 ? '…' : '.'}`));
    const marks = [
      move.chain && h('span', { class: 'mark chain', title: `Chain of ${move.chain.squares.length} pieces around ${move.chain.encloses.length} empty squares`, role: 'img', 'aria-label': 'forms a chain' }, '⬡'),
      move.switched && h('span', { class: 'mark switch', title: 'The player switched sides' }, '⇄', h('span', { class: 'visually-hidden' }, ' and switches sides')),
    ];
    const here = index + 1 === ply;
    list.append(h('li', {}, button([move.san, ...marks.filter(mark => !!mark)], () => goTo(index + 1), {
      class: `move${move.chain ? ' forms-chain' : ''}`, 'aria-current': here ? 'true' : null, 'data-ply': index + 1,
    })));
  });
  if (game.outcome) list.append(h('li', { class: 'outcome' }, game.outcome.text));
  return list;
}

/** Keeps the current move in sight without moving the page. */
export function scrollToCurrent(list: HTMLElement): void {
  const here = list.querySelector<HTMLElement>('[aria-current]');
  if (here) list.scrollTop = here.offsetTop - list.clientHeight / 2;
}

/** Buttons to step through a line. */
export function stepButtons(ply: number, end: number, goTo: (ply: number) => void): HTMLElement {
  const step = (label: string, sign: string, to: number, disabled: boolean) => button(sign, () => goTo(to), { 'aria-label': label, title: label, disabled });
  return h('div', { class: 'steps', role: 'group', 'aria-label': 'Step through the moves' },
    step('First position', '«', 0, ply === 0),
    step('Previous move', '‹', ply - 1, ply === 0),
    step('Next move', '›', ply + 1, ply === end),
    step('Last position', '»', end, ply === end));
}

/** Takes a PGN by paste, file or drop. */
export function pgnPanel(onPgn: (text: string) => void, open = false): HTMLElement {
  const text = h('textarea', { rows: 4, 'aria-label': 'PGN', placeholder: 'Paste a PGN here, or drop a file on the page', spellcheck: 'false' });
  const file = h('input', {
    type: 'file', accept: '.pgn,text/plain', 'aria-label': 'PGN file',
    onchange: async () => {
      const chosen = file.files?.[0];
      if (chosen) onPgn(await chosen.text());
    },
  });
  return h('details', { class: 'panel pgn', open }, h('summary', {}, 'Load a game (PGN)'), text,
    h('div', { class: 'row' }, button('Load', () => onPgn(text.value), { class: 'primary' }), file));
}

const tag = (game: PgnGame, name: string): string => game.tags.find(([key]) => key === name)?.[1] ?? '';
const known = (name: string): string => (name === '?' ? '' : name);

export const players = (game: PgnGame): [string, string] => [known(tag(game, 'White')), known(tag(game, 'Black'))];

/** A list of the games in a file, to choose from. */
export function gamePicker(games: PgnGame[], leftOut: number, onGame: (game: PgnGame) => void): HTMLElement {
  return h('div', { class: 'panel picker' }, h('h3', {}, `${games.length} games${leftOut ? `, and ${leftOut} more that are not shown` : ''}`),
    h('ul', {}, games.map(game => h('li', {}, button(
      `${tag(game, 'White') || '?'} – ${tag(game, 'Black') || '?'}, ${game.result}, ${Math.ceil(game.moves.length / 2)} moves${game.error ? ' (not whole)' : ''}`, () => onGame(game))))));
}
