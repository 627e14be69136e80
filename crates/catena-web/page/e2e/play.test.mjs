import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { click, drag, open, see, shots, stage } from './support.mjs';

const here = stage();
const BEFORE_A_CHAIN = 'e2e4,e7e5,d2d4,d7d6,d4d5,g8f6,c2c4,b8d7,b1c3,d7c5';

const bottom = page => page.locator('.plate').last();
const top = page => page.locator('.plate').first();

test('a chain asks, and a switch turns the board and exchanges the clocks', async () => {
  const page = await open(here, `/play?vs=human&clock=5%2B0&moves=${BEFORE_A_CHAIN}`);
  await see(page, 'Player 1 to move, with White');
  // Player 1 thinks for a second and a half, so that the clocks differ.
  await page.waitForTimeout(1500);
  await drag(page, 'f1', 'd3');
  await see(page, 'Switch sides?');
  await page.locator('.chain-line').waitFor();
  await page.screenshot({ path: `${shots}/switch.png` });
  await page.getByRole('button', { name: 'Switch to Black' }).click();
  await see(page, 'Player 1 switched and now holds Black');
  await page.locator('.orientation-black').waitFor();
  assert.match(await bottom(page).innerText(), /Black\s+Player 1/);
  assert.match(await top(page).innerText(), /White\s+Player 2/);
  await see(page, 'Player 1 to move, with Black');
  await see(page, '1 switch in a row, at most 4');
  // The full clock is with the player who switched now.
  const clock = async plate => (await plate.locator('.clock').innerText()).split(':').reduce((minutes, part) => minutes * 60 + Number(part), 0);
  assert.ok((await clock(bottom(page))) > (await clock(top(page))));
  assert.deepEqual(page.problems, []);
});

test('staying leaves the colours as they are, and taking back undoes it', async () => {
  const page = await open(here, `/play?vs=human&moves=${BEFORE_A_CHAIN}`);
  await see(page, 'Player 1 to move');
  await drag(page, 'f1', 'd3');
  await page.getByRole('button', { name: 'Stay' }).click();
  await see(page, 'Player 2 to move, with Black');
  await page.getByRole('button', { name: 'Take back' }).click();
  await see(page, 'Player 1 to move, with White');
  assert.ok(!page.url().includes('f1d3'));
});

test('a game against the engine is played to its end', async () => {
  const page = await open(here, '/play');
  await page.getByLabel('Level').selectOption('1');
  await page.getByRole('button', { name: 'Start the game' }).click();
  // The visitor plays the first legal move of each turn that the keyboard input takes, until somebody has won.
  for (let turn = 0; turn < 300; turn++) {
    await page.waitForFunction(() => /Your move|wins|win:|Draw/.test(document.querySelector('.status h2')?.textContent ?? ''));
    const status = await page.locator('.status h2').innerText();
    if (/wins|win:|Draw/.test(status)) break;
    // The words may have changed since they were waited for.
    if (!status.startsWith('Your move')) continue;
    const moves = new URL(page.url()).searchParams.get('moves')?.split(',') ?? [];
    const game = await page.evaluate(async moves => (await fetch('/api/game', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ moves }) })).json(), moves);
    const move = game.legal[turn % game.legal.length];
    await page.getByLabel('Type a move').fill(move.uci);
    await page.getByLabel('Type a move').press('Enter');
    if (move.may_switch) await page.locator(`[data-decision=${turn % 2 ? 'switch' : 'stay'}]`).click();
    await page.waitForFunction(count => (new URL(location.href).searchParams.get('moves') ?? '').split(',').length > count, moves.length);
  }
  const status = await page.locator('.status h2').innerText();
  assert.match(status, /(You win|The engine wins|Draw): /);
  await page.screenshot({ path: `${shots}/end.png` });
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download PGN' }).click()]);
  const pgn = await readFile(await file.path(), 'utf8');
  assert.match(pgn, /\[Variant "Switch-Side Chain-Chess"\]/);
  assert.match(pgn, /\[White "You"\]/);
  await page.getByRole('button', { name: 'Analyse this game' }).click();
  await page.waitForURL(/\/analyse\?moves=/);
  await page.locator('.moves').waitFor();
  assert.deepEqual(page.problems, []);
});

test('the game survives a reload, clocks and all', async () => {
  const page = await open(here, '/play?vs=human&clock=3%2B0');
  await drag(page, 'e2', 'e4');
  await see(page, 'Player 2 to move');
  await page.waitForTimeout(2500);
  await drag(page, 'e7', 'e5');
  await see(page, 'Player 1 to move');
  await page.reload();
  await see(page, 'Player 1 to move, with White');
  await page.locator('.moves').getByText('e5').waitFor();
  assert.match(await top(page).locator('.clock').innerText(), /^2:5[0-8]/);
  await page.goto(`${here.address}/play`);
  await page.getByRole('button', { name: 'Continue the last game' }).click();
  await see(page, 'Player 1 to move, with White');
});

test('time runs out, and the page says who won', async () => {
  const page = await open(here, '/play?vs=human&clock=each1');
  await see(page, 'Player 2 wins: out of time');
});

test('promotion asks for the piece', async () => {
  const line = 'a2a4,b7b5,a4b5,a7a6,b5a6,c8b7,a6b7,h7h6';
  const page = await open(here, `/play?vs=human&moves=${line}`);
  await see(page, 'Player 1 to move');
  await drag(page, 'b7', 'a8');
  await page.getByRole('button', { name: 'knight' }).click();
  await page.waitForURL(/b7a8n/);
});

test('a premove is played when its turn comes', async () => {
  const page = await open(here, '/play?vs=engine&level=8&moves=');
  await see(page, 'Your move');
  await drag(page, 'a2', 'a3');
  await see(page, 'The engine thinks');
  await drag(page, 'h2', 'h3');
  await page.waitForURL(/h2h3/);
});

test('resigning, agreeing to a draw, and a rematch', async () => {
  const page = await open(here, '/play?vs=human&moves=e2e4');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Really resign' }).click();
  await see(page, 'Player 1 wins: resignation');
  await page.getByRole('button', { name: 'Rematch' }).click();
  await see(page, 'Player 1 to move, with White');
  await click(page, 'd2');
  await click(page, 'd4');
  await see(page, 'Player 2 to move');
  await page.getByRole('button', { name: 'Agree to a draw' }).click();
  await see(page, 'Draw: agreement');
});

test('black is chosen, and the engine moves first', async () => {
  const page = await open(here, '/play');
  await page.getByLabel('Level').selectOption('2');
  await page.getByLabel('You begin with').selectOption('second');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await see(page, 'Your move, with Black');
  await page.locator('.orientation-black').waitFor();
});

test('a draw by repetition can be claimed', async () => {
  const dance = 'g1f3,g8f6,f3g1,f6g8';
  const page = await open(here, `/play?vs=human&moves=${dance},${dance}`);
  await page.getByRole('button', { name: 'Claim a draw: threefold repetition' }).click();
  await see(page, 'Draw: threefold repetition');
});
