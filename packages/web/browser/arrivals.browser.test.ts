/**
 * Every page in three widths, with all answers of the venue held back and handed over one by one: nothing on the screen
 * moves when they arrive, and nothing moves when an order or a position comes later.
 */
import type { Client } from '@bellwether/sdk';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, openOwnHouse, openTheatre } from './theatre.testing.ts';
import { welcome } from './visitor.ts';
import { bringAccount, enterOperate } from './ways.ts';

/** `first`: the order in which the answers held back are handed over. */
const WINDOWS = [
  { width: 390, height: 844, first: 'oldest' },
  { width: 768, height: 1024, first: 'newest' },
  { width: 1440, height: 900, first: 'oldest' },
  { width: 1440, height: 900, first: 'newest' },
] as const;
type First = (typeof WINDOWS)[number]['first'];
/** Sum of a page's layout shifts: below it, no one notices. */
const SHIFT_MAX = 0.01;

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

/** What moved on a page: the sum, and each shift as `0.031 panel`. */
interface Shifts {
  sum: number;
  readonly seen: string[];
}

/** From now on each page records what moved. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shifts = { sum: 0, seen: [] };
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, sources, hadRecentInput } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue;
        const names = sources.map(({ node }) => (node instanceof Element ? node.className : (node?.textContent ?? '')));
        shifts.sum += value;
        shifts.seen.push(`${value.toFixed(4)} ${names.join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Resolves when the page has been painted as it is now. */
const painted = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });

/** Returns what moved since the last call if it was more than `SHIFT_MAX`. */
async function moved(page: Page): Promise<readonly string[]> {
  await painted(page);
  const { sum, seen } = await page.evaluate(() => {
    const { shifts } = globalThis as unknown as { shifts: Shifts };
    const { sum } = shifts;
    shifts.sum = 0;
    return { sum, seen: shifts.seen.splice(0) };
  });
  return sum <= SHIFT_MAX ? [] : [`${sum.toFixed(4)} in all`, ...seen];
}

/** Holds back the venue's answers from now on. Returns a function that hands them over one after another, each painted. */
async function holdAll(page: Page, first: First): Promise<(isThere: () => Promise<boolean>) => Promise<void>> {
  const held: (() => void)[] = [];
  await page.route(
    ({ pathname }) => !pathname.startsWith('/app'),
    async (route) => {
      const response = await route.fetch();
      await new Promise<void>((resolve) => held.push(resolve));
      await route.fulfill({ response });
    },
  );
  return async (isThere) => {
    while (!(await isThere()) || held.length > 0) {
      (first === 'oldest' ? held.shift() : held.pop())?.();
      await painted(page);
    }
  };
}

describeInBrowser('arrivals', () => {
  // A separate venue, so that its pages have the same content in each run.
  const house = openOwnHouse(() => ({ BELLWETHER_LIMITS: 'off' }));
  const on = openTheatre('Knot Flats', house);

  /** Gives the account a position, open orders, trades and a further key. */
  async function fill(account: Client): Promise<void> {
    const [{ tokenIds } = on.stage.ferry] = on.stage.race.markets;
    const [tokenId] = tokenIds;
    await account.orders.place({ tokenId, side: 'BUY', price: '0.42', size: '7' });
    for (const price of ['0.1', '0.11', '0.12']) await account.orders.place({ tokenId, side: 'BUY', price, size: '5' });
    await account.account.addKey({
      address: `0x${'ab'.repeat(20)}`,
      label: 'Bot',
      scopes: ['CLOB'],
      expiration: 2_000_000_000,
    });
  }

  for (const { width, height, first } of WINDOWS) {
    test(`arrivals: at ${width} pixels nothing moves on any page, the ${first} answer first`, async () => {
      const page = await welcome(on.browser, { width, height, expected: /status of 401/ });
      const { address, privateKey } = await bringAccount(page);
      const account = on.venue.client({ account: { signer: privateKey } });
      await fill(account);
      const { race, ferry } = on.stage;
      const [kestrel = ferry, osprey = ferry] = race.markets;
      const places: readonly (readonly [path: string, ...texts: (string | RegExp)[]])[] = [
        ['/', ferry.title],
        ['/search?q=regatta', race.title],
        [`/event/${race.eventSlug}`, 'Osprey'],
        [`/market/${kestrel.slug}`, 'Your position', 'Your open orders', 'Markets of this event'],
        [`/market/${ferry.slug}`, 'It ran in worse.'],
        [`/profile/${address}`, kestrel.question],
        ['/leaderboard'],
        ['/portfolio', kestrel.question],
        ['/account', 'Bot'],
        ['/bring-your-bot'],
        ['/how-it-works'],
      ];
      await watch(page);
      const found: Record<string, readonly string[]> = {};
      const check = async (path: string, texts: readonly (string | RegExp)[]): Promise<void> => {
        const handOver = await holdAll(page, first);
        await page.goto(on.venue.page(path), { waitUntil: 'commit' });
        await handOver(async () => {
          if ((await page.locator('[data-first-view], .skeleton').count()) > 0) return false;
          for (const text of texts) if ((await page.getByText(text).count()) === 0) return false;
          return true;
        });
        const shifts = await moved(page);
        if (shifts.length > 0) found[path] = shifts;
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      };
      for (const [path, ...texts] of places) await check(path, texts);
      await page.goto(on.venue.page(`/market/${osprey.slug}`));
      await page.getByText('Account, cash:').waitFor();
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      await moved(page);
      const [tokenId] = osprey.tokenIds;
      await account.orders.place({ tokenId, side: 'BUY', price: '0.1', size: '5' });
      await page.getByText('Your open orders').waitFor();
      await account.orders.place({ tokenId, side: 'BUY', price: '0.42', size: '5' });
      await page.getByText('Your position').waitFor();
      const live = await moved(page);
      if (live.length > 0) found['live'] = live;
      await enterOperate(page, on.venue);
      for (const section of ['health', 'events', 'new', 'comments', 'money', 'mode'])
        await check(`/operate/${section}`, []);
      expect(found).toEqual({});
    });
  }
});
