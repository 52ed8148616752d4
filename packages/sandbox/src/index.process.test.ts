/** The test helper, used as in the test of a bot. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestVenues, type TestVenues } from './index.ts';

let venues: TestVenues;

beforeAll(async () => {
  venues = await startTestVenues();
});

afterAll(() => venues.close());

test('test venues: eight side by side, each with its scenario, its time and its orders', async () => {
  const opened = await Promise.all(
    Array.from({ length: 8 }, (_, index) => venues.open({ scenario: index % 2 === 0 ? 'news-shock' : 'whale' })),
  );
  expect(new Set(opened.map(({ url }) => url)).size).toBe(8);
  const traded = await Promise.all(
    opened.map(async (venue, index) => {
      const bot = venue.client({ account: { signer: `0x${'b0'.repeat(32)}` } });
      await bot.auth.credentials();
      await bot.sandbox.advance(`${index + 1}m`);
      const [market] = await bot.markets.list({ limit: 1 });
      const [tokenId = ''] = market?.tokenIds ?? [];
      const { success } = await bot.orders.place({ tokenId, side: 'BUY', price: '0.9', amount: '5', type: 'FAK' });
      const { scenario } = { scenario: (await bot.sandbox.scenario()).running?.name };
      return { success, scenario, minutes: ((await bot.sandbox.clock()).time_ms / 60_000) % 60 };
    }),
  );
  expect(traded).toEqual(
    opened.map((_, index) => ({
      success: true,
      scenario: index % 2 === 0 ? 'news-shock' : 'whale',
      minutes: index + 1,
    })),
  );
  await Promise.all(opened.map((venue) => venue.close()));
  await expect(opened[0]?.client().venue.get()).rejects.toThrow();
});

test('test venues: one without a scenario has nothing in it, and one that is refused says why', async () => {
  const venue = await venues.open();
  expect(await venue.client().markets.list({ limit: 1 })).toEqual([]);
  await venue.close();
  await expect(venues.open({ scenario: 'nothing' })).rejects.toThrow('no scenario is called nothing');
});
