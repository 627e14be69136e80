// Game trees: variations, comments, glyphs, arrows, undo, the history of the browser, PGN in and out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  atPly,
  clipboard,
  drag,
  label,
  loadPgn,
  open,
  openAgain,
  says,
  see,
  shots,
  square,
  stage,
  tools,
  verdict,
} from './support.mjs';

const here = stage();
const GAME = 'e2e4,e7e5,g1f3,b8c6,f1b5,a7a6,b5a4,g8f6';
const BEFORE_A_CHAIN = 'e2e4,e7e5,d2d4,d7d6,d4d5,g8f6,c2c4,b8d7,b1c3,d7c5';

const ANNOTATED = `[Event "Test"]
[White "Anna"]
[Black "Ben"]
[Variant "Switch-Side Chain-Chess"]

{A quiet beginning.} 1. e4 e5 2. d4 $2 {Too early. [%clk 0:01:00] [%cal Gd4d5,Re5d4][%csl Yd4]} (2. Nf3 Nc6 (2... d6 {Solid.} 3. d4) 3. Bb5) 2... d6
3. d5 Nf6 4. c4 Nbd7 5. Nc3 Nc5 6. a3 (6. Bd3 {[%sscc SW] Now White is Black.} Be7) 6... a6 1-0
`;

const moves = page => page.locator('.moves');
const variation = (page, name) => moves(page).locator('.variation').getByRole('button', { name });
const mainMoves = page => moves(page).locator('[data-ply]').allInnerTexts();

/** Draws with the right button; the board shows what it will be while the button is down. */
async function sketch(page, from, to, shape) {
  await page.mouse.move(...(await square(page, from)));
  await page.mouse.down({ button: 'right' });
  if (to !== from) await page.mouse.move(...(await square(page, to)), { steps: 4 });
  await page.locator(`.cg-shapes ${shape}`).waitFor();
  await page.mouse.up({ button: 'right' });
  await page.locator(`.cg-shapes ${shape}`).waitFor();
}

/** The PGN of what is shown, as the page gives it out. */
async function pgnOf(page) {
  await page.getByRole('button', { name: 'Copy PGN' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const text = await clipboard(page);
  await page.getByRole('button', { name: 'Copy PGN' }).waitFor();
  return text;
}

test('a move that differs starts a variation, and nothing is lost', async () => {
  const page = await open(here, `/analyse?moves=${GAME}&ply=4`);
  await atPly(page, 4);
  await drag(page, 'd2', 'd4');
  await variation(page, '3. d4').and(page.locator('[aria-current]')).waitFor();
  assert.equal((await mainMoves(page)).length, 8);
  await says(page, 'd4', 'white pawn');
  // › goes on in the variation, ‹ leads out of it, › into the game again from there.
  await drag(page, 'e5', 'd4');
  await variation(page, 'exd4').and(page.locator('[aria-current]')).waitFor();
  await page.locator('body').press('ArrowLeft');
  await page.locator('body').press('ArrowRight');
  await variation(page, 'exd4').and(page.locator('[aria-current]')).waitFor();
  // A move that is there already is followed.
  await moves(page).locator('[data-ply="4"]').click();
  await atPly(page, 4);
  await drag(page, 'f1', 'b5');
  await atPly(page, 5);
  assert.equal(await moves(page).locator('.variation').count(), 1);
  await page.waitForURL(/ply=5.*#tree=/);
  const again = await openAgain(here, page);
  await atPly(again, 5);
  assert.equal(await moves(again).locator('.variation').count(), 1);
  assert.deepEqual([...page.problems, ...again.problems], []);
});

test('promote, make main line and delete change the tree, and undo and redo go through it', async () => {
  const page = await open(here, `/analyse?moves=${GAME}&ply=4`);
  await atPly(page, 4);
  await drag(page, 'd2', 'd4');
  await variation(page, '3. d4').waitFor();
  await page.getByText('Annotate').click();
  await page.getByRole('button', { name: 'Promote' }).click();
  await moves(page).locator('[data-ply="5"][aria-current]', { hasText: 'd4' }).waitFor();
  assert.equal((await mainMoves(page)).length, 5);
  await page.getByRole('button', { name: 'Undo' }).click();
  await variation(page, '3. d4').waitFor();
  await page.keyboard.press('Control+y');
  await moves(page).locator('[data-ply="5"]', { hasText: 'd4' }).waitFor();
  await page.getByRole('button', { name: 'Delete from here' }).click();
  await moves(page).locator('[data-ply="5"]', { hasText: 'Bb5' }).waitFor();
  await atPly(page, 4);
  assert.equal(await moves(page).locator('.variation').count(), 0);
  await page.keyboard.press('Control+z');
  await moves(page).locator('[data-ply="5"]', { hasText: 'd4' }).waitFor();
});

test('Back and Forward of the browser lead through the changes', async () => {
  const page = await open(here, `/analyse?moves=${GAME}&ply=4`);
  await atPly(page, 4);
  await drag(page, 'd2', 'd4');
  await variation(page, '3. d4').waitFor();
  await page.getByRole('button', { name: 'New analysis' }).click();
  await see(page, 'No moves yet');
  await page.goBack();
  await variation(page, '3. d4').waitFor();
  await page.goBack();
  await atPly(page, 4);
  assert.equal(await moves(page).locator('.variation').count(), 0);
  await page.goForward();
  await variation(page, '3. d4').waitFor();
  await page.getByRole('link', { name: 'Learn' }).click();
  await page.locator('.lesson').waitFor();
  await page.goBack();
  await variation(page, '3. d4').waitFor();
  await page.reload();
  await variation(page, '3. d4').waitFor();
  assert.deepEqual(page.problems, []);
});

test('undo and redo go on after Back and Forward, and an idle undo leaves no entry in the history', async () => {
  const page = await open(here, `/analyse?moves=${GAME}&ply=4`);
  await atPly(page, 4);
  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+y');
  assert.equal(await entries(), before);
  await drag(page, 'd2', 'd4');
  await variation(page, '3. d4').waitFor();
  await drag(page, 'e5', 'd4');
  await variation(page, 'exd4').waitFor();
  await page.goBack();
  await variation(page, 'exd4').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Redo' }).click();
  await variation(page, 'exd4').waitFor();
  await page.goBack();
  await variation(page, 'exd4').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await variation(page, '3. d4').waitFor({ state: 'detached' });
  assert.equal((await mainMoves(page)).length, 8);
  assert.deepEqual(page.problems, []);
});

test('comments, glyphs, arrows and circles are kept, and come out as PGN', async () => {
  const page = await open(here, '/analyse?moves=e2e4,e7e5&ply=1');
  await atPly(page, 1);
  await page.getByText('Annotate').click();
  await page.getByRole('button', { name: 'Good move' }).click();
  await moves(page).locator('[data-ply="1"]', { hasText: 'e4!' }).waitFor();
  await page.getByLabel('Comment on this position').fill('Best by test');
  await page.getByLabel('Comment on this position').blur();
  await moves(page).getByText('Best by test').waitFor();
  await sketch(page, 'g1', 'f3', 'line');
  await sketch(page, 'd5', 'd5', 'circle');
  await page.locator('body').press('ArrowRight');
  await atPly(page, 2);
  await page.locator('.cg-shapes line').waitFor({ state: 'detached' });
  await page.locator('body').press('ArrowLeft');
  await page.locator('.cg-shapes line').waitFor();
  await page.screenshot({ path: `${shots}/annotated-board.png` });
  await tools(page);
  const pgn = await pgnOf(page);
  assert.match(pgn, /1\. e4 \$1/);
  assert.match(pgn, /Best by test/);
  assert.match(pgn, /%cal Gg1f3/);
  assert.match(pgn, /%csl Gd5/);
  assert.match(pgn, /\[Date "20\d\d\.\d\d\.\d\d"\]/);
  await page.waitForURL(/#tree=/);
  const again = await openAgain(here, page);
  await moves(again).getByText('Best by test').waitFor();
  await again.locator('.cg-shapes line').waitFor();
  assert.deepEqual([...page.problems, ...again.problems], []);
});

test('a game that its moves have ended has its result in the PGN', async () => {
  const page = await open(here, '/analyse?moves=f2f3,e7e5,g2g4');
  await atPly(page, 3);
  await drag(page, 'd8', 'h4');
  await see(page, 'Black wins: checkmate');
  await tools(page);
  assert.match(await pgnOf(page), /\[Result "0-1"\].*Qh4# 0-1\n$/s);
});

test('a PGN with everything is shown, followed, and goes through the page unchanged', async () => {
  const page = await open(here, '/analyse');
  await loadPgn(page, ANNOTATED);
  const list = moves(page);
  await list.getByText('A quiet beginning.').waitFor();
  await see(page, 'Anna');
  assert.match(await list.locator('[data-ply="3"]').innerText(), /d4\s*\?/);
  assert.equal(await list.getByText('Too early.').innerText(), 'Too early.');
  await list.locator('[data-ply="3"]').click();
  await page.locator('.cg-shapes line').nth(1).waitFor();
  await page.screenshot({ path: `${shots}/annotated.png` });
  // Into a variation, and one in it.
  await variation(page, 'Bb5').click();
  await says(page, 'b5', 'white bishop');
  await list.locator('.variation', { hasText: 'Solid.' }).last().getByRole('button', { name: '2… d6' }).click();
  await says(page, 'd6', 'black pawn');
  // The address has the whole tree a moment after it has the place.
  await page.waitForURL(/ply=4.*#tree=/);
  const again = await openAgain(here, page);
  await moves(again).getByText('Solid.').waitFor();
  assert.match(await label(again, 'd6'), /black pawn/);
  // To the switch that could have been.
  await variation(again, /^6\. Bd3.*forms a chain.*switches/).click();
  await verdict(again, 'Chain through the white bishop on d3');
  await moves(again).getByText('Now White is Black.').waitFor();
  // Out, and in, and out again.
  await tools(page);
  const out = await pgnOf(page);
  for (const part of [
    'A quiet beginning.',
    '$2',
    'Too early.',
    '%clk 0:01:00',
    '%cal',
    '%csl Yd4',
    'Solid.',
    '%sscc SW',
    '[Event "Test"]',
    '1-0',
  ])
    assert.ok(out.includes(part), `${part} is not in\n${out}`);
  await page.getByText('Load a game (PGN)').click();
  await page.getByLabel('PGN', { exact: true }).fill(out);
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  await page.locator('.pgn:not([open])').waitFor();
  assert.equal(await pgnOf(page), out);
  assert.deepEqual([...page.problems, ...again.problems], []);
});

test('a move that closes a chain asks for the switch; both answers are moves of the tree', async () => {
  const page = await open(here, `/analyse?moves=${BEFORE_A_CHAIN}`);
  await atPly(page, 10);
  await drag(page, 'f1', 'd3');
  await see(page, 'Switch sides?');
  // The keys that step through a line are not for the question.
  await page.keyboard.press('Home');
  await page.getByRole('button', { name: 'Switch to Black' }).click();
  await page.waitForURL(/f1d3s/);
  await verdict(page, 'Chain through the white bishop on d3');
  await page.locator('body').press('ArrowLeft');
  await atPly(page, 10);
  await drag(page, 'f1', 'd3');
  await page.locator('[data-decision=stay]').click();
  await moves(page).locator('.variation', { hasText: 'Bd3' }).waitFor();
  // The question can be cancelled by a press, too: beside it, or on its button.
  await moves(page).locator('[data-ply="10"]').click();
  await atPly(page, 10);
  for (const cancel of [
    () => page.getByRole('button', { name: 'Take the move back' }).click(),
    () => page.mouse.click(30, 780),
  ]) {
    await drag(page, 'f1', 'd3');
    await see(page, 'Switch sides?');
    await cancel();
    await page.locator('dialog').waitFor({ state: 'detached' });
    await says(page, 'f1', 'white bishop');
  }
  assert.deepEqual(page.problems, []);
});
