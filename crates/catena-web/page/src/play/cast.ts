// Who plays a game, as the page calls them.
import type { Player } from '../api';

export interface Cast {
  /** The player at this screen; null where both are, or neither. */
  you: Player | null;
  /** The name of the other one on a plate, and at the beginning of a sentence. */
  rival: string;
  they: string;
}

export const TWO_PEOPLE: Cast = { you: null, rival: '', they: '' };

export const other = (player: Player): Player => (player === 'first' ? 'second' : 'first');

export function nameOf({ you, rival }: Cast, player: Player): string {
  if (you === null) return player === 'first' ? 'Player 1' : 'Player 2';
  return player === you ? 'You' : rival;
}
