// The games of before: those to play on, and those to look at again.
import { button, h, refill } from '../dom';
import { forgetGame, type KeptGame, keptGames } from './games';
import { clockWords, type Match } from './match';

/** How many are shown at first. */
const FEW = 5;

export function gameList(onChoose: (match: Match) => void): HTMLElement | null {
  const panel = h('section', { class: 'panel games', 'aria-label': 'Your games' });
  const show = (count: number): void => {
    const games = keptGames().filter(({ match }) => match.moves.length);
    if (!games.length) return panel.remove();
    const open = games.find(({ outcome }) => !outcome);
    const rest = games.length - count;
    refill(
      panel,
      h('h2', {}, 'Your games'),
      open ? button('Continue the last game', () => onChoose(open.match), { class: 'big continue' }) : null,
      h(
        'ul',
        {},
        games.slice(0, count).map(game => row(game, onChoose, () => show(count))),
      ),
      rest > 0 ? button(`${rest} more`, () => show(games.length), { class: 'quiet' }) : null,
      h('p', { class: 'hint' }, 'They are kept in this browser only.'),
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
  const who = match.opponent === 'human' ? 'Two people' : `Engine, level ${match.level}`;
  const moves = Math.ceil(match.moves.length / 2);
  const time = match.clock ? `, ${clockWords(match.clock)}` : '';
  const when = new Date(changed).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
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
        h('span', {}, `${moves} ${moves === 1 ? 'move' : 'moves'}${time}`),
        h('span', { class: 'result' }, outcome ?? 'goes on'),
        h('span', { class: 'hint' }, when),
      ],
      () => onChoose(match),
      { class: 'game', title: outcome ? 'Look at it again' : 'Play on' },
    ),
    button('×', forget, { class: 'quiet', 'aria-label': `Forget the game of ${when}`, title: 'Forget it' }),
  );
}
