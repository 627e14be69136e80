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
