// How the board and its pieces look, as the visitor chose.
import { say } from './messages';
import { load, save } from './store';

/** The themes; `style/board.css` has their colours and `style/pieces.css` their pieces. */
export const BOARD_THEMES = [
  ['wood', say('page.wood')],
  ['slate', say('page.slate')],
  ['signs', say('page.signs')],
] as const;

export type BoardTheme = (typeof BOARD_THEMES)[number][0];

export function boardTheme(): BoardTheme {
  const kept = load<unknown>('board');
  return BOARD_THEMES.find(([name]) => name === kept)?.[0] ?? 'wood';
}

export function setBoardTheme(theme: BoardTheme): void {
  save('board', theme);
  applyBoardTheme();
}

export function applyBoardTheme(): void {
  document.documentElement.dataset['board'] = boardTheme();
}
