import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, see, shots, stage } from './support.mjs';

const here = stage();

test('each rule has a live board', async () => {
  const page = await open(here, '/rules');
  const rules = page.locator('.rule');
  assert.ok((await rules.count()) >= 8);
  for (let index = 0; index < (await rules.count()); index++) {
    await rules.nth(index).scrollIntoViewIfNeeded();
    await rules.nth(index).locator('.mini-words:not(:empty)').waitFor();
  }
  await page.screenshot({ path: `${shots}/rules.png`, fullPage: true });
  assert.deepEqual(page.problems, []);
});

test('puzzles are judged by the detector and the engine', async () => {
  const page = await open(here, '/rules');
  const puzzles = page.locator('.puzzle-dots button');
  const count = await puzzles.count();
  assert.ok(count >= 12, `${count} puzzles`);
  const kinds = new Set();
  for (let index = 0; index < count; index++) {
    await puzzles.nth(index).click();
    const task = (await page.locator('.puzzle-side h3').innerText()).replace(/^\d+\. /, '');
    kinds.add(task);
    if (task === 'Form a chain') continue;
    const side = page.locator('.puzzle-side');
    await side.getByRole('button', { name: task === 'Is this a chain?' ? 'Yes' : 'Switch' }).click();
    await page.waitForFunction(
      () => /^(Right|Not so)/.test(document.querySelector('.puzzle-side .mini-words')?.textContent ?? ''),
      null,
      { timeout: 60000 },
    );
  }
  assert.deepEqual([...kinds].sort(), ['Form a chain', 'Is this a chain?', 'Switch or stay?']);
  assert.deepEqual(page.problems, []);
  await see(page, 'Puzzles');
});
