// All sets of puzzles, with how far each is done.
import type { PuzzleKind, PuzzleSet } from '../api';
import { h } from '../dom';
import { type Message, say } from '../messages';
import { type Progress, type Tally, tally } from './progress';
import { setTitle, solvedOf } from './words';

/** How many of a set are solved, as a bar and in words. */
export function progressBar(counts: Tally): HTMLElement {
  const text = solvedOf(counts);
  return h(
    'div',
    { class: 'set-progress' },
    h('progress', { max: counts.count, value: String(counts.solved), 'aria-label': text }),
    h('span', {}, text),
  );
}

/** How many were solved in a row. */
export const streakWords = ({ streak, best }: Progress): Message => say('puzzles.streak', { streak, best });

export function overview(sets: PuzzleSet[], progress: Progress): HTMLElement {
  const kinds = [...new Set(sets.map(({ kind }) => kind))];
  return h(
    'div',
    { class: 'learn puzzles-overview' },
    h('h1', {}, say('puzzles.title')),
    h(
      'nav',
      { class: 'contents', 'aria-label': say('puzzles.sets') },
      h('a', { href: '/learn' }, say('learn.lessons')),
      ' · ',
      h('a', { href: '/rules' }, say('rules.short')),
    ),
    h('p', {}, say('puzzles.intro')),
    h('p', { class: 'hint' }, streakWords(progress)),
    kinds.map(kind => kindPanel(kind, sets, progress)),
  );
}

function kindPanel(kind: PuzzleKind, sets: PuzzleSet[], progress: Progress): HTMLElement {
  const title = say(`puzzles.${kind}`);
  return h(
    'section',
    { class: 'panel puzzle-kind', 'aria-label': title },
    h('div', {}, h('h2', {}, title), h('p', {}, say(`puzzles.${kind}Words`))),
    h(
      'ul',
      { class: 'puzzle-sets' },
      sets.filter(set => set.kind === kind).map(set => setItem(set, progress)),
    ),
  );
}

function setItem(set: PuzzleSet, progress: Progress): HTMLElement {
  const { kind, grade, puzzles } = set;
  const counts = tally(progress, puzzles);
  const href = `/puzzles?${new URLSearchParams({ kind, grade })}`;
  const label = say('puzzles.setSolved', { set: setTitle(set), solved: solvedOf(counts) });
  return h(
    'li',
    {},
    h(
      'a',
      { class: 'card puzzle-set', href, 'aria-label': label },
      h('strong', {}, say(`puzzles.${grade}`)),
      // The words that are seen are part of the name, with the space between them.
      ' ',
      progressBar(counts),
    ),
  );
}
