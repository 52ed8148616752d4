/** A venue that dies under an open page and comes back on the same folder: the page says so, and heals by itself. */
import { describe, expect, test } from 'vitest';
import { findChromium } from './chromium.ts';
import { openTheatre } from './theatre.testing.ts';
import { welcome } from './visitor.ts';
import { ladder } from './ways.ts';

/** What a browser says by itself when no one answers. */
const UNREACHABLE = /net::ERR_|WebSocket connection to/;

describe.skipIf(findChromium() === null)('reconnection', () => {
  const on = openTheatre();

  test('reconnection: a killed venue is told of, and after its return the book is right without a reload [W25]', async () => {
    const { page, troubles } = await welcome(on.browser, { expected: UNREACHABLE });
    const [yes] = on.stage.ferry.tokenIds;
    await page.goto(on.venue.page(`/market/${on.stage.ferry.slug}`));
    await expect.poll(() => ladder(page, 'Bids')).toEqual(['40¢ 90', '39¢ 200', '38¢ 300']);

    await on.venue.kill();
    const banner = page.getByRole('status').filter({ hasText: 'Connection lost' });
    await banner.waitFor();

    await on.venue.startAgain();
    await on.stage.maker.orders.place({ tokenId: yes, side: 'BUY', price: '0.41', size: '50' });
    await banner.waitFor({ state: 'hidden' });
    await expect.poll(() => ladder(page, 'Bids')).toEqual(['41¢ 50', '40¢ 90', '39¢ 200', '38¢ 300']);
    await expect.poll(() => ladder(page, 'Offers')).toEqual(['42¢ 75', '43¢ 200', '44¢ 300']);

    // The feed lives: what happens now shows as well.
    await on.stage.maker.orders.cancelAll();
    await page.getByText('No bids').waitFor();
    await page.getByText('No offers').waitFor();
    expect(troubles).toEqual([]);
  });

  test('reconnection: a page that is opened while the venue is away comes when it is back [W25]', async () => {
    const { page, troubles } = await welcome(on.browser, { expected: UNREACHABLE });
    await page.goto(on.venue.page(`/market/${on.stage.ferry.slug}`));
    await page.getByRole('heading', { name: 'Order book' }).waitFor();

    await on.venue.kill();
    await page.getByRole('link', { name: 'Leaderboard' }).first().click();
    await page.getByRole('status').filter({ hasText: 'Connection lost' }).waitFor();
    await on.venue.startAgain();
    await page.getByRole('heading', { name: 'Leaderboard', level: 1 }).waitFor();
    expect(troubles).toEqual([]);
  });
});
