// Puzzles: all sets, one puzzle of a set, and the end of a set.
import { type PuzzleSet, puzzleSets } from '../api';
import { button, fill, h, problem } from '../dom';
import { isForView } from '../keyboard';
import { Life } from '../latest';
import { say } from '../messages';
import { type Place, pushAddress, type View } from '../router';
import { overview, progressBar } from './overview';
import { loadProgress, nextOpen, tally } from './progress';
import { PuzzleBoard } from './puzzle-board';
import { PuzzleSide } from './side';
import { endWords, setTitle } from './words';

export function openPuzzles(place: Place, life: Life): View {
  const element = h('div', { class: 'puzzles-view' });
  const view = new PuzzlesView(element, life);
  life.onEnd(() => view.leave());
  return {
    element,
    title: say('puzzles.title'),
    shown: () => view.load(place),
    revisit: there => view.open(there.query),
  };
}

/** The address of a puzzle, by its number in the set; of the end of the set behind the last. */
function addressOf({ kind, grade, puzzles }: PuzzleSet, index: number): string {
  const puzzle = puzzles[index]?.id ?? 'end';
  return `/puzzles?${new URLSearchParams({ kind, grade, puzzle })}`;
}

class PuzzlesView {
  private sets: PuzzleSet[] = [];
  private board: PuzzleBoard | null = null;
  private life: Life | null = null;

  constructor(
    private readonly element: HTMLElement,
    private readonly whole: Life,
  ) {}

  load({ query }: Place): void {
    void this.whole.latest().ask(
      puzzleSets,
      sets => {
        this.sets = sets.filter(({ puzzles }) => puzzles.length > 0);
        this.open(query);
      },
      error => fill(this.element, problem(error)),
    );
  }

  leave(): void {
    this.life?.end();
    this.board?.destroy();
    this.board = null;
  }

  /** Opens what an address names. What it does not name is chosen: the first puzzle of the set that is open. */
  open(query: URLSearchParams): void {
    this.leave();
    const set = this.sets.find(({ kind, grade }) => kind === query.get('kind') && grade === query.get('grade'));
    if (!set) {
      fill(this.element, overview(this.sets, loadProgress()));
      return;
    }
    const id = query.get('puzzle');
    const index = set.puzzles.findIndex(puzzle => puzzle.id === id);
    if (id === 'end') this.showEnd(set);
    else this.showPuzzle(set, index >= 0 ? index : (nextOpen(loadProgress(), set.puzzles) ?? 0));
  }

  /** Goes to another puzzle of the set, in a history entry of its own. */
  private goTo(set: PuzzleSet, index: number): void {
    const address = addressOf(set, index);
    pushAddress(address);
    this.open(new URL(address, location.href).searchParams);
    this.element.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  }

  private showPuzzle(set: PuzzleSet, index: number): void {
    const puzzle = set.puzzles[index]!;
    const life = new Life();
    this.life = life;
    const side = new PuzzleSide(set, index, to => this.goTo(set, to));
    const board = new PuzzleBoard(life, puzzle, set.kind, {
      tell: (state, text) => side.tell(state, text),
      fail: error => side.fail(error),
    });
    this.board = board;
    side.serve(board);
    life.on<KeyboardEvent>(document, 'keydown', event => isForView(event) && side.onKey(event.key));
    fill(
      this.element,
      h(
        'div',
        { class: 'table puzzle-table' },
        h('h1', { class: 'visually-hidden' }, say('puzzles.title')),
        h('div', { class: 'board-place' }, board.board.element),
        side.element,
      ),
    );
    board.start();
  }

  private showEnd(set: PuzzleSet): void {
    const progress = loadProgress();
    const { title, words } = endWords(tally(progress, set.puzzles), progress.best);
    const open = nextOpen(progress, set.puzzles);
    const next = this.sets[this.sets.indexOf(set) + 1];
    fill(
      this.element,
      h(
        'div',
        { class: 'learn puzzles-end' },
        h('h1', {}, setTitle(set)),
        h(
          'section',
          { class: 'panel' },
          h('h2', { tabindex: -1 }, title),
          progressBar(tally(progress, set.puzzles)),
          words.map(text => h('p', {}, text)),
          h(
            'div',
            { class: 'row' },
            open === null
              ? button(say('puzzles.repeat'), () => this.goTo(set, 0))
              : button(say('puzzles.missed'), () => this.goTo(set, open), { class: 'primary' }),
            next &&
              h(
                'a',
                { class: `button${open === null ? ' primary' : ''}`, href: addressOf(next, 0) },
                say('puzzles.nextSet', { set: setTitle(next) }),
              ),
            h('a', { class: 'button', href: '/puzzles' }, say('puzzles.allSets')),
          ),
        ),
      ),
    );
  }
}
