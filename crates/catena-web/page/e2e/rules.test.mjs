import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, shots, stage } from './support.mjs';

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

test('each rule has a position of its own, and the coordinates of its board are read over the pieces', async () => {
  const page = await open(here, '/rules');
  const boards = await page
    .locator('.rule .board')
    .evaluateAll(all =>
      all.map(board =>
        [...board.querySelectorAll('[data-square]')].map(cell => cell.getAttribute('aria-label')).join(),
      ),
    );
  assert.equal(new Set(boards).size, boards.length);
  const layers = await page.evaluate(() => {
    const layer = name => Number(getComputedStyle(document.querySelector(`.rule .board ${name}`)).zIndex);
    return [layer('coords'), layer('piece')];
  });
  assert.ok(layers[0] > layers[1], `coordinates ${layers[0]}, pieces ${layers[1]}`);
});

test('all switches of a row can be used up', async () => {
  const page = await open(here, '/rules');
  const rule = page.locator('.rule', { hasText: 'How often in a row' });
  await rule.scrollIntoViewIfNeeded();
  await rule.getByText('White to move').waitFor();
  const press = async name => {
    await rule.locator('.board.turning').waitFor({ state: 'detached' });
    await rule.locator(`[data-square=${name}]`).scrollIntoViewIfNeeded();
    const box = await rule.locator(`[data-square=${name}]`).boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  };
  for (const [from, to, color, words] of [
    ['e2', 'c3', 'Black', '1 of 2 switches'],
    ['e8', 'e5', 'White', 'Done: all 2 switches'],
  ]) {
    await press(from);
    await press(to);
    await page.getByRole('button', { name: `Switch to ${color}` }).click();
    await rule.getByText(words).waitFor();
  }
  assert.deepEqual(page.problems, []);
});
