/**
 * The page over a slow line of 400 kbit/s with a round trip of 400 ms: the main content appears long before the rest.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, openTheatre } from './theatre.testing.ts';
import { welcome } from './visitor.ts';
import { holdAnswers } from './ways.ts';

const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
}

describeInBrowser('slow line', () => {
  const on = openTheatre('Plover Strand');

  test('slow line: home, a market and an event have their content before any script has run, and then come alive [Q3]', async () => {
    const page = await welcome(on.browser);
    await slowDown(page);
    const { race } = on.stage;
    const [market] = race.markets;
    const main = page.getByRole('main');
    for (const [path, content, alive] of [
      ['/', main.getByRole('link'), '.event-card .trade-links'],
      [`/market/${market?.slug}`, main.getByText(market?.question ?? ''), '.ticket'],
      [`/event/${race.eventSlug}`, main.getByText(race.title), '.outcomes'],
    ] as const) {
      // Hold back the scripts until the content is visible, to show that it does not need them.
      let letGo = (): void => undefined;
      const seen = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      await page.route('**/assets/*.js', async (route) => {
        await seen;
        await route.continue();
      });
      await page.goto(on.venue.page(path), { waitUntil: 'commit' });
      await content.first().waitFor();
      expect(await page.locator(alive).count()).toBe(0);
      letGo();
      await page.locator(alive).first().waitFor();
      await content.first().waitFor();
      await page.unrouteAll({ behavior: 'wait' });
    }
  });

  test('slow line: the footer is below the window before the figures have come, so they do not move it', async () => {
    const page = await welcome(on.browser, { height: 900 });
    const letGo = await holdAnswers(page, '**/leaderboard?*');
    await page.goto(on.venue.page('/leaderboard'));
    await page.locator('.skeleton').first().waitFor();
    expect((await page.getByRole('contentinfo').boundingBox())?.y).toBeGreaterThanOrEqual(900);
    letGo();
    await page.getByRole('table').first().waitFor();
  });

  test('slow line: with scripts switched off there is still the content, and links that lead on', async () => {
    const context = await on.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(on.venue.page('/'));
    const link = page.getByRole('main').getByRole('link').first();
    const address = (await link.getAttribute('href')) ?? '';
    await link.click();
    await page.waitForURL(on.venue.url + address);
    await page.goto(on.venue.page(`/event/${on.stage.race.eventSlug}`));
    await page.getByRole('link', { name: 'Osprey' }).click();
    await page.getByRole('heading', { level: 1, name: on.stage.race.markets[1]?.question ?? '' }).waitFor();
  });
});
