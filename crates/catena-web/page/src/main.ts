// The start of the page: its styles, its header, its views.
import '@lichess-org/chessground/assets/chessground.base.css';
import './style/index.css';
import { mountHeader } from './header';
import { watchPresses } from './press';
import { startRouter } from './router';
import { part, watchServer } from './server-watch';

watchPresses();
watchServer();
mountHeader();
startRouter({
  '/': async (_, life) => (await part(() => import('./home'), life)).openHome(life),
  '/analyse': async (place, life) => (await part(() => import('./analyse/view'), life)).openAnalyse(place, life),
  '/play': async (place, life) => (await part(() => import('./play/view'), life)).openPlay(place, life),
  '/friend': async (place, life) => (await part(() => import('./friend/view'), life)).openFriend(place, life),
  '*': async (_, life) => (await part(() => import('./not-found'), life)).openNotFound(),
  '/learn': async (_, life) => (await part(() => import('./learn/view'), life)).openLearn(life),
  '/walls': async (place, life) => (await part(() => import('./walls/view'), life)).openWalls(place, life),
});
