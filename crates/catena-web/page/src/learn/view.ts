// The rules on one page.
import { h, rich } from '../dom';
import type { Life } from '../latest';
import { say } from '../messages';
import type { View } from '../router';
import type { Mini } from './mini';
import { RULES } from './rules';

export function openRules(life: Life): View {
  const minis = RULES.map(rule => rule.board(life));
  const element = h(
    'div',
    { class: 'learn' },
    h('h1', {}, say('rules.title')),
    h(
      'nav',
      { class: 'contents', 'aria-label': say('rules.contents') },
      h('a', { href: '/learn' }, say('learn.lessons')),
      ' · ',
      h('a', { href: '#rules' }, say('rules.short')),
      ' · ',
      h('a', { href: '/puzzles' }, say('puzzles.title')),
    ),
    h(
      'section',
      { id: 'rules', tabindex: -1, class: 'rules', 'aria-label': say('rules.short') },
      RULES.map((rule, index) =>
        h(
          'article',
          { class: 'panel rule' },
          h(
            'div',
            {},
            h('h2', {}, say('rules.numbered', { n: index + 1, title: rule.title })),
            rule.words.map(text => h('p', {}, text)),
          ),
          minis[index]!.element,
        ),
      ),
    ),
    rich(h('p', { class: 'hint' }), say('rules.credit'), { link: words => h('a', { href: '/play' }, words) }),
  );
  return {
    element,
    title: say('rules.short'),
    shown: () => {
      whenSeen(minis);
      if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
    },
    leave: () => minis.forEach(mini => mini.board.destroy()),
  };
}

/** Starts each board when it comes into sight: nobody looks at all of them at once. */
function whenSeen(minis: Mini[]): void {
  const watcher = new IntersectionObserver(entries => {
    for (const entry of entries) {
      const mini = minis.find(({ element }) => element === entry.target);
      if (!entry.isIntersecting || !mini) continue;
      watcher.unobserve(entry.target);
      mini.start();
    }
  });
  minis.forEach(({ element }) => watcher.observe(element));
}
