// The server goes away in the middle of a game, and comes back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drag, label, movesOf, open, see, stage } from './support.mjs';
import { VIEWS } from './views.mjs';

const here = stage();

const AWAY = 'The server does not answer';
const seconds = async plate =>
  (await plate.locator('.clock').innerText()).split(':').reduce((minutes, part) => minutes * 60 + Number(part), 0);

/** What a browser writes to its console when a server is gone is no fault of the page. */
const faults = page => page.problems.filter(text => !/Failed to load resource|ERR_/.test(text));

test('on your own move: the move is kept, the clocks stand still, and the game goes on', async () => {
  const page = await open(here, '/play?vs=human&clock=5%2B0');
  await see(page, 'Player 1 to move');
  await here.stop();
  await drag(page, 'e2', 'e4');
  await see(page, AWAY);
  // The move stays on the board.
  assert.match(await label(page, 'e4'), /white pawn/);
  const [bottom, top] = [page.locator('.plate').last(), page.locator('.plate').first()];
  const before = [await seconds(bottom), await seconds(top)];
  // The page has asked again at least twice more.
  await page.waitForEvent('requestfailed');
  await page.waitForEvent('requestfailed');
  assert.deepEqual([await seconds(bottom), await seconds(top)], before);
  assert.equal(await page.locator('.clock.running').count(), 0);
  await here.restart();
  await see(page, 'Player 2 to move, with Black');
  await page.getByText(AWAY).first().waitFor({ state: 'detached' });
  await drag(page, 'e7', 'e5');
  await see(page, 'Player 1 to move, with White');
  assert.deepEqual(await movesOf(page), ['e2e4', 'e7e5']);
  assert.deepEqual(faults(page), []);
});

test('the clocks show what the kept move took, and nothing is played after it', async () => {
  const page = await open(here, '/play?vs=engine&level=1&clock=5%2B0&moves=e2e4,e7e5', { clock: true });
  await see(page, 'Your move');
  await page.clock.fastForward(100_000);
  await here.stop();
  await drag(page, 'd2', 'd4');
  await see(page, 'Your move is kept');
  assert.ok((await seconds(page.locator('.plate').last())) <= 200, 'the clock went back to before the move');
  await page.getByLabel('Type a move').fill('a2a3');
  await page.getByLabel('Type a move').press('Enter');
  await see(page, 'It is not your move yet');
  await here.restart();
  await page.waitForFunction(() => document.querySelectorAll('.moves [data-ply]').length >= 4);
  assert.equal((await movesOf(page))[2], 'd2d4');
  assert.ok((await seconds(page.locator('.plate').last())) <= 200);
  assert.deepEqual(faults(page), []);
});

test('a kept move is the one that is taken back', async () => {
  const page = await open(here, '/play?vs=engine&level=1&moves=e2e4,e7e5');
  await see(page, 'Your move');
  await here.stop();
  await drag(page, 'd2', 'd4');
  await see(page, 'Your move is kept');
  await page.getByRole('button', { name: 'Take back' }).click();
  await here.restart();
  await page.locator('[data-square=d2][aria-label*="white pawn"]').waitFor();
  assert.deepEqual(await movesOf(page), ['e2e4', 'e7e5']);
});

test('of a game that is over nothing is promised', async () => {
  const page = await open(here, '/play?vs=human&moves=f2f3,e7e5,g2g4,d8h4');
  await see(page, 'Player 2 wins');
  await here.stop();
  await see(page, AWAY);
  assert.equal(await page.getByText('The game goes on').count(), 0);
  await here.restart();
});

test('on the engine’s move: it thinks again when the server is back, and pays no time for it', async () => {
  const page = await open(here, '/play?vs=engine&level=1&clock=5%2B0');
  await see(page, 'Your move');
  // The engine’s answer breaks off.
  let breaks = true;
  await page.route('**/api/search', async route => {
    if (!breaks) return route.continue();
    breaks = false;
    await here.stop();
    await route.abort('connectionreset');
  });
  await drag(page, 'e2', 'e4');
  await see(page, AWAY);
  const top = page.locator('.plate').first();
  await page.waitForEvent('requestfailed');
  const before = await seconds(top);
  await page.waitForEvent('requestfailed');
  await page.waitForEvent('requestfailed');
  assert.ok(before - (await seconds(top)) <= 1, 'the engine’s clock ran while the server was away');
  await here.restart();
  await see(page, 'Your move');
  assert.equal((await movesOf(page)).length, 2);
  assert.ok((await seconds(top)) > 290);
  assert.deepEqual(faults(page), []);
});

test('a page that is reloaded while the server is away opens the game when it is back', async () => {
  const page = await open(here, '/play?vs=human&moves=e2e4');
  await see(page, 'Player 2 to move');
  await page.route('**/api/game', route => route.abort('connectionrefused'));
  await page.reload();
  await page.locator('.board').first().waitFor();
  await page.waitForEvent('requestfailed');
  await page.unroute('**/api/game');
  await see(page, 'Player 2 to move');
  assert.deepEqual(faults(page), []);
});

const notice = page => page.locator('.connection.lost');

test('every view says that the server is gone, even if nothing is asked of it', async () => {
  const pages = [];
  for (const [, address, whole] of VIEWS) pages.push(await open(here, address, { ready: whole }));
  await here.stop();
  for (const page of pages) await notice(page).waitFor();
  await here.restart();
  for (const page of pages) await notice(page).waitFor({ state: 'hidden' });
  for (const page of pages) assert.deepEqual(faults(page), []);
});

test('a view that is chosen while the server is away opens when it is back', async () => {
  for (const [name, ready] of [
    ['Learn', '.lesson'],
    ['Play', '.setup'],
    ['Analyse', '.analyse [data-verdict]'],
  ]) {
    const page = await open(here, '/');
    await page.locator('.chain-line').waitFor();
    await here.stop();
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name }).click();
    await notice(page).waitFor();
    await here.restart();
    await page.locator(ready).first().waitFor();
    await notice(page).waitFor({ state: 'hidden' });
    assert.deepEqual(faults(page), []);
    await page.close();
  }
});
