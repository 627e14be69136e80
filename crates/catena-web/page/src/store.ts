// What the browser remembers. A browser may refuse; then nothing is remembered.

export function load<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(`catena.${key}`) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

export function save(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(`catena.${key}`);
    else localStorage.setItem(`catena.${key}`, JSON.stringify(value));
  } catch {
    // Private windows and full disks: the page works without memory.
  }
}

/** The keys that begin like this. */
export function names(prefix: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter(key => key.startsWith(`catena.${prefix}`))
      .map(key => key.slice('catena.'.length));
  } catch {
    return [];
  }
}

export const forget = (key: string): void => save(key, null);

const NOTE = 'catena.note';

/** Notes, for this tab, what is shown at an address. There is one note: that of the latest address. */
export function note(href: string, content: unknown): void {
  try {
    sessionStorage.setItem(NOTE, JSON.stringify({ href, content }));
  } catch {
    // Too large, or refused.
  }
}

/** What was noted about this address in this tab; null if the note is about another one. */
export function takeNote(href: string): unknown {
  try {
    const noted = JSON.parse(sessionStorage.getItem(NOTE) ?? 'null') as { href: string; content: unknown } | null;
    return noted && new URL(noted.href, location.href).href === new URL(href, location.href).href
      ? noted.content
      : null;
  } catch {
    return null;
  }
}
