/** Every page in light and dark, wide and narrow: accessibility violations and horizontal overflow. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { change, flaws, LOOKS } from './looks.ts';
import type { Stage } from './stage.ts';
import { describeInBrowser, openOwnHouse, openTheatre } from './theatre.testing.ts';
import { welcome } from './visitor.ts';
import { bringAccount, enterOperate } from './ways.ts';

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
  { path: '/suggest', ready: (page) => page.getByText('You have not suggested anything yet') },
  { path: '/bring-your-bot', ready: firstClient },
  { path: '/how-it-works', ready: heading },
  { path: '/nowhere', ready: (page) => page.getByRole('main').getByRole('link').first() },
];

const OPERATE: readonly Place[] = [
  ...['health', 'events', 'new', 'suggestions', 'money', 'news', 'mode', 'looks', 'rights', 'log'].map((section) => ({
    path: `/operate/${section}`,
    ready: heading,
  })),
  { path: '/operate/comments', ready: (page) => page.getByText('No one moderates besides you') },
];

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
