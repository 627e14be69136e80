// What Play shows besides the moves: runs of the engine, what was taken, aids, clocks, and the games of before.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { address, click, drag, movesOf, open, see, shots, stage } from './support.mjs';

const here = stage();
const BEFORE_A_CHAIN = 'e2e4,e7e5,d2d4,d7d6,d4d5,g8f6,c2c4,b8d7,b1c3,d7c5';

const seconds = async plate =>
  (await plate.locator('.clock').innerText()).split(':').reduce((minutes, part) => minutes * 60 + Number(part), 0);
const top = page => page.locator('.plate.top');
const bottom = page => page.locator('.plate.bottom');

/** Waits until the form lists so many games: the view comes after the page. */
const gamesListed = (page, count) =>
  page.waitForFunction(count => document.querySelectorAll('.games li').length === count, count);

/** Lets the engine play these moves, one after the other. */
async function engineMoves(page, moves) {
  const rest = [...moves];
  await page.route('**/api/search', route => {
    const score = { cp: 0, mate: null };
    const best = { uci: rest.shift(), san: '', score, scores: { first: score, second: score }, ended: 'done' };
    return route.fulfill({ contentType: 'text/event-stream', body: `event: best\ndata: ${JSON.stringify(best)}\n\n` });
  });
}

test('a run of the engine is shown move by move, and summed up', async () => {
  // The engine holds White; after its run of three switches you hold White.
  const page = await open(here, `/play?vs=engine&level=1&you=second&moves=${BEFORE_A_CHAIN.split(',').slice(0, 9)}`);
  await see(page, 'Your move, with Black');
  await page.evaluate(() => {
    window.turns = [];
    const board = document.querySelector('.board');
    new MutationObserver(() => {
      if (board.classList.contains('turning') && window.turns.at(-1)?.ended !== false)
        window.turns.push({ at: performance.now(), ended: false });
      else if (!board.classList.contains('turning') && window.turns.length) window.turns.at(-1).ended = true;
    }).observe(board, { attributes: true, attributeFilter: ['class'] });
    // A banner is there for a moment only.
    window.banners = [];
    const banner = document.querySelector('.switch-banner');
    new MutationObserver(() => window.banners.push(banner.textContent)).observe(banner, { childList: true });
  });
  await engineMoves(page, ['b2b4s', 'c7c6s', 'b4c5s', 'd6c5']);
  await drag(page, 'd7', 'c5');
  await page.getByRole('button', { name: 'Stay', exact: true }).click();
  await page.locator('.run-summary', { hasText: 'The engine switched 3 times; you hold White.' }).waitFor();
  await see(page, 'Your move, with White');
  assert.deepEqual(await page.evaluate(() => window.banners), [
    '⇄The engine switched. You now hold White.',
    '⇄The engine switched. You now hold Black.',
    '⇄The engine switched. You now hold White.',
    '⇄The engine switched 3 times; you hold White.',
  ]);
  // Each turn of the board was to be seen, one well after the other.
  const turns = await page.evaluate(() => window.turns.map(({ at }) => at));
  assert.equal(turns.length, 3);
  for (let index = 1; index < turns.length; index++) assert.ok(turns[index] - turns[index - 1] > 1000, String(turns));
  assert.deepEqual(page.problems, []);
});

test('the words about a switch go away with the next move', async () => {
  const page = await open(here, `/play?vs=human&moves=${BEFORE_A_CHAIN}`);
  await see(page, 'Player 1 to move');
  // The words are about the last move at any time, however long they would have stayed.
  await page.evaluate(() => {
    window.stale = [];
    const [banner, moves] = ['.switch-banner', '.side'].map(name => document.querySelector(name));
    new MutationObserver(() => {
      if (document.querySelectorAll('.moves [data-ply]').length === 12) window.stale.push(!banner.hidden);
    }).observe(moves, { childList: true, subtree: true });
  });
  await page.getByLabel('Type a move').fill('Bd3');
  await page.keyboard.press('Enter');
  await page.locator('[data-decision=switch]').click();
  await see(page, 'Player 1 to move, with Black');
  await page.getByLabel('Type a move').fill('a6');
  await page.keyboard.press('Enter');
  await see(page, 'Player 2 to move, with White');
  await page.locator('.switch-banner').waitFor({ state: 'hidden' });
  assert.ok(!(await page.evaluate(() => window.stale.at(-1))));
});

test('without motion the board does not turn, and says the same', async () => {
  const page = await open(here, `/play?vs=human&moves=${BEFORE_A_CHAIN}`, { reducedMotion: 'reduce' });
  await see(page, 'Player 1 to move');
  await drag(page, 'f1', 'd3');
  await page.getByRole('button', { name: 'Switch to Black' }).click();
  await see(page, 'Player 1 switched and now holds Black');
  assert.equal(await page.evaluate(() => document.querySelector('.board').getAnimations().length), 0);
});

test('a question is closed by touch, and the move is taken back', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const page = await open(here, `/play?vs=human&moves=${BEFORE_A_CHAIN}`, phone);
  await see(page, 'Player 1 to move');
  for (const name of ['Take the move back', null]) {
    await drag(page, 'f1', 'd3');
    await see(page, 'Switch sides?');
    const chain = await page.locator('.chain-line').first().getAttribute('d');
    if (name) await page.getByRole('button', { name }).tap();
    else await page.touchscreen.tap(200, 100);
    await page.locator('dialog').waitFor({ state: 'detached' });
    assert.equal((await movesOf(page)).length, 10);
    assert.ok(chain);
  }
  // The chain in the question is the chain afterwards.
  await drag(page, 'f1', 'd3');
  await see(page, 'Switch sides?');
  const asked = await page.locator('.chain-line').first().getAttribute('d');
  await page.getByRole('button', { name: 'Stay', exact: true }).tap();
  await see(page, 'Player 2 to move');
  assert.equal(await page.locator('.chain-line').first().getAttribute('d'), asked);
});

test('the board is flipped, and what was taken is shown', async () => {
  const page = await open(here, '/play?vs=human&moves=e2e4,d7d5,e4d5,d8d5,b1c3,a7a6,c3d5');
  await see(page, 'Player 2 to move');
  await bottom(page).getByLabel('Has taken a queen, a pawn').waitFor();
  await top(page).getByLabel('Has taken a pawn').waitFor();
  await see(page, '+9');
  await page.getByRole('button', { name: 'Flip board' }).click();
  await page.locator('.orientation-black').waitFor();
  assert.match(await bottom(page).innerText(), /Player 2/);
  await drag(page, 'a6', 'a5');
  await see(page, 'Player 1 to move');
  await page.locator('body').press('f');
  await page.locator('.orientation-white').waitFor();
  // An earlier position shows what had been taken then.
  await page.locator('[data-ply="3"]').click();
  await bottom(page).getByLabel('Has taken a pawn').waitFor();
});

test('moves that form a chain are pointed out to those who ask', async () => {
  const page = await open(here, `/play?vs=human&moves=${BEFORE_A_CHAIN}`);
  await see(page, 'Player 1 to move');
  assert.equal(await page.locator('.hint-line').count(), 0);
  await page.getByLabel('Show chain moves').check();
  await page.locator('.hint-line').first().waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Bd3', exact: true }).click();
  await see(page, 'Switch sides?');
  await page.getByRole('button', { name: 'Stay', exact: true }).click();
  await see(page, 'Player 2 to move');
  // It stays on for the next game.
  await page.goto(`${here.address}/play?vs=human`);
  await see(page, 'No move forms a chain here');
});

test('after a reload the clock goes on from where it was', async () => {
  const page = await open(here, '/play?vs=human&clock=15%2B0&moves=e2e4', { clock: true });
  await see(page, 'Player 2 to move');
  await page.clock.fastForward(5 * 60_000);
  await page.waitForFunction(() => document.querySelector('.plate.top .clock').textContent < '10:01');
  const before = await seconds(top(page));
  await page.reload();
  await see(page, 'Player 2 to move');
  const after = await seconds(top(page));
  // What the page takes to be loaded is little beside the five minutes; with full clocks it would be 900 again.
  assert.ok(after <= before && after > 300, `${before} before, ${after} after`);
});

test('who loses on time has none left, and the other keeps theirs', async () => {
  const page = await open(here, '/play?vs=human&clock=0.05%2B0&moves=e2e4,e7e5');
  await see(page, 'Player 2 wins: out of time');
  assert.equal(await bottom(page).locator('.clock').innerText(), '0:00.0');
  assert.equal(await top(page).locator('.clock').innerText(), '0:03.0');
});

test('a game goes on being remembered in two tabs, each its own', async () => {
  const page = await open(here, '/play');
  const start = async (tab, from, to) => {
    await tab.getByLabel('Opponent').selectOption('human');
    await tab.getByRole('button', { name: 'Start the game' }).click();
    await see(tab, 'Player 1 to move');
    await drag(tab, from, to);
    await see(tab, 'Player 2 to move');
  };
  await start(page, 'e2', 'e4');
  const other = await page.context().newPage();
  await other.goto(`${here.address}/play`);
  await start(other, 'd2', 'd4');
  await page.reload();
  await see(page, 'Player 2 to move');
  assert.deepEqual(await movesOf(page), ['e2e4']);
  assert.deepEqual(await movesOf(other), ['d2d4']);
  await page.goto(`${here.address}/play`);
  await gamesListed(page, 2);
  // The same game in both: the second that goes another way becomes a game of its own.
  await page.locator('.games .game').last().click();
  await see(page, 'Player 2 to move');
  await other.goto(await address(page));
  await see(other, 'Player 2 to move');
  await drag(page, 'e7', 'e5');
  await see(page, 'Player 1 to move');
  await drag(other, 'c7', 'c5');
  await see(other, 'Player 1 to move');
  await page.goto(`${here.address}/play`);
  await gamesListed(page, 3);
});

test('a game that is over is not continued, but can be looked at', async () => {
  const page = await open(here, '/play?vs=human&moves=f2f3,e7e5,g2g4');
  await see(page, 'Player 2 to move');
  await drag(page, 'd8', 'h4');
  await see(page, 'Player 2 wins: checkmate');
  await page.getByRole('button', { name: 'New game' }).click();
  await see(page, 'Your games');
  assert.equal(await page.getByRole('button', { name: 'Continue the last game' }).count(), 0);
  await page.locator('.games .game').first().click();
  await see(page, 'Player 2 wins: checkmate');
  await page.goBack();
  await page.getByRole('button', { name: 'Start the game' }).waitFor();
});

test('a game that is forgotten is not continued', async () => {
  const page = await open(here, '/play?vs=human&clock=each600&moves=e2e4,e7e5');
  await see(page, 'Player 1 to move');
  await drag(page, 'g1', 'f3');
  await see(page, 'Player 2 to move');
  await page.goto(`${here.address}/play`);
  const resume = page.getByRole('button', { name: 'Continue the last game' });
  await resume.waitFor();
  await page.locator('.games .game', { hasText: '600 seconds for each move' }).waitFor();
  await page.getByRole('button', { name: 'Forget the game' }).click();
  await resume.waitFor({ state: 'detached' });
  assert.equal(await page.locator('.games').count(), 0);
  assert.deepEqual(page.problems, []);
});

test('a resignation that is not yet confirmed stays when the engine moves', async () => {
  const page = await open(here, '/play?vs=engine&level=1&moves=');
  await see(page, 'Your move');
  let release;
  const gate = new Promise(resolve => {
    release = resolve;
  });
  await page.route('**/api/search', async route => {
    await gate;
    await route.continue().catch(() => undefined);
  });
  await click(page, 'e2');
  await click(page, 'e4');
  await see(page, 'The engine thinks');
  await page.getByRole('button', { name: 'Resign' }).click();
  release();
  await see(page, 'Your move');
  await page.getByRole('button', { name: 'Really resign' }).click();
  await see(page, 'The engine wins: resignation');
});

test('an offer of a draw leaves no stale words', async () => {
  const page = await open(here, '/play?vs=engine&level=1');
  await see(page, 'Your move');
  await page.getByRole('button', { name: 'Offer a draw' }).click();
  await see(page, 'Draw: agreement');
  assert.equal(await page.getByText('considers your offer').count(), 0);
});

test('a saved game has its date and well-formed tags', async () => {
  const page = await open(here, '/play?vs=human&moves=e2e4,e7e5&limit=none');
  await see(page, 'Player 1 to move');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PGN' }).click(),
  ]);
  const pgn = await readFile(await file.path(), 'utf8');
  const today = new Date();
  const date = [today.getFullYear(), today.getMonth() + 1, today.getDate()].map(part => String(part).padStart(2, '0'));
  assert.match(pgn, new RegExp(`^\\[Date "${date.join('\\.')}"\\]$`, 'm'));
  // The two tags on one line are for python-chess, which would refuse the variant: see pgn/write.rs in catena-chess.
  const tags = pgn.split('\n\n')[0].replace('[UCI_Variant "sscc"] ', '');
  for (const line of tags.split('\n')) assert.match(line, /^\[\w+ "[^"]*"\]$/);
});

test('help to decide is there for those who ask, before the decision and after it', async () => {
  const page = await open(here, `/play?vs=human&moves=${BEFORE_A_CHAIN}`);
  await see(page, 'Player 1 to move');
  await drag(page, 'f1', 'd3');
  await see(page, 'Switch sides?');
  assert.equal(await page.locator('dialog .futures').count(), 0);
  await page.getByRole('button', { name: 'Help me decide' }).click();
  await page.locator('dialog .futures .board').first().waitFor();
  await page.screenshot({ path: `${shots}/help.png` });
  await page.locator('[data-decision=stay]').click();
  await see(page, 'Player 2 to move');
  assert.equal(await page.locator('.insight .futures:visible').count(), 0);
  await page.getByRole('button', { name: 'Switch or stay: why?' }).click();
  await page.locator('.insight .futures:visible').waitFor();
  // The next move asks anew.
  await drag(page, 'a7', 'a6');
  await see(page, 'Player 1 to move');
  assert.equal(await page.locator('.insight .futures:visible').count(), 0);
  assert.deepEqual(page.problems, []);
});

test('all of a question can be reached with its help unfolded, at every size', async () => {
  for (const [width, height] of [
    [1366, 768],
    [1280, 600],
    [740, 360],
    [320, 568],
  ]) {
    const page = await open(here, `/play?vs=human&moves=${BEFORE_A_CHAIN}`, { viewport: { width, height } });
    await see(page, 'Player 1 to move');
    await drag(page, 'f1', 'd3');
    await page.getByRole('button', { name: 'Help me decide' }).click();
    await page.locator('dialog .future .pv button').first().waitFor();
    const box = await page.locator('dialog').boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= height, `${width}×${height}: ${JSON.stringify(box)}`);
    await page.getByRole('button', { name: 'Take the move back' }).click();
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.context().close();
  }
});

test('after a game its review leads to each position, and chains show both futures', async () => {
  const page = await open(here, `/play?vs=human&moves=${BEFORE_A_CHAIN},f1d3s&end=first`);
  await see(page, 'Player 2 wins: resignation');
  await page.locator('.insight .futures:visible').waitFor();
  await page.getByRole('button', { name: 'Review' }).click();
  await page.locator('.review progress').waitFor({ state: 'hidden' });
  await page.screenshot({ path: `${shots}/review.png` });
  await page.locator('[data-ply="2"]').click();
  await see(page, 'You look at an earlier position');
  await page.getByRole('button', { name: 'Rematch' }).click();
  await see(page, 'Player 1 to move');
  assert.equal(await page.locator('.review:visible').count(), 0);
  assert.deepEqual(page.problems, []);
});
