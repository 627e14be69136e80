// Presses of the pointer. The browser makes a click of a press and a release on the same element: one that is replaced in
// between, because something has arrived meanwhile, would lose its click.

let pressed: Node | null = null;
const waiting = new Map<Element, () => void>();

/** Watches where the pointer is pressed. Called once, when the page starts. */
export function watchPresses(): void {
  const on = (type: string, act: (event: Event) => void) => window.addEventListener(type, act, { capture: true });
  on('pointerdown', ({ target }) => {
    pressed = target as Node;
  });
  // What a click does is shown at once.
  on('click', () => {
    pressed = null;
  });
  // The click comes after the release.
  for (const type of ['pointerup', 'pointercancel']) on(type, () => setTimeout(release));
}

function release(): void {
  pressed = null;
  const acts = [...waiting.values()];
  waiting.clear();
  for (const act of acts) act();
}

/** Draws an element anew: at once, or, while the pointer is pressed in it, after the release. Only the latest is drawn. */
export function whenReleased(element: Element, draw: () => void): void {
  if (pressed && element.contains(pressed)) {
    waiting.set(element, draw);
    return;
  }
  waiting.delete(element);
  draw();
}
