// The seven lessons, each done on the board as a visitor does it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, click, drag, findings, open, see, shots, stage } from './support.mjs';

const here = stage();

const decide = (page, decision) => page.locator(`[data-decision=${decision}]`).click();
const done = page => page.locator('.mini-words.yes').waitFor();
const wrong = (page, text) => page.locator('.mini-words.wrong', { hasText: text }).waitFor();
const next = page => page.locator('button.next').click();
const title = (page, text) => page.locator('.lesson-words h2', { hasText: text }).waitFor();

test('a stranger does all seven lessons and comes to a first game', async () => {
  const page = await open(here, '/learn');
  await title(page, '1. Close a chain');
  assert.equal(await page.locator('.puzzle-dots button').count(), 7);
  await page.locator('.mini-words', { hasText: 'White to move' }).waitFor();
  assert.equal(await page.locator('button.next').isDisabled(), true, 'the task comes first');

  await drag(page, 'h2', 'h4');
  await wrong(page, 'nothing is enclosed');
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.locator('.mini-words', { hasText: 'White to move' }).waitFor();
  await drag(page, 'e2', 'c3');
  await done(page);
  await next(page);

  await title(page, '2. The links');
  await see(page, 'Press the squares.');
  await click(page, 'c3');
  await wrong(page, 'goes through c3');
  for (const link of ['d7', 'c6', 'e6', 'c5', 'e5', 'd4']) await click(page, link);
  await done(page);
  // What was said at the end stays.
  await click(page, 'a1');
  await see(page, 'All six.');
  await next(page);

  await title(page, '3. What is inside');
  await see(page, 'Press the squares.');
  await click(page, 'd1');
  await wrong(page, 'd1 is not enclosed');
  for (const square of ['b6', 'c6', 'c5']) await click(page, square);
  await done(page);
  await next(page);

  await title(page, '4. Nearly a chain');
  await page.locator('.mini-words', { hasText: 'White to move' }).waitFor();
  for (const [to, why] of [
    ['g3', 'a single square'],
    ['f2', 'nothing is enclosed'],
  ]) {
    await drag(page, 'f3', to);
    await wrong(page, why);
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.locator('.mini-words', { hasText: 'White to move' }).waitFor();
  }
  await drag(page, 'f3', 'd3');
  await done(page);
  await next(page);

  await title(page, '5. Switch, and win');
  await page.locator('.mini-words', { hasText: 'White to move' }).waitFor();
  await drag(page, 'f2', 'f3');
  await decide(page, 'stay');
  await wrong(page, 'You stayed');
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.locator('.mini-words', { hasText: 'White to move' }).waitFor();
  await drag(page, 'f2', 'f3');
  await decide(page, 'switch');
  await see(page, 'Now you hold Black');
  await drag(page, 'h8', 'h1');
  await done(page);
  await next(page);

  await title(page, '6. Or stay');
  await page.locator('.mini-words', { hasText: 'White to move' }).waitFor();
  await drag(page, 'c2', 'c3');
  await decide(page, 'switch');
  await wrong(page, 'the queen is your opponent’s');
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.locator('.mini-words', { hasText: 'White to move' }).waitFor();
  await drag(page, 'c2', 'c3');
  await decide(page, 'stay');
  await done(page);
  await next(page);

  await title(page, '7. Again and again');
  await page.locator('.mini-words', { hasText: 'White to move' }).waitFor();
  await page.getByRole('button', { name: 'Show chain moves' }).click();
  assert.equal(await page.locator('.hint-line').count(), 1);
  await drag(page, 'c2', 'c3');
  await decide(page, 'switch');
  await see(page, 'One of two');
  await drag(page, 'b6', 'd5');
  await decide(page, 'switch');
  await see(page, 'Two of two');
  await drag(page, 'a1', 'a8');
  await done(page);
  await next(page);

  await title(page, 'You know the game');
  await page.locator('.chain-line').waitFor();
  await page.screenshot({ path: `${shots}/lessons-end.png` });
  await page.getByRole('link', { name: 'Play your first game' }).click();
  await see(page, 'Your move, with White');
  await see(page, 'No move forms a chain here.');
  assert.match(page.url(), /level=1/);
  assert.deepEqual(page.problems, []);
});

test('what is done is remembered, and every lesson has an address', async () => {
  const page = await open(here, '/learn?lesson=2');
  await title(page, '2. The links');
  await see(page, 'Press the squares.');
  for (const link of ['d7', 'c6', 'e6', 'c5', 'e5', 'd4']) await click(page, link);
  await done(page);
  await next(page);
  await title(page, '3. ');
  await page.goBack();
  await title(page, '2. ');
  assert.equal(await page.locator('.puzzle-dots .solved').count(), 1);
  await page.goto(`${here.address}/learn`);
  await title(page, '1. ');
  assert.equal(await page.locator('.puzzle-dots .solved').count(), 1);
  await page.goto(`${here.address}/learn?lesson=end`);
  await title(page, 'Nearly there');
  await see(page, '6 of 7 lessons are still open');
  assert.deepEqual(page.problems, []);
});

test('a lesson is done with the keyboard alone', async () => {
  const page = await open(here, '/learn?lesson=3');
  await see(page, 'Press the squares.');
  await page.locator('[data-square=e2]').focus();
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'Enter'])
    await page.keyboard.press(key);
  await see(page, '1 found, 2 to go.');
  await page.locator('[data-square=c5][aria-label*=picked]').waitFor();
  for (const key of ['ArrowUp', 'Enter', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
  await done(page);
});

test('what the lesson calls right is what the engine would do', async () => {
  const worth = async (start, move) => {
    const response = await fetch(`${here.address}/api/compare`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ start, limit: 'size', moves: [], move, depth: 8 }),
    });
    const futures = {};
    for (const [, data] of (await response.text()).matchAll(/^event: future\ndata: (.*)$/gm)) {
      const { decision, scores } = JSON.parse(data);
      futures[decision] = scores.first.mate !== null ? Math.sign(scores.first.mate) * 1e5 : scores.first.cp;
    }
    return futures;
  };
  const lost = await worth('1k5r/ppp5/8/4Pn2/3P2p1/4p3/PPP2P2/1K6 w - - 0 1', 'f2f3');
  assert.ok(lost.switch > 500 && lost.stay < -500, JSON.stringify(lost));
  const ahead = await worth('6k1/5pp1/7p/2np4/1P2p3/3N4/2P1QPPP/6K1 w - - 0 1', 'c2c3');
  assert.ok(ahead.stay > 500 && ahead.switch < -500, JSON.stringify(ahead));
  const run = await ask(here, 'game', {
    start: '6k1/5ppp/1n6/2pP4/1p2P3/3p4/2P2PPP/R5K1 w - - 0 1',
    limit: 'size',
    moves: ['c2c3s', 'b6d5s', 'a1a8'],
  });
  assert.equal(run.outcome.winner, 'first');
});

test('the lessons fit phones and laptops, and axe finds nothing in them', async () => {
  for (const colorScheme of ['light', 'dark'])
    for (const [width, height] of [
      [390, 844],
      [1366, 768],
    ]) {
      for (const lesson of ['1', '3', '5', 'end']) {
        const page = await open(here, `/learn?lesson=${lesson}`, { colorScheme, viewport: { width, height } });
        if (lesson !== 'end') await page.locator('.mini-words:not(:empty)').waitFor();
        assert.deepEqual(await findings(page), [], `${lesson}, ${width}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `lesson ${lesson} is ${wide} pixels wide`);
        await page.screenshot({ path: `${shots}/lesson-${lesson}-${width}-${colorScheme}.png` });
        await page.context().close();
      }
    }
});

test('a board that is set up anew while it turns keeps its size', async () => {
  const page = await open(here, '/learn');
  await page.locator('.puzzle-dots button').nth(5).click();
  await title(page, '6. Or stay');
  await page.locator('.mini-words', { hasText: 'White to move' }).waitFor();
  await drag(page, 'c2', 'c3');
  await decide(page, 'switch');
  await page.locator('.board.turning').waitFor();
  // In the middle of a turn, for as long as the test needs.
  await page.evaluate(() => document.getAnimations().forEach(animation => void animation.pause()));
  await wrong(page, 'the queen is your opponent’s');
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.locator('.mini-words', { hasText: 'White to move' }).waitFor();
  const [frame, board] = await page.evaluate(() =>
    ['.cg-wrap', 'cg-board'].map(selector => document.querySelector(selector).getBoundingClientRect().width),
  );
  assert.ok(board <= frame && board > frame - 8, `a board of ${board} pixels in a frame of ${frame}`);
  await page.context().close();
});
