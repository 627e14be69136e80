// Small live boards: one to push pieces about and see the verdict, one to play moves on.
import type { Key } from '@lichess-org/chessground/types';
import { detect, game as askGame, type GameState, type LegalMove } from '../api';
import { Board, destinations } from '../board';
import { announce, button, fill, h } from '../dom';
import { askPromotion, askSwitch } from '../line';
import { problem } from '../theme';

export interface Mini {
  element: HTMLElement;
  board: Board;
  start: () => void;
}

/** A board whose pieces can be moved anywhere; it says whether the chosen piece is on a chain. */
export function wallBoard(label: string, fen: string, at: string): Mini {
  const words = h('p', { class: 'mini-words', role: 'status' });
  let chosen: string = at;
  const board = new Board({
    label,
    config: {
      fen,
      coordinates: false,
      movable: { free: true, color: 'both', events: { after: (_, to) => void ask(to) } },
      selectable: { enabled: false },
      events: { select: key => board.pieceOn(key) && void ask(key) },
      premovable: { enabled: false },
    },
    onSquare: key => {
      if (board.pieceOn(key)) void ask(key);
      else if (board.pieceOn(chosen)) {
        board.ground.move(chosen as Key, key);
        void ask(key);
      }
    },
  });
  const ask = async (square: string): Promise<void> => {
    chosen = square;
    try {
      const { answer, areas } = await detect(board.ground.getFen(), board.pieceOn(square) ? square : null, 2);
      const chain = answer?.witness;
      board.draw(chain ? { chains: [chain], enclosed: chain.encloses, at: square } : { enclosed: areas.flat(), at: square });
      const text = chain ? `Chain: ${chain.squares.length} pieces around ${chain.encloses.length} empty squares` : 'No chain';
      words.textContent = text;
      words.className = `mini-words ${chain ? 'yes' : 'no'}`;
    } catch (error) {
      fill(words, problem(error));
    }
  };
  const reset = button('Reset', () => {
    board.set({ fen });
    void ask(at);
  });
  return {
    element: h('div', { class: 'mini' }, board.element, h('div', { class: 'row spread' }, words, reset)),
    board,
    start: () => (board.resized(), void ask(at)),
  };
}

export interface GameBoardOptions {
  label: string;
  fen: string;
  moves?: string[];
  /** Called after a move, with what the server said about it. True leaves the words to the caller. */
  onMove?: (move: LegalMove, switched: boolean) => boolean;
  /** Whether a chain asks for the switch. */
  asks?: boolean;
  coordinates?: boolean;
}

/** A board to play moves on, for either side. */
export function gameBoard(options: GameBoardOptions): Mini & { words: HTMLElement; reset: () => Promise<void> } {
  const words = h('p', { class: 'mini-words', role: 'status' });
  let moves = options.moves ?? [];
  let game: GameState | null = null;
  const element = h('div', { class: 'mini' });
  const board = new Board({
    label: options.label,
    config: { fen: options.fen, coordinates: options.coordinates ?? false, movable: { free: false, events: { after: (from, to) => void onMove(from, to) } }, premovable: { enabled: false } },
  });
  const show = async (): Promise<void> => {
    try {
      game = await askGame({ start: options.fen, limit: 'size', moves });
    } catch (error) {
      return fill(words, problem(error));
    }
    const last = game.history.at(-1);
    board.set({
      fen: game.fen.split(' ')[0]!,
      orientation: game.to_move === (game.start_turn === 'white' ? 'first' : 'second') ? game.turn : game.turn === 'white' ? 'black' : 'white',
      turnColor: game.turn,
      check: game.check ? game.turn : false,
      lastMove: last ? ([last.from, last.to] as Key[]) : undefined,
      movable: { color: game.outcome ? undefined : game.turn, dests: destinations(game.legal) },
    } as Parameters<Board['set']>[0]);
    board.draw(last?.chain ? { chains: [last.chain], enclosed: last.chain.encloses, at: last.chain.squares[0] ?? null } : {});
    if (!last) words.textContent = `${game.turn === 'white' ? 'White' : 'Black'} to move`;
  };
  const onMove = async (from: string, to: string): Promise<void> => {
    if (!game) return;
    const move = await askPromotion(element, game.legal.filter(move => move.from === from && move.to === to), game.turn);
    if (!move) return show();
    if (move.chain) board.draw({ chains: [move.chain], enclosed: move.chain.encloses, at: move.chain.squares[0] ?? null });
    const decision = options.asks && move.may_switch ? await askSwitch(element, move, game.turn) : false;
    if (decision === null) return show();
    const mover = game.turn === 'white' ? 'White' : 'Black';
    const opposite = game.turn === 'white' ? 'Black' : 'White';
    moves = [...moves, move.uci + (decision ? 's' : '')];
    await show();
    if (options.onMove?.(move, decision)) return;
    const text = decision ? `Switched: the player of ${mover} now holds ${opposite} and moves again.` : move.chain ? `${move.san} forms a chain.` : move.san;
    words.textContent = text;
    announce(text);
  };
  const reset = async (): Promise<void> => {
    moves = options.moves ?? [];
    words.className = 'mini-words';
    await show();
  };
  element.append(board.element, h('div', { class: 'row spread' }, words, button('Reset', () => void reset())));
  return { element, board, words, reset, start: () => (board.resized(), void show()) };
}
