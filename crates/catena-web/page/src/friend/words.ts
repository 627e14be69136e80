// What is said about a game with a friend.
import type { Ending, FriendUpdate, GameRequest, Offer, Outcome } from '../api';
import { dateTime, type Message, say, sentences, type Words } from '../messages';
import { nameOf, other, TWO_PEOPLE } from '../play/cast';

const OWN = {
  draw: say('friend.offeredDraw'),
  takeback: say('friend.offeredTakeback'),
  rematch: say('friend.offeredRematch'),
};
const THEIRS = {
  draw: say('friend.offersDraw'),
  takeback: say('friend.offersTakeback'),
  rematch: say('friend.offersRematch'),
};

/** What you have offered; empty if nothing. */
export function ownOfferWords({ you, offers }: FriendUpdate): Words {
  const offer = you && offers[you];
  return offer ? OWN[offer] : '';
}

/** What your friend has offered, as a question to you. */
export const offerWords = (offer: Offer): Message => THEIRS[offer];

/** What the friend of the reader has offered. */
export const friendOffer = ({ you, offers }: FriendUpdate): Offer | null => (you ? offers[other(you)] : null);

/** Who of the players is not there. */
export function absenceWords({ you, begun, present, game }: FriendUpdate): Words {
  if (!begun || game.outcome) return '';
  if (you) return present[other(you)] ? '' : say('friend.friendAbsent');
  const absent = (['first', 'second'] as const).filter(player => !present[player]);
  return sentences(...absent.map(player => say('friend.playerAbsent', { name: nameOf(TWO_PEOPLE, player) })));
}

/** Until when the game is kept. */
export const keptWords = ({ forgotten_at: until }: FriendUpdate): Message =>
  say('friend.kept', { until: dateTime(until) });

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
