/**
 * `npm run screenshots`: photographs the pages of a demo venue with its ninety days of history. The selected images go
 * to docs/images. With `-- --all FOLDER`, every page in light, dark and narrow goes to that folder instead.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient } from '@bellwether/sdk';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { ensurePage } from './page-build.ts';
import { OwnVenue, type Venue } from './venue.ts';
import { takeTroubles, welcome } from './visitor.ts';
import { buy, createAccount, enterOperate } from './ways.ts';

const IMAGES = join(import.meta.dirname, '../../../docs/images');
const LOOKS = {
  light: { colours: 'light', width: 1280, height: 860 },
  dark: { colours: 'dark', width: 1280, height: 860 },
  narrow: { colours: 'light', width: 390, height: 844 },
} as const;
type Look = keyof typeof LOOKS;

/** Images used in the documentation. */
const CHOSEN = ['event-light', 'market-dark', 'operate-dark'];
/** Feeds and charts load a moment after the page. */
const WAIT_MS = 2_000;
/** The curves of the venue's health begin when the page opens. */
const CURVES_MS = 45_000;

interface Shot {
  readonly name: string;
  readonly path: string;
  readonly waitMs?: number;
}

/** Returns events by 24-hour volume, each with its busiest market. */
async function busiest(venue: Venue) {
  const client = createClient({ baseUrl: venue.url });
  const events = await client.events.list({ order: 'volume24hr', ascending: false, closed: false, limit: 20 });
  return events.map(({ slug, markets }) => {
    const [market] = [...markets].sort((left, right) => right.volumeNum - left.volumeNum);
    return { slug, markets: markets.length, market: market?.slug ?? '' };
  });
}

/** Gives the account positions, an open order and a comment. */
async function live(page: Page, venue: Venue, markets: readonly string[]): Promise<void> {
  for (const [index, slug] of markets.entries()) {
    await page.goto(venue.page(`/market/${slug}`));
    const outcome = await page
      .getByRole('group', { name: 'Outcome to trade' })
      .getByRole('button')
      .first()
      .locator('span')
      .first()
      .textContent();
    await buy(page, { type: 'Market', outcome: outcome ?? '', amount: String(40 + 35 * index) });
    await page.getByText(/^Bought /).waitFor();
  }
}

async function take(browser: Browser, venue: Venue, folder: string, wanted: (name: string) => boolean): Promise<void> {
  const events = await busiest(venue);
  const single = events.find(({ markets }) => markets === 1);
  const many = events.find(({ markets }) => markets > 2);
  if (single === undefined || many === undefined) throw new Error('the demo has no events to show');
  const page = await welcome(browser, LOOKS.light);
  const address = await createAccount(page, venue);
  await live(
    page,
    venue,
    events.slice(0, 4).map(({ market }) => market),
  );
  await enterOperate(page, venue);
  const shots: readonly Shot[] = [
    { name: 'home', path: '/' },
    { name: 'search', path: '/search?q=will' },
    { name: 'event', path: `/event/${many.slug}` },
    { name: 'market', path: `/market/${single.market}` },
    { name: 'portfolio', path: '/portfolio' },
    { name: 'account', path: '/account' },
    { name: 'profile', path: `/profile/${address}` },
    { name: 'leaderboard', path: '/leaderboard' },
    { name: 'operate', path: '/operate/health', waitMs: CURVES_MS },
    { name: 'operate-new', path: '/operate/new' },
    { name: 'operate-events', path: `/operate/events?event=${many.slug}` },
  ];
  mkdirSync(folder, { recursive: true });
  for (const look of Object.keys(LOOKS) as Look[]) {
    const { colours, width, height } = LOOKS[look];
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: colours });
    for (const { name, path, waitMs = WAIT_MS } of shots) {
      if (!wanted(`${name}-${look}`)) continue;
      await page.goto(venue.page(path));
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      await page.waitForTimeout(waitMs);
      await page.screenshot({ path: join(folder, `${name}-${look}.png`) });
    }
  }
  for (const trouble of takeTroubles()) process.stderr.write(`${trouble}\n`);
}

const { values } = parseArgs({ options: { all: { type: 'string' } } });
ensurePage();
const [browser, venue] = await Promise.all([
  launchChromium(),
  OwnVenue.start({ BELLWETHER_DEMO: 'on', BELLWETHER_DEMO_PAST: 'on' }),
]);
try {
  const isChosen = (name: string): boolean => values.all !== undefined || CHOSEN.includes(name);
  await take(browser, venue, values.all ?? IMAGES, isChosen);
} finally {
  await browser.close();
  await venue.stop();
}
