// The start of the page: its styles, its header, its views, and what lets it open while the server is away.
import '@lichess-org/chessground/assets/chessground.base.css';
import './style/index.css';
import { mountHeader, startThemes } from './header';
import type { Life } from './latest';
import { startLanguage } from './messages';
import { watchPresses } from './press';
import { startRouter } from './router';
import { part as loaded, watchServer } from './server-watch';

startThemes();
watchPresses();
watchServer();
const words = startLanguage();
void words.then(mountHeader);

/** Loads a view, and the words meanwhile. */
async function part<T>(load: () => Promise<T>, life: Life): Promise<T> {
  const [view] = await Promise.all([loaded(load, life), words]);
  return view;
}

startRouter({
  '/': async (_, life) => (await part(() => import('./home'), life)).openHome(life),
  '/analyse': async (place, life) => (await part(() => import('./analyse/view'), life)).openAnalyse(place, life),
  '/play': async (place, life) => (await part(() => import('./play/view'), life)).openPlay(place, life),
  '/friend': async (place, life) => (await part(() => import('./friend/view'), life)).openFriend(place, life),
  '*': async (_, life) => (await part(() => import('./not-found'), life)).openNotFound(),
  '/learn': async (place, life) => (await part(() => import('./learn/lessons-view'), life)).openLessons(place, life),
  '/rules': async (_, life) => (await part(() => import('./learn/view'), life)).openRules(life),
  '/puzzles': async (place, life) => (await part(() => import('./puzzles/view'), life)).openPuzzles(place, life),
  '/walls': async (place, life) => (await part(() => import('./walls/view'), life)).openWalls(place, life),
});

// Browsers offer it only where nobody can listen, and may refuse: the page works without.
if (import.meta.env.PROD) void navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined);
