// Two or three browsers play one game through the server.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ask, clipboard, drag, findings, movesShown, open, see, shots, stage } from './support.mjs';

const folder = await mkdtemp(join(tmpdir(), 'catena-friends-'));
after(() => rm(folder, { recursive: true, force: true }));
const here = stage(['--listen', '127.0.0.1', '--games', join(folder, 'games.redb')]);

/** Ten half-moves after which Bd3 closes a chain. */
const BEFORE_A_CHAIN = ['e2e4', 'e7e5', 'd2d4', 'd7d6', 'd4d5', 'g8f6', 'c2c4', 'b8d7', 'b1c3', 'd7c5'];

const AWAY = 'The server does not answer';

/** What a browser writes to its console when a server or its network is gone is no fault of the page. */
const faults = page => page.problems.filter(text => !/Failed to load resource|ERR_/.test(text));

/** Makes a game on the page; resolves with the page of who made it, and the links. */
async function create(here, { time = 'No clock', options = {} } = {}) {
  const page = await open(here, '/play', options);
  await page.getByLabel('Opponent').selectOption('A friend by link');
  await page.getByLabel('Time').selectOption(time);
  await page.getByRole('button', { name: 'Make the links' }).click();
  await see(page, 'Send this link to your friend');
  const link = async label => (await page.getByLabel(label, { exact: true }).inputValue()).replace(here.address, '');
  return { page, friend: await link('Your friend’s seat'), watch: await link('To watch') };
}

/** A game in which both have come. */
async function begin(here, options) {
  const { page: host, friend, watch } = await create(here, options);
  const guest = await open(here, friend, options?.options);
  await see(host, 'Your move, with White');
  await see(guest, 'Your friend thinks, with White');
  return { host, guest, friend, watch };
}

/** Types a move, which takes less time than to drag it. */
async function type(page, move) {
  await page.getByLabel('Type a move').fill(move);
  await page.getByLabel('Type a move').press('Enter');
}

/** Waits until a move has been played; one that closes a chain is played without a switch. */
async function stay(page, count) {
  const asks = await page.waitForFunction(count => {
    const question = document.querySelector('[data-decision=stay]');
    return question ? 'yes' : document.querySelectorAll('.moves [data-ply]').length === count && 'no';
  }, count);
  if ((await asks.jsonValue()) === 'yes') await page.locator('[data-decision=stay]').click();
}

/** Plays moves by turns, each when the player before has been seen to move. */
async function playOut(pages, moves) {
  for (const [ply, move] of moves.entries()) {
    await see(pages[ply % 2], 'Your move');
    await type(pages[ply % 2], move);
    await stay(pages[ply % 2], ply + 1);
    for (const page of pages) await movesShown(page, ply + 1);
  }
}

const clock = async plate =>
  (await plate.locator('.clock').innerText()).split(':').reduce((minutes, part) => minutes * 60 + Number(part), 0);

test('a whole game with switches, seen by both and by who watches', async () => {
  // More is added for a move than a busy machine takes for one.
  const { host, guest, watch } = await begin(here, { time: '15 minutes + 10 seconds a move' });
  const spectator = await open(here, watch);
  await see(spectator, 'You are watching');
  await see(spectator, 'Player 1 to move, with White');
  await playOut([host, guest], BEFORE_A_CHAIN);
  await drag(host, 'f1', 'd3');
  await see(host, 'Switch sides?');
  await host.getByRole('button', { name: 'Switch to Black' }).click();
  await Promise.all([
    see(host, 'Your move, with Black'),
    see(guest, 'Your friend thinks, with Black'),
    see(spectator, 'Player 1 to move, with Black'),
  ]);
  // Both boards have turned, and the clocks have changed hands: the players hold the other side now.
  await host.locator('.orientation-black').waitFor();
  await guest.locator('.orientation-white').waitFor();
  assert.match(await guest.locator('.plate').last().innerText(), /White\s+You/);
  assert.ok((await clock(host.locator('.plate').last())) > 900);
  // Who watches has no way to move: neither a field nor pieces that can be moved.
  assert.equal(await spectator.getByLabel('Type a move').count(), 0);
  assert.equal(await spectator.getByRole('button', { name: 'Resign' }).count(), 0);
  await drag(spectator, 'a7', 'a6');
  await movesShown(spectator, 11);
  await type(host, 'a7a6');
  await see(guest, 'Your move, with White');
  await guest.getByRole('button', { name: 'Resign' }).click();
  await guest.getByRole('button', { name: 'Really resign' }).click();
  await Promise.all([
    see(host, 'You win: resignation'),
    see(guest, 'Your friend wins: resignation'),
    see(spectator, 'Player 1 wins: resignation'),
  ]);
  const [file] = await Promise.all([
    host.waitForEvent('download'),
    host.getByRole('button', { name: 'Download PGN' }).click(),
  ]);
  assert.equal(file.suggestedFilename(), 'catena.pgn');
  // Another game, with the other colours, at the same links.
  await host.getByRole('button', { name: 'Rematch' }).click();
  await see(host, 'You offered another game');
  await see(guest, 'Your friend offers another game');
  await guest.getByRole('button', { name: 'Accept' }).click();
  await Promise.all([
    see(guest, 'Your move, with White'),
    see(host, 'Your friend thinks, with White'),
    see(spectator, 'Player 1 to move, with White'),
  ]);
  for (const page of [host, guest, spectator]) assert.deepEqual(page.problems, []);
});

test('a game is played to checkmate', async () => {
  const { host, guest } = await begin(here);
  await playOut([host, guest], ['f2f3', 'e7e5', 'g2g4', 'd8h4']);
  await see(guest, 'You win: checkmate');
  await see(host, 'Your friend wins: checkmate');
  // One can review it where it was played.
  await guest.getByRole('button', { name: 'Review' }).click();
  await guest.getByRole('columnheader', { name: 'Your friend' }).waitFor();
  await guest.locator('.review .moment', { hasText: '2. g4' }).click();
  await see(guest, 'You look at an earlier position');
  await host.getByRole('button', { name: 'Analyse', exact: true }).click();
  await host.waitForURL(/\/analyse\?moves=f2f3/);
});

test('a draw and a take-back need the other’s consent', async () => {
  const { host, guest } = await begin(here);
  await playOut([host, guest], ['e2e4', 'e7e5']);
  await guest.getByRole('button', { name: 'Ask to take back' }).click();
  await see(guest, 'You asked to take back your last move');
  await see(host, 'Your friend asks to take back the last move');
  await host.getByRole('button', { name: 'Accept' }).click();
  for (const page of [host, guest]) await movesShown(page, 1);
  await see(guest, 'Your move, with Black');
  await host.getByRole('button', { name: 'Offer a draw' }).click();
  await guest.getByRole('button', { name: 'Decline' }).click();
  await guest.locator('.offer').waitFor({ state: 'detached' });
  await host.getByRole('button', { name: 'Offer a draw' }).click();
  await guest.getByRole('button', { name: 'Accept' }).click();
  for (const page of [host, guest]) await see(page, 'Draw: agreement');
});

test('a lost connection on either side: the move arrives when it is back', async () => {
  const { host, guest } = await begin(here);
  await playOut([host, guest], ['e2e4']);
  // The guest’s network is gone, in the middle of the move.
  await guest.context().setOffline(true);
  await see(guest, AWAY);
  await see(host, 'Your friend is not connected');
  await type(guest, 'e7e5');
  await guest.context().setOffline(false);
  for (const page of [host, guest]) await movesShown(page, 2);
  await host.getByText('Your friend is not connected').waitFor({ state: 'detached' });
  // The host’s network is gone while the guest moves.
  await type(host, 'g1f3');
  await movesShown(guest, 3);
  await host.context().setOffline(true);
  await see(guest, 'Your friend is not connected');
  await type(guest, 'b8c6');
  await movesShown(guest, 4);
  await movesShown(host, 3);
  await host.context().setOffline(false);
  await movesShown(host, 4);
  await see(host, 'Your move, with White');
  await host.getByText(AWAY).first().waitFor({ state: 'detached' });
  for (const page of [host, guest]) assert.deepEqual(faults(page), []);
});

test('a reload, and a page that was closed, open the game where it stands', async () => {
  const { host, guest, friend } = await begin(here);
  await playOut([host, guest], ['d2d4', 'd7d5']);
  await host.reload();
  await movesShown(host, 2);
  await see(host, 'Your move, with White');
  await guest.context().close();
  await see(host, 'Your friend is not connected');
  await type(host, 'c2c4');
  const again = await open(here, friend);
  await movesShown(again, 3);
  await see(again, 'Your move, with Black');
});

test('a laptop that was closed and opened shows the game as it stands', async () => {
  const { host, guest } = await begin(here, { time: '5 minutes + 3 seconds a move' });
  await playOut([host, guest], ['e2e4']);
  const client = await guest.context().newCDPSession(guest);
  await client.send('Page.setWebLifecycleState', { state: 'frozen' });
  // While the page stands still its connection dies, as behind a router that has forgotten it.
  await guest.context().setOffline(true);
  await see(host, 'Your friend is not connected');
  await host.getByRole('button', { name: 'Ask to take back' }).click();
  await see(host, 'You asked to take back your last move');
  await guest.context().setOffline(false);
  await client.send('Page.setWebLifecycleState', { state: 'active' });
  await see(guest, 'Your friend asks to take back the last move');
  await guest.getByRole('button', { name: 'Accept' }).click();
  for (const page of [host, guest]) await movesShown(page, 0);
  await host.getByText('Your friend is not connected').waitFor({ state: 'detached' });
  for (const page of [host, guest]) assert.deepEqual(faults(page), []);
});

test('the server is ended and started again in the middle of a game', async () => {
  const { host, guest } = await begin(here, { time: '5 minutes + 3 seconds a move' });
  await playOut([host, guest], BEFORE_A_CHAIN);
  await here.stop();
  await see(host, AWAY);
  await see(guest, AWAY);
  // A move that is made meanwhile waits.
  await type(host, 'f1d3');
  await host.getByRole('button', { name: 'Switch to Black' }).click();
  await see(host, 'Your move is kept');
  // What is asked for besides does not take its place.
  await host.getByRole('button', { name: 'Offer a draw' }).click();
  await here.restart();
  for (const page of [host, guest]) {
    await movesShown(page, 11);
    await page.getByText(AWAY).first().waitFor({ state: 'detached' });
  }
  await see(host, 'Your move, with Black');
  await see(guest, 'Your friend offers a draw');
  // Nobody paid for the time that the server was away.
  assert.ok((await clock(guest.locator('.plate').last())) > 280);
  for (const page of [host, guest]) assert.deepEqual(faults(page), []);
});

test('a clock runs out while its player is away', async () => {
  const { page: host, friend } = await create(here, { time: '10 seconds for each move' });
  const guest = await open(here, friend);
  await see(host, 'Your move, with White');
  await type(host, 'e2e4');
  await movesShown(guest, 1);
  await guest.context().close();
  await see(host, 'You win: out of time');
});

test('a stranger without the link sees nothing', async () => {
  const { friend } = await create(here);
  const wrong = friend.replace(/.$/, digit => (digit === '0' ? '1' : '0'));
  for (const address of [wrong, '/friend', '/friend#nothing']) {
    const stranger = await open(here, address);
    await see(stranger, 'There is no such game');
    assert.equal(await stranger.locator('.plate:visible').count(), 0);
  }
});

test('a page that finds no place at its seat says why, and opens when there is one', async () => {
  const { friend } = await create(here);
  const link = friend.split('#')[1];
  // As many pages as a seat may have open.
  const others = Array.from({ length: 8 }, () => new AbortController());
  const streams = [];
  for (const { signal } of others) streams.push(await ask(here, 'friend/watch', { link }, { signal, isStream: true }));
  const late = await open(here, friend);
  await see(late, 'The game cannot be opened');
  await see(late, 'too many pages have this game open; close one or try again later');
  for (const other of others) other.abort();
  await see(late, 'Your friend thinks, with White');
  assert.deepEqual(faults(late), []);
});

test('a forged move is refused, and the page shows the game as it is', async () => {
  const { host, guest } = await begin(here);
  const forge = await host.evaluate(async () => {
    const act = { link: location.hash.slice(1), round: 1, ply: 0, act: { move: 'e2e5' } };
    const headers = { 'content-type': 'application/json' };
    const response = await fetch('/api/friend/act', { method: 'POST', headers, body: JSON.stringify(act) });
    return [response.status, (await response.json()).error];
  });
  assert.deepEqual(forge, [422, 'the move ‘e2e5’ is not legal here'.replaceAll(/[‘’]/g, "'")]);
  // What the page itself sends is changed on the way.
  await host.route('**/api/friend/act', route =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), act: { move: 'e2e5' } }) }),
  );
  await drag(host, 'e2', 'e4');
  await see(host, 'is not legal here');
  await host.unroute('**/api/friend/act');
  await drag(host, 'd2', 'd4');
  await movesShown(guest, 1);
});

test('a server that was not asked to offers no friend', async () => {
  const page = await open(here, '/play');
  await page.getByLabel('Opponent').getByText('A friend by link').waitFor({ state: 'attached' });
  await page.route(/\/api\/ping/, async route => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), friends: false } });
  });
  await Promise.all([page.waitForResponse(/\/api\/ping/), page.reload()]);
  await page.locator('.setup').waitFor();
  assert.equal(await page.getByText('A friend by link').count(), 0);
});

test('links can be copied', async () => {
  const { page, friend } = await create(here);
  await page.getByRole('button', { name: 'Copy: Your friend’s seat' }).click();
  await page.getByText('Copied').waitFor();
  assert.equal(await clipboard(page), here.address + friend);
});

for (const [name, options] of Object.entries({
  laptop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
}))
  for (const colorScheme of ['light', 'dark'])
    test(`axe finds nothing and everything fits, ${name}, ${colorScheme}`, async () => {
      const look = async (page, view) => {
        assert.deepEqual(await findings(page), [], view);
        const width = options.viewport.width;
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, view);
        await page.screenshot({ path: `${shots}/friend-${view}-${name}-${colorScheme}.png` });
      };
      const time = '5 minutes + 3 seconds a move';
      const { page: host, friend, watch } = await create(here, { time, options: { ...options, colorScheme } });
      await look(host, 'invite');
      const guest = await open(here, friend, { ...options, colorScheme });
      await playOut([host, guest], BEFORE_A_CHAIN);
      await type(host, 'f1d3');
      await host.getByRole('button', { name: 'Switch to Black' }).click();
      await see(host, 'Your move, with Black');
      await guest.getByRole('button', { name: 'Offer a draw' }).click();
      await see(host, 'Your friend offers a draw');
      await host.locator('.switch-banner').waitFor({ state: 'hidden' });
      await look(host, 'offer');
      await look(guest, 'play');
      const spectator = await open(here, watch, { ...options, colorScheme });
      await movesShown(spectator, 11);
      await look(spectator, 'watch');
      await host.getByRole('button', { name: 'Accept' }).click();
      await see(host, 'Draw: agreement');
      await look(host, 'end');
    });
