// The rules on one page, and puzzles that the detector and the engine check.
import type { Key } from '@lichess-org/chessground/types';
import {
  game as askGame,
  type BestMove,
  type Detection,
  detect,
  type GameState,
  type LegalMove,
  type Score,
  search,
} from '../api';
import { Board } from '../board';
import { announce, button, fill, h, problem, rich } from '../dom';
import type { Latest, Life } from '../latest';
import { say } from '../messages';
import type { View } from '../router';
import { load, save } from '../store';

import { gameBoard, type Mini } from './mini';
import { PUZZLES, type Puzzle } from './puzzles';
import { RULES } from './rules';

/** How long the engine thinks about each side of a decision, in milliseconds. */
const DECISION_TIME = 1200;

export function openRules(life: Life): View {
  const minis = RULES.map(rule => rule.board(life));
  const trainer = new Trainer(life);
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
      h('a', { href: '#puzzles' }, say('rules.puzzles')),
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
    trainer.element,
    rich(h('p', { class: 'hint' }), say('rules.credit'), { link: words => h('a', { href: '/play' }, words) }),
  );
  return {
    element,
    title: say('rules.short'),
    shown: () => {
      whenSeen(minis);
      trainer.show();
      if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
    },
    leave: () => {
      minis.forEach(mini => mini.board.destroy());
      trainer.clear();
    },
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

const TASKS: Record<Puzzle['kind'], string> = {
  form: 'Form a chain',
  judge: 'Is this a chain?',
  decide: 'Switch or stay?',
};

class Trainer {
  readonly element = h('section', { id: 'puzzles', tabindex: -1, class: 'panel puzzles', 'aria-label': 'Puzzles' });
  private index = 0;
  private board: Board | null = null;
  private solved = new Set(load<number[]>('solved') ?? []);
  private readonly words = h('p', { class: 'mini-words', role: 'status' });
  private readonly questions: Latest;

  constructor(private readonly life: Life) {
    this.questions = life.latest();
  }

  clear(): void {
    this.questions.stop();
    this.board?.destroy();
    this.board = null;
  }

  show(): void {
    this.clear();
    const puzzle = PUZZLES[this.index]!;
    fill(this.words);
    this.words.className = 'mini-words';
    const stage = h('div', { class: 'stage-place' });
    const side = h('div', { class: 'puzzle-side' });
    fill(
      this.element,
      h('h2', {}, 'Puzzles'),
      h(
        'ol',
        { class: 'puzzle-dots', 'aria-label': 'Puzzles' },
        PUZZLES.map((_, index) =>
          h(
            'li',
            {},
            button(String(index + 1), () => this.open(index), {
              class: this.solved.has(index) ? 'solved' : '',
              'aria-current': index === this.index ? 'true' : null,
              'aria-label': `Puzzle ${index + 1}${this.solved.has(index) ? ', solved' : ''}`,
            }),
          ),
        ),
      ),
      h('div', { class: 'puzzle' }, stage, side),
    );
    if (puzzle.kind === 'form') this.form(puzzle.fen, stage, side);
    else if (puzzle.kind === 'judge') this.judge(puzzle.fen, puzzle.at, stage, side);
    else void this.decide(puzzle.fen, puzzle.move, stage, side);
    side.prepend(h('h3', {}, `${this.index + 1}. ${TASKS[puzzle.kind]}`));
    side.append(
      this.words,
      h(
        'div',
        { class: 'row' },
        button('Again', () => this.show()),
        button('Next puzzle', () => this.open((this.index + 1) % PUZZLES.length)),
      ),
    );
  }

  private open(index: number): void {
    this.index = index;
    this.show();
  }

  private tell(right: boolean, text: string): void {
    this.words.className = `mini-words ${right ? 'yes' : 'wrong'}`;
    this.words.textContent = `${right ? 'Right.' : 'Not so.'} ${text}`;
    announce(this.words.textContent);
    if (!right) return;
    this.solved.add(this.index);
    save('solved', [...this.solved]);
    this.element.querySelectorAll('.puzzle-dots button')[this.index]?.classList.add('solved');
  }

  /** Any legal move that forms a chain is right. */
  private form(fen: string, stage: HTMLElement, side: HTMLElement): void {
    const mini = gameBoard(this.life, {
      label: 'Puzzle: form a chain',
      fen,
      onMove: (move: LegalMove) => {
        mini.words.textContent = '';
        this.tell(
          !!move.chain,
          move.chain
            ? `${move.san} closes a chain of ${move.chain.squares.length} pieces around ${move.chain.encloses.length} empty squares.`
            : `${move.san} forms none. Press Again.`,
        );
        return true;
      },
    });
    this.board = mini.board;
    stage.append(mini.element);
    side.append(
      h(
        'p',
        {},
        `${fen.split(' ')[1] === 'b' ? 'Black' : 'White'} to move. Find a move whose piece becomes part of a chain.`,
      ),
    );
    mini.start();
  }

  private judge(fen: string, at: string, stage: HTMLElement, side: HTMLElement): void {
    const board = new Board({
      label: 'Puzzle: is this a chain?',
      config: { fen, viewOnly: true, coordinates: true },
    });
    this.board = board;
    stage.append(board.element);
    board.resized();
    board.draw({ at });
    const judge = (yes: boolean, { answer, areas }: Detection): void => {
      const chain = answer?.witness;
      board.draw(chain ? { chains: [chain], enclosed: chain.encloses, at } : { enclosed: areas.flat(), at });
      this.tell(
        yes === !!chain,
        chain
          ? `The piece on ${at} is one of ${chain.squares.length} around ${chain.encloses.join(', ')}.`
          : areas.length
            ? `No closed line around the empty squares goes through ${at}.`
            : 'Nothing is enclosed.',
      );
    };
    const answer = (yes: boolean): Promise<void> =>
      this.questions.ask(
        signal => detect(fen, at, 2, signal),
        detection => judge(yes, detection),
        error => fill(this.words, problem(error)),
      );
    side.append(
      h('p', {}, `The piece on ${at} has just moved. Is it part of a chain?`),
      h(
        'div',
        { class: 'row' },
        button('Yes', () => void answer(true), { class: 'primary' }),
        button('No', () => void answer(false)),
      ),
    );
  }

  /** The engine looks at both: the position if one switches, and if one stays. */
  private async decide(fen: string, uci: string, stage: HTMLElement, side: HTMLElement): Promise<void> {
    const board = new Board({
      label: 'Puzzle: switch or stay?',
      config: { fen, viewOnly: true, coordinates: true },
    });
    this.board = board;
    stage.append(board.element);
    board.resized();
    const mover = fen.split(' ')[1] === 'b' ? 'Black' : 'White';
    const buttons = h('div', { class: 'row' });
    side.append(h('p', {}, `You held ${mover} and have just closed this chain. Which is better for you?`), buttons);
    const show = (after: GameState): void => {
      const last = after.history[0]!;
      board.set({
        fen: after.fen.split(' ')[0]!,
        orientation: after.turn === 'white' ? 'black' : 'white',
        lastMove: [last.from, last.to] as Key[],
      });
      if (last.chain)
        board.draw({ chains: [last.chain], enclosed: last.chain.encloses, at: last.chain.squares[0] ?? null });
      const choose = (switches: boolean) => void this.compare(fen, uci, switches, buttons);
      fill(
        buttons,
        button('Switch', () => choose(true), { class: 'primary' }),
        button('Stay', () => choose(false)),
      );
    };
    await this.questions.ask(
      signal => askGame({ start: fen, limit: 'size', moves: [uci] }, signal),
      show,
      error => fill(this.words, problem(error)),
    );
  }

  private async compare(start: string, uci: string, switches: boolean, buttons: HTMLElement): Promise<void> {
    for (const choice of buttons.querySelectorAll('button')) choice.disabled = true;
    this.words.className = 'mini-words';
    this.words.textContent = 'The engine looks at both …';
    const think = (move: string, signal: AbortSignal) =>
      search({ start, limit: 'size', moves: [move], ms: DECISION_TIME }, () => undefined, signal);
    const show = ([stay, turn]: [BestMove, BestMove]): void => {
      // After staying the other player is to move; after a switch it is you.
      const [ifStay, ifSwitch] = [-worth(stay.score), worth(turn.score)];
      this.tell(
        switches === ifSwitch > ifStay,
        `Switching is worth ${pawns(ifSwitch)} to you, staying ${pawns(ifStay)}.`,
      );
    };
    await this.questions.ask(
      async signal => [await think(uci, signal), await think(`${uci}s`, signal)] as [BestMove, BestMove],
      show,
      error => fill(this.words, problem(error)),
    );
  }
}

/** A score as one number, mates beyond all else. */
function worth(score: Score | null): number {
  if (!score) return 0;
  return score.mate !== null ? Math.sign(score.mate) * (100_000 - Math.abs(score.mate)) : (score.cp ?? 0);
}

function pawns(value: number): string {
  if (Math.abs(value) > 90_000) return value > 0 ? 'a forced win' : 'a forced loss';
  return `${value > 0 ? '+' : value < 0 ? '−' : ''}${(Math.abs(value) / 100).toFixed(1)}`;
}
