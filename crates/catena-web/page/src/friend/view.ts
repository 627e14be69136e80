// A game with a friend, by link: the part after # in the address is the secret of a seat, or of watching.
import { ApiError, animate, type FriendUpdate, writePgn } from '../api';
import { onConnection } from '../connection';
import { announce, button, download, fill, h, problem, refill } from '../dom';
import type { Life } from '../latest';
import { say } from '../messages';
import { nameOf } from '../play/cast';
import { Insight } from '../play/insight';
import { analysisAddress } from '../play/match';
import { moveInput, scorePanel } from '../play/side';
import { GameTable } from '../play/table';
import { pgnDate } from '../play/words';
import { go, type Place, type View } from '../router';
import { scrollToCurrent } from '../score-sheet';
import { invitePanel, linkDetails } from './links';
import { FriendSession } from './session';
import { friendActions, friendStatus, offerPanel } from './side';
import { finishedGame, friendOffer, offerWords } from './words';

export function openFriend({ hash }: Place, life: Life): View {
  const view = new FriendView(hash.slice(1), life);
  return {
    element: view.element,
    title: say('friend.title'),
    shown: () => view.start(),
  };
}

class FriendView {
  readonly element: HTMLElement;
  private readonly table: GameTable;
  private readonly side = h('div', { class: 'side' });
  private readonly links = h('div');
  private readonly insight: Insight;
  private readonly session: FriendSession;
  private isResigning = false;
  /** What the links that are on the screen belong to: fields that people copy from stay as they are. */
  private shownLinks = '';
  private readonly moveInput: HTMLElement;

  constructor(
    link: string,
    private readonly life: Life,
  ) {
    this.session = new FriendSession(link, life, {
      arrived: before => this.arrived(before),
      changed: () => this.showSide(),
      undone: () => this.table.show(),
      waits: why => this.waits(why),
      refused: error => this.refused(error),
    });
    this.table = new GameTable(life, {
      shown: () => (this.session.update ? this.session : null),
      hints: () => false,
      changed: () => this.showSide(),
    });
    this.insight = new Insight(life, ply => this.table.lookAt(ply));
    this.moveInput = moveInput(
      () => this.session,
      move => void this.table.playMove(move),
    );
    this.element = h(
      'div',
      { class: 'table play friend' },
      h('h1', { class: 'visually-hidden' }, say('friend.title')),
      this.table.element,
      this.side,
    );
    onConnection(() => this.showSide(), life.signal);
  }

  start(): void {
    this.table.board.resized();
    this.table.showStart();
    fill(this.side, h('section', { class: 'panel status' }, h('h2', {}, say('friend.opening'))));
    this.session.open();
  }

  private arrived(before: FriendUpdate | null): void {
    const { update } = this.session;
    if (!update) return;
    if (before?.round !== update.round) {
      this.table.reset();
      this.insight.clear();
    }
    const isMove = before?.game.history.length !== update.game.history.length;
    if (isMove || update.game.outcome) this.isResigning = false;
    // What is entered on the board is kept when only the people around it have changed.
    if (before && !isMove && before.round === update.round && !update.game.outcome && before.begun === update.begun)
      this.showSide();
    else this.table.arrived(before?.round === update.round ? before.game : null);
    const offer = friendOffer(update);
    if (offer && (!before || friendOffer(before) !== offer)) announce(offerWords(offer));
  }

  /** What was seen of the game stays; before that there is only the reason. */
  private waits(why: unknown): void {
    if (this.session.update) return;
    fill(this.side, h('section', { class: 'panel status' }, h('h2', {}, say('friend.cannotBeOpened')), problem(why)));
  }

  private refused(error: unknown): void {
    const isGone = error instanceof ApiError && error.status === 404;
    fill(
      this.side,
      h(
        'section',
        { class: 'panel status' },
        h('h2', {}, say(isGone ? 'friend.noSuchGame' : 'friend.cannotBeOpened')),
        isGone ? h('p', {}, say('friend.gone')) : problem(error),
        h(
          'div',
          { class: 'row' },
          button(say('play.newGame'), () => go('/play')),
        ),
      ),
    );
  }

  private showSide(): void {
    const { session, table, isResigning } = this;
    const { update } = session;
    if (!update) return;
    const state = { session, update, isResigning };
    const score = scorePanel({ game: update.game, ply: table.ply }, { lookAt: ply => table.lookAt(ply) });
    this.showLinks(update);
    // While the game goes on the engine helps nobody.
    const { askedGame } = session;
    if (askedGame && update.game.outcome) this.insight.show(askedGame, update.game, table.ply);
    const isPlaying = update.you !== null && update.begun && !update.game.outcome;
    refill(
      this.side,
      friendStatus(state),
      update.begun ? null : this.links,
      offerPanel(state),
      score,
      friendActions(state, {
        review: () => askedGame && this.insight.startReview(askedGame, update.game),
        askToResign: asked => this.askToResign(asked),
        analyse: () => this.analyse(update),
        newGame: () => go('/play'),
      }),
      this.insight.element,
      h(
        'div',
        { class: 'row small-tools' },
        button(say('play.flip'), () => table.flip(), { class: 'quiet' }),
        button(say('play.downloadPgn'), () => void this.savePgn(update), {
          class: 'quiet',
          disabled: !update.game.history.length,
        }),
        update.game.outcome
          ? button(say('play.downloadGif'), () => void this.saveGif(update), {
              class: 'quiet',
              disabled: !update.game.history.length,
            })
          : null,
      ),
      isPlaying ? this.moveInput : null,
      update.begun ? this.links : null,
    );
    const list = score?.querySelector<HTMLElement>('.moves');
    if (list) scrollToCurrent(list);
  }

  private showLinks(update: FriendUpdate): void {
    const key = JSON.stringify([update.begun, update.links]);
    if (this.shownLinks === key) return;
    this.shownLinks = key;
    fill(this.links, update.begun ? linkDetails(update) : update.you && invitePanel(update));
  }

  private askToResign(isResigning: boolean): void {
    this.isResigning = isResigning;
    this.showSide();
    this.side.querySelector<HTMLElement>(isResigning ? '.actions .danger' : '.actions button:enabled')?.focus();
  }

  private get names(): { white: string; black: string } {
    const { cast } = this.session;
    return { white: String(nameOf(cast, 'first')), black: String(nameOf(cast, 'second')) };
  }

  private analyse({ game, limit }: FriendUpdate): void {
    go(
      analysisAddress(
        game.history.map(({ uci }) => uci),
        limit,
        this.names,
      ),
    );
  }

  private async savePgn(update: FriendUpdate): Promise<void> {
    const pgn = await writePgn(finishedGame(update), { ...this.names, date: pgnDate(Date.now()) }, this.life.signal);
    download('catena.pgn', pgn, 'application/x-chess-pgn');
  }

  private async saveGif({ game, limit, you }: FriendUpdate): Promise<void> {
    const moves = game.history.map(({ uci }) => uci);
    download('catena.gif', await animate({ limit, moves, flip: you === 'second' }, this.life.signal));
  }
}
