// Whether the server answers. Calls that find it gone wait and try again; the views say so meanwhile.

type Listener = (lost: boolean) => void;

const listeners = new Set<Listener>();
let lost = false;
let lostAt = 0;
let away = 0;

export const isLost = (): boolean => lost;

/** How long the server has been away since the page was opened, in milliseconds. A clock takes the difference of two readings off. */
export function timeAway(now = performance.now()): number {
  return away + (lost ? now - lostAt : 0);
}

/** Calls the listener whenever the server goes away or comes back, until the signal is aborted. */
export function onConnection(listener: Listener, signal?: AbortSignal): void {
  listeners.add(listener);
  signal?.addEventListener('abort', () => listeners.delete(listener), { once: true });
}

/** A request failed to reach the server, or reached it. */
export function report(reached: boolean): void {
  if (lost === !reached) return;
  if (reached) away += performance.now() - lostAt;
  else lostAt = performance.now();
  lost = !reached;
  for (const listener of listeners) listener(lost);
}

/** How long to wait before the next attempt, in milliseconds. */
export const waitBefore = (attempt: number): number => Math.min(250 * 2 ** attempt, 4000);
