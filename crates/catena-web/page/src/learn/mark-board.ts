// A board on which squares are picked: the server knows which of them are right.
import { type Detection, detect } from '../api';
import { Board } from '../board';
import { button, fill, h, problem } from '../dom';
import { chainDrawing } from '../drawing';
import type { Life } from '../latest';
import { say, type Words } from '../messages';
import type { Mini } from './mini';
import type { Tell } from './task';

export interface MarkOptions {
  label: Words;
  fen: string;
  /** A piece on the chain that is shown at the end. */
  at: string;
  /** The squares to pick, of what the server says about the board. */
  wanted: (detection: Detection) => string[];
  /** What is said about a square that is wrong, and when all are found. */
  wrong: (square: string) => Words;
  done: Words;
  tell: Tell;
}

export function markBoard(life: Life, options: MarkOptions): Mini {
  const { fen, at, tell } = options;
  const words = h('p', { class: 'mini-words', role: 'status' });
  const questions = life.latest();
  const picked = new Set<string>();
  let detection: Detection | null = null;
  const pick = (square: string): void => {
    if (!detection || picked.has(square)) return;
    const wanted = options.wanted(detection);
    // What was said at the end stays, wherever one presses then.
    if (picked.size === wanted.length) return;
    if (!wanted.includes(square)) {
      told(options.wrong(square), 'wrong');
      return;
    }
    picked.add(square);
    const left = wanted.length - picked.size;
    if (!left) finish(detection);
    else {
      board.draw({ picked: [...picked] });
      told(say('learn.found', { n: picked.size, left }), 'going');
    }
  };
  const finish = ({ answer }: Detection): void => {
    board.draw(chainDrawing(answer?.witness, at));
    board.close();
    told(options.done, 'done');
  };
  const told = (text: Words, state: Parameters<Tell>[0]): void => {
    words.className = `mini-words ${state === 'done' ? 'yes' : state === 'wrong' ? 'wrong' : ''}`;
    fill(words, text);
    tell(state, text);
  };
  const board = new Board({
    label: options.label,
    config: {
      fen,
      movable: { free: false },
      draggable: { enabled: false },
      selectable: { enabled: false },
      premovable: { enabled: false },
      events: { select: pick },
    },
    onSquare: pick,
  });
  const reset = (): void => {
    picked.clear();
    words.className = 'mini-words';
    fill(words, say('learn.pressSquares'));
    board.draw({});
  };
  const start = (): void => {
    board.resized();
    void questions.ask(
      signal => detect(fen, at, 2, signal),
      answer => {
        detection = answer;
        reset();
      },
      error => fill(words, problem(error)),
    );
  };
  const row = h('div', { class: 'row spread' }, words, button(say('board.reset'), reset));
  return { element: h('div', { class: 'mini' }, board.element, row), board, start };
}
