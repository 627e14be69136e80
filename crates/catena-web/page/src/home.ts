// The first page: what the game is, in one picture that closes and then turns.
import type { Key } from '@lichess-org/chessground/types';
import { type Chain, type Color, detect } from './api';
import { Board } from './board';
import { button, fill, h, rich } from './dom';
import { chainDrawing } from './drawing';
import { type Latest, type Life, pause } from './latest';
import { say, sentences, type Words } from './messages';
import type { View } from './router';

/** The picture before the move, and the move that closes the chain. */
const OPEN = '6k1/5ppp/8/2nP4/1p2P3/3q4/4NPPP/6K1';
const CLOSED = '6k1/5ppp/8/2nP4/1p2P3/2Nq4/5PPP/6K1';
const MOVE: [Key, Key] = ['e2', 'c3'];

/** How long each picture stays, in milliseconds: together less than the five seconds that moving pictures may take. */
const STAY = 1500;

const WORDS = {
  open: say('home.open'),
  closed: say('home.closed'),
  switched: say('home.switched'),
};

export function openHome(life: Life): View {
  const picture = new Picture(life.latest());
  const element = h(
    'div',
    { class: 'home' },
    picture.element,
    h(
      'div',
      { class: 'home-words' },
      h('h1', {}, say('page.name')),
      rich(h('p', { class: 'lead' }), say('home.lead'), { strong: words => h('strong', {}, words) }),
      h(
        'div',
        { class: 'cards' },
        card('/play', say('page.play'), say('home.play')),
        card('/learn', say('page.learn'), say('home.learn')),
        card('/puzzles', say('puzzles.title'), say('home.puzzles')),
        card('/analyse', say('page.analyse'), say('home.analyse')),
        card('/walls', say('page.walls'), say('home.walls')),
      ),
    ),
  );
  return {
    element,
    title: say('page.name'),
    shown: () => picture.start(),
    leave: () => picture.board.destroy(),
  };
}

class Picture {
  readonly element: HTMLElement;
  readonly board: Board;
  private readonly words = h('p', { class: 'home-caption' });
  /** Who holds which colour: the opponent above, you below. */
  private readonly seats = [h('p', { class: 'home-seat' }), h('p', { class: 'home-seat' })] as const;

  constructor(private readonly steps: Latest) {
    this.board = new Board({ label: say('home.board'), config: { fen: OPEN, viewOnly: true, coordinates: false } });
    const again = button(say('home.again'), () => this.run(), { class: 'quiet' });
    const caption = h('div', { class: 'row spread' }, this.words, again);
    this.element = h('div', { class: 'home-board' }, this.seats[0], this.board.element, this.seats[1], caption);
  }

  start(): void {
    this.board.resized();
    this.run();
  }

  /** Shows the three pictures one after the other; to those who want no motion, the last of them. */
  private run(): void {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const turn = this.steps.start();
    const then = (ms: number, act: () => void): void => {
      void turn.ask(signal => pause(ms, signal), act);
    };
    if (!still) this.show(OPEN, 'white', WORDS.open);
    void turn.ask(
      signal => detect(CLOSED, MOVE[1], 2, signal),
      ({ answer }) => {
        const chain = answer?.witness ?? null;
        if (still) this.turnRound(chain, sentences(WORDS.closed, WORDS.switched));
        else
          then(STAY, () => {
            this.close(chain);
            then(STAY, () => this.turnRound(chain));
          });
      },
    );
  }

  private show(fen: string, orientation: Color, words: Words): void {
    const below = orientation === 'white';
    fill(
      this.seats[0],
      disc(below ? 'black' : 'white'),
      say('home.opponent', { color: say(below ? 'color.black' : 'color.white') }),
    );
    fill(this.seats[1], disc(orientation), say('home.you', { color: say(below ? 'color.white' : 'color.black') }));
    this.board.set({ fen, orientation, lastMove: undefined as never });
    this.board.draw({});
    fill(this.words, words);
  }

  private close(chain: Chain | null): void {
    this.show(CLOSED, 'white', WORDS.closed);
    this.board.set({ lastMove: MOVE });
    this.board.draw(chainDrawing(chain));
    this.board.close();
  }

  private turnRound(chain: Chain | null, words: Words = WORDS.switched): void {
    this.show(CLOSED, 'black', words);
    this.board.set({ lastMove: MOVE });
    this.board.draw(chainDrawing(chain));
    this.board.spin();
  }
}

const disc = (color: Color): HTMLElement => h('span', { class: `disc ${color}`, 'aria-hidden': 'true' });

const card = (href: string, title: Words, words: Words): HTMLElement =>
  h('a', { class: 'card', href }, h('strong', {}, title), h('span', {}, words));
