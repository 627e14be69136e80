// One of the two futures: what the player holds then, the score, and the engine's line on a small board.
import type { Key } from '@lichess-org/chessground/types';
import type { Color, Future, PlayedMove } from '../api';
import { Board } from '../board';
import { attribute, button, fill, h } from '../dom';
import { lineMoves } from '../engine-line';
import { say } from '../messages';
import { colorHeld, colorName, other, scoreText } from '../score';
import type { ChainMove } from './chain-move';

/** What a board shows of which nothing is known. */
const EMPTY = '8/8/8/8/8/8/8/8';
type Position = Pick<PlayedMove, 'fen' | 'uci' | 'check' | 'turn'>;
const opposite = (color: Color): Color => (color === 'white' ? 'black' : 'white');

export class FutureCard {
  readonly element: HTMLElement;
  private readonly board: Board;
  private readonly title = h('h3');
  private readonly score = h('b', { class: 'score' });
  private readonly holds = h('span', { class: 'holds-words' });
  private readonly moves = h('p', { class: 'pv' });
  private readonly steps = h('div', { class: 'mini-steps', role: 'group' });
  private future: Future | null = null;
  private move: ChainMove | null = null;
  /** How many moves of the line are on the board; the first forms the chain. */
  private at = 1;

  constructor(private readonly decision: Future['decision']) {
    const label = say(decision === 'switch' ? 'futures.ifSwitch' : 'futures.ifStay');
    this.board = new Board({ label, config: { viewOnly: true, coordinates: true } });
    attribute(this.steps, 'aria-label', say(decision === 'switch' ? 'futures.stepSwitch' : 'futures.stepStay'));
    this.element = h(
      'article',
      { class: `future ${decision}` },
      h('header', {}, this.title, this.score),
      this.holds,
      this.board.element,
      this.steps,
      this.moves,
    );
  }

  /** Nothing is known about this move yet. */
  wait(move: ChainMove): void {
    this.future = null;
    this.move = move;
    this.at = 1;
    fill(
      this.title,
      say(`futures.${this.decision}`),
      move.decided === this.decision ? h('small', {}, ' ', say('futures.played')) : null,
    );
    fill(this.score, '…');
    fill(this.holds, ' ');
    fill(this.moves, ' ');
    const { played } = move;
    if (played) this.place(played, this.decision === 'switch' ? played.turn : opposite(played.turn));
    else {
      this.board.set({ fen: EMPTY, lastMove: undefined as never, check: false });
      this.board.draw({});
    }
    this.drawSteps();
  }

  show(future: Future, move: ChainMove): void {
    // The line may have changed beyond the moves that are looked at, or before.
    const before = this.future?.moves
      .slice(0, this.at)
      .map(({ uci }) => uci)
      .join();
    const stays =
      before ===
      future.moves
        .slice(0, this.at)
        .map(({ uci }) => uci)
        .join();
    if (!stays) this.at = 1;
    this.future = future;
    this.move = move;
    fill(this.score, scoreText(future.scores[move.by]));
    this.draw();
  }

  destroy(): void {
    this.board.destroy();
  }

  private goTo(at: number): void {
    this.at = Math.min(Math.max(at, 1), this.future?.moves.length ?? 1);
    this.draw();
  }

  private draw(): void {
    const { future, move } = this;
    const step = future?.moves[this.at - 1];
    if (!future || !move || !step) return;
    const color = colorName(future.holds[move.by]);
    const { who: name } = move;
    fill(this.holds, name === null ? say('futures.youHolding', { color }) : say('futures.holding', { name, color }));
    this.place(step, future.holds[move.by]);
    fill(this.moves, ...lineMoves(future.moves, count => this.goTo(count), this.at));
    this.drawSteps();
  }

  /** Shows a position. The player who decides sits at the bottom, whatever they hold then. */
  private place({ fen, uci, check, turn }: Position, orientation: Color): void {
    this.board.set({
      fen: fen.split(' ')[0]!,
      orientation,
      lastMove: [uci.slice(0, 2), uci.slice(2, 4)] as Key[],
      check: check ? turn : false,
    });
    const chain = this.move?.chain;
    this.board.draw(chain && this.at === 1 ? { chains: [chain], enclosed: chain.encloses } : {});
  }

  private drawSteps(): void {
    const end = this.future?.moves.length ?? 1;
    const step = this.future?.moves[this.at - 1];
    const focused = this.steps.contains(document.activeElement) ? document.activeElement?.textContent : null;
    const color = step && this.move ? colorName(colorHeld(this.move.by, step.white)) : '';
    const mover = step && (step.turn === 'white' ? step.white : other(step.white));
    fill(
      this.steps,
      button('‹', () => this.goTo(this.at - 1), { 'aria-label': say('futures.back'), disabled: this.at <= 1 }),
      h('span', { class: 'mini-place' }, mover && mover === this.move?.by ? say('futures.toMove', { color }) : color),
      button('›', () => this.goTo(this.at + 1), { 'aria-label': say('futures.forward'), disabled: this.at >= end }),
    );
    if (focused) [...this.steps.querySelectorAll('button')].find(({ textContent }) => textContent === focused)?.focus();
  }
}
