// Every view of the page, and what is there when all of it is.

const CHAIN = 'e2e4,e7e5,d2d4,d7d6,d4d5,g8f6,c2c4,b8d7,b1c3,d7c5,f1d3s';

/** Names, addresses, and what to wait for. */
export const VIEWS = [
  ['home', '/', '.chain-line'],
  ['analyse', '/analyse', '[data-verdict]'],
  ['analyse, engine', `/analyse?moves=${CHAIN}&engine&white=Anna&black=Ben`, '.lines li'],
  ['analyse, editor', '/analyse?edit&fen=8/2pppp2/1p4p1/1p1pp1p1/1p1p2p1/1p4p1/2pppp2/8&at=d5', '.spares'],
  ['play, form', '/play', '.setup'],
  ['play, clocks', '/play?vs=human&clock=5%2B3&moves=e2e4', '.status'],
  ['play, chain', `/play?vs=human&moves=${CHAIN}`, '.mark.switch'],
  ['learn', '/learn', '.mini-words:not(:empty)'],
  ['learn, end', '/learn?lesson=end', '.lesson-words'],
  ['rules', '/rules', '.mini-words:not(:empty)'],
  ['puzzles', '/puzzles', '.puzzle-set'],
  ['puzzles, one', '/puzzles?kind=isChain&grade=hard', '.puzzle-words:not(:empty)'],
  ['walls', '/walls', '.walls-answer:not([aria-busy]) h2'],
  ['walls, leaking', '/walls?at=480,450', '[data-walls="leaks"]'],
  ['walls, closed', '/walls?sample=contours&at=300,200', '.walls-answer:not([aria-busy]) h2'],
];
