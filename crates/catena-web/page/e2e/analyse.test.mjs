import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { click, drag, label, open, openAgain, see, shots, stage, verdict } from './support.mjs';

const here = stage();
const FIGURE_4 = '1n1k1b2/rpp1pp2/2b1pn2/rq2pp2/1Q3pPB/PPPNP1PB/3P1R1P/3K1RN1';
const PGN = `[Event "Test"]
[White "Anna"]
[Black "Ben"]
[Variant "Switch-Side Chain-Chess"]

1. e4 e5 2. d4 d6 3. d5 Nf6 4. c4 Nbd7 5. Nc3 Nc5 6. Bd3 {[%sscc SW]} Be7 *
`;

test('a pasted FEN and a click give the verdict, and the address reproduces it', async () => {
  const page = await open(here, '/analyse');
  await verdict(page, 'Chain through the white queen on f3');
  await page.getByLabel('FEN', { exact: true }).fill(FIGURE_4);
  await page.getByLabel('FEN', { exact: true }).press('Enter');
  await see(page, 'Which piece moved last?');
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
  await page.screenshot({ path: `${shots}/figure-4.png` });
  const again = await openAgain(here, page);
  await see(again, 'Enclosure 4 of 5');
  assert.deepEqual([...page.problems, ...again.problems], []);
});

test('no chain is said as plainly', async () => {
  const page = await open(here, `/analyse?fen=${FIGURE_4}&at=d1`);
  await verdict(page, 'No chain through the white king on d1');
  assert.equal(await page.locator('[data-verdict]').getAttribute('data-verdict'), 'no');
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
  await page.getByRole('button', { name: 'Start position' }).click();
  await page.waitForURL(/RNBQKBNR/);
  await page.getByRole('button', { name: 'Flip board' }).click();
  await page.locator('.orientation-black').waitFor();
  assert.deepEqual(page.problems, []);
});

test('the paper’s detector is shown where it is wrong, with its stages', async () => {
  const page = await open(here, '/analyse?fen=8/2pppp2/1p4p1/1p1pp1p1/1p1p2p1/1p4p1/2pppp2/8&at=d5&paper');
  await verdict(page, 'No chain through the black pawn on d5');
  await see(page, 'The paper’s detector says chain');
  await see(page, 'It is wrong here');
  await page.getByText('Its stages').click();
  assert.equal(await page.locator('.stage').count(), 5);
});

test('the minimum size changes the answer', async () => {
  const page = await open(here, '/analyse?fen=2P5/1P1P4/P1P1P3/1P1P4/2P5/8/8/8&at=c6');
  await verdict(page, 'Chain through the white pawn on c6');
  await page.getByLabel('Minimum size').fill('4');
  await page.getByLabel('Minimum size').press('Enter');
  await verdict(page, 'No chain through the white pawn on c6');
  await see(page, 'at most 3 adjacent empty squares');
  await page.waitForURL(/min=4/);
});

test('a PGN is loaded and stepped through with the keyboard', async () => {
  const page = await open(here, '/analyse');
  await page.getByText('Load a game (PGN)').click();
  await page.getByLabel('PGN', { exact: true }).fill(PGN);
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  await see(page, 'Anna');
  await page.locator('.moves').waitFor();
  await page.locator('body').press('End');
  await page.locator('[data-ply="12"][aria-current]').waitFor();
  await page.locator('body').press('ArrowLeft');
  await verdict(page, 'Chain through the white bishop on d3');
  const bishop = page.locator('[data-ply="11"]');
  assert.match(await bishop.getAttribute('class'), /forms-chain/);
  assert.match(await bishop.innerText(), /Bd3.*⇄/s);
  await page.screenshot({ path: `${shots}/pgn.png` });
  await page.locator('body').press('Home');
  await see(page, 'Nothing is enclosed');
  const again = await openAgain(here, page);
  await again.locator('[data-ply="12"]').waitFor();
  assert.deepEqual(page.problems, []);
});

const ANNOTATED = `[White "Anna"]
[Black "Ben"]
[Variant "Switch-Side Chain-Chess"]

{A quiet beginning.} 1. e4 e5 2. d4 $2 {Too early. [%clk 0:01:00]} (2. Nf3 Nc6 (2... d6 {Solid.} 3. d4) 3. Bb5) 2... d6
3. d5 Nf6 4. c4 Nbd7 5. Nc3 Nc5 6. a3 (6. Bd3 {[%sscc SW] Now White is Black.} Be7) 6... a6 *
`;

test('comments, glyphs and variations of a PGN are shown and can be followed', async () => {
  const page = await open(here, '/analyse');
  await page.getByText('Load a game (PGN)').click();
  await page.getByLabel('PGN', { exact: true }).fill(ANNOTATED);
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  const list = page.locator('.moves');
  await list.getByText('A quiet beginning.').waitFor();
  assert.match(await list.locator('[data-ply="3"]').innerText(), /d4\s*\?/);
  assert.equal(await list.getByText('Too early.').innerText(), 'Too early.');
  await page.screenshot({ path: `${shots}/annotated.png` });
  // Into a variation, and one in it; the game is then an alternative.
  await list.getByRole('button', { name: 'Bb5' }).click();
  await page.locator('[data-ply="5"][aria-current]').waitFor();
  assert.match(await label(page, 'b5'), /white bishop/);
  await list.locator('.variation', { hasText: 'Solid.' }).last().getByRole('button', { name: '2… d6' }).click();
  await see(page, 'Solid.');
  assert.match(await label(page, 'd6'), /black pawn/);
  const again = await openAgain(here, page);
  await again.locator('.moves').getByText('Solid.').waitFor();
  assert.match(await label(again, 'd6'), /black pawn/);
  // Back to the game, and to the switch that could have been.
  await again.locator('.moves').getByRole('button', { name: '2. d4' }).click();
  await again.locator('.moves').getByRole('button', { name: /^6\. Bd3.*forms a chain.*switches/ }).click();
  await verdict(again, 'Chain through the white bishop on d3');
  await again.locator('.moves').getByText('Now White is Black.').waitFor();
  assert.match(again.url(), /f1d3s/);
  assert.deepEqual([...page.problems, ...again.problems], []);
});

test('the address reproduces everything that is shown', async () => {
  const page = await open(here, `/analyse?fen=${FIGURE_4}&at=e3`);
  await see(page, 'Enclosure 1 of 5');
  await page.getByLabel('Minimum size').fill('3');
  await page.getByLabel('Minimum size').press('Enter');
  await page.waitForURL(/min=3/);
  await see(page, 'Enclosure 1 of 4');
  await page.getByLabel('Next enclosure').click();
  await see(page, 'Enclosure 2 of 4');
  await page.getByRole('checkbox', { name: 'The paper’s detector' }).check();
  await page.getByText('Its stages').click();
  await page.locator('.stage').first().waitFor();
  await page.locator('body').press('f');
  await page.locator('.orientation-black').waitFor();
  await page.locator('.stage').first().waitFor();
  // Without what only says where the mouse is.
  const shown = view => view.evaluate(() => [...document.querySelectorAll('.chain-layer, .squares, .verdict, .moves, .controls')].map(part => part.outerHTML.replace(/board\d+/g, '').replace(/ tabindex="[^"]*"/g, '')));
  const again = await openAgain(here, page);
  await again.locator('.stage').first().waitFor();
  assert.deepEqual(await shown(again), await shown(page));
  // A line of moves in the middle, the engine on.
  await page.goto(`${here.address}/analyse?moves=e2e4,e7e5,d2d4,d7d6,d4d5,g8f6,c2c4,b8d7,b1c3,d7c5,f1d3s,f8e7&ply=11`);
  await see(page, 'Enclosure 1 of 1');
  await page.locator('body').press('ArrowLeft');
  await page.locator('[data-ply="10"][aria-current]').waitFor();
  await page.getByRole('checkbox', { name: 'Engine' }).check();
  await page.locator('.lines li').first().waitFor();
  const third = await openAgain(here, page);
  await third.locator('[data-ply="10"][aria-current]').waitFor();
  await third.locator('.lines li').first().waitFor();
  assert.equal(await third.locator('.moves [data-ply]').count(), 12);
  assert.deepEqual([...page.problems, ...again.problems, ...third.problems], []);
});

test('a move played on the board asks for the switch and extends the line', async () => {
  const page = await open(here, '/analyse?moves=e2e4,e7e5,d2d4,d7d6,d4d5,g8f6,c2c4,b8d7,b1c3,d7c5');
  await page.locator('[data-ply="10"][aria-current]').waitFor();
  await drag(page, 'f1', 'd3');
  // The keys that step through a line are not for the question.
  await see(page, 'Switch sides?');
  await page.keyboard.press('Home');
  await page.getByRole('button', { name: 'Switch to Black' }).click();
  await page.waitForURL(/f1d3s/);
  await verdict(page, 'Chain through the white bishop on d3');
});

test('the engine streams its lines and says switch or stay', async () => {
  const page = await open(here, '/analyse?moves=e2e4,e7e5,d2d4,d7d6,d4d5,g8f6,c2c4,b8d7,b1c3,d7c5');
  await page.getByRole('checkbox', { name: 'Engine' }).check();
  await page.locator('.lines li').nth(2).waitFor();
  await page.locator('.decision').first().waitFor();
  await page.locator('.eval-bar[role=img]').waitFor();
  await page.screenshot({ path: `${shots}/engine.png` });
  await page.getByRole('checkbox', { name: 'Engine' }).uncheck();
  await page.locator('.lines').waitFor({ state: 'detached' });
  assert.deepEqual(page.problems, []);
});

test('the picture can be downloaded as SVG and PNG', async () => {
  const page = await open(here, `/analyse?fen=${FIGURE_4}&at=e3`);
  await see(page, 'Enclosure 1 of 5');
  for (const [name, start] of [['SVG', '<svg'], ['PNG', '\x89PNG']]) {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByText(`Download ${name}`).click()]);
    const content = await readFile(await file.path(), 'latin1');
    assert.ok(content.startsWith(start), content.slice(0, 40));
  }
});

test('a wrong FEN is explained', async () => {
  const page = await open(here, '/analyse?fen=8/8/8/7/8/8/8/8');
  await see(page, 'rank 5 has 7 squares, not 8');
});

test('a PGN file with several games is dropped on the page, and one is chosen', async () => {
  const page = await open(here, '/analyse');
  const data = await page.evaluateHandle(text => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'games.pgn'));
    return transfer;
  }, `${PGN}\n[White "Carl"]\n[Black "Dora"]\n\n1. d4 d5 *\n`);
  await page.dispatchEvent('.analyse', 'drop', { dataTransfer: data });
  await page.getByRole('button', { name: /Carl – Dora/ }).click();
  await page.locator('.moves').getByText('d5').waitFor();
  await page.waitForURL(/white=Carl/);
});
