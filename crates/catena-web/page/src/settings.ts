// The settings of the page, in a dialog: how the board looks, and what the header has no room for on a phone.
import { BOARD_THEMES, type BoardTheme, boardTheme, setBoardTheme } from './board-theme';
import { button, h, toggle } from './dom';
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
  label: string;
  isOn: boolean;
  set: (on: boolean) => void;
}

export function openSettings(switches: Switch[], showKeys: () => void): void {
  openDialog('Settings', close => [
    h(
      'fieldset',
      { class: 'theme-choice' },
      h('legend', {}, 'Board and pieces'),
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
    h(
      'div',
      { class: 'row' },
      switches.map(({ label, isOn, set }) => toggle(label, isOn, set)),
    ),
    h(
      'div',
      { class: 'row' },
      button('Keyboard', () => {
        close();
        showKeys();
      }),
    ),
  ]);
}
