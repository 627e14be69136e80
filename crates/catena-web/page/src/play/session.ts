// A game while it is played: whose turn it is, what time is left, what the engine does. It shows nothing itself.
import { game as askGame, type Clocks, type Ending, type GameState, type Player } from '../api';
import { isLost } from '../connection';
import { type Latest, type Life, pause } from '../latest';
import { say, type Words } from '../messages';
import { newViewId } from '../view-id';
import { type Cast, other } from './cast';
import { keepGame } from './games';
import type { AskedGame } from './insight';
import { castOf, type Match, newMatch, request } from './match';
import { engineMove, takesDraw } from './opponent';
import { Stopwatch } from './stopwatch';
import type { ShownGame } from './table';
import { movesSince } from './words';

/** How far apart the engine's moves in one run of switches are shown at least, in milliseconds. */
export const RUN_PACE = 1700;
/** How long to wait before the engine is asked again, when its search was stopped from outside, in milliseconds. */
const ASK_AGAIN = 500;

/** Who watches a session. */
export interface Watcher {
  /** The server has said how the game stands; `before` is how it stood. */
  arrived: (before: GameState | null) => void;
  /** Something smaller has changed. */
  changed: () => void;
  refused: (error: unknown) => void;
}

export class Session implements ShownGame {
  game: GameState | null = null;
  /** What the engine said to an offer. */
  note: Words = '';
  /** Whether a move waits for the server's word. */
  isAsking = false;
  private readonly view = newViewId();
  private readonly questions: Latest;
  private readonly thinking: Latest;
  private readonly offers: Latest;
  private readonly watch = new Stopwatch(() => !this.isYourTurn);
  private shownAt = 0;

  constructor(
    public match: Match,
    life: Life,
    private readonly watcher: Watcher,
  ) {
    this.questions = life.latest();
    this.thinking = life.latest();
    this.offers = life.latest();
  }

  /** Ends what is under way, and remembers the game. */
  leave(): void {
    this.keep();
    for (const slot of [this.questions, this.thinking, this.offers]) slot.stop();
  }

  get cast(): Cast {
    return castOf(this.match);
  }

  /** The game as the engine is asked about it. */
  get askedGame(): AskedGame {
    const { id, limit } = this.match;
    return { id, limit, cast: this.cast };
  }

  get bottom(): Player {
    return this.match.you;
  }

  get takesPremoves(): boolean {
    return this.match.opponent === 'engine';
  }

  /** Whether a person at this board is to move. Nobody is while a move waits for the server's word. */
  get isYourTurn(): boolean {
    const { match, game, isAsking } = this;
    return !isAsking && !!game && !game.outcome && (match.opponent === 'human' || game.to_move === match.you);
  }

  /** What the move being thought about has taken, in milliseconds. */
  private get spent(): number {
    return this.isAsking ? this.match.spent : Math.round(this.watch.elapsed);
  }

  /** Remembers the game; the clock stands still while the page is closed. */
  keep(): void {
    if (!this.match.moves.length && !this.game) return;
    const { spent } = this;
    const { winner, reason } = this.game?.outcome ?? {};
    const ended = winner === undefined || reason === undefined ? null : { winner, reason };
    this.match = keepGame({ ...this.match, spent }, ended);
  }

  /** What the players have left, or null without clocks. */
  get timeLeft(): Clocks | null {
    const { game } = this;
    if (!game?.clocks) return null;
    const left = (player: Player) =>
      Math.max(game.clocks![player] - (game.to_move === player ? this.watch.elapsed : 0), 0);
    return { first: left('first'), second: left('second') };
  }

  /** Whose clock runs. Nobody's does while the page waits for the server's word, or shows what the engine did. */
  get runningClock(): Player | null {
    return this.game && this.watch.isRunning ? this.game.to_move : null;
  }

  /** Asks the server how the game stands. */
  refresh(): void {
    const { match } = this;
    this.thinking.stop();
    this.offers.stop();
    // Until the answer the clocks show what they showed at the move.
    this.watch.stop();
    this.isAsking = true;
    // The view says that the move is kept.
    if (isLost()) this.watcher.changed();
    void this.questions.ask(
      signal => askGame(request(match, match.clock ? match.spent : undefined), signal),
      game => this.arrive(game),
      error => {
        this.isAsking = false;
        this.watch.reset(match.spent);
        this.watcher.refused(error);
      },
    );
  }

  private arrive(game: GameState): void {
    const before = this.game;
    this.game = game;
    this.isAsking = false;
    this.shownAt = performance.now();
    if (game.outcome) this.watch.reset(this.match.spent);
    else this.watch.start(this.match.spent);
    this.keep();
    this.watcher.arrived(before);
    if (!game.outcome && !this.isYourTurn) this.think();
  }

  /** Asks the server when a clock has run out. */
  checkFlag(): void {
    const { runningClock: running, timeLeft } = this;
    if (!running || !timeLeft || timeLeft[running] > 0) return;
    this.match = { ...this.match, spent: Math.ceil(this.watch.elapsed) };
    this.refresh();
  }

  /** Plays a move, in UCI with the decision about switching. */
  push(uci: string): void {
    const { match } = this;
    const time = Math.round(this.watch.elapsed);
    this.change({ moves: [...match.moves, uci], times: [...match.times, time], spent: 0 });
  }

  /** Lets the engine move. Its moves in a run are shown one after the other; the clock stands while one is shown. */
  private think(): void {
    const { match, timeLeft } = this;
    const isRun = !!this.game && movesSince(this.game, other(match.you)).length > 0;
    const earliest = isRun ? this.shownAt + RUN_PACE : 0;
    const ask = async (signal: AbortSignal): Promise<string> => {
      for (;;) {
        const uci = await engineMove(match, this.view, timeLeft, signal);
        if (uci) return uci;
        await pause(ASK_AGAIN, signal);
      }
    };
    void this.thinking.ask(
      async signal => {
        const uci = await ask(signal);
        this.watch.stop();
        const wait = earliest - performance.now();
        if (wait > 0) await pause(wait, signal);
        return uci;
      },
      uci => this.push(uci),
      error => this.watcher.refused(error),
    );
  }

  /** Takes back the last move; against the engine, to your own last move. */
  takeBack(): void {
    const { match, game } = this;
    if (!game) return;
    // A move that waits for the server's word is not in the history yet.
    const by = (index: number) => game.history[index]?.by ?? game.to_move;
    let keep = match.moves.length - 1;
    if (match.opponent === 'engine') while (keep > 0 && by(keep) !== match.you) keep--;
    this.change({ moves: match.moves.slice(0, keep), times: match.times.slice(0, keep), spent: 0, end: null });
  }

  get canTakeBack(): boolean {
    const { match, game } = this;
    return !!game?.history.some(move => match.opponent === 'human' || move.by === match.you);
  }

  end(end: Ending): void {
    this.change({ end, spent: this.spent });
  }

  resign(): void {
    if (this.game) this.end({ resign: this.match.opponent === 'engine' ? this.match.you : this.game.to_move });
  }

  offerDraw(): void {
    this.note = say('play.considers');
    this.watcher.changed();
    void this.offers.ask(
      signal => takesDraw(this.match, this.view, signal),
      isAgreed => {
        if (isAgreed) return this.end({ agree: true });
        this.note = say('play.declines');
        this.watcher.changed();
      },
      error => this.watcher.refused(error),
    );
  }

  /** The same game again; against the engine, with the other colour. */
  rematch(): void {
    this.keep();
    const { opponent, you } = this.match;
    this.match = newMatch({ ...this.match, you: opponent === 'engine' ? other(you) : you });
    this.game = null;
    this.note = '';
    this.refresh();
  }

  private change(change: Partial<Match>): void {
    this.note = '';
    this.match = { ...this.match, ...change };
    this.refresh();
  }
}
