// Who plays a game, as the page calls them.
import type { Player } from '../api';
import { say, type Words } from '../messages';

export interface Cast {
  /** The player at this screen; null where both are, or neither. */
  you: Player | null;
  /** The name of the other one on a plate, and who that is. */
  rival: Words;
  they: 'engine' | 'friend';
}

export const TWO_PEOPLE: Cast = { you: null, rival: '', they: 'friend' };

export const other = (player: Player): Player => (player === 'first' ? 'second' : 'first');

export function nameOf({ you, rival }: Cast, player: Player): Words {
  if (you === null) return say(player === 'first' ? 'score.player1' : 'score.player2');
  return player === you ? say('game.you') : rival;
}
