// Help for the keyboard: `?` in every view shows the keys that mean something there.
import { h } from './dom';
import { isForView } from './keyboard';
import { type Message, say, type Words } from './messages';
import { openDialog } from './modal';

/** Keys that mean something together, and what. */
type Keys = readonly (readonly [keys: readonly Words[], meaning: Message])[];

const ENTER = [say('keys.enter'), say('keys.space')];
const ARROWS = ['← → ↑ ↓'];
const ESCAPE = [say('keys.escape')];

const EVERYWHERE: Keys = [
  [['?'], say('keys.help')],
  [[say('keys.tab')], say('keys.next')],
];

const BOARD: Keys = [
  [ARROWS, say('keys.squares')],
  [ENTER, say('keys.choose')],
];

const STEPS: Keys = [
  [['← →'], say('keys.steps')],
  [[say('keys.home'), say('keys.end')], say('keys.ends')],
  [['f'], say('keys.flip')],
];

/** The keys of the views, by path. */
export const VIEW_KEYS: Record<string, Keys> = {
  '/': [],
  '/analyse': [
    ...BOARD,
    ...STEPS,
    [['↑ ↓'], say('keys.enclosures')],
    [[say('keys.undoKey'), say('keys.redoKey')], say('keys.undo')],
    [['k q r b n p'], say('keys.put')],
    [[say('keys.delete')], say('keys.clear')],
  ],
  '/play': [...BOARD, ...STEPS, [ESCAPE, say('keys.takeBack')]],
  '/friend': [...BOARD, ...STEPS, [ESCAPE, say('keys.takeBack')]],
  '/learn': BOARD,
  '/rules': BOARD,
  '/puzzles': [...BOARD, [['n p'], say('keys.puzzles')], [['h'], say('keys.hint')]],
  '/walls': [
    [ARROWS, say('keys.cursor')],
    [ENTER, say('keys.ask')],
    [ESCAPE, say('keys.askNothing')],
    [['+ − 0'], say('keys.zoom')],
    [['n p'], say('keys.areas')],
  ],
};

export function openKeyboardHelp(): void {
  const rows = [...(VIEW_KEYS[location.pathname] ?? []), ...EVERYWHERE];
  openDialog(say('page.keyboard'), () => [
    h(
      'dl',
      { class: 'key-list' },
      rows.flatMap(([keys, meaning]) => [
        h(
          'dt',
          {},
          keys.map(key => h('kbd', {}, key)),
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
