// The board, its pieces, the questions about a move, and the list of moves.

export const color = { white: 'White', black: 'Black' } as const;

export const role = {
  king: 'king',
  queen: 'queen',
  rook: 'rook',
  bishop: 'bishop',
  knight: 'knight',
  pawn: 'pawn',
} as const;

export const piece = {
  white_king: 'white king',
  white_queen: 'white queen',
  white_rook: 'white rook',
  white_bishop: 'white bishop',
  white_knight: 'white knight',
  white_pawn: 'white pawn',
  black_king: 'black king',
  black_queen: 'black queen',
  black_rook: 'black rook',
  black_bishop: 'black bishop',
  black_knight: 'black knight',
  black_pawn: 'black pawn',
} as const;

export const board = {
  empty: 'empty',
  enclosed: 'enclosed',
  onChain: 'on the chain',
  picked: 'picked',
  movedLast: 'moved last',
  target: 'can be moved to',
  forPlay: 'Board. Arrow keys move, Enter chooses a piece and then its target.',
  forAnalysis: 'Board. Arrow keys move, Enter chooses the piece that moved last or moves a piece.',
  chainOf: 'Chain of {pieces} around {squares}',
  pieces: { one: '{n} piece', other: '{n} pieces' },
  emptySquares: { one: '{n} empty square', other: '{n} empty squares' },
  noChain: 'No chain',
  toMove: '{color} to move',
  switched: 'Switched: the player of {from} now holds {to} and moves again.',
  formsChain: '{move} forms a chain.',
  reset: 'Reset',
} as const;

/** Questions that a move raises. */
export const question = {
  takeBack: 'Take the move back',
  promote: 'Promote to',
  closes: '{move} closes a chain of {pieces}.',
  switchOrStay: 'Switch or stay?',
  title: 'Switch sides?',
  ifYouSwitch: 'If you switch, you hold {color} from now on, and you move again.',
  switchTo: 'Switch to {color}',
  stay: 'Stay',
  help: 'Help me decide',
} as const;

/** The list of moves. */
export const sheet = {
  moves: 'Moves',
  game: 'Game',
  formsChain: 'forms a chain',
  formsChainTitle: 'Forms a chain',
  switchedTitle: 'The player switched sides',
  switches: 'and switches sides',
  step: 'Step through the moves',
  first: 'First position',
  previous: 'Previous move',
  next: 'Next move',
  last: 'Last position',
  noMoves: 'No moves yet. Move a piece.',
  wrongAfter: 'The file is wrong after this move',
  goodMove: 'Good move',
  brilliantMove: 'Brilliant move',
  interestingMove: 'Interesting move',
  dubiousMove: 'Dubious move',
  mistake: 'Mistake',
  blunder: 'Blunder',
  onlyMove: 'Only move',
} as const;

/** What the engine says about moves and positions. */
export const score = {
  player1: 'Player 1',
  player2: 'Player 2',
  holding: '{name}, holding {color}',
  loses: { one: 'loses in {n} move', other: 'loses in {n} moves' },
  wins: { one: 'wins in {n} move', other: 'wins in {n} moves' },
  draw: 'Draw: {reason}',
  winner: '{who} wins: {reason}',
  winnerHolding: '{name}, holding {color}, wins: {reason}',
  switch: 'switch',
  stay: 'stay',
  andSwitch: '{move} and switch',
} as const;

/** How a game ends. The names are the server’s reasons. */
export const outcome = {
  checkmate: 'checkmate',
  resignation: 'resignation',
  time: 'out of time',
  stalemate: 'stalemate',
  material: 'not enough material',
  fivefold: 'fivefold repetition',
  seventyFive: 'seventy-five moves',
  threefold: 'threefold repetition',
  fifty: 'fifty moves',
  agreement: 'agreement',
  adjudication: 'adjudication',
  timeWithoutMaterial: 'out of time, but the other cannot win',
} as const;
