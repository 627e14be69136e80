import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isCurrent, readSample, SAMPLES } from '../src/walls/samples/make.mjs';
import { encode } from '../src/walls/samples/png.mjs';
import { address, binary, open, shots, stage } from './support.mjs';

const here = stage();
const files = mkdtempSync(join(tmpdir(), 'catena-walls-'));
after(() => rmSync(files, { recursive: true }));

const samplePath = name => fileURLToPath(new URL(`../src/walls/samples/${name}.png`, import.meta.url));

/** What the command says about an image: the answer must be the same. */
function command(...args) {
  try {
    return JSON.parse(execFileSync(binary, ['grid', ...args], { encoding: 'utf8', maxBuffer: 1 << 28 }));
  } catch (error) {
    // An enclosed cell ends with 1, and is an answer all the same.
    if (error.status === 1) return JSON.parse(error.stdout);
    throw error;
  }
}

const areasOf = (path, threshold, ...more) =>
  command(path, '--invert', '--threshold', String(threshold), '--min-size', '1', '--areas', '-', ...more);
const leakOf = (path, threshold, at) =>
  command(path, '--invert', '--threshold', String(threshold), '--leak', at.join(), '--format', 'json').leak;

const openWalls = (path = '/walls', options = {}) =>
  open(here, path, { ready: '.walls-answer:not([aria-busy]) h2', ...options });
const settled = page => page.locator('.walls-answer:not([aria-busy]) h2').waitFor();
const headline = (page, text) => page.locator(`[data-walls="${text}"]`).waitFor();
/** Waits until a text is in the view; the announcer has the same words. */
const see = (page, text) => page.locator('.walls').getByText(text).first().waitFor();
/** Waits until the command that is offered is about this file: the image has been opened. */
const commandNames = (page, name) =>
  page.locator('.walls-command code', { hasText: name }).waitFor({ state: 'attached' });
const answerText = page => page.locator('.walls-answer').innerText();

/** Where a cell of an image that is shown whole is on the page. */
async function pointOf(page, [x, y], { width, height }) {
  const box = await page.locator('.walls-canvas').boundingBox();
  let scale = Math.min(box.width / width, box.height / height);
  if (scale >= 3) scale = Math.floor(scale);
  return [
    box.x + (box.width - width * scale) / 2 + (x + 0.5) * scale,
    box.y + (box.height - height * scale) / 2 + (y + 0.5) * scale,
  ];
}

const PLAN = { width: 960, height: 640 };
const LIVING = [480, 450];
const BEDROOM = [300, 200];

const clickCell = async (page, cell, size) => page.mouse.click(...(await pointOf(page, cell, size)));

/** What the canvas has where nothing is drawn yet. */
const BLANK = [217, 214, 209];

/** The colours of cells on the screen, as red, green and blue, once the image is there: the browser shows what a worker
 *  has drawn a moment after it says so. */
async function colours(page, cells, size) {
  for (let tries = 0; ; tries++) {
    const found = await coloursNow(page, cells, size);
    const isBlank = found.some(colour => colour.every((part, index) => part === BLANK[index]));
    if (!isBlank || tries === 100) return found;
    await page.waitForTimeout(100);
  }
}

async function coloursNow(page, cells, size) {
  const shot = await page.screenshot();
  const points = await Promise.all(cells.map(cell => pointOf(page, cell, size)));
  return page.evaluate(
    async ([bytes, points]) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(atob(bytes), char => char.charCodeAt(0))]));
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context.drawImage(image, 0, 0);
      return points.map(([x, y]) => [...context.getImageData(Math.floor(x), Math.floor(y), 1, 1).data.slice(0, 3)]);
    },
    [shot.toString('base64'), points],
  );
}

const threshold = page => page.getByLabel('Threshold', { exact: true });
const sliderValue = async page => Number(await threshold(page).inputValue());

/** Drags the slider with the mouse to about this value. */
async function slideTo(page, value, steps = 12) {
  const box = await threshold(page).boundingBox();
  const at = value => [box.x + 8 + ((box.width - 16) * value) / 256, box.y + box.height / 2];
  await page.mouse.move(...at(await sliderValue(page)));
  await page.mouse.down();
  await page.mouse.move(...at(value), { steps });
  await page.mouse.up();
}

test('the samples are what their script draws', () => {
  for (const name of Object.keys(SAMPLES)) assert.ok(isCurrent(name), name);
});

test('each sample is opened and has the areas that the command finds', async () => {
  const page = await openWalls();
  for (const name of ['contours', 'maze', 'plan']) {
    await page.locator(`[data-sample=${name}]`).click();
    await page.locator(`[data-sample=${name}][aria-pressed=true]`).waitFor();
    await settled(page);
    const areas = areasOf(samplePath(name), await sliderValue(page));
    assert.ok(areas.length >= 3, `${name}: ${areas.length} areas`);
    const cells = areas.reduce((sum, area) => sum + area.cells, 0);
    const text = await answerText(page);
    assert.ok(
      text.includes(`${areas.length.toLocaleString('en')} closed areas of ${cells.toLocaleString('en')} cells`),
      `${name}: ${text}`,
    );
    const otsu = command(samplePath(name), '--threshold', 'otsu', '--format', 'json').threshold;
    assert.equal(await sliderValue(page), otsu, name);
    await page.screenshot({ path: `${shots}/walls-${name}.png` });
  }
  assert.deepEqual(page.problems, []);
});

test('closed rooms have colours, what leaks is white, and hovering tells the numbers', async () => {
  const page = await openWalls('/walls', { colorScheme: 'light' });
  const [living, bedroom, wall, outside] = await colours(page, [[350, 400], BEDROOM, [384, 200], [20, 20]], PLAN);
  assert.deepEqual(
    [living, outside],
    [
      [255, 255, 255],
      [255, 255, 255],
    ],
  );
  assert.ok(Math.max(...bedroom) - Math.min(...bedroom) > 40, `${bedroom}`);
  assert.ok(Math.max(...wall) < 60, `${wall}`);
  const area = areasOf(samplePath('plan'), await sliderValue(page)).find(
    ({ box: [x0, y0, x1, y1] }) => x0 <= 300 && 300 <= x1 && y0 <= 200 && 200 <= y1,
  );
  await page.mouse.move(...(await pointOf(page, BEDROOM, PLAN)));
  const sight = page.locator('.walls-sight');
  await page.waitForFunction(() => /area \d/.test(document.querySelector('.walls-sight').textContent));
  const text = await sight.innerText();
  assert.match(
    text,
    new RegExp(
      `area ${area.id}: ${area.cells.toLocaleString('en')} cells in .*, ${area.walls.toLocaleString('en')} wall cells around it; opens by ${area.opening} wall cells`,
    ),
  );
  await page.mouse.move(...(await pointOf(page, [350, 400], PLAN)));
  await page.waitForFunction(() => /leaks to the outside/.test(document.querySelector('.walls-sight').textContent));
  await page.mouse.move(...(await pointOf(page, [384, 200], PLAN)));
  await page.waitForFunction(() => /: wall$/.test(document.querySelector('.walls-sight').textContent));
  assert.deepEqual(page.problems, []);
});

test('a click on a leaking place draws the way out and offers a patch, which closes it', async () => {
  const page = await openWalls('/walls', { colorScheme: 'light' });
  await clickCell(page, LIVING, PLAN);
  await headline(page, 'leaks');
  const { length, width } = leakOf(samplePath('plan'), await sliderValue(page), LIVING);
  const text = await answerText(page);
  assert.ok(text.includes(`The shortest way out has ${length} cells.`), text);
  assert.ok(text.includes(`${width} cells wide`), text);
  await see(page, '24 cells would close it');
  await page.screenshot({ path: `${shots}/walls-leak.png` });
  await page.getByRole('button', { name: 'Fill these 24 cells' }).click();
  await headline(page, 'closed');
  await settled(page);
  const [living] = await colours(page, [[350, 400]], PLAN);
  assert.ok(Math.max(...living) - Math.min(...living) > 40, `${living}`);
  assert.match(await answerText(page), /24 cells filled/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await headline(page, 'leaks');
  // A smaller place is walled in more cheaply.
  await page.getByLabel('Radius').fill('0');
  await page.getByLabel('Radius').press('Enter');
  await see(page, /^4 cells would close it/);
  assert.deepEqual(page.problems, []);
});

test('a click on a closed place draws where it is weakest', async () => {
  const page = await openWalls('/walls', { colorScheme: 'light' });
  await clickCell(page, BEDROOM, PLAN);
  await headline(page, 'closed');
  assert.match(await answerText(page), /held by 3 wall cells: if they are removed, it leaks/);
  await page.screenshot({ path: `${shots}/walls-closed.png` });
  // The door is three cells thick; the mark is red there.
  const { opening_cells: cells } = command(
    samplePath('plan'),
    '--invert',
    '--threshold',
    String(await sliderValue(page)),
    '--leak',
    BEDROOM.join(),
    '--format',
    'json',
  ).leak;
  const [mark] = await colours(page, [cells[1]], PLAN);
  assert.ok(mark[0] > 150 && mark[1] < 100, `${mark}`);
  await clickCell(page, [384, 200], PLAN);
  await headline(page, 'aWall');
  await page.getByLabel('The edge is a wall').check();
  await clickCell(page, LIVING, PLAN);
  await headline(page, 'closed');
  assert.match(await answerText(page), /Nothing opens it/);
  assert.deepEqual(page.problems, []);
});

test('dragging the threshold changes the answer at once', async () => {
  const page = await openWalls();
  await clickCell(page, LIVING, PLAN);
  await headline(page, 'leaks');
  // The swing of the door is pale: it becomes a wall, and the room is closed.
  await slideTo(page, 230);
  await headline(page, 'closed');
  await settled(page);
  const value = await sliderValue(page);
  assert.ok(value > 200, `${value}`);
  const areas = areasOf(samplePath('plan'), value);
  assert.ok((await answerText(page)).includes(`${areas.length} closed areas`), await answerText(page));
  await slideTo(page, 100);
  await headline(page, 'leaks');
  await page.getByRole('button', { name: 'Auto threshold' }).click();
  await settled(page);
  assert.equal(
    await sliderValue(page),
    command(samplePath('plan'), '--threshold', 'otsu', '--format', 'json').threshold,
  );
  assert.deepEqual(page.problems, []);
});

test('a late answer never replaces a newer one', async () => {
  const page = await openWalls();
  const held = [];
  let isHolding = true;
  let asked = 0;
  await page.context().route('**/api/walls/areas*', async route => {
    asked++;
    if (isHolding) await new Promise(resolve => held.push(resolve));
    await route.continue().catch(() => undefined);
  });
  await slideTo(page, 230, 6);
  await page.locator('.walls-answer[aria-busy]').waitFor();
  await slideTo(page, 20, 6);
  const value = await sliderValue(page);
  assert.equal(held.length, 1);
  isHolding = false;
  held[0]();
  await settled(page);
  const areas = areasOf(samplePath('plan'), value);
  const count = areas.length ? `${areas.length} closed area` : 'Nothing is closed';
  assert.ok((await answerText(page)).includes(count), await answerText(page));
  assert.equal(asked, 2);
  assert.deepEqual(page.problems, []);
});

/** Rooms side by side, with a door in some of the walls and one to the outside. */
function rooms(side, pitch, thickness) {
  const pixels = new Uint8Array(side * side).fill(255);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const [column, row] = [Math.floor(x / pitch), Math.floor(y / pitch)];
      const isHigh = y % pitch > pitch / 2 && y % pitch < (pitch * 2) / 3;
      // One door leads outside, others to the room beside.
      const isDoor = isHigh && (column ? (column * 31 + row * 17) % 3 === 0 : row === 1);
      if ((x % pitch < thickness && !isDoor) || y % pitch < thickness || x >= side - thickness || y >= side - thickness)
        pixels[y * side + x] = 0;
    }
  }
  return { width: side, height: side, pixels };
}

test('an answer about older settings is not taken for the newest, which the worker does not have yet', async () => {
  const page = await open(here, '/rules', { ready: '.mini' });
  await page.addInitScript(() => {
    Object.assign(window, { held: null, surveys: 0 });
    const { set } = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage');
    Object.defineProperty(Worker.prototype, 'onmessage', {
      set(handler) {
        set.call(this, event => {
          // Replies to calls can be held back; what the worker tells unasked comes through.
          if (window.held && !('kind' in event.data)) return window.held.push(() => handler(event));
          handler(event);
          if (event.data.kind === 'survey') window.surveys++;
        });
      },
    });
  });
  await page.goto(`${here.address}/walls`);
  await settled(page);
  await threshold(page).focus();
  await page.evaluate(() => Object.assign(window, { held: [], surveys: 0 }));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => window.surveys > 0);
  assert.equal(await page.locator('.walls-answer[aria-busy]').count(), 1, 'the newest settings wait for their answer');
  await page.evaluate(() => {
    for (const go of window.held.splice(0)) go();
    window.held = null;
  });
  await settled(page);
  const areas = areasOf(samplePath('plan'), await sliderValue(page));
  assert.ok((await answerText(page)).includes(`${areas.length} closed areas`));
  assert.deepEqual(page.problems, []);
});

test('images are dropped, chosen and refused', async () => {
  const page = await openWalls();
  const small = join(files, 'small rooms.png');
  writeFileSync(small, encode(rooms(200, 40, 3), 8));
  const areas = areasOf(small, 255);
  const drop = async (bytes, name, type) => {
    const transfer = await page.evaluateHandle(
      ([bytes, name, type]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([Uint8Array.from(atob(bytes), char => char.charCodeAt(0))], name, { type }));
        return transfer;
      },
      [bytes.toString('base64'), name, type],
    );
    await page.locator('.walls-surface').dispatchEvent('dragover', { dataTransfer: transfer });
    assert.equal(await page.locator('.walls.dropping').count(), 1);
    await page.locator('.walls-surface').dispatchEvent('drop', { dataTransfer: transfer });
    assert.equal(await page.locator('.walls.dropping').count(), 0);
  };
  await drop(await readFile(small), 'small rooms.png', 'image/png');
  await commandNames(page, 'small rooms.png');
  await see(page, `${areas.length} closed areas`);
  assert.ok(!(await address(page)).includes('sample'));
  await page.getByText('The same on the command line').click();
  assert.match(
    await page.locator('.walls-command code').innerText(),
    /^catena grid 'small rooms\.png' --threshold 255 --min-size 1 --invert/,
  );
  // What is no image, or too large, is refused; the image before it stays.
  await drop(Buffer.from('not an image'), 'words.txt', 'text/plain');
  await see(page, 'cannot read this file as an image');
  const large = join(files, 'large.png');
  writeFileSync(large, encode({ width: 5000, height: 4000, pixels: new Uint8Array(20_000_000) }, 1, 1));
  await page.getByLabel('Choose an image').setInputFiles(large);
  await see(page, '5,000 × 4,000 pixels (20.0 megapixels)');
  assert.ok((await answerText(page)).includes(`${areas.length} closed areas`));
  await page.getByLabel('Choose an image').setInputFiles(samplePath('maze'));
  await see(page, 'The same on the command line');
  await commandNames(page, 'maze.png');
  assert.equal(await page.locator('.walls-problem .problem').count(), 0);
  assert.deepEqual(page.problems, []);
});

test('an image is pasted', async () => {
  const page = await openWalls();
  const path = join(files, 'pasted.png');
  writeFileSync(path, encode(rooms(120, 30, 2), 8));
  const areas = areasOf(path, 255);
  // Through the clipboard of the system, with the keys that people press.
  await page.evaluate(
    bytes => {
      const blob = new Blob([Uint8Array.from(atob(bytes), char => char.charCodeAt(0))], { type: 'image/png' });
      return navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
    },
    (await readFile(path)).toString('base64'),
  );
  await page.keyboard.press('Control+v');
  await commandNames(page, 'image.png');
  await see(page, `${areas.length} closed areas`);
  assert.ok(!(await address(page)).includes('sample'));
  assert.deepEqual(page.problems, []);
});

test('transparent and coloured pixels count as in the command', async () => {
  const page = await openWalls();
  // Drawn by the browser: a red frame on nothing, with a blue bar inside.
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(37, 29);
    const context = canvas.getContext('2d');
    context.fillStyle = '#c03010';
    context.fillRect(4, 4, 29, 21);
    context.clearRect(7, 7, 23, 15);
    context.fillStyle = '#0000ff';
    context.fillRect(14, 7, 2, 15);
    const blob = await canvas.convertToBlob();
    return [...new Uint8Array(await blob.arrayBuffer())];
  });
  const path = join(files, 'frame.png');
  writeFileSync(path, Buffer.from(bytes));
  await page.getByLabel('Choose an image').setInputFiles(path);
  await commandNames(page, 'frame.png');
  await slideTo(page, 128);
  await settled(page);
  const value = await sliderValue(page);
  const areas = areasOf(path, value);
  assert.equal(areas.length, 2);
  assert.ok((await answerText(page)).includes('2 closed areas'), await answerText(page));
  assert.deepEqual(page.problems, []);
});

test('the keyboard is enough', async () => {
  const page = await openWalls();
  const isOnImage = () => page.evaluate(() => document.activeElement?.classList.contains('walls-surface'));
  for (let count = 0; count < 25 && !(await isOnImage()); count++) await page.keyboard.press('Tab');
  assert.ok(await isOnImage());
  await page.locator('.walls-cursor:visible').waitFor();
  for (const key of ['ArrowRight', 'Shift+ArrowDown', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key);
  await page.waitForFunction(() =>
    document.getElementById('announcer').textContent.startsWith('Column 480, row 459: leaks'),
  );
  await page.keyboard.press('Enter');
  await headline(page, 'leaks');
  await page.waitForFunction(() =>
    /It leaks\. The shortest way out .* 24 cells would close it/.test(document.getElementById('announcer').textContent),
  );
  assert.match(await address(page), /at=480,459/);
  await page.keyboard.press('n');
  await page.waitForFunction(() => /area \d+: [\d,]+ cells/.test(document.getElementById('announcer').textContent));
  await page.keyboard.press('Enter');
  await headline(page, 'closed');
  for (const key of ['+', '+', '-', '0']) await page.keyboard.press(key);
  await page.keyboard.press('Escape');
  await headline(page, 'isItClosed');
  // The slider, and a row of the table.
  await threshold(page).focus();
  const before = await sliderValue(page);
  await page.keyboard.press('ArrowRight');
  assert.equal(await sliderValue(page), before + 1);
  // Another threshold has other areas, so the rows are made anew.
  await settled(page);
  await page.locator('.walls-areas summary').focus();
  await page.keyboard.press('Enter');
  await page.locator('.walls-areas tbody button').first().focus();
  await page.keyboard.press('Enter');
  await headline(page, 'closed');
  assert.deepEqual(page.problems, []);
});

test('the wheel and dragging show a part, and a click there finds the same cell', async () => {
  const page = await openWalls();
  const at = await pointOf(page, LIVING, PLAN);
  await page.mouse.move(...at);
  for (let turn = 0; turn < 8; turn++) await page.mouse.wheel(0, -200);
  await page.locator('.walls-surface.zoomed').waitFor();
  // What was under the pointer still is.
  await page.mouse.click(...at);
  await headline(page, 'leaks');
  const chosen = /at=(\d+),(\d+)/
    .exec(await address(page))
    .slice(1)
    .map(Number);
  assert.ok(Math.abs(chosen[0] - LIVING[0]) <= 1 && Math.abs(chosen[1] - LIVING[1]) <= 1, `${chosen}`);
  await page.mouse.move(...at);
  await page.mouse.down();
  await page.mouse.move(at[0] + 90, at[1] + 40, { steps: 5 });
  await page.mouse.up();
  await page.keyboard.press('Escape');
  await headline(page, 'isItClosed');
  await page.mouse.click(at[0] + 90, at[1] + 40);
  await headline(page, 'leaks');
  const again = /at=(\d+),(\d+)/
    .exec(await address(page))
    .slice(1)
    .map(Number);
  assert.ok(Math.abs(again[0] - chosen[0]) <= 1 && Math.abs(again[1] - chosen[1]) <= 1, `${chosen} ${again}`);
  await page.getByLabel('Fit the image').click();
  await page.locator('.walls-surface:not(.zoomed)').waitFor();
  assert.deepEqual(page.problems, []);
});

test('on phones everything fits, and a tap asks', async () => {
  for (const [width, height] of [
    [320, 640],
    [390, 844],
    [844, 390],
  ]) {
    const page = await openWalls('/walls', {
      viewport: { width, height },
      hasTouch: true,
      isMobile: true,
      deviceScaleFactor: 2,
    });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${wide} pixels wide at ${width}`);
    await page.locator('.walls-surface').scrollIntoViewIfNeeded();
    const size = { width: PLAN.width, height: PLAN.height };
    await page.touchscreen.tap(...(await pointOf(page, LIVING, size)));
    await headline(page, 'leaks');
    // What was tapped is said where it can be seen, wherever the answer is.
    const sight = page.locator('.walls-sight', { hasText: 'leaks to the outside' });
    await sight.waitFor();
    const { y, height: high } = await sight.boundingBox();
    assert.ok(y >= 0 && y + high <= height, `${width}×${height}: the words end at ${y + high}`);
    await page.screenshot({ path: `${shots}/walls-phone-${width}.png`, fullPage: true });
    assert.deepEqual(page.problems, []);
    await page.close();
  }
});

test('two fingers zoom, and what is between them stays there', async () => {
  const page = await openWalls('/walls', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
  });
  await page.locator('.walls-surface').scrollIntoViewIfNeeded();
  const [x, y] = await pointOf(page, LIVING, PLAN);
  const client = await page.context().newCDPSession(page);
  const touch = (type, spread) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: spread ? [-spread, spread].map((more, id) => ({ x: x + more, y, id })) : [],
    });
  await touch('touchStart', 15);
  for (const spread of [25, 35, 45, 60]) await touch('touchMove', spread);
  await touch('touchEnd', 0);
  await page.locator('.walls-surface.zoomed').waitFor();
  // A pinch is no tap.
  assert.ok(!(await address(page)).includes('at='));
  await page.touchscreen.tap(x, y);
  await headline(page, 'leaks');
  const chosen = /at=(\d+),(\d+)/
    .exec(await address(page))
    .slice(1)
    .map(Number);
  // A finger is four times as coarse as a cell of the image before it was zoomed.
  assert.ok(Math.hypot(chosen[0] - LIVING[0], chosen[1] - LIVING[1]) <= 6, `${chosen}`);
  assert.deepEqual(page.problems, []);
});

test('16 megapixels do not freeze the page', async () => {
  const page = await openWalls();
  const path = join(files, 'rooms.png');
  writeFileSync(path, encode(rooms(4096, 256, 9), 1, 6));
  await page.evaluate(() => {
    window.tasks = [];
    new PerformanceObserver(list =>
      window.tasks.push(...list.getEntries().map(entry => Math.round(entry.duration))),
    ).observe({ type: 'longtask' });
  });
  const started = Date.now();
  await page.getByLabel('Choose an image').setInputFiles(path);
  await page.waitForFunction(() => document.querySelector('.walls-command code').textContent.includes('rooms.png'));
  await settled(page);
  const opened = Date.now() - started;
  const areas = areasOf(path, 255);
  assert.ok((await answerText(page)).includes(`${areas.length} closed areas`), await answerText(page));
  const size = { width: 4096, height: 4096 };
  const times = {};
  for (const [name, cell] of [
    ['closed', [384, 384]],
    ['leaks', [128, 300]],
  ]) {
    const from = Date.now();
    await clickCell(page, cell, size);
    await page.waitForFunction(
      at => document.querySelector('.walls-command code').textContent.includes(at),
      `--leak ${cell}`,
    );
    await page.locator('[data-walls="closed"], [data-walls="leaks"]').waitFor();
    times[name] = Date.now() - from;
  }
  await slideTo(page, 60, 20);
  await settled(page);
  await page.screenshot({ path: `${shots}/walls-16mp.png` });
  const tasks = await page.evaluate(() => window.tasks);
  console.log(
    `16 megapixels: opened and answered in ${opened} ms, ${JSON.stringify(times)}; long tasks of the page: ${JSON.stringify(tasks)} ms`,
  );
  assert.deepEqual(page.problems, []);
});

test('a server that goes away is asked again until it is back', async () => {
  const page = await openWalls();
  await page.context().route('**/api/walls/**', route => route.abort());
  await slideTo(page, 230, 3);
  await page.getByText('The server does not answer. Trying again').waitFor();
  await page.context().unroute('**/api/walls/**');
  await settled(page);
  const areas = areasOf(samplePath('plan'), await sliderValue(page));
  assert.ok((await answerText(page)).includes(`${areas.length} closed areas`));
});

test('the address opens the same question again', async () => {
  const page = await openWalls('/walls?sample=maze&threshold=128&at=56,56');
  await page.locator('[data-walls="leaks"], [data-walls="closed"]').waitFor();
  assert.match(await address(page), /sample=maze&threshold=128&at=56,56$/);
  const { pixels } = readSample('maze');
  assert.equal(pixels[56 * 722 + 56], 255);
  await page.screenshot({ path: `${shots}/walls-maze-way.png` });
});

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing, ${colorScheme}`, async () => {
    for (const [path, text] of [
      ['/walls?sample=contours', 'isItClosed'],
      [`/walls?at=${LIVING}`, 'leaks'],
      [`/walls?at=${BEDROOM}`, 'closed'],
    ]) {
      const page = await openWalls(path, { colorScheme });
      await headline(page, text);
      await page.locator('.walls-areas summary').click();
      await page.locator('.walls-command summary').click();
      const client = await page.context().newCDPSession(page);
      await client.send('Runtime.evaluate', { expression: axe });
      const { result } = await client.send('Runtime.evaluate', {
        expression:
          'axe.run().then(found => JSON.stringify(found.violations.map(v => [v.impact, v.id, v.nodes.slice(0, 3).map(n => n.html.slice(0, 160) + " " + (n.any[0]?.message ?? ""))])))',
        awaitPromise: true,
      });
      assert.deepEqual(JSON.parse(result.value), [], path);
      await page.close();
    }
  });
}
