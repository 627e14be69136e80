// A board on which a task is done by playing moves. What a move does is the server's answer; the task only looks at it.
import { detect, type GameState, type LegalMove } from '../api';
import { announce, fill } from '../dom';
import type { Life } from '../latest';
import { say, type Words } from '../messages';
import { gameBoard, type Mini } from './mini';
import type { TaskState, Tell } from './task';

export interface Attempt {
  move: LegalMove;
  switched: boolean;
  game: GameState;
}

export type Verdict = [state: TaskState, text: Words];

export interface PlayOptions {
  label: Words;
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
  const told = ([state, text]: Verdict): void => {
    mini.words.className = `mini-words ${state === 'done' ? 'yes' : state === 'wrong' ? 'wrong' : ''}`;
    fill(mini.words, text);
    announce(text);
    tell(state, text);
  };
  const mini = gameBoard(life, {
    ...options,
    hints: () => hints,
    onMove: (move, switched, game) => {
      const verdict = judge({ move, switched, game });
      if (verdict) told(verdict);
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
        const why = reason(!!one.answer?.chain, two.areas.length > 0);
        told(['wrong', say('learn.noChainYet', { move: san, reason: why })]);
      },
      () => told(['wrong', say('learn.noChainAtAll', { move: san })]),
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
function reason(enclosesOne: boolean, othersEnclose: boolean): Words {
  if (enclosesOne) return say('learn.single');
  if (othersEnclose) return say('learn.noLink');
  return say('learn.nothing');
}
