// Choosing a game: opponent, level, colour, limit rule, clock.
import type { Limit, Player } from '../api';
import { button, choice, h } from '../dom';
import { clockText, LEVELS, readClock, type Match } from './match';

const CLOCKS = [
  ['none', 'No clock'],
  ['3+2', '3 minutes + 2 seconds a move'],
  ['5+3', '5 minutes + 3 seconds a move'],
  ['10+0', '10 minutes'],
  ['15+10', '15 minutes + 10 seconds a move'],
  ['each10', '10 seconds for each move'],
  ['each30', '30 seconds for each move'],
] as const;

const LIMITS = [
  ['size', 'By the size of the first chain (2018)'],
  ['moves', 'By the move number (2017)'],
  ['none', 'No limit (2014)'],
] as const;

const LEVEL_NAMES = ['beginner', 'casual', 'learner', 'club', 'strong', 'expert', 'master', 'full strength'];

/** The form before a game. */
export function setupPanel(last: Match | null, unfinished: Match | null, onStart: (match: Match) => void): HTMLElement {
  const wish = {
    opponent: last?.opponent ?? ('engine' as Match['opponent']),
    level: String(last?.level ?? 3),
    color: 'first' as Player | 'random',
    limit: last?.limit ?? ('size' as Limit),
    clock: clockText(last?.clock ?? null),
  };
  const levels = Array.from({ length: LEVELS }, (_, index) => [String(index + 1), `${index + 1} · ${LEVEL_NAMES[index] ?? ''}`] as const);
  const engineOnly = h('div', { class: 'setup-engine' },
    choice('Level', levels, wish.level, value => (wish.level = value)),
    choice('You begin with', [['first', 'White'], ['second', 'Black'], ['random', 'Either']] as const, wish.color, value => (wish.color = value)));
  engineOnly.hidden = wish.opponent === 'human';
  const start = (): void => {
    const you: Player = wish.opponent === 'human' ? 'first' : wish.color === 'random' ? (Math.random() < 0.5 ? 'first' : 'second') : wish.color;
    onStart({ opponent: wish.opponent, level: Number(wish.level), you, limit: wish.limit, clock: readClock(wish.clock), moves: [], times: [], spent: 0, end: null });
  };
  return h('section', { class: 'panel setup', 'aria-label': 'New game' },
    h('h2', {}, 'New game'),
    choice('Opponent', [['engine', 'The engine'], ['human', 'Two people, one board']] as const, wish.opponent, value => {
      wish.opponent = value;
      engineOnly.hidden = value === 'human';
    }),
    engineOnly,
    choice('Time', CLOCKS, (CLOCKS.some(([value]) => value === wish.clock) ? wish.clock : 'none') as 'none', value => (wish.clock = value)),
    choice('Switches in a row', LIMITS, wish.limit, value => (wish.limit = value)),
    h('div', { class: 'row' }, button('Start the game', start, { class: 'primary big' }),
      unfinished ? button('Continue the last game', () => onStart(unfinished), { class: 'big' }) : null),
    h('p', { class: 'hint' }, 'New to the game? ', h('a', { href: '/learn' }, 'Learn it in five minutes'), '.'));
}
