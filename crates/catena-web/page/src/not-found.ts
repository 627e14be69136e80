// The view for addresses at which there is nothing.
import { h } from './dom';
import type { View } from './router';

export function openNotFound(): View {
  const link = (href: string, text: string) => h('a', { class: 'button', href }, text);
  const element = h(
    'section',
    { class: 'panel not-found' },
    h('h1', {}, 'There is nothing here'),
    h('p', {}, `The page has no view at ${location.pathname}.`),
    h(
      'p',
      { class: 'row' },
      link('/', 'Home'),
      link('/play', 'Play'),
      link('/analyse', 'Analyse'),
      link('/learn', 'Learn'),
    ),
  );
  return { element, title: 'Nothing here' };
}
