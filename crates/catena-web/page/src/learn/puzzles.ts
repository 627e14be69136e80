// A dozen puzzles. Only positions are stored: the detector and the engine know the answers.

export type Puzzle =
  | { kind: 'form'; fen: string }
  | { kind: 'judge'; fen: string; at: string }
  | { kind: 'decide'; fen: string; move: string };

export const PUZZLES: Puzzle[] = [
  { kind: 'judge', fen: '8/8/2PpP3/2n1q3/2KPp3/8/8/8', at: 'd6' },
  { kind: 'form', fen: 'r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6' },
  { kind: 'judge', fen: '1b4rk/n1p3pr/p1np3p/1p1pp3/3PP3/P1NPPQ2/N1PRK3/1B6', at: 'f3' },
  { kind: 'judge', fen: '8/2pppp2/1p4p1/1p1pp1p1/1p1p2p1/1p4p1/2pppp2/8', at: 'd5' },
  { kind: 'judge', fen: '8/1PN1P3/P2P1K2/1PPpp3/2P2k2/3qb3/8/8', at: 'e7' },
];
