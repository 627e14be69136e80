import assert from 'node:assert/strict';
import { test } from 'node:test';
import { address, findings, label, open, see, shots, square, stage, verdict } from './support.mjs';
import { VIEWS } from './views.mjs';

const here = stage();

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing, ${colorScheme}`, async () => {
    for (const [, view, whole] of VIEWS) {
      const page = await open(here, view, { colorScheme, ready: whole });
      assert.deepEqual(await findings(page), [], view);
      assert.deepEqual(page.problems, [], view);
      await page.close();
    }
  });
}

test('on a phone everything fits the width and can be touched', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
  for (const [index, [, view, whole]] of VIEWS.entries()) {
    const page = await open(here, view, { ...phone, ready: whole });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${view} is ${wide} pixels wide`);
    await page.screenshot({ path: `${shots}/phone-${index}.png` });
    await page.close();
  }
  const page = await open(here, '/play?vs=human', phone);
  await see(page, 'Player 1 to move');
  const tap = async name => {
    const box = await page.locator('.board').boundingBox();
    const [file, rank] = ['abcdefgh'.indexOf(name[0]), Number(name[1])];
    await page.touchscreen.tap(box.x + ((file + 0.5) * box.width) / 8, box.y + ((8.5 - rank) * box.height) / 8);
  };
  await tap('e2');
  await tap('e4');
  await see(page, 'Player 2 to move');
  assert.ok((await page.locator('.board').boundingBox()).width > 380);
});

test('the game can be played with the keyboard alone', async () => {
  const page = await open(here, '/play?vs=human&moves=e2e4,e7e5,d2d4,d7d6,d4d5,g8f6,c2c4,b8d7,b1c3,d7c5');
  await see(page, 'Player 1 to move');
  const press = async keys => {
    for (const key of keys) await page.keyboard.press(key);
  };
  // Tab to the board; the cursor is on e2.
  for (
    let count = 0;
    count < 15 && !(await page.evaluate(() => document.activeElement?.getAttribute('role') === 'gridcell'));
    count++
  )
    await press(['Tab']);
  assert.equal(await page.evaluate(() => document.activeElement?.dataset.square), 'e2');
  await press(['ArrowDown', 'ArrowRight', 'Enter']);
  assert.equal(await page.locator('[data-square=f1]').getAttribute('aria-selected'), 'true');
  assert.match(await label(page, 'd3'), /can be moved to/);
  await press(['ArrowUp', 'ArrowUp', 'ArrowLeft', 'ArrowLeft', 'Enter']);
  await see(page, 'Switch sides?');
  // The first answer has the focus.
  await press(['Enter']);
  await see(page, 'Player 1 to move, with Black');
  // The cursor is where it was, and the game goes on from there.
  assert.equal(await page.evaluate(() => document.activeElement?.dataset.square), 'd3');
  assert.match(
    await page.locator('#announcer').innerText(),
    /Player 1: Bd3\. Chain\. Player 1 switched, now holds Black/,
  );
});

test('what the mouse or a finger chooses is said of its square, too', async () => {
  const page = await open(here, '/play?vs=human', { hasTouch: true });
  await see(page, 'Player 1 to move');
  const chosen = page.locator('[data-square=e2][aria-selected=true]');
  for (const press of [at => page.mouse.click(...at), at => page.touchscreen.tap(...at)]) {
    await press(await square(page, 'e2'));
    await chosen.waitFor({ state: 'attached' });
    assert.match(await label(page, 'e4'), /can be moved to/);
    await press(await square(page, 'e2'));
    await chosen.waitFor({ state: 'detached' });
    assert.doesNotMatch(await label(page, 'e4'), /can be moved to/);
  }
  assert.deepEqual(page.problems, []);
});

test('the board is edited with the keyboard alone', async () => {
  const page = await open(here, '/analyse?fen=8/8/2pp4/1p2p3/2p5/8/8/8');
  await see(page, 'Nothing is enclosed');
  await page.locator('[data-square=e2]').focus();
  for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowUp', 'N']) await page.keyboard.press(key);
  await verdict(page, 'Chain through the white knight on d4');
  await page.keyboard.press('Delete');
  await see(page, 'Nothing is enclosed');
});

test('a control keeps the focus when the view changes', async () => {
  const page = await open(here, '/analyse?moves=e2e4,e7e5');
  await page.locator('[data-ply="2"][aria-current]').waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.getByRole('button', { name: 'Flip board' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.orientation-black').waitFor();
  await page.waitForURL(/flip/);
  assert.equal(await focused(), 'Flip');
  await page.getByLabel('Previous move').focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-ply="1"][aria-current]').waitFor();
  assert.equal(await focused(), '‹');
});

test('the skip link leads to the view and leaves the address alone', async () => {
  const page = await open(here, '/analyse?moves=e2e4');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'main');
  assert.equal(new URL(await address(page)).hash, '');
});

test('sounds are off until they are asked for', async () => {
  const page = await open(here, '/play');
  const sounds = page.getByRole('button', { name: 'Sounds' });
  assert.equal(await sounds.getAttribute('aria-pressed'), 'false');
  await sounds.click();
  await page.reload();
  assert.equal(await sounds.getAttribute('aria-pressed'), 'true');
});

test('the theme follows the system until it is chosen', async () => {
  const page = await open(here, '/', { colorScheme: 'dark' });
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  assert.equal(await theme(), 'dark');
  await page.getByLabel('Dark theme').click();
  assert.equal(await theme(), 'light');
  await page.reload();
  assert.equal(await theme(), 'light');
});
