// Switch or stay: both futures of a move that forms a chain, each with the engine's line and score, on a small board that
// one can step through. Scores are those of the player who decides.
import { compare, type Future } from '../api';
import { fill, h, problem } from '../dom';
import type { Latest, Life } from '../latest';
import { say } from '../messages';
import { newViewId } from '../view-id';
import { advice, type Futures } from './advice';
import type { ChainMove } from './chain-move';
import { FutureCard } from './future-card';

/** How long the engine thinks about both, in milliseconds. */
const TIME = 3000;

export type { ChainMove } from './chain-move';

export class FuturesPanel {
  readonly element = h('section', { class: 'panel futures', 'aria-label': say('futures.label'), hidden: true });
  private readonly words = h('p', { class: 'advice', role: 'status' });
  private readonly place = h('div', { class: 'future-cards' });
  /** Made when they are first needed. */
  private cards: Record<Future['decision'], FutureCard> | null = null;
  private readonly comparisons: Latest;
  private readonly view = newViewId();
  private key = '';
  /** The newest of each. */
  private futures: Futures = {};

  constructor(life: Life) {
    this.comparisons = life.latest();
    life.onEnd(() => this.destroy());
    this.element.append(h('h2', {}, say('futures.title')), this.words, this.place);
  }

  /** Shows the futures of a move; the same move is not compared again. Null hides them. */
  show(move: ChainMove | null): void {
    const key = move ? JSON.stringify(move) : '';
    if (key === this.key) return;
    this.key = key;
    this.comparisons.stop();
    this.element.hidden = !move;
    if (!move) return;
    this.futures = {};
    fill(this.words, advice({}, move.by, move.who));
    const cards = this.makeCards();
    for (const card of Object.values(cards)) card.wait(move);
    const { start, limit, before } = move;
    const onFuture = (future: Future): void => {
      this.futures[future.decision] = future;
      cards[future.decision].show(future, move);
      fill(this.words, advice(this.futures, move.by, move.who));
    };
    void this.comparisons.ask(
      signal =>
        compare({ start, limit, moves: [...before], move: move.move, view: this.view, ms: TIME }, onFuture, signal),
      () => undefined,
      error => fill(this.words, problem(error)),
    );
  }

  private makeCards(): Record<Future['decision'], FutureCard> {
    this.cards ??= { switch: new FutureCard('switch'), stay: new FutureCard('stay') };
    fill(this.place, this.cards.switch.element, this.cards.stay.element);
    return this.cards;
  }

  private destroy(): void {
    for (const card of Object.values(this.cards ?? {})) card.destroy();
  }
}
