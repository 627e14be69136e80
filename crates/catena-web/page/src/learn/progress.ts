// Which lessons are done, as the browser remembers it.
import { load, save } from '../store';

const KEY = 'lessons';

/** The lessons that are done, by name. What is no list of names counts as nothing. */
export function doneLessons(): Set<string> {
  const kept = load<unknown>(KEY);
  return new Set(Array.isArray(kept) ? kept.filter(id => typeof id === 'string') : []);
}

export function markDone(id: string): void {
  save(KEY, [...doneLessons().add(id)]);
}

/** The first lesson that is not done yet; the number of lessons if all are. */
export function firstOpen(ids: string[], done: Set<string>): number {
  const index = ids.findIndex(id => !done.has(id));
  return index < 0 ? ids.length : index;
}
