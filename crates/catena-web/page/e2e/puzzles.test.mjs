// Puzzles: each kind with the mouse, help, progress, the end of a set, and the keyboard.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drag, findings, open, see, shots, stage } from './support.mjs';

const here = stage();

/** The puzzles of a kind and grade. */
async function setOf(kind, grade = 'easy') {
  const { sets } = await (await fetch(`${here.address}/api/puzzles`)).json();
  return sets.find(set => set.kind === kind && set.grade === grade).puzzles;
}

const place = (kind, id, grade = 'easy') => `/puzzles?kind=${kind}&grade=${grade}&puzzle=${id}`;

const asked = page => page.locator('.puzzle-words:not(:empty)').waitFor();
const right = page => page.locator('.puzzle-words.yes').waitFor();
const wrong = page => page.locator('.puzzle-words.wrong').waitFor();
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
const progress = (page, words) => page.locator('.puzzle-standing .set-progress', { hasText: words }).waitFor();
const streak = (page, now, best) => see(page, `In a row at the first try: ${now}. Your best: ${best}.`);

const isPromotion = uci => /^....[qrbn]/.test(uci);

/** The solver's own moves. */
function ownMoves({ moves }) {
  let own = true;
  return moves.slice(1).filter(uci => {
    const mine = own;
    if (!uci.endsWith('s')) own = !own;
    return mine;
  });
}

/** Plays a decision with the mouse, and answers the question of the switch if it comes. */
async function decide(page, uci, mayAsk = true) {
  await drag(page, uci.slice(0, 2), uci.slice(2, 4));
  const decision = uci.endsWith('s') ? 'switch' : 'stay';
  const question = page.locator(`[data-decision=${decision}]`);
  if (uci.endsWith('s')) await question.click();
  else if (mayAsk) {
    await page.locator(`[data-decision=${decision}], .puzzle-words.yes, .puzzle-words.wrong`).first().waitFor();
    if (await question.count()) await question.click();
  }
}

test('form a chain: a wrong move, another try, and the right one', async () => {
  const puzzle = (await setOf('formChain')).find(({ moves }) => !isPromotion(moves[1]));
  const page = await open(here, place('formChain', puzzle.id));
  await see(page, 'Which move forms a chain?');
  const { legal } = await page.evaluate(
    async ({ fen, moves }) =>
      (
        await fetch('/api/game', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ start: fen, limit: 'size', moves: moves.slice(0, 1) }),
        })
      ).json(),
    puzzle,
  );
  assert.equal(legal.filter(move => move.chain).length, 1, 'one move forms a chain');
  const other = legal.find(move => !move.chain && !move.promotion);
  await drag(page, other.from, other.to);
  await wrong(page);
  await see(page, `${other.san} forms no chain.`);
  await streak(page, 0, 0);
  await press(page, 'Try again');
  await see(page, 'Which move forms a chain?');
  await drag(page, puzzle.moves[1].slice(0, 2), puzzle.moves[1].slice(2, 4));
  await right(page);
  await page.locator('.chain-line').waitFor();
  await progress(page, '1 of ');
  // Solved, but not at the first try.
  await streak(page, 0, 0);
  assert.deepEqual(page.problems, []);
});

for (const [kind, words, yes, no] of [
  ['isChain', 'Is that piece part of a chain now?', 'Yes', 'No'],
  ['switchOrStay', 'has closed a chain', 'Switch', 'Stay'],
])
  test(`${kind}: the right answer counts, the wrong one does not`, async () => {
    const [first, second] = await setOf(kind);
    const page = await open(here, place(kind, first.id));
    await see(page, words);
    await press(page, first.answer ? yes : no);
    await right(page);
    await streak(page, 1, 1);
    await press(page.locator('.puzzle-task'), 'Next puzzle');
    await page.waitForURL(url => url.searchParams.get('puzzle') === second.id);
    await see(page, words);
    await press(page, second.answer ? no : yes);
    await wrong(page);
    await streak(page, 0, 1);
    await page.reload();
    await see(page, words);
    await progress(page, '1 of ');
    await streak(page, 0, 1);
    assert.deepEqual(page.problems, []);
  });

test('the solution of a question is the answer, and no verdict on one', async () => {
  for (const [kind, yes, no] of [
    ['isChain', 'Yes', 'No'],
    ['switchOrStay', 'Switch', 'Stay'],
  ]) {
    const [puzzle] = await setOf(kind);
    const page = await open(here, place(kind, puzzle.id));
    await asked(page);
    await press(page, 'Show the solution');
    await see(page, `The solution: ${puzzle.answer ? yes : no}.`);
    assert.equal(await page.locator('.puzzle-words.wrong').count(), 0);
    assert.equal(await page.locator('.puzzle-choices button').count(), 0);
    await streak(page, 0, 0);
    await progress(page, '0 of ');
    await press(page, 'Try again');
    await press(page, puzzle.answer ? yes : no);
    await right(page);
    assert.deepEqual(page.problems, []);
  }
});

test('mate with a switch: the whole line', async () => {
  const puzzles = (await setOf('switchMate')).filter(puzzle => !ownMoves(puzzle).some(isPromotion));
  const puzzle = puzzles[0];
  const page = await open(here, place('switchMate', puzzle.id));
  await see(page, 'with a switch on the way');
  const own = ownMoves(puzzle);
  for (const [index, uci] of own.entries()) {
    await decide(page, uci, index + 1 < own.length);
    if (index + 1 < own.length) await see(page, 'Right so far.');
  }
  await right(page);
  await see(page, 'Mate, and you gave it.');
  await streak(page, 1, 1);
  assert.deepEqual(page.problems, []);
});

test('defend against the switch: the solution is shown, and the right move is right', async () => {
  const [first, second] = (await setOf('switchDefence')).filter(({ moves }) => !isPromotion(moves[1]));
  const page = await open(here, place('switchDefence', first.id));
  await see(page, 'Which is the one move that holds?');
  await decide(page, first.moves[1]);
  await right(page);
  await streak(page, 1, 1);
  await page.goto(here.address + place('switchDefence', second.id));
  await see(page, 'Which is the one move that holds?');
  await press(page, 'Show the solution');
  await see(page, 'The solution: ');
  // Nobody has made a mistake; the way on comes first.
  assert.equal(await page.locator('.puzzle-words.wrong').count(), 0);
  assert.equal(await page.locator('.puzzle-task button.primary').innerText(), 'Next puzzle');
  await streak(page, 0, 1);
  await progress(page, '1 of ');
  assert.deepEqual(page.problems, []);
});

test('a hint helps and is remembered', async () => {
  const [puzzle] = await setOf('formChain');
  const page = await open(here, place('formChain', puzzle.id));
  await see(page, 'Which move forms a chain?');
  await press(page, 'Hint');
  const from = puzzle.moves[1].slice(0, 2);
  await see(page, `The piece on ${from} moves.`);
  await page.locator(`[data-square=${from}][aria-label*=picked]`).waitFor();
  const [question] = await setOf('isChain', 'hard');
  await page.goto(here.address + place('isChain', question.id, 'hard'));
  await see(page, 'Is that piece part of a chain now?');
  await press(page, 'Hint');
  await page.locator('.puzzle-hint', { hasText: /^(Enclosed: |No two squares that touch)/ }).waitFor();
  // The question is still there.
  assert.match(await page.locator('.puzzle-words').innerText(), /part of a chain now/);
  assert.deepEqual(page.problems, []);
});

test('a puzzle is solved with the keyboard alone', async () => {
  const puzzle = (await setOf('formChain')).find(({ moves }) => !isPromotion(moves[1]));
  const page = await open(here, place('formChain', puzzle.id));
  await see(page, 'Which move forms a chain?');
  const uci = puzzle.moves[1];
  for (const name of [uci.slice(0, 2), uci.slice(2, 4)]) {
    // The arrows lead there from wherever the focus is.
    await page.locator('.squares [tabindex="0"]').focus();
    for (let step = 0; step < 20; step++) {
      const now = await page.evaluate(() => document.activeElement.dataset.square);
      if (now === name) break;
      const turned = await page.locator('.cg-wrap.orientation-black').count();
      const sign = turned ? -1 : 1;
      const right = sign * (name.charCodeAt(0) - now.charCodeAt(0));
      const up = sign * (Number(name[1]) - Number(now[1]));
      await page.keyboard.press(right > 0 ? 'ArrowRight' : right < 0 ? 'ArrowLeft' : up > 0 ? 'ArrowUp' : 'ArrowDown');
    }
    await page.keyboard.press('Enter');
  }
  await right(page);
  // The way on has the focus.
  await page.keyboard.press('Enter');
  await page.waitForURL(url => url.searchParams.get('puzzle') !== puzzle.id);
  assert.deepEqual(page.problems, []);
});

test('the end of a set tells how it went, and leads on', async () => {
  const puzzles = await setOf('isChain');
  const page = await open(here, place('isChain', puzzles.at(-1).id));
  await see(page, 'Is that piece part of a chain now?');
  await press(page, puzzles.at(-1).answer ? 'Yes' : 'No');
  await right(page);
  await page.locator('.puzzle-task').getByRole('button', { name: 'Finish' }).click();
  await see(page, 'The end of the set');
  await see(page, `1 of ${puzzles.length} solved, 1 of them at the first try`);
  await page.getByRole('link', { name: 'Next set: ' }).waitFor();
  await press(page, 'Those not solved yet');
  await page.waitForURL(url => url.searchParams.get('puzzle') === puzzles[0].id);
  await page.goBack();
  await see(page, 'The end of the set');
  await page.evaluate(
    ids => {
      const marks = Object.fromEntries(ids.map(id => [id, 'clean']));
      localStorage.setItem('catena.puzzles', JSON.stringify({ marks, streak: 3, best: 9 }));
    },
    puzzles.map(({ id }) => id),
  );
  await page.reload();
  await see(page, 'All solved');
  await see(page, 'Your longest row at the first try: 9.');
  await page.getByRole('link', { name: 'All sets' }).click();
  await page.getByRole('link', { name: new RegExp(`Is this one\\? · Easy: ${puzzles.length} of`) }).waitFor();
  assert.deepEqual(page.problems, []);
});

test('what the browser remembers wrongly is forgotten', async () => {
  const page = await open(here, '/puzzles', { ready: '.puzzle-set' });
  assert.equal(await page.locator('.puzzle-set').count(), 15);
  await page.evaluate(() => localStorage.setItem('catena.puzzles', '{"marks": 3, "streak": "x"}'));
  await page.reload();
  await streak(page, 0, 0);
  await page.goto(`${here.address}/puzzles?kind=fork&grade=easy`);
  await page.locator('.puzzle-set').first().waitFor();
  await page.goto(`${here.address}/puzzles?kind=formChain&grade=easy&puzzle=none`);
  await asked(page);
  assert.deepEqual(page.problems, []);
});

test('"analyse this" opens the position, and the lessons lead to the puzzles', async () => {
  const [puzzle] = await setOf('switchMate');
  const page = await open(here, '/learn');
  await page.getByRole('link', { name: 'puzzles' }).click();
  await page.getByRole('link', { name: /^Mate with a switch · Easy/ }).click();
  await see(page, 'with a switch on the way');
  assert.match(page.url(), /kind=switchMate&grade=easy/);
  await page.getByRole('link', { name: 'Analyse this' }).click();
  await page.locator('.moves [data-ply="1"]').waitFor();
  const query = new URL(page.url()).searchParams;
  assert.deepEqual([query.get('fen'), query.get('moves')], [puzzle.fen, puzzle.moves[0]]);
  assert.deepEqual(page.problems, []);
});

test('puzzles fit phones and laptops, and axe finds nothing in them', async () => {
  for (const colorScheme of ['light', 'dark'])
    for (const [width, height] of [
      [320, 568],
      [740, 360],
      [1280, 800],
    ]) {
      const options = { colorScheme, viewport: { width, height } };
      const shot = name => ({ path: `${shots}/puzzles-${name}-${width}-${colorScheme}.png` });
      const check = async (page, name) => {
        assert.deepEqual(await findings(page), [], `${name}, ${width}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${name} is ${wide} pixels wide at ${width}`);
        await page.screenshot(shot(name));
        await page.context().close();
      };
      await check(await open(here, '/puzzles', { ...options, ready: '.puzzle-set' }), 'sets');
      await check(
        await open(here, '/puzzles?kind=isChain&grade=easy&puzzle=end', { ...options, ready: '.panel' }),
        'end',
      );
      for (const kind of ['formChain', 'isChain', 'switchOrStay', 'switchMate', 'switchDefence']) {
        const [puzzle] = await setOf(kind, 'medium');
        const page = await open(here, place(kind, puzzle.id, 'medium'), options);
        await asked(page);
        // The question, and what answers it, are in sight with the board.
        const box = await page.locator('.puzzle-words').boundingBox();
        assert.ok(box.y + box.height <= height, `${kind}: the question ends at ${box.y + box.height} of ${height}`);
        if (await page.locator('.puzzle-choices button').count()) {
          const choice = await page.locator('.puzzle-choices button').first().boundingBox();
          assert.ok(choice.y + choice.height <= height, `${kind}: the answers end at ${choice.y + choice.height}`);
        }
        await check(page, kind);
      }
    }
});
