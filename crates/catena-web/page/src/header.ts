// The header: theme, sounds, settings, and the notice when the server does not answer. Light or dark is as the system says until the visitor chooses.
import { applyBoardTheme } from './board-theme';
import { isLost, onConnection } from './connection';
import { attribute, button, fill, h, s } from './dom';
import { mountKeyboardHelp, openKeyboardHelp } from './keyboard-help';
import { type Key, Message, say } from './messages';
import { openSettings, type Switch } from './settings';
import { play, setSound, soundIsOn } from './sound';
import { load, save } from './store';

type Theme = 'light' | 'dark';

const ICONS = {
  sun: 'M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM12 1v3M12 20v3M4.2 4.2l2.1 2.1M17.7 17.7l2.1 2.1M1 12h3M20 12h3M4.2 19.8l2.1-2.1M17.7 6.3l2.1-2.1',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  sound: 'M4 9v6h4l5 4V5L8 9H4zM16.5 8.5a5 5 0 0 1 0 7M19 6a8.5 8.5 0 0 1 0 12',
  sliders: 'M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5v5M8 14.5v5',
  mute: 'M4 9v6h4l5 4V5L8 9H4zM17 9.5l5 5M22 9.5l-5 5',
};

const icon = (name: keyof typeof ICONS): SVGElement =>
  s('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' }, s('path', { d: ICONS[name] }));

const systemTheme = (): Theme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
const theme = (): Theme => load<Theme>('theme') ?? systemTheme();

function applyTheme(): void {
  document.documentElement.dataset['theme'] = theme();
}

/** Turns the sounds on or off; one is heard at once, so that nobody has to wait for it. */
function toggleSound(): void {
  setSound(!soundIsOn());
  play('move');
}

/** Gives the page its colours. They need no words, so that the first picture has them. */
export function startThemes(): void {
  applyBoardTheme();
  applyTheme();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme);
}

/** Makes the header work. */
export function mountHeader(): void {
  nameViews();
  mountKeyboardHelp();
  mountTools();
  mountNotice();
}

/** The words of index.html, which are English until the language is known. */
function nameViews(): void {
  const views: Record<string, Key> = {
    '/analyse': 'page.analyse',
    '/play': 'page.play',
    '/learn': 'page.learn',
    '/walls': 'page.walls',
  };
  const nav = document.querySelector('.site-nav');
  if (nav) attribute(nav, 'aria-label', say('page.views'));
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.site-nav a')) {
    const key = views[link.pathname];
    if (key) fill(link, new Message(key));
  }
  const skip = document.querySelector('.skip');
  if (skip) fill(skip, say('page.skip'));
}

/** The notice that the server does not answer. It takes no room, so that no board moves. */
function mountNotice(): void {
  const notice = h('div', { class: 'connection', role: 'status' });
  document.body.append(notice);
  const show = () => {
    notice.classList.toggle('lost', isLost());
    fill(notice, isLost() ? say('page.lost') : null);
  };
  onConnection(show);
}

/** The buttons in the corner: sound, theme and settings. */
function mountTools(): void {
  const tools = document.getElementById('tools');
  if (!tools) return;
  const change = (act: () => void) => {
    act();
    applyTheme();
    show();
  };
  const switches = (): Switch[] => [
    { label: say('page.sounds'), isOn: soundIsOn(), set: () => change(toggleSound) },
    {
      label: say('page.darkTheme'),
      isOn: theme() === 'dark',
      set: on => change(() => save('theme', on ? 'dark' : 'light')),
    },
  ];
  // It stays when the others are drawn anew: the focus comes back to it.
  const settings = button(icon('sliders'), () => openSettings(switches(), openKeyboardHelp), {
    class: 'tool',
    'aria-label': say('page.settings'),
    title: say('page.settings'),
  });
  const show = () => {
    const dark = theme() === 'dark';
    const other: Theme = dark ? 'light' : 'dark';
    fill(
      tools,
      button(icon(soundIsOn() ? 'sound' : 'mute'), () => change(toggleSound), {
        class: 'tool in-settings',
        'aria-pressed': String(soundIsOn()),
        'aria-label': say('page.sounds'),
        title: soundIsOn() ? say('page.soundsOn') : say('page.soundsOff'),
      }),
      button(icon(dark ? 'moon' : 'sun'), () => change(() => save('theme', other)), {
        class: 'tool in-settings',
        'aria-pressed': String(dark),
        'aria-label': say('page.darkTheme'),
        title: dark ? say('page.darkTheme') : say('page.lightTheme'),
      }),
      settings,
    );
  };
  show();
}
