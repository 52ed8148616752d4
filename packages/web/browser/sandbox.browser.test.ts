/** A sandbox in a browser: the bar on every page, the operator's panel, and the effect of a rewind on open pages. */
import { join } from 'node:path';
import type { Client } from '@bellwether/sdk';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { writeTape } from './tape.ts';
import { describeInBrowser, openOwnHouse, sharedVenue } from './theatre.testing.ts';
import { SANDBOX } from './venue.ts';
import { welcome } from './visitor.ts';
import { bringAccount, buy, choose, comeBack, enterOperate, follow, ladder, operate } from './ways.ts';

/** Returns a live set of the sandbox paths that the page requests from now on. */
function sandboxRequests(page: Page): ReadonlySet<string> {
  const asked = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(sandbox\/|app\/assets\/sandbox)/.test(pathname)) asked.add(pathname);
  });
  return asked;
}

const bar = (page: Page) => page.getByRole('complementary', { name: 'Sandbox' });
const CALLS = 'Scenarios, faults and replays';
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

describeInBrowser('sandbox page', () => {
  const on = openOwnHouse(() => SANDBOX);
  let operator: Client;
  let [slug, yes, no] = ['', '', ''];

  beforeAll(async () => {
    operator = on.venue.asOperator();
    // The demo's markets have quotes of the house.
    const { markets } = await operator.admin.addEvent({
      title: 'Rehearsal',
      markets: [{ question: 'Is it rehearsed?' }],
    });
    const [market] = markets;
    slug = market?.slug ?? '';
    [yes = '', no = ''] = JSON.parse(market?.clobTokenIds ?? '[]') as readonly string[];
  });

  test('sandbox page: every page says what it is, and the panel is loaded when it is opened', async () => {
    const page = await welcome(on.browser);
    const asked = sandboxRequests(page);
    for (const path of ['/', `/market/${slug}`, '/nowhere']) {
      await page.goto(on.venue.page(path));
      await bar(page).getByText('SANDBOX').waitFor();
      await bar(page).getByText('Jan 1, 2026, 12:00:00 AM UTC').waitFor();
      await bar(page).getByText('Time stands still').waitFor();
      expect(await bar(page).textContent()).toContain('Branch main');
    }
    await enterOperate(page, on.venue);
    expect([...asked].filter((path) => path.includes('sandbox-panel'))).toEqual([]);
    await bar(page).getByRole('link', { name: 'Control' }).click();
    await panel(page, 'Clock').waitFor();
    expect([...asked].filter((path) => path.includes('sandbox-panel'))).not.toEqual([]);
  });

  test('sandbox page: nothing moves when its bar comes, and a click that was under way is one', async () => {
    const page = await welcome(on.browser);
    const { promise, resolve: letCome } = Promise.withResolvers<void>();
    await page.route(/\/assets\/sandbox-bar-[^/]+\.js$/, async (route) => {
      await promise;
      await route.continue();
    });
    await page.goto(on.venue.page('/operate'), { waitUntil: 'commit' });
    await page.getByLabel('Admin token').fill(on.venue.adminToken());
    await page.getByRole('button', { name: 'Enter' }).click();
    const link = page.getByRole('link', { name: 'Sandbox', exact: true });
    await link.hover();
    await bar(page).getByText('SANDBOX').waitFor();
    expect(await bar(page).textContent()).not.toContain('Branch');
    const before = await link.boundingBox();
    await page.mouse.down();
    letCome();
    await bar(page).getByText('Branch main').waitFor();
    expect(await link.boundingBox()).toEqual(before);
    await page.mouse.up();
    await panel(page, 'Clock').waitFor();
  });

  test('sandbox page: the clock is moved, runs and is paused, and a length that is none is told at its field', async () => {
    const page = await operate(on, '/sandbox');
    const clock = panel(page, 'Clock');
    await clock.getByRole('button', { name: /advance by one hour/ }).click();
    await bar(page).getByText('1:00:00 AM').waitFor();
    await clock.getByLabel('Advance by', { exact: true }).fill('soon');
    await clock.getByRole('button', { name: 'Advance', exact: true }).click();
    await clock.getByRole('alert').filter({ hasText: 'A length of time is such as' }).waitFor();
    await clock.getByLabel('Advance by', { exact: true }).fill('29m 30s');
    await clock.getByRole('button', { name: 'Advance', exact: true }).click();
    await bar(page).getByText('1:29:30 AM').waitFor();
    await clock.getByLabel('Advance until').fill('2026-01-01T01:30:00');
    await clock.getByRole('button', { name: 'Go there' }).click();
    await bar(page).getByText('1:30:00 AM').waitFor();

    await choose(page, 'Speed', '60×');
    await bar(page).getByText('A minute a second').waitFor();
    // The time runs on, however long a busy machine takes to look.
    await expect.poll(() => bar(page).textContent()).not.toContain('1:30:');
    await clock.getByRole('button', { name: 'Pause' }).click();
    await bar(page).getByText('Time stands still').waitFor();
  });

  test('sandbox page: while a move is under way, the clock says so, and Pause ends it', async () => {
    const page = await welcome(on.browser);
    const { promise, resolve: goOn } = Promise.withResolvers<void>();
    await page.route('**/sandbox/clock', async (route) => {
      if (route.request().postData()?.includes('advance') === true) await promise;
      await route.continue();
    });
    await enterOperate(page, on.venue);
    await bar(page).getByRole('link', { name: 'Control' }).click();
    const clock = panel(page, 'Clock');
    await clock.getByRole('button', { name: 'advance by one minute' }).click();
    await clock.getByText('Time moves').waitFor();
    const paused = page.waitForResponse((response) => response.request().postData()?.includes('pause') === true);
    await clock.getByRole('button', { name: 'Pause' }).click();
    expect((await paused).status()).toBe(200);
    goOn();
    await clock.getByText('Time stands still').waitFor();
  });

  test('sandbox page: after a rewind a page that is open shows the new branch, and trades there', async () => {
    const { sequence } = await operator.sandbox.clock();
    const desk = await welcome(on.browser, { expected: /status of 400 .*\/sandbox\/rewind/ });
    // Two expected 401s: a sign-in before the venue's time is known, and an API key that the new branch does not know.
    const page = await welcome(on.browser, { expected: /status of 401/ });
    await bringAccount(page);
    await page.goto(on.venue.page(`/market/${slug}`));
    const bid = async (cents: string) => {
      await buy(page, { type: 'Limit', outcome: 'Yes', shares: '10', cents });
      await expect.poll(() => ladder(page, 'Bids')).toContain(`${cents}¢ 10 mine`);
    };
    await bid('3');
    await enterOperate(desk, on.venue, '/sandbox');
    const branches = panel(desk, 'Branches');
    await branches.getByRole('radiogroup', { name: 'Rewind to' }).getByText('An entry').click();
    const rewind = async (entry: number) => {
      await branches.getByLabel('As it was after entry').fill(String(entry));
      await branches.getByRole('button', { name: 'Rewind…' }).click();
      const dialog = desk.getByRole('dialog', { name: 'Rewind the sandbox?' });
      await dialog.getByText('everyone trades on').waitFor();
      await dialog.getByRole('button', { name: 'Rewind', exact: true }).click();
    };
    await rewind(999_999);
    await branches.getByRole('alert').filter({ hasText: 'Branch main ends with entry' }).waitFor();
    await rewind(sequence);

    for (const each of [desk, page]) await bar(each).getByText('Branch 1').waitFor();
    await page.getByText('Branch 1 begins').waitFor();
    await branches.getByText(`after entry ${sequence.toLocaleString('en-US')} of main`).waitFor();
    await expect.poll(() => ladder(page, 'Bids')).not.toContain('3¢ 10 mine');
    await bid('4');
  });

  test('sandbox page: a fault is armed, its count goes up, and it is disarmed', async () => {
    // Expected: an answer never comes, and a sign-in precedes the venue's first answer.
    const page = await welcome(on.browser);
    const { page: visitor } = await comeBack(on, `/market/${slug}`, { expected: /ERR_EMPTY_RESPONSE|status of 401/ });
    await enterOperate(page, on.venue, '/sandbox');
    const faults = panel(page, CALLS);
    await faults.getByText('Nothing is armed').waitFor();
    await choose(page, 'What to run', 'Fault');
    await faults.getByLabel('Preset', { exact: true }).selectOption('timed-out-yet-filled');
    const match = { times: 1, market: slug };
    await faults.getByLabel('Text', { exact: true }).fill(JSON.stringify({ preset: 'timed-out-yet-filled', match }));
    await faults.getByRole('button', { name: 'Arm', exact: true }).click();
    const row = faults.getByRole('row').filter({ hasText: 'timed-out-yet-filled' });
    await expect.poll(() => row.getByRole('cell').nth(2).textContent()).toBe('0');

    await buy(visitor, { type: 'Limit', outcome: 'Yes', shares: '10', cents: '5' });
    // The answer never came. The page resends the order, and the venue reports its outcome.
    await expect.poll(() => ladder(visitor, 'Bids')).toContain('5¢ 10 mine');
    await expect.poll(() => row.getByRole('cell').nth(2).textContent()).toBe('1');
    await faults.getByRole('button', { name: 'Disarm all' }).click();
    await faults.getByText('Nothing is armed').waitFor();
  });

  test('sandbox page: a fork is linked to, and is a sandbox of its own', async () => {
    const page = await operate(on, '/sandbox');
    await page.getByRole('button', { name: 'Start a fork' }).click();
    const forks = page.getByRole('list', { name: 'Forks' });
    await forks.getByRole('link').waitFor();
    const panelUrl = page.url();
    // The link appears on any later page load.
    await page.reload();
    const link = (await forks.getByRole('link').getAttribute('href')) ?? '';
    await page.goto(link);
    await bar(page).getByText('Branch main').waitFor();
    expect(new URL(page.url()).port).not.toBe(new URL(on.venue.url).port);
    await page.goto(panelUrl);
    await forks.getByRole('button', { name: 'End' }).click();
    await forks.waitFor({ state: 'detached' });
    await expect(fetch(link)).rejects.toThrow('fetch failed');
  });

  test('sandbox page: a scenario is begun, and the branch that was traded on is gone on from', async () => {
    const page = await operate(on, '/sandbox');
    const before = await operator.sandbox.clock();
    const scenario = panel(page, CALLS);
    await scenario.getByText('No scenario').waitFor();
    await scenario.getByLabel('Preset', { exact: true }).selectOption('quiet-market');
    await scenario.getByText('Prices wander a little').waitFor();
    await scenario.getByRole('button', { name: 'Play…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Play this scenario?' });
    await dialog.getByText('nothing but this scenario').waitFor();
    await dialog.getByRole('button', { name: 'Play it' }).click();
    await scenario.getByText('Began at').waitFor();
    await expect.poll(() => bar(page).textContent()).not.toContain(`Branch ${before.branch}`);
    const goOn = `Go on from its end: branch ${before.branch}`;
    await panel(page, 'Branches').getByRole('button', { name: goOn }).click();
    const warning = page.getByRole('dialog', { name: 'Rewind the sandbox?' });
    await warning.getByRole('button', { name: 'Rewind', exact: true }).click();
    await scenario.getByText('No scenario').waitFor();
  });

  test('sandbox page: a tape is played, how far it is can be seen, and its certificate has the bounds of an order', async () => {
    const trader = (byte: string) => on.venue.client({ account: { signer: `0x${byte.repeat(32)}` } });
    // Record a tape: a bid for the other outcome at 59, which offers this one at 41, and a buyer at 41 a minute later.
    await trader('d1').orders.place({ tokenId: no, side: 'BUY', price: '0.59', size: '40', type: 'GTC' });
    await operator.sandbox.advance('1m');
    await trader('e1').orders.place({ tokenId: yes, side: 'BUY', price: '0.41', size: '15', type: 'GTC' });
    const { branch } = await operator.sandbox.clock();
    const tape = join(on.venue.dataDir, 'tapes/page.tape');
    writeTape(tape, join(on.venue.dataDir, 'branches', branch), slug);

    const page = await operate(on, '/sandbox', { expected: /status of 400 .*\/sandbox\/replay/ });
    const replay = panel(page, CALLS);
    await choose(page, 'What to run', 'Replay');
    const play = async (path: string) => {
      await replay.getByLabel('Text', { exact: true }).fill(JSON.stringify({ tape: path }));
      await replay.getByRole('button', { name: 'Play the tape…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Play this tape?' });
      await dialog.getByText('nothing but the markets of the tape').waitFor();
      await dialog.getByRole('button', { name: 'Play it' }).click();
    };
    await play(`${tape}.none`);
    await replay.getByRole('alert').filter({ hasText: 'there is no tape' }).waitFor();
    await play(tape);
    await replay.getByText('Playing', { exact: true }).waitFor();
    await replay.getByText('with a step of 0 ms and the pessimistic bound').waitFor();
    await page.getByText('of the tape page.tape is played').waitFor();
    await panel(page, 'Branches').getByText('tape page.tape', { exact: true }).waitFor();

    const [begun] = await operator.sandbox.replays();
    if (begun === undefined) throw new Error('no replay has begun');
    await operator.sandbox.until(begun.to_ms - 1);
    await trader('b0').orders.place({ tokenId: no, side: 'BUY', price: '0.59', size: '20', type: 'GTC' });
    await operator.sandbox.until(begun.to_ms);
    await replay.getByText('All of it was played', { exact: true }).waitFor();
    const { certificate } = await operator.sandbox.replayed(begun.id);
    await replay.getByText(certificate?.sha256 ?? 'no certificate', { exact: true }).waitFor();
    const [order] = certificate?.orders.listed ?? [];
    const row = replay.getByRole('row').filter({ hasText: '1: ask at 41¢' });
    expect(await row.getByRole('cell').allTextContents()).toEqual([
      '1: ask at 41¢',
      '20',
      ...[order?.ahead_at_first, order?.filled, order?.pessimistic, order?.optimistic],
    ]);
    expect(await replay.getByRole('progressbar').getAttribute('value')).toBe('1');
  });

  test('sandbox page: no other venue has anything of it', async () => {
    const other = sharedVenue();
    const page = await welcome(on.browser);
    const asked = sandboxRequests(page);
    const scripts = new Set<string>();
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.endsWith('.js')) scripts.add(response.url());
    });
    await page.goto(other.page('/'));
    for (const name of ['Portfolio', 'Leaderboard']) await follow(page, name);
    await enterOperate(page, other, '/sandbox');
    await page.getByText('There is no such section').waitFor();
    expect(await page.getByRole('link', { name: 'Sandbox' }).count()).toBe(0);
    expect([await bar(page).count(), [...asked]]).toEqual([0, []]);
    // No loaded script contains any text of the bar or the section, under whatever name. The scripts are fetched again,
    // because a browser drops the bodies of earlier pages.
    const loaded = (await Promise.all([...scripts].map(async (url) => (await fetch(url)).text()))).join();
    expect(loaded.length).toBeGreaterThan(100_000);
    const texts =
      /Time stands still|What goes wrong on purpose|Rewind the sandbox|This is a sandbox|The same as a call/g;
    expect(loaded.match(texts)).toBeNull();
  });
});
