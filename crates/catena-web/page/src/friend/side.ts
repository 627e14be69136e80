// The panels beside the board of a game with a friend.
import type { FriendUpdate, Offer } from '../api';
import { isLost } from '../connection';
import { button, h } from '../dom';
import { say, type Words } from '../messages';
import { claimWords, group } from '../play/side';
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
  review: () => void;
  askToResign: (isResigning: boolean) => void;
  analyse: () => void;
  newGame: () => void;
}

/** How the game stands, and who is there. */
export function friendStatus({ session, update }: FriendSideState): HTMLElement {
  const { cast, note } = session;
  const { game, begun, you } = update;
  const lines: ([string, Words] | null)[] = [
    isLost() ? ['problem', say(session.isAsking ? 'friend.lostWithMove' : 'friend.lost')] : null,
    note ? ['problem', sentence(note)] : null,
    ['run-summary', runSummary(cast, game)],
    ['absence', absenceWords(update)],
    ['own-offer', ownOfferWords(update)],
    ['hint', runWords(game)],
    ['hint', begun && !game.history.length && update.clock ? say('friend.clocksStart') : ''],
    ['hint', you === null ? say('friend.watching') : ''],
  ];
  const shown = lines.filter((line): line is [string, Words] => !!line?.[1]);
  return h(
    'section',
    { class: `panel status${game.outcome ? ' over' : ''}`, 'aria-label': say('play.state') },
    h('h2', {}, begun ? headline(cast, game) : say(you === null ? 'friend.waitingForBoth' : 'friend.waitingForFriend')),
    shown.map(([kind, words]) => h('p', { class: kind }, words)),
  );
}

function sentence(words: Words): string {
  const text = String(words);
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}.`;
}

/** What your friend wants to know. */
export function offerPanel({ session, update }: FriendSideState): HTMLElement | null {
  const offer = friendOffer(update);
  if (!offer) return null;
  return h(
    'section',
    { class: 'panel offer', role: 'alert', 'aria-label': say('friend.offer') },
    h('p', {}, offerWords(offer)),
    group(
      say('friend.answer'),
      button(say('friend.accept'), () => session.act({ accept: offer }), { class: 'primary' }),
      button(say('friend.decline'), () => session.act({ decline: offer })),
    ),
  );
}

/** What can be done in a game, and after it. */
export function friendActions(state: FriendSideState, actions: FriendActions): HTMLElement | null {
  const { session, update, isResigning } = state;
  const { game, you, begun } = update;
  const analyse = button(say('page.analyse'), actions.analyse, { disabled: !game.history.length });
  const newGame = button(say('play.newGame'), actions.newGame);
  const review = button(say('play.review'), actions.review, { class: 'primary', disabled: !game.history.length });
  if (you === null) return game.outcome ? group(say('play.after'), review, analyse, newGame) : null;
  const mine = update.offers[you];
  const offer = (label: Words, what: Offer, isPossible = true): HTMLElement =>
    button(label, () => session.act({ offer: what }), { disabled: !isPossible || mine === what });
  if (game.outcome) {
    const theirs = friendOffer(update) === 'rematch';
    const rematch = theirs ? null : offer(say('play.rematch'), 'rematch');
    return group(say('play.after'), review, analyse, rematch, newGame);
  }
  if (!begun) return null;
  if (isResigning) {
    return group(
      say('play.really'),
      button(say('play.reallyResign'), () => session.act('resign'), { class: 'danger' }),
      button(say('play.playOn'), () => actions.askToResign(false)),
    );
  }
  const isYours = session.isYourTurn;
  return group(
    say('play.actions'),
    offer(
      say('friend.askTakeBack'),
      'takeback',
      game.history.some(move => move.by === you),
    ),
    game.claim ? button(claimWords(game.claim), () => session.act('claim'), { disabled: !isYours }) : null,
    offer(say('play.offerDraw'), 'draw'),
    button(say('play.resign'), () => actions.askToResign(true)),
  );
}
