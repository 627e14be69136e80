// A name for each view that is open, under which the server keeps the engine's memory. Two tabs never share one.

export function newViewId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}
