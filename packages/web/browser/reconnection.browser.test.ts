/** A venue that dies under an open page and comes back on the same folder: the page says so, and heals by itself. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium, launchChromium } from './chromium.ts';
import { setStage, type Stage } from './stage.ts';
import { Venue } from './venue.ts';
import { welcome } from './visitor.ts';
import { ladder } from './ways.ts';

/** What a browser says by itself when nobody answers. */
const UNREACHABLE = /net::ERR_|WebSocket connection to/;

describe.skipIf(findChromium() === null)('reconnection', () => {
  let browser: Browser;
  let venue: Venue;
  let stage: Stage;

  beforeAll(async () => {
    [browser, venue] = await Promise.all([launchChromium(), Venue.start()]);
    stage = await setStage(venue);
  });
  afterAll(async () => {
    await browser?.close();
    await venue?.stop();
  });

  test('reconnection: a killed venue is told of, and after its return the book is right without a reload', async () => {
    const { page, troubles } = await welcome(browser, { expected: UNREACHABLE });
    const [yes] = stage.ferry.tokenIds;
    await page.goto(venue.page(`/market/${stage.ferry.slug}`));
    const before = ['Sell up to 90 shares at 40¢', 'Sell up to 290 shares at 39¢', 'Sell up to 590 shares at 38¢'];
    await expect.poll(() => ladder(page, 'Bids')).toEqual(before);

    await venue.kill();
    const banner = page.getByRole('status').filter({ hasText: 'Connection lost' });
    await banner.waitFor();

    await venue.startAgain();
    await stage.maker.orders.place({ tokenId: yes, side: 'BUY', price: '0.41', size: '50' });
    await banner.waitFor({ state: 'hidden', timeout: 40_000 });
    const bids = ['Sell up to 50 shares at 41¢', 'Sell up to 140 shares at 40¢', 'Sell up to 340 shares at 39¢'];
    await expect.poll(() => ladder(page, 'Bids')).toEqual([...bids, 'Sell up to 640 shares at 38¢']);

    // The feed lives: what happens now shows as well.
    await stage.maker.orders.cancelAll();
    await page.getByText('No bids').waitFor();
    await page.getByText('No offers').waitFor();
    expect(troubles).toEqual([]);
  });
});
