// A board on which a task is done by playing moves. What a move does is the server's answer; the task only looks at it.
import { detect, type GameState, type LegalMove } from '../api';
import { announce } from '../dom';
import type { Life } from '../latest';
import { gameBoard, type Mini } from './mini';
import type { TaskState, Tell } from './task';

export interface Attempt {
  move: LegalMove;
  switched: boolean;
  game: GameState;
}

export type Verdict = [state: TaskState, text: string];

export interface PlayOptions {
  label: string;
  fen: string;
  /** Whether a chain asks for the switch. */
  asks: boolean;
  /** What an attempt has come to. A move without a chain where one is wanted is explained by the board: `null`. */
  judge: (attempt: Attempt) => Verdict | null;
  tell: Tell;
}

/** A board with chain moves that can be shown. */
export interface PlayBoard extends Mini {
  showChains: (shown: boolean) => void;
}

export function playBoard(life: Life, { judge, tell, ...options }: PlayOptions): PlayBoard {
  const questions = life.latest();
  let hints = false;
  const say = ([state, text]: Verdict): void => {
    mini.words.className = `mini-words ${state === 'done' ? 'yes' : state === 'wrong' ? 'wrong' : ''}`;
    mini.words.textContent = text;
    announce(text);
    tell(state, text);
  };
  const mini = gameBoard(life, {
    ...options,
    hints: () => hints,
    onMove: (move, switched, game) => {
      const verdict = judge({ move, switched, game });
      if (verdict) say(verdict);
      else void explain(move, game);
      return true;
    },
  });
  /** Why a move forms no chain: too little is enclosed, or by others, or nothing. */
  const explain = async ({ san, to }: LegalMove, game: GameState): Promise<void> => {
    const fen = game.fen.split(' ')[0]!;
    await questions.ask(
      async signal => [await detect(fen, to, 1, signal), await detect(fen, to, 2, signal)] as const,
      ([one, two]) => {
        mini.board.draw({ enclosed: one.answer?.witness?.encloses ?? two.areas.flat(), at: to });
        say(['wrong', `${san} forms no chain: ${reason(!!one.answer?.chain, two.areas.length > 0)} Press Reset.`]);
      },
      () => say(['wrong', `${san} forms no chain. Press Reset.`]),
    );
  };
  return {
    ...mini,
    showChains: shown => {
      hints = shown;
      mini.draw();
    },
  };
}

/** What the server found out, in words. */
function reason(enclosesOne: boolean, othersEnclose: boolean): string {
  if (enclosesOne) return 'it encloses a single square, and a chain needs two that touch.';
  if (othersEnclose) return 'the piece that moved is not one of its links.';
  return 'nothing is enclosed; somewhere the wall is open.';
}
