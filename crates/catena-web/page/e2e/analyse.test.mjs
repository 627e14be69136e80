// Positions: the verdict, editing, tools, the address.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import {
  address,
  atPly,
  click,
  clipboard,
  drag,
  label,
  open,
  openAgain,
  says,
  see,
  shots,
  stage,
  tools,
  verdict,
} from './support.mjs';

const here = stage();
const FIGURE_4 = '1n1k1b2/rpp1pp2/2b1pn2/rq2pp2/1Q3pPB/PPPNP1PB/3P1R1P/3K1RN1';
const CHAIN = 'e2e4,e7e5,d2d4,d7d6,d4d5,g8f6,c2c4,b8d7,b1c3,d7c5,f1d3s';

const paste = async (page, fen) => {
  await page.getByLabel('FEN', { exact: true }).fill(fen);
  await page.getByLabel('FEN', { exact: true }).press('Enter');
};

test('it opens ready for moves, and e2–e4 is one', async () => {
  const page = await open(here, '/analyse');
  await see(page, 'White to move');
  assert.equal(await page.locator('.editing').count(), 0);
  await drag(page, 'e2', 'e4');
  await atPly(page, 1);
  await see(page, 'Black to move');
  await tools(page);
  // Castling rights are kept, and it is Black's move.
  assert.match(await page.getByLabel('FEN', { exact: true }).inputValue(), / b KQkq /);
  assert.deepEqual(page.problems, []);
});

test('a pasted FEN is ready for moves, too, and a click on a piece gives the verdict', async () => {
  const page = await open(here, '/analyse');
  await see(page, 'White to move');
  await tools(page);
  await paste(page, `${FIGURE_4} w - - 0 1`);
  await see(page, 'Which piece moved last?');
  assert.equal(await page.locator('.editing').count(), 0);
  await page.locator('.marked-piece').first().waitFor();
  await click(page, 'e3');
  await verdict(page, 'Chain through the white pawn on e3');
  await see(page, 'Enclosure 1 of 5');
  assert.match(await label(page, 'f3'), /empty, enclosed/);
  assert.match(await label(page, 'e3'), /on the chain, moved last/);
  await page.getByLabel('Next enclosure').click();
  await see(page, 'Enclosure 2 of 5');
  await see(page, '12 pieces');
  await page.getByRole('button', { name: 'Largest' }).click();
  await see(page, 'Enclosure 4 of 5');
  await page.waitForURL(/show=3/);
  await page.screenshot({ path: `${shots}/figure-4.png` });
  const again = await openAgain(here, page);
  await see(again, 'Enclosure 4 of 5');
  assert.deepEqual([...page.problems, ...again.problems], []);
});

test('no chain is said as plainly, and without alarm', async () => {
  const page = await open(here, `/analyse?fen=${FIGURE_4}&at=d1`);
  await verdict(page, 'No chain through the white king on d1');
  assert.equal(await page.locator('[data-verdict]').getAttribute('data-verdict'), 'no');
  const [border, bad] = await page.evaluate(() => [
    getComputedStyle(document.querySelector('.verdict')).borderLeftColor,
    getComputedStyle(document.documentElement).getPropertyValue('--bad'),
  ]);
  const [red, green, blue] = border.match(/\d+/g).map(Number);
  assert.ok(Math.max(red, green, blue) - Math.min(red, green, blue) < 20, `${border} is not grey (${bad} is red)`);
});

test('dragging, spare pieces, clear and the start position edit the board', async () => {
  const page = await open(here, '/analyse?fen=8/8/2pp4/1p2p3/2p5/3p4/8/8&at=c4');
  await verdict(page, 'No chain');
  await drag(page, 'd3', 'd4');
  await verdict(page, 'Chain through the black pawn on d4');
  await page.getByRole('button', { name: 'Clear' }).click();
  await see(page, 'Nothing is enclosed');
  await page.getByRole('button', { name: 'white knight' }).click();
  await click(page, 'e4');
  await verdict(page, 'No chain through the white knight on e4');
  await page.waitForURL(/4N3/);
  assert.equal(await label(page, 'e4'), 'e4, white knight, moved last');
  await page.getByRole('button', { name: 'Undo' }).click();
  await says(page, 'e4', 'empty');
  await page.getByRole('button', { name: 'Start position' }).click();
  await says(page, 'e2', 'white pawn');
  await page.getByRole('button', { name: 'Flip board' }).click();
  await page.locator('.orientation-black').first().waitFor();
  // Leaving the editor, the pieces move by the rules again.
  await page.getByRole('button', { name: 'Edit board' }).click();
  await page.locator('.analyse:not(.editing)').waitFor();
  await drag(page, 'e2', 'e4');
  await atPly(page, 1);
  assert.deepEqual(page.problems, []);
});

test('black spare pieces stand out from their panel in both themes', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await open(here, '/analyse?edit&fen=8/8/8/8/8/8/8/8', { colorScheme });
    await page.locator('.spares').first().waitFor();
    const ground = await page.evaluate(() => getComputedStyle(document.querySelector('.spares')).backgroundColor);
    assert.ok(Math.min(...ground.match(/\d+/g).map(Number)) > 150, `${colorScheme}: ${ground}`);
  }
});

test('the paper’s detector is shown where it is wrong, with its stages', async () => {
  const page = await open(here, '/analyse?fen=8/2pppp2/1p4p1/1p1pp1p1/1p1p2p1/1p4p1/2pppp2/8&at=d5&paper');
  await verdict(page, 'No chain through the black pawn on d5');
  await tools(page);
  await see(page, 'The paper’s detector says chain');
  await see(page, 'It is wrong here');
  await page.getByText('Its stages').click();
  assert.equal(await page.locator('.stage').count(), 5);
});

test('the minimum size changes the answer', async () => {
  const page = await open(here, '/analyse?fen=2P5/1P1P4/P1P1P3/1P1P4/2P5/8/8/8&at=c6');
  await verdict(page, 'Chain through the white pawn on c6');
  await tools(page);
  await page.getByLabel('Minimum size').fill('4');
  await page.getByLabel('Minimum size').press('Enter');
  await verdict(page, 'No chain through the white pawn on c6');
  await see(page, 'at most 3 adjacent empty squares');
  await page.waitForURL(/min=4/);
});

test('a wrong FEN is explained, and everything stays as it was', async () => {
  const page = await open(here, `/analyse?fen=${FIGURE_4}&at=e3`);
  await see(page, 'Enclosure 1 of 5');
  await tools(page);
  const before = await address(page);
  for (const [fen, words] of [
    ['hello world', 'This is no position'],
    ['', 'This is no position'],
    ['8/8/8/7/8/8/8/8 w - - 0 1', 'rank 5 has 7 squares, not 8'],
  ]) {
    await paste(page, 'x');
    await paste(page, fen);
    await page.locator('.fen-trouble', { hasText: words }).waitFor();
    await verdict(page, 'Chain through the white pawn on e3');
  }
  assert.equal(await address(page), before);
  // Such a FEN in an address: no chain of anything is drawn.
  const bad = await open(here, '/analyse?fen=8/8/8/7/8/8/8/8');
  await see(bad, 'rank 5 has 7 squares, not 8');
  assert.equal(await bad.locator('.chain-line').count(), 0);
});

test('FEN, link and pictures can be copied and saved', async () => {
  const page = await open(here, `/analyse?moves=${CHAIN}`);
  await see(page, 'Enclosure 1 of');
  await tools(page);
  const copied = async name => {
    const button = page.getByRole('button', { name: `Copy ${name}` });
    await button.click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const text = await clipboard(page);
    await button.waitFor();
    return text;
  };
  assert.match(await copied('FEN'), /^r1bqkb1r\/.* b KQkq/);
  const link = await copied('link');
  assert.equal(link, `${here.address}/analyse?moves=${CHAIN}`);
  for (const [name, start] of [
    ['SVG', '<svg'],
    ['PNG', '\x89PNG'],
  ]) {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByText(`Download ${name}`).click()]);
    const content = await readFile(await file.path(), 'latin1');
    assert.ok(content.startsWith(start), content.slice(0, 40));
  }
});

test('what is copied is copied, too, where the browser has no clipboard for pages: at addresses without HTTPS', async () => {
  const page = await open(here, '/analyse?moves=e2e4');
  await atPly(page, 1);
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await tools(page);
  await page.getByRole('button', { name: 'Copy FEN' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Copied');
  const other = await page.context().newPage();
  await other.goto(here.address);
  assert.match(await clipboard(other), /^rnbqkbnr.* b KQkq/);
  assert.deepEqual(page.problems, []);
});

test('the address reproduces everything that is shown', async () => {
  const page = await open(here, `/analyse?fen=${FIGURE_4}&at=e3`);
  await see(page, 'Enclosure 1 of 5');
  await tools(page);
  await page.getByLabel('Minimum size').fill('3');
  await page.getByLabel('Minimum size').press('Enter');
  await see(page, 'Enclosure 1 of 4');
  await page.getByLabel('Next enclosure').click();
  await see(page, 'Enclosure 2 of 4');
  await page.getByRole('checkbox', { name: 'The paper’s detector' }).check();
  await page.getByText('Its stages').click();
  await page.locator('.stage').first().waitFor();
  // A box that was just ticked does not swallow the keys of the view.
  await page.getByRole('checkbox', { name: 'The paper’s detector' }).focus();
  await page.keyboard.press('f');
  await page.locator('.orientation-black').first().waitFor();
  await page.locator('.stage').first().waitFor();
  await page.waitForURL(url => /min=3/.test(url) && /show=1/.test(url) && /stages/.test(url) && /flip/.test(url));
  // Without what only says where the mouse is.
  const shown = view =>
    view.evaluate(() =>
      [...document.querySelectorAll('.chain-layer, .squares, .verdict, .moves, .paper')].map(part =>
        part.outerHTML.replace(/board\d+/g, '').replace(/ tabindex="[^"]*"/g, ''),
      ),
    );
  const again = await openAgain(here, page);
  await see(again, 'Enclosure 2 of 4');
  await again.locator('.stage').first().waitFor({ state: 'attached' });
  assert.deepEqual(await shown(again), await shown(page));
  assert.deepEqual([...page.problems, ...again.problems], []);
});

test('an address with an illegal move shows the game up to it, and says which', async () => {
  const page = await open(here, '/analyse?moves=e2e4,e7e5,e1e3,g8f6');
  await see(page, 'moves: number 3');
  await atPly(page, 2);
  await says(page, 'e5', 'black pawn');
  await page.waitForURL(/moves=e2e4,e7e5$/);
});

test('a piece that is moved in the editor keeps the other rights to castle', async () => {
  const page = await open(here, '/analyse?edit');
  await see(page, 'White to move');
  await drag(page, 'h1', 'h4');
  await page.waitForURL(/w\+Qkq\+/);
});

test('the menu leads back to the work, not to an empty board', async () => {
  const page = await open(here, '/analyse?moves=e2e4,e7e5');
  await atPly(page, 2);
  await drag(page, 'g1', 'f3');
  await atPly(page, 3);
  await page.getByRole('link', { name: 'Analyse' }).click();
  await atPly(page, 3);
  await page.getByRole('link', { name: 'Learn' }).click();
  await page.locator('.lesson').waitFor();
  await page.getByRole('link', { name: 'Analyse' }).click();
  await atPly(page, 3);
  await page.getByRole('button', { name: 'New analysis' }).click();
  await see(page, 'No moves yet');
  await page.getByRole('button', { name: 'Undo' }).click();
  await atPly(page, 3);
});
