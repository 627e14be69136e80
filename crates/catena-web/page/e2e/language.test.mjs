// The page in another language: chosen by the browser or in the settings, without losing what is on the board.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { atPly, drag, findings, label, open, see, shots, stage } from './support.mjs';
import { VIEWS } from './views.mjs';

const here = stage();

const folder = await mkdtemp(join(tmpdir(), 'catena-language-'));
after(() => rm(folder, { recursive: true, force: true }));
const friends = stage(['--listen', '127.0.0.1', '--games', join(folder, 'games.redb')]);

const german = { locale: 'de-AT' };
const BEFORE_CHAIN = 'e2e4,e7e5,d2d4,d7d6,d4d5,g8f6,c2c4,b8d7,b1c3,d7c5';

const lang = page => page.evaluate(() => document.documentElement.lang);

/** Chooses a language in the settings, which stay open. */
async function choose(page, tag) {
  const settings = page.locator('dialog.sheet-dialog');
  if (!(await settings.count())) await page.getByRole('button', { name: /Settings|Einstellungen/ }).click();
  await settings.locator('select').selectOption(tag);
  await page.locator(`html[lang=${tag}]`).waitFor();
}

const close = page => page.getByRole('button', { name: /^(Close|Schließen)$/ }).click();

test('the browser’s language is spoken, and no other is loaded', async () => {
  const context = await here.browser.newContext({ ...german, serviceWorkers: 'block' });
  const page = await context.newPage();
  const loaded = [];
  page.on('request', request => loaded.push(new URL(request.url()).pathname));
  await page.goto(here.address);
  await page.locator('.chain-line').first().waitFor();
  assert.equal(await lang(page), 'de');
  assert.match(await page.locator('.lead').innerText(), /darfst du die Seiten wechseln|du darfst die Seiten wechseln/);
  assert.equal(await page.title(), 'Switch-Side Chain-Chess · catena');
  assert.ok(loaded.some(path => path.includes('german')));
  assert.ok(!loaded.some(path => path.includes('english')));
  // The words of the view and of the board come at the same time.
  const manifest = await fetch(here.address + (await page.locator('link[rel=manifest]').getAttribute('href')));
  assert.equal((await manifest.json()).lang, 'de');
});

test('a language that there is not is English, and one that is chosen is kept', async () => {
  const page = await open(here, '/play', { locale: 'fr-FR', ready: '.setup' });
  assert.equal(await lang(page), 'en');
  await see(page, 'New game');
  await choose(page, 'de');
  await see(page, 'Neue Partie');
  assert.equal(await page.title(), 'Spielen · catena');
  await page.reload();
  await see(page, 'Neue Partie');
  assert.equal(await lang(page), 'de');
});

test('a game with a switch is played in German', async () => {
  const page = await open(here, `/play?vs=human&moves=${BEFORE_CHAIN}`, german);
  await see(page, 'Spieler 1 am Zug, mit Weiß');
  await atPly(page, 10);
  assert.equal(await label(page, 'f1'), 'f1, weißer Läufer');
  await drag(page, 'f1', 'd3');
  const question = page.getByRole('dialog', { name: 'Wechseln oder bleiben?' });
  await question.getByText('Bd3 schließt eine Kette aus 11 Figuren.').waitFor();
  assert.deepEqual(await findings(page), []);
  await page.screenshot({ path: `${shots}/german-switch.png` });
  await question.getByRole('button', { name: 'Zu Schwarz wechseln' }).click();
  await see(page, 'Spieler 1 am Zug, mit Schwarz');
  await page.locator('.switch-banner', { hasText: 'Spieler 1 hat gewechselt und hat jetzt Schwarz.' }).waitFor();
  await see(page, '1 Seitenwechsel in Folge, höchstens 4');
  assert.match(await page.locator('#announcer').textContent(), /^Spieler 1: Bd3\. Kette\. Spieler 1 hat die Seiten/);
  assert.match(await label(page, 'd3'), /^d3, weißer Läufer, .*in der Kette/);
  await page.getByLabel('Einen Zug eingeben').fill('Ke5');
  await page.keyboard.press('Enter');
  await see(page, 'Ke5 ist hier kein gültiger Zug');
  await page.getByLabel('Einen Zug eingeben').fill('a6');
  await page.keyboard.press('Enter');
  await see(page, 'Spieler 2 am Zug, mit Weiß');
  await page.getByRole('button', { name: 'Aufgeben' }).click();
  await page.getByRole('button', { name: 'Wirklich aufgeben' }).click();
  await see(page, 'Spieler 1 gewinnt: Aufgabe');
  assert.deepEqual(page.problems, []);
});

test('what is on the board stays when the language changes: a lesson that has been begun', async () => {
  const page = await open(here, '/learn?lesson=4');
  await see(page, 'Form a chain with the rook.');
  await page.locator('.mini-words', { hasText: 'White to move' }).waitFor();
  await drag(page, 'f3', 'f2');
  await see(page, 'forms no chain');
  await choose(page, 'de');
  await see(page, 'Bilde eine Kette mit dem Turm.');
  await see(page, 'Rf2 bildet keine Kette');
  await see(page, 'Drück auf Zurücksetzen.');
  assert.match(await label(page, 'f2'), /^f2, weißer Turm/);
  await choose(page, 'en');
  await close(page);
  assert.match(await label(page, 'f2'), /^f2, white rook/);
  await see(page, 'Rf2 forms no chain');
  assert.equal(await lang(page), 'en');
});

test('what is on the board stays when the language changes: an analysis, and a game against the engine', async () => {
  const page = await open(here, `/analyse?moves=${BEFORE_CHAIN},f1d3s`);
  await see(page, 'Chain through the white bishop on d3');
  await page.getByText('Annotate').click();
  await page.getByLabel('Comment on this position').fill('Not yet said');
  await choose(page, 'de');
  await see(page, 'Kette über d3 (weißer Läufer)');
  await see(page, 'Player 1'.replace('Player', 'Spieler'));
  assert.equal(await page.getByLabel('Kommentar zu dieser Stellung').inputValue(), 'Not yet said');
  await close(page);

  await page.goto(`${here.address}/play?vs=engine&level=1`);
  await see(page, 'Du bist am Zug, mit Weiß');
  await drag(page, 'e2', 'e4');
  await atPly(page, 2);
  await choose(page, 'en');
  await see(page, 'Your move, with White');
  await see(page, 'Engine, level 1');
  await page.locator('.moves [data-ply="2"]').waitFor();
  assert.deepEqual(page.problems, []);
});

test('what is on the page stays when the language changes: an image of one’s own', async () => {
  const page = await open(here, '/walls', { ready: '.walls-answer:not([aria-busy]) h2' });
  const png = await readFile(new URL('../src/walls/samples/maze.png', import.meta.url));
  await page.locator('#walls-file').setInputFiles({ name: 'mine.png', mimeType: 'image/png', buffer: png });
  await page.locator('.walls-command code', { hasText: 'mine.png' }).waitFor({ state: 'attached' });
  await choose(page, 'de');
  await close(page);
  await see(page, 'Ist es dicht?');
  assert.match(await page.locator('.walls-command code').textContent(), /mine\.png/);
  await page
    .locator('#walls-file')
    .setInputFiles({ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('no image') });
  await see(page, 'Der Browser kann diese Datei nicht als Bild lesen.');
  assert.deepEqual(page.problems, []);
});

test('what the server says is German as far as the page knows it, and marked as English otherwise', async () => {
  const page = await open(here, '/analyse?fen=8/8/8/8/8/8/8/8', german);
  await page.getByText('Werkzeuge').click();
  await page.getByLabel('FEN', { exact: true }).fill('8/8/8/4k3/8/8/8/8 w - - 0 1');
  await page.keyboard.press('Enter');
  await see(page, 'ein König fehlt');
  await page.getByLabel('FEN', { exact: true }).fill('nonsense');
  await page.keyboard.press('Enter');
  await see(page, 'Das ist keine Stellung:');
  await page.goto(`${here.address}/friend#nobody`);
  await page.locator('.side h2').waitFor();
  await see(page, /nicht/);
});

test('without the server the page opens in the language that was chosen', async () => {
  const page = await open(here, '/learn?lesson=1');
  await choose(page, 'de');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await here.stop();
  await page.goto(`${here.address}/learn?lesson=3`);
  await see(page, '3. Was im Innern liegt');
  await see(page, 'Der Server antwortet nicht');
  await here.restart();
  await see(page, 'Tippe die Felder an.');
});

for (const [width, height] of [
  [320, 568],
  [740, 360],
]) {
  test(`every view has room for German at ${width}×${height}`, async () => {
    for (const [name, view, whole] of VIEWS) {
      const page = await open(here, view, { ...german, viewport: { width, height }, ready: whole });
      assert.equal(await lang(page), 'de', name);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${name} is ${wide} pixels wide`);
      assert.deepEqual(await cutOff(page), [], name);
      await page.screenshot({ path: `${shots}/german-${width}-${name.replace(/\W+/g, '-')}.png` });
      await page.context().close();
    }
  });
}

test('the titles and the words of the first page keep apart, in German too', async () => {
  for (const [width, height] of [
    [390, 844],
    [640, 400],
    [1280, 800],
  ]) {
    const page = await open(here, '/', { ...german, viewport: { width, height }, ready: '.card' });
    const gaps = await page.evaluate(() =>
      [...document.querySelectorAll('.card')].map(card => {
        const ends = [...card.children].map(part => {
          const range = document.createRange();
          range.selectNodeContents(part);
          return range.getBoundingClientRect();
        });
        return ends[1].left - ends[0].right;
      }),
    );
    assert.ok(Math.min(...gaps) >= 8, `${width}×${height}: ${gaps}`);
    await page.context().close();
  }
});

/** The controls and titles of which a part cannot be read. */
const cutOff = page =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, a.button, h1, h2, h3, summary, label, legend, .name')]
      .filter(element => element.clientWidth > 1 && getComputedStyle(element).overflowX !== 'visible')
      .filter(element => element.scrollWidth > element.clientWidth + 1)
      .map(element => element.outerHTML.slice(0, 160)),
  );

test('a game by link is played in two languages, and German has room there', async () => {
  const size = { viewport: { width: 320, height: 568 } };
  const host = await open(friends, '/play', { ...german, ...size, ready: '.setup' });
  await host.getByLabel('Gegner').selectOption('Ein Freund per Link');
  await host.getByRole('button', { name: 'Links erzeugen' }).click();
  await see(host, 'Warten auf dein Gegenüber');
  const fits = async name => {
    assert.ok((await host.evaluate(() => document.documentElement.scrollWidth)) <= 320, name);
    assert.deepEqual(await cutOff(host), [], name);
    assert.deepEqual(await findings(host), [], name);
    await host.screenshot({ path: `${shots}/german-friend-${name}.png` });
  };
  await fits('invite');
  const link = await host.getByLabel('Platz deines Gegenübers', { exact: true }).inputValue();
  const guest = await open(friends, link.replace(friends.address, ''));
  await see(guest, 'Your friend thinks, with White');
  await host.getByLabel('Einen Zug eingeben').fill('e4');
  await host.keyboard.press('Enter');
  await see(guest, 'Your move, with Black');
  await guest.getByRole('button', { name: 'Offer a draw' }).click();
  await see(host, 'Dein Gegenüber bietet Remis an.');
  await fits('offer');
  // What the server refuses is German, too: the offer was taken back by a move meanwhile.
  await host.route('**/api/friend/act', route =>
    route.fulfill({ status: 409, json: { error: 'the offer does not stand' } }),
  );
  await host.getByRole('button', { name: 'Annehmen' }).click();
  await see(host, 'Das Angebot gilt nicht mehr.');
  await host.unroute('**/api/friend/act');
  await host.getByRole('button', { name: 'Annehmen' }).click();
  await Promise.all([see(host, 'Remis: Einigung'), see(guest, 'Draw: agreement')]);
  await fits('end');
});

test('axe finds nothing in German', async () => {
  for (const [, view, whole] of VIEWS) {
    const page = await open(here, view, { ...german, ready: whole });
    assert.deepEqual(await findings(page), [], view);
    assert.deepEqual(page.problems, [], view);
    await page.context().close();
  }
  const page = await open(here, '/play', { ...german, ready: '.setup' });
  await page.getByRole('button', { name: 'Einstellungen' }).click();
  await page.getByLabel('Sprache (Language)').waitFor();
  assert.deepEqual(await findings(page), []);
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await see(page, 'Diese Hilfe zeigen');
  assert.deepEqual(await findings(page), []);
});
