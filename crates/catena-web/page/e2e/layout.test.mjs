// The board is where it looks, at every size: a click means the square under the mouse.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drag, label, open, see, stage } from './support.mjs';

const here = stage();

const SIZES = [
  [320, 568],
  [360, 640],
  [390, 844],
  [768, 1024],
  // Windows that are as wide as high.
  [500, 500],
  [521, 480],
  [700, 700],
  [568, 320],
  [740, 360],
  [844, 390],
  // A laptop at 200 %.
  [640, 400],
  [683, 384],
  [800, 600],
  [1024, 768],
  [1280, 800],
  [1366, 768],
  [1440, 900],
  [1536, 864],
  [1920, 1080],
  [2560, 1440],
];

const options = ([width, height], more = {}) => ({ viewport: { width, height }, ...more });

async function boardIsWhole(page, [width, height]) {
  const size = `${width}×${height}`;
  const box = await page.locator('.board').first().boundingBox();
  assert.ok(box.x >= 0 && box.x + box.width <= width, `${size}: the board leaves the screen sideways`);
  assert.ok(box.y >= 0 && box.y + box.height <= height, `${size}: the board ends at ${box.y + box.height}`);
  const most = Math.min(width, height);
  assert.ok(box.width >= 0.66 * most, `${size}: the board has only ${box.width} pixels`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= width, `${size}: the page is ${wide} pixels wide`);
}

/** Presses the mouse at a place in a square, 0 to 1 from its upper left corner; the square that lights up must be there. */
async function pressMeans(page, column, row, x, y) {
  const box = await page.locator('.board cg-board').first().boundingBox();
  const at = [box.x + ((column + x) * box.width) / 8, box.y + ((row + y) * box.height) / 8];
  await page.mouse.click(...at);
  const lit = page.locator('cg-board square.selected');
  await lit.waitFor();
  const mark = await lit.boundingBox();
  const inside = at[0] >= mark.x && at[0] <= mark.x + mark.width && at[1] >= mark.y && at[1] <= mark.y + mark.height;
  assert.ok(inside, `pressed at ${at}, but ${JSON.stringify(mark)} was chosen`);
  // A second press on the piece lets go of it.
  await page.mouse.click(...at);
  await lit.waitFor({ state: 'hidden' });
}

/** Presses pieces of the side to move, each near another corner. */
async function pressPieces(page) {
  const corners = [
    [0.03, 0.03],
    [0.97, 0.03],
    [0.03, 0.97],
    [0.97, 0.97],
  ];
  const places = [
    [0, 6],
    [7, 6],
    [0, 7],
    [7, 7],
    [3, 6],
  ];
  for (const [index, [column, row]] of places.entries()) await pressMeans(page, column, row, ...corners[index % 4]);
}

/** Changes the size of the window. The browser tells the page of it a moment later, and then draws it. */
async function resize(page, width, height) {
  await page.setViewportSize({ width, height });
  await page.waitForFunction(size => `${[innerWidth, innerHeight]}` === size, `${[width, height]}`);
  await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

async function startFromForm(page) {
  await page.getByLabel('Opponent').selectOption('human');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await see(page, 'Player 1 to move, with White');
}

for (const size of SIZES) {
  test(`from the form, the mouse means what is under it at ${size.join('×')}`, async () => {
    const page = await open(here, '/play', options(size));
    await startFromForm(page);
    await boardIsWhole(page, size);
    await pressPieces(page);
    await drag(page, 'e2', 'e4');
    await see(page, 'Player 2 to move, with Black');
    await drag(page, 'e7', 'e5');
    await see(page, 'Player 1 to move, with White');
    assert.match(await label(page, 'e5'), /black pawn/);
    assert.deepEqual(page.problems, []);
  });
}

test('the board of the analysis is whole at every size, with the engine and without', async () => {
  for (const size of SIZES) {
    const page = await open(here, '/analyse?moves=e2e4', options(size));
    await boardIsWhole(page, size);
    await page.getByRole('checkbox', { name: 'Engine' }).check();
    await page.locator('.lines li').first().waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    await boardIsWhole(page, size);
    await page.context().close();
  }
});

test('each of the 64 squares is the one under the mouse', async () => {
  for (const size of [
    [1280, 800],
    [390, 844],
    [844, 390],
  ]) {
    const page = await open(
      here,
      '/analyse?fen=pppppppp/pppppppp/pppppppp/pppppppp/pppppppp/pppppppp/pppppppp/pppppppp',
      options(size),
    );
    const board = page.locator('.board').first();
    await board.scrollIntoViewIfNeeded();
    for (let index = 0; index < 64; index++) {
      const [column, row] = [index % 8, Math.floor(index / 8)];
      const box = await board.boundingBox();
      await page.mouse.click(box.x + ((column + 0.04) * box.width) / 8, box.y + ((row + 0.96) * box.height) / 8);
      const name = `${'abcdefgh'[column]}${8 - row}`;
      await page.locator(`[data-square=${name}][aria-label*="moved last"]`).waitFor();
    }
    await page.close();
  }
});

test('the board stays true when something pushes it, when the page scrolls and when the window changes', async () => {
  const page = await open(here, '/play', options([1280, 800]));
  await startFromForm(page);
  // Something that no style sheet foresees.
  await page.evaluate(() => {
    const notice = document.createElement('div');
    notice.style.height = '37px';
    document.getElementById('main').before(notice);
  });
  await pressPieces(page);
  await page.evaluate(() => scrollTo(0, 30));
  await pressPieces(page);
  await resize(page, 1021, 611);
  await pressPieces(page);
  await resize(page, 390, 844);
  await pressPieces(page);
  await drag(page, 'd2', 'd4');
  await see(page, 'Player 2 to move, with Black');
});

test('screens with other numbers of dots mean the same squares', async () => {
  for (const deviceScaleFactor of [1.25, 1.5, 2]) {
    const page = await open(here, '/play', options([1093, 614], { deviceScaleFactor }));
    await startFromForm(page);
    await pressPieces(page);
    await page.close();
  }
});

test('on phones the buttons to step are in sight, and they step', async () => {
  for (const size of SIZES.filter(([width, height]) => width < height && width < 500)) {
    const page = await open(here, '/analyse?moves=e2e4,e7e5,d2d4', options(size, { hasTouch: true }));
    const back = page.getByRole('button', { name: 'Previous move' });
    const box = await back.boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= size[1], `${size}: the button ends at ${box.y + box.height}`);
    await back.tap();
    await page.waitForURL(/ply=2/);
    await page.context().close();
  }
});

test('the buttons to step wait for the game', async () => {
  const page = await open(here, '/');
  let release;
  const gate = new Promise(resolve => (release = resolve));
  await page.route('**/api/**', async route => {
    await gate;
    await route.continue();
  });
  await page.goto(`${here.address}/analyse?moves=e2e4,e7e5,d2d4`);
  const back = page.getByRole('button', { name: 'Previous move' });
  await back.waitFor();
  assert.ok(await back.isDisabled());
  release();
  await back.click();
  await page.waitForURL(/ply=2/);
  await page.context().close();
});

test('a usual verdict is in sight whole on phones, and the rows of the tools keep apart', async () => {
  for (const size of [
    [390, 844],
    [844, 390],
  ]) {
    const page = await open(
      here,
      '/analyse?moves=e2e4,e7e5,d2d4,d7d6,d4d5,g8f6,c2c4,b8d7,b1c3,d7c5,f1d3',
      options(size),
    );
    await see(page, 'Enclosure 1 of');
    // One enclosure alone has no steps, and is compared with no others.
    assert.equal(await page.locator('.enclosures button, .enclosures em').count(), 0);
    const hidden = await page.evaluate(() => {
      const { scrollHeight, clientHeight } = document.querySelector('.verdict');
      return scrollHeight - clientHeight;
    });
    assert.ok(hidden <= 0, `${size}: ${hidden} pixels of the verdict are out of sight`);
    await page.locator('.tools > summary').click();
    const gaps = await page.evaluate(() => {
      const boxes = [...document.querySelectorAll('.tools > :not(summary, :empty)')].map(row =>
        row.getBoundingClientRect(),
      );
      return boxes.slice(1).map((box, index) => box.top - boxes[index].bottom);
    });
    assert.ok(Math.min(...gaps) >= 8, `${size}: ${gaps}`);
    await page.context().close();
  }
});
