// The engine: lines, steady panels, both futures, the review, settings.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atPly, drag, open, openAgain, see, shots, stage } from './support.mjs';

const here = stage();
const BEFORE_A_CHAIN = 'e2e4,e7e5,d2d4,d7d6,d4d5,g8f6,c2c4,b8d7,b1c3,d7c5';
const CHAIN = `${BEFORE_A_CHAIN},f1d3s,f8e7,d3e2,e8g8,g1f3,f8e8,e1g1,e7f8`;

const engine = page => page.getByRole('checkbox', { name: 'Engine' });

test('the engine streams its lines with move numbers and says switch or stay', async () => {
  const page = await open(here, `/analyse?moves=${BEFORE_A_CHAIN}`);
  await atPly(page, 10);
  await engine(page).check();
  await page.locator('.lines li').nth(2).waitFor();
  await page.locator('.lines .decision').first().waitFor();
  await page.locator('.eval-bar[role=img]').waitFor();
  assert.match(await page.locator('.lines li').first().innerText(), /6\./);
  await see(page, 'Scores for White');
  // The keys work with the focus still on the box.
  await page.keyboard.press('ArrowLeft');
  await atPly(page, 9);
  await page.keyboard.press('f');
  await page.locator('.orientation-black').first().waitFor();
  await page.screenshot({ path: `${shots}/engine.png` });
  await engine(page).uncheck();
  await page.locator('.lines').waitFor({ state: 'detached' });
  assert.deepEqual(page.problems, []);
});

test('› pressed eight times at one spot advances eight half-moves while the engine thinks', async () => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ]) {
    const page = await open(here, `/analyse?moves=${CHAIN}&ply=7&engine`, { viewport });
    await atPly(page, 7);
    await page.locator('.lines li').nth(2).waitFor();
    const next = page.getByLabel('Next move');
    await next.scrollIntoViewIfNeeded();
    const box = await next.boundingBox();
    for (let count = 0; count < 8; count++) {
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      // The engine has begun on the new position before the next press.
      if (count % 3 === 0) await page.locator('.lines li').first().waitFor();
    }
    await atPly(page, 15);
    assert.deepEqual(page.problems, []);
    await page.close();
  }
});

test('the score sheet and the board stay where they are, whatever the panels say', async () => {
  const page = await open(here, `/analyse?moves=${CHAIN}&ply=9`);
  await atPly(page, 9);
  // In one go: the panels are drawn anew meanwhile.
  const places = () =>
    page.evaluate(() =>
      ['.score-sheet', '.steps', '.board'].map(name => {
        const { x, y, width } = document.querySelector(name).getBoundingClientRect();
        return [x, y, width];
      }),
    );
  const before = await places();
  await engine(page).check();
  for (let ply = 10; ply <= 13; ply++) {
    await page.keyboard.press('ArrowRight');
    await atPly(page, ply);
    await page.locator('.lines li').first().waitFor();
    assert.deepEqual(await places(), before);
  }
});

test('after a chain both futures are shown, for the player who decides, and can be stepped through', async () => {
  const page = await open(here, `/analyse?moves=${BEFORE_A_CHAIN},f1d3&white=Anna&black=Ben`);
  await atPly(page, 11);
  const futures = page.locator('.futures');
  await futures.getByText(/(Switching|Staying) is better for Anna|little difference to Anna/).waitFor();
  for (const [name, color, side] of [
    ['switch', 'Black', 'black'],
    ['stay', 'White', 'white'],
  ]) {
    const card = futures.locator(`.future.${name}`);
    await card.getByText(`Anna, holding ${color}`).waitFor();
    await card.locator(`.orientation-${side}`).waitFor();
    assert.match(await card.locator('.score').innerText(), /^[+−]?(\d+\.\d|#\d+)$/);
    assert.match(await card.locator('.pv').innerText(), /^6\. ?Bd3/);
    const before = await card
      .locator('piece')
      .evaluateAll(all => all.map(({ className, style }) => className + style.transform).join());
    await card.getByLabel('Forward in this line').click();
    await page.waitForFunction(
      ([name, before]) =>
        [...document.querySelectorAll(`.future.${name} piece`)]
          .map(({ className, style }) => className + style.transform)
          .join() !== before,
      [name, before],
    );
    await card.getByLabel('Back in this line').click();
  }
  await futures.scrollIntoViewIfNeeded();
  await page.screenshot({ path: `${shots}/futures.png` });
  // Where no chain was formed there is nothing to decide.
  await page.locator('body').press('ArrowLeft');
  await page.locator('body').press('Home');
  await futures.waitFor({ state: 'hidden' });
  assert.deepEqual(page.problems, []);
});

test('the small boards of both futures stand side by side, and stay there while one steps', async () => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 740, height: 360 },
    { width: 1280, height: 800 },
  ]) {
    // German has the longest words.
    const page = await open(here, `/analyse?moves=${BEFORE_A_CHAIN},f1d3s`, { viewport, locale: 'de-DE' });
    const card = page.locator('.future.switch');
    await card.locator('.pv button').nth(1).waitFor();
    // The line may change while the engine thinks; where it is shown does not.
    const tops = () =>
      page.evaluate(() => {
        const zero = document.querySelector('.future-cards').getBoundingClientRect().top;
        return ['.board', '.mini-steps', '.pv'].map(name =>
          [...document.querySelectorAll(`.future ${name}`)].map(part =>
            Math.round(part.getBoundingClientRect().top - zero),
          ),
        );
      });
    const before = await tops();
    for (const [first, second] of before) assert.equal(first, second, JSON.stringify([viewport, before]));
    await card.locator('.mini-steps button').last().click();
    await card.locator('.mini-steps button:enabled').first().waitFor();
    assert.deepEqual(await tops(), before);
    await page.context().close();
  }
});

test('until the engine answers, the small boards show the position after the move', async () => {
  const page = await open(here, `/analyse?moves=${BEFORE_A_CHAIN}`);
  await page.route('**/api/compare', () => undefined);
  await atPly(page, 10);
  const boards = page.locator('.future .board');
  await boards.last().locator('.chain-line').waitFor();
  // The knight on c5 has formed a chain: whoever moved it holds White with a switch, and Black without.
  await page.locator('.future.switch .orientation-white').waitFor();
  await page.locator('.future.stay .orientation-black').waitFor();
  for (const board of await boards.all())
    await board.locator('[data-square=c5][aria-label*="black knight"]').waitFor({ state: 'attached' });
});

test('scores belong to a person: a switch does not turn them over', async () => {
  const page = await open(here, `/analyse?moves=${BEFORE_A_CHAIN},f1d3s&white=Anna&black=Ben&engine`);
  await atPly(page, 11);
  await see(page, 'Scores for Anna, holding Black');
  const bar = await page.locator('.eval-bar').getAttribute('aria-label');
  assert.match(bar, /for Anna, holding Black$/);
});

test('when the game is over the bar says who won it', async () => {
  const page = await open(here, '/analyse?moves=f2f3,e7e5,g2g4,d8h4&ply=2&engine&white=Anna&black=Ben');
  await page.locator('.lines li').first().waitFor();
  await page.locator('.eval-bar[aria-label^="Evaluation"]').waitFor();
  await page.keyboard.press('End');
  await page.locator('.eval-bar[aria-label*="checkmate"]').waitFor();
  assert.equal(await page.locator('.eval-bar').innerText(), '0');
  await page.locator('.status-line', { hasText: 'Ben, holding Black, wins: checkmate' }).waitFor();
});

test('a line of the engine is played into the tree', async () => {
  const page = await open(here, '/analyse?moves=e2e4,e7e5,g1f3&ply=1&engine');
  await atPly(page, 1);
  const second = page.locator('.lines li').nth(1).locator('button.move').first();
  await second.click();
  await page.locator('.moves button[aria-current]').waitFor();
  await page.waitForURL(/ply=2|moves=e2e4,\w+$|moves=e2e4,\w+&/);
});

test('threads, memory and time are chosen, and kept', async () => {
  const page = await open(here, '/analyse?moves=e2e4');
  await atPly(page, 1);
  await engine(page).check();
  await page.getByText('Engine settings').click();
  const asked = page.waitForRequest(
    request => request.url().endsWith('/api/search') && request.postDataJSON().infinite === true,
  );
  await page.getByLabel('Time').selectOption('none');
  await asked;
  const smaller = page.waitForRequest(
    request => request.url().endsWith('/api/search') && request.postDataJSON().hash === 16,
  );
  await page.getByLabel('Memory').selectOption('16');
  await smaller;
  await page.locator('.lines li').first().waitFor();
  await page.reload();
  await page.locator('.lines li').first().waitFor();
  await page.getByText('Engine settings').click();
  assert.equal(await page.getByLabel('Time').inputValue(), 'none');
});

test('tabs do not block one another: four analyse at once', async () => {
  const pages = [];
  for (let count = 0; count < 4; count++) pages.push(await open(here, '/analyse?moves=e2e4&engine&lines=1'));
  for (const page of pages) await page.locator('.lines li').first().waitFor();
  for (const page of pages) assert.deepEqual(page.problems, []);
});

test('a game is reviewed: graph, moments, and one click to the position', async () => {
  const page = await open(here, '/analyse?moves=e2e4,e7e5,d1h5,b8c6,f1c4,g8f6,h5f7&white=Anna&black=Ben');
  await atPly(page, 7);
  await page.getByRole('button', { name: 'Review the game' }).click();
  const review = page.locator('.review');
  await review.locator('.review-table').waitFor();
  await review.getByText('Accuracy').waitFor();
  await review.locator('.review-here', { hasText: '4. Qxf7' }).waitFor();
  await review.getByRole('button', { name: /3… Nf6.*Ben/ }).click();
  await atPly(page, 6);
  await review.locator('.review-here', { hasText: 'Blunder' }).waitFor();
  await page.screenshot({ path: `${shots}/review.png`, fullPage: true });
  // A click on the graph leads to the position under it.
  const box = await review.locator('.graph-place').boundingBox();
  await page.mouse.click(box.x + 2, box.y + box.height / 2);
  await page.locator('.moves [aria-current]').waitFor({ state: 'detached' });
  await see(page, 'Anna to move, with White');
  // What was better becomes a variation.
  await review.getByRole('button', { name: /3… Nf6.*Ben/ }).click();
  await atPly(page, 6);
  await review.locator('button.better').click();
  await page.locator('.moves .variation').first().waitFor();
  // What is said about the game is not said about a variation.
  await review.locator('.review-here', { hasText: 'no position of the game that was reviewed' }).waitFor();
  assert.equal(await review.locator('.review-here', { hasText: 'Blunder' }).count(), 0);
  // The moments lead to their positions when another line is the main one, too.
  await page.getByText('Annotate').click();
  await page.getByRole('button', { name: 'Make main line' }).click();
  await page.locator('.moves .variation', { hasText: 'Nf6' }).waitFor();
  await review.getByRole('button', { name: /3… Nf6.*Ben/ }).click();
  await page.locator('.moves .variation [aria-current]', { hasText: 'Nf6' }).waitFor();
  await review.locator('.review-here', { hasText: 'Blunder' }).waitFor();
  // Without the game there is no review of it.
  await page.getByRole('button', { name: 'Delete from here' }).click();
  await review.waitFor({ state: 'hidden' });
  assert.deepEqual(page.problems, []);
});

test('what is played while an answer is on its way is not overwritten by it', async () => {
  const page = await open(here, '/analyse?moves=e2e4,e7e5,g1f3,b8c6&ply=0');
  await see(page, 'White to move');
  // The answer about the first step comes after all others.
  let release;
  const gate = new Promise(resolve => (release = resolve));
  let held = null;
  await page.route('**/api/detect*', async route => {
    const isFirst = !held;
    const answer = async () => {
      if (isFirst) await gate;
      await route.continue().catch(() => undefined);
    };
    const answered = answer();
    held ??= answered;
    await answered;
  });
  await page.getByLabel('Next move').click();
  await page.getByLabel('Last position').click();
  await page.locator('[data-verdict]', { hasText: 'black knight on c6' }).waitFor();
  release();
  await held;
  // Another question, asked later, has its answer: the late one has been there for long.
  await page.evaluate(() => fetch('/api/ping').then(answer => answer.text()));
  assert.match(await page.locator('[data-verdict]').innerText(), /black knight on c6/);
});

test('the engine that is switched on while the view still opens stays on', async () => {
  const page = await open(here, '/play', { ready: '.setup' });
  let answer;
  const gate = new Promise(resolve => (answer = resolve));
  await page.route('**/api/game', async route => {
    await gate;
    await route.continue();
  });
  await page.goto(`${here.address}/analyse?moves=e2e4`);
  await engine(page).check();
  answer();
  await atPly(page, 1);
  await page.locator('.lines li').first().waitFor();
  assert.ok(await engine(page).isChecked());
});

test('an address opened twice shows the same lines', async () => {
  const page = await open(here, `/analyse?moves=${BEFORE_A_CHAIN}&ply=8`);
  await atPly(page, 8);
  await drag(page, 'b1', 'd2');
  await page.waitForURL(/#tree=/);
  const again = await openAgain(here, page);
  await again.locator('.moves .variation').waitFor();
  assert.deepEqual(await again.locator('.moves').innerText(), await page.locator('.moves').innerText());
});
