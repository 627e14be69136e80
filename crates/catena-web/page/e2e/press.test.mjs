// Slow hands: what arrives between press and release takes no click away, and what was typed is kept.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atPly, drag, holdEngine, open, says, see, stage, tools } from './support.mjs';

const here = stage();
const GAME = 'e2e4,e7e5,g1f3,b8c6,f1b5,a7a6,b5a4,g8f6';

const moves = page => page.locator('.moves');

/** Presses a control, lets something happen, and releases it. */
async function press(page, control, meanwhile = async () => undefined) {
  // What is drawn anew between the look and the press may be elsewhere: then the press is taken back.
  do {
    await page.mouse.move(0, 0);
    await page.mouse.up();
    const middle = await control.evaluate(element => {
      element.scrollIntoView({ block: 'nearest' });
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    });
    await page.mouse.move(...middle);
    await page.mouse.down();
  } while (!(await control.evaluate(element => element.matches(':active'))));
  await meanwhile();
  await page.mouse.up();
}

/** Writes a comment with the keyboard, and stays in its field. */
async function write(page, text) {
  await page.getByLabel('Comment on this position').click();
  await page.keyboard.type(text);
}

test('a press on a line of the engine counts, though the engine has found more before the release', async () => {
  const page = await open(here, `/analyse?moves=${GAME}&ply=4&engine`);
  await page.locator('.lines li').nth(2).waitFor();
  const first = page.locator('.lines li').first().locator('button.move').first();
  await press(page, first, async () => {
    const note = page.locator('.engine-note');
    for (let count = 0; count < 3; count++) {
      const before = await note.innerText();
      await page.waitForFunction(
        text => document.querySelector('.engine-note').innerText !== text && /Depth/.test(document.body.innerText),
        before,
      );
    }
  });
  await page.locator('.moves [aria-current][data-path]').waitFor();
  await page.waitForFunction(
    () => document.querySelector('.moves [aria-current]').dataset.path.split(' ').length === 5,
  );
  assert.deepEqual(page.problems, []);
});

test('a press on a button of a game counts, though the engine has moved before the release', async () => {
  const page = await open(here, '/play?vs=engine&level=1');
  await see(page, 'Your move');
  const release = await holdEngine(page);
  await drag(page, 'e2', 'e4');
  await see(page, 'The engine thinks');
  await press(page, page.getByRole('button', { name: 'Resign' }), async () => {
    release();
    await page.waitForFunction(() => new URL(location.href).searchParams.get('moves')?.split(',').length === 2);
  });
  await page.getByRole('button', { name: 'Really resign' }).waitFor();
  // What arrived meanwhile is shown after the release.
  await see(page, 'Your move');
  assert.deepEqual(page.problems, []);
});

test('a press on a button of the analysis counts, though an answer has arrived before the release', async () => {
  const page = await open(here, `/analyse?moves=${GAME}&ply=4`);
  await atPly(page, 4);
  let answer;
  const gate = new Promise(resolve => (answer = resolve));
  await page.route('**/api/game', async route => {
    await gate;
    await route.continue();
  });
  await Promise.all([page.waitForRequest('**/api/game'), drag(page, 'd2', 'd4')]);
  await press(page, page.getByRole('button', { name: 'Flip board' }), async () => {
    answer();
    await page.locator('[data-verdict]', { hasText: 'white pawn on d4' }).waitFor();
  });
  await page.locator('.orientation-black').first().waitFor();
});

test('a comment is kept by whatever ends it: a move in the sheet, a glyph, a move on the board', async () => {
  const page = await open(here, `/analyse?moves=${GAME}&ply=2`);
  await atPly(page, 2);
  await page.getByText('Annotate').click();
  await write(page, 'Ended by a click on a move');
  await press(page, moves(page).locator('[data-ply="6"]'));
  await atPly(page, 6);
  await moves(page).getByText('Ended by a click on a move').waitFor();
  await write(page, 'Ended by a glyph');
  await press(page, page.getByRole('button', { name: 'Good move' }));
  await moves(page).locator('[data-ply="6"]', { hasText: 'a6!' }).waitFor();
  await moves(page).getByText('Ended by a glyph').waitFor();
  await moves(page).locator('[data-ply="4"]').click();
  await atPly(page, 4);
  await write(page, 'Ended by a move on the board');
  await drag(page, 'd2', 'd4');
  await moves(page).locator('.variation [aria-current]', { hasText: 'd4' }).waitFor();
  await moves(page).getByText('Ended by a move on the board').waitFor();
  assert.equal(await page.getByLabel('Comment on this position').inputValue(), '');
  // The keys are the view's again.
  await page.keyboard.press('ArrowLeft');
  await atPly(page, 4);
  assert.deepEqual(page.problems, []);
});

test('a comment that is undone by the button is gone', async () => {
  const page = await open(here, `/analyse?moves=${GAME}&ply=2`);
  await atPly(page, 2);
  await page.getByText('Annotate').click();
  await write(page, 'A slip');
  await page.getByRole('button', { name: 'Next move' }).click();
  await atPly(page, 3);
  await moves(page).getByText('A slip').waitFor();
  await press(page, page.getByRole('button', { name: 'Undo' }));
  await moves(page).getByText('A slip').waitFor({ state: 'detached' });
});

test('the FEN is that of the position, also when it was typed just before', async () => {
  const page = await open(here, '/analyse');
  await see(page, 'White to move');
  await tools(page);
  const fen = page.getByLabel('FEN', { exact: true });
  await fen.fill('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1');
  await fen.press('Enter');
  await says(page, 'e2', 'white pawn');
  await says(page, 'd2', 'empty');
  await drag(page, 'e2', 'e4');
  await atPly(page, 1);
  assert.match(await fen.inputValue(), /^4k3\/8\/8\/8\/4P3\/8\/8\/4K3 b /);
});
