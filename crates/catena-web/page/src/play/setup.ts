// Choosing a game: opponent, level, colour, limit rule, time.
import { type Limit, newFriendGame, type Player, ping } from '../api';
import { button, choice, fill, h, numberField, problem, rich } from '../dom';
import type { Life } from '../latest';
import { say, type Words } from '../messages';
import { go } from '../router';
import { load, save } from '../store';
import { gameList } from './game-list';
import { clockText, LEVELS, type Match, newMatch, readClock, type Terms } from './match';

const CLOCKS = [
  ['none', say('setup.noClock')],
  ['3+2', say('setup.minutesAndSeconds', { n: 3, seconds: 2 })],
  ['5+3', say('setup.minutesAndSeconds', { n: 5, seconds: 3 })],
  ['10+0', say('setup.minutes', { n: 10 })],
  ['15+10', say('setup.minutesAndSeconds', { n: 15, seconds: 10 })],
  ['each10', say('setup.secondsEach', { n: 10 })],
  ['each30', say('setup.secondsEach', { n: 30 })],
  ['own', say('setup.ownClock')],
  ['own-each', say('setup.ownEach')],
] as const;

type ClockChoice = (typeof CLOCKS)[number][0];

const LIMITS = [
  ['size', say('setup.limitSize')],
  ['moves', say('setup.limitMoves')],
  ['none', say('setup.limitNone')],
] as const;

/** What each level does; the engine's own words are in docs/api.md. */
const LEVEL_NAMES = [
  say('setup.level1'),
  say('setup.level2'),
  say('setup.level3'),
  say('setup.level4'),
  say('setup.level5'),
  say('setup.level6'),
  say('setup.level7'),
  say('setup.level8'),
  say('setup.level9'),
  say('setup.level10'),
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
      numberField(
        say('setup.minutesField'),
        { value: this.minutes, min: 0.5, max: 180, step: 0.5 },
        value => (this.minutes = value),
      ),
      numberField(
        say('setup.secondsField'),
        { value: this.increment, min: 0, max: 180, step: 1 },
        value => (this.increment = value),
      ),
    );
    this.perMove = h(
      'div',
      { class: 'setup-own' },
      numberField(
        say('setup.eachField'),
        { value: this.each, min: 1, max: 3600, step: 1 },
        value => (this.each = value),
      ),
    );
    this.element = h(
      'div',
      { class: 'setup-part' },
      choice(say('setup.time'), CLOCKS, this.choice, value => {
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
  (_, index) => [String(index + 1), say('setup.levelName', { n: index + 1, name: LEVEL_NAMES[index] ?? '' })] as const,
);

const OPPONENTS = [
  ['engine', say('setup.engine')],
  ['human', say('setup.human')],
] as const;

/** Offered where the server offers it. */
const FRIEND = ['friend', say('setup.friend')] as const;

type Opponent = Match['opponent'] | 'friend';

const SIDES = [
  ['first', say('color.white')],
  ['second', say('color.black')],
  ['random', say('setup.either')],
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
  const level = choice(say('setup.level'), LEVEL_CHOICES, wish.level, value => {
    wish.level = value;
  });
  const color = choice(say('setup.color'), SIDES, wish.color, value => {
    wish.color = value;
  });
  const begin = button(say('setup.start'), () => start(), { class: 'primary big' });
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
    fill(begin, say(wish.opponent === 'friend' ? 'setup.makeLinks' : 'setup.start'));
  };
  const opponentChoice = (values: readonly (readonly [Opponent, Words])[]): HTMLElement =>
    choice(say('setup.opponent'), values, wish.opponent, value => {
      wish.opponent = value;
      show();
    });
  const opponent = h('div', {}, opponentChoice(OPPONENTS));
  void life.latest().ask(ping, ({ friends }) => friends && fill(opponent, opponentChoice([...OPPONENTS, FRIEND])));
  show();
  const limit = choice(say('setup.limit'), LIMITS, wish.limit, value => {
    wish.limit = value;
  });
  return h(
    'div',
    { class: 'before-game' },
    h(
      'section',
      { class: 'panel setup', 'aria-label': say('setup.title') },
      h('h2', {}, say('setup.title')),
      opponent,
      level,
      color,
      time.element,
      limit,
      h('div', { class: 'row' }, begin),
      trouble,
      rich(h('p', { class: 'hint' }), say('setup.newcomer'), {
        link: words => h('a', { href: '/learn' }, words),
      }),
    ),
    gameList(onStart),
  );
}
