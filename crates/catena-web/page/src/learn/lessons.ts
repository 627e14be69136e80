// The seven lessons: a few words, a board, and a task that is done on it. Positions are stored here; what is right in them
// is the server's answer.
import type { Life } from '../latest';
import { say, type Words } from '../messages';
import { markBoard } from './mark-board';
import type { Mini } from './mini';
import { type Attempt, type PlayBoard, playBoard, type Verdict } from './play-board';
import type { Tell } from './task';

export interface Lesson {
  /** Under which it is remembered that the lesson is done. */
  id: string;
  title: Words;
  words: Words[];
  task: Words;
  board: (life: Life, tell: Tell) => Mini | PlayBoard;
}

/** A verdict about the move that forms the chain, before the question of the switch comes up. */
const formed = ({ move }: Attempt, text: Words): Verdict | null => (move.chain ? ['done', text] : null);

export const LESSONS: Lesson[] = [
  {
    id: 'close',
    title: say('lessons.closeTitle'),
    words: [say('lessons.close1'), say('lessons.close2')],
    task: say('lessons.closeTask'),
    board: (life, tell) =>
      playBoard(life, {
        label: say('lessons.closeBoard'),
        fen: '6k1/5ppp/8/2nP4/1p2P3/3q4/4NPPP/6K1 w - - 0 1',
        asks: false,
        judge: attempt => formed(attempt, say('lessons.closeDone')),
        tell,
      }),
  },
  {
    id: 'links',
    title: say('lessons.linksTitle'),
    words: [say('lessons.links1'), say('lessons.links2')],
    task: say('lessons.linksTask'),
    board: (life, tell) =>
      markBoard(life, {
        label: say('lessons.linksBoard'),
        fen: '6k1/3b1p2/2p1P3/2n1p3/3N4/2P5/1P4PP/6K1',
        at: 'd4',
        wanted: detection => detection.chain_squares,
        wrong: square => say('lessons.linksWrong', { square }),
        done: say('lessons.linksDone'),
        tell,
      }),
  },
  {
    id: 'inside',
    title: say('lessons.insideTitle'),
    words: [say('lessons.inside1'), say('lessons.inside2')],
    task: say('lessons.insideTask'),
    board: (life, tell) =>
      markBoard(life, {
        label: say('lessons.insideBoard'),
        fen: '8/1pP5/p2N4/1n1p2p1/2P2P2/5Q1r/3PP1k1/2K2R2',
        at: 'c4',
        wanted: detection => detection.areas.flat(),
        wrong: square => say('lessons.insideWrong', { square }),
        done: say('lessons.insideDone'),
        tell,
      }),
  },
  {
    id: 'leak',
    title: say('lessons.leakTitle'),
    words: [say('lessons.leak1'), say('lessons.leak2')],
    task: say('lessons.leakTask'),
    board: (life, tell) =>
      playBoard(life, {
        label: say('lessons.leakBoard'),
        fen: '6k1/7p/8/2nP2p1/1p2Pp1p/2N2R2/4P3/3B2K1 w - - 0 1',
        asks: false,
        judge: attempt => formed(attempt, say('lessons.leakDone')),
        tell,
      }),
  },
  {
    id: 'switch',
    title: say('lessons.switchTitle'),
    words: [say('lessons.switch1'), say('lessons.switch2'), say('lessons.switch3')],
    task: say('lessons.switchTask'),
    board: (life, tell) =>
      playBoard(life, {
        label: say('lessons.switchBoard'),
        fen: '1k5r/ppp5/8/4Pn2/3P2p1/4p3/PPP2P2/1K6 w - - 0 1',
        asks: true,
        judge: judgeSwitch,
        tell,
      }),
  },
  {
    id: 'stay',
    title: say('lessons.stayTitle'),
    words: [say('lessons.stay1'), say('lessons.stay2')],
    task: say('lessons.stayTask'),
    board: (life, tell) =>
      playBoard(life, {
        label: say('lessons.stayBoard'),
        fen: '6k1/5pp1/7p/2np4/1P2p3/3N4/2P1QPPP/6K1 w - - 0 1',
        asks: true,
        judge: judgeStay,
        tell,
      }),
  },
  {
    id: 'run',
    title: say('lessons.runTitle'),
    words: [say('lessons.run1'), say('lessons.run2')],
    task: say('lessons.runTask'),
    board: (life, tell) =>
      playBoard(life, {
        label: say('lessons.runBoard'),
        fen: '6k1/5ppp/1n6/2pP4/1p2P3/3p4/2P2PPP/R5K1 w - - 0 1',
        asks: true,
        judge: judgeRun,
        tell,
      }),
  },
];

/** Whether the player who began has given mate. */
const hasWon = ({ game }: Attempt): boolean => game.outcome?.winner === 'first';

/** How many switches there have been. */
const switches = ({ game }: Attempt): number => game.history.filter(move => move.switched).length;

function judgeSwitch(attempt: Attempt): Verdict | null {
  const { move, switched } = attempt;
  if (hasWon(attempt)) return ['done', say('lessons.switchDone')];
  if (switches(attempt) && !switched) return ['wrong', say('lessons.noMate', { move: move.san })];
  if (switched) return ['going', say('lessons.switchGoing')];
  return move.chain ? ['wrong', say('lessons.switchStayed')] : null;
}

function judgeStay({ move, switched }: Attempt): Verdict | null {
  if (!move.chain) return null;
  if (switched) return ['wrong', say('lessons.staySwitched')];
  return ['done', say('lessons.stayDone')];
}

function judgeRun(attempt: Attempt): Verdict | null {
  const { move, switched } = attempt;
  if (hasWon(attempt)) return ['done', say('lessons.runDone')];
  if (switched) {
    return switches(attempt) === 1 ? ['going', say('lessons.runOne')] : ['going', say('lessons.runTwo')];
  }
  if (move.chain) return ['wrong', say('lessons.runStayed')];
  return switches(attempt) === 2 ? ['wrong', say('lessons.noMate', { move: move.san })] : null;
}
