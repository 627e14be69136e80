// Which puzzles are solved, and how many in a row, as the browser remembers it.
import type { Puzzle } from '../api';
import { load, save } from '../store';

const KEY = 'puzzles';

/** How a puzzle was done: at the first try without help; otherwise; or not yet, after a mistake. */
export type Mark = 'clean' | 'helped' | 'missed';

export interface Progress {
  marks: Record<string, Mark>;
  /** Puzzles in a row that were solved at the first try. */
  streak: number;
  best: number;
}

export interface Tally {
  count: number;
  solved: number;
  clean: number;
}

const MARKS: readonly unknown[] = ['clean', 'helped', 'missed'];

const size = (value: unknown): number => (Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : 0);

/** What is remembered, whatever it may be: what is no progress counts as none. */
export function progressOf(kept: unknown): Progress {
  const { marks, streak, best } = (kept ?? {}) as Record<string, unknown>;
  const pairs = typeof marks === 'object' && marks ? Object.entries(marks) : [];
  const known = pairs.filter((pair): pair is [string, Mark] => MARKS.includes(pair[1]));
  return { marks: Object.fromEntries(known), streak: size(streak), best: Math.max(size(best), size(streak)) };
}

/** The progress after a mistake or help: the row is over, and a puzzle that was not solved before is missed. */
export function missed(progress: Progress, id: string): Progress {
  const { marks } = progress;
  return { ...progress, marks: id in marks ? marks : { ...marks, [id]: 'missed' }, streak: 0 };
}

/** The progress after a puzzle was solved. One that was solved before adds nothing to the row. */
export function solved(progress: Progress, id: string): Progress {
  const before = progress.marks[id];
  if (before === 'clean' || before === 'helped') return progress;
  const mark: Mark = before ? 'helped' : 'clean';
  const streak = mark === 'clean' ? progress.streak + 1 : progress.streak;
  return { marks: { ...progress.marks, [id]: mark }, streak, best: Math.max(progress.best, streak) };
}

export const isSolved = ({ marks }: Progress, id: string): boolean => marks[id] === 'clean' || marks[id] === 'helped';

export function tally(progress: Progress, puzzles: Pick<Puzzle, 'id'>[]): Tally {
  return {
    count: puzzles.length,
    solved: puzzles.filter(({ id }) => isSolved(progress, id)).length,
    clean: puzzles.filter(({ id }) => progress.marks[id] === 'clean').length,
  };
}

/** The first puzzle after this one, and then from the start, that is not solved; null if all are. */
export function nextOpen(progress: Progress, puzzles: Pick<Puzzle, 'id'>[], from = 0): number | null {
  const order = puzzles.map((_, index) => (from + index) % puzzles.length);
  return order.find(index => !isSolved(progress, puzzles[index]!.id)) ?? null;
}

export const loadProgress = (): Progress => progressOf(load<unknown>(KEY));

/** Changes what is remembered, and says what it is now. */
export function change(act: (progress: Progress) => Progress): Progress {
  const progress = act(loadProgress());
  save(KEY, progress);
  return progress;
}
