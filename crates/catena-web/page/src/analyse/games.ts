// Games from PGN files: by paste, file or drop; the list of their games, and opening one.
import { indexPgn, openGame, type PgnEntry, type PgnGame } from '../api';
import { announce, button, fill, h, problem, reasonOf } from '../dom';
import type { Latest, Life } from '../latest';
import { say, sentences, type Words } from '../messages';
import { GameList } from './game-list';

export class Games {
  /** Takes a PGN. */
  readonly loader: HTMLDetailsElement;
  readonly list: GameList;
  readonly message = h('div', { class: 'games-message' });
  private readonly files: Latest;
  private readonly opening: Latest;
  private file = '';

  constructor(
    life: Life,
    private readonly onGame: (game: PgnGame) => void,
  ) {
    this.files = life.latest();
    this.opening = life.latest();
    this.list = new GameList(entry => this.open(entry), life);
    this.loader = this.makeLoader();
  }

  private makeLoader(): HTMLDetailsElement {
    const text = h('textarea', {
      rows: 4,
      'aria-label': 'PGN',
      placeholder: say('files.pasteHere'),
      spellcheck: 'false',
    });
    const file = h('input', {
      type: 'file',
      accept: '.pgn,text/plain',
      'aria-label': say('files.file'),
      onchange: async () => {
        const chosen = file.files?.[0];
        if (chosen) this.load(decode(await chosen.arrayBuffer()));
      },
    });
    const row = h(
      'div',
      { class: 'row' },
      button(say('files.load'), () => this.load(text.value), { class: 'primary' }),
      file,
    );
    return h('details', { class: 'panel pgn' }, h('summary', {}, say('files.loadGame')), text, row);
  }

  /** Takes what was dropped on the page. */
  async drop(event: DragEvent): Promise<void> {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    this.load(file ? decode(await file.arrayBuffer()) : (event.dataTransfer?.getData('text') ?? ''));
  }

  load(text: string): void {
    this.tell(null);
    if (!text.trim()) {
      this.tell(say('files.empty'));
      return;
    }
    void this.files.ask(
      signal => indexPgn(text, signal),
      ({ games, left_out: leftOut }) => {
        this.file = text;
        const [only, second] = games;
        if (!only) return this.tell(say('files.noGame'));
        if (second) this.list.open(games, leftOut);
        else this.list.close();
        if (!second) this.open(only);
        this.loader.open = false;
      },
      error => this.tell(error),
    );
  }

  private open(entry: PgnEntry): void {
    const { file } = this;
    void this.opening.ask(
      signal => openGame(file, entry, signal),
      game => {
        if (!game) return this.tell(say('files.unreadable'));
        const error = errorText(game);
        this.list.mark(entry);
        this.tell(error);
        this.onGame(game);
        announce(sentences(say('files.loaded', { n: game.moves.length }), error ?? ''));
      },
      error => this.tell(error),
    );
  }

  /** Says what is wrong with a file or a game; null takes it back. */
  tell(error: unknown): void {
    const place = h('div', { class: 'panel' }, problem(error));
    fill(this.message, error ? place : null);
  }
}

/** A file as text: UTF-8, or else Latin-1, as the PGN standard had it. */
export function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}

/** What is wrong with a game, and in which line of the file, unless the sentence says that itself. */
export function errorText({ error, error_at: place }: Pick<PgnGame, 'error' | 'error_at'>): Words | null {
  if (!error || !place || error.includes(`' on line ${place.line} `)) return error;
  return say('files.atLine', { reason: reasonOf(error), line: String(place.line) });
}
