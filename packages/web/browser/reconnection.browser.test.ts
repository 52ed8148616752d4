/** A venue that dies under an open page and comes back on the same folder: the page says so, and heals by itself. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium, launchChromium } from './chromium.ts';
import { type Stage, setStage } from './stage.ts';
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
    await expect.poll(() => ladder(page, 'Bids')).toEqual(['40¢ 90', '39¢ 200', '38¢ 300']);

    await venue.kill();
    const banner = page.getByRole('status').filter({ hasText: 'Connection lost' });
    await banner.waitFor();

    await venue.startAgain();
    await stage.maker.orders.place({ tokenId: yes, side: 'BUY', price: '0.41', size: '50' });
    await banner.waitFor({ state: 'hidden', timeout: 40_000 });
    await expect.poll(() => ladder(page, 'Bids')).toEqual(['41¢ 50', '40¢ 90', '39¢ 200', '38¢ 300']);
    await expect.poll(() => ladder(page, 'Offers')).toEqual(['42¢ 75', '43¢ 200', '44¢ 300']);

    // The feed lives: what happens now shows as well.
    await stage.maker.orders.cancelAll();
    await page.getByText('No bids').waitFor();
    await page.getByText('No offers').waitFor();
    expect(troubles).toEqual([]);
  });

  test('reconnection: a page that is opened while the venue is away comes when it is back', async () => {
    const { page, troubles } = await welcome(browser, { expected: UNREACHABLE });
    await page.goto(venue.page(`/market/${stage.ferry.slug}`));
    await page.getByRole('heading', { name: 'Order book' }).waitFor();
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));

    await venue.kill();
    await page.getByRole('link', { name: 'Leaderboard' }).first().click();
    await page.getByRole('status').filter({ hasText: 'Connection lost' }).waitFor();
    await venue.startAgain();
    await page.getByRole('heading', { name: 'Leaderboard', level: 1 }).waitFor({ timeout: 40_000 });
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    expect(troubles).toEqual([]);
  });
});
