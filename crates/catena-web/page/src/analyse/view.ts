// Analyse: a position or a game, its chains, the paper's detector, the engine.
import type { Key } from '@lichess-org/chessground/types';
import { address, detect, enclosures, game as askGame, paper, readPgn, type AnnotatedLine, type Chain, type GameState, type PgnGame } from '../api';
import { Board, destinations, type Drawing } from '../board';
import { announce, button, fill, h, refill, toggle } from '../dom';
import { askPromotion, askSwitch, withdrawQuestion } from '../line';
import type { View } from '../main';
import { problem } from '../theme';
import { Editor } from './editor';
import { EnginePanel } from './engine';
import { gamePicker, moveList, pgnPanel, players, scrollToCurrent, stepButtons } from './moves';
import { asides, pack, unpack, words } from './notes';
import { readState, START, writeState, type AnalyseState } from './state';
import { headline, verdictPanel, type Verdict } from './verdict';

export function openAnalyse(query: URLSearchParams): View {
  const view = new AnalyseView(readState(query, location.hash));
  return {
    element: view.element,
    title: 'Analyse',
    shown: () => {
      view.board.resized();
      void view.begin();
    },
    leave: () => view.leave(),
  };
}

class AnalyseView {
  readonly element: HTMLElement;
  readonly board: Board;
  private readonly editor: Editor;
  private readonly engine: EnginePanel;
  private readonly side = h('div', { class: 'side' });
  private readonly verdictPlace = h('div');
  private readonly movesPlace = h('div');
  private readonly pickerPlace = h('div');
  private readonly controls = h('section', { class: 'panel controls', 'aria-label': 'Position' });
  private readonly boardPlace = h('div', { class: 'board-place' });
  private readonly pgn = pgnPanel(text => void this.loadPgn(text));
  /** The whole line, and the game as far as the position shown. */
  private line: GameState | null = null;
  private here: GameState | null = null;
  private chains: Chain[] = [];
  /** The game as it was loaded, with comments and variations. */
  private loaded: AnnotatedLine | null = null;
  /** Counts the questions, so that late answers are dropped. */
  private asked = 0;

  constructor(private state: AnalyseState) {
    this.board = new Board({
      label: 'Board. Arrow keys move, Enter chooses the piece that moved last or moves a piece.',
      config: {
        fen: this.state.start,
        orientation: this.state.flip ? 'black' : 'white',
        events: { select: key => this.onSelect(key), dropNewPiece: (_, key) => this.editor.onDrop(key), change: () => this.onChange() },
        movable: { events: { after: (from, to) => this.onMove(from, to) } },
        premovable: { enabled: false },
      },
      onSquare: key => (this.editing ? this.editor.onSquare(key) : this.board.ground.selectSquare(key)),
      onKey: (key, letter) => this.editing && this.editor.onKey(key, letter),
    });
    this.editor = new Editor({
      board: this.board,
      fen: () => this.fen,
      changed: (fen, at) => this.set(fen, at),
      chosen: at => this.update({ at: at === this.state.at ? null : at, show: 0 }),
    });
    this.engine = new EnginePanel({
      isOn: () => this.state.engine,
      lines: () => this.state.lines,
      setOn: engine => this.update({ engine }),
      setLines: lines => this.update({ lines }),
      play: moves => this.playLine(moves),
    });
    this.side.append(this.verdictPlace, this.engine.element, this.movesPlace, this.pickerPlace, this.pgn, this.controls);
    this.boardPlace.append(this.editor.spares.black, h('div', { class: 'board-row' }, this.engine.bar, this.board.element), this.editor.spares.white);
    this.element = h('div', { class: 'table analyse' }, h('h1', { class: 'visually-hidden' }, 'Analyse'), this.boardPlace, this.side);
    document.addEventListener('keydown', this.onKeydown);
    this.element.addEventListener('dragover', event => event.preventDefault());
    this.element.addEventListener('drop', event => void this.onFile(event));
  }

  leave(): void {
    document.removeEventListener('keydown', this.onKeydown);
    this.asked++;
    this.here = null;
    withdrawQuestion();
    this.engine.stop();
    this.board.destroy();
  }

  private get fen(): string {
    return this.line?.history[this.state.ply - 1]?.fen ?? this.state.start;
  }

  private get moves(): string[] {
    return this.state.moves.slice(0, this.state.ply);
  }

  /** Pieces are put where one likes: asked for, or the position is none that can be played. */
  private get editing(): boolean {
    return this.state.edit || !this.here;
  }

  private update(change: Partial<AnalyseState>): void {
    this.remember(change);
    void this.refresh();
  }

  /** A position of its own: nothing of a game that was loaded belongs to it. */
  private set(start: string, at: string | null): void {
    this.loaded = null;
    this.update({ start, at, moves: [], ply: 0, show: 0, edit: true, white: '', black: '', notes: '' });
  }

  /** Shows what the address says. */
  async begin(): Promise<void> {
    this.loaded = await unpack(this.state.notes);
    await this.refresh();
  }

  /** Changes the address without asking anything anew. */
  private remember(change: Partial<AnalyseState>): void {
    this.state = { ...this.state, ...change };
    history.replaceState(null, '', writeState(this.state));
  }

  /** Asks the server about what the state says, and shows it. */
  async refresh(): Promise<void> {
    const asked = ++this.asked;
    const { start, limit, moves, ply } = this.state;
    let trouble: unknown = null;
    try {
      this.line = await askGame({ start, limit, moves });
      this.here = ply === moves.length ? this.line : await askGame({ start, limit, moves: this.moves });
    } catch (error) {
      trouble = error;
      if (asked !== this.asked) return;
      this.line = this.here = null;
    }
    if (asked !== this.asked) return;
    this.showPosition();
    this.showControls(trouble);
    this.showMoves();
    this.engine.show();
    this.engine.analyse(this.here, this.moves, start, limit);
    await this.showVerdict(asked);
  }

  /** The piece that moved last: by the last move, or as chosen. */
  private get at(): string | null {
    const last = this.line?.history[this.state.ply - 1];
    const at = last ? (last.chain?.squares[0] ?? last.to) : this.state.at;
    return at && this.board.pieceOn(at) ? at : null;
  }

  private showPosition(): void {
    const last = this.line?.history[this.state.ply - 1];
    this.board.set({
      fen: this.fen.split(' ')[0]!,
      orientation: this.state.flip ? 'black' : 'white',
      turnColor: this.here?.turn ?? 'white',
      lastMove: last ? ([last.from, last.to] as Key[]) : undefined,
      check: this.here?.check ? this.here.turn : false,
    } as Parameters<Board['set']>[0]);
    this.element.classList.toggle('editing', this.editing);
    this.engine.turn(this.state.flip);
    if (this.editing) this.editor.show();
    else
      this.board.set({
        movable: { free: false, color: this.here!.turn, dests: destinations(this.here!.legal) },
        draggable: { enabled: true, deleteOnDropOff: false },
        selectable: { enabled: true },
      });
  }

  private async showVerdict(asked: number): Promise<void> {
    const { min } = this.state;
    const { fen, at } = this;
    try {
      const detection = await detect(fen, at, min);
      const wants = !!detection.answer?.chain;
      const verdict: Verdict = { detection, enclosures: null, paper: null, pieceName: at ? this.pieceName(at) : '' };
      if (asked !== this.asked) return;
      this.drawVerdict(verdict);
      announce(headline(verdict));
      const [list, published] = await Promise.all([
        wants ? enclosures(fen, at, min) : null,
        this.state.paper && at ? paper(fen, at, min) : null,
      ]);
      if (asked !== this.asked || !(list || published)) return;
      this.drawVerdict({ ...verdict, enclosures: list, paper: published });
    } catch (error) {
      if (asked === this.asked) fill(this.verdictPlace, h('section', { class: 'panel' }, problem(error)));
    }
  }

  private drawVerdict(verdict: Verdict): void {
    const { detection } = verdict;
    const witness = detection.answer?.witness;
    this.chains = verdict.enclosures?.enclosures ?? (witness ? [witness] : []);
    refill(this.verdictPlace, verdictPanel(verdict, {
      show: show => this.showEnclosure(verdict, show),
      shown: () => this.state.show,
      stages: () => this.state.stages,
      setStages: stages => this.remember({ stages }),
    }));
    const chain = detection.answer?.chain ? this.chains[Math.min(this.state.show, this.chains.length - 1)] : undefined;
    const drawing: Drawing = { at: detection.at, enclosed: chain ? chain.encloses : detection.areas.flat() };
    if (chain) drawing.chains = [chain];
    const paths = verdict.paper?.paths;
    if (paths && detection.at) drawing.paths = [paths.first, paths.second].map(path => [detection.at!, ...path]);
    this.board.draw(drawing);
  }

  private showEnclosure(verdict: Verdict, show: number): void {
    this.remember({ show });
    this.drawVerdict(verdict);
    this.showExports();
  }

  private pieceName(square: string): string {
    const piece = this.board.pieceOn(square);
    return piece ? `${piece.color} ${piece.role}` : 'piece';
  }

  private showMoves(): void {
    const { ply, white, black } = this.state;
    const names = white || black ? h('p', { class: 'players' }, h('strong', {}, white || '?'), ' – ', h('strong', {}, black || '?')) : null;
    if (!this.line || !this.line.history.length) return fill(this.movesPlace);
    const annotations = this.loaded && {
      before: words(this.loaded.comments),
      asides: asides(this.loaded, this.state.moves),
      follow: (moves: string[], ply: number) => this.update({ moves, ply, show: 0, edit: false }),
    };
    const list = moveList(this.line, ply, to => this.goTo(to), annotations ?? undefined);
    refill(this.movesPlace, h('section', { class: 'panel score-sheet', 'aria-label': 'Game' }, names, list, stepButtons(ply, this.line.history.length, to => this.goTo(to))));
    scrollToCurrent(list);
  }

  private readonly exports = h('div', { class: 'row' });

  private showControls(trouble: unknown): void {
    const fen = h('input', {
      value: this.fen, 'aria-label': 'FEN', spellcheck: 'false', class: 'fen',
      onchange: () => this.set(fen.value.trim(), null),
    });
    const min = h('input', {
      type: 'number', min: 1, max: 36, value: this.state.min, class: 'min-size',
      onchange: () => this.update({ min: Math.min(36, Math.max(1, Number(min.value) || 2)), show: 0 }),
    });
    this.showExports();
    refill(
      this.controls,
      h('div', { class: 'row' },
        button('Flip board', () => this.update({ flip: !this.state.flip }), { title: 'f' }),
        toggle('Edit the board', this.state.edit, edit => this.update({ edit })),
        toggle('The paper’s detector', this.state.paper, on => this.update({ paper: on }))),
      this.editing ? this.editor.panel : null,
      h('label', { class: 'field wide' }, h('span', {}, 'FEN'), fen),
      trouble && !this.state.edit ? h('p', { class: 'problem' }, `No moves here: ${trouble instanceof Error ? trouble.message : String(trouble)}.`) : null,
      h('label', { class: 'field' }, h('span', {}, 'Minimum size of an enclosed area'), min),
      this.exports,
    );
  }

  private showExports(): void {
    const { min, show, flip } = this.state;
    const draw = (format: string) => address('draw', { fen: this.fen, at: this.at, min_size: min, show, format, orientation: flip ? 'black' : 'white' });
    fill(this.exports,
      h('a', { class: 'button', href: draw('svg'), download: 'catena.svg' }, 'Download SVG'),
      h('a', { class: 'button', href: draw('png'), download: 'catena.png' }, 'Download PNG'));
  }

  private goTo(ply: number): void {
    const end = this.state.moves.length;
    this.update({ ply: Math.min(Math.max(ply, 0), end), show: 0, edit: false });
  }

  private readonly onKeydown = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    const busy = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.closest('dialog');
    if (busy || event.ctrlKey || event.metaKey || event.altKey) return;
    const { ply, moves, show } = this.state;
    const count = this.chains.length;
    const line: Record<string, () => void> = {
      ArrowLeft: () => this.goTo(ply - 1),
      ArrowRight: () => this.goTo(ply + 1),
      Home: () => this.goTo(0),
      End: () => this.goTo(moves.length),
    };
    const enclosure: Record<string, () => void> = {
      ArrowUp: () => this.update({ show: (show + count - 1) % count }),
      ArrowDown: () => this.update({ show: (show + 1) % count }),
    };
    const other: Record<string, () => void> = { f: () => this.update({ flip: !this.state.flip }) };
    const act = (moves.length ? line[event.key] : null) ?? (count > 1 ? enclosure[event.key] : null) ?? other[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  private onSelect(key: Key): void {
    if (this.editing) this.editor.onSquare(key);
  }

  /** A piece dragged off the board is gone. */
  private onChange(): void {
    if (!this.editing) return;
    const placement = this.board.ground.getFen();
    if (placement !== this.fen.split(' ')[0]) this.editor.onDrop(this.state.at ?? '');
  }

  private onMove(from: Key, to: Key): void {
    if (this.editing) this.editor.onDrop(to);
    else void this.playMove(from, to);
  }

  private async playMove(from: string, to: string): Promise<void> {
    const game = this.here;
    if (!game) return;
    const move = await askPromotion(this.boardPlace, game.legal.filter(move => move.from === from && move.to === to), game.turn);
    if (this.here !== game) return;
    if (!move) return this.showPosition();
    if (move.chain) this.board.draw({ chains: [move.chain], enclosed: move.chain.encloses, at: move.chain.squares[0] ?? null });
    const decision = move.may_switch ? await askSwitch(this.boardPlace, move, game.turn) : false;
    if (this.here !== game) return;
    if (decision === null) return void this.refresh();
    this.playLine([move.uci + (decision ? 's' : '')]);
  }

  /** Plays on from the position shown; what came after it is forgotten. */
  private playLine(moves: string[]): void {
    const line = [...this.moves, ...moves];
    const same = line.every((move, index) => move === this.state.moves[index]);
    this.update({ moves: same ? this.state.moves : line, ply: line.length, show: 0, edit: false });
  }

  private async onFile(event: DragEvent): Promise<void> {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = file ? await file.text() : event.dataTransfer?.getData('text');
    if (text) await this.loadPgn(text);
  }

  private async loadPgn(text: string): Promise<void> {
    try {
      const { games, left_out: leftOut } = await readPgn(text);
      const only = games[0];
      if (games.length === 1 && only) await this.loadGame(only);
      else if (games.length) fill(this.pickerPlace, gamePicker(games, leftOut, game => void this.loadGame(game)));
      else fill(this.pickerPlace, h('div', { class: 'panel' }, problem('There is no game in this file.')));
    } catch (error) {
      fill(this.pickerPlace, h('div', { class: 'panel' }, problem(error)));
    }
  }

  private async loadGame(game: PgnGame): Promise<void> {
    fill(this.pickerPlace, game.error ? h('div', { class: 'panel' }, problem(game.error)) : null);
    this.pgn.open = false;
    const [white, black] = players(game);
    const notes = await pack(game.annotated);
    this.loaded = game.annotated;
    this.update({ start: game.start ?? START, moves: game.moves, ply: 0, limit: game.limit, at: null, show: 0, edit: false, white, black, notes });
    announce(`Game loaded: ${game.moves.length} half-moves`);
  }
}
