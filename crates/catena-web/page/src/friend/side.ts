// The panels beside the board of a game with a friend.
import type { FriendUpdate, Offer } from '../api';
import { isLost } from '../connection';
import { button, h } from '../dom';
import { group } from '../play/side';
import { headline, runSummary, runWords } from '../play/words';
import type { FriendSession } from './session';
import { absenceWords, friendOffer, offerWords, ownOfferWords } from './words';

export interface FriendSideState {
  session: FriendSession;
  update: FriendUpdate;
  /** Whether resigning has been asked for and not confirmed. */
  isResigning: boolean;
}

export interface FriendActions {
  askToResign: (isResigning: boolean) => void;
  analyse: () => void;
  newGame: () => void;
}

/** How the game stands, and who is there. */
export function friendStatus({ session, update }: FriendSideState): HTMLElement {
  const { cast, note } = session;
  const { game, begun, you } = update;
  const lines = [
    isLost()
      ? ['problem', 'The server does not answer. The clocks run there; the page goes on when it is back.']
      : null,
    note ? ['problem', sentence(note)] : null,
    ['run-summary', runSummary(cast, game)],
    ['absence', absenceWords(update)],
    ['own-offer', ownOfferWords(update)],
    ['hint', runWords(game)],
    ['hint', begun && !game.history.length && update.clock ? 'The clocks start with the first move.' : ''],
    ['hint', you === null ? 'You are watching.' : ''],
  ];
  const shown = lines.filter((line): line is [string, string] => !!line?.[1]);
  return h(
    'section',
    { class: `panel status${game.outcome ? ' over' : ''}`, 'aria-label': 'State of the game' },
    h('h2', {}, begun ? headline(cast, game) : `Waiting for ${you === null ? 'both players' : 'your friend'}`),
    shown.map(([kind, words]) => h('p', { class: kind }, words)),
  );
}

const sentence = (words: string): string => `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}.`;

/** What your friend wants to know. */
export function offerPanel({ session, update }: FriendSideState): HTMLElement | null {
  const offer = friendOffer(update);
  if (!offer) return null;
  return h(
    'section',
    { class: 'panel offer', role: 'alert', 'aria-label': 'Offer' },
    h('p', {}, offerWords(offer)),
    group(
      'Answer',
      button('Accept', () => session.act({ accept: offer }), { class: 'primary' }),
      button('Decline', () => session.act({ decline: offer })),
    ),
  );
}

/** What can be done in a game, and after it. */
export function friendActions(state: FriendSideState, actions: FriendActions): HTMLElement | null {
  const { session, update, isResigning } = state;
  const { game, you, begun } = update;
  const analyse = button('Analyse', actions.analyse, { disabled: !game.history.length });
  const newGame = button('New game', actions.newGame);
  if (you === null) return game.outcome ? group('After the game', analyse, newGame) : null;
  const mine = update.offers[you];
  const offer = (label: string, what: Offer, isPossible = true): HTMLElement =>
    button(label, () => session.act({ offer: what }), { disabled: !isPossible || mine === what });
  if (game.outcome) {
    const theirs = friendOffer(update) === 'rematch';
    return group('After the game', theirs ? null : offer('Rematch', 'rematch'), analyse, newGame);
  }
  if (!begun) return null;
  if (isResigning) {
    return group(
      'Really?',
      button('Really resign', () => session.act('resign'), { class: 'danger' }),
      button('Play on', () => actions.askToResign(false)),
    );
  }
  const isYours = session.isYourTurn;
  return group(
    'Actions',
    offer(
      'Ask to take back',
      'takeback',
      game.history.some(move => move.by === you),
    ),
    game.claim ? button(`Claim a draw: ${game.claim}`, () => session.act('claim'), { disabled: !isYours }) : null,
    offer('Offer a draw', 'draw'),
    button('Resign', () => actions.askToResign(true)),
  );
}
