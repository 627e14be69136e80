// Learn: seven lessons, one at a time, and the way to a first game.
import { detect } from '../api';
import { Board } from '../board';
import { button, fill, h, rich } from '../dom';
import { chainDrawing } from '../drawing';
import { Life } from '../latest';
import { say } from '../messages';
import { type Place, pushAddress, type View } from '../router';
import { save } from '../store';
import { LESSONS } from './lessons';
import type { Mini } from './mini';
import type { PlayBoard } from './play-board';
import { doneLessons, firstOpen, markDone } from './progress';
import type { TaskState } from './task';

/** The first game: against the level that never switches, with the moves that form a chain pointed out. */
const FIRST_GAME = '/play?vs=engine&level=1';

/** The board at the end: the ring of the first lesson, closed. */
const LAST = '6k1/5ppp/8/2nP4/1p2P3/2Nq4/5PPP/6K1';
const LAST_MOVED = 'c3';

const strong = (words: string): HTMLElement => h('strong', {}, words);

const IDS = LESSONS.map(({ id }) => id);

export function openLessons(place: Place, life: Life): View {
  const view = new LessonsView();
  life.onEnd(() => view.leave());
  return {
    element: view.element,
    title: say('page.learn'),
    shown: () => view.open(asked(place)),
    revisit: there => view.open(asked(there)),
  };
}

/** The lesson that an address names, counted from 0; without a name the first that is not done. */
function asked({ query }: Place): number {
  const number = Number(query.get('lesson'));
  if (query.get('lesson') === 'end') return LESSONS.length;
  return Number.isInteger(number) && number >= 1 && number <= LESSONS.length
    ? number - 1
    : firstOpen(IDS, doneLessons());
}

class LessonsView {
  readonly element: HTMLElement;
  private readonly boardPlace = h('div', { class: 'board-place' });
  private readonly side = h('div', { class: 'side' });
  private index = 0;
  private board: Board | null = null;
  private life: Life | null = null;

  constructor() {
    this.element = h(
      'div',
      { class: 'table lesson' },
      h('h1', { class: 'visually-hidden' }, say('learn.title')),
      this.boardPlace,
      this.side,
    );
  }

  leave(): void {
    this.life?.end();
    this.board?.destroy();
    this.board = null;
  }

  open(index: number): void {
    this.leave();
    this.index = index;
    const life = new Life();
    this.life = life;
    const lesson = LESSONS[index];
    if (!lesson) this.showEnd(life);
    else {
      const mini = lesson.board(life, state => this.told(state));
      this.show(mini);
      fill(this.side, this.dots(), this.wordsPanel(mini), this.rulesLink());
      mini.start();
    }
  }

  /** Goes to another lesson, in a history entry of its own. */
  private goTo(index: number): void {
    pushAddress(index < LESSONS.length ? `/learn?lesson=${index + 1}` : '/learn?lesson=end');
    this.open(index);
    this.side.querySelector<HTMLElement>('h2')?.focus();
  }

  private show(mini: Mini): void {
    this.board = mini.board;
    fill(this.boardPlace, mini.element);
  }

  private told(state: TaskState): void {
    if (state !== 'done') return;
    markDone(LESSONS[this.index]!.id);
    this.side.querySelector('.puzzle-dots')?.replaceWith(this.dots());
    const next = this.side.querySelector<HTMLButtonElement>('button.next');
    if (!next) return;
    next.disabled = false;
    next.classList.add('primary');
  }

  /** The numbers of the lessons; those that are done are marked. */
  private dots(): HTMLElement {
    const done = doneLessons();
    return h(
      'ol',
      { class: 'puzzle-dots', 'aria-label': say('learn.lessons') },
      LESSONS.map(({ id, title }, index) =>
        h(
          'li',
          {},
          button(String(index + 1), () => this.goTo(index), {
            class: done.has(id) ? 'solved' : '',
            'aria-current': index === this.index ? 'true' : null,
            'aria-label': say(done.has(id) ? 'learn.dotDone' : 'learn.dot', { n: index + 1, title }),
            title,
          }),
        ),
      ),
    );
  }

  private wordsPanel(mini: Mini | PlayBoard): HTMLElement {
    const { title, words, task, id } = LESSONS[this.index]!;
    const isDone = doneLessons().has(id);
    return h(
      'section',
      { class: 'panel lesson-words', 'aria-label': say('learn.lesson', { n: this.index + 1 }) },
      h('h2', { tabindex: -1 }, say('learn.numbered', { n: this.index + 1, title })),
      words.map(text => h('p', {}, text)),
      rich(h('p', { class: 'task' }), say('learn.task', { task }), { strong }),
      h(
        'div',
        { class: 'row' },
        button(say('learn.previous'), () => this.goTo(this.index - 1), { disabled: this.index === 0 }),
        button(
          say(this.index === LESSONS.length - 1 ? 'learn.finish' : 'learn.next'),
          () => this.goTo(this.index + 1),
          {
            class: `next${isDone ? ' primary' : ''}`,
            // The task comes first; who knows it already goes on by the numbers.
            disabled: !isDone,
          },
        ),
        'showChains' in mini ? chainAid(mini) : null,
      ),
    );
  }

  private rulesLink(): HTMLElement {
    return rich(h('p', { class: 'hint' }), say('learn.allRules'), {
      link: words => h('a', { href: '/rules' }, words),
      puzzles: words => h('a', { href: '/puzzles' }, words),
    });
  }

  private showEnd(life: Life): void {
    const board = new Board({ label: say('learn.endBoard'), config: { fen: LAST, viewOnly: true } });
    this.board = board;
    fill(this.boardPlace, h('div', { class: 'mini' }, board.element));
    board.resized();
    void life.latest().ask(
      signal => detect(LAST, LAST_MOVED, 2, signal),
      ({ answer }) => board.draw(chainDrawing(answer?.witness)),
      // The words say all; the picture can do without the line.
      () => undefined,
    );
    const left = LESSONS.length - IDS.filter(id => doneLessons().has(id)).length;
    fill(
      this.side,
      this.dots(),
      h(
        'section',
        { class: 'panel lesson-words', 'aria-label': say('learn.end') },
        h('h2', { tabindex: -1 }, say(left ? 'learn.nearlyThere' : 'learn.youKnow')),
        left ? h('p', {}, say('learn.stillOpen', { n: left, all: LESSONS.length })) : null,
        h(
          'ul',
          {},
          rich(h('li'), say('learn.whySwitch'), { strong }),
          rich(h('li'), say('learn.whyStay'), { strong }),
          rich(h('li'), say('learn.whatToFear'), { strong }),
        ),
        h('p', {}, say('learn.firstGame')),
        h(
          'div',
          { class: 'row' },
          h(
            'a',
            { class: 'button primary', href: FIRST_GAME, onclick: () => save('hints', true) },
            say('learn.playFirst'),
          ),
          button(say('learn.previous'), () => this.goTo(LESSONS.length - 1)),
        ),
      ),
      this.rulesLink(),
    );
  }
}

/** The aid that games have, too: pointing out the moves that form a chain. */
function chainAid(board: PlayBoard): HTMLElement {
  const aid = button(say('learn.showChains'), () => {
    const shown = aid.getAttribute('aria-pressed') !== 'true';
    aid.setAttribute('aria-pressed', String(shown));
    board.showChains(shown);
  });
  aid.setAttribute('aria-pressed', 'false');
  return aid;
}
