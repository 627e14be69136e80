// Play: against the engine, or two people at one board.
import { animate, type GameState, type LegalMove, writePgn } from '../api';
import { onConnection } from '../connection';
import { button, download, fill, h, problem, refill } from '../dom';
import type { Life } from '../latest';
import { say } from '../messages';
import { whenReleased } from '../press';
import { go, type Place, pushAddress, replaceAddress, type View } from '../router';
import { scrollToCurrent } from '../score-sheet';
import { load, save } from '../store';
import { nameOf } from './cast';
import { resume } from './games';
import { Insight } from './insight';
import { analysisAddress, type Match, request, writeMatch } from './match';
import { Session } from './session';
import { setupPanel } from './setup';
import {
  type AskedEnding,
  actionPanel,
  hintPanel,
  moveInput,
  type SideActions,
  type SideState,
  scorePanel,
  statusPanel,
  toolPanel,
} from './side';
import { GameTable } from './table';
import { pgnDate } from './words';

/** What a history entry of this view remembers. */
interface Entry {
  game: string;
}

export function openPlay({ query, state }: Place, life: Life): View {
  const view = new PlayView(life);
  const id = (state as Entry | null)?.game ?? null;
  return {
    element: view.element,
    title: say('page.play'),
    shown: () => {
      view.table.board.resized();
      view.start(resume(query, id));
    },
    leave: () => view.leave(),
  };
}

class PlayView {
  readonly element: HTMLElement;
  readonly table: GameTable;
  private readonly side = h('div', { class: 'side' });
  private readonly insight: Insight;
  private session: Session | null = null;
  private ending: AskedEnding = null;
  private hints = load<boolean>('hints') ?? false;
  private readonly moveInput = moveInput(
    () => this.session,
    move => void this.table.playMove(move),
  );
  private readonly actions: SideActions = {
    lookAt: ply => this.table.lookAt(ply),
    confirm: ending => this.confirm(ending),
    play: move => void this.table.playMove(move),
    flip: () => this.table.flip(),
    setHints: hints => this.setHints(hints),
    newGame: () => this.newGame(),
    analyse: () => this.analyse(),
    review: () => this.review(),
    savePgn: () => void this.savePgn(),
    saveGif: () => void this.saveGif(),
  };

  constructor(private readonly life: Life) {
    this.insight = new Insight(life, ply => this.table.lookAt(ply));
    this.table = new GameTable(life, {
      shown: () => this.session,
      hints: () => this.hints,
      changed: () => this.showSide(),
      tick: () => this.session?.checkFlag(),
      help: move => this.help(move),
    });
    this.element = h(
      'div',
      { class: 'table play' },
      h('h1', { class: 'visually-hidden' }, say('page.play')),
      this.table.element,
      this.side,
    );
    life.on(window, 'pagehide', () => this.session?.keep());
    onConnection(() => this.showSide(), life.signal);
  }

  leave(): void {
    this.session?.leave();
    this.session = null;
  }

  /** Starts with a game, or with the form for one. */
  start(match: Match | null): void {
    this.session?.leave();
    this.session =
      match &&
      new Session(match, this.life, {
        arrived: before => this.arrived(before),
        changed: () => this.showSide(),
        refused: error => this.refused(error),
      });
    this.ending = null;
    this.table.reset();
    this.insight.clear();
    this.element.classList.toggle('before', !match);
    if (this.session) this.session.refresh();
    else this.showSetup();
  }

  private get game(): GameState | null {
    return this.session?.game ?? null;
  }

  /** Shows the game as the server says it stands. */
  private arrived(before: GameState | null): void {
    const { session, game } = this;
    if (!session || !game) return;
    replaceAddress(writeMatch(session.match), { game: session.match.id } satisfies Entry);
    const isNew = before && before.history.length < game.history.length;
    if (game.outcome || !isNew) this.ending = null;
    this.table.arrived(before);
  }

  private refused(error: unknown): void {
    const again = button(say('play.tryAgain'), () => this.session?.refresh());
    const fresh = button(say('play.newGame'), () => this.newGame());
    fill(this.side, h('section', { class: 'panel' }, problem(error), h('div', { class: 'row' }, again, fresh)));
  }

  private showSetup(): void {
    this.table.showStart();
    fill(
      this.side,
      setupPanel(this.life, match => {
        pushAddress(writeMatch(match), { game: match.id } satisfies Entry);
        this.start(match);
      }),
    );
  }

  private newGame(): void {
    pushAddress('/play');
    this.start(null);
  }

  private setHints(hints: boolean): void {
    this.hints = hints;
    save('hints', hints);
    this.table.showBoard();
    this.showSide();
  }

  private showSide(): void {
    whenReleased(this.side, () => this.drawSide());
  }

  private drawSide(): void {
    const { session, game } = this;
    if (!session || !game) return;
    const state: SideState = { session, game, ply: this.table.ply, ending: this.ending, hints: this.hints };
    const score = scorePanel(state, this.actions);
    this.insight.show(session.askedGame, game, this.table.ply);
    refill(
      this.side,
      statusPanel(state),
      score,
      hintPanel(state, this.actions),
      actionPanel(state, this.actions),
      this.insight.element,
      toolPanel(state, this.actions),
      game.outcome ? null : this.moveInput,
    );
    const list = score?.querySelector<HTMLElement>('.moves');
    if (list) scrollToCurrent(list);
  }

  private confirm(ending: AskedEnding): void {
    this.ending = ending;
    this.showSide();
    this.side.querySelector<HTMLElement>(ending ? '.actions .danger' : '.actions button:enabled')?.focus();
  }

  /** Both futures of a move that is not yet made. */
  private help({ uci, chain }: LegalMove): HTMLElement {
    const { match, game, cast } = this.session!;
    const by = game!.to_move;
    const who = match.opponent === 'engine' ? null : nameOf(cast, by);
    const { limit, moves: before } = match;
    return this.insight.help(this.life, { limit, before, move: uci, by, chain, who, decided: null });
  }

  private review(): void {
    if (this.session && this.game) this.insight.startReview(this.session.askedGame, this.game);
  }

  private get names(): { white: string; black: string } {
    const { session } = this;
    return {
      white: session ? String(nameOf(session.cast, 'first')) : '',
      black: session ? String(nameOf(session.cast, 'second')) : '',
    };
  }

  private analyse(): void {
    const { session } = this;
    if (!session) return;
    go(analysisAddress(session.match.moves, session.match.limit, this.names));
  }

  private async savePgn(): Promise<void> {
    const { session } = this;
    if (!session) return;
    const { match } = session;
    const tags = { ...this.names, date: pgnDate(match.began) };
    const pgn = await writePgn(request(match, match.spent), tags, this.life.signal);
    download('catena.pgn', pgn, 'application/x-chess-pgn');
  }

  private async saveGif(): Promise<void> {
    const { session } = this;
    if (!session) return;
    const { limit, moves, you } = session.match;
    download('catena.gif', await animate({ limit, moves, flip: you === 'second' }, this.life.signal));
  }
}
