// The sentences of the server, and of the calls to it, that the page knows. Any other stays as the server has said it, in English.
import { Message, say } from './message';
import type { Key } from './table';

/** The sentences that people meet, by their key. The tests look for them in the server's source. */
export const SERVER_SENTENCES = {
  'the board is empty': 'server.emptyBoard',
  'a king is missing': 'server.noKing',
  'a side has more than one king': 'server.twoKings',
  'a pawn is on the first or last rank': 'server.pawnAtEnd',
  'a castling right has no king and rook in place': 'server.castling',
  'no pawn can just have passed the en passant square': 'server.enPassant',
  'the side that is not to move is in check': 'server.otherInCheck',
  'the game has moved on': 'server.movedOn',
  'it is not your move': 'server.notYourMove',
  'the game begins when both players are here': 'server.notBegun',
  'the game is over': 'server.over',
  'the game is not over': 'server.notOver',
  'the offer does not stand': 'server.noOffer',
  'you have no move to take back': 'server.nothingToTakeBack',
  'there is no such game: the link is wrong, or the game was forgotten': 'server.noSuchGame',
  'this link is for watching only': 'server.watchingOnly',
  'too many pages have this game open; close one or try again later': 'server.tooManyPages',
  'the request took too long to arrive or to answer': 'server.tooLong',
  'Empty squares': 'server.stageEmpty',
  Groups: 'server.stageGroups',
  'Without the open ones': 'server.stageOpen',
  'Without the small ones': 'server.stageSmall',
  'Enclosed areas': 'server.stageEnclosed',
  checkmate: 'outcome.checkmate',
  resignation: 'outcome.resignation',
  'out of time': 'outcome.time',
  stalemate: 'outcome.stalemate',
  'not enough material': 'outcome.material',
  'fivefold repetition': 'outcome.fivefold',
  'seventy-five moves': 'outcome.seventyFive',
  'threefold repetition': 'outcome.threefold',
  'fifty moves': 'outcome.fifty',
  agreement: 'outcome.agreement',
  // The end of a game between friends that has as many moves as the server keeps.
  adjudication: 'outcome.adjudication',
  'out of time, but the other cannot win': 'outcome.timeWithoutMaterial',
} as const satisfies Record<string, Key>;

/** Before the reasons why a position cannot be played. */
export const CANNOT_BE_PLAYED = 'the position cannot be played: ';

/** A sentence of the server as a message; null if the page does not know it. */
export function serverWords(text: string): Message | null {
  if (text.startsWith(CANNOT_BE_PLAYED)) {
    const reason = serverWords(text.slice(CANNOT_BE_PLAYED.length));
    return reason && say('server.cannotBePlayed', { reason });
  }
  if (Object.hasOwn(SERVER_SENTENCES, text))
    return new Message(SERVER_SENTENCES[text as keyof typeof SERVER_SENTENCES]);
  const answered = /^the server answered (\d+)$/.exec(text);
  if (answered) return say('server.answered', { status: answered[1]! });
  const full = /^the server has (\d+) games already; try again later$/.exec(text);
  if (full) return say('server.gamesFull', { games: full[1]! });
  // Several reasons come one after the other.
  const comma = text.indexOf(', ');
  const [one, other] = comma < 0 ? [] : [serverWords(text.slice(0, comma)), serverWords(text.slice(comma + 2))];
  return one && other ? say('server.both', { one, other }) : null;
}
