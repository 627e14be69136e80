// English: the source of the keys, and of what each message has to be told.
import { analyse, editor, engine, files, tools, verdict } from './en/analyse';
import { board, color, outcome, piece, question, role, score, sheet } from './en/board';
import { friend, futures, game, play, review, setup } from './en/game';
import { learn, lessons } from './en/learn';
import { home, keys, page } from './en/page';
import { puzzles } from './en/puzzles';
import { rules } from './en/rules';
import { server } from './en/server';
import { cells, walls } from './en/walls';

export const english = {
  analyse,
  board,
  cells,
  color,
  editor,
  engine,
  files,
  friend,
  futures,
  game,
  home,
  keys,
  learn,
  lessons,
  outcome,
  page,
  piece,
  play,
  puzzles,
  question,
  review,
  role,
  rules,
  score,
  server,
  setup,
  sheet,
  tools,
  verdict,
  walls,
};
