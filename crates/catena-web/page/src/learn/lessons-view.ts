// Learn: seven lessons, one at a time, and the way to a first game.
import { Board } from '../board';
import { button, fill, h } from '../dom';
import { Life } from '../latest';
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

const IDS = LESSONS.map(({ id }) => id);

export function openLessons(place: Place, life: Life): View {
  const view = new LessonsView();
  life.onEnd(() => view.leave());
  return {
    element: view.element,
    title: 'Learn',
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
      h('h1', { class: 'visually-hidden' }, 'Learn Switch-Side Chain-Chess'),
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
    if (!lesson) this.showEnd();
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
    this.side.querySelector('.next')?.classList.add('primary');
  }

  /** The numbers of the lessons; those that are done are marked. */
  private dots(): HTMLElement {
    const done = doneLessons();
    return h(
      'ol',
      { class: 'puzzle-dots', 'aria-label': 'Lessons' },
      LESSONS.map(({ id, title }, index) =>
        h(
          'li',
          {},
          button(String(index + 1), () => this.goTo(index), {
            class: done.has(id) ? 'solved' : '',
            'aria-current': index === this.index ? 'true' : null,
            'aria-label': `Lesson ${index + 1}, ${title}${done.has(id) ? ', done' : ''}`,
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
      { class: 'panel lesson-words', 'aria-label': `Lesson ${this.index + 1}` },
      h('h2', { tabindex: -1 }, `${this.index + 1}. ${title}`),
      words.map(text => h('p', {}, text)),
      h('p', { class: 'task' }, h('strong', {}, 'Your task: '), task),
      h(
        'div',
        { class: 'row' },
        button('Previous', () => this.goTo(this.index - 1), { disabled: this.index === 0 }),
        button(this.index === LESSONS.length - 1 ? 'Finish' : 'Next lesson', () => this.goTo(this.index + 1), {
          class: `next${isDone ? ' primary' : ''}`,
        }),
        'showChains' in mini ? chainAid(mini) : null,
      ),
    );
  }

  private rulesLink(): HTMLElement {
    return h('p', { class: 'hint' }, 'All rules on one page: ', h('a', { href: '/rules' }, 'the rules'), '.');
  }

  private showEnd(): void {
    const board = new Board({ label: 'A closed chain', config: { fen: LAST, viewOnly: true } });
    this.board = board;
    fill(this.boardPlace, h('div', { class: 'mini' }, board.element));
    board.resized();
    const left = LESSONS.length - IDS.filter(id => doneLessons().has(id)).length;
    fill(
      this.side,
      this.dots(),
      h(
        'section',
        { class: 'panel lesson-words', 'aria-label': 'The end of the lessons' },
        h('h2', { tabindex: -1 }, left ? 'Nearly there' : 'You know the game'),
        left ? h('p', {}, `${left} of ${LESSONS.length} lessons are still open. You can play all the same.`) : null,
        h(
          'ul',
          {},
          h('li', {}, h('strong', {}, 'Why switch? '), 'The other side stands better. You get it, and the next move.'),
          h('li', {}, h('strong', {}, 'Why stay? '), 'Your side stands better.'),
          h(
            'li',
            {},
            h('strong', {}, 'What to fear? '),
            'A chain by your opponent while you are ahead: then your lead is theirs.',
          ),
        ),
        h(
          'p',
          {},
          'In your first game the opponent never switches, and the moves that form a chain are pointed out to you.',
        ),
        h(
          'div',
          { class: 'row' },
          h(
            'a',
            { class: 'button primary', href: FIRST_GAME, onclick: () => save('hints', true) },
            'Play your first game',
          ),
          button('Previous', () => this.goTo(LESSONS.length - 1)),
        ),
      ),
      this.rulesLink(),
    );
  }
}

/** The aid that games have, too: pointing out the moves that form a chain. */
function chainAid(board: PlayBoard): HTMLElement {
  const aid = button('Show chain moves', () => {
    const shown = aid.getAttribute('aria-pressed') !== 'true';
    aid.setAttribute('aria-pressed', String(shown));
    board.showChains(shown);
  });
  aid.setAttribute('aria-pressed', 'false');
  return aid;
}
