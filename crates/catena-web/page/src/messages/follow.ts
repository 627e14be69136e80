// What is on the screen follows the language: each place that shows a message is remembered, and shows it again when
// another language is chosen. Nothing is built anew, so nothing that people are doing is lost.

type Show = () => void;

interface Place {
  /** Views that are gone are not kept alive. */
  target: WeakRef<object>;
  slot: string;
}

/** What each slot of an element shows: an attribute, its text, or what it holds. */
const shown = new WeakMap<object, Map<string, Show>>();
const listeners = new Set<Show>();
let places: Place[] = [];
let sweepAt = 1024;

/** Shows something now, and again in every language that is chosen from now on. */
export function follow(target: object, slot: string, show: Show): void {
  const slots = shown.get(target) ?? new Map<string, Show>();
  if (!slots.has(slot)) remember({ target: new WeakRef(target), slot });
  shown.set(target, slots.set(slot, show));
  show();
}

/** The slot shows something else now. */
export const unfollow = (target: object, slot: string): void => void shown.get(target)?.set(slot, () => undefined);

function remember(place: Place): void {
  places.push(place);
  if (places.length < sweepAt) return;
  places = places.filter(({ target }) => target.deref());
  sweepAt = Math.max(1024, 2 * places.length);
}

/** Calls the listener after a change of the language, until the signal is aborted: for what is put together of several messages. */
export function onLanguage(listener: Show, signal?: AbortSignal): void {
  listeners.add(listener);
  signal?.addEventListener('abort', () => listeners.delete(listener), { once: true });
}

/** Shows everything in the language of now. */
export function showAnew(): void {
  for (const { target, slot } of places) {
    const place = target.deref();
    if (place) shown.get(place)?.get(slot)?.();
  }
  for (const listener of listeners) listener();
}
