// What the engine says about a game, to those who ask: both futures of a chain, and the review after the game.
import type { GameState, PlayedMove } from '../api';
import { button, fill, h } from '../dom';
import { type ChainMove, FuturesPanel } from '../futures/futures';
import type { Life } from '../latest';
import { say, type Words } from '../messages';
import { ReviewPanel } from '../review/review';
import { nameOf } from './cast';
import { castOf, type Match } from './match';

/** Whom the engine calls by which name; null is the reader. */
const who = (match: Match, by: PlayedMove['by']): Words | null =>
  match.opponent === 'engine' && by === match.you ? null : nameOf(castOf(match), by);

export class Insight {
  readonly element: HTMLElement;
  private readonly futures: FuturesPanel;
  private readonly review: ReviewPanel;
  private readonly offer = h('div', { class: 'row why' });
  private match: Match | null = null;
  /** The half-move whose futures were asked for while the game goes on. */
  private asked: string | null = null;

  constructor(life: Life, goTo: (ply: number) => void) {
    this.futures = new FuturesPanel(life);
    this.review = new ReviewPanel(life, { names: () => this.names, goTo });
    this.element = h('div', { class: 'insight' }, this.offer, this.futures.element, this.review.element);
  }

  private get names(): { first: string; second: string } {
    const cast = this.match && castOf(this.match);
    return { first: cast ? String(nameOf(cast, 'first')) : '', second: cast ? String(nameOf(cast, 'second')) : '' };
  }

  /** The panel for a question, with the futures of the move that it asks about. */
  help(life: Life, move: ChainMove): HTMLElement {
    const panel = new FuturesPanel(life);
    panel.show(move);
    return panel.element;
  }

  /** Shows what there is to say about this position of the game. During the game nothing is said unasked. */
  show(match: Match, game: GameState, ply: number): void {
    this.match = match;
    const last = game.history[ply - 1];
    const move = last?.may_switch ? chainMove(match, game, ply, last) : null;
    const key = `${match.id} ${game.history.slice(0, ply).map(({ uci }) => uci)}`;
    const isShown = !!game.outcome || this.asked === key;
    this.futures.show(isShown ? move : null);
    if (game.outcome) this.review.at(ply);
    else this.review.close();
    fill(this.offer, move && !isShown ? this.askButton(match, game, ply, key) : null);
  }

  private askButton(match: Match, game: GameState, ply: number, key: string): HTMLElement {
    const ask = () => {
      this.asked = key;
      this.show(match, game, ply);
    };
    return button(say('play.why'), ask, { class: 'quiet' });
  }

  startReview(match: Match, game: GameState): void {
    this.match = match;
    this.review.start({ limit: match.limit, moves: game.history.map(({ uci }) => uci) });
    this.review.at(game.history.length);
  }

  clear(): void {
    this.asked = null;
    this.futures.show(null);
    this.review.close();
    fill(this.offer);
  }
}

function chainMove(match: Match, game: GameState, ply: number, last: PlayedMove): ChainMove {
  return {
    limit: match.limit,
    before: game.history.slice(0, ply - 1).map(({ uci }) => uci),
    move: last.uci.replace(/s$/, ''),
    by: last.by,
    chain: last.chain,
    who: who(match, last.by),
    decided: last.switched ? 'switch' : 'stay',
  };
}
