// The board of a puzzle: what is asked there, and what an answer comes to.
import type { Key } from '@lichess-org/chessground/types';
import {
  game as askGame,
  type Color,
  detect,
  type GameState,
  type LegalMove,
  type Puzzle,
  type PuzzleKind,
} from '../api';
import { Board, destinations } from '../board';
import { askPromotion, askSwitch, withdrawQuestion } from '../dialogs';
import { chainDrawing, type Drawing } from '../drawing';
import { type Life, pause } from '../latest';
import type { TaskState } from '../learn/task';
import { say, type Words } from '../messages';
import { play as sound } from '../sound';
import { SolutionLine, switches, withoutSwitch } from './line';
import { answerName, goOnWords, hint, question, rightWords, wrongAnswerWords, wrongMoveWords } from './words';

/** How long a reply waits, so that one sees one's own move first, in milliseconds. */
const REPLY_PAUSE = 700;

export type PuzzleState = TaskState | 'asked' | 'shown';

export interface PuzzleEvents {
  /** The question is asked, an answer is judged, or the solution is shown. */
  tell: (state: PuzzleState, text: Words) => void;
  fail: (error: unknown) => void;
}

export class PuzzleBoard {
  readonly board: Board;
  /** The colour of the solver at first. */
  readonly color: Color;
  readonly asksAboutMove: boolean;
  private readonly line: SolutionLine;
  private readonly questions;
  private game: GameState | null = null;

  constructor(
    life: Life,
    private readonly puzzle: Puzzle,
    private readonly kind: PuzzleKind,
    private readonly on: PuzzleEvents,
  ) {
    this.color = puzzle.fen.split(' ')[1] === 'w' ? 'black' : 'white';
    this.asksAboutMove = puzzle.answer !== null;
    this.line = new SolutionLine(puzzle, kind);
    this.questions = life.latest();
    this.board = new Board({
      label: say('puzzles.board'),
      config: {
        fen: puzzle.fen.split(' ')[0]!,
        orientation: this.color,
        movable: { free: false, events: { after: (from, to) => void this.onMove(from, to) } },
        premovable: { enabled: false },
      },
    });
  }

  /** Shows the question: the opponent's move, and the move that is asked about. */
  start(): void {
    this.board.resized();
    this.ask();
  }

  /** Goes back to the place of the solution that was reached. */
  ask(): void {
    withdrawQuestion();
    this.show(this.place, game => {
      const asked = this.asksAboutMove ? (game.history.at(-1)?.san ?? '') : '';
      const chain = game.history.at(-1)?.chain;
      if (this.kind === 'switchOrStay') this.board.draw(chainDrawing(chain));
      else this.board.draw({ at: game.history.at(-1)?.to ?? null });
      this.on.tell('asked', question(this.kind, this.color, asked, this.line.ownMoves));
    });
  }

  /** The moves up to where an answer is wanted. */
  private get place(): string[] {
    const { played, next } = this.line;
    return this.asksAboutMove && next ? [...played, withoutSwitch(next)] : played;
  }

  /** The address of the analysis of what is shown. */
  get analysis(): string {
    const moves = (this.game?.history ?? []).map(({ uci, switched }) => (switched ? `${withoutSwitch(uci)}s` : uci));
    const query = new URLSearchParams({ fen: this.puzzle.fen, moves: (moves.length ? moves : this.place).join(',') });
    if (this.board.orientation === 'black') query.set('flip', '');
    query.set('engine', '');
    return `/analyse?${query}`;
  }

  /** Answers a question about a move. */
  answer(yes: boolean): void {
    const last = this.game?.history.at(-1);
    if (!last) return;
    const { answer } = this.puzzle;
    if (last.chain) this.closeChain(chainDrawing(last.chain));
    if (yes === answer) this.on.tell('done', rightWords(this.kind, last.san, last.chain, answer));
    else this.on.tell('wrong', wrongAnswerWords(this.kind, last.chain, answer));
  }

  /** Says what helps, and shows it. */
  hint(tell: (text: Words) => void): void {
    const next = this.line.next;
    if (!next) return;
    const from = next.slice(0, 2);
    if (this.kind !== 'isChain') {
      if (!this.asksAboutMove) this.board.draw({ picked: [from] });
      tell(hint(this.kind, this.color, from, switches(next), []));
      return;
    }
    const last = this.game?.history.at(-1);
    void this.questions.ask(
      signal => detect(last?.fen ?? this.puzzle.fen, last?.to ?? null, 2, signal),
      ({ areas }) => {
        this.board.draw({ enclosed: areas.flat(), at: last?.to ?? null });
        tell(hint(this.kind, this.color, from, false, areas.flat()));
      },
      this.on.fail,
    );
  }

  /** Plays the rest of the solution. */
  showSolution(): void {
    withdrawQuestion();
    if (this.asksAboutMove) {
      const chain = this.game?.history.at(-1)?.chain;
      if (chain) this.closeChain(chainDrawing(chain));
      this.on.tell('shown', say('puzzles.theSolution', { line: answerName(this.kind, this.puzzle.answer) }));
      return;
    }
    const from = this.line.played.length;
    this.show(this.puzzle.moves, game => {
      const rest = game.history.slice(from);
      this.board.draw(chainDrawing(rest.at(-1)?.chain));
      const line = rest.map(({ san, switched }) => (switched ? `${san} ⇄` : san));
      this.on.tell('shown', say('puzzles.theSolution', { line: line.join(', ') }));
      this.board.set({ movable: { dests: new Map() } });
    });
  }

  destroy(): void {
    withdrawQuestion();
    this.board.destroy();
  }

  /** Shows the position after these moves. */
  private show(moves: string[], then: (game: GameState) => void): void {
    void this.questions.ask(
      signal => askGame({ start: this.puzzle.fen, limit: 'size', moves }, signal),
      game => {
        this.arrive(game);
        then(game);
      },
      this.on.fail,
    );
  }

  private arrive(game: GameState): void {
    this.game = game;
    const last = game.history.at(-1);
    const solver = game.start_turn === 'white' ? 'second' : 'first';
    const orientation = game.white === solver ? 'white' : 'black';
    const turned = orientation !== this.board.orientation;
    const mayMove = !this.asksAboutMove && !game.outcome && game.to_move === solver;
    this.board.set({
      fen: game.fen.split(' ')[0]!,
      orientation,
      turnColor: game.turn,
      check: game.check ? game.turn : false,
      lastMove: last ? ([last.from, last.to] as Key[]) : undefined,
      movable: { color: mayMove ? game.turn : undefined, dests: mayMove ? destinations(game.legal) : new Map() },
    } as Parameters<Board['set']>[0]);
    if (turned) this.board.spin();
  }

  private async onMove(from: string, to: string): Promise<void> {
    const game = this.game;
    if (!game) return;
    const between = game.legal.filter(move => move.from === from && move.to === to);
    const host = this.board.element.parentElement ?? this.board.element;
    const move = await askPromotion(host, between, game.turn);
    if (!move) return this.ask();
    sound(move.chain ? 'chain' : move.san.includes('x') ? 'capture' : 'move');
    if (move.chain) this.closeChain(chainDrawing(move.chain));
    const asks = this.kind !== 'formChain' && move.may_switch;
    const decision = asks ? await askSwitch(host, move, game.turn) : false;
    if (decision === null) return this.ask();
    if (decision) sound('switch');
    this.judge(move, decision);
  }

  private judge(move: LegalMove, switched: boolean): void {
    const uci = move.uci + (switched ? 's' : '');
    this.show([...this.line.played, uci], game => {
      this.board.draw(chainDrawing(move.chain));
      this.board.set({ movable: { dests: new Map() } });
      const verdict = this.line.judge(uci, game.outcome?.reason === 'checkmate');
      if (verdict === 'wrong')
        this.on.tell(
          'wrong',
          wrongMoveWords(
            this.kind,
            move.san,
            switched,
            game.legal.filter(reply => reply.may_switch),
          ),
        );
      else if (verdict === 'solved') this.on.tell('done', rightWords(this.kind, move.san, move.chain, null));
      else this.goOn();
    });
  }

  private goOn(): void {
    const replies = this.line.advance();
    const told = (game: GameState): void => {
      const sans = game.history.slice(game.history.length - replies.length).map(({ san }) => san);
      this.board.draw(chainDrawing(game.history.at(-1)?.chain));
      this.on.tell('going', goOnWords(sans));
    };
    void this.questions.ask(
      async signal => {
        if (replies.length) await pause(REPLY_PAUSE, signal);
        return askGame({ start: this.puzzle.fen, limit: 'size', moves: this.line.played }, signal);
      },
      game => {
        this.arrive(game);
        told(game);
      },
      this.on.fail,
    );
  }

  private closeChain(drawing: Drawing): void {
    this.board.draw(drawing);
    this.board.close();
  }
}
