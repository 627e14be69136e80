// A few large words over the board: a switch, the end of a run, the end of the game.
import { fill, h } from '../dom';
import type { Latest, Life } from '../latest';
import { pause } from '../latest';
import type { Words } from '../messages';

/** How long the banner is shown, in milliseconds; the style sheet fades it in this time. */
const BANNER_TIME = 2600;

export class Banner {
  readonly element = h('div', { class: 'switch-banner', hidden: true });
  private readonly shown: Latest;

  constructor(life: Life) {
    this.shown = life.latest();
  }

  hide(): void {
    this.shown.stop();
    this.element.hidden = true;
  }

  show(text: Words): void {
    // A new element starts its animation anew.
    fill(this.element, h('span', { class: 'banner-words' }, h('span', { 'aria-hidden': 'true' }, '⇄'), text));
    this.element.hidden = false;
    void this.shown.ask(
      signal => pause(BANNER_TIME, signal),
      () => {
        this.element.hidden = true;
      },
    );
  }
}
