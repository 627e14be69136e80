// The moves of a line, with its chains and switches and what a PGN file says about them; and reading such a file.
import type { AnnotatedLine, GameState, PgnGame } from '../api';
import { button, h } from '../dom';
import { glyphs, words, type Aside } from './notes';

/** What a PGN file says beside the moves, and how to follow one of its variations. */
export interface Annotations {
  before: string[];
  asides: (Aside | undefined)[];
  /** A move of a variation was chosen: the whole line, and how many of its moves. */
  follow: (moves: string[], ply: number) => void;
}

/** The list of moves, numbered as in a game score. */
export function moveList(game: GameState, ply: number, goTo: (ply: number) => void, annotations?: Annotations): HTMLElement {
  const list = h('ol', { class: 'moves', 'aria-label': 'Moves' });
  const numbers = new Numbers(game);
  if (annotations?.before.length) list.append(comment(annotations.before));
  // After words in between, Black's move needs its number again.
  let interrupted = true;
  game.history.forEach((move, index) => {
    const aside = annotations?.asides[index];
    if (numbers.isWhite(index) || interrupted) list.append(h('li', { class: 'number', 'aria-hidden': 'true' }, numbers.text(index)));
    const marks = [
      aside?.glyphs ? h('span', { class: 'glyph' }, aside.glyphs) : null,
      move.chain && chainMark(`Chain of ${move.chain.squares.length} pieces around ${move.chain.encloses.length} empty squares`),
      move.switched && switchMark(),
    ];
    const here = index + 1 === ply;
    list.append(h('li', { class: numbers.isWhite(index) ? 'white' : 'black' }, button([move.san, ...marks.filter(mark => !!mark)], () => goTo(index + 1), {
      class: `move${move.chain ? ' forms-chain' : ''}`, 'aria-current': here ? 'true' : null, 'data-ply': index + 1,
    })));
    if (aside?.comments.length) list.append(comment(aside.comments));
    const path = game.history.slice(0, index).map(({ uci }) => uci);
    interrupted = !!aside && aside.comments.length + aside.others.length > 0;
    for (const other of aside?.others ?? []) list.append(h('li', { class: 'aside' }, variation(other, path, numbers, annotations!.follow)));
  });
  if (game.outcome) list.append(h('li', { class: 'outcome' }, game.outcome.text));
  return list;
}

/** How the half-moves of a game are numbered; the first has index 0. */
class Numbers {
  private readonly first: number;
  private readonly offset: number;

  constructor(game: GameState) {
    this.first = Number(game.start.split(/\s+/)[5] ?? '1') || 1;
    this.offset = game.start_turn === 'white' ? 0 : 1;
  }

  isWhite(index: number): boolean {
    return (index + this.offset) % 2 === 0;
  }

  text(index: number): string {
    return `${this.first + Math.floor((index + this.offset) / 2)}${this.isWhite(index) ? '.' : '…'}`;
  }
}

const chainMark = (title: string): HTMLElement => h('span', { class: 'mark chain', title, role: 'img', 'aria-label': 'forms a chain' }, '⬡');
const switchMark = (): HTMLElement =>
  h('span', { class: 'mark switch', title: 'The player switched sides' }, '⇄', h('span', { class: 'visually-hidden' }, ' and switches sides'));
const comment = (texts: string[]): HTMLElement => h('li', { class: 'aside comment' }, texts.join(' '));

/** A variation in running text; `path` are the moves before it. Variations in it follow the move that they replace. */
function variation(line: AnnotatedLine, path: string[], numbers: Numbers, follow: Annotations['follow']): HTMLElement {
  const parts: (HTMLElement | string)[] = words(line.comments).map(text => h('span', { class: 'comment' }, text));
  let interrupted = true;
  line.moves.forEach((uci, index) => {
    const at = path.length + index;
    const note = line.notes.find(({ ply }) => ply === at + 1);
    const number = numbers.isWhite(at) || interrupted ? `${numbers.text(at)} ` : '';
    parts.push(button([
      number ? h('span', { class: 'number' }, number) : null, line.san[index] ?? uci,
      note?.nags.length ? h('span', { class: 'glyph' }, glyphs(note.nags)) : null,
      line.chains.includes(at + 1) ? chainMark('Forms a chain') : null, uci.endsWith('s') ? switchMark() : null,
    ], () => follow([...path, ...line.moves], at + 1), { class: 'move' }));
    const said = words(note?.comments ?? []);
    parts.push(...said.map(text => h('span', { class: 'comment' }, text)));
    const before = [...path, ...line.moves.slice(0, index)];
    parts.push(...(note?.variations ?? []).map(inner => variation(inner, before, numbers, follow)));
    interrupted = said.length > 0 || (note?.variations.length ?? 0) > 0;
  });
  return h('span', { class: 'variation' }, '(', ...parts, ')');
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
export function pgnPanel(onPgn: (text: string) => void): HTMLDetailsElement {
  const text = h('textarea', { rows: 4, 'aria-label': 'PGN', placeholder: 'Paste a PGN here, or drop a file on the page', spellcheck: 'false' });
  const file = h('input', {
    type: 'file', accept: '.pgn,text/plain', 'aria-label': 'PGN file',
    onchange: async () => {
      const chosen = file.files?.[0];
      if (chosen) onPgn(await chosen.text());
    },
  });
  return h('details', { class: 'panel pgn' }, h('summary', {}, 'Load a game (PGN)'), text,
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
