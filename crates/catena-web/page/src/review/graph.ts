// The graph of a game: how good the chances of the player who began with White were after each half-move.
import { h, s } from '../dom';
import type { Words } from '../messages';

/** The graph's own units: one per half-move to the right, 100 from sure loss to sure win. */
const HEIGHT = 100;

/** The line through the chances, where a gap is a position that is not known yet. */
export function graphPath(chances: readonly (number | undefined)[]): string {
  let path = '';
  chances.forEach((chance, ply) => {
    if (chance === undefined) return;
    const starts = ply === 0 || chances[ply - 1] === undefined;
    path += `${starts ? 'M' : 'L'}${ply} ${round(HEIGHT * (1 - chance))}`;
  });
  return path;
}

/** The area between the line and the middle, for the positions that are known without a gap from the first. */
export function graphArea(chances: readonly (number | undefined)[]): string {
  const end = chances.indexOf(undefined);
  const known = chances.slice(0, end < 0 ? undefined : end) as number[];
  if (known.length < 2) return '';
  const points = known.map((chance, ply) => `${ply} ${round(HEIGHT * (1 - chance))}`);
  return `M0 ${HEIGHT / 2}L${points.join('L')}L${known.length - 1} ${HEIGHT / 2}Z`;
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** A mark on the graph. */
export interface GraphMark {
  ply: number;
  kind: string;
}

export class Graph {
  readonly element: HTMLElement;
  private readonly picture = s('svg', { class: 'graph', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  private readonly marks = h('div', { class: 'graph-marks', 'aria-hidden': 'true' });
  private readonly slider: HTMLInputElement;
  private last = 1;

  constructor(label: Words, goTo: (ply: number) => void) {
    this.slider = h('input', {
      type: 'range',
      min: 0,
      step: 1,
      class: 'graph-slider',
      'aria-label': label,
      oninput: () => goTo(Number(this.slider.value)),
    });
    this.element = h('div', { class: 'graph-place' }, this.picture, this.marks, this.slider);
  }

  /** `plies` is the number of half-moves; `describe` says in words what the graph shows at one of them. */
  show(chances: readonly (number | undefined)[], plies: number, marks: readonly GraphMark[]): void {
    this.last = Math.max(plies, 1);
    this.picture.setAttribute('viewBox', `0 0 ${this.last} ${HEIGHT}`);
    this.picture.replaceChildren(
      s('path', { class: 'graph-area', d: graphArea(chances) }),
      s('path', { class: 'graph-middle', d: `M0 ${HEIGHT / 2}H${this.last}` }),
      s('path', { class: 'graph-line', d: graphPath(chances) }),
    );
    this.marks.replaceChildren(
      ...marks.map(({ ply, kind }) => {
        const mark = h('span', { class: `graph-mark ${kind}` });
        mark.style.left = `${(100 * ply) / this.last}%`;
        mark.style.top = `${HEIGHT * (1 - (chances[ply] ?? 0.5))}%`;
        return mark;
      }),
    );
    this.slider.max = String(this.last);
  }

  /** Shows which position is on the board. */
  at(ply: number, words: string): void {
    this.slider.value = String(ply);
    this.slider.setAttribute('aria-valuetext', words);
    this.element.style.setProperty('--at', `${(100 * Math.min(ply, this.last)) / this.last}%`);
  }
}
