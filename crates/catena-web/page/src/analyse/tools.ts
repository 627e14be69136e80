// The tools: the position as FEN, copies and downloads, and how chains are judged.
import { address, animate, type Paper, position } from '../api';
import { copyText } from '../clipboard';
import { announce, button, download, fill, h, problem, reasonOf, toggle } from '../dom';
import type { Latest, Life } from '../latest';
import { type Message, say } from '../messages';
import { paperPanel } from './paper';
import type { Session } from './session';

export interface ToolsHost {
  session: Session;
  /** The FEN of the position shown, and the piece that moved last. */
  fen: () => string;
  at: () => string | null;
  /** A position was pasted. */
  setPosition: (fen: string) => void;
  pgn: (signal: AbortSignal) => Promise<string>;
}

/** Figure 9 of the paper, where its authors begin: the queen on f3 has just moved. */
const EXAMPLE = { fen: '1b4rk/n1p3pr/p1np3p/1p1pp3/3PP3/P1NPPQ2/N1PRK3/1B6 b - - 0 1', at: 'f3' };

export class Tools {
  readonly element: HTMLDetailsElement;
  private readonly fen = h('input', {
    'aria-label': 'FEN',
    spellcheck: 'false',
    class: 'fen',
    onchange: () => this.paste(this.fen.value.trim()),
  });
  private readonly min = h('input', {
    type: 'number',
    min: 1,
    max: 36,
    class: 'min-size',
    onchange: () => this.setMin(),
  });
  private readonly trouble = h('div', { class: 'fen-trouble' });
  private readonly exports = h('div', { class: 'row' });
  private readonly switches = h('div', { class: 'row' });
  private readonly published = h('div');
  private readonly checks: Latest;
  private readonly copies: Latest;

  constructor(
    private readonly host: ToolsHost,
    life: Life,
  ) {
    this.checks = life.latest();
    this.copies = life.latest();
    const { session } = host;
    const copy = (label: Message, done: Message, text: (signal: AbortSignal) => Promise<string>) =>
      button(label, event => this.copy(label, done, text, event.currentTarget as HTMLElement));
    this.element = h(
      'details',
      { class: 'panel tools' },
      h('summary', {}, say('tools.title')),
      h('label', { class: 'field wide' }, h('span', {}, 'FEN'), this.fen),
      this.trouble,
      h(
        'div',
        { class: 'row' },
        copy(say('tools.copyFen'), say('tools.fenCopied'), async () => host.fen()),
        copy(say('tools.copyPgn'), say('tools.pgnCopied'), signal => host.pgn(signal)),
        copy(say('tools.copyLink'), say('tools.linkCopied'), async () => location.origin + (await session.link())),
      ),
      h(
        'div',
        { class: 'row' },
        button(say('play.downloadPgn'), () => this.savePgn()),
        button(say('play.downloadGif'), () => this.saveGif()),
        this.exports,
      ),
      h('label', { class: 'field' }, h('span', {}, say('tools.minSize')), this.min),
      h('p', { class: 'hint' }, say('tools.paperHint')),
      this.switches,
      this.published,
      h(
        'div',
        { class: 'row' },
        button(say('tools.example'), () => this.example()),
      ),
    );
  }

  show(trouble: unknown): void {
    const { session, fen } = this.host;
    const { settings } = session;
    if (document.activeElement !== this.fen) this.fen.value = fen();
    if (document.activeElement !== this.min) this.min.value = String(settings.min);
    this.keepFocus(() =>
      fill(
        this.switches,
        toggle(say('tools.paper'), settings.paper, on => session.set({ paper: on })),
      ),
    );
    fill(this.trouble, trouble && !settings.edit ? noMoves(trouble) : null);
    this.showExports();
  }

  /** The paper's detector has answered, or was not asked. */
  showPaper(paper: Paper | null): void {
    const { session } = this.host;
    const panel =
      paper &&
      paperPanel(paper, { stages: () => session.settings.stages, setStages: stages => session.remember({ stages }) });
    fill(this.published, panel);
  }

  showExports(): void {
    const { session, fen, at } = this.host;
    const { min, show, flip } = session.settings;
    const orientation = flip ? 'black' : 'white';
    const draw = (format: string) =>
      address('draw', { fen: fen(), at: at(), min_size: min, show, format, orientation });
    fill(
      this.exports,
      h('a', { class: 'button', href: draw('svg'), download: 'catena.svg' }, say('tools.downloadSvg')),
      h('a', { class: 'button', href: draw('png'), download: 'catena.png' }, say('tools.downloadPng')),
    );
  }

  private keepFocus(act: () => void): void {
    const label = document.activeElement?.closest('label')?.textContent;
    const inside = this.switches.contains(document.activeElement);
    act();
    if (!inside) return;
    const again = [...this.switches.querySelectorAll('label')].find(({ textContent }) => textContent === label);
    again?.querySelector('input')?.focus({ preventScroll: true });
  }

  /** Takes a FEN if it is a board; otherwise says what is wrong, and everything stays as it is. */
  private paste(fen: string): void {
    const { session, setPosition } = this.host;
    if (!fen) {
      fill(this.trouble, problem(say('tools.emptyFen')));
      return;
    }
    void this.checks.ask(
      signal => position(fen, session.limit, signal),
      ({ error }) => {
        if (error) fill(this.trouble, problem(say('tools.noPosition', { reason: reasonOf(error) })));
        else setPosition(fen);
      },
      error => fill(this.trouble, problem(error)),
    );
  }

  private setMin(): void {
    const min = Math.min(36, Math.max(1, Math.round(Number(this.min.value)) || 2));
    this.min.value = String(min);
    this.host.session.set({ min, show: 0 });
  }

  private example(): void {
    this.host.setPosition(EXAMPLE.fen);
    this.host.session.set({ at: EXAMPLE.at });
  }

  private copy(
    label: Message,
    done: Message,
    text: (signal: AbortSignal) => Promise<string>,
    place: HTMLElement,
  ): void {
    void this.copies.ask(
      async signal => {
        if (!(await copyText(await text(signal)))) throw say('tools.cannotCopy');
      },
      () => {
        fill(place, say('tools.copied'));
        announce(done);
        setTimeout(() => fill(place, label), 1500);
      },
      error => fill(this.trouble, problem(error)),
    );
  }

  /** Saves the line that is shown, from its start to its end, as an animated picture. */
  private saveGif(): void {
    const { doc, snapshot, settings, limit } = this.host.session;
    const request = { start: doc.start ?? undefined, limit, moves: [...snapshot.line], flip: settings.flip };
    void this.copies.ask(
      signal => animate(request, signal),
      gif => download('catena.gif', gif),
      error => fill(this.trouble, problem(error)),
    );
  }

  private savePgn(): void {
    void this.copies.ask(
      signal => this.host.pgn(signal),
      pgn => download('catena.pgn', pgn, 'application/x-chess-pgn'),
      error => fill(this.trouble, problem(error)),
    );
  }
}

const noMoves = (trouble: unknown): HTMLElement =>
  h('p', { class: 'hint' }, say('tools.noMoves', { reason: reasonOf(trouble) }));
