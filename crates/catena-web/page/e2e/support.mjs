// The real command and a real browser.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { after, afterEach, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const binary = process.env.CATENA ?? `${root}target/release/catena`;
export const shots = `${root}target/e2e`;

/** Starts `catena serve` and Chromium for the tests of a file. Each test has pages of its own. */
export function stage() {
  const here = { address: '', browser: null, server: null };
  before(async () => {
    if (!existsSync(binary)) throw new Error(`${binary} is not built; run scripts/test-page`);
    mkdirSync(shots, { recursive: true });
    here.server = spawn(binary, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    here.address = await new Promise((resolve, reject) => {
      here.server.once('exit', code => reject(new Error(`catena serve ended with ${code}`)));
      here.server.stdout.on('data', text => {
        const found = /http:\/\/[\d.:]+/.exec(String(text));
        if (found) resolve(found[0]);
      });
    });
    here.browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
  });
  // A page left open would go on with its search, and only two may run.
  afterEach(() => Promise.all(here.browser.contexts().map(context => context.close())));
  after(async () => {
    await here.browser?.close();
    here.server?.kill();
  });
  return here;
}

/** A page that fails the test when something goes wrong in it, or when it asks another host for anything. */
export async function open(here, path, options = {}) {
  const context = await here.browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true, ...options });
  // Long enough for a machine that builds something else meanwhile.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  page.problems = [];
  page.on('pageerror', error => page.problems.push(error.message));
  // A 422 is an answer: this position cannot be played, this FEN is wrong.
  page.on('console', message => message.type() === 'error' && !message.text().includes('status of 422') && page.problems.push(message.text()));
  page.on('request', request => {
    const url = request.url();
    if (!url.startsWith(here.address) && !/^(data|blob):/.test(url)) page.problems.push(`another host: ${url}`);
  });
  await page.goto(here.address + path);
  await page.locator('.board').first().waitFor();
  return page;
}

/** The middle of a square of the first board, in pixels. */
export async function square(page, name) {
  const frame = page.locator('.board').first();
  const box = await frame.boundingBox();
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

/** Opens in a browser that knows nothing what this one has in its address. */
export const openAgain = (here, page) => open(here, page.url().replace(here.address, ''));

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
