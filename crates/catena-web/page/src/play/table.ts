// A board with two plates, at which a game is played: what it shows, how moves are entered, and looking back.
import type { Key } from '@lichess-org/chessground/types';
import type { Clocks, GameState, LegalMove, Player } from '../api';
import { Board, destinations } from '../board';
import { askPromotion, askSwitch, withdrawQuestion } from '../dialogs';
import { announce, h } from '../dom';
import { chainDrawing } from '../drawing';
import { isForView } from '../keyboard';
import type { Life } from '../latest';
import { onLanguage, say, sentences } from '../messages';
import { play as sound } from '../sound';
import { Banner } from './banner';
import type { Cast } from './cast';
import { Plates } from './plates';
import { colorOf, lastMoveWords, runSummary, switchWords } from './words';

const TICK = 100;
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';

/** A game as the table shows it. */
export interface ShownGame {
  game: GameState | null;
  cast: Cast;
  /** The player at the bottom of the board. */
  bottom: Player;
  isYourTurn: boolean;
  /** Whether a move can be entered before it is your turn. */
  takesPremoves: boolean;
  /** What the players have left, or null without clocks. */
  timeLeft: Clocks | null;
  runningClock: Player | null;
  /** Plays a move, in UCI with the decision about switching. */
  push: (uci: string) => void;
}

export interface TableHooks {
  shown: () => ShownGame | null;
  /** Whether moves that form a chain are pointed out. */
  hints: () => boolean;
  /** Another position is looked at. */
  changed: () => void;
  /** The clocks have moved on. */
  tick?: () => void;
  /** What helps to decide whether to switch. */
  help?: (move: LegalMove) => HTMLElement;
}

export class GameTable {
  readonly element: HTMLElement;
  readonly board: Board;
  private readonly plates = new Plates();
  private readonly banner: Banner;
  /** Which earlier position is looked at; null is the game as it stands. */
  private looking: number | null = null;
  private isFlipped = false;

  constructor(
    life: Life,
    private readonly hooks: TableHooks,
  ) {
    this.banner = new Banner(life);
    this.board = new Board({
      label: say('board.forPlay'),
      config: {
        movable: { free: false, events: { after: (from, to) => void this.onMove(from, to) } },
        premovable: { enabled: true },
      },
    });
    this.element = h(
      'div',
      { class: 'board-place' },
      this.plates.top.element,
      h('div', { class: 'board-row' }, this.board.element, this.banner.element),
      this.plates.bottom.element,
    );
    life.on(document, 'keydown', (event: KeyboardEvent) => this.onKeydown(event));
    life.every(TICK, () => this.tick());
    onLanguage(() => this.retell(), life.signal);
    life.onEnd(() => {
      withdrawQuestion();
      this.board.destroy();
    });
  }

  private get game(): GameState | null {
    return this.hooks.shown()?.game ?? null;
  }

  /** Which position is looked at. */
  get ply(): number {
    return this.looking ?? this.game?.history.length ?? 0;
  }

  /** Begins with another game. */
  reset(): void {
    this.looking = null;
    this.isFlipped = false;
  }

  /** The board before a game. */
  showStart(): void {
    this.board.set({
      fen: START,
      movable: { color: undefined as never, dests: new Map() },
      orientation: 'white',
      lastMove: undefined as never,
      check: false,
    });
    this.board.draw({});
    this.plates.hide();
  }

  /** Shows the game as the server says it stands; `before` is how it stood. Returns whether a move is new. */
  arrived(before: GameState | null): boolean {
    const shown = this.hooks.shown();
    const game = shown?.game;
    if (!shown || !game) return false;
    const isNew = !!before && before.history.length < game.history.length;
    const hasTurned = isNew && !!game.history.at(-1)?.switched && this.looking === null;
    // Whoever looks back goes on doing so, unless it is their turn.
    if (shown.isYourTurn || game.outcome || !isNew) this.looking = null;
    // What is asked about a move is asked about a game that is no more.
    withdrawQuestion();
    this.show();
    if (hasTurned) this.board.spin();
    if (isNew) this.tell(shown.cast, game);
    if (before && !before.outcome && game.outcome) sound('end');
    if (shown.takesPremoves && shown.isYourTurn) this.board.ground.playPremove();
    return isNew;
  }

  show(): void {
    this.showBoard();
    this.showPlates();
    this.hooks.changed();
  }

  /** Says in another language what is beside the board, and leaves the board alone. */
  private retell(): void {
    if (!this.game) return;
    this.showPlates();
    this.hooks.changed();
  }

  showBoard(): void {
    const shown = this.hooks.shown();
    const game = shown?.game;
    if (!shown || !game) return;
    const last = game.history[this.ply - 1];
    const then = this.looking === null ? game : (last ?? { fen: game.start, turn: game.start_turn, check: false });
    const mine = colorOf(game, shown.bottom);
    const isFrozen = !!game.outcome || this.looking !== null;
    const isYours = shown.isYourTurn && !isFrozen;
    const color = isYours ? game.turn : shown.takesPremoves && !isFrozen ? mine : undefined;
    this.board.set({
      fen: then.fen.split(' ')[0]!,
      orientation: this.isFlipped ? (mine === 'white' ? 'black' : 'white') : mine,
      turnColor: then.turn,
      lastMove: last ? ([last.from, last.to] as Key[]) : undefined,
      check: then.check ? then.turn : false,
      movable: { color, dests: isYours ? destinations(game.legal) : new Map() },
      premovable: { enabled: shown.takesPremoves && !isFrozen },
    } as Parameters<Board['set']>[0]);
    const hints = isYours && this.hooks.hints() ? game.legal.filter(move => move.chain) : [];
    this.board.draw({ ...chainDrawing(last?.chain), hints: hints.map(({ from, to }) => [from, to]) });
    this.element.parentElement?.classList.toggle('looking-back', this.looking !== null);
  }

  /** Looks at an earlier position; the game goes on meanwhile. */
  lookAt(ply: number): void {
    const { game } = this;
    if (!game) return;
    const end = game.history.length;
    const bounded = Math.min(Math.max(ply, 0), end);
    this.looking = bounded === end ? null : bounded;
    this.show();
  }

  flip(): void {
    this.isFlipped = !this.isFlipped;
    this.showBoard();
    this.showPlates();
    this.board.spin();
  }

  private onKeydown(event: KeyboardEvent): void {
    if (!this.game || !isForView(event)) return;
    const end = this.game.history.length;
    const to: Record<string, number> = { ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: end };
    const ply = to[event.key];
    if (event.key === 'f') this.flip();
    else if (ply !== undefined) this.lookAt(ply);
    else return;
    event.preventDefault();
  }

  private showPlates(): void {
    const shown = this.hooks.shown();
    if (shown?.game) this.plates.show(shown, shown.game, this.ply, this.isFlipped);
  }

  /** Moves the clocks on. */
  private tick(): void {
    const shown = this.hooks.shown();
    if (!shown) return;
    this.plates.tick(shown);
    this.hooks.tick?.();
  }

  /** Whether the game stands as it did: what a player was asked about it can be done. */
  private isStill({ fen, history }: GameState): boolean {
    const { game } = this;
    return !!game && !game.outcome && game.fen === fen && game.history.length === history.length;
  }

  private async onMove(from: Key, to: Key): Promise<void> {
    const { game } = this;
    if (!game || !this.hooks.shown()?.isYourTurn) return;
    const moves = game.legal.filter(move => move.from === from && move.to === to);
    const move = await askPromotion(this.element, moves, game.turn);
    if (move && this.isStill(game)) await this.playMove(move);
    else this.show();
  }

  /** Plays a move, and asks first what has to be known. */
  async playMove(move: LegalMove): Promise<void> {
    const shown = this.hooks.shown();
    const game = shown?.game;
    if (!shown?.isYourTurn || !game) return;
    if (this.looking !== null) this.lookAt(game.history.length);
    let switches: boolean | null = false;
    this.board.ground.move(move.from as Key, move.to as Key);
    this.board.draw(chainDrawing(move.chain));
    if (move.chain) {
      sound('chain');
      this.board.close();
      const { help } = this.hooks;
      if (move.may_switch) switches = await askSwitch(this.element, move, game.turn, help && (() => help(move)));
    }
    if (!this.isStill(game)) return;
    if (switches === null) return this.show();
    shown.push(move.uci + (switches ? 's' : ''));
  }

  /** Says what the last move did: sounds, words, and the banner of a switch. */
  private tell(cast: Cast, game: GameState): void {
    const last = game.history.at(-1);
    if (!last) return;
    if (last.switched) sound('switch');
    else if (!last.chain && !game.outcome) sound(last.san.includes('x') ? 'capture' : 'move');
    const summary = runSummary(cast, game);
    announce(sentences(lastMoveWords(cast, game), summary));
    const isLong = game.history.at(-2)?.by === last.by && game.history.at(-3)?.by === last.by;
    if (last.switched) {
      this.board.ground.cancelPremove();
      this.banner.show(switchWords(cast, game));
    } else if (summary && isLong && !game.outcome) this.banner.show(summary);
    else this.banner.hide();
  }
}
