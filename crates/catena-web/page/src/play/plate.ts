// A player's plate: name, the colour held now, what was taken with it, and the clock.
import type { Color } from '../api';
import { fill, h } from '../dom';
import { say, type Words } from '../messages';
import type { Role } from './material';

export function clockFace(ms: number): string {
  const left = Math.max(ms, 0);
  const tenths = left < 10_000;
  const seconds = tenths ? Math.floor(left / 100) / 10 : Math.ceil(left / 1000);
  const minutes = Math.floor(seconds / 60);
  const rest = seconds - minutes * 60;
  return `${minutes}:${tenths ? rest.toFixed(1).padStart(4, '0') : String(rest).padStart(2, '0')}`;
}

/** What a plate shows. */
export interface PlateState {
  name: Words;
  color: Color;
  isToMove: boolean;
  /** 1, 0 or ½ after the game. */
  points: string;
  /** The other colour's pieces that were taken. */
  taken: Role[];
  /** How much more this side has on the board, in pawns; 0 if it has not. */
  lead: number;
}

const opposite = (color: Color): Color => (color === 'white' ? 'black' : 'white');

export class Plate {
  readonly element: HTMLElement;
  private readonly clock = h('span', { class: 'clock', role: 'timer' });

  constructor(private readonly place: 'top' | 'bottom') {
    this.element = h('div', { class: `plate ${place}`, hidden: true });
  }

  show({ name, color, isToMove, points, taken, lead }: PlateState): void {
    this.element.hidden = false;
    this.element.className = `plate ${this.place} holds-${color}${isToMove ? ' to-move' : ''}`;
    fill(
      this.element,
      h(
        'span',
        { class: `holds ${color}` },
        h('span', { class: 'cg-wrap', 'aria-hidden': 'true' }, piece(color, 'king')),
        say(`color.${color}`),
      ),
      h('span', { class: 'name' }, name, isToMove ? h('span', { class: 'visually-hidden' }, say('game.toMove')) : null),
      points ? h('span', { class: 'points' }, points) : null,
      h('span', { class: 'taken' }, takenPieces(taken, opposite(color)), lead > 0 ? h('span', {}, `+${lead}`) : null),
      this.clock,
    );
  }

  hide(): void {
    this.element.hidden = true;
    fill(this.element);
  }

  tick(ms: number | null, running: boolean): void {
    this.clock.hidden = ms === null;
    if (ms === null) return;
    this.clock.classList.toggle('running', running);
    this.clock.classList.toggle('low', ms < 20_000);
    const face = clockFace(ms);
    if (this.clock.textContent !== face) this.clock.textContent = face;
  }
}

function piece(color: Color, role: Role): HTMLElement {
  const element = document.createElement('piece');
  element.className = `${color} ${role}`;
  return element;
}

/** Small pieces in a row, those of one kind close together. */
function takenPieces(roles: Role[], color: Color): HTMLElement | null {
  if (!roles.length) return null;
  const kinds = [...new Set(roles)];
  const label = say('game.hasTaken', { pieces: kinds.map(kind => countOf(roles, kind)).join(', ') });
  return h(
    'span',
    { class: 'cg-wrap', role: 'img', 'aria-label': label, title: label },
    kinds.map(kind =>
      h(
        'span',
        {},
        roles.filter(role => role === kind).map(role => piece(color, role)),
      ),
    ),
  );
}

const countOf = (roles: Role[], kind: Role): Words =>
  say(`game.taken_${kind}`, { n: roles.filter(role => role === kind).length });
