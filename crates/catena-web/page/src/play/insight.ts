// What the engine says about a game, to those who ask: both futures of a chain, and the review after the game.
import type { GameState, Limit, PlayedMove } from '../api';
import { button, fill, h } from '../dom';
import { type ChainMove, FuturesPanel } from '../futures/futures';
import type { Life } from '../latest';
import { say, type Words } from '../messages';
import { ReviewPanel } from '../review/review';
import { type Cast, nameOf } from './cast';

/** A game that the engine is asked about. */
export interface AskedGame {
  /** Tells the game from others. */
  id: string;
  limit: Limit;
  cast: Cast;
}

/** Whom the engine calls by which name; null is the reader. */
const who = ({ cast }: AskedGame, by: PlayedMove['by']): Words | null => (by === cast.you ? null : nameOf(cast, by));

export class Insight {
  readonly element: HTMLElement;
  private readonly futures: FuturesPanel;
  private readonly review: ReviewPanel;
  private readonly offer = h('div', { class: 'row why' });
  private game: AskedGame | null = null;
  /** The half-move whose futures were asked for while the game goes on. */
  private asked: string | null = null;

  constructor(life: Life, goTo: (ply: number) => void) {
    this.futures = new FuturesPanel(life);
    this.review = new ReviewPanel(life, { names: () => this.names, goTo });
    this.element = h('div', { class: 'insight' }, this.offer, this.futures.element, this.review.element);
  }

  private get names(): { first: string; second: string } {
    const cast = this.game?.cast;
    return { first: cast ? String(nameOf(cast, 'first')) : '', second: cast ? String(nameOf(cast, 'second')) : '' };
  }

  /** The panel for a question, with the futures of the move that it asks about. */
  help(life: Life, move: ChainMove): HTMLElement {
    const panel = new FuturesPanel(life);
    panel.show(move);
    return panel.element;
  }

  /** Shows what there is to say about this position of the game. During the game nothing is said unasked. */
  show(about: AskedGame, game: GameState, ply: number): void {
    this.game = about;
    const last = game.history[ply - 1];
    const move = last?.may_switch ? chainMove(about, game, ply, last) : null;
    const key = `${about.id} ${game.history.slice(0, ply).map(({ uci }) => uci)}`;
    const isShown = !!game.outcome || this.asked === key;
    this.futures.show(isShown ? move : null);
    if (game.outcome) this.review.at(ply);
    else this.review.close();
    fill(this.offer, move && !isShown ? this.askButton(about, game, ply, key) : null);
  }

  private askButton(about: AskedGame, game: GameState, ply: number, key: string): HTMLElement {
    const ask = () => {
      this.asked = key;
      this.show(about, game, ply);
    };
    return button(say('play.why'), ask, { class: 'quiet' });
  }

  startReview(about: AskedGame, game: GameState): void {
    this.game = about;
    this.review.start({ limit: about.limit, moves: game.history.map(({ uci }) => uci) });
    this.review.at(game.history.length);
  }

  clear(): void {
    this.asked = null;
    this.futures.show(null);
    this.review.close();
    fill(this.offer);
  }
}

function chainMove(about: AskedGame, game: GameState, ply: number, last: PlayedMove): ChainMove {
  return {
    limit: about.limit,
    before: game.history.slice(0, ply - 1).map(({ uci }) => uci),
    move: last.uci.replace(/s$/, ''),
    by: last.by,
    chain: last.chain,
    played: last,
    who: who(about, last.by),
    decided: last.switched ? 'switch' : 'stay',
  };
}
