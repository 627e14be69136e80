// The games of a PGN file: a list that stays open, with search. Only the rows in sight are in the document, so that a
// thousand games open as quickly as one.
import type { PgnEntry } from '../api';
import { button, fill, h } from '../dom';
import type { Life } from '../latest';
import { onLanguage, say } from '../messages';

/** The height of a row, in pixels; the style sheet has the same. */
const ROW = 44;
/** Rows drawn beyond the edges. */
const SPARE = 6;

/** The text in which a search looks. */
export function searchText({ tags, number }: PgnEntry): string {
  return [number, ...Object.values(tags)].join(' ').toLowerCase();
}

/** The games whose tags have all words of the search. */
export function matching(games: readonly PgnEntry[], search: string): PgnEntry[] {
  const parts = search.toLowerCase().split(/\s+/).filter(Boolean);
  return games.filter(game => parts.every(part => searchText(game).includes(part)));
}

/** Which rows to draw, from the first to before the last. */
export function rowsInSight(scrollTop: number, height: number, count: number): [from: number, to: number] {
  const from = Math.max(Math.floor(scrollTop / ROW) - SPARE, 0);
  return [Math.min(from, count), Math.min(Math.ceil((scrollTop + height) / ROW) + SPARE, count)];
}

export class GameList {
  readonly element = h('section', { class: 'panel picker', 'aria-label': say('files.games'), hidden: true });
  private games: PgnEntry[] = [];
  private found: PgnEntry[] = [];
  private current: PgnEntry | null = null;
  private readonly title = h('h2');
  private readonly search = h('input', {
    type: 'search',
    placeholder: say('files.searchExample'),
    'aria-label': say('files.search'),
    oninput: () => this.find(),
  });
  private readonly rows = h('ul', { class: 'game-rows' });
  private readonly scroller = h('div', { class: 'game-scroller', onscroll: () => this.draw() }, this.rows);

  constructor(
    private readonly onGame: (entry: PgnEntry) => void,
    life: Life,
  ) {
    onLanguage(() => this.draw(), life.signal);
    const close = button(say('page.close'), () => this.close(), { 'aria-label': say('files.close') });
    this.element.append(h('div', { class: 'row spread' }, this.title, close), this.search, this.scroller);
  }

  open(games: PgnEntry[], leftOut: number): void {
    this.games = games;
    this.current = null;
    this.search.value = '';
    this.element.hidden = false;
    fill(
      this.title,
      leftOut ? say('files.countAndMore', { n: games.length, more: leftOut }) : say('files.count', { n: games.length }),
    );
    this.find();
  }

  close(): void {
    this.element.hidden = true;
  }

  /** Marks the game that is shown. */
  mark(entry: PgnEntry): void {
    this.current = entry;
    this.draw();
  }

  private find(): void {
    this.found = matching(this.games, this.search.value);
    this.scroller.scrollTop = 0;
    this.draw();
  }

  private draw(): void {
    const { found, scroller } = this;
    const [from, to] = rowsInSight(scroller.scrollTop, scroller.clientHeight || 300, found.length);
    this.rows.style.height = `${found.length * ROW}px`;
    const focused = this.rows.contains(document.activeElement)
      ? document.activeElement?.getAttribute('data-game')
      : null;
    fill(this.rows, ...found.slice(from, to).map((entry, index) => this.row(entry, from + index)));
    if (!found.length) fill(this.rows, h('li', { class: 'hint' }, say('files.noneFound')));
    if (focused) this.rows.querySelector<HTMLElement>(`[data-game="${focused}"]`)?.focus({ preventScroll: true });
  }

  private row(entry: PgnEntry, index: number): HTMLElement {
    const { tags, plies, number, error } = entry;
    const name = (tag: string) => tags[tag] || '?';
    const about = [tags['Event'], tags['Date']].filter(text => text && !text.startsWith('?'));
    const moves = say('files.moves', { n: Math.ceil(plies / 2) });
    const content = [
      h('span', { class: 'game-players' }, `${name('White')} – ${name('Black')}`),
      h('span', { class: 'game-result' }, tags['Result'] ?? ''),
      h(
        'span',
        { class: 'game-about' },
        [...about, moves].join(', '),
        error ? h('span', { class: 'game-error' }, ' ', say('files.notWhole')) : null,
      ),
    ];
    const props = { 'data-game': number, 'aria-current': this.current?.number === number ? 'true' : null };
    const row = h(
      'li',
      { 'aria-setsize': this.found.length, 'aria-posinset': index + 1 },
      button(content, () => this.onGame(entry), props),
    );
    row.style.top = `${index * ROW}px`;
    return row;
  }
}
