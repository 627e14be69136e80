// The seven lessons: a few words, a board, and a task that is done on it. Positions are stored here; what is right in them
// is the server's answer.
import type { Life } from '../latest';
import { markBoard } from './mark-board';
import type { Mini } from './mini';
import { type Attempt, type PlayBoard, playBoard, type Verdict } from './play-board';
import type { Tell } from './task';

export interface Lesson {
  /** Under which it is remembered that the lesson is done. */
  id: string;
  title: string;
  words: string[];
  task: string;
  board: (life: Life, tell: Tell) => Mini | PlayBoard;
}

/** A verdict about the move that forms the chain, before the question of the switch comes up. */
const formed = ({ move }: Attempt, text: string): Verdict | null => (move.chain ? ['done', text] : null);

export const LESSONS: Lesson[] = [
  {
    id: 'close',
    title: 'Close a chain',
    words: [
      'The board, the pieces, check and checkmate are those of chess. One thing is new: the chain.',
      'A chain is a closed line of pieces of any colour, each a king’s step from the next, around at least two empty squares that touch.',
    ],
    task: 'Five pieces stand in a ring, and one is missing. Close the ring with a White move.',
    board: (life, tell) =>
      playBoard(life, {
        label: 'A ring of five pieces',
        fen: '6k1/5ppp/8/2nP4/1p2P3/3q4/4NPPP/6K1 w - - 0 1',
        asks: false,
        judge: attempt => formed(attempt, 'Closed: six pieces of both colours, with c4 and d4 inside.'),
        tell,
      }),
  },
  {
    id: 'links',
    title: 'The links',
    words: [
      'Every piece of the line is a link. Steps go along files, ranks and diagonals. A piece that only touches the line is no link.',
      'It matters because a chain counts for the player who has just moved, and only if the moved piece is a link.',
    ],
    task: 'Press every piece that is part of the chain.',
    board: (life, tell) =>
      markBoard(life, {
        label: 'A chain and pieces beside it',
        fen: '6k1/3b1p2/2p1P3/2n1p3/3N4/2P5/1P4PP/6K1',
        at: 'd4',
        wanted: detection => detection.chain_squares,
        wrong: square => `No closed line around two empty squares goes through ${square}.`,
        done: 'All six. The pawns on c3 and f7 touch the chain, but no closed line leads through them.',
        tell,
      }),
  },
  {
    id: 'inside',
    title: 'What is inside',
    words: [
      'Two pieces that touch at a corner are a closed door: nothing leaks out between them.',
      'The edge of the board is no wall. What leans on it is open.',
    ],
    task: 'Three walls, and one of them is closed. Press every empty square inside it.',
    board: (life, tell) =>
      markBoard(life, {
        label: 'Three walls',
        fen: '8/1pP5/p2N4/1n1p2p1/2P2P2/5Q1r/3PP1k1/2K2R2',
        at: 'c4',
        wanted: detection => detection.areas.flat(),
        wrong: square => `${square} is not enclosed.`,
        done: 'That is all. The wall on the right has a hole at h4, and the one below is open at the edge.',
        tell,
      }),
  },
  {
    id: 'leak',
    title: 'Nearly a chain',
    words: [
      'One empty square inside is not enough, and a wall that is open anywhere encloses nothing.',
      'The rook has three tempting squares: d3, f2 and g3. Two of them are traps.',
    ],
    task: 'Form a chain with the rook.',
    board: (life, tell) =>
      playBoard(life, {
        label: 'The rook can close one wall',
        fen: '6k1/7p/8/2nP2p1/1p2Pp1p/2N2R2/4P3/3B2K1 w - - 0 1',
        asks: false,
        judge: attempt => formed(attempt, 'A chain: all of it is pieces, and two squares are inside.'),
        tell,
      }),
  },
  {
    id: 'switch',
    title: 'Switch, and win',
    words: [
      'If your move forms a chain, you may switch sides, at once and only then. You take the other colour, your opponent takes yours.',
      'The colours go on alternating, so after a switch it is your new colour’s turn: you move again.',
      'Here you are White, far behind, and Black is about to give mate. Then be Black.',
    ],
    task: 'Form a chain, switch, and give mate with Black.',
    board: (life, tell) =>
      playBoard(life, {
        label: 'White is lost, but can switch',
        fen: '1k5r/ppp5/8/4Pn2/3P2p1/4p3/PPP2P2/1K6 w - - 0 1',
        asks: true,
        judge: judgeSwitch,
        tell,
      }),
  },
  {
    id: 'stay',
    title: 'Or stay',
    words: [
      'Nobody has to switch. Ask one question: with which side would I rather play on? The better one is worth holding, whatever its colour.',
      'Here you are White, with a queen more.',
    ],
    task: 'Form a chain with a pawn, and decide.',
    board: (life, tell) =>
      playBoard(life, {
        label: 'White is a queen ahead',
        fen: '6k1/5pp1/7p/2np4/1P2p3/3N4/2P1QPPP/6K1 w - - 0 1',
        asks: true,
        judge: judgeStay,
        tell,
      }),
  },
  {
    id: 'run',
    title: 'Again and again',
    words: [
      'The move after a switch may form a chain as well, and you may switch back: a run. It has as many switches as the first chain has empty squares inside, here two. A move without a switch ends it.',
      'Here the black knight guards a8, where the white rook would give mate. You can order it away.',
    ],
    task: 'Form a chain and switch, form a chain with the black knight and switch back, and give mate with White.',
    board: (life, tell) =>
      playBoard(life, {
        label: 'Two switches and mate',
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
  if (hasWon(attempt)) return ['done', 'Mate, and you gave it: whoever holds the winning side at the end has won.'];
  if (switches(attempt) && !switched) return ['wrong', `${move.san} is no mate. Press Reset.`];
  if (switched) return ['going', 'Now you hold Black, and it is your move. Where is the mate?'];
  return move.chain ? ['wrong', 'You stayed with White, and Black gives mate. Press Reset.'] : null;
}

function judgeStay({ move, switched }: Attempt): Verdict | null {
  if (!move.chain) return null;
  if (switched) return ['wrong', 'Now the queen is your opponent’s. Press Reset.'];
  return ['done', 'Right: you keep the queen. A chain is an offer, not a duty.'];
}

function judgeRun(attempt: Attempt): Verdict | null {
  const { move, switched } = attempt;
  if (hasWon(attempt)) return ['done', 'Three moves in a row, two switches, and mate.'];
  if (switched) {
    return switches(attempt) === 1
      ? ['going', 'One of two. You hold Black: which chain can the knight form?']
      : ['going', 'Two of two. You hold White again, and nobody guards a8.'];
  }
  if (move.chain) return ['wrong', 'You stayed, so the run is over. Press Reset.'];
  return switches(attempt) === 2 ? ['wrong', `${move.san} is no mate. Press Reset.`] : null;
}
