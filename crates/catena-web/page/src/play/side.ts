// The panels beside the board while a game is played, and after it.
import type { GameState, LegalMove } from '../api';
import { isLost } from '../connection';
import { button, fill, h, toggle } from '../dom';
import { say, type Words } from '../messages';
import { serverWords } from '../messages/server';
import { moveList, stepButtons } from '../score-sheet';
import type { Session } from './session';
import type { ShownGame } from './table';
import { headline, runSummary, runWords } from './words';

/** What is about to end the game, once it is confirmed. */
export type AskedEnding = 'resign' | 'agree' | null;

export interface SideState {
  session: Session;
  game: GameState;
  /** Which position is looked at. */
  ply: number;
  ending: AskedEnding;
  /** Whether moves that form a chain are pointed out. */
  hints: boolean;
}

export interface SideActions {
  lookAt: (ply: number) => void;
  confirm: (ending: AskedEnding) => void;
  play: (move: LegalMove) => void;
  flip: () => void;
  setHints: (hints: boolean) => void;
  newGame: () => void;
  analyse: () => void;
  review: () => void;
  savePgn: () => void;
  saveGif: () => void;
}

/** How the game stands. */
export function statusPanel({ session, game }: SideState): HTMLElement {
  const { cast, note } = session;
  const summary = runSummary(cast, game);
  const run = runWords(game);
  const waits = session.isAsking ? say('play.lostWithMove') : game.outcome ? '' : say('play.lost');
  const away = isLost() ? waits : '';
  return h(
    'section',
    { class: `panel status${game.outcome ? ' over' : ''}`, 'aria-label': say('play.state') },
    h('h2', {}, headline(cast, game)),
    away ? h('p', { class: 'problem' }, away) : null,
    summary ? h('p', { class: 'run-summary' }, summary) : null,
    note ? h('p', {}, note) : null,
    run ? h('p', { class: 'hint' }, run) : null,
  );
}

export function scorePanel(
  { game, ply }: Pick<SideState, 'game' | 'ply'>,
  { lookAt }: Pick<SideActions, 'lookAt'>,
): HTMLElement | null {
  const end = game.history.length;
  if (!end) return null;
  return h(
    'section',
    { class: 'panel score-sheet', 'aria-label': say('sheet.game') },
    moveList(game, ply, lookAt),
    stepButtons(ply, end, lookAt),
    h(
      'p',
      { class: 'hint looking', hidden: ply === end },
      say('play.lookingBack'),
      button(say('play.back'), () => lookAt(end)),
    ),
  );
}

/** What can be done in a game, and with it. */
export function actionPanel(state: SideState, actions: SideActions): HTMLElement {
  if (state.game.outcome) return afterButtons(state, actions);
  return state.ending ? confirmButtons(state, actions) : gameButtons(state, actions);
}

export const group = (label: Words, ...buttons: (HTMLElement | null)[]): HTMLElement =>
  h('div', { class: 'actions', role: 'group', 'aria-label': label }, buttons);

function gameButtons({ session, game }: SideState, { confirm }: SideActions): HTMLElement {
  const human = session.match.opponent === 'human';
  const isYours = session.isYourTurn;
  return group(
    say('play.actions'),
    button(say('play.takeBack'), () => session.takeBack(), { disabled: !session.canTakeBack }),
    game.claim ? button(claimWords(game.claim), () => session.end({ claim: true }), { disabled: !isYours }) : null,
    human
      ? button(say('play.agree'), () => confirm('agree'))
      : button(say('play.offerDraw'), () => session.offerDraw(), { disabled: !isYours }),
    button(say('play.resign'), () => confirm('resign')),
  );
}

/** The draw that a player may claim. */
export const claimWords = (claim: string): Words => say('play.claim', { reason: serverWords(claim) ?? claim });

/** An end that cannot be taken back is asked for twice. */
function confirmButtons({ session, ending }: SideState, { confirm }: SideActions): HTMLElement {
  const yes =
    ending === 'resign'
      ? button(say('play.reallyResign'), () => session.resign(), { class: 'danger' })
      : button(say('play.bothAgree'), () => session.end({ agree: true }), { class: 'danger' });
  return group(
    say('play.really'),
    yes,
    button(say('play.playOn'), () => confirm(null)),
  );
}

function afterButtons({ session }: SideState, { newGame, analyse, review }: SideActions): HTMLElement {
  return group(
    say('play.after'),
    button(say('play.review'), review, { class: 'primary', disabled: !session.match.moves.length }),
    button(say('page.analyse'), analyse),
    button(say('play.rematch'), () => session.rematch()),
    button(say('play.newGame'), newGame),
  );
}

/** Small things: turning the board, saving the game, and help for those who are new. */
export function toolPanel(
  { session, game, hints }: SideState,
  { flip, savePgn, saveGif, setHints }: SideActions,
): HTMLElement {
  return h(
    'div',
    { class: 'row small-tools' },
    button(say('play.flip'), flip, { class: 'quiet' }),
    button(say('play.downloadPgn'), savePgn, { class: 'quiet', disabled: !session.match.moves.length }),
    game.outcome
      ? button(say('play.downloadGif'), saveGif, { class: 'quiet', disabled: !session.match.moves.length })
      : null,
    game.outcome ? null : toggle(say('play.showChains'), hints, setHints),
  );
}

/** The moves that form a chain, for those who want to be told. */
export function hintPanel({ session, game, hints }: SideState, { play }: SideActions): HTMLElement | null {
  if (!hints || !session.isYourTurn) return null;
  const moves = game.legal.filter(move => move.chain);
  return h(
    'section',
    { class: 'panel hints', 'aria-label': say('play.chains') },
    moves.length
      ? h('span', { class: 'hint' }, say('play.theseForm'))
      : h('span', { class: 'hint' }, say('play.noneForms')),
    moves.map(move => button(move.san, () => play(move), { class: 'quiet', 'data-uci': move.uci })),
  );
}

const notLegal = (move: string): Words => (move ? say('play.notLegal', { move }) : say('play.thatNotLegal'));

/** Typing a move, for those who prefer it. The field stays from move to move, and so does the focus in it. */
export function moveInput(session: () => ShownGame | null, play: (move: LegalMove) => void): HTMLElement {
  const input = h('input', {
    placeholder: say('play.moveExample'),
    'aria-label': say('play.typeMove'),
    autocomplete: 'off',
    spellcheck: 'false',
    class: 'move-input',
  });
  const trouble = h('span', { class: 'problem', role: 'alert' });
  const plain = (san: string) => san.replace(/[+#]$/, '');
  const submit = (event: Event) => {
    event.preventDefault();
    const text = input.value.trim();
    const now = session();
    const isYours = !!now?.isYourTurn;
    const move = isYours && now.game?.legal.find(({ uci, san }) => uci === text || plain(san) === plain(text));
    fill(trouble, move ? null : isYours ? notLegal(text) : say('play.notYourTurn'));
    if (!move) return;
    input.value = '';
    play(move);
  };
  return h(
    'form',
    { class: 'row', onsubmit: submit },
    h('label', { class: 'field' }, h('span', {}, say('play.move')), input),
    button(say('page.play'), () => undefined, { type: 'submit' }),
    trouble,
  );
}
