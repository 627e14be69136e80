// The view for addresses at which there is nothing.
import { h } from './dom';
import { say, type Words } from './messages';
import type { View } from './router';

export function openNotFound(): View {
  const link = (href: string, text: Words) => h('a', { class: 'button', href }, text);
  const element = h(
    'section',
    { class: 'panel not-found' },
    h('h1', {}, say('page.nothingHereTitle')),
    h('p', {}, say('page.noView', { path: location.pathname })),
    h(
      'p',
      { class: 'row' },
      link('/', say('page.home')),
      link('/play', say('page.play')),
      link('/analyse', say('page.analyse')),
      link('/learn', say('page.learn')),
    ),
  );
  return { element, title: say('page.nothingHere') };
}
