// A player's plate: name, the colour held now, and the clock.
import type { Color } from '../api';
import { fill, h } from '../dom';

export function clockFace(ms: number): string {
  const left = Math.max(ms, 0);
  const tenths = left < 10_000;
  const seconds = tenths ? Math.floor(left / 100) / 10 : Math.ceil(left / 1000);
  const minutes = Math.floor(seconds / 60);
  const rest = seconds - minutes * 60;
  return `${minutes}:${tenths ? rest.toFixed(1).padStart(4, '0') : String(rest).padStart(2, '0')}`;
}

export class Plate {
  readonly element = h('div', { class: 'plate' });
  private readonly clock = h('span', { class: 'clock', role: 'timer' });

  show(name: string, color: Color, toMove: boolean, result: string): void {
    const king = document.createElement('piece');
    king.className = `${color} king`;
    this.element.className = `plate holds-${color}${toMove ? ' to-move' : ''}`;
    fill(this.element,
      h('span', { class: `holds ${color}` }, h('span', { class: 'cg-wrap', 'aria-hidden': 'true' }, king), color === 'white' ? 'White' : 'Black'),
      h('span', { class: 'name' }, name, toMove ? h('span', { class: 'visually-hidden' }, ', to move') : null),
      result ? h('span', { class: 'points' }, result) : null,
      this.clock);
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
