// The first page: a ring of six pieces closes, and then the sides switch.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { label, open, see, stage } from './support.mjs';

const here = stage();

const RING = ['c5', 'd5', 'e4', 'd3', 'c3', 'b4'];
const caption = (page, text) => page.locator('.home-caption', { hasText: text }).waitFor();

/** The picture after the switch. */
async function hasTurned(page) {
  await caption(page, 'You switch sides');
  await page.locator('.orientation-black').waitFor();
  await see(page, 'Your opponent: White');
  await see(page, 'You: Black');
  for (const square of RING) assert.match(await label(page, square), /(white|black) .*on the chain/, square);
  for (const square of ['c4', 'd4']) assert.match(await label(page, square), /empty, enclosed/, square);
}

test('the picture closes a ring of six pieces, and then the sides switch', async () => {
  const page = await open(here, '/');
  await caption(page, 'Five pieces stand in a ring. One is missing.');
  assert.match(await label(page, 'c3'), /^c3, empty/);
  await caption(page, 'Your knight closes the chain around two empty squares.');
  await page.locator('.orientation-white').waitFor();
  await see(page, 'You: White');
  assert.match(await label(page, 'c3'), /^c3, white knight, on the chain, moved last/);
  await hasTurned(page);
  // It can be seen again.
  await page.getByRole('button', { name: 'Show it again' }).click();
  await caption(page, 'Five pieces stand in a ring');
  await hasTurned(page);
  assert.deepEqual(page.problems, []);
});

test('who wants no motion sees how it ends, and is told all of it', async () => {
  const page = await open(here, '/', { reducedMotion: 'reduce' });
  await hasTurned(page);
  await caption(page, 'Your knight closes the chain around two empty squares. You switch sides');
});

test('the first page leads to the puzzles', async () => {
  const page = await open(here, '/');
  await page.getByRole('link', { name: /^Puzzles/ }).click();
  await page.locator('.puzzle-set').first().waitFor();
  assert.deepEqual(page.problems, []);
});
