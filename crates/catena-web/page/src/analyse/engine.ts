// The engine's lines, as they come, and the bar beside the board.
import { search, type Color, type GameState, type Limit, type Score, type SearchLine } from '../api';
import { button, choice, fill, h, refill, toggle } from '../dom';
import { problem } from '../theme';

export interface EngineHost {
  isOn: () => boolean;
  lines: () => number;
  setOn: (on: boolean) => void;
  setLines: (lines: number) => void;
  /** The first moves of a line were chosen. */
  play: (moves: string[]) => void;
}

/** From White's side, as people write it. */
export function scoreText(score: Score, turn: Color): string {
  const sign = turn === 'white' ? 1 : -1;
  if (score.mate !== null) {
    const mate = score.mate * sign;
    return `${mate < 0 ? '−' : ''}#${Math.abs(mate)}`;
  }
  const pawns = ((score.cp ?? 0) * sign) / 100;
  return `${pawns > 0 ? '+' : pawns < 0 ? '−' : ''}${Math.abs(pawns).toFixed(1)}`;
}

/** The same where there is little room. */
function shortScore(score: Score, turn: Color): string {
  return scoreText(score, turn).replace(/(\d\d)\.\d$/, '$1');
}

/** White's share of the bar, between 0 and 1. */
function share(score: Score, turn: Color): number {
  const sign = turn === 'white' ? 1 : -1;
  if (score.mate !== null) return score.mate * sign > 0 ? 1 : 0;
  return 1 / (1 + Math.exp((-sign * (score.cp ?? 0)) / 300));
}

export class EnginePanel {
  readonly element = h('section', { class: 'panel engine', 'aria-label': 'Engine' });
  readonly bar = h('div', { class: 'eval-bar', hidden: true });
  private running: AbortController | null = null;
  private key = '';
  private readonly list = h('ol', { class: 'lines', 'aria-label': 'Best lines' });
  private readonly note = h('div', { class: 'engine-note' });

  constructor(private readonly host: EngineHost) {
    this.show();
  }

  show(): void {
    const on = this.host.isOn();
    refill(
      this.element,
      h('div', { class: 'row spread' },
        toggle('Engine', on, value => this.host.setOn(value)),
        on ? choice('Lines', (['1', '2', '3', '4', '5'] as const).map(n => [n, n] as const), String(this.host.lines()) as '1', n => this.host.setLines(Number(n))) : null),
      on ? this.note : null,
      on ? this.list : null,
    );
    this.bar.hidden = !on;
  }

  /** Analyses this position; a search of the same position goes on. */
  analyse(game: GameState | null, moves: string[], start: string, limit: Limit): void {
    const key = JSON.stringify([start, limit, moves, this.host.lines(), this.host.isOn()]);
    if (key === this.key) return;
    this.stop();
    this.key = key;
    fill(this.list);
    fill(this.note);
    if (!this.host.isOn()) return;
    if (!game) fill(this.note, 'The engine needs a legal position with both kings.');
    else if (game.outcome) fill(this.note, game.outcome.text);
    else void this.run(game, moves, start, limit);
  }

  /** The bar stands as the board does: the side at the bottom grows from the bottom. */
  turn(flipped: boolean): void {
    this.bar.classList.toggle('flipped', flipped);
  }

  stop(): void {
    this.key = '';
    this.running?.abort();
    this.running = null;
  }

  private async run(game: GameState, moves: string[], start: string, limit: Limit): Promise<void> {
    const running = (this.running = new AbortController());
    const lines: SearchLine[] = [];
    fill(this.note, 'Thinking …');
    try {
      // A pause, so that stepping through a game does not start a search for each position.
      await new Promise(resolve => setTimeout(resolve, 150));
      if (running.signal.aborted) return;
      await search({ start, limit, moves, lines: this.host.lines(), ms: 60_000 }, line => {
        lines[line.line - 1] = line;
        this.report(lines, game.turn);
      }, running.signal);
    } catch (error) {
      if (!running.signal.aborted) fill(this.note, problem(error));
    }
  }

  private report(lines: SearchLine[], turn: Color): void {
    const best = lines[0];
    if (!best) return;
    const speed = best.ms > 0 ? `, ${Math.round(best.nodes / best.ms).toLocaleString('en')} thousand positions a second` : '';
    fill(this.note, `Depth ${best.depth}${speed}`);
    fill(this.list, ...lines.filter(Boolean).map(line => this.line(line, turn)));
    const white = share(best.score, turn);
    this.bar.style.setProperty('--white', `${(white * 100).toFixed(1)}%`);
    this.bar.setAttribute('role', 'img');
    this.bar.setAttribute('aria-label', `Evaluation ${scoreText(best.score, turn)} for White`);
    fill(this.bar, h('span', { class: white >= 0.5 ? 'low' : 'high' }, shortScore(best.score, turn)));
  }

  private line(line: SearchLine, turn: Color): HTMLElement {
    const moves = line.moves.map((move, index) => {
      const uci = line.moves.slice(0, index + 1).map(other => other.uci);
      return button([move.san, move.decision ? h('span', { class: `decision ${move.decision}` }, move.decision) : null], () => this.host.play(uci), { class: 'move' });
    });
    return h('li', {}, h('b', { class: 'score' }, scoreText(line.score, turn)), h('span', { class: 'pv' }, moves));
  }
}
