// The rules in plain words, each with a board to try it on.
import type { GameState } from '../api';
import type { Life } from '../latest';
import { gameBoard, type Mini, wallBoard } from './mini';

export interface Rule {
  title: string;
  words: string[];
  board: (life: Life) => Mini;
}

export const RULES: Rule[] = [
  {
    title: 'It is chess',
    words: [
      'Same board, same pieces, same moves, check and checkmate. Everything you know still counts.',
      'One thing is new: the chain.',
    ],
    board: life =>
      gameBoard(life, { label: 'Start position', fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' }),
  },
  {
    title: 'A chain is a closed wall',
    words: [
      'Pieces of any colour, each a king’s step from the next, in a closed line around at least two adjacent empty squares.',
      'Drag a piece out of the wall and it is broken. Put it back and it is closed.',
    ],
    board: life => wallBoard(life, { label: 'A chain of six pieces', fen: '8/8/8/2nP4/1p2P3/2Nq4/8/8', at: 'd3' }),
  },
  {
    title: 'Two empty squares, not one',
    words: [
      'The empty squares must touch, side by side or at a corner. One alone is not enough.',
      'The framed queen stands in a wall around c4 alone. Move the knight from d4 out of it, and the wall is a chain.',
    ],
    board: life =>
      wallBoard(life, {
        label: 'A wall around one empty square',
        fen: '8/8/8/2nP4/1p1NP3/2Pq4/8/8',
        at: 'd3',
        stays: true,
      }),
  },
  {
    title: 'The edge is no wall',
    words: [
      'A wall that leans on the edge of the board is open there. All of it must be pieces.',
      'Here d1 and e1 are not enclosed.',
    ],
    board: life => wallBoard(life, { label: 'A wall at the edge', fen: '8/8/8/8/8/8/3PP3/2K2R2', at: 'd2' }),
  },
  {
    title: 'The piece that moved must be part of it',
    words: [
      'A chain counts for the player who has just moved, and only if the moved piece is one of its links.',
      'Click the pieces: the rook on h1 is in no chain, the others are.',
    ],
    board: life =>
      wallBoard(life, { label: 'A chain and a piece beside it', fen: '8/8/8/2nP4/1p2P3/2Nq4/8/7R', at: 'h1' }),
  },
  {
    title: 'Switch, or stay',
    words: [
      'If your move forms a chain you may switch sides, at once and only then: you take the other colour, your opponent takes yours.',
      'Colours go on alternating. So after a switch it is your new colour’s turn, and you move again. Try the bishop from f1 to d3.',
    ],
    board: life =>
      gameBoard(life, {
        label: 'White can form a chain',
        fen: 'r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6',
        asks: true,
      }),
  },
  {
    title: 'How often in a row',
    words: [
      'After a switch you may form another chain and switch back. But only as often as the first chain of the row had empty squares inside.',
      'The count starts anew as soon as somebody moves without switching. (Two older rules can be chosen for a game: as often as the move number, or no limit.)',
      'Your task: use up all switches of a row. The knight from e2 to c3 closes a chain around two empty squares.',
    ],
    board: life =>
      gameBoard(life, {
        label: 'A row of switches',
        fen: '4r1k1/5ppp/8/2nP4/1p2P3/3q4/4NPPP/6K1 w - - 0 1',
        asks: true,
        say: rowWords,
      }),
  },
  {
    title: 'Who wins',
    words: [
      'Whoever holds the side that gives checkmate, at that moment. A move that ends the game ends it: no switch follows.',
      'With clocks, a switch exchanges them too: the time belongs to the colour.',
    ],
    board: life => gameBoard(life, { label: 'Mate in one', fen: '6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1' }),
  },
];

/** How far the row of switches has come. */
function rowWords({ run }: GameState): string | null {
  if (!run?.limit) return null;
  return run.used < run.limit
    ? `${run.used} of ${run.limit} switches. Form another chain, and switch again.`
    : `Done: all ${run.limit} switches. The next must wait until somebody has moved without one.`;
}
