// The games of before: those to play on, and those to look at again.
import { button, h, refill } from '../dom';
import { dateTime, say } from '../messages';
import { forgetGame, type KeptGame, keptGames } from './games';
import { castOf, clockWords, type Match } from './match';
import { endWords } from './words';

/** How many are shown at first. */
const FEW = 5;

export function gameList(onChoose: (match: Match) => void): HTMLElement | null {
  const panel = h('section', { class: 'panel games', 'aria-label': say('setup.yourGames') });
  const show = (count: number): void => {
    const games = keptGames().filter(({ match }) => match.moves.length);
    if (!games.length) return panel.remove();
    const open = games.find(({ outcome }) => !outcome);
    const rest = games.length - count;
    refill(
      panel,
      h('h2', {}, say('setup.yourGames')),
      open ? button(say('setup.continue'), () => onChoose(open.match), { class: 'big continue' }) : null,
      h(
        'ul',
        {},
        games.slice(0, count).map(game => row(game, onChoose, () => show(count))),
      ),
      rest > 0 ? button(say('setup.more', { n: rest }), () => show(games.length), { class: 'quiet' }) : null,
      h('p', { class: 'hint' }, say('setup.kept')),
    );
  };
  show(FEW);
  return panel.childElementCount ? panel : null;
}

function row(
  { match, changed, outcome }: KeptGame,
  onChoose: (match: Match) => void,
  changedList: () => void,
): HTMLElement {
  const who = match.opponent === 'human' ? say('setup.twoPeople') : castOf(match).rival;
  const moves = say('setup.moves', { n: Math.ceil(match.moves.length / 2) });
  const length = match.clock ? say('setup.movesAndTime', { moves, time: clockWords(match.clock) }) : moves;
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
