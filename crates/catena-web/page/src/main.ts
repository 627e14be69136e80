// The start of the page: its styles, its header, its views, and what lets it open while the server is away.
import '@lichess-org/chessground/assets/chessground.base.css';
import './style/index.css';
import { mountHeader } from './header';
import { startRouter } from './router';

mountHeader();
startRouter({
  '/': async (_, life) => (await import('./home')).openHome(life),
  '/analyse': async (place, life) => (await import('./analyse/view')).openAnalyse(place, life),
  '/play': async (place, life) => (await import('./play/view')).openPlay(place, life),
  '/friend': async (place, life) => (await import('./friend/view')).openFriend(place, life),
  '*': async () => (await import('./not-found')).openNotFound(),
  '/learn': async (place, life) => (await import('./learn/lessons-view')).openLessons(place, life),
  '/rules': async (_, life) => (await import('./learn/view')).openRules(life),
  '/walls': async (place, life) => (await import('./walls/view')).openWalls(place, life),
});

// Browsers offer it only where nobody can listen, and may refuse: the page works without.
if (import.meta.env.PROD) void navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined);
