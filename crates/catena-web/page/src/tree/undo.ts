// Undo and redo: what was, what is, and what was undone.

export interface Undo<T> {
  readonly past: readonly T[];
  readonly now: T;
  readonly future: readonly T[];
}

/** As many steps are kept. */
const DEPTH = 200;

export const begin = <T>(now: T): Undo<T> => ({ past: [], now, future: [] });

/** A change; what was undone before it is forgotten. */
export const change = <T>({ past, now }: Undo<T>, next: T): Undo<T> => ({
  past: [...past, now].slice(-DEPTH),
  now: next,
  future: [],
});

export function undo<T>(state: Undo<T>): Undo<T> {
  const before = state.past.at(-1);
  if (before === undefined) return state;
  return { past: state.past.slice(0, -1), now: before, future: [state.now, ...state.future] };
}

export function redo<T>(state: Undo<T>): Undo<T> {
  const [after, ...future] = state.future;
  if (after === undefined) return state;
  return { past: [...state.past, state.now], now: after, future };
}

/** Another state is shown, from outside: the one before and the one after are reached as by undo and redo. */
export function visit<T>(state: Undo<T>, next: T, isSame: (one: T, other: T) => boolean): Undo<T> {
  const [before, after] = [state.past.at(-1), state.future[0]];
  if (isSame(state.now, next)) return { ...state, now: next };
  if (before !== undefined && isSame(before, next)) return { ...undo(state), now: next };
  if (after !== undefined && isSame(after, next)) return { ...redo(state), now: next };
  return change(state, next);
}
