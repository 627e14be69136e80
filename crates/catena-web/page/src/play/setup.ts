// Choosing a game: opponent, level, colour, limit rule, time.
import { type Limit, newFriendGame, type Player, ping } from '../api';
import { button, choice, fill, h, numberField, problem } from '../dom';
import type { Life } from '../latest';
import { go } from '../router';
import { load, save } from '../store';
import { gameList } from './game-list';
import { clockText, LEVELS, type Match, newMatch, readClock, type Terms } from './match';

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

/** What each level does; the engine's own words are in docs/api.md. */
const LEVEL_NAMES = [
  'never switches',
  'rarely switches',
  'learner',
  'casual',
  'hobby player',
  'club player',
  'strong club player',
  'expert',
  'master',
  'full strength',
];

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
    this.clock = h(
      'div',
      { class: 'setup-own' },
      numberField('Minutes', { value: this.minutes, min: 0.5, max: 180, step: 0.5 }, value => (this.minutes = value)),
      numberField(
        'Seconds a move',
        { value: this.increment, min: 0, max: 180, step: 1 },
        value => (this.increment = value),
      ),
    );
    this.perMove = h(
      'div',
      { class: 'setup-own' },
      numberField(
        'Seconds for each move',
        { value: this.each, min: 1, max: 3600, step: 1 },
        value => (this.each = value),
      ),
    );
    this.element = h(
      'div',
      { class: 'setup-part' },
      choice('Time', CLOCKS, this.choice, value => {
        this.choice = value;
        this.show();
      }),
      this.clock,
      this.perMove,
    );
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

const LEVEL_CHOICES = Array.from(
  { length: LEVELS },
  (_, index) => [String(index + 1), `${index + 1} · ${LEVEL_NAMES[index] ?? ''}`] as const,
);

const OPPONENTS = [
  ['engine', 'The engine'],
  ['human', 'Two people, one board'],
] as const;

/** Offered where the server offers it. */
const FRIEND = ['friend', 'A friend by link'] as const;

type Opponent = Match['opponent'] | 'friend';

const SIDES = [
  ['first', 'White'],
  ['second', 'Black'],
  ['random', 'Either'],
] as const;

/** The form before a game, and the games of before. */
export function setupPanel(life: Life, onStart: (match: Match) => void): HTMLElement {
  const last = load<Terms>('terms');
  const wish = {
    opponent: (last?.opponent ?? 'engine') as Opponent,
    level: String(Math.min(last?.level ?? 2, LEVELS)),
    color: 'first' as Player | 'random',
    limit: last?.limit ?? ('size' as Limit),
  };
  const time = new TimeChoice(clockText(last?.clock ?? null));
  const level = choice('Level', LEVEL_CHOICES, wish.level, value => {
    wish.level = value;
  });
  const color = choice('You begin with', SIDES, wish.color, value => {
    wish.color = value;
  });
  const begin = button('Start the game', () => start(), { class: 'primary big' });
  const trouble = h('div');
  const making = life.latest();
  const start = (): void => {
    const color = wish.color === 'random' ? (Math.random() < 0.5 ? 'first' : 'second') : wish.color;
    const clock = readClock(time.text);
    const { opponent, limit } = wish;
    const you: Player = opponent === 'human' ? 'first' : color;
    if (opponent !== 'friend') {
      const terms = { opponent, level: Number(wish.level), you, limit, clock };
      save('terms', terms satisfies Terms);
      onStart(newMatch(terms));
      return;
    }
    void making.ask(
      signal => newFriendGame({ you, limit, clock: clock ?? undefined }, signal),
      links => go(`/friend#${links.you}`),
      error => fill(trouble, problem(error)),
    );
  };
  const show = (): void => {
    level.hidden = wish.opponent !== 'engine';
    color.hidden = wish.opponent === 'human';
    begin.textContent = wish.opponent === 'friend' ? 'Make the links' : 'Start the game';
  };
  const opponentChoice = (values: readonly (readonly [Opponent, string])[]): HTMLElement =>
    choice('Opponent', values, wish.opponent, value => {
      wish.opponent = value;
      show();
    });
  const opponent = h('div', {}, opponentChoice(OPPONENTS));
  void life.latest().ask(ping, ({ friends }) => friends && fill(opponent, opponentChoice([...OPPONENTS, FRIEND])));
  show();
  const limit = choice('Switches in a row', LIMITS, wish.limit, value => {
    wish.limit = value;
  });
  return h(
    'div',
    { class: 'before-game' },
    h(
      'section',
      { class: 'panel setup', 'aria-label': 'New game' },
      h('h2', {}, 'New game'),
      opponent,
      level,
      color,
      time.element,
      limit,
      h('div', { class: 'row' }, begin),
      trouble,
      h('p', { class: 'hint' }, 'New to the game? ', h('a', { href: '/learn' }, 'Learn it in five minutes'), '.'),
    ),
    gameList(onStart),
  );
}
