// Which of the two futures is better, in a sentence.
import type { Future, Player, Score } from '../api';
import { scoreText, worth } from '../score';

export type Futures = Partial<Record<Future['decision'], Future>>;

/** Differences below this, in hundredths of a pawn, are no reason to do one or the other. */
const SMALL = 20;

function outcome({ cp, mate }: Score): string {
  if (mate === null) return scoreText({ cp, mate });
  const count = `${Math.abs(mate)} ${Math.abs(mate) === 1 ? 'move' : 'moves'}`;
  return mate < 0 ? `a loss in ${count}` : `a win in ${count}`;
}

/** `who` is "you" or a name. */
export function advice({ switch: turn, stay }: Futures, by: Player, who: string): string {
  if (!turn || !stay) return 'The engine looks at both futures …';
  const [ifSwitch, ifStay] = [turn.scores[by], stay.scores[by]];
  const gap = worth(ifSwitch) - worth(ifStay);
  if (Math.abs(gap) < SMALL) return `It makes little difference to ${who}: about ${outcome(ifSwitch)} either way.`;
  const [better, good, bad] = gap > 0 ? ['Switching', ifSwitch, ifStay] : ['Staying', ifStay, ifSwitch];
  return `${better} is better for ${who}: ${outcome(good)} instead of ${outcome(bad)}.`;
}
