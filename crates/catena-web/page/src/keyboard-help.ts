// Help for the keyboard: `?` in every view shows the keys that mean something there.
import { h } from './dom';
import { isForView } from './keyboard';
import { openDialog } from './modal';

type Keys = readonly (readonly [keys: string, meaning: string])[];

const EVERYWHERE: Keys = [
  ['?', 'Show this help'],
  ['Tab', 'Go to the next control'],
];

const BOARD: Keys = [
  ['← → ↑ ↓', 'On the board: go over its squares'],
  ['Enter, Space', 'On the board: choose a piece, then its target'],
];

const STEPS: Keys = [
  ['← →', 'Step through the game'],
  ['Home, End', 'Go to the start, or to the end'],
  ['f', 'Flip the board'],
];

/** The keys of the views, by path. */
export const VIEW_KEYS: Record<string, Keys> = {
  '/': [],
  '/analyse': [
    ...BOARD,
    ...STEPS,
    ['↑ ↓', 'Look at another enclosure'],
    ['Ctrl+Z, Ctrl+Y', 'Undo, redo'],
    ['k q r b n p', 'While you set up a board: put a black piece on the square; a white one with Shift'],
    ['Delete', 'While you set up a board: clear the square'],
  ],
  '/play': [...BOARD, ...STEPS, ['Escape', 'Take a move back while you are asked about it']],
  '/friend': [...BOARD, ...STEPS, ['Escape', 'Take a move back while you are asked about it']],
  '/learn': BOARD,
  '/rules': BOARD,
  '/walls': [
    ['← → ↑ ↓', 'On the picture: move the cursor, with Shift in larger steps'],
    ['Enter, Space', 'Ask about the place under the cursor'],
    ['Escape', 'Ask about nothing'],
    ['+ − 0', 'Zoom in, zoom out, show all'],
    ['n p', 'Go to the next area, or to the one before'],
  ],
};

export function openKeyboardHelp(): void {
  const rows = [...(VIEW_KEYS[location.pathname] ?? []), ...EVERYWHERE];
  openDialog('Keyboard', () => [
    h(
      'dl',
      { class: 'key-list' },
      rows.flatMap(([keys, meaning]) => [
        h(
          'dt',
          {},
          keys.split(', ').map(key => h('kbd', {}, key)),
        ),
        h('dd', {}, meaning),
      ]),
    ),
  ]);
}

/** Lets `?` open the help, wherever it is not typed into a field. */
export function mountKeyboardHelp(): void {
  document.addEventListener('keydown', event => {
    if (event.key !== '?' || !isForView(event)) return;
    event.preventDefault();
    openKeyboardHelp();
  });
}
