// Analyse: a game tree and its positions, their chains, the engine, both futures of a chain, a review.
import type { Key } from '@lichess-org/chessground/types';
import { type GameState, type LegalMove, type PgnGame, type Step, writeTree } from '../api';
import { Board, destinations } from '../board';
import { askPromotion, askSwitch, withdrawQuestion } from '../dialogs';
import { fill, h, problem } from '../dom';
import { FuturesPanel } from '../futures/futures';
import type { Latest, Life, Turn } from '../latest';
import { say } from '../messages';
import { ReviewPanel } from '../review/review';
import type { Place, View } from '../router';
import { nameOf } from '../score';
import { mainLine, nodeAt, type Path, play, withinTree } from '../tree/tree';
import { changedSince, readAddress } from './address';
import { at, type Doc, emptyDoc, errorPath, fromPgn, hasGame, pgnDate, toRequest } from './document';
import { Editor } from './editor';
import { EnginePanel } from './engine';
import { Games } from './games';
import { analyseKeys } from './keys';
import { findOpening } from './opening';
import { NotABoard, Positions, type Spot } from './positions';
import { Session } from './session';
import { fromBoard, toBoard } from './shapes';
import { SheetPanel } from './sheet-panel';
import { Tools } from './tools';
import { VerdictPlace } from './verdict-place';

export function openAnalyse(place: Place, life: Life): View {
  const view = new AnalyseView(place, life);
  return {
    element: view.element,
    title: say('page.analyse'),
    shown: () => {
      view.board.resized();
      view.open(place);
    },
    revisit: other => view.open(other, true),
    leave: () => view.leave(),
  };
}

class AnalyseView {
  readonly element: HTMLElement;
  readonly board: Board;
  private readonly session: Session;
  private readonly positions = new Positions();
  private readonly editor: Editor;
  private readonly engine: EnginePanel;
  private readonly verdict: VerdictPlace;
  private readonly sheet: SheetPanel;
  private readonly futures: FuturesPanel;
  private readonly review: ReviewPanel;
  private readonly games: Games;
  private readonly tools: Tools;
  private readonly boardPlace = h('div', { class: 'board-place' });
  private readonly trouble = h('div');
  private readonly openings: Latest;
  private readonly questions: Latest;
  /** The game up to the position shown; null while it is asked for, and if it cannot be played. */
  private here: GameState | null = null;
  private unplayable: unknown = null;
  /** Where the file of the game is wrong. */
  private errorAt: { tree: Doc['tree']; path: Path } | null = null;

  constructor(place: Place, life: Life) {
    this.openings = life.latest();
    this.questions = life.latest();
    const { settings } = readAddress(place.query, place.hash);
    const session = new Session(at(emptyDoc(), []), settings, life, () => this.refresh());
    this.session = session;
    this.board = this.makeBoard();
    this.editor = new Editor({
      board: this.board,
      fen: () => this.fen,
      changed: (fen, square) => this.setPosition(fen, { at: square, edit: true }),
      chosen: square => this.choose(square),
    });
    this.verdict = new VerdictPlace(
      this.board,
      session,
      {
        drawn: () => this.tools.showExports(),
        paper: answer => this.tools.showPaper(answer),
      },
      life,
    );
    this.sheet = new SheetPanel({
      session,
      isEditing: () => this.editing,
      review: () => this.startReview(),
      newAnalysis: () => this.setPosition(emptyDoc().start, { at: null, edit: false }),
    });
    this.engine = this.makeEngine(life);
    this.futures = new FuturesPanel(life);
    this.review = new ReviewPanel(life, {
      names: () => session.names,
      goTo: (ply, { moves }) => session.goTo(moves.slice(0, ply)),
      follow: (ply, { moves }, steps) => this.playSteps(moves.slice(0, ply), steps),
    });
    this.games = new Games(life, game => this.openGame(game));
    this.tools = new Tools(
      {
        session,
        fen: () => this.fen,
        at: () => this.at,
        setPosition: fen => this.setPosition(fen, { at: null, edit: false }),
        pgn: signal => this.pgn(signal),
      },
      life,
    );
    this.element = this.layOut();
    analyseKeys(life, session, () => this.verdict.count);
    life.on<DragEvent>(this.element, 'dragover', event => event.preventDefault());
    life.on<DragEvent>(this.element, 'drop', event => void this.games.drop(event));
  }

  private makeBoard(): Board {
    const { flip } = this.session.settings;
    return new Board({
      label: say('board.forAnalysis'),
      config: {
        orientation: flip ? 'black' : 'white',
        events: {
          select: key => this.onSelect(key),
          dropNewPiece: (_, key) => this.editor.onDrop(key),
          change: () => this.onChange(),
        },
        movable: { events: { after: (from, to) => this.onMove(from, to) } },
        premovable: { enabled: false },
        drawable: {
          enabled: true,
          visible: true,
          eraseOnMovablePieceClick: false,
          onChange: shapes => this.session.annotateHere({ shapes: fromBoard(shapes) }),
        },
      },
      onSquare: key => (this.editing ? this.editor.onSquare(key) : this.board.ground.selectSquare(key)),
      onKey: (key, letter) => this.editing && this.editor.onKey(key, letter),
    });
  }

  private makeEngine(life: Life): EnginePanel {
    const { session } = this;
    const host = {
      isOn: () => session.settings.engine,
      lines: () => session.settings.lines,
      setOn: (engine: boolean) => session.set({ engine }),
      setLines: (lines: number) => session.set({ lines }),
      names: () => session.names,
      play: (steps: Step[]) => this.playSteps(session.path, steps),
    };
    return new EnginePanel(host, life);
  }

  private layOut(): HTMLElement {
    const { editor, engine, games } = this;
    const side = h(
      'div',
      { class: 'side' },
      this.verdict.element,
      editor.panel,
      this.trouble,
      games.message,
      this.sheet.element,
      engine.element,
      this.futures.element,
      this.review.element,
      games.list.element,
      games.loader,
      this.tools.element,
    );
    const row = h('div', { class: 'board-row' }, engine.bar, this.board.element);
    this.boardPlace.append(editor.spares.black, row, editor.spares.white);
    return h(
      'div',
      { class: 'table analyse' },
      h('h1', { class: 'visually-hidden' }, say('page.analyse')),
      this.boardPlace,
      side,
    );
  }

  leave(): void {
    withdrawQuestion();
    this.board.destroy();
  }

  /** Shows what a place in the history, or an address, says. */
  open(place: Place, isRevisit = false): void {
    const { session } = this;
    const before = session.settings;
    void this.openings.ask(
      signal => findOpening(place, signal),
      found => {
        if ('work' in found) session.resume(found.work);
        else {
          // What was chosen while the server was asked is newer than the address.
          const settings = { ...found.settings, ...changedSince(before, session.settings) };
          if (isRevisit) session.revisit(found.snapshot, settings);
          else session.open(found.snapshot, settings);
        }
        this.tell('trouble' in found ? found.trouble : null);
      },
      error => {
        const { start, settings, limit } = readAddress(place.query, place.hash);
        session.open(at(emptyDoc(start ?? undefined, limit), []), settings);
        this.tell(error);
      },
    );
  }

  /** Says what is wrong with the address, if anything is. */
  private tell(trouble: unknown): void {
    if (trouble) fill(this.trouble, h('section', { class: 'panel' }, problem(trouble)));
    else fill(this.trouble);
  }

  private get spot(): Spot | null {
    return this.positions.spot(this.session.doc, this.session.path);
  }

  private get fen(): string {
    return this.spot?.fen ?? this.session.doc.start;
  }

  /** Whether pieces are put where one likes: it was asked for, or the position cannot be played. */
  private get editing(): boolean {
    return this.session.settings.edit || this.unplayable !== null;
  }

  /** The piece that moved last: by the last move, or as chosen. */
  private get at(): string | null {
    const last = this.spot?.last;
    const square = last ? (last.chain?.squares[0] ?? last.to) : this.session.settings.at;
    return square && this.board.pieceOn(square) ? square : null;
  }

  /** Shows the state: at once what is known of it, and the rest when the server has answered. */
  private refresh(): void {
    const { session, positions } = this;
    const { doc, path } = session;
    const turn = this.questions.start();
    withdrawQuestion();
    this.verdict.expect(turn, () => ({ fen: this.fen, at: this.at }));
    const known = positions.game(doc, path);
    if (known) return this.arrive(turn, known, null);
    this.here = null;
    if (this.spot) {
      this.unplayable = null;
      this.show();
    }
    void turn.ask(
      signal => positions.ask(doc, path, signal),
      game => this.arrive(turn, game, null),
      error => this.arrive(turn, null, error),
    );
  }

  /** The game up to the position shown is known, or why it cannot be played. */
  private arrive(turn: Turn, game: GameState | null, error: unknown): void {
    const { session, positions } = this;
    this.here = game;
    this.unplayable = error;
    this.show();
    if (error instanceof NotABoard) this.verdict.fail(error);
    else this.verdict.ask(turn, this.fen, this.at);
    if (!game) return;
    // The rest of the line, so that steps along it are shown at once.
    void turn.ask(
      signal => positions.ask(session.doc, session.snapshot.line, signal),
      () => undefined,
      () => undefined,
    );
  }

  private show(): void {
    this.showPosition();
    this.sheet.show(this.here, this.errorAt?.tree === this.session.tree ? this.errorAt.path : null);
    this.engine.show();
    this.tools.show(this.unplayable);
    this.review.along(this.session.path, game => hasGame(this.session.doc, game));
    if (!this.here && this.unplayable === null) return;
    this.engine.analyse(this.session.doc, this.session.path, this.here);
    this.showFutures();
  }

  private showPosition(): void {
    const { session, spot, here, editing } = this;
    const last = spot?.last;
    const turn = spot?.turn ?? here?.turn ?? 'white';
    // A piece that was chosen or is being dragged belongs to the position before.
    const placement = this.fen.split(' ')[0]!;
    if (placement !== this.board.ground.getFen()) this.board.ground.cancelMove();
    this.board.set({
      fen: placement,
      orientation: session.settings.flip ? 'black' : 'white',
      turnColor: turn,
      lastMove: last ? ([last.from, last.to] as Key[]) : undefined,
      check: spot?.check ? turn : false,
    } as Parameters<Board['set']>[0]);
    this.board.ground.setShapes(toBoard(session.node.shapes));
    this.element.classList.toggle('editing', editing);
    this.editor.panel.hidden = !editing;
    this.engine.turn(session.settings.flip);
    if (editing) this.editor.show();
    else
      this.board.set({
        movable: { free: false, color: turn, dests: destinations(here?.legal ?? []) },
        draggable: { enabled: true, deleteOnDropOff: false },
        selectable: { enabled: true },
      });
  }

  /** After a chain that may be switched on: what follows if one does, and if one does not. */
  private showFutures(): void {
    const { session, spot } = this;
    const { doc, path } = session;
    const last = spot?.last;
    if (!last?.may_switch) return this.futures.show(null);
    this.futures.show({
      start: doc.start,
      limit: doc.limit,
      before: path.slice(0, -1),
      move: last.uci.replace(/s$/, ''),
      by: last.by,
      chain: last.chain,
      played: last,
      who: nameOf(session.names, last.by),
      decided: last.switched ? 'switch' : 'stay',
    });
  }

  private async pgn(signal: AbortSignal): Promise<string> {
    const { doc } = this.session;
    const { outcome } = await this.positions.ask(doc, mainLine(doc.tree), signal);
    return writeTree(toRequest(doc, pgnDate(new Date()), outcome?.result), signal);
  }

  private startReview(): void {
    const { doc, tree, path } = this.session;
    this.review.start({ start: doc.start, limit: doc.limit, moves: mainLine(tree) });
    this.review.along(path, () => true);
    this.review.element.scrollIntoView({ block: 'nearest' });
  }

  /** A position of its own: nothing of a game that was loaded belongs to it. */
  private setPosition(start: string, settings: { at: string | null; edit: boolean }): void {
    this.games.tell(null);
    this.review.close();
    this.session.edit(emptyDoc(start, this.session.limit), [], settings);
  }

  private openGame(game: PgnGame): void {
    const doc = fromPgn(game);
    this.review.close();
    this.errorAt = game.error_at ? { tree: doc.tree, path: errorPath(game) } : null;
    const path = this.errorAt ? withinTree(doc.tree, this.errorAt.path) : [];
    this.session.edit(doc, path, { at: null, edit: false });
  }

  private onSelect(key: Key): void {
    if (this.editing) this.editor.onSquare(key);
    // Before the first move, a piece that is chosen is also asked about, if there is anything to ask.
    else if (!this.session.path.length && this.verdict.hasAreas && this.board.pieceOn(key)) this.choose(key);
  }

  private choose(square: string): void {
    this.session.set({ at: square === this.session.settings.at ? null : square, show: 0 });
  }

  /** A piece dragged off the board is gone. */
  private onChange(): void {
    if (!this.editing) return;
    const placement = this.board.ground.getFen();
    if (placement !== this.fen.split(' ')[0]) this.editor.onDrop(this.session.settings.at ?? '');
  }

  private onMove(from: Key, to: Key): void {
    if (this.editing) this.editor.onDrop(to);
    else void this.playMove(from, to);
  }

  private async playMove(from: string, to: string): Promise<void> {
    const game = this.here;
    if (!game) return this.showPosition();
    const fits = ({ from: start, to: end }: LegalMove): boolean => start === from && end === to;
    const move = await askPromotion(this.boardPlace, game.legal.filter(fits), game.turn);
    if (this.here !== game) return;
    if (!move) return this.showPosition();
    if (move.chain) this.verdict.preview(move.chain);
    const decision = move.may_switch ? await askSwitch(this.boardPlace, move, game.turn) : false;
    if (this.here !== game) return;
    if (decision === null) return this.refresh();
    const { session } = this;
    const played = { uci: move.uci + (decision ? 's' : ''), san: move.san, chain: !!move.chain };
    session.editTree(...play(session.tree, session.path, [played]));
  }

  /** Plays moves of the engine from a position; they become a variation if the tree goes on otherwise. */
  private playSteps(path: Path, steps: readonly Step[]): void {
    const { session } = this;
    if (nodeAt(session.tree, path)) session.editTree(...play(session.tree, path, steps));
  }
}
