// The verdict on the position shown: asked for, said in words, drawn on the board.
import { type Chain, detect, enclosures, type Paper, paper } from '../api';
import type { Board, Drawing } from '../board';
import { announce, fill, h, problem, refill } from '../dom';
import { type Life, pause, type Turn } from '../latest';
import { onLanguage, say, type Words } from '../messages';
import type { Session } from './session';
import { headline, type Verdict, verdictPanel } from './verdict';

export interface VerdictEvents {
  /** Another enclosure is drawn. */
  drawn: () => void;
  /** The paper's detector has answered; null if it was not asked. */
  paper: (answer: Paper | null) => void;
}

/** A position, and the square of the piece that is asked about. */
interface Question {
  fen: string;
  at: string | null;
}

/** How long an earlier verdict stays beside a new position, in milliseconds: most answers are there sooner. */
const PATIENCE = 1000;

export class VerdictPlace {
  readonly element = h('div', { class: 'verdict-place' });
  private chains: Chain[] = [];
  private current: Verdict | null = null;
  private published: Paper | null = null;
  private said = '';
  /** What the verdict on the screen is about. */
  private about = '';

  constructor(
    private readonly board: Board,
    private readonly session: Session,
    private readonly events: VerdictEvents,
    life: Life,
  ) {
    onLanguage(() => this.current && this.draw(this.current), life.signal);
  }

  /** How many enclosures there are to choose from. */
  get count(): number {
    return this.chains.length;
  }

  get hasAreas(): boolean {
    return !!this.current?.detection.areas.length;
  }

  /** If no answer comes soon, what is said and drawn about another position than the one on the board goes. */
  expect(turn: Turn, shown: () => Question): void {
    void turn.ask(
      signal => pause(PATIENCE, signal),
      () => {
        if (this.about !== this.keyOf(shown())) this.clear(h('p', {}, say('verdict.waiting')));
      },
    );
  }

  private keyOf({ fen, at }: Question): string {
    return `${fen} ${at} ${this.session.settings.min}`;
  }

  /** Asks about a position, and about the piece on one of its squares. */
  ask(turn: Turn, fen: string, at: string | null): void {
    const { min, paper: wantsPaper } = this.session.settings;
    const piece = at ? this.board.pieceOn(at) : null;
    const pieceName = piece ? say(`piece.${piece.color}_${piece.role}`) : say('verdict.pieceOn');
    void turn.ask(
      signal => detect(fen, at, min, signal),
      detection => {
        const verdict: Verdict = { detection, enclosures: null, pieceName };
        this.published = null;
        this.about = this.keyOf({ fen, at });
        this.draw(verdict);
        this.say(headline(verdict));
        void turn.ask(
          async signal =>
            Promise.all([
              detection.answer?.chain ? enclosures(fen, at, min, signal) : null,
              wantsPaper && at ? paper(fen, at, min, signal) : null,
            ]),
          ([list, published]) => {
            this.published = published;
            this.events.paper(published);
            if (list || published) this.draw({ ...verdict, enclosures: list });
          },
          error => this.fail(error),
        );
      },
      error => this.fail(error),
    );
  }

  /** Draws the chain that a move is about to close. */
  preview(chain: Chain): void {
    this.board.draw({ chains: [chain], enclosed: chain.encloses, at: chain.squares[0] ?? null });
  }

  private say(words: Words): void {
    const text = String(words);
    if (text !== this.said) announce(text);
    this.said = text;
  }

  /** Nothing of an earlier position stays on the board. */
  fail(error: unknown): void {
    this.clear(problem(error));
  }

  private clear(words: HTMLElement): void {
    this.about = '';
    this.current = null;
    this.chains = [];
    this.board.draw({});
    this.events.paper(null);
    fill(this.element, h('section', { class: 'panel verdict' }, words));
  }

  private draw(verdict: Verdict): void {
    const { detection } = verdict;
    const { session } = this;
    this.current = verdict;
    const witness = detection.answer?.witness;
    this.chains = verdict.enclosures?.enclosures ?? (witness ? [witness] : []);
    const show = (index: number): void => {
      session.remember({ show: index });
      this.draw(verdict);
      this.events.drawn();
    };
    refill(this.element, verdictPanel(verdict, { show, shown: () => session.settings.show }));
    const chain = detection.answer?.chain
      ? this.chains[Math.min(session.settings.show, this.chains.length - 1)]
      : undefined;
    const drawing: Drawing = { at: detection.at, enclosed: chain ? chain.encloses : detection.areas.flat() };
    if (chain) drawing.chains = [chain];
    else if (!detection.answer) drawing.marked = detection.chain_squares;
    const paths = this.published?.paths;
    const { at } = detection;
    if (paths && at) drawing.paths = [paths.first, paths.second].map(path => [at, ...path]);
    this.board.draw(drawing);
  }
}
