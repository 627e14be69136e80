// The rules in plain words, each with a board to try it on.
import type { GameState } from '../api';
import type { Life } from '../latest';
import { type Message, say, type Words } from '../messages';
import { gameBoard, type Mini, wallBoard } from './mini';

export interface Rule {
  title: Words;
  words: Words[];
  board: (life: Life) => Mini;
}

export const RULES: Rule[] = [
  {
    title: say('rules.chessTitle'),
    words: [say('rules.chess1'), say('rules.chess2')],
    board: life =>
      gameBoard(life, {
        label: say('rules.chessBoard'),
        fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
      }),
  },
  {
    title: say('rules.chainTitle'),
    words: [say('rules.chain1'), say('rules.chain2')],
    board: life => wallBoard(life, { label: say('rules.chainBoard'), fen: '8/8/8/2nP4/1p2P3/2Nq4/8/8', at: 'd3' }),
  },
  {
    title: say('rules.twoTitle'),
    words: [say('rules.two1'), say('rules.two2')],
    board: life =>
      wallBoard(life, {
        label: say('rules.twoBoard'),
        fen: '8/8/8/2nP4/1p1NP3/2Pq4/8/8',
        at: 'd3',
        stays: true,
      }),
  },
  {
    title: say('rules.edgeTitle'),
    words: [say('rules.edge1'), say('rules.edge2')],
    board: life => wallBoard(life, { label: say('rules.edgeBoard'), fen: '8/8/8/8/8/8/3PP3/2K2R2', at: 'd2' }),
  },
  {
    title: say('rules.movedTitle'),
    words: [say('rules.moved1'), say('rules.moved2')],
    board: life => wallBoard(life, { label: say('rules.movedBoard'), fen: '8/8/8/2nP4/1p2P3/2Nq4/8/7R', at: 'h1' }),
  },
  {
    title: say('rules.switchTitle'),
    words: [say('rules.switch1'), say('rules.switch2')],
    board: life =>
      gameBoard(life, {
        label: say('rules.switchBoard'),
        fen: 'r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6',
        asks: true,
      }),
  },
  {
    title: say('rules.rowTitle'),
    words: [say('rules.row1'), say('rules.row2'), say('rules.row3')],
    board: life =>
      gameBoard(life, {
        label: say('rules.rowBoard'),
        fen: '4r1k1/5ppp/8/2nP4/1p2P3/3q4/4NPPP/6K1 w - - 0 1',
        asks: true,
        say: rowWords,
      }),
  },
  {
    title: say('rules.winsTitle'),
    words: [say('rules.wins1'), say('rules.wins2')],
    board: life => gameBoard(life, { label: say('rules.winsBoard'), fen: '6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1' }),
  },
];

/** How far the row of switches has come. */
function rowWords({ run }: GameState): Message | null {
  if (!run?.limit) return null;
  const { used, limit } = run;
  return used < limit ? say('rules.rowGoing', { used, limit }) : say('rules.rowDone', { limit });
}
