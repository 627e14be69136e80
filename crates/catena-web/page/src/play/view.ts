// Play: against the engine, or two people at one board.
import type { Key } from '@lichess-org/chessground/types';
import { game as askGame, writePgn, type GameState, type LegalMove, type Player } from '../api';
import { moveList, scrollToCurrent, stepButtons } from '../analyse/moves';
import { Board, destinations } from '../board';
import { announce, button, download, fill, h, refill } from '../dom';
import { askPromotion, askSwitch, withdrawQuestion } from '../line';
import { go, type View } from '../main';
import { play as sound } from '../sound';
import { problem } from '../theme';
import { nameOf, other, request, resume, store, stored, writeMatch, type Match } from './match';
import { engineMove, takesDraw } from './opponent';
import { Plate } from './plate';
import { setupPanel } from './setup';
import { colorOf, headline, lastMoveWords, points, runWords, switchWords } from './words';

const TICK = 100;
/** How long the banner of a switch is shown, in milliseconds; the style sheet fades it in this time. */
const BANNER_TIME = 2600;

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
  /** What is about to end the game, once it is confirmed. */
  private ending: 'resign' | 'agree' | null = null;
  private flagged = false;
  /** Which earlier position is looked at; null is the game as it stands. */
  private looking: number | null = null;
  private readonly moveInput = this.makeMoveInput();

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
    document.addEventListener('keydown', this.onKeydown);
    this.timer = window.setInterval(() => this.tick(), TICK);
  }

  leave(): void {
    this.keep();
    window.removeEventListener('pagehide', this.keep);
    document.removeEventListener('keydown', this.onKeydown);
    window.clearInterval(this.timer);
    this.asked++;
    this.thinking?.abort();
    this.game = null;
    withdrawQuestion();
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
    this.looking = null;
    // What is asked about a move is asked about a game that is no more.
    withdrawQuestion();
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
    this.board.draw({});
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

  private show(): void {
    this.showBoard();
    this.showPlates();
    this.showSide();
  }

  private showBoard(): void {
    const { match, game } = this;
    if (!match || !game) return;
    const ply = this.looking ?? game.history.length;
    const last = game.history[ply - 1];
    const then = this.looking === null ? game : (last ?? { fen: game.start, turn: game.start_turn, check: false });
    const mine = colorOf(game, match.you);
    const frozen = !!game.outcome || this.looking !== null;
    const color = frozen ? undefined : match.opponent === 'human' ? game.turn : mine;
    this.board.set({
      fen: then.fen.split(' ')[0]!,
      orientation: mine,
      turnColor: then.turn,
      lastMove: last ? ([last.from, last.to] as Key[]) : undefined,
      check: then.check ? then.turn : false,
      movable: { color, dests: this.yourTurn && !frozen ? destinations(game.legal) : new Map() },
      premovable: { enabled: match.opponent === 'engine' && !frozen },
    } as Parameters<Board['set']>[0]);
    this.board.draw(last?.chain ? { chains: [last.chain], enclosed: last.chain.encloses, at: last.chain.squares[0] ?? null } : {});
    this.element.classList.toggle('looking-back', this.looking !== null);
  }

  /** Looks at an earlier position; the game goes on meanwhile. */
  private lookAt(ply: number): void {
    const { game } = this;
    if (!game) return;
    const end = game.history.length;
    const bounded = Math.min(Math.max(ply, 0), end);
    this.looking = bounded === end ? null : bounded;
    this.show();
  }

  private readonly onKeydown = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    const busy = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.closest('dialog');
    if (!this.game || busy || event.ctrlKey || event.metaKey || event.altKey) return;
    const end = this.game.history.length;
    const at = this.looking ?? end;
    const to: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: end };
    const ply = to[event.key];
    if (ply === undefined) return;
    event.preventDefault();
    this.lookAt(ply);
  };

  private showPlates(): void {
    const { match, game } = this;
    if (!match || !game) return;
    for (const [plate, player] of [[this.bottom, match.you], [this.top, other(match.you)]] as const) {
      plate.element.hidden = false;
      plate.show(nameOf(match, player), colorOf(game, player), !game.outcome && game.to_move === player, points(game, player));
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
    const ply = this.looking ?? game.history.length;
    const list = moveList(game, ply, to => this.lookAt(to));
    const run = runWords(game);
    refill(this.side,
      h('section', { class: `panel status${game.outcome ? ' over' : ''}`, 'aria-label': 'State of the game' },
        h('h2', {}, headline(match, game)), this.note ? h('p', {}, this.note) : null, run ? h('p', { class: 'hint' }, run) : null),
      game.history.length ? h('section', { class: 'panel score-sheet', 'aria-label': 'Game' }, list,
        stepButtons(ply, game.history.length, to => this.lookAt(to)),
        this.looking === null ? null : h('p', { class: 'hint looking' }, 'You look at an earlier position. ', button('Back to the game', () => this.lookAt(game.history.length)))) : null,
      game.outcome ? this.afterButtons() : this.gameButtons(),
      game.outcome ? null : this.moveInput);
    scrollToCurrent(list);
  }

  private gameButtons(): HTMLElement {
    const { match, game } = this;
    if (this.ending) return this.confirmButtons(this.ending);
    const human = match?.opponent === 'human';
    const canTake = !!match && match.moves.length > 0 && !!game?.history.some(move => human || move.by === match.you);
    return h('div', { class: 'row actions', role: 'group', 'aria-label': 'Actions' },
      button('Take back', () => this.takeBack(), { disabled: !canTake }),
      game?.claim ? button(`Claim a draw: ${game.claim}`, () => this.end({ claim: true }), { disabled: !this.yourTurn }) : null,
      human ? button('Agree to a draw', () => this.confirm('agree')) : button('Offer a draw', () => void this.offerDraw(), { disabled: !this.yourTurn }),
      button('Resign', () => this.confirm('resign')),
      button('Download PGN', () => void this.savePgn(), { disabled: !match?.moves.length }));
  }

  /** An end that cannot be taken back is asked for twice. */
  private confirmButtons(ending: 'resign' | 'agree'): HTMLElement {
    const yes = ending === 'resign'
      ? button('Really resign', () => this.resign(), { class: 'danger' })
      : button('Both agree to a draw', () => this.end({ agree: true }), { class: 'danger' });
    return h('div', { class: 'row actions', role: 'group', 'aria-label': 'Really?' }, yes, button('Play on', () => this.confirm(null)));
  }

  private confirm(ending: 'resign' | 'agree' | null): void {
    this.ending = ending;
    this.showSide();
    this.side.querySelector<HTMLElement>(ending ? '.actions .danger' : '.actions button:enabled')?.focus();
  }

  private afterButtons(): HTMLElement {
    return h('div', { class: 'row actions', role: 'group', 'aria-label': 'After the game' },
      button('New game', () => this.newGame(), { class: 'primary' }),
      button('Rematch', () => this.rematch()),
      button('Analyse this game', () => this.analyse()),
      button('Download PGN', () => void this.savePgn()));
  }

  /** Typing a move, for those who prefer it. The field stays from move to move, and so does the focus in it. */
  private makeMoveInput(): HTMLElement {
    const input = h('input', { placeholder: 'e4 or e2e4', 'aria-label': 'Type a move', autocomplete: 'off', spellcheck: 'false', class: 'move-input' });
    const trouble = h('span', { class: 'problem', role: 'alert' });
    return h('form', { class: 'row', onsubmit: (event: Event) => {
      event.preventDefault();
      const text = input.value.trim();
      const plain = (san: string) => san.replace(/[+#]$/, '');
      const move = this.yourTurn ? this.game?.legal.find(move => move.uci === text || plain(move.san) === plain(text)) : null;
      trouble.textContent = move ? '' : this.yourTurn ? `${text || 'That'} is no legal move here` : 'It is not your move yet';
      if (!move) return;
      input.value = '';
      void this.playMove(move);
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
    if (this.looking !== null) this.lookAt(game.history.length);
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
    this.ending = null;
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
    announce(lastMoveWords(match, game));
    if (!last.switched) return;
    this.board.ground.cancelPremove();
    this.showBanner(switchWords(match, game));
  }

  private showBanner(text: string): void {
    fill(this.banner, h('span', { 'aria-hidden': 'true' }, '⇄'), text);
    this.banner.hidden = false;
    this.element.classList.add('switching');
    setTimeout(() => {
      this.banner.hidden = true;
      this.element.classList.remove('switching');
    }, BANNER_TIME);
  }

  private async think(): Promise<void> {
    const { match, game } = this;
    if (!match || !game) return;
    this.thinking?.abort();
    const thinking = (this.thinking = new AbortController());
    try {
      const uci = await engineMove(match, game, thinking.signal);
      if (uci && this.game === game) this.push(uci);
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
    this.ending = null;
    this.match = { ...match, moves: match.moves.slice(0, keep), times: match.times.slice(0, keep), spent: 0, end: null };
    void this.refresh();
  }

  private end(end: NonNullable<Match['end']>): void {
    if (!this.match) return;
    this.thinking?.abort();
    this.ending = null;
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
    this.note = 'The engine considers your offer …';
    this.showSide();
    try {
      const agreed = await takesDraw(match);
      if (this.game !== game) return;
      if (agreed) return this.end({ agree: true });
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
