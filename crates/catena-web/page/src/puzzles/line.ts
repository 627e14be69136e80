// A solution, step by step. What is legal, and what is mate, is the server's answer.
import type { Puzzle, PuzzleKind } from '../api';

/** Whether a decision in UCI has a switch. */
export const switches = (uci: string): boolean => uci.endsWith('s');

/** The same move without a switch. */
export const withoutSwitch = (uci: string): string => (switches(uci) ? uci.slice(0, -1) : uci);

export type StepVerdict = 'wrong' | 'going' | 'solved';

/** A solver's way through the solution of a puzzle. The first move, the opponent's, has been played. */
export class SolutionLine {
  /** How many moves of the puzzle have been played. */
  private done = 1;

  constructor(
    private readonly puzzle: Pick<Puzzle, 'moves'>,
    private readonly kind: PuzzleKind,
  ) {}

  /** What has been played, the opponent's first move included. */
  get played(): string[] {
    return this.puzzle.moves.slice(0, this.done);
  }

  /** What the solution plays now; null at its end. */
  get next(): string | null {
    return this.puzzle.moves[this.done] ?? null;
  }

  /** How many moves are the solver's own. */
  get ownMoves(): number {
    let own = true;
    let count = 0;
    for (const uci of this.puzzle.moves.slice(1)) {
      if (own) count++;
      if (!switches(uci)) own = !own;
    }
    return count;
  }

  /** Judges a decision. Any mate is right where the solution mates; the switch is no question where a chain is to be formed. */
  judge(uci: string, isMate: boolean): StepVerdict {
    const right = this.next;
    if (!right) return 'solved';
    const isLast = this.done + 1 === this.puzzle.moves.length;
    const isRight =
      this.kind === 'formChain'
        ? withoutSwitch(uci) === withoutSwitch(right)
        : uci === right || (this.kind === 'switchMate' && isLast && isMate);
    if (!isRight) return 'wrong';
    return isLast ? 'solved' : 'going';
  }

  /** Goes past the solver's decision and the opponent's replies to it, which it returns. After a switch there are none. */
  advance(): string[] {
    const own = this.next;
    this.done++;
    const replies: string[] = [];
    let ownTurn = !!own && switches(own);
    while (!ownTurn && this.next) {
      replies.push(this.next);
      ownTurn = !switches(this.next);
      this.done++;
    }
    return replies;
  }
}
