// The real command and a real browser.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, afterEach, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
export const binary = process.env.CATENA ?? `${root}target/release/catena`;
export const shots = `${root}target/e2e`;

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe has to say about a page. */
export async function findings(page) {
  // Run in the page's own world: the policy of the page forbids injected scripts.
  const client = await page.context().newCDPSession(page);
  await client.send('Runtime.evaluate', { expression: axe });
  const { result } = await client.send('Runtime.evaluate', {
    expression:
      'axe.run().then(found => JSON.stringify(found.violations.map(v => [v.impact, v.id, v.nodes.slice(0, 3).map(n => n.html.slice(0, 160) + " " + (n.any[0]?.message ?? ""))])))',
    awaitPromise: true,
  });
  return JSON.parse(result.value);
}

/** Starts `catena serve`; resolves with the process and its address. */
async function serve(port, options) {
  const server = spawn(binary, ['serve', '--port', String(port), ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((resolve, reject) => {
    server.once('exit', code => reject(new Error(`catena serve ended with ${code}`)));
    server.stdout.on('data', text => {
      const found = /http:\/\/[\d.:]+/.exec(String(text));
      if (found) resolve(found[0]);
    });
  });
  return { server, address };
}

/** Starts `catena serve` with these options, and Chromium, for the tests of a file. Each test has pages of its own. */
export function stage(options = []) {
  const here = {
    address: '',
    browser: null,
    server: null,
    /** Ends the server, at once and without a word. */
    async stop() {
      const gone = new Promise(resolve => here.server.once('exit', resolve));
      here.server.kill('SIGKILL');
      await gone;
    },
    /** Starts it again at the same address. */
    async restart() {
      here.server = (await serve(new URL(here.address).port, options)).server;
    },
  };
  before(async () => {
    if (!existsSync(binary)) throw new Error(`${binary} is not built; run scripts/test-page`);
    mkdirSync(shots, { recursive: true });
    Object.assign(here, await serve(0, options));
    here.browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
    });
  });
  // A page left open would go on with its search.
  afterEach(() => Promise.all(here.browser.contexts().map(context => context.close())));
  after(async () => {
    await here.browser?.close();
    here.server?.kill();
  });
  return here;
}

/**
 * A page that fails the test when something goes wrong in it, or when it asks another host for anything. With `clock`
 * its time can be moved on, `page.clock.fastForward(…)`, so that nothing depends on how fast the machine is.
 */
export async function open(here, path, { ready = '.board', clock = false, ...options } = {}) {
  const context = await here.browser.newContext({
    viewport: { width: 1280, height: 800 },
    acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  // Long enough for a machine that builds something else meanwhile.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  if (clock) await page.clock.install();
  page.problems = [];
  page.on('pageerror', error => page.problems.push(error.message));
  // A 422 is an answer: this position cannot be played, this FEN is wrong.
  page.on(
    'console',
    message =>
      message.type() === 'error' && !message.text().includes('status of 422') && page.problems.push(message.text()),
  );
  page.on('request', request => {
    const url = request.url();
    if (!url.startsWith(here.address) && !/^(data|blob):/.test(url)) page.problems.push(`another host: ${url}`);
  });
  await page.goto(here.address + path);
  await page.locator(ready).first().waitFor();
  return page;
}

/** The middle of a square of the first board, in pixels. */
export async function square(page, name) {
  // A board that turns has no squares to point at.
  await page.locator('.board.turning').waitFor({ state: 'detached' });
  const frame = page.locator('.board').first();
  const box = await frame.locator('cg-board').boundingBox();
  const white = ((await frame.locator('.cg-wrap').getAttribute('class')) ?? '').includes('orientation-white');
  const file = 'abcdefgh'.indexOf(name[0]);
  const rank = Number(name[1]) - 1;
  const [column, row] = white ? [file, 7 - rank] : [7 - file, rank];
  return [box.x + ((column + 0.5) * box.width) / 8, box.y + ((row + 0.5) * box.height) / 8];
}

export async function drag(page, from, to) {
  await page.mouse.move(...(await square(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await square(page, to)), { steps: 4 });
  await page.mouse.up();
}

export async function click(page, name) {
  await page.mouse.click(...(await square(page, name)));
}

/** The address, once it says what is shown: the page rewrites it only a few times per second. */
export async function address(page) {
  const href = await page.waitForFunction(
    () => !document.documentElement.hasAttribute('data-address-behind') && location.href,
  );
  return href.jsonValue();
}

/** Opens in a browser that knows nothing what this one has in its address. */
export const openAgain = async (here, page) => open(here, (await address(page)).replace(here.address, ''));

/** Holds the engine's answers back until the function it resolves to is called. */
export async function holdEngine(page) {
  let release;
  const gate = new Promise(resolve => (release = resolve));
  await page.route('**/api/search', async route => {
    await gate;
    // The page may have lost interest.
    await route.continue().catch(() => undefined);
  });
  return release;
}

/** Waits until a text is on the page. */
export const see = (page, text) => page.getByText(text).first().waitFor();

/** Waits until the verdict is this. */
export const verdict = (page, text) => page.locator('[data-verdict]', { hasText: new RegExp(`^${text}`) }).waitFor();

/** What a screen reader would say about a square. */
export const label = (page, name) => page.locator(`[data-square=${name}]`).first().getAttribute('aria-label');

/** Waits until a screen reader would say this about a square. */
export const says = (page, name, text) =>
  page.locator(`[data-square=${name}][aria-label*="${text}"]`).first().waitFor();

/** Unfolds the tools of the analysis. */
export const tools = page => page.locator('.tools:not([open]) > summary').click();

/** Waits until this half-move of the main line is shown. */
export const atPly = (page, ply) => page.locator(`.moves [data-ply="${ply}"][aria-current]`).waitFor();

/** Loads a PGN by pasting it. */
export async function loadPgn(page, pgn) {
  await page.getByText('Load a game (PGN)').click();
  await page.getByLabel('PGN', { exact: true }).fill(pgn);
  await page.getByRole('button', { name: 'Load', exact: true }).click();
}

/** What the clipboard has. */
export const clipboard = page => page.evaluate(() => navigator.clipboard.readText());

/** Waits until a view shows so many half-moves. */
export const movesShown = (page, count) =>
  page.waitForFunction(count => document.querySelectorAll('.moves [data-ply]').length === count, count);

/** The moves in the address of a game, once the view shows all of them. */
export async function movesOf(page) {
  const moves = await page.waitForFunction(() => {
    const named = (new URL(location.href).searchParams.get('moves') ?? '').split(',').filter(Boolean);
    return named.length === document.querySelectorAll('.moves [data-ply]').length && named;
  });
  return moves.jsonValue();
}

/** What the server answers; of a stream nothing is read, and the signal ends it. */
export async function ask(here, call, body, { signal, isStream = false } = {}) {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  };
  const response = await fetch(`${here.address}/api/${call}`, request);
  if (!response.ok) throw new Error(`${call}: ${response.status}`);
  return isStream ? response : response.json();
}
