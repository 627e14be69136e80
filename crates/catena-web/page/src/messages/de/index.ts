// German, with the words of German chess players. "Kette" is the chain, "Seitenwechsel" the switch, "Einschluss" an enclosure.
import type { Table } from '../table';
import { analyse, editor, engine, files, tools, verdict } from './analyse';
import { board, color, outcome, piece, question, role, score, sheet } from './board';
import { friend, futures, game, play, review, setup } from './game';
import { learn, lessons } from './learn';
import { home, keys, page } from './page';
import { rules } from './rules';
import { server } from './server';
import { cells, walls } from './walls';

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
