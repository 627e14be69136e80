// The settings of the page, in a dialog: its language, how the board looks, and what the header has no room for on a
// phone.
import { BOARD_THEMES, type BoardTheme, boardTheme, setBoardTheme } from './board-theme';
import { button, choice, h, toggle } from './dom';
import { type Language, language, languages, say, setLanguage, type Words } from './messages';
import { openDialog } from './modal';

/** A few squares with pieces, as a theme has them. */
function sample(theme: BoardTheme): HTMLElement {
  const pieces = ['white king', 'black queen', 'black knight', 'white pawn'];
  return h(
    'span',
    { class: 'theme-sample cg-wrap', 'data-board': theme, 'aria-hidden': 'true' },
    pieces.map(name => {
      const piece = document.createElement('piece');
      piece.className = name;
      return h('span', {}, piece);
    }),
  );
}

/** What can be turned on and off. */
export interface Switch {
  label: Words;
  isOn: boolean;
  set: (on: boolean) => void;
}

export function openSettings(switches: Switch[], showKeys: () => void): void {
  openDialog(say('page.settings'), close => [
    h(
      'fieldset',
      { class: 'theme-choice' },
      h('legend', {}, say('page.boardAndPieces')),
      BOARD_THEMES.map(([theme, name]) =>
        h(
          'label',
          {},
          h('input', {
            type: 'radio',
            name: 'board-theme',
            value: theme,
            checked: theme === boardTheme(),
            onchange: () => setBoardTheme(theme),
          }),
          sample(theme),
          h('span', {}, name),
        ),
      ),
    ),
    choice(say('page.language'), languages(), language() as Language, tag => void setLanguage(tag)),
    h(
      'div',
      { class: 'row' },
      switches.map(({ label, isOn, set }) => toggle(label, isOn, set)),
    ),
    h(
      'div',
      { class: 'row' },
      button(say('page.keyboard'), () => {
        close();
        showKeys();
      }),
    ),
  ]);
}
