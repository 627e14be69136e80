// Noticing that the server has gone away where nothing is asked of it: at a view that stands still, and between views.
import { ping } from './api';
import { Life, pause } from './latest';

/** How long after an answer the server is asked again whether it is there, in milliseconds. */
const REST = 3000;
/** How long the page has to be open before it is opened anew, in milliseconds: one that is broken is not to flicker. */
const LEAST_AGE = 5000;

/** Asks now and then whether the server is there, so that every view says so if it is not. */
export function watchServer(): void {
  void new Life().latest().ask(
    async signal => {
      for (;;) {
        await pause(REST, signal);
        // A refusal is an answer, too.
        if (!document.hidden) await ping(signal).catch(() => undefined);
      }
    },
    () => undefined,
  );
}

/**
 * Loads a part of the page. One that cannot be had is loaded when the server answers again; if there is none then, because
 * the server has another version of the page by now, that one is opened.
 */
export async function part<T>(load: () => Promise<T>, { signal }: Life): Promise<T> {
  try {
    return await load();
  } catch {
    await ping(signal);
  }
  try {
    return await load();
  } catch {
    await pause(Math.max(LEAST_AGE - performance.now(), 0), signal);
    location.reload();
    return new Promise(() => undefined);
  }
}
