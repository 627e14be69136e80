// What stands beside the board of a puzzle.
import type { Puzzle, PuzzleSet } from '../api';
import { announce, button, fill, h, problem } from '../dom';
import { say, type Words } from '../messages';
import { progressBar, streakWords } from './overview';
import { change, isSolved, loadProgress, missed, solved, tally } from './progress';
import type { PuzzleBoard, PuzzleState } from './puzzle-board';

/** What stands beside the board: the question, the answers that are no moves, help, and the way on. */
export class PuzzleSide {
  readonly element = h('div', { class: 'side' });
  private readonly words = h('p', { class: 'mini-words puzzle-words', role: 'status' });
  /** Below the question, which stays. */
  private readonly hint = h('p', { class: 'puzzle-hint' });
  private readonly standing = h('div', { class: 'puzzle-standing' });
  private readonly choices = h('div', { class: 'row puzzle-choices' });
  private readonly help = h('div', { class: 'row' });
  private readonly analyse = h('a', { class: 'button', href: '/analyse' }, say('puzzles.analyse'));
  private readonly puzzle: Puzzle;
  private board: PuzzleBoard | null = null;
  private isJudged = false;

  constructor(
    private readonly set: PuzzleSet,
    private readonly index: number,
    private readonly goTo: (index: number) => void,
  ) {
    this.puzzle = set.puzzles[index]!;
  }

  /** Shows all of it, for this board. */
  serve(board: PuzzleBoard): void {
    this.board = board;
    const { set, index } = this;
    fill(
      this.element,
      h(
        'section',
        { class: 'panel puzzle-task', 'aria-label': say(`puzzles.${set.kind}`) },
        h('h2', { tabindex: -1 }, say(`puzzles.${set.kind}`)),
        h(
          'p',
          { class: 'hint' },
          say('puzzles.place', {
            grade: say(`puzzles.${set.grade}`),
            number: index + 1,
            count: set.puzzles.length,
            rating: String(this.puzzle.rating),
          }),
        ),
        this.words,
        this.hint,
        this.choices,
        this.help,
      ),
      h(
        'section',
        { class: 'panel', 'aria-label': say('puzzles.sets') },
        this.standing,
        h(
          'div',
          { class: 'row' },
          button(say('puzzles.previous'), () => this.goTo(index - 1), { disabled: index === 0 }),
          button(
            index + 1 < set.puzzles.length ? say('puzzles.next') : say('puzzles.finish'),
            () => this.goTo(index + 1),
            {
              class: 'next',
            },
          ),
          this.analyse,
          h('a', { class: 'button', href: '/puzzles' }, say('puzzles.allSets')),
        ),
      ),
    );
    // Where the board stands at this moment, not where it stood when the link was made.
    this.analyse.addEventListener('click', () => this.analyse.setAttribute('href', board.analysis));
    this.showStanding();
    this.offerHelp();
    this.offerAnswers(true);
  }

  /** Takes in what the board says, and remembers what it means for the progress. */
  tell(state: PuzzleState, text: Words): void {
    this.words.className = `mini-words puzzle-words ${state === 'done' ? 'yes' : state === 'wrong' ? 'wrong' : ''}`;
    fill(this.words, text);
    fill(this.hint);
    announce(text);
    if (this.board) this.analyse.setAttribute('href', this.board.analysis);
    this.isJudged = state === 'done' || state === 'wrong' || state === 'shown';
    const { id } = this.puzzle;
    if (state === 'done') change(progress => solved(progress, id));
    if (state === 'wrong' || state === 'shown') change(progress => missed(progress, id));
    if (this.isJudged) this.offerAnswers(false);
    this.showStanding();
    if (state === 'done') fill(this.help, this.nextButton());
    else if (state === 'wrong') fill(this.help, this.againButton('primary'), this.solutionButton());
    else if (state === 'shown') fill(this.help, this.nextButton(), this.againButton());
    // The way on has the focus.
    if (this.isJudged && state !== 'wrong') this.help.querySelector('button')?.focus({ preventScroll: true });
  }

  fail(error: unknown): void {
    fill(this.words, problem(error));
  }

  /** The keys that help or lead on, as the keyboard help says. */
  onKey(key: string): void {
    if (key === 'n') this.goTo(this.index + 1);
    else if (key === 'p' && this.index > 0) this.goTo(this.index - 1);
    else if (key === 'h') this.showHint();
  }

  private offerHelp(): void {
    fill(
      this.help,
      button(say('puzzles.hint'), () => this.showHint()),
      this.solutionButton(),
    );
  }

  private solutionButton(): HTMLElement {
    return button(say('puzzles.solution'), () => this.board?.showSolution());
  }

  /** Says what helps, which ends the row of puzzles without help. Once the answer is known there is no hint. */
  private showHint(): void {
    if (this.isJudged) return;
    change(progress => missed(progress, this.puzzle.id));
    this.board?.hint(text => {
      fill(this.hint, text);
      announce(text);
    });
    this.showStanding();
  }

  /** The answers where the question is about a move. */
  private offerAnswers(open: boolean): void {
    const answer = (yes: boolean) => () => this.board?.answer(yes);
    const [yes, no] =
      this.set.kind === 'isChain'
        ? [say('puzzles.yes'), say('puzzles.no')]
        : [say('puzzles.switch'), say('puzzles.stay')];
    const isAsked = open && this.board?.asksAboutMove;
    fill(
      this.choices,
      isAsked && button(yes, answer(true), { class: 'primary' }),
      isAsked && button(no, answer(false), { class: 'primary' }),
    );
  }

  private againButton(look = ''): HTMLElement {
    const again = () => {
      this.board?.ask();
      this.offerHelp();
      this.offerAnswers(true);
    };
    return button(say('puzzles.again'), again, { class: look });
  }

  private nextButton(): HTMLElement {
    const isLast = this.index + 1 === this.set.puzzles.length;
    return button(isLast ? say('puzzles.finish') : say('puzzles.next'), () => this.goTo(this.index + 1), {
      class: 'primary',
    });
  }

  private showStanding(): void {
    const progress = loadProgress();
    this.element.classList.toggle('solved', isSolved(progress, this.puzzle.id));
    fill(
      this.standing,
      progressBar(tally(progress, this.set.puzzles)),
      h('p', { class: 'hint' }, streakWords(progress)),
    );
  }
}
