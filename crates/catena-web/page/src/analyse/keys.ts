// The keys of the analysis: steps, enclosures, undo and redo.
import { isForView } from '../keyboard';
import type { Life } from '../latest';
import type { Session } from './session';

/** `enclosures` says how many there are to choose from. */
export function analyseKeys(life: Life, session: Session, enclosures: () => number): void {
  life.on<KeyboardEvent>(document, 'keydown', event => {
    const act =
      (event.ctrlKey || event.metaKey ? editing(event, session) : null) ?? plain(event, session, enclosures());
    if (!act) return;
    event.preventDefault();
    act();
  });
}

function plain(event: KeyboardEvent, session: Session, count: number): (() => void) | null {
  if (!isForView(event)) return null;
  const { ply, line } = session.snapshot;
  const { show, flip } = session.settings;
  const acts: Record<string, () => void> = { f: () => session.set({ flip: !flip }) };
  if (line.length)
    Object.assign(acts, {
      ArrowLeft: () => session.step(ply - 1),
      ArrowRight: () => session.step(ply + 1),
      Home: () => session.step(0),
      End: () => session.step(line.length),
    });
  if (count > 1)
    Object.assign(acts, {
      ArrowUp: () => session.set({ show: (show + count - 1) % count }),
      ArrowDown: () => session.set({ show: (show + 1) % count }),
    });
  return acts[event.key] ?? null;
}

/** Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y; in a text they belong to the text. */
function editing(event: KeyboardEvent, session: Session): (() => void) | null {
  const target = event.target as Element | null;
  if (target?.closest('textarea, input:not([type=checkbox]), dialog') || event.altKey) return null;
  const key = event.key.toLowerCase();
  if (key === 'z' && !event.shiftKey) return () => session.undo();
  if (key === 'y' || key === 'z') return () => session.redo();
  return null;
}
