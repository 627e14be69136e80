// German, with the words of German chess players. "Kette" is the chain, "Seitenwechsel" the switch, "Einschluss" an enclosure.

import { analyse, editor, engine, files, tools, verdict } from './de/analyse';
import { board, color, outcome, piece, question, role, score, sheet } from './de/board';
import { friend, futures, game, play, review, setup } from './de/game';
import { learn, lessons } from './de/learn';
import { home, keys, page } from './de/page';
import { puzzles } from './de/puzzles';
import { rules } from './de/rules';
import { server } from './de/server';
import { cells, walls } from './de/walls';
import type { Table } from './table';

export const german: Table = {
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
