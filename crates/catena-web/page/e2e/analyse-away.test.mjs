// The server goes away while a game is analysed, and comes back. The same for Play is in away.test.mjs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atPly, drag, open, see, stage, verdict } from './support.mjs';

const here = stage();

const lost = page => page.locator('.connection.lost').waitFor();
const found = page => page.locator('.connection.lost').waitFor({ state: 'hidden' });
/** A server that is gone is what these tests are about. */
const others = page =>
  page.problems.filter(text => !/ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY|network error/i.test(text));

test('Analyse says so, keeps the board, and goes on where it was', async () => {
  const page = await open(here, '/analyse?moves=e2e4,e7e5,d2d4,d7d6,d4d5,g8f6,c2c4,b8d7,b1c3,d7c5&engine');
  await atPly(page, 10);
  await page.locator('.lines li').first().waitFor();
  await here.stop();
  await lost(page);
  // A step back to a position that is not known waits for the server; the board is not emptied, nothing is edited.
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.locator('.editing').count(), 0);
  assert.ok((await page.locator('.analyse .board').first().locator('piece').count()) >= 31);
  // What was said about the position before is not said about this one.
  await see(page, 'Looking at this position');
  assert.equal(await page.locator('.analyse .board').first().locator('.chain-line, .moved-frame').count(), 0);
  await page.keyboard.press('ArrowRight');
  await here.restart();
  await found(page);
  await page.locator('.lines li').first().waitFor();
  await drag(page, 'f1', 'd3');
  await page.getByRole('button', { name: 'Switch to Black' }).click();
  await verdict(page, 'Chain through the white bishop on d3');
  await atPly(page, 11);
  assert.deepEqual(others(page), []);
});

test('a view opened while the server is away is complete when it is back', async () => {
  const page = await open(here, '/analyse?moves=e2e4');
  await atPly(page, 1);
  await here.stop();
  await page.keyboard.press('ArrowLeft');
  await drag(page, 'd2', 'd4');
  await lost(page);
  await here.restart();
  await found(page);
  await page.keyboard.press('Home');
  await see(page, 'White to move');
  await drag(page, 'd2', 'd4');
  await page.locator('.moves .variation', { hasText: 'd4' }).waitFor();
});
