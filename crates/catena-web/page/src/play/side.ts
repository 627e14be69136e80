// The panels beside the board while a game is played, and after it.
import type { GameState, LegalMove } from '../api';
import { isLost } from '../connection';
import { button, h, toggle } from '../dom';
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
  const away = isLost()
    ? session.isAsking
      ? 'The server does not answer. Your move is kept, the clocks stand still, and the game goes on when it is back.'
      : 'The server does not answer. The game goes on when it is back.'
    : '';
  return h(
    'section',
    { class: `panel status${game.outcome ? ' over' : ''}`, 'aria-label': 'State of the game' },
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
    { class: 'panel score-sheet', 'aria-label': 'Game' },
    moveList(game, ply, lookAt),
    stepButtons(ply, end, lookAt),
    h(
      'p',
      { class: 'hint looking', hidden: ply === end },
      'You look at an earlier position. ',
      button('Back to the game', () => lookAt(end)),
    ),
  );
}

/** What can be done in a game, and with it. */
export function actionPanel(state: SideState, actions: SideActions): HTMLElement {
  if (state.game.outcome) return afterButtons(state, actions);
  return state.ending ? confirmButtons(state, actions) : gameButtons(state, actions);
}

export const group = (label: string, ...buttons: (HTMLElement | null)[]): HTMLElement =>
  h('div', { class: 'actions', role: 'group', 'aria-label': label }, buttons);

function gameButtons({ session, game }: SideState, { confirm }: SideActions): HTMLElement {
  const human = session.match.opponent === 'human';
  const isYours = session.isYourTurn;
  return group(
    'Actions',
    button('Take back', () => session.takeBack(), { disabled: !session.canTakeBack }),
    game.claim
      ? button(`Claim a draw: ${game.claim}`, () => session.end({ claim: true }), { disabled: !isYours })
      : null,
    human
      ? button('Agree to a draw', () => confirm('agree'))
      : button('Offer a draw', () => session.offerDraw(), { disabled: !isYours }),
    button('Resign', () => confirm('resign')),
  );
}

/** An end that cannot be taken back is asked for twice. */
function confirmButtons({ session, ending }: SideState, { confirm }: SideActions): HTMLElement {
  const yes =
    ending === 'resign'
      ? button('Really resign', () => session.resign(), { class: 'danger' })
      : button('Both agree to a draw', () => session.end({ agree: true }), { class: 'danger' });
  return group(
    'Really?',
    yes,
    button('Play on', () => confirm(null)),
  );
}

function afterButtons({ session }: SideState, { newGame, analyse, review }: SideActions): HTMLElement {
  return group(
    'After the game',
    button('Review', review, { class: 'primary', disabled: !session.match.moves.length }),
    button('Analyse', analyse),
    button('Rematch', () => session.rematch()),
    button('New game', newGame),
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
    button('Flip board', flip, { class: 'quiet' }),
    button('Download PGN', savePgn, { class: 'quiet', disabled: !session.match.moves.length }),
    game.outcome ? button('Download GIF', saveGif, { class: 'quiet', disabled: !session.match.moves.length }) : null,
    game.outcome ? null : toggle('Show chain moves', hints, setHints),
  );
}

/** The moves that form a chain, for those who want to be told. */
export function hintPanel({ session, game, hints }: SideState, { play }: SideActions): HTMLElement | null {
  if (!hints || !session.isYourTurn) return null;
  const moves = game.legal.filter(move => move.chain);
  return h(
    'section',
    { class: 'panel hints', 'aria-label': 'Moves that form a chain' },
    moves.length
      ? h('span', { class: 'hint' }, 'These form a chain:')
      : h('span', { class: 'hint' }, 'No move forms a chain here.'),
    moves.map(move => button(move.san, () => play(move), { class: 'quiet', 'data-uci': move.uci })),
  );
}

/** Typing a move, for those who prefer it. The field stays from move to move, and so does the focus in it. */
export function moveInput(session: () => ShownGame | null, play: (move: LegalMove) => void): HTMLElement {
  const input = h('input', {
    placeholder: 'e4 or e2e4',
    'aria-label': 'Type a move',
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
    trouble.textContent = move ? '' : isYours ? `${text || 'That'} is no legal move here` : 'It is not your move yet';
    if (!move) return;
    input.value = '';
    play(move);
  };
  return h(
    'form',
    { class: 'row', onsubmit: submit },
    h('label', { class: 'field' }, h('span', {}, 'Move'), input),
    button('Play', () => undefined, { type: 'submit' }),
    trouble,
  );
}
