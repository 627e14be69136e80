// What is said about a game with a friend.
import type { Ending, FriendUpdate, GameRequest, Offer, Outcome } from '../api';
import { nameOf, other, TWO_PEOPLE } from '../play/cast';

const OFFERS: Record<Offer, string> = {
  draw: 'a draw',
  takeback: 'to take back the last move',
  rematch: 'another game',
};

/** What you have offered; empty if nothing. */
export function ownOfferWords({ you, offers }: FriendUpdate): string {
  const offer = you && offers[you];
  if (!offer) return '';
  return offer === 'takeback' ? 'You asked to take back your last move.' : `You offered ${OFFERS[offer]}.`;
}

/** What your friend has offered, as a question to you. */
export function offerWords(offer: Offer): string {
  return offer === 'takeback' ? 'Your friend asks to take back the last move.' : `Your friend offers ${OFFERS[offer]}.`;
}

/** What the friend of the reader has offered. */
export const friendOffer = ({ you, offers }: FriendUpdate): Offer | null => (you ? offers[other(you)] : null);

/** Who of the players is not there. */
export function absenceWords({ you, begun, present, game }: FriendUpdate): string {
  if (!begun || game.outcome) return '';
  if (you) return present[other(you)] ? '' : 'Your friend is not connected.';
  const absent = (['first', 'second'] as const).filter(player => !present[player]);
  return absent.map(player => `${nameOf(TWO_PEOPLE, player)} is not connected.`).join(' ');
}

/** Until when the game is kept. */
export function keptWords({ forgotten_at }: FriendUpdate): string {
  const until = new Date(forgotten_at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  return `The server keeps this game until ${until}, and longer if it goes on.`;
}

/** How the players ended a game; undefined if the board did. */
function endingOf({ reason, winner }: Outcome): Ending | undefined {
  if (reason === 'resignation' && winner) return { resign: other(winner) };
  if (reason === 'agreement') return { agree: true };
  return reason === 'threefold repetition' || reason === 'fifty moves' ? { claim: true } : undefined;
}

/** The game as the server writes it to a file: its moves, and how it ended. */
export function finishedGame({ game, limit, clock }: FriendUpdate): GameRequest {
  const moves = game.history.map(({ uci }) => uci);
  const { outcome } = game;
  if (!outcome) return { limit, moves };
  // A clock that has run out is one on which more than everything was spent.
  const isTime = outcome.reason.startsWith('out of time') && clock;
  return isTime
    ? { limit, moves, clock, running_ms: Number.MAX_SAFE_INTEGER }
    : { limit, moves, end: endingOf(outcome) };
}
