/**
 * A venue crashes and restarts on its folder, or changes its mode, under an open page. The page says so and recovers.
 */
import { startVenueProcess, type VenueProcess } from '@bellwether/venue-process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Front } from './front.ts';
import { type Stage, setStage } from './stage.ts';
import { describeInBrowser, openBrowser } from './theatre.testing.ts';
import { SETTINGS, Venue } from './venue.ts';
import { welcome } from './visitor.ts';
import { bringAccount, fillTicket, ladder } from './ways.ts';

/** Console errors that the browser itself prints if the venue does not answer. */
const UNREACHABLE = /net::ERR_|WebSocket connection to/;

describeInBrowser('reconnection', () => {
  const on = openBrowser();
  let front: Front;
  let running: VenueProcess;
  let venue: Venue;
  let stage: Stage;
  beforeAll(async () => {
    front = await Front.open();
    running = await startVenueProcess({ settings: SETTINGS });
    front.lead(running.url);
    venue = new Venue({ url: front.url, adminToken: running.adminToken });
    stage = await setStage(venue, 'Gannet Stack');
  });
  afterAll(async () => {
    front?.close();
    await running?.stop();
  });

  /** Kills the venue at once, like a power failure. */
  async function kill(): Promise<void> {
    front.lead(null);
    await running.end('SIGKILL');
  }

  async function startAgain(): Promise<void> {
    running = await startVenueProcess({ settings: SETTINGS, dataDir: running.dataDir });
    front.lead(running.url);
  }

  test('reconnection: a killed venue is told of, and after its return the book is right without a reload, and the page that was asked for meanwhile comes [W25]', async () => {
    const settings = { expected: UNREACHABLE };
    const [page, wanderer] = [await welcome(on.browser, settings), await welcome(on.browser, settings)];
    const [yes] = stage.ferry.tokenIds;
    for (const each of [page, wanderer]) {
      await each.goto(venue.page(`/market/${stage.ferry.slug}`));
      await expect.poll(() => ladder(each, 'Bids')).toEqual(['40¢ 90', '39¢ 200', '38¢ 300']);
    }

    await kill();
    const banner = page.getByRole('status').filter({ hasText: 'Connection lost' });
    await banner.waitFor();
    await wanderer.getByRole('link', { name: 'Leaderboard' }).first().click();
    await wanderer.getByRole('status').filter({ hasText: 'Connection lost' }).waitFor();

    await startAgain();
    await stage.maker.orders.place({ tokenId: yes, side: 'BUY', price: '0.41', size: '50' });
    await banner.waitFor({ state: 'hidden' });
    await expect.poll(() => ladder(page, 'Bids')).toEqual(['41¢ 50', '40¢ 90', '39¢ 200', '38¢ 300']);
    await expect.poll(() => ladder(page, 'Offers')).toEqual(['42¢ 75', '43¢ 200', '44¢ 300']);
    await wanderer.getByRole('heading', { name: 'Leaderboard', level: 1 }).waitFor();

    // The feed is live again: new changes are shown too.
    await stage.maker.orders.cancelAll();
    await page.getByText('No bids').waitFor();
    await page.getByText('No offers').waitFor();
  });

  test('live: the venue’s mode reaches the ticket, and what was refused in one mode is gone in the next [Q9]', async () => {
    const page = await welcome(on.browser, { expected: /status of (400|503)/ });
    await bringAccount(page);
    await page.goto(venue.page(`/market/${stage.ferry.slug}`));
    await fillTicket(page, { type: 'Limit', outcome: 'Yes', cents: '20', shares: '7' });
    await stage.operator.admin.setMode('cancel_only');
    await page.getByText('The venue takes no new orders at the moment.').waitFor();
    await stage.operator.admin.setMode('disabled');
    await page.getByText('The operator has switched trading off').waitFor();
    await stage.operator.admin.setMode('post_only');
    await page.getByText('The venue only takes post-only limit orders').waitFor();
    await stage.operator.admin.setMode('open');
    await page.getByText('The venue only takes post-only limit orders').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Buy Yes', exact: true }).click();
    await page.getByText('Order placed').waitFor();
  });
});
