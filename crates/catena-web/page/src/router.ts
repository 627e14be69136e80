// Views and addresses: opening a view, leaving it, and the entries of the browser's history.
import { fill } from './dom';
import { Latest, Life } from './latest';
import { onLanguage, type Words } from './messages';

/** Where a view is opened: what the address says, and what the history entry remembers. */
export interface Place {
  query: URLSearchParams;
  hash: string;
  state: unknown;
}

/** A view fills the page. What it starts ends with its `Life`. */
export interface View {
  element: HTMLElement;
  title: Words;
  /** Called when the element is in the document, so that boards can be measured. */
  shown?: () => void;
  /** Called when Back or Forward leads to another place in this view; without it the view is opened anew. */
  revisit?: (place: Place) => void;
  /** Called before the view is taken away. */
  leave?: () => void;
}

export type OpenView = (place: Place, life: Life) => View | Promise<View>;

/** The address is rewritten at most this often, in milliseconds; browsers refuse floods. */
const REWRITE = 150;
let rewrittenAt = 0;

let views: Record<string, OpenView> = {};
let current: { view: View; path: string; life: Life } | null = null;
const opening = new Latest(new Life().signal);
let unwritten: { href: string; state: unknown; timer: number } | null = null;

const here = (): Place => ({
  query: new URLSearchParams(location.search),
  hash: location.hash,
  state: history.state as unknown,
});

/** Starts the page with its views, by path. The view at `*` is opened for all other paths. */
export function startRouter(table: Record<string, OpenView>): void {
  views = table;
  window.addEventListener('popstate', () => {
    drop();
    if (current?.path === location.pathname && current.view.revisit) current.view.revisit(here());
    else open();
  });
  window.addEventListener('pagehide', flush);
  onLanguage(showTitle);
  document.addEventListener('click', onClick);
  open();
}

/** Goes to another view, or to another place. */
export function go(href: string): void {
  flush();
  history.pushState(null, '', href);
  open(true);
  scrollTo(0, 0);
}

/** Says in the address what the view shows now, in a new history entry: Back leads to what was shown before. */
export function pushAddress(href: string, state: unknown = null): void {
  flush();
  write('pushState', href, state);
}

/** Says in the address what the view shows now. Back leads past it. */
export function replaceAddress(href: string, state: unknown = null): void {
  if (unwritten) {
    unwritten.href = href;
    unwritten.state = state;
    return;
  }
  const wait = rewrittenAt + REWRITE - performance.now();
  unwritten = { href, state, timer: window.setTimeout(flush, Math.max(wait, 0)) };
  showUnwritten();
  // At once if it can be: what is written while a page is being closed comes too late for its reload.
  if (wait <= 0) flush();
}

function flush(): void {
  if (!unwritten) return;
  const { href, state } = unwritten;
  drop();
  rewrittenAt = performance.now();
  write('replaceState', href, state);
}

/** Browsers refuse what is too large to remember, and too many entries at once: then the address has to do. */
function write(method: 'pushState' | 'replaceState', href: string, state: unknown): void {
  try {
    history[method](state, '', href);
  } catch {
    // Without the state; if that is refused, too, the address stays behind until the next change.
    try {
      history[method](null, '', href);
    } catch {}
  }
}

function drop(): void {
  if (unwritten) clearTimeout(unwritten.timer);
  unwritten = null;
  showUnwritten();
}

/** Says in the document whether the address is behind what is shown, for those who read it from outside. */
const showUnwritten = (): boolean => document.documentElement.toggleAttribute('data-address-behind', !!unwritten);

function open(byLink = false): void {
  const path = location.pathname in views ? location.pathname : '*';
  const life = new Life();
  const turn = opening.start();
  void turn.ask(
    async () => views[path]?.(here(), life),
    view => view && show(view, path, life, byLink),
  );
  turn.signal.addEventListener('abort', () => current?.life !== life && life.end(), { once: true });
}

const showTitle = (): void => {
  if (current) document.title = `${current.view.title} · catena`;
};

function show(view: View, path: string, life: Life, byLink: boolean): void {
  current?.view.leave?.();
  current?.life.end();
  current = { view, path, life };
  showTitle();
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.site-nav a')) {
    if (link.pathname === path) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  const main = document.getElementById('main');
  if (!main) return;
  fill(main, view.element);
  if (byLink) main.focus({ preventScroll: true });
  view.shown?.();
}

/** Goes to a place in the view, and leaves the address alone: it says what the view shows. */
function goToPlace(event: Event, id: string): void {
  event.preventDefault();
  const place = document.getElementById(id);
  place?.scrollIntoView();
  place?.focus({ preventScroll: true });
}

function onClick(event: MouseEvent): void {
  const target = event.target as Element | null;
  const place = target?.closest<HTMLAnchorElement>('a[href^="#"]');
  if (place) {
    goToPlace(event, place.hash.slice(1));
    return;
  }
  const link = target?.closest<HTMLAnchorElement>('a[href^="/"]');
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!link || !plain || link.download || link.target || !(link.pathname in views)) return;
  event.preventDefault();
  go(link.getAttribute('href') ?? '/');
}
