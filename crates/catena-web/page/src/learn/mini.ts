// Small live boards: one to push pieces about and see the verdict, one to play moves on.
import type { Key } from '@lichess-org/chessground/types';
import { game as askGame, detect, type GameState, type LegalMove } from '../api';
import { Board, destinations } from '../board';
import { askPromotion, askSwitch } from '../dialogs';
import { announce, button, fill, h, problem } from '../dom';
import { chainDrawing } from '../drawing';
import type { Life } from '../latest';
import { say, type Words } from '../messages';
import { colorName } from '../score';
import { play as sound } from '../sound';

export interface Mini {
  element: HTMLElement;
  board: Board;
  start: () => void;
}

export interface WallOptions {
  label: Words;
  fen: string;
  /** The piece that is asked about at first. */
  at: string;
  /** Whether the question stays with this piece when others are moved. Otherwise it goes to the piece that moved last. */
  stays?: boolean;
}

/** A board whose pieces can be moved anywhere; it says whether the chosen piece is on a chain. */
export function wallBoard(life: Life, { label, fen, at, stays = false }: WallOptions): Mini {
  const words = h('p', { class: 'mini-words', role: 'status' });
  const questions = life.latest();
  let chosen: string = at;
  const board = new Board({
    label,
    config: {
      fen,
      movable: { free: true, color: 'both', events: { after: (from, to) => moved(from, to) } },
      selectable: { enabled: false },
      events: { select: key => !stays && board.pieceOn(key) && void ask(key) },
      premovable: { enabled: false },
    },
    onSquare: key => {
      if (board.pieceOn(key)) held = key;
      if (board.pieceOn(key) && !stays) void ask(key);
      else if (!board.pieceOn(key) && board.pieceOn(held)) {
        const from = held;
        board.ground.move(from as Key, key);
        moved(from, key);
      }
    },
  });
  // The piece that the keyboard moves.
  let held: string = at;
  const moved = (from: string, to: string): void => {
    if (held === from) held = to;
    void ask(stays && from !== chosen && board.pieceOn(chosen) ? chosen : to);
  };
  const ask = (square: string): Promise<void> => {
    chosen = square;
    return questions.ask(
      signal => detect(board.ground.getFen(), board.pieceOn(square) ? square : null, 2, signal),
      ({ answer, areas }) => {
        const chain = answer?.witness;
        board.draw(chain ? chainDrawing(chain, square) : { enclosed: areas.flat(), at: square });
        const found = chain && {
          pieces: say('board.pieces', { n: chain.squares.length }),
          squares: say('board.emptySquares', { n: chain.encloses.length }),
        };
        fill(words, found ? say('rules.chainFound', found) : say('board.noChain'));
        words.className = `mini-words ${chain ? 'yes' : 'no'}`;
      },
      error => fill(words, problem(error)),
    );
  };
  const reset = button(say('board.reset'), () => {
    board.set({ fen });
    held = at;
    void ask(at);
  });
  return {
    element: h('div', { class: 'mini' }, board.element, h('div', { class: 'row spread' }, words, reset)),
    board,
    start: () => {
      board.resized();
      void ask(at);
    },
  };
}

export interface GameBoardOptions {
  label: Words;
  fen: string;
  moves?: string[];
  /** Called after a move, with what the server said about it and about the game. True leaves the words to the caller. */
  onMove?: (move: LegalMove, switched: boolean, game: GameState) => boolean;
  /** Whether moves that form a chain are pointed out. */
  hints?: () => boolean;
  /** Whether a chain asks for the switch. */
  asks?: boolean;
  /** What is said about the game as it stands; null leaves it to the board. */
  say?: (game: GameState) => Words | null;
}

/** A board to play moves on, for either side. */
export function gameBoard(
  life: Life,
  options: GameBoardOptions,
): Mini & { words: HTMLElement; reset: () => Promise<void>; draw: () => void } {
  const words = h('p', { class: 'mini-words', role: 'status' });
  const questions = life.latest();
  let moves = options.moves ?? [];
  let game: GameState | null = null;
  const element = h('div', { class: 'mini' });
  const board = new Board({
    label: options.label,
    config: {
      fen: options.fen,
      movable: { free: false, events: { after: (from, to) => void onMove(from, to) } },
      premovable: { enabled: false },
    },
  });
  const show = (): Promise<void> =>
    questions.ask(
      signal => askGame({ start: options.fen, limit: 'size', moves }, signal),
      arrive,
      error => fill(words, problem(error)),
    );
  const arrive = (answer: GameState): void => {
    game = answer;
    const last = game.history.at(-1);
    board.set({
      fen: game.fen.split(' ')[0]!,
      orientation:
        game.to_move === (game.start_turn === 'white' ? 'first' : 'second')
          ? game.turn
          : game.turn === 'white'
            ? 'black'
            : 'white',
      turnColor: game.turn,
      check: game.check ? game.turn : false,
      lastMove: last ? ([last.from, last.to] as Key[]) : undefined,
      movable: { color: game.outcome ? undefined : game.turn, dests: destinations(game.legal) },
    } as Parameters<Board['set']>[0]);
    draw();
    if (last?.switched) board.spin();
    const said = options.say?.(game);
    if (said) fill(words, said);
    else if (!last) fill(words, say('board.toMove', { color: colorName(game.turn) }));
  };
  const draw = (): void => {
    const chains = options.hints?.() ? (game?.legal ?? []).filter(move => move.chain) : [];
    board.draw({ ...chainDrawing(game?.history.at(-1)?.chain), hints: chains.map(({ from, to }) => [from, to]) });
  };
  const onMove = async (from: string, to: string): Promise<void> => {
    if (!game) return;
    const move = await askPromotion(
      element,
      game.legal.filter(move => move.from === from && move.to === to),
      game.turn,
    );
    if (!move) return show();
    sound(move.chain ? 'chain' : move.san.includes('x') ? 'capture' : 'move');
    if (move.chain) {
      board.draw(chainDrawing(move.chain));
      board.close();
    }
    const decision = options.asks && move.may_switch ? await askSwitch(element, move, game.turn) : false;
    if (decision === null) return show();
    const mover = colorName(game.turn);
    const opposite = colorName(game.turn === 'white' ? 'black' : 'white');
    moves = [...moves, move.uci + (decision ? 's' : '')];
    if (decision) sound('switch');
    await show();
    if (options.onMove?.(move, decision, game) || options.say?.(game)) return;
    const text = decision
      ? say('board.switched', { from: mover, to: opposite })
      : move.chain
        ? say('board.formsChain', { move: move.san })
        : move.san;
    fill(words, text);
    announce(text);
  };
  const reset = async (): Promise<void> => {
    moves = options.moves ?? [];
    words.className = 'mini-words';
    await show();
  };
  element.append(
    board.element,
    h(
      'div',
      { class: 'row spread' },
      words,
      button(say('board.reset'), () => void reset()),
    ),
  );
  return {
    element,
    board,
    words,
    reset,
    draw,
    start: () => {
      board.resized();
      void show();
    },
  };
}
