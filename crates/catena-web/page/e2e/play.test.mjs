import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { address, click, drag, holdEngine, label, open, openAgain, see, shots, stage } from './support.mjs';

const here = stage();
const BEFORE_A_CHAIN = 'e2e4,e7e5,d2d4,d7d6,d4d5,g8f6,c2c4,b8d7,b1c3,d7c5';

const bottom = page => page.locator('.plate').last();
const top = page => page.locator('.plate').first();

/** Waits until the clock at the bottom has gone on past this many seconds. */
const clockBelow = (page, plate, seconds) =>
  page.waitForFunction(
    ([index, seconds]) => {
      const face = document.querySelectorAll('.plate .clock')[index]?.textContent ?? '';
      return face && face.split(':').reduce((minutes, part) => minutes * 60 + Number(part), 0) < seconds;
    },
    [plate === 'top' ? 0 : 1, seconds],
  );

/** Waits until the view has as many moves as its address, and it is this turn. */
const turn = (page, pattern) =>
  page.waitForFunction(pattern => {
    const moves = new URL(location.href).searchParams.get('moves')?.split(',').length ?? 0;
    const shown = document.querySelectorAll('.moves [data-ply]').length;
    return moves === shown && new RegExp(pattern).test(document.querySelector('.status h2')?.textContent ?? '');
  }, pattern);

test('a chain asks, and a switch turns the board and exchanges the clocks', async () => {
  const page = await open(here, `/play?vs=human&clock=15%2B0&moves=${BEFORE_A_CHAIN}`, { clock: true });
  await see(page, 'Player 1 to move, with White');
  // Player 1 thinks for a while, so that the clocks differ by more than all that follows takes.
  await page.clock.fastForward(10 * 60_000);
  await clockBelow(page, 'bottom', 301);
  await drag(page, 'f1', 'd3');
  await see(page, 'Switch sides?');
  await page.locator('.chain-line').waitFor();
  await page.screenshot({ path: `${shots}/switch.png` });
  await Promise.all([
    see(page, 'Player 1 switched and now holds Black'),
    page.getByRole('button', { name: 'Switch to Black' }).click(),
  ]);
  await page.locator('.orientation-black').waitFor();
  assert.match(await bottom(page).innerText(), /Black\s+Player 1/);
  assert.match(await top(page).innerText(), /White\s+Player 2/);
  await see(page, 'Player 1 to move, with Black');
  await see(page, '1 switch in a row, at most 4');
  // The full clock is with the player who switched now.
  const clock = async plate =>
    (await plate.locator('.clock').innerText()).split(':').reduce((minutes, part) => minutes * 60 + Number(part), 0);
  assert.ok((await clock(bottom(page))) > (await clock(top(page))));
  assert.deepEqual(page.problems, []);
});

test('staying leaves the colours as they are, and taking back undoes it', async () => {
  const page = await open(here, `/play?vs=human&moves=${BEFORE_A_CHAIN}`);
  await see(page, 'Player 1 to move');
  await drag(page, 'f1', 'd3');
  await page.getByRole('button', { name: 'Stay', exact: true }).click();
  await see(page, 'Player 2 to move, with Black');
  await page.getByRole('button', { name: 'Take back' }).click();
  await see(page, 'Player 1 to move, with White');
  assert.ok(!(await address(page)).includes('f1d3'));
});

test('a game against the engine is played to its end', async () => {
  const page = await open(here, '/play');
  await page.getByLabel('Level').selectOption('1');
  await page.getByRole('button', { name: 'Start the game' }).click();
  // The visitor plays the first legal move of each turn that the keyboard input takes, until somebody has won.
  for (let count = 0; count < 300; count++) {
    await turn(page, 'Your move|wins|win:|Draw');
    if (!(await page.locator('.status h2').innerText()).startsWith('Your move')) break;
    const moves = new URL(await address(page)).searchParams.get('moves')?.split(',') ?? [];
    const game = await page.evaluate(
      async moves =>
        (
          await fetch('/api/game', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ moves }),
          })
        ).json(),
      moves,
    );
    const move = game.legal[count % game.legal.length];
    await page.getByLabel('Type a move').fill(move.uci);
    await page.getByLabel('Type a move').press('Enter');
    if (move.may_switch) await page.locator(`[data-decision=${count % 2 ? 'switch' : 'stay'}]`).click();
    await page.waitForFunction(
      count => (new URL(location.href).searchParams.get('moves') ?? '').split(',').filter(Boolean).length > count,
      moves.length,
    );
  }
  const status = await page.locator('.status h2').innerText();
  assert.match(status, /(You win|The engine wins|Draw): /);
  await page.screenshot({ path: `${shots}/end.png` });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PGN' }).click(),
  ]);
  const pgn = await readFile(await file.path(), 'utf8');
  assert.match(pgn, /\[Variant "Switch-Side Chain-Chess"\]/);
  assert.match(pgn, /\[White "You"\]/);
  await page.getByRole('button', { name: 'Analyse', exact: true }).click();
  await page.waitForURL(/\/analyse\?moves=/);
  await page.locator('.moves').waitFor();
  assert.deepEqual(page.problems, []);
});

test('the game survives a reload, clocks and all', async () => {
  const page = await open(here, '/play?vs=human&clock=3%2B0');
  await see(page, 'Player 1 to move');
  await drag(page, 'e2', 'e4');
  await see(page, 'Player 2 to move');
  await clockBelow(page, 'top', 178);
  await drag(page, 'e7', 'e5');
  await see(page, 'Player 1 to move');
  await page.reload();
  await see(page, 'Player 1 to move, with White');
  await page.locator('.moves').getByText('e5').waitFor();
  assert.match(await top(page).locator('.clock').innerText(), /^2:[0-5]/);
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
  const release = await holdEngine(page);
  await see(page, 'Your move');
  await drag(page, 'a2', 'a3');
  await see(page, 'The engine thinks');
  await drag(page, 'h2', 'h3');
  await page.locator('square.current-premove').first().waitFor();
  release();
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
  await page.getByRole('button', { name: 'Play on' }).click();
  await page.getByRole('button', { name: 'Agree to a draw' }).click();
  await page.getByRole('button', { name: 'Both agree to a draw' }).click();
  await see(page, 'Draw: agreement');
  await page.waitForURL(/end=agree/);
  await see(await openAgain(here, page), 'Draw: agreement');
});

test('the engine takes a draw when it is no better, and only then', async () => {
  const even = await open(here, '/play?vs=engine&level=1');
  await even.getByRole('button', { name: 'Offer a draw' }).click();
  await see(even, 'Draw: agreement');
  const lost = await open(here, '/play?vs=engine&level=1&moves=b1c3,e7e6,f2f4,b7b6');
  await lost.getByRole('button', { name: 'Offer a draw' }).click();
  await see(lost, 'The engine declines.');
  // A forced win for the one who offers.
  const won = await open(here, '/play?vs=engine&level=1&moves=e2e4,f7f6,d2d4,g7g5');
  await won.getByRole('button', { name: 'Offer a draw' }).click();
  await see(won, 'Draw: agreement');
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
  const engine = await open(here, `/play?vs=engine&moves=${dance},${dance}`);
  await engine.getByRole('button', { name: 'Claim a draw: threefold repetition' }).click();
  await see(engine, 'Draw: threefold repetition');
});

test('the moves are stepped through while the game goes on', async () => {
  const page = await open(here, '/play?vs=human&moves=e2e4,e7e5,g1f3');
  await see(page, 'Player 2 to move');
  await page.locator('body').press('ArrowLeft');
  await page.locator('[data-ply="2"][aria-current]').waitFor();
  assert.equal(await label(page, 'f3'), 'f3, empty');
  await see(page, 'You look at an earlier position');
  // Nothing can be moved there.
  await drag(page, 'g1', 'f3');
  assert.equal(await label(page, 'f3'), 'f3, empty');
  await page.locator('[data-ply="1"]').click();
  assert.equal(await label(page, 'e5'), 'e5, empty');
  await page.getByRole('button', { name: 'Back to the game' }).click();
  assert.match(await label(page, 'f3'), /white knight/);
  await drag(page, 'b8', 'c6');
  await see(page, 'Player 1 to move');
  assert.deepEqual(page.problems, []);
});

test('a clock of one’s own is chosen, and offered again', async () => {
  const page = await open(here, '/play');
  await page.getByLabel('Opponent').selectOption('human');
  await page.getByLabel('Time').selectOption('own');
  await page.getByRole('spinbutton', { name: 'Minutes' }).fill('7.5');
  await page.getByRole('spinbutton', { name: 'Seconds a move' }).fill('999');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.waitForURL(/clock=7\.5%2B180/);
  assert.match(await top(page).locator('.clock').innerText(), /^7:30/);
  await page.goto(`${here.address}/play`);
  assert.equal(await page.getByRole('spinbutton', { name: 'Minutes' }).inputValue(), '7.5');
  await page.getByLabel('Time').selectOption('own-each');
  await page.getByRole('spinbutton', { name: 'Seconds for each move' }).fill('45');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.waitForURL(/clock=each45/);
  assert.match(await top(page).locator('.clock').innerText(), /^0:45/);
});

test('a question goes away when the time has run out', async () => {
  const page = await open(here, `/play?vs=human&clock=each600&moves=${BEFORE_A_CHAIN}`, { clock: true });
  await see(page, 'Player 1 to move');
  await drag(page, 'f1', 'd3');
  await see(page, 'Switch sides?');
  await page.clock.fastForward(600_000);
  await see(page, 'Player 2 wins: out of time');
  assert.equal(await page.locator('dialog').count(), 0);
  assert.deepEqual(page.problems, []);
});

test('promotion by the keyboard, and second thoughts', async () => {
  const page = await open(here, '/play?vs=human&moves=a2a4,b7b5,a4b5,a7a6,b5a6,c8b7,a6b7,h7h6');
  await see(page, 'Player 1 to move');
  const promote = async () => {
    await page.locator('[data-square=b7]').focus();
    for (const key of ['Enter', 'ArrowUp', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
    await see(page, 'Promote to');
  };
  // The cursor goes to a square by the arrow keys alone.
  await page.locator('[data-square=e2]').focus();
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', ...Array(5).fill('ArrowUp')])
    await page.keyboard.press(key);
  await promote();
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  assert.match(await label(page, 'b7'), /white pawn/);
  await page.locator('[data-square=a8]').press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await promote();
  for (const key of ['Tab', 'Enter']) await page.keyboard.press(key);
  await page.waitForURL(/b7a8[rbn]/);
});

test('the field for moves keeps the focus while the engine thinks', async () => {
  const page = await open(here, '/play?vs=engine&level=1');
  await see(page, 'Your move');
  await page.getByLabel('Type a move').fill('e4');
  await page.keyboard.press('Enter');
  // It is also the visitor's move before the one that was typed is played.
  await page.locator('.moves [data-ply="2"]').waitFor();
  await turn(page, 'Your move');
  await page.keyboard.type('xx');
  await page.keyboard.press('Enter');
  await see(page, 'xx is no legal move here');
});
