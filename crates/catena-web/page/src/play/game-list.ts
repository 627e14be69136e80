// The games of before: those to play on, and those to look at again.
import { button, fill, h } from '../dom';
import { dateTime, say } from '../messages';
import { forgetGame, type KeptGame, keptGames } from './games';
import { castOf, clockText, type Match } from './match';
import { endWords } from './words';

/** How many are shown at first. */
const FEW = 5;

export function gameList(onChoose: (match: Match) => void): HTMLElement | null {
  const games = keptGames().filter(({ match }) => match.moves.length);
  if (!games.length) return null;
  const open = games.find(({ outcome }) => !outcome);
  const panel = h('section', { class: 'panel games', 'aria-label': say('setup.yourGames') });
  const show = (count: number): void => {
    const shown = keptGames().filter(({ match }) => match.moves.length);
    const rest = shown.length - count;
    fill(
      panel,
      h('h2', {}, say('setup.yourGames')),
      open ? button(say('setup.continue'), () => onChoose(open.match), { class: 'big continue' }) : null,
      h(
        'ul',
        {},
        shown.slice(0, count).map(game => row(game, onChoose, () => show(count))),
      ),
      rest > 0 ? button(say('setup.more', { n: rest }), () => show(shown.length), { class: 'quiet' }) : null,
      h('p', { class: 'hint' }, say('setup.kept')),
    );
  };
  show(FEW);
  return panel;
}

function row(
  { match, changed, outcome }: KeptGame,
  onChoose: (match: Match) => void,
  changedList: () => void,
): HTMLElement {
  const who = match.opponent === 'human' ? say('setup.twoPeople') : castOf(match).rival;
  const moves = say('setup.moves', { n: Math.ceil(match.moves.length / 2) });
  const length = match.clock ? say('setup.movesAndTime', { moves, time: clockText(match.clock) }) : moves;
  const ended = outcome && typeof outcome !== 'string' ? endWords(castOf(match), outcome) : outcome;
  const when = dateTime(changed);
  const forget = () => {
    forgetGame(match.id);
    changedList();
  };
  return h(
    'li',
    {},
    button(
      [
        h('strong', {}, who),
        h('span', {}, length),
        h('span', { class: 'result' }, ended ?? say('setup.goesOn')),
        h('span', { class: 'hint' }, when),
      ],
      () => onChoose(match),
      { class: 'game', title: say(outcome ? 'setup.lookAgain' : 'setup.playOn') },
    ),
    button('×', forget, {
      class: 'quiet',
      'aria-label': say('setup.forgetGame', { when }),
      title: say('setup.forget'),
    }),
  );
}
