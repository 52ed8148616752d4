/** Every page in light and dark, wide and narrow: accessibility violations and horizontal overflow. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Stage } from './stage.ts';
import { describeInBrowser, openOwnHouse, openTheatre } from './theatre.testing.ts';
import { welcome } from './visitor.ts';
import { bringAccount, enterOperate } from './ways.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Severities that would keep someone from using the page. */
const GRAVE: readonly string[] = ['serious', 'critical'];

interface Place {
  readonly path: string;
  /** Locates text that shows that the page has loaded. */
  readonly ready: (page: Page) => ReturnType<Page['getByText']>;
}

const firstClient = (page: Page) => page.getByRole('navigation', { name: 'Clients' }).getByRole('link').first();
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

const placesOf = ({ ferry, race, bridge }: Stage, address: string): readonly Place[] => [
  { path: '/', ready: (page) => page.getByRole('link', { name: ferry.title }) },
  { path: '/search?q=regatta', ready: (page) => page.getByRole('link', { name: race.title }) },
  { path: `/event/${race.eventSlug}`, ready: (page) => page.getByRole('link', { name: 'Osprey', exact: true }) },
  { path: `/market/${ferry.slug}`, ready: (page) => page.getByText('It ran in worse.') },
  { path: `/market/${bridge.slug}`, ready: (page) => page.getByText('Resolved: Yes') },
  { path: `/profile/${address}`, ready: heading },
  { path: '/leaderboard', ready: heading },
  { path: '/portfolio', ready: heading },
  { path: '/account', ready: heading },
  { path: '/bring-your-bot', ready: firstClient },
  { path: '/how-it-works', ready: heading },
  { path: '/nowhere', ready: (page) => page.getByRole('main').getByRole('link').first() },
];

const OPERATE: readonly Place[] = [
  ...['health', 'events', 'new', 'money', 'mode'].map((section) => ({ path: `/operate/${section}`, ready: heading })),
  { path: '/operate/comments', ready: (page) => page.getByText('No one moderates besides you') },
];

interface Look {
  readonly name: string;
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
  /** Rules of the accessibility scan; all rules if undefined. */
  readonly rules?: readonly string[];
  /** Rule that the scan skips. */
  readonly without?: string;
}

/** Looks that each page is checked in, on one load. `dark` runs only colour rules, `narrow` all but colour contrast. */
const LOOKS: readonly [Look, ...Look[]] = [
  { name: 'light', colorScheme: 'light', width: 1280, height: 900 },
  { name: 'dark', colorScheme: 'dark', width: 1280, height: 900, rules: ['color-contrast', 'link-in-text-block'] },
  { name: 'narrow', colorScheme: 'dark', width: 360, height: 740, without: 'color-contrast' },
];

/** Returns axe's grave findings, one line each. */
function findings(page: Page, { rules, without }: Look): Promise<readonly string[]> {
  const only = {
    ...(rules !== undefined && { runOnly: [...rules] }),
    ...(without !== undefined && { rules: { [without]: { enabled: false } } }),
  };
  return page.evaluate(
    async ([grave, options]) => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
      const { violations } = await axe.run(document, { resultTypes: ['violations'], preload: false, ...options });
      return violations
        .filter(({ impact }) => grave.includes(impact ?? ''))
        .flatMap(({ id, nodes }) =>
          nodes.map(({ target, any }) => `${id} ${target.join(' ')} ${any[0]?.message ?? ''}`),
        );
    },
    [GRAVE, only] as const,
  );
}

/** Changes colours and window size, and waits until they are painted. */
async function change(page: Page, { colorScheme, width, height }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height });
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

/** Returns the flaws of the current page in every look. */
async function flaws(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  await page.evaluate(AXE);
  for (const look of LOOKS) {
    await change(page, look);
    const excess = await excessWidth(page);
    if (excess > 0) found.push(`${look.name}: ${excess} px too wide`);
    found.push(...(await findings(page, look)).map((line) => `${look.name}: ${line}`));
  }
  return found;
}

/** Returns by how many pixels the page is wider than its window. */
const excessWidth = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describeInBrowser('every page', () => {
  // A separate venue, so that its pages have the same content in each run.
  const house = openOwnHouse(() => ({ BELLWETHER_LIMITS: 'off' }));
  const on = openTheatre('Tern Bay', house);

  async function flawsOf(page: Page, places: readonly Place[]): Promise<readonly string[]> {
    const found: string[] = [];
    for (const { path, ready } of places) {
      await change(page, LOOKS[0]);
      await page.goto(on.venue.page(path));
      await ready(page).first().waitFor();
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      found.push(...(await flaws(page)).map((line) => `${path} ${line}`));
    }
    return found;
  }

  test('page: nothing that an accessibility scan calls serious, and nothing too wide, in light, dark and 360 pixels [W26]', async () => {
    const page = await welcome(on.browser);
    const { address } = await bringAccount(page);
    expect(await flawsOf(page, placesOf(on.stage, address))).toEqual([]);
    await enterOperate(page, on.venue);
    expect(await flawsOf(page, OPERATE)).toEqual([]);
  });

  test('page: the same for who has no account, and for the dialog with the new key', async () => {
    const page = await welcome(on.browser);
    const open = ['/account', '/portfolio', '/operate', `/market/${on.stage.ferry.slug}`];
    const places = open.map((path) => ({ path, ready: heading }));
    expect(await flawsOf(page, places)).toEqual([]);
    await change(page, LOOKS[0]);
    await page.getByRole('button', { name: 'Start with play money' }).click();
    await page.getByRole('dialog').getByText('of play money').waitFor();
    expect(await flaws(page)).toEqual([]);
  });
});
