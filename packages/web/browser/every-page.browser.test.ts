/** Each page, in light and dark, wide and narrow: what is wrong for people who hear or tab through it, and what does not fit. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findChromium, launchChromium } from './chromium.ts';
import { type Stage, setStage } from './stage.ts';
import { Venue } from './venue.ts';
import { type Visitor, welcome } from './visitor.ts';
import { buy, createAccount, enterOperate, openTicket } from './ways.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** What would keep someone from using the page. */
const GRAVE: readonly string[] = ['serious', 'critical'];

interface Place {
  readonly path: string;
  /** Text that shows that the page has what it shows. */
  readonly ready: (page: Page) => ReturnType<Page['getByText']>;
}

function placesOf({ ferry, race, bridge }: Stage, address: string): readonly Place[] {
  return [
    { path: '/', ready: (page) => page.getByRole('link', { name: 'Sunday ferry to Alder Island' }) },
    { path: '/search?q=regatta', ready: (page) => page.getByRole('link', { name: 'Winner of the Tern Bay regatta' }) },
    { path: `/event/${race.eventSlug}`, ready: (page) => page.getByRole('link', { name: 'Osprey', exact: true }) },
    { path: `/market/${ferry.slug}`, ready: (page) => page.getByText('It ran in worse.') },
    { path: `/market/${bridge.slug}`, ready: (page) => page.getByText('Resolved: Yes') },
    { path: `/profile/${address}`, ready: (page) => page.getByRole('heading', { level: 1 }) },
    { path: '/leaderboard', ready: (page) => page.getByRole('heading', { level: 1 }) },
    { path: '/portfolio', ready: (page) => page.getByRole('heading', { level: 1 }) },
    { path: '/account', ready: (page) => page.getByRole('heading', { level: 1 }) },
    {
      path: '/bring-your-bot',
      ready: (page) => page.getByRole('navigation', { name: 'Clients' }).getByRole('link').first(),
    },
    { path: '/nowhere', ready: (page) => page.getByRole('main').getByRole('link').first() },
  ];
}

const OPERATE = ['health', 'events', 'new', 'comments', 'money', 'mode'];

/** How each place is looked at, on one load: the second and third find what only those colours or that layout have. */
const LOOKS = [
  { name: 'light', colorScheme: 'light', width: 1280, height: 900 },
  { name: 'dark', colorScheme: 'dark', width: 1280, height: 900 },
  { name: 'narrow', colorScheme: 'dark', width: 360, height: 740 },
] as const;
type Look = (typeof LOOKS)[number];

/** What axe finds, one line each. */
async function findings(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async (grave) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run(document, { resultTypes: ['violations'], preload: false });
    return violations
      .filter(({ impact }) => grave.includes(impact ?? ''))
      .flatMap(({ id, nodes }) => nodes.map(({ target, any }) => `${id} ${target.join(' ')} ${any[0]?.message ?? ''}`));
  }, GRAVE);
}

/** Changes colours and window and waits until they are on the screen. */
async function change(page: Page, { colorScheme, width, height }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height });
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

/** What is wrong with what is shown, in every look. */
async function flaws(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const look of LOOKS) {
    await change(page, look);
    const excess = await excessWidth(page);
    if (excess > 0) found.push(`${look.name}: ${excess} px too wide`);
    found.push(...(await findings(page)).map((line) => `${look.name}: ${line}`));
  }
  return found;
}

/** By how many pixels the page is wider than its window. */
function excessWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Looks at a page without loading it again. */
async function go(page: Page, venue: Venue, { path, ready }: Place): Promise<void> {
  await page.goto(venue.page(path));
  await ready(page).first().waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
}

describe.skipIf(findChromium() === null)('every page', () => {
  let browser: Browser;
  let venue: Venue;
  let stage: Stage;
  let visitor: Visitor;
  let places: readonly Place[];

  beforeAll(async () => {
    [browser, venue] = await Promise.all([
      launchChromium(),
      Venue.start({ environment: { BELLWETHER_LIMITS: 'off' } }),
    ]);
    stage = await setStage(venue);
    visitor = await welcome(browser);
    places = placesOf(stage, await createAccount(visitor.page, venue));
    await enterOperate(visitor.page, venue);
  });
  afterAll(async () => {
    await browser?.close();
    await venue?.stop();
  });

  // Nothing on the console, and nothing that the policy of the page refuses.
  afterEach(() => expect(visitor.troubles).toEqual([]));

  const everywhere = (): readonly Place[] => [
    ...places,
    ...OPERATE.map((section) => ({
      path: `/operate/${section}`,
      ready: (page: Page) => page.getByRole('heading', { level: 1 }),
    })),
  ];

  async function flawsOf(page: Page, visited: readonly Place[]): Promise<readonly string[]> {
    const found: string[] = [];
    for (const place of visited) {
      await change(page, LOOKS[0]);
      await go(page, venue, place);
      found.push(...(await flaws(page)).map((line) => `${place.path} ${line}`));
    }
    return found;
  }

  test('page: nothing that an accessibility scan calls serious, and nothing too wide, in light, dark and 360 pixels [W26]', async () => {
    expect(await flawsOf(visitor.page, everywhere())).toEqual([]);
  });

  test('page: the same for who has no account, and for the dialog with the new key', async () => {
    const stranger = await welcome(browser);
    const { page } = stranger;
    const heading = (): ReturnType<Page['getByText']> => page.getByRole('heading', { level: 1 });
    const open = ['/account', '/portfolio', '/operate', `/market/${stage.ferry.slug}`];
    expect(
      await flawsOf(
        page,
        open.map((path) => ({ path, ready: heading })),
      ),
    ).toEqual([]);
    await change(page, LOOKS[0]);
    await page.getByRole('button', { name: 'Start with play money' }).click();
    await page.getByRole('dialog').getByText('of play money').waitFor();
    expect(await flaws(page)).toEqual([]);
    expect(stranger.troubles).toEqual([]);
    await stranger.close();
  });

  test('page: an order can be placed in a window of 360 pixels', async () => {
    const { page } = visitor;
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(venue.page(`/market/${stage.ferry.slug}`));
    await openTicket(page, 'Yes');
    await buy(page, { type: 'Market', outcome: 'Yes', amount: '4.2' });
    await page.getByText('Bought 10 shares for $4.20').waitFor();
    expect(await excessWidth(page)).toBe(0);
  });
});
