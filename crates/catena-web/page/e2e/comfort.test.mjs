// Help for the keyboard, themes, sounds, installing the page, and a game as an animated picture.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { findings, open, see, shots, stage, tools } from './support.mjs';
import { VIEWS } from './views.mjs';

const here = stage();

const help = page => page.getByRole('dialog', { name: 'Keyboard' });

test('? shows the keys in every view, and Escape closes it', async () => {
  for (const [name, address, whole] of VIEWS) {
    const page = await open(here, address, { ready: whole });
    await page.locator('body').press('?');
    await help(page).waitFor();
    await help(page).getByText('Show this help').waitFor();
    if (name === 'analyse') await help(page).getByText('Undo, redo').waitFor();
    await page.keyboard.press('Escape');
    await help(page).waitFor({ state: 'detached' });
    await page.context().close();
  }
});

test('a question mark that is typed into a field is a letter', async () => {
  const page = await open(here, '/play?vs=human');
  await see(page, 'Player 1 to move');
  const field = page.getByLabel('Type a move');
  await field.press('?');
  assert.equal(await field.inputValue(), '?');
  assert.equal(await help(page).count(), 0);
});

for (const colorScheme of ['light', 'dark'])
  test(`axe finds nothing in the dialogs and the board themes, ${colorScheme}`, async () => {
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1280, height: 800 },
    ]) {
      const page = await open(here, '/learn?lesson=2', { colorScheme, viewport });
      await see(page, 'Press the squares.');
      await page.keyboard.press('?');
      await help(page).waitFor();
      assert.deepEqual(await findings(page), []);
      await page.screenshot({ path: `${shots}/keys-${viewport.width}-${colorScheme}.png` });
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Settings' }).click();
      for (const theme of ['Wood', 'Slate', 'Signs']) {
        await page.getByRole('radio', { name: theme }).check({ force: true });
        assert.deepEqual(await findings(page), [], theme);
        await page.screenshot({ path: `${shots}/theme-${theme}-${viewport.width}-${colorScheme}.png` });
      }
      await page.context().close();
    }
  });

test('a board theme changes squares and pieces, and is kept', async () => {
  const page = await open(here, '/analyse');
  await page.locator('[data-verdict]').waitFor();
  const look = () =>
    page.evaluate(() => [
      getComputedStyle(document.querySelector('cg-board')).backgroundImage,
      getComputedStyle(document.querySelector('cg-board piece.knight.white')).backgroundImage,
    ]);
  const seen = [await look()];
  for (const theme of ['Slate', 'Signs']) {
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: theme }).check({ force: true });
    await page.getByRole('button', { name: 'Close' }).click();
    seen.push(await look());
  }
  for (const part of [0, 1]) assert.equal(new Set(seen.map(look => look[part])).size, 3);
  for (const [, piece] of seen) assert.match(piece, /^url\("data:image\/svg/);
  await page.screenshot({ path: `${shots}/signs.png` });
  await page.reload();
  await page.locator('[data-verdict]').waitFor();
  assert.deepEqual(await look(), seen[2]);
  assert.deepEqual(page.problems, []);
});

test('on a phone the settings have what the header has no room for', async () => {
  const page = await open(here, '/play', { viewport: { width: 390, height: 844 }, ready: '.setup' });
  assert.equal(await page.getByRole('button', { name: 'Sounds' }).count(), 0);
  await page.getByRole('button', { name: 'Settings' }).click();
  const before = await page.evaluate(() => document.documentElement.dataset.theme);
  await page.getByRole('checkbox', { name: 'Dark theme' }).check();
  await page.getByRole('checkbox', { name: 'Sounds' }).check();
  assert.deepEqual([before, await page.evaluate(() => document.documentElement.dataset.theme)], ['light', 'dark']);
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'Settings');
  assert.deepEqual(page.problems, []);
});

/** Lets a page remember the tones that it asks the browser for; returns those since the last call. */
async function listen(page) {
  await page.evaluate(() => {
    window.tones = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when) {
      window.tones.push(Math.round(this.frequency.value));
      return start.call(this, when);
    };
  });
  return () => page.evaluate(() => window.tones.splice(0));
}

async function type(page, move) {
  await page.getByLabel('Type a move').fill(move);
  await page.keyboard.press('Enter');
}

test('moves, captures and the end have sounds, if they are wanted', async () => {
  const page = await open(here, '/play?vs=human', { ready: '.status' });
  const heard = await listen(page);
  await type(page, 'e4');
  await see(page, 'Player 2 to move');
  assert.deepEqual(await heard(), [], 'nobody asked for sounds');
  await page.getByRole('button', { name: 'Sounds' }).click();
  assert.equal((await heard()).length, 1, 'a sample');
  await type(page, 'd5');
  await see(page, 'Player 1 to move');
  const move = await heard();
  await type(page, 'exd5');
  await see(page, 'Player 2 to move');
  const capture = await heard();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Really resign' }).click();
  await page.locator('.status.over').waitFor();
  const end = await heard();
  assert.deepEqual([move.length, capture.length, end.length], [1, 1, 3]);
  assert.notDeepEqual(move, capture);
  assert.deepEqual(page.problems, []);
});

test('a chain has a sound, and so has the switch', async () => {
  const moves = 'e2e4,e7e5,d2d4,d7d6,d4d5,g8f6,c2c4,b8d7,b1c3,d7c5';
  const page = await open(here, `/play?vs=human&moves=${moves}`, { ready: '.moves [data-ply]' });
  await page.getByRole('button', { name: 'Sounds' }).click();
  const heard = await listen(page);
  await type(page, 'Bd3');
  await see(page, 'Switch sides?');
  assert.equal((await heard()).length, 2);
  await page.locator('[data-decision=switch]').click();
  await see(page, 'Player 1 to move, with Black');
  assert.equal((await heard()).length, 3);
});

test('the page can be installed: a manifest with icons that exist', async () => {
  const page = await open(here, '/');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const response = await fetch(here.address + href);
  assert.equal(response.headers.get('content-type'), 'application/manifest+json');
  const manifest = await response.json();
  assert.equal(manifest.display, 'standalone');
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await fetch(here.address + src);
    assert.equal(icon.status, 200, src);
    assert.equal(icon.headers.get('content-type'), type, src);
    if (type !== 'image/png') continue;
    const bytes = Buffer.from(await icon.arrayBuffer());
    assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes, src);
  }
  const client = await page.context().newCDPSession(page);
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
  // A window without a profile cannot install anything; nothing else is in the way.
  assert.deepEqual(
    installabilityErrors.map(({ errorId }) => errorId).filter(id => id !== 'in-incognito'),
    [],
  );
});

test('without the server the page opens, says so, and goes on when it is back', async () => {
  const page = await open(here, '/learn?lesson=1');
  await see(page, 'White to move');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await here.stop();
  await page.goto(`${here.address}/learn?lesson=3`);
  await see(page, '3. What is inside');
  await see(page, 'The server does not answer');
  await page.screenshot({ path: `${shots}/away.png` });
  await here.restart();
  await see(page, 'Press the squares.');
  await page.getByText('The server does not answer').first().waitFor({ state: 'detached' });
  // What is not a file of the page is never kept.
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async name => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  assert.ok(kept.length > 10);
  assert.deepEqual(
    kept.filter(path => path.startsWith('/api')),
    [],
  );
});

test('a game is saved as an animated picture, after a game and from the analysis', async () => {
  const moves = 'e2e4,e7e5,d2d4,d7d6,d4d5,g8f6,c2c4,b8d7,b1c3,d7c5,f1d3s';
  const save = async page => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download GIF' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'catena.gif');
    const bytes = await readFile(await download.path());
    assert.equal(bytes.subarray(0, 6).toString(), 'GIF89a');
    return bytes;
  };
  const analysis = await open(here, `/analyse?moves=${moves}`, { ready: '[data-verdict]' });
  await tools(analysis);
  const whole = await save(analysis);
  assert.deepEqual(analysis.problems, []);
  const game = await open(here, `/play?vs=human&moves=${moves}&end=first`, { ready: '.status.over' });
  assert.deepEqual(await save(game), whole);
  // The browser shows it: it is a picture as high as it is wide, and a little more for the words.
  const size = await game.evaluate(async data => {
    const image = new Image();
    image.src = `data:image/gif;base64,${data}`;
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  }, whole.toString('base64'));
  assert.equal(Math.max(...size), 480);
});
