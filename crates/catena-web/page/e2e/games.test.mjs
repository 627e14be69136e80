// Files with games: errors, lists, search.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atPly, loadPgn, open, see, shots, stage, verdict } from './support.mjs';

const here = stage();
const PGN = `[Event "Test"]
[White "Anna"]
[Black "Ben"]
[Variant "Switch-Side Chain-Chess"]

1. e4 e5 2. d4 d6 3. d5 Nf6 4. c4 Nbd7 5. Nc3 Nc5 6. Bd3 {[%sscc SW]} Be7 *
`;

/** Drops a file on the page. */
async function drop(page, text) {
  const data = await page.evaluateHandle(text => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'games.pgn'));
    return transfer;
  }, text);
  await page.dispatchEvent('.analyse', 'drop', { dataTransfer: data });
}

test('a game is loaded and stepped through with the keyboard', async () => {
  const page = await open(here, '/analyse');
  await loadPgn(page, PGN);
  await see(page, 'Anna');
  await page.locator('.moves [data-ply="12"]').waitFor();
  await page.locator('body').press('End');
  await atPly(page, 12);
  await page.locator('body').press('ArrowLeft');
  await verdict(page, 'Chain through the white bishop on d3');
  const bishop = page.locator('[data-ply="11"]');
  assert.match(await bishop.getAttribute('class'), /forms-chain/);
  assert.match(await bishop.innerText(), /Bd3.*⇄/s);
  await see(page, 'Anna to move, with Black');
  await page.locator('body').press('Home');
  await see(page, 'Nothing is enclosed');
  assert.deepEqual(page.problems, []);
});

test('a game with an error opens up to the error and shows where it is', async () => {
  const page = await open(here, '/analyse');
  await loadPgn(page, '[White "Anna"]\n\n1. e4 e5 2. Nf3\nNc6 3. Ke4 a6 *\n');
  await atPly(page, 4);
  await see(page, 'Ke4');
  const message = await page.locator('.games-message').innerText();
  assert.match(message, /Ke4/);
  assert.match(message, /move 3.*\(line 4\)/);
  await page.locator('[data-ply="4"] .mark.error').waitFor();
  await page.screenshot({ path: `${shots}/wrong-pgn.png` });
  assert.deepEqual(page.problems, []);
});

test('an empty file, and one without games, are told', async () => {
  const page = await open(here, '/analyse');
  await see(page, 'White to move');
  await drop(page, '');
  await see(page, 'it is empty');
  assert.deepEqual(page.problems, []);
});

test('a thousand games open in a second; the list stays open, and can be searched', async () => {
  const page = await open(here, '/analyse');
  await see(page, 'White to move');
  const games = Array.from(
    { length: 1000 },
    (_, n) =>
      `[Event "Cup ${n % 7}"]\n[White "Player ${n}"]\n[Black "Rival ${n}"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1-0\n`,
  ).join('\n');
  const started = Date.now();
  await drop(page, games);
  await see(page, '1,000 games');
  await page.getByRole('button', { name: /Player 0 – Rival 0/ }).waitFor();
  console.log(`# a thousand games were listed after ${Date.now() - started} ms`);
  assert.ok((await page.locator('.game-rows li').count()) < 40);
  await page.getByRole('button', { name: /Player 2 – Rival 2/ }).click();
  await page.locator('.players', { hasText: 'Player 2' }).waitFor();
  await page.getByLabel('Search the games').fill('cup 3 player 661');
  await page.getByRole('button', { name: /Player 661/ }).click();
  await page.locator('.players', { hasText: 'Player 661' }).waitFor();
  assert.equal(await page.locator('.game-rows li').count(), 1);
  await page.getByLabel('Search the games').fill('');
  // Far down, by scrolling.
  await page.locator('.game-scroller').evaluate(list => (list.scrollTop = list.scrollHeight));
  await page.getByRole('button', { name: /Player 999/ }).click();
  await page.locator('.players', { hasText: 'Player 999' }).waitFor();
  await page.screenshot({ path: `${shots}/games.png` });
  await page.goBack();
  await page.locator('.players', { hasText: 'Player 661' }).waitFor();
  assert.deepEqual(page.problems, []);
});
