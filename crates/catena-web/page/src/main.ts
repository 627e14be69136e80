// The views and the addresses that lead to them.
import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './style/index.css';
import { fill } from './dom';
import { mountTools } from './theme';

/** A view fills the page and says how to leave it. */
export interface View {
  element: HTMLElement;
  title: string;
  /** Called when the element is in the document, so that boards can be measured. */
  shown?: () => void;
  leave?: () => void;
}

type Open = (query: URLSearchParams) => View | Promise<View>;

const VIEWS: Record<string, Open> = {
  '/': async () => (await import('./home')).openHome(),
  '/analyse': async query => (await import('./analyse/view')).openAnalyse(query),
  '/play': async query => (await import('./play/view')).openPlay(query),
  '/learn': async () => (await import('./learn/view')).openLearn(),
};

let current: View | null = null;

async function open(): Promise<void> {
  const main = document.getElementById('main') as HTMLElement;
  const view = await (VIEWS[location.pathname] ?? VIEWS['/']!)(new URLSearchParams(location.search));
  current?.leave?.();
  current = view;
  document.title = `${view.title} · catena`;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.site-nav a')) {
    if (link.pathname === location.pathname) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  fill(main, view.element);
  view.shown?.();
}

/** Goes to a place in the view, and leaves the address alone: it says what the view shows. */
function goToPlace(event: Event, id: string): void {
  event.preventDefault();
  const place = document.getElementById(id);
  place?.scrollIntoView();
  place?.focus({ preventScroll: true });
}

/** Goes to another view of the page. */
export function go(href: string): void {
  history.pushState(null, '', href);
  void open();
  scrollTo(0, 0);
}

document.addEventListener('click', event => {
  const target = event.target as Element | null;
  const place = target?.closest<HTMLAnchorElement>('a[href^="#"]');
  if (place) return goToPlace(event, place.hash.slice(1));
  const link = target?.closest<HTMLAnchorElement>('a[href^="/"]');
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!link || !plain || link.download || link.target || !(link.pathname in VIEWS)) return;
  event.preventDefault();
  go(link.getAttribute('href') ?? '/');
});
window.addEventListener('popstate', () => void open());

mountTools();
void open();
