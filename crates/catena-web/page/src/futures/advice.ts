// Which of the two futures is better, in a sentence.
import type { Future, Player, Score } from '../api';
import { type Message, say, type Words } from '../messages';
import { scoreText, worth } from '../score';

export type Futures = Partial<Record<Future['decision'], Future>>;

/** Differences below this, in hundredths of a pawn, are no reason to do one or the other. */
const SMALL = 20;

function outcome({ cp, mate }: Score): Words {
  if (mate === null) return scoreText({ cp, mate });
  return say(mate < 0 ? 'futures.loss' : 'futures.win', { n: Math.abs(mate) });
}

/** `name` is the name of the player who decides; null is the reader. */
export function advice({ switch: turn, stay }: Futures, by: Player, name: Words | null): Message {
  if (!turn || !stay) return say('futures.thinking');
  const [ifSwitch, ifStay] = [turn.scores[by], stay.scores[by]];
  const gap = worth(ifSwitch) - worth(ifStay);
  if (Math.abs(gap) < SMALL) {
    const score = outcome(ifSwitch);
    return name === null ? say('futures.littleForYou', { score }) : say('futures.little', { name, score });
  }
  const [good, bad] = (gap > 0 ? [ifSwitch, ifStay] : [ifStay, ifSwitch]).map(outcome) as [Words, Words];
  if (gap > 0)
    return name === null ? say('futures.switchForYou', { good, bad }) : say('futures.switchFor', { name, good, bad });
  return name === null ? say('futures.stayForYou', { good, bad }) : say('futures.stayFor', { name, good, bad });
}
