// The engine's lines, as they come, and the bar beside the board. Scores are those of a person, who keeps them through
// switches.
import { type GameState, type Player, type SearchLine, type Step, search } from '../api';
import { attribute, choice, fill, h, problem, refill, toggle } from '../dom';
import { lineMoves } from '../engine-line';
import { type Latest, type Life, pause } from '../latest';
import { number, say, type Words } from '../messages';
import { type Names, outcomeText, personText, scoreText, share, shortScore } from '../score';
import { newViewId } from '../view-id';
import type { Doc } from './document';
import { EngineOptions } from './engine-options';

export interface EngineHost {
  isOn: () => boolean;
  lines: () => number;
  setOn: (on: boolean) => void;
  setLines: (lines: number) => void;
  names: () => Names;
  /** The first moves of a line were chosen. */
  play: (steps: Step[]) => void;
}

const LINES = ['1', '2', '3', '4', '5'] as const;

/** Scores are shown for the player who began with White. */
const WHOSE: Player = 'first';

export class EnginePanel {
  readonly element = h('section', { class: 'panel engine', 'aria-label': say('engine.title') });
  readonly bar = h('div', { class: 'eval-bar', hidden: true });
  private readonly searches: Latest;
  private readonly options: EngineOptions;
  private readonly view = newViewId();
  /** What is being analysed, so that the same is not begun again. */
  private key = '';
  private again: (() => void) | null = null;
  private readonly list = h('ol', { class: 'lines', 'aria-label': say('engine.best') });
  private readonly note = h('div', { class: 'engine-note' });

  constructor(
    private readonly host: EngineHost,
    life: Life,
  ) {
    this.searches = life.latest();
    this.options = new EngineOptions(life, () => this.restart());
    // A hidden tab does not need the engine; what it has found is still in its memory when the tab comes back.
    life.on(document, 'visibilitychange', () => (document.hidden ? this.searches.stop() : this.restart()));
    this.show();
  }

  show(): void {
    const on = this.host.isOn();
    const lines = this.host.lines();
    const count = on
      ? choice(
          say('engine.lines'),
          LINES.map(n => [n, n] as const),
          String(lines) as '1',
          n => this.host.setLines(Number(n)),
        )
      : null;
    this.list.style.setProperty('--lines', String(lines));
    refill(
      this.element,
      h(
        'div',
        { class: 'row spread' },
        toggle(say('engine.title'), on, value => this.host.setOn(value)),
        count,
      ),
      on ? this.note : null,
      on ? this.list : null,
      on ? this.options.element : null,
    );
    this.bar.hidden = !on;
  }

  /** Analyses the position after these moves; a search of the same position goes on. */
  analyse(doc: Doc, path: readonly string[], game: GameState | null): void {
    const key = JSON.stringify([doc.start, doc.limit, path, this.host.lines(), this.host.isOn(), !game]);
    if (key === this.key) return;
    this.stop();
    this.key = key;
    fill(this.list);
    if (!this.host.isOn()) return;
    if (!game) {
      fill(this.note, say('engine.needsPosition'));
      this.showBar(0.5, '', say('engine.noEvaluation'));
    } else if (game.outcome) {
      const { winner } = game.outcome;
      const text = outcomeText(game.outcome, this.host.names(), game.white);
      fill(this.note, text);
      const points = winner === null ? '½' : winner === WHOSE ? '1' : '0';
      this.showBar(winner === null ? 0.5 : winner === WHOSE ? 1 : 0, points, text);
    } else {
      this.again = () => void this.run(doc, path, game);
      this.again();
    }
  }

  /** The bar stands as the board does. */
  turn(flipped: boolean): void {
    this.bar.classList.toggle('flipped', flipped);
  }

  stop(): void {
    this.key = '';
    this.again = null;
    this.searches.stop();
  }

  private restart(): void {
    if (!document.hidden) this.again?.();
  }

  private async run({ start, limit }: Doc, path: readonly string[], game: GameState): Promise<void> {
    const lines: SearchLine[] = [];
    fill(this.note, say('engine.thinking'));
    const think = async (signal: AbortSignal): Promise<unknown> => {
      // A pause, so that stepping through a game does not start a search for each position.
      await pause(150, signal);
      const limits = this.options.limits;
      return search(
        { start, limit, moves: [...path], lines: this.host.lines(), view: this.view, ...limits },
        line => {
          lines[line.line - 1] = line;
          this.report(lines, game.white);
        },
        signal,
      );
    };
    await this.searches.ask(
      think,
      () => undefined,
      error => fill(this.note, problem(error)),
    );
  }

  private report(lines: SearchLine[], white: Player): void {
    const best = lines[0];
    if (!best) return;
    const whose = personText(this.host.names(), WHOSE, white);
    const n = best.depth;
    const speed = best.ms > 0 ? number(Math.round(best.nodes / best.ms)) : null;
    const depth = speed === null ? say('engine.depth', { n }) : say('engine.depthAndSpeed', { n, speed });
    fill(this.note, h('span', {}, say('engine.scoresFor', { who: whose })), h('span', {}, depth));
    fill(this.list, ...lines.filter(Boolean).map(line => this.line(line)));
    const score = best.scores[WHOSE];
    this.showBar(share(score), shortScore(score), say('engine.evaluation', { score: scoreText(score), who: whose }));
  }

  private showBar(part: number, text: string, label: Words): void {
    this.bar.style.setProperty('--share', `${(part * 100).toFixed(1)}%`);
    this.bar.setAttribute('role', 'img');
    attribute(this.bar, 'aria-label', label);
    fill(this.bar, h('span', { class: part >= 0.5 ? 'low' : 'high' }, text));
  }

  private line(line: SearchLine): HTMLElement {
    const moves = lineMoves(line.moves, count => this.host.play(line.moves.slice(0, count)));
    return h('li', {}, h('b', { class: 'score' }, scoreText(line.scores[WHOSE])), h('span', { class: 'pv' }, moves));
  }
}
