// Whole games against the engine, from the form to the end, with the mouse or a finger alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, click, drag, movesOf, open, see, shots, square, stage } from './support.mjs';

const here = stage();

/** A good move for the player to move, as the engine at full strength plays it. */
async function goodMove(moves) {
  const response = await fetch(`${here.address}/api/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ moves, nodes: 30_000 }),
  });
  const best = (await response.text()).split('\n\n').find(block => block.includes('event: best'));
  return JSON.parse(/data: ?(.*)/.exec(best)[1]).uci;
}

const ROLES = { q: 'queen', r: 'rook', b: 'bishop', n: 'knight' };

/** Makes a move as a person does: takes the piece there, and answers what is asked. */
async function move(page, uci, means) {
  const moves = await movesOf(page);
  const game = await ask(here, 'game', { moves });
  const legal = game.legal.find(move => move.uci === uci.replace(/s$/, ''));
  await means(page, legal.from, legal.to);
  if (legal.promotion) await page.getByRole('button', { name: ROLES[legal.promotion] }).click();
  if (legal.may_switch) await page.locator(`[data-decision=${uci.endsWith('s') ? 'switch' : 'stay'}]`).click();
  await page.waitForFunction(count => document.querySelectorAll('.moves [data-ply]').length > count, moves.length);
}

const tap = async (page, from, to) => {
  await page.touchscreen.tap(...(await square(page, from)));
  await page.touchscreen.tap(...(await square(page, to)));
};

const clicks = async (page, from, to) => {
  await click(page, from);
  await click(page, to);
};

/** Plays from the form until somebody has won or the game is drawn. */
async function wholeGame(page, side, means) {
  await page.getByLabel('Level').selectOption('1');
  await page.getByLabel('You begin with').selectOption(side);
  await page.getByRole('button', { name: 'Start the game' }).click();
  for (let count = 0; count < 150; count++) {
    const status = page.locator('.status h2', { hasText: /^(Your move|You win|The engine wins|Draw)/ });
    await status.waitFor();
    if (!(await status.innerText()).startsWith('Your move')) return status.innerText();
    await move(page, await goodMove(await movesOf(page)), means);
  }
  throw new Error('the game does not end');
}

for (const [name, options, side, means] of [
  ['a laptop, White, dragging', { viewport: { width: 1366, height: 768 } }, 'first', drag],
  ['a laptop, Black, clicking', { viewport: { width: 1280, height: 800 } }, 'second', clicks],
  [
    'a laptop at 200 %, White, dragging',
    { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
    'first',
    drag,
  ],
  [
    'an upright phone, Black, tapping',
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    'second',
    tap,
  ],
  [
    'a lying phone, White, tapping',
    { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true },
    'first',
    tap,
  ],
  ['a large screen, Black, dragging', { viewport: { width: 2560, height: 1440 } }, 'second', drag],
]) {
  test(`a game to its end: ${name}`, async () => {
    const page = await open(here, '/play', options);
    const end = await wholeGame(page, side, means);
    assert.match(end, /(You win|The engine wins|Draw): /);
    await see(page, 'Rematch');
    await page.screenshot({ path: `${shots}/end-${options.viewport.width}.png` });
    assert.deepEqual(page.problems, []);
  });
}
