// The review of a game: its graph, what was missed, its best moments, and one click to each position.
import { type Limit, type ReviewedMove, type ReviewedPosition, type ReviewSummary, review, type Step } from '../api';
import { announce, button, fill, h, problem } from '../dom';
import { lineText } from '../engine-line';
import type { Latest, Life } from '../latest';
import { onLanguage, say, sentences, type Words } from '../messages';
import { type Names, nameOf, personText, scoreText } from '../score';
import { newViewId } from '../view-id';
import { Graph } from './graph';
import { kindWords, lossWords, moveWords, ROWS } from './words';

export interface ReviewedGame {
  start?: string | undefined;
  limit: Limit;
  moves: readonly string[];
}

export interface ReviewHost {
  names: () => Names;
  /** A position of the game was chosen: the one after so many half-moves. */
  goTo: (ply: number, game: ReviewedGame) => void;
  /** A better line was chosen, from the position after so many half-moves. Without it the lines are only shown. */
  follow?: (ply: number, game: ReviewedGame, steps: Step[]) => void;
}

export class ReviewPanel {
  readonly element = h('section', { class: 'panel review', 'aria-label': say('review.title') });
  private readonly reviews: Latest;
  private readonly view = newViewId();
  private readonly graph: Graph;
  private readonly progress = h('progress', { 'aria-label': say('review.progress') });
  private readonly here = h('p', { class: 'review-here' });
  private readonly more = h('div', { class: 'review-more' });
  private readonly trouble = h('div');
  private positions: (ReviewedPosition | undefined)[] = [];
  private moves: (ReviewedMove | undefined)[] = [];
  private plies = 0;
  private ply = 0;
  /** Whether the position on the board is none of the game. */
  private isAside = false;
  /** The game under review, or the one that was reviewed. */
  private game: ReviewedGame | null = null;

  constructor(
    life: Life,
    private readonly host: ReviewHost,
  ) {
    this.reviews = life.latest();
    this.graph = new Graph(say('review.position'), ply => this.goTo(ply));
    this.element.append(
      h('h2', {}, say('review.title')),
      this.progress,
      this.graph.element,
      this.here,
      this.more,
      this.trouble,
    );
    this.element.hidden = true;
    onLanguage(() => this.at(this.ply), life.signal);
  }

  private goTo(ply: number): void {
    if (this.game) this.host.goTo(ply, this.game);
  }

  /** Reviews a game. */
  start(game: ReviewedGame): void {
    if (this.game && keyOf(this.game) === keyOf(game)) return;
    this.game = game;
    this.positions = [];
    this.moves = [];
    this.plies = game.moves.length;
    this.element.hidden = false;
    this.progress.hidden = false;
    this.progress.max = this.plies + 1;
    this.progress.value = 0;
    fill(this.more);
    fill(this.trouble);
    const { start, limit } = game;
    const request = { start, limit, moves: [...game.moves], view: this.view };
    const on = {
      start: () => {
        this.positions = [];
        this.moves = [];
      },
      position: (position: ReviewedPosition) => {
        this.positions[position.ply] = position;
        this.progress.value = this.positions.filter(Boolean).length;
        this.draw();
      },
      move: (move: ReviewedMove) => {
        this.moves[move.ply] = move;
        this.draw();
      },
      summary: (summary: ReviewSummary) => this.summarise(summary),
    };
    void this.reviews.ask(
      signal => review(request, on, signal),
      () => undefined,
      error => fill(this.trouble, problem(error)),
    );
  }

  /** Ends the review and hides it. */
  close(): void {
    this.reviews.stop();
    this.game = null;
    this.element.hidden = true;
  }

  /** The position after so many half-moves of the game is on the board. */
  at(ply: number, isAside = false): void {
    this.isAside = isAside;
    this.ply = ply;
    if (!this.element.hidden) this.drawHere();
  }

  /**
   * The position after these moves is on the board: one of the game, or one of a line beside it. The review stays as long
   * as its game is there.
   */
  along(path: readonly string[], isThere: (game: ReviewedGame) => boolean): void {
    if (this.game && !isThere(this.game)) this.close();
    const moves = this.game?.moves ?? path;
    const beside = path.findIndex((uci, index) => uci !== moves[index]);
    this.at(beside < 0 ? path.length : beside, beside >= 0);
  }

  private draw(): void {
    const marks = this.moves.flatMap(move => (move ? move.kinds.map(kind => ({ ply: move.ply, kind })) : []));
    const bad = this.moves.flatMap(move =>
      move && (move.grade === 'mistake' || move.grade === 'blunder') ? [{ ply: move.ply, kind: move.grade }] : [],
    );
    const chances = Array.from({ length: this.plies + 1 }, (_, ply) => this.positions[ply]?.chance.first);
    this.graph.show(chances, this.plies, [...bad, ...marks]);
    this.drawHere();
  }

  /** What there is to say about the position on the board, and the move that led to it. */
  private drawHere(): void {
    if (this.isAside) return this.drawAside();
    const position = this.positions[this.ply];
    const move = this.moves[this.ply];
    const names = this.host.names();
    const score = position
      ? say('review.scoreFor', {
          score: scoreText(position.scores.first),
          person: personText(names, 'first', position.white),
        })
      : say('review.notYet');
    const verdict = move
      ? say('review.here', {
          move: moveWords(move),
          kinds: [...new Set([move.grade, ...move.kinds])].map(kindWords).join(', '),
        })
      : '';
    this.graph.at(this.ply, sentences(verdict, score));
    const { follow } = this.host;
    const better = move?.better.length ? move.better : null;
    fill(
      this.here,
      verdict ? [h('strong', {}, verdict), ' '] : null,
      `${score}.`,
      better ? [' ', say('review.better'), ' '] : null,
      better && follow
        ? button(lineText(better), () => this.game && follow(this.ply - 1, this.game, better), { class: 'move better' })
        : null,
      better && !follow ? lineText(better) : null,
    );
  }

  private drawAside(): void {
    const words = say('review.elsewhere');
    this.graph.at(this.ply, String(words));
    fill(this.here, words);
  }

  private summarise({ players, moments }: ReviewSummary): void {
    this.progress.hidden = true;
    const names = this.host.names();
    const list = moments.map(({ ply, player, kind, weight }) => {
      const move = this.moves[ply];
      const text = [
        h('span', { class: `dot ${kind}`, 'aria-hidden': 'true' }),
        h('b', {}, move ? moveWords(move) : say('review.halfMove', { n: ply })),
      ];
      const loss = kind === 'great' ? '' : lossWords(weight);
      const words = say('review.moment', { name: nameOf(names, player), kind: kindWords(kind), loss });
      return h(
        'li',
        {},
        button([...text, ' ', words], () => this.goTo(ply), { class: 'moment' }),
      );
    });
    const cell = (text: Words) => h('td', {}, text);
    const head = h(
      'tr',
      {},
      h('td'),
      h('th', { scope: 'col' }, nameOf(names, 'first')),
      h('th', { scope: 'col' }, nameOf(names, 'second')),
    );
    const rows = ROWS.map(([label, value]) =>
      h('tr', {}, h('th', { scope: 'row' }, label), cell(value(players.first)), cell(value(players.second))),
    );
    fill(
      this.more,
      h('h3', {}, say(moments.length ? 'review.moments' : 'review.noMoments')),
      moments.length ? h('ol', { class: 'moments' }, list) : null,
      h('table', { class: 'review-table' }, h('thead', {}, head), h('tbody', {}, rows)),
    );
    announce(say('review.complete'));
    this.draw();
  }
}

const keyOf = ({ start, limit, moves }: ReviewedGame): string => JSON.stringify([start, limit, moves]);
