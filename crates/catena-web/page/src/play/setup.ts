// Choosing a game: opponent, level, colour, limit rule, time.
import type { Limit, Player } from '../api';
import { button, choice, h, numberField } from '../dom';
import { clockText, LEVELS, readClock, type Match } from './match';

const CLOCKS = [
  ['none', 'No clock'],
  ['3+2', '3 minutes + 2 seconds a move'],
  ['5+3', '5 minutes + 3 seconds a move'],
  ['10+0', '10 minutes'],
  ['15+10', '15 minutes + 10 seconds a move'],
  ['each10', '10 seconds for each move'],
  ['each30', '30 seconds for each move'],
  ['own', 'Another clock …'],
  ['own-each', 'Another time for each move …'],
] as const;

type ClockChoice = (typeof CLOCKS)[number][0];

const LIMITS = [
  ['size', 'First chain’s size (2018)'],
  ['moves', 'Move number (2017)'],
  ['none', 'No limit (2014)'],
] as const;

const LEVEL_NAMES = ['beginner', 'casual', 'learner', 'club', 'strong', 'expert', 'master', 'full strength'];

/** The choice of a time, with fields for one that is not on the list. */
class TimeChoice {
  readonly element: HTMLElement;
  private choice: ClockChoice;
  private minutes = 5;
  private increment = 5;
  private each = 20;
  private readonly clock: HTMLElement;
  private readonly perMove: HTMLElement;

  constructor(current: string) {
    this.choice = this.find(current);
    this.clock = h('div', { class: 'setup-own' },
      numberField('Minutes', { value: this.minutes, min: 0.5, max: 180, step: 0.5 }, value => (this.minutes = value)),
      numberField('Seconds a move', { value: this.increment, min: 0, max: 180, step: 1 }, value => (this.increment = value)));
    this.perMove = h('div', { class: 'setup-own' },
      numberField('Seconds for each move', { value: this.each, min: 1, max: 3600, step: 1 }, value => (this.each = value)));
    this.element = h('div', { class: 'setup-part' },
      choice('Time', CLOCKS, this.choice, value => {
        this.choice = value;
        this.show();
      }), this.clock, this.perMove);
    this.show();
  }

  /** The time as in an address. */
  get text(): string {
    if (this.choice === 'own') return `${this.minutes}+${this.increment}`;
    return this.choice === 'own-each' ? `each${this.each}` : this.choice;
  }

  /** Where a time is on the list. One that is not fills the fields. */
  private find(text: string): ClockChoice {
    const preset = CLOCKS.find(([value]) => value === text);
    const time = readClock(text);
    if (preset || !time) return preset?.[0] ?? 'none';
    if ('per_move_ms' in time) {
      this.each = time.per_move_ms / 1000;
      return 'own-each';
    }
    this.minutes = time.initial_ms / 60_000;
    this.increment = time.increment_ms / 1000;
    return 'own';
  }

  private show(): void {
    this.clock.hidden = this.choice !== 'own';
    this.perMove.hidden = this.choice !== 'own-each';
  }
}

/** The form before a game. */
export function setupPanel(last: Match | null, unfinished: Match | null, onStart: (match: Match) => void): HTMLElement {
  const wish = {
    opponent: last?.opponent ?? ('engine' as Match['opponent']),
    level: String(last?.level ?? 3),
    color: 'first' as Player | 'random',
    limit: last?.limit ?? ('size' as Limit),
  };
  const time = new TimeChoice(clockText(last?.clock ?? null));
  const levels = Array.from({ length: LEVELS }, (_, index) => [String(index + 1), `${index + 1} · ${LEVEL_NAMES[index] ?? ''}`] as const);
  const engineOnly = h('div', { class: 'setup-part' },
    choice('Level', levels, wish.level, value => (wish.level = value)),
    choice('You begin with', [['first', 'White'], ['second', 'Black'], ['random', 'Either']] as const, wish.color, value => (wish.color = value)));
  engineOnly.hidden = wish.opponent === 'human';
  const start = (): void => {
    const you: Player = wish.opponent === 'human' ? 'first' : wish.color === 'random' ? (Math.random() < 0.5 ? 'first' : 'second') : wish.color;
    onStart({ opponent: wish.opponent, level: Number(wish.level), you, limit: wish.limit, clock: readClock(time.text), moves: [], times: [], spent: 0, end: null });
  };
  return h('section', { class: 'panel setup', 'aria-label': 'New game' },
    h('h2', {}, 'New game'),
    choice('Opponent', [['engine', 'The engine'], ['human', 'Two people, one board']] as const, wish.opponent, value => {
      wish.opponent = value;
      engineOnly.hidden = value === 'human';
    }),
    engineOnly,
    time.element,
    choice('Switches in a row', LIMITS, wish.limit, value => (wish.limit = value)),
    h('div', { class: 'row' }, button('Start the game', start, { class: 'primary big' }),
      unfinished ? button('Continue the last game', () => onStart(unfinished), { class: 'big' }) : null),
    h('p', { class: 'hint' }, 'New to the game? ', h('a', { href: '/learn' }, 'Learn it in five minutes'), '.'));
}
