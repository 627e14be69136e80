// A dozen puzzles. Only positions are stored: the detector and the engine know the answers.

export type Puzzle =
  | { kind: 'form'; fen: string }
  | { kind: 'judge'; fen: string; at: string }
  | { kind: 'decide'; fen: string; move: string };

export const PUZZLES: Puzzle[] = [
  { kind: 'form', fen: '8/8/4k1p1/1P2p3/R4p1P/P4P1P/6K1/2r5 b - - 1 42' },
  { kind: 'judge', fen: '8/8/2PpP3/2n1q3/2KPp3/8/8/8', at: 'd6' },
  { kind: 'form', fen: '5k2/p3rp1p/1p6/5RQ1/3pr3/PP4P1/2P1q2P/5RK1 w - - 14 36' },
  { kind: 'judge', fen: '1b4rk/n1p3pr/p1np3p/1p1pp3/3PP3/P1NPPQ2/N1PRK3/1B6', at: 'f3' },
  { kind: 'decide', fen: '1r3rk1/pp3ppp/2b1p3/q1p1n1P1/P1PpN3/1Q1P4/1PK1PPBP/R5R1 b - - 4 18', move: 'b7b5' },
  { kind: 'form', fen: '8/p2p4/2k5/1p1p1Rp1/r2B3p/P2K3P/1P4P1/8 w - - 0 40' },
  { kind: 'judge', fen: '8/2pppp2/1p4p1/1p1pp1p1/1p1p2p1/1p4p1/2pppp2/8', at: 'd5' },
  { kind: 'decide', fen: '1R6/5pk1/4p2p/6p1/1p3P2/3BP3/1r3PKP/8 w - - 0 44', move: 'f4f5' },
  { kind: 'form', fen: '2rr2k1/5ppp/pp2pB2/3b4/4n2P/1P1N2P1/P3PPB1/2RR2K1 b - - 0 24' },
  { kind: 'judge', fen: '8/1PN1P3/P2P1K2/1PPpp3/2P2k2/3qb3/8/8', at: 'e7' },
  { kind: 'decide', fen: '1qrr2k1/1b1nppbp/1p3np1/p1pp4/P2P4/1PPBPN2/1BQN1PPP/R2R2K1 w - - 0 15', move: 'd3c4' },
  { kind: 'form', fen: '3r4/ppnrq1k1/3p1pp1/4pP2/1PP1P1Pp/1Q1R3P/1P4BK/3R4 w - - 1 29' },
];
