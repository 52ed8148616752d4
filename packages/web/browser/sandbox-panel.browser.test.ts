/** The operator's sandbox panel: pasted rules and scenarios, the same as code, branches, explanations of any order. */
import { execFileSync } from 'node:child_process';
import type { Client } from '@bellwether/sdk';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { describeInBrowser, openOwnHouse } from './theatre.testing.ts';
import { SANDBOX, Venue } from './venue.ts';
import type { VisitorSettings } from './visitor.ts';
import { choose, operate } from './ways.ts';

/** A scenario with one mistake. */
const SCENARIO = `{
  "name": "mine", // small letters
  "about": "Rain, and one maker.", "seed": 1, "start": "2026-02-01T09:00:00Z",
  "events": [{ "title": "Rain?", "slug": "rain", "markets": [{ "question": "Rain?", "slug": "rain", "outcomes": ["Yes", "No"] }] }],
  "accounts": [{ "name": "desk", "balance": 1000 }],
  "traders": [
    { "kind": "maker", "account": "desk", "market": "rain", "every": "1m", "spread": 0.02, "size": 10, "levels": 99 }
  ],
  "script": []
}
`;

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const CALLS = 'Scenarios, faults and replays';

describeInBrowser('sandbox panel', () => {
  const on = openOwnHouse(() => SANDBOX);
  let operator: Client;
  let slug = '';
  let tokenId = '';

  beforeAll(async () => {
    operator = on.venue.asOperator();
    const [event] = await operator.events.list({ closed: false, limit: 1 });
    const market = event?.markets.find(({ closed }) => closed !== true);
    slug = market?.slug ?? '';
    [tokenId = ''] = JSON.parse(market?.clobTokenIds ?? '[]') as readonly string[];
  });

  const trader = (byte: string) => on.venue.client({ account: { signer: `0x${byte.repeat(32)}` } });

  async function open(settings: VisitorSettings = {}) {
    const page = await operate(on, '/sandbox', settings);
    await panel(page, 'Clock').waitFor();
    return page;
  }

  test('sandbox panel: the sections of Operate stay in the window, and stand in one line where there is room', async () => {
    const page = await open();
    const links = page.getByRole('navigation', { name: 'Sections of Operate' }).getByRole('link');
    for (const width of [360, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      const boxes = await links.evaluateAll((all) =>
        all.map((link) => {
          const { top, left, right } = link.getBoundingClientRect();
          return { top, left, right };
        }),
      );
      expect(boxes.length).toBeGreaterThan(8);
      if (width > 1_000) expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
      expect(Math.max(...boxes.map(({ right }) => right)), `${width}`).toBeLessThanOrEqual(width - 16);
      const after = boxes.slice(1).map((box, index) => ({ ...box, before: boxes[index] }));
      const inLine = after.filter(({ top, before }) => top === before?.top);
      const gaps = inLine.map(({ left, before }) => left - (before?.right ?? 0));
      expect(Math.min(...gaps), `${width}`).toBeGreaterThanOrEqual(4);
    }
  });

  test('sandbox panel: a rule is pasted, what the venue refuses stands at its text, and what is armed has a row', async () => {
    const page = await open({ expected: /status of 400 .*\/sandbox\/faults/ });
    const calls = panel(page, CALLS);
    await choose(page, 'What to run', 'Fault');
    const text = calls.getByLabel('Text', { exact: true });
    const arm = calls.getByRole('button', { name: 'Arm', exact: true });
    const told = (words: string) => calls.getByRole('alert').filter({ hasText: words }).waitFor();
    await text.fill('{ "match": { }, ');
    await arm.click();
    await told('This is not JSON');
    await text.fill('{ "match": { "nth": 0 }, "do": { "kind": "wipe" } }');
    await arm.click();
    await told('match.nth must be');
    expect(await text.getAttribute('aria-invalid')).toBe('true');
    await text.fill('{ "match": { "market": "nowhere" }, "do": { "kind": "settle", "failed": 0.1 } }');
    await arm.click();
    await told('match.market names no market');
    await text.fill(`{ "match": { "market": "${slug}" }, // this one\n "do": { "kind": "settle", "failed": 0.1 } }`);
    await arm.click();
    await calls.getByRole('row').filter({ hasText: '"failed":0.1' }).waitFor();
    expect(await calls.getByRole('alert').count()).toBe(0);
    expect(await operator.sandbox.faults.list()).toMatchObject([{ match: { market: slug }, do: { failed: 0.1 } }]);

    const preset = calls.getByLabel('Preset', { exact: true });
    expect(await preset.locator('option:checked').textContent()).toBe('My own text');
    await preset.selectOption('overloaded');
    await calls.getByText('Three of ten requests are answered 503.').waitFor();
    await text.fill('{ "preset": "overloaded", "match": { "route": "/book" } }');
    await arm.click();
    await calls.getByRole('row').filter({ hasText: 'overloaded' }).waitFor();
    await calls.getByRole('button', { name: 'Disarm rule 1' }).click();
    await expect.poll(async () => (await operator.sandbox.faults.list()).map(({ id }) => id)).toEqual(['2']);
    await operator.sandbox.faults.disarm();
  });

  test('sandbox panel: the same call runs in a shell', async () => {
    const page = await open();
    const calls = panel(page, CALLS);
    await choose(page, 'What to run', 'Fault');
    await calls.getByLabel('Preset', { exact: true }).selectOption('slow-answers');
    await calls.getByText('The same as a call').click();
    const code = (await calls.getByRole('region', { name: 'curl' }).textContent()) ?? '';
    const armed = execFileSync('sh', ['-c', code], {
      encoding: 'utf8',
      env: { ...process.env, TOKEN: on.venue.adminToken() },
    });
    expect(JSON.parse(armed)).toMatchObject([{ preset: 'slow-answers' }]);
    await calls.getByRole('row').filter({ hasText: 'slow-answers' }).waitFor();
    await operator.sandbox.faults.disarm();
  });

  test('sandbox panel: in a small window nothing stands out of it, however much is unfolded', async () => {
    const page = await open({ width: 360, height: 780, colours: 'dark' });
    await page.getByText('This is a sandbox.').waitFor();
    await operator.sandbox.faults.arm({ preset: 'matched-not-broadcasted' });
    await page.getByText('The same as a call').click();
    await panel(page, CALLS).getByText('matched-not-broadcasted', { exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await operator.sandbox.faults.disarm();
  });

  test('sandbox panel: a scenario of one’s own is pasted, refused at its text, and begun', async () => {
    const page = await open({ expected: /status of 400 .*\/sandbox\/scenario/ });
    const scenario = panel(page, CALLS);
    const text = scenario.getByLabel('Text', { exact: true });
    const play = async () => {
      await scenario.getByRole('button', { name: 'Play…' }).click();
      await page.getByRole('dialog', { name: 'Play this scenario?' }).getByRole('button', { name: 'Play it' }).click();
    };
    await text.fill(SCENARIO);
    await play();
    await scenario.getByRole('alert').filter({ hasText: 'scenario.traders[0].levels must be from 1 to 10' }).waitFor();
    await text.fill(SCENARIO.replace('99', '2'));
    await play();
    await scenario.getByText('Began at').waitFor();
    const { branch, time } = await operator.sandbox.clock();
    expect(time).toBe('2026-02-01T09:00:00.000Z');
    await panel(page, 'Branches').getByRole('row').filter({ hasText: branch }).filter({ hasText: 'mine' }).waitFor();
    await operator.sandbox.rewind({ sequence: (await operator.sandbox.branches())[0]?.sequence ?? 0 }, 'main');
    await scenario.getByText('No scenario').waitFor();
  });

  test('sandbox panel: of many branches the one that is traded on is the first, and the newest is the next', async () => {
    // A WebSocket that opens during a rewind fails once and is reopened.
    const page = await open({ expected: /WebSocket connection to/ });
    const { branch, sequence } = await operator.sandbox.clock();
    for (let round = 0; round < 6; round++) await operator.sandbox.rewind({ sequence }, branch);
    await operator.sandbox.play('whale');
    const told = (await operator.sandbox.branches()).toReversed();
    const branches = panel(page, 'Branches');
    const leads = branches.getByRole('row').getByRole('cell');
    const named = leads.filter({ has: page.locator('.operate__who') });
    const rows = async () => (await named.allInnerTexts()).map((row) => row.replace(/\s+/g, ' '));
    const lines = told.map(({ id, scenario, current }) => {
      return `${id}${current ? ' Traded on' : ''} ${scenario ?? 'no scenario'}`;
    });
    await expect.poll(rows).toEqual(lines.slice(0, 6));
    await branches.getByRole('button', { name: `Show all ${told.length} branches` }).click();
    expect(await rows()).toEqual(lines);
    const options = await branches.getByLabel('Of branch').locator('option').allTextContents();
    expect([options[0], options.length]).toEqual([`${told[0]?.id} · whale (traded on)`, told.length]);
    await operator.sandbox.rewind({ sequence }, branch);
    await expect.poll(async () => (await rows())[0]?.includes('no scenario')).toBe(true);
  });

  test('sandbox panel: an order of anyone is explained by its id, and what is none is told', async () => {
    const page = await open({ expected: /status of 404 .*\/sandbox\/explain/ });
    const { orderID } = await trader('c1').orders.place({ tokenId, side: 'BUY', price: '0.02', size: '10' });
    const why = panel(page, 'Why is an order as it is?');
    const explain = async (id: string) => {
      await why.getByLabel('Order id').fill(id);
      await why.getByRole('button', { name: 'Explain' }).click();
    };
    await explain('0x12');
    await why.getByRole('alert').filter({ hasText: '0x followed by 64 digits' }).waitFor();
    await explain(`0x${'0'.repeat(64)}`);
    await why.getByText('This branch has no such order.').waitFor();
    await explain(` ${orderID} `);
    await why.getByText('Buy 10 Yes at 0.02').waitFor();
    await why.getByText(/^It rests\. /).waitFor();
    await why.getByText('Ahead at its price when it came').waitFor();
    // Asking again refetches the explanation.
    await trader('c1').orders.cancelAll();
    await why.getByRole('button', { name: 'Explain' }).click();
    await why
      .getByText(/cancel/i)
      .first()
      .waitFor();
  });

  test('sandbox panel: a fork begins with a scenario, at a port that is free', async () => {
    const page = await open({ expected: /status of 400 .*\/sandbox\/fork/ });
    const branches = panel(page, 'Branches');
    await choose(page, 'Fork from', 'A scenario');
    await branches.getByLabel('Ready scenario').selectOption('whale');
    const port = branches.getByLabel('Port', { exact: true });
    const start = branches.getByRole('button', { name: 'Start a fork' });
    await port.fill('70000');
    await start.click();
    await branches.getByRole('alert').filter({ hasText: 'from 1 to 65535' }).waitFor();
    await port.fill(new URL(on.venue.url).port);
    await start.click();
    await branches.getByRole('alert').filter({ hasText: 'is in use' }).waitFor();
    expect(await port.getAttribute('aria-invalid')).toBe('true');
    await port.fill('');
    await start.click();
    await branches.getByRole('list', { name: 'Forks' }).getByRole('link').waitFor();
    const [fork] = await operator.sandbox.forks();
    const there = new Venue({ url: fork?.url ?? '', adminToken: on.venue.adminToken() }).asOperator();
    expect(await there.sandbox.scenario()).toMatchObject({ running: { name: 'whale' } });
    await operator.sandbox.endFork(Number(new URL(fork?.url ?? '').port));
  });
});
