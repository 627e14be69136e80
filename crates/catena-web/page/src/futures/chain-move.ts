// A move that raises the question whether to switch.
import type { Chain, Limit, PlayedMove, Player } from '../api';
import type { Words } from '../messages';

/** A move that forms a chain, and who made it. */
export interface ChainMove {
  start?: string | undefined;
  limit: Limit;
  /** The moves before it. */
  before: readonly string[];
  /** The move, without its decision. */
  move: string;
  by: Player;
  /** The chain, to be drawn. */
  chain?: Chain | null | undefined;
  /** The move once it is played: what the boards show before the engine has answered. */
  played?: PlayedMove;
  /** The name of the player whose futures these are; null is the reader. */
  who: Words | null;
  /** What was decided, if it was. */
  decided: 'switch' | 'stay' | null;
}
