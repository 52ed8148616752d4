/** The operator's sandbox panel covers the API: rules with all fields, custom scenarios, explanations of any order. */
import { type Client, createClient } from '@bellwether/sdk';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { describeInBrowser, openOwnHouse } from './theatre.testing.ts';
import { SANDBOX } from './venue.ts';
import type { VisitorSettings } from './visitor.ts';
import { choose, operate } from './ways.ts';

/** A scenario with one mistake, in its seventh line. */
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
const more = (within: Locator) => within.locator('summary', { hasText: 'More' });

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

  const trader = (byte: string) =>
    createClient({ baseUrl: on.venue.url, account: { signer: `0x${byte.repeat(32)}` }, timeoutMs: 300_000 });

  async function open(settings: VisitorSettings = {}) {
    const page = await operate(on, '/sandbox', settings);
    await panel(page, 'Clock').waitFor();
    return page;
  }

  test('sandbox panel: the seven sections of Operate stand in one line, in every window', async () => {
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
      expect(boxes.length).toBe(7);
      expect(new Set(boxes.map(({ top }) => top)).size, `${width}`).toBe(1);
      expect(boxes.at(-1)?.right, `${width}`).toBeLessThanOrEqual(width - 16);
      const gaps = boxes.slice(1).map(({ left }, index) => left - (boxes[index]?.right ?? 0));
      expect(Math.min(...gaps), `${width}`).toBeGreaterThanOrEqual(4);
    }
  });

  test('sandbox panel: a rule is armed with all that it may say, and what the venue refuses stands at its field', async () => {
    const page = await open({ expected: /status of 400 .*\/sandbox\/faults/ });
    const faults = panel(page, 'What goes wrong on purpose');
    await choose(page, 'What to arm', 'A rule of my own');
    await choose(page, 'Of what', 'Trades and orders');
    const seed = faults.getByLabel('Seed of its chances');
    expect(await seed.isVisible()).toBe(false);
    await more(faults).click();
    const typed = {
      ...{ Account: `0x${'a'.repeat(40)}`, Market: slug, 'Seed of its chances': '1000000000' },
      ...{ 'Tried again (%)': '20', 'Failed (%)': '90', 'Times at most': '3', 'Chance (%)': '50' },
      ...{ 'Seconds until mined': '1.5', 'Seconds until confirmed': '0', 'Seconds of trying again': '4' },
      ...{ From: '2026-01-01T12:00:00', Until: '2026-01-02T12:00:00', 'Only number': '2', 'One of every': '4' },
    };
    for (const [label, text] of Object.entries(typed)) await faults.getByLabel(label, { exact: true }).fill(text);
    await faults.getByText('8 set').waitFor();
    // The group is collapsed again, and opens for a field with an error.
    await more(faults).click();
    await expect.poll(() => seed.isVisible()).toBe(false);
    const arm = faults.getByRole('button', { name: 'Arm the rule' });
    await arm.click();
    await faults.getByRole('alert').filter({ hasText: 'It must be from 0 to 999999999.' }).waitFor();
    expect(await seed.getAttribute('aria-invalid')).toBe('true');
    await seed.fill('7');
    await arm.click();
    await faults.getByRole('alert').filter({ hasText: 'at most 100% together' }).waitFor();
    await faults.getByLabel('Failed (%)').fill('10');
    await arm.click();
    await expect.poll(async () => (await operator.sandbox.faults.list()).length).toBe(1);
    const times = { from: '2026-01-01T12:00:00.000Z', until: '2026-01-02T12:00:00.000Z', times: 3 };
    const match = { account: typed.Account, market: slug, ...times, nth: 2, every: 4, probability: 0.5 };
    const settled = { retried: 0.2, failed: 0.1, mined_ms: 1_500, confirmed_ms: 0, retrying_ms: 4_000 };
    expect(await operator.sandbox.faults.list()).toMatchObject([{ match, do: { kind: 'settle', ...settled } }]);
    await faults.getByText('only number 2 · one of every 4').waitFor();

    const kind = faults.getByLabel('What is done');
    await choose(page, 'Of what', 'Frames of a feed');
    await kind.selectOption('double');
    await arm.click();
    await expect.poll(async () => (await operator.sandbox.faults.list()).length).toBe(2);
    await choose(page, 'Of what', 'Requests');
    await faults.getByLabel('Route').fill('/book');
    await kind.selectOption('delay');
    await faults.getByLabel('Seconds', { exact: true }).fill('1.5');
    await arm.click();
    await expect.poll(async () => (await operator.sandbox.faults.list()).length).toBe(3);
    expect((await operator.sandbox.faults.list()).slice(1)).toMatchObject([
      { match: { feed: 'market', times: 3 }, do: { kind: 'double' } },
      { match: { route: '/book', times: 3 }, do: { kind: 'delay', ms: 1_500 } },
    ]);

    await choose(page, 'What to arm', 'A preset');
    await faults.getByLabel('Preset', { exact: true }).selectOption('overloaded');
    await more(faults).click();
    await faults.getByLabel('Feed', { exact: true }).selectOption('market');
    await faults.getByRole('button', { name: 'Arm the preset' }).click();
    await faults.getByRole('alert').filter({ hasText: 'leave the feed out' }).waitFor();
    await faults.getByLabel('Feed', { exact: true }).selectOption('');
    await faults.getByLabel('Route').fill('/book');
    await faults.getByRole('button', { name: 'Arm the preset' }).click();
    await expect.poll(async () => (await operator.sandbox.faults.list())[3]?.match.route).toBe('/book');
    await operator.sandbox.faults.disarm();
  });

  test('sandbox panel: in a small window nothing stands out of it, however much is unfolded', async () => {
    const page = await open({ width: 360, height: 780, colours: 'dark' });
    await page.getByText('This is a sandbox.').waitFor();
    await choose(page, 'What to arm', 'A rule of my own');
    await choose(page, 'Of what', 'Trades and orders');
    await choose(page, 'Which scenario', 'My own');
    for (const each of await page.locator('summary', { hasText: 'More' }).all()) await each.click();
    await page.getByLabel('Seconds until mined').waitFor();
    await page.getByLabel('Scenario as JSON').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  });

  test('sandbox panel: a scenario of one’s own is read from a file, refused with its line, and begun', async () => {
    const page = await open({ expected: /status of 400 .*\/sandbox\/scenario/ });
    const scenario = panel(page, 'Scenario');
    await choose(page, 'Which scenario', 'My own');
    const play = scenario.getByRole('button', { name: 'Play…' });
    await play.click();
    await scenario.getByRole('alert').filter({ hasText: 'Choose a file, or paste the scenario here.' }).waitFor();
    const file = { name: 'mine.jsonc', mimeType: 'text/plain', buffer: Buffer.from(SCENARIO) };
    await scenario.getByLabel('File').setInputFiles(file);
    const json = scenario.getByLabel('Scenario as JSON');
    await expect.poll(() => json.inputValue()).toBe(SCENARIO);

    await json.fill(SCENARIO.replace('"seed": 1', '"seed": one'));
    await play.click();
    await scenario.getByRole('alert').filter({ hasText: 'Line 3: this is not JSON, where a value belongs.' }).waitFor();
    await json.fill(SCENARIO);
    await play.click();
    const dialog = page.getByRole('dialog', { name: 'Play mine?' });
    await dialog.getByRole('button', { name: 'Play it' }).click();
    const refusal = 'Line 7: scenario.traders[0].levels must be from 1 to 10.';
    await scenario.getByRole('alert').filter({ hasText: refusal }).waitFor();
    const chosen = await json.evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    );
    expect(chosen).toBe('"levels": 99 }');
    await json.fill(SCENARIO.replace('99', '2'));
    await play.click();
    await dialog.getByRole('button', { name: 'Play it' }).click();
    await scenario.getByText('Began at').waitFor();
    const { branch, time } = await operator.sandbox.clock();
    expect(time).toBe('2026-02-01T09:00:00.000Z');
    await panel(page, 'Branches').getByRole('row').filter({ hasText: branch }).filter({ hasText: 'mine' }).waitFor();
    await operator.sandbox.rewind({ sequence: (await operator.sandbox.branches())[0]?.sequence ?? 0 }, 'main');
    await scenario.getByText('None is played').waitFor();
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
    await more(branches).click();
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
    const there = createClient({ baseUrl: fork?.url ?? '', adminToken: on.venue.adminToken() });
    expect(await there.sandbox.scenario()).toMatchObject({ running: { name: 'whale' } });
    await operator.sandbox.endFork(Number(new URL(fork?.url ?? '').port));
  });
});
