// Play: against the engine, or two people at one board.
import type { Key } from '@lichess-org/chessground/types';
import { game as askGame, search, writePgn, type Color, type GameState, type LegalMove, type Player } from '../api';
import { moveList, scrollToCurrent } from '../analyse/moves';
import { Board, destinations } from '../board';
import { announce, button, download, fill, h } from '../dom';
import { askPromotion, askSwitch } from '../line';
import { go, type View } from '../main';
import { play as sound } from '../sound';
import { problem } from '../theme';
import { nameOf, other, request, resume, store, stored, writeMatch, type Match } from './match';
import { Plate } from './plate';
import { setupPanel } from './setup';

const TICK = 100;
/** The engine takes a draw when it thinks itself no better than this, in hundredths of a pawn. */
const DRAW_MARGIN = 15;

export function openPlay(query: URLSearchParams): View {
  const view = new PlayView(resume(query));
  return {
    element: view.element,
    title: 'Play',
    shown: () => {
      view.board.resized();
      void view.refresh();
    },
    leave: () => view.leave(),
  };
}

class PlayView {
  readonly element: HTMLElement;
  readonly board: Board;
  private readonly top = new Plate();
  private readonly bottom = new Plate();
  private readonly side = h('div', { class: 'side' });
  private readonly boardPlace = h('div', { class: 'board-place' });
  private readonly banner = h('div', { class: 'switch-banner', hidden: true });
  private game: GameState | null = null;
  private asked = 0;
  private thinking: AbortController | null = null;
  private turnStarted = performance.now();
  private timer = 0;
  private note = '';
  private resigning = false;
  private flagged = false;

  constructor(private match: Match | null) {
    this.board = new Board({
      label: 'Board. Arrow keys move, Enter chooses a piece and then its target.',
      config: {
        movable: { free: false, events: { after: (from, to) => void this.onMove(from, to) } },
        premovable: { enabled: true },
      },
    });
    this.boardPlace.append(this.top.element, h('div', { class: 'board-row' }, this.board.element, this.banner), this.bottom.element);
    this.element = h('div', { class: 'table play' }, h('h1', { class: 'visually-hidden' }, 'Play'), this.boardPlace, this.side);
    window.addEventListener('pagehide', this.keep);
    this.timer = window.setInterval(() => this.tick(), TICK);
  }

  leave(): void {
    this.keep();
    window.removeEventListener('pagehide', this.keep);
    window.clearInterval(this.timer);
    this.asked++;
    this.thinking?.abort();
    this.board.destroy();
  }

  /** Remembers the game; the clock stands still while the page is closed. */
  private readonly keep = (): void => {
    if (!this.match) return;
    store({ ...this.match, spent: this.game?.outcome ? this.match.spent : this.spent });
  };

  private get spent(): number {
    return (this.match?.spent ?? 0) + performance.now() - this.turnStarted;
  }

  private get yourTurn(): boolean {
    const { match, game } = this;
    return !!match && !!game && !game.outcome && (match.opponent === 'human' || game.to_move === match.you);
  }

  /** Asks the server how the game stands, and shows it. */
  async refresh(): Promise<void> {
    const asked = ++this.asked;
    if (!this.match) return this.showSetup();
    history.replaceState(null, '', writeMatch(this.match));
    const before = this.game;
    try {
      const game = await askGame(request(this.match, this.match.clock ? this.match.spent : undefined));
      if (asked !== this.asked) return;
      this.game = game;
    } catch (error) {
      if (asked === this.asked) fill(this.side, h('section', { class: 'panel' }, problem(error), button('New game', () => this.newGame())));
      return;
    }
    this.turnStarted = performance.now();
    this.flagged = false;
    store(this.match);
    this.show();
    this.tell(before);
    this.goOn();
  }

  /** Whoever is to move: the engine thinks, a premove is played. */
  private goOn(): void {
    if (!this.game || this.game.outcome) return;
    if (!this.yourTurn) void this.think();
    else if (this.match?.opponent === 'engine') this.board.ground.playPremove();
  }

  private showSetup(): void {
    const last = stored();
    const unfinished = last && last.moves.length && !last.end ? last : null;
    this.board.set({ fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR', movable: { color: undefined as never, dests: new Map() }, orientation: 'white' });
    this.top.element.hidden = this.bottom.element.hidden = true;
    fill(this.side, setupPanel(last, unfinished, match => {
      this.match = match;
      void this.refresh();
    }));
  }

  private newGame(): void {
    this.thinking?.abort();
    this.match = null;
    this.game = null;
    this.note = '';
    history.pushState(null, '', '/play');
    void this.refresh();
  }

  private colorOf(player: Player): Color {
    return this.game?.white === player ? 'white' : 'black';
  }

  private show(): void {
    const { match, game } = this;
    if (!match || !game) return;
    const last = game.history.at(-1);
    const mine = this.colorOf(match.you);
    const color = game.outcome ? undefined : match.opponent === 'human' ? game.turn : mine;
    this.board.set({
      fen: game.fen.split(' ')[0]!,
      orientation: mine,
      turnColor: game.turn,
      lastMove: last ? ([last.from, last.to] as Key[]) : undefined,
      check: game.check ? game.turn : false,
      movable: { color, dests: this.yourTurn ? destinations(game.legal) : new Map() },
      premovable: { enabled: match.opponent === 'engine' },
    } as Parameters<Board['set']>[0]);
    this.board.draw(last?.chain ? { chains: [last.chain], enclosed: last.chain.encloses, at: last.chain.squares[0] ?? null } : {});
    this.showPlates();
    this.showSide();
  }

  private showPlates(): void {
    const { match, game } = this;
    if (!match || !game) return;
    for (const [plate, player] of [[this.bottom, match.you], [this.top, other(match.you)]] as const) {
      plate.element.hidden = false;
      const result = !game.outcome ? '' : game.outcome.winner === null ? '½' : game.outcome.winner === player ? '1' : '0';
      plate.show(nameOf(match, player), this.colorOf(player), !game.outcome && game.to_move === player, result);
    }
    this.tick();
  }

  /** Moves the clocks on; asks the server when one has run out. */
  private tick(): void {
    const { match, game } = this;
    if (!match || !game?.clocks) {
      this.top.tick(null, false);
      this.bottom.tick(null, false);
      return;
    }
    const running = game.outcome ? null : game.to_move;
    const left = (player: Player) => game.clocks![player] - (running === player ? performance.now() - this.turnStarted : 0);
    this.bottom.tick(left(match.you), running === match.you);
    this.top.tick(left(other(match.you)), running === other(match.you));
    if (running && left(running) <= 0 && !this.flagged) {
      this.flagged = true;
      this.thinking?.abort();
      this.match = { ...match, spent: this.spent };
      void this.refresh();
    }
  }

  private showSide(): void {
    const { match, game } = this;
    if (!match || !game) return;
    const list = moveList(game, game.history.length, () => undefined);
    for (const move of list.querySelectorAll('button')) move.disabled = true;
    list.tabIndex = 0;
    fill(this.side,
      h('section', { class: `panel status${game.outcome ? ' over' : ''}`, 'aria-label': 'State of the game' }, h('h2', {}, this.headline()), this.note ? h('p', {}, this.note) : null, this.runLine()),
      game.history.length ? h('section', { class: 'panel score-sheet', 'aria-label': 'Game' }, list) : null,
      game.outcome ? this.afterButtons() : this.gameButtons(),
      this.yourTurn ? this.moveInput() : null);
    scrollToCurrent(list);
  }

  private headline(): string {
    const { match, game } = this;
    if (!match || !game) return '';
    if (game.outcome) {
      const { winner, reason } = game.outcome;
      const who = winner === null ? 'Draw' : match.opponent === 'engine' ? (winner === match.you ? 'You win' : 'The engine wins') : `${nameOf(match, winner)} wins`;
      return `${who}: ${reason}`;
    }
    const color = game.turn === 'white' ? 'White' : 'Black';
    if (match.opponent === 'engine') return this.yourTurn ? `Your move, with ${color}` : `The engine thinks, with ${color}`;
    return `${nameOf(match, game.to_move)} to move, with ${color}`;
  }

  private runLine(): HTMLElement | null {
    const run = this.game?.run;
    if (!run) return null;
    const limit = run.limit === null ? 'no limit' : `at most ${run.limit}`;
    return h('p', { class: 'hint' }, `${run.used} ${run.used === 1 ? 'switch' : 'switches'} in a row, ${limit}`);
  }

  private gameButtons(): HTMLElement {
    const { match, game } = this;
    const canTake = !!match && match.moves.length > 0 && !!game?.history.some(move => match.opponent === 'human' || move.by === match.you);
    if (this.resigning)
      return h('div', { class: 'row actions' }, button('Really resign', () => this.resign(), { class: 'danger' }), button('Play on', () => ((this.resigning = false), this.showSide())));
    return h('div', { class: 'row actions', role: 'group', 'aria-label': 'Actions' },
      button('Take back', () => this.takeBack(), { disabled: !canTake }),
      game?.claim ? button(`Claim a draw: ${game.claim}`, () => this.end({ claim: true }), { disabled: !this.yourTurn }) : null,
      button(match?.opponent === 'human' ? 'Agree to a draw' : 'Offer a draw', () => void this.offerDraw(), { disabled: !this.yourTurn }),
      button('Resign', () => ((this.resigning = true), this.showSide())),
      button('Download PGN', () => void this.savePgn(), { disabled: !match?.moves.length }));
  }

  private afterButtons(): HTMLElement {
    return h('div', { class: 'row actions', role: 'group', 'aria-label': 'After the game' },
      button('New game', () => this.newGame(), { class: 'primary' }),
      button('Rematch', () => this.rematch()),
      button('Analyse this game', () => this.analyse()),
      button('Download PGN', () => void this.savePgn()));
  }

  /** Typing a move, for those who prefer it. */
  private moveInput(): HTMLElement {
    const input = h('input', { placeholder: 'e4 or e2e4', 'aria-label': 'Type a move', autocomplete: 'off', spellcheck: 'false', class: 'move-input' });
    const trouble = h('span', { class: 'problem', role: 'alert' });
    return h('form', { class: 'row', onsubmit: (event: Event) => {
      event.preventDefault();
      const text = input.value.trim();
      const move = this.game?.legal.find(move => move.uci === text || move.san === text || move.san.replace(/[+#]$/, '') === text);
      if (move) void this.playMove(move);
      else trouble.textContent = `${text || 'That'} is no legal move here`;
    } }, h('label', { class: 'field' }, h('span', {}, 'Move'), input), button('Play', () => undefined, { type: 'submit' }), trouble);
  }

  private async onMove(from: Key, to: Key): Promise<void> {
    const { game } = this;
    if (!game || !this.yourTurn) return;
    const move = await askPromotion(this.boardPlace, game.legal.filter(move => move.from === from && move.to === to), game.turn);
    if (move && this.game === game) await this.playMove(move);
    else this.show();
  }

  private async playMove(move: LegalMove): Promise<void> {
    const { game } = this;
    if (!game) return;
    let switches: boolean | null = false;
    if (move.chain) {
      this.board.ground.move(move.from as Key, move.to as Key);
      this.lightUp(move);
      if (move.may_switch) switches = await askSwitch(this.boardPlace, move, game.turn);
    }
    if (this.game !== game) return;
    if (switches === null) return this.show();
    this.push(move.uci + (switches ? 's' : ''));
  }

  /** Draws the chain as it closes. */
  private lightUp(move: LegalMove): void {
    if (!move.chain) return;
    sound('chain');
    this.board.draw({ chains: [move.chain], enclosed: move.chain.encloses, at: move.chain.squares[0] ?? null });
    this.board.element.classList.add('closing');
    setTimeout(() => this.board.element.classList.remove('closing'), 800);
  }

  private push(uci: string): void {
    const { match } = this;
    if (!match) return;
    this.note = '';
    this.resigning = false;
    this.match = { ...match, moves: [...match.moves, uci], times: [...match.times, Math.round(this.spent)], spent: 0 };
    void this.refresh();
  }

  /** Says what the last move did: sounds, words, and the banner of a switch. */
  private tell(before: GameState | null): void {
    const { game, match } = this;
    const last = game?.history.at(-1);
    if (!game || !match || !last || !before || before.history.length >= game.history.length) return;
    if (game.outcome) sound('end');
    else if (last.switched) sound('switch');
    else if (!last.chain) sound(last.san.includes('x') ? 'capture' : 'move');
    const who = nameOf(match, last.by);
    const now = this.colorOf(last.by) === 'white' ? 'White' : 'Black';
    const switched = last.switched ? ` ${who} switched, now holds ${now}, and moves again.` : '';
    announce(`${who}: ${last.san}.${last.chain ? ' Chain.' : ''}${switched} ${game.outcome ? this.headline() : ''}`);
    if (last.switched) {
      this.board.ground.cancelPremove();
      this.showBanner(last.by === match.you && match.opponent === 'engine' ? `You switched. You now hold ${now}.` : `${who} switched and now holds ${now}.`);
    }
  }

  private showBanner(text: string): void {
    fill(this.banner, h('span', { 'aria-hidden': 'true' }, '⇄'), text);
    this.banner.hidden = false;
    this.element.classList.add('switching');
    setTimeout(() => {
      this.banner.hidden = true;
      this.element.classList.remove('switching');
    }, 2600);
  }

  private async think(): Promise<void> {
    const { match, game } = this;
    if (!match || !game) return;
    this.thinking?.abort();
    const thinking = (this.thinking = new AbortController());
    try {
      const left = game.clocks?.[game.to_move];
      const best = await search({ limit: match.limit, moves: match.moves, level: match.level, ...(left === undefined ? {} : { clock_ms: Math.round(left) }) }, () => undefined, thinking.signal);
      if (thinking.signal.aborted || this.game !== game) return;
      if (best.uci) this.push(best.uci);
    } catch (error) {
      if (thinking.signal.aborted) return;
      this.note = `${error instanceof Error ? error.message : String(error)}. Trying again …`;
      this.showSide();
      setTimeout(() => this.game === game && void this.think(), 2000);
    }
  }

  private takeBack(): void {
    const { match, game } = this;
    if (!match || !game) return;
    this.thinking?.abort();
    let keep = match.moves.length - 1;
    if (match.opponent === 'engine') while (keep > 0 && game.history[keep]?.by !== match.you) keep--;
    this.note = '';
    this.match = { ...match, moves: match.moves.slice(0, keep), times: match.times.slice(0, keep), spent: 0, end: null };
    void this.refresh();
  }

  private end(end: NonNullable<Match['end']>): void {
    if (!this.match) return;
    this.thinking?.abort();
    this.resigning = false;
    this.match = { ...this.match, end, spent: Math.round(this.spent) };
    void this.refresh();
  }

  private resign(): void {
    const { match, game } = this;
    if (match && game) this.end({ resign: match.opponent === 'engine' ? match.you : game.to_move });
  }

  private async offerDraw(): Promise<void> {
    const { match, game } = this;
    if (!match || !game) return;
    if (match.opponent === 'human') return this.end({ agree: true });
    this.note = 'The engine considers your offer …';
    this.showSide();
    try {
      const { score } = await search({ limit: match.limit, moves: match.moves, ms: 300 }, () => undefined, new AbortController().signal);
      if (this.game !== game) return;
      if (score && score.mate === null && (score.cp ?? 0) >= -DRAW_MARGIN) return this.end({ agree: true });
      this.note = 'The engine declines.';
    } catch (error) {
      this.note = error instanceof Error ? error.message : String(error);
    }
    this.showSide();
  }

  private rematch(): void {
    if (!this.match) return;
    const you = this.match.opponent === 'engine' ? other(this.match.you) : this.match.you;
    this.note = '';
    this.match = { ...this.match, you, moves: [], times: [], spent: 0, end: null };
    this.game = null;
    void this.refresh();
  }

  private get names(): { white: string; black: string } {
    return { white: this.match ? nameOf(this.match, 'first') : '', black: this.match ? nameOf(this.match, 'second') : '' };
  }

  private analyse(): void {
    if (!this.match) return;
    const { white, black } = this.names;
    const query = new URLSearchParams({ moves: this.match.moves.join(','), white, black });
    if (this.match.limit !== 'size') query.set('limit', this.match.limit);
    go(`/analyse?${query.toString().replaceAll('%2C', ',')}`);
  }

  private async savePgn(): Promise<void> {
    if (!this.match) return;
    const { white, black } = this.names;
    const pgn = await writePgn(request(this.match, this.match.spent), white, black);
    download('catena.pgn', pgn, 'application/x-chess-pgn');
  }
}
