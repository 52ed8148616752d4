/** The scheduled end of trading: displayed if there is one, enforced when it comes, and set by the operator. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newTrader } from './stage.ts';
import { describeInBrowser, openHouse } from './theatre.testing.ts';
import { welcome } from './visitor.ts';
import { bringAccount, comeBack, fillTicket, operate } from './ways.ts';

const HOUR_MS = 3_600_000;

describeInBrowser('closing time', () => {
  const on = openHouse();

  /** Adds a market with Yes offered at 40. */
  async function addMarket(question: string, terms: Record<string, unknown> = {}) {
    const event = await on.venue.asOperator().admin.addEvent({
      title: question.replace('Will the ', 'The '),
      endDate: '2030-06-30T12:00:00Z',
      closeTime: null,
      markets: [{ question, ...terms }],
    });
    const [market] = event.markets;
    if (market === undefined) throw new Error('the event came without its market');
    const maker = newTrader(on.venue);
    await maker.auth.credentials();
    await maker.orders.place({ tokenId: market.tokenIds[1] ?? '', side: 'BUY', price: '0.6', size: '100' });
    return { ...market, eventSlug: event.slug };
  }

  const buyButton = (page: Page) => page.getByRole('button', { name: 'Buy Yes', exact: true });
  const reason = (page: Page) => page.getByRole('status').filter({ hasText: 'Trading has ended. The market awaits' });

  test('closing time: is counted down on its pages, and the ticket is closed when it passes [W34]', async () => {
    const closeTime = new Date(Date.now() + 2 * HOUR_MS).toISOString();
    const market = await addMarket('Will the lock be repaired today?', { closeTime });
    // Once the page's clock is two hours ahead, the venue refuses its signatures.
    const page = await welcome(on.browser, { expected: /status of 401/ });
    await bringAccount(page);
    await page.clock.install();
    await page.goto(on.venue.page(`/event/${market.eventSlug}`));
    const head = page.locator('.event-head__meta');
    await head.getByText(/^Trading ends .* \(in [12] h [0-9]+ min\)$/).waitFor();
    await page.getByRole('list').getByText('Trading ends', { exact: true }).waitFor();

    await page.goto(on.venue.page(`/market/${market.slug}`));
    await head.getByText(/^Trading ends .* \(in [12] h [0-9]+ min\)$/).waitFor();
    await fillTicket(page, { type: 'Market', outcome: 'Yes', amount: '20' });
    await page.waitForFunction(() => document.querySelector('.ticket__buy:not([disabled])') !== null);
    // Both the venue's clock and the device's clock pass the closing time, before the market says so. The device's
    // clock alone would have no effect.
    await page.route(`${on.venue.url}/**`, async (route) => {
      const response = await route.fetch();
      const date = new Date(Date.now() + 2 * HOUR_MS).toUTCString();
      await route.fulfill({ response, headers: { ...response.headers(), date } });
    });
    await page.clock.fastForward(2 * HOUR_MS);
    await head.getByText(/^Trading ended /).waitFor();
    await reason(page).waitFor();
    // Answers sent before the clock moved may briefly still carry the old time.
    await page.waitForFunction(() => document.querySelector('.ticket__buy:disabled') !== null);
    await expect.poll(() => page.getByLabel('Amount ($)').count()).toBe(0);
  });

  test('closing time: set, reached, taken away and never given, the page follows without a reload [W34]', async () => {
    const market = await addMarket('Will the mill be sold today?');
    const { page } = await comeBack(on, `/market/${market.slug}`);
    await fillTicket(page, { type: 'Market', outcome: 'Yes', amount: '20' });
    await buyButton(page).waitFor();
    const main = page.getByRole('main');
    expect(await main.textContent()).not.toMatch(/Trading end|Trading has ended/);

    const set = (closeTime: string | null) =>
      on.venue.asOperator().admin.updateMarket(market.conditionId, { closeTime });
    await set(new Date(Date.now() + 30 * HOUR_MS).toISOString());
    await main.getByText(/^Trading ends [^(]+$/).waitFor();
    expect(await buyButton(page).isDisabled()).toBe(false);
    await set(new Date(Date.now() - 1_000).toISOString());
    await main.getByText(/^Trading ended /).waitFor();
    await reason(page).waitFor();
    await page.getByRole('status').filter({ hasText: 'Awaiting resolution' }).waitFor();
    expect(await page.locator('.ticket__buy').isDisabled()).toBe(true);
    await set(null);
    await reason(page).waitFor({ state: 'detached' });
    await page.getByLabel('Amount ($)').waitFor();
    await expect.poll(() => main.textContent()).not.toMatch(/Trading end|Trading has ended/);

    await page.goto(on.venue.page(`/event/${market.eventSlug}`));
    await main.getByRole('heading', { name: 'Timeline' }).waitFor();
    expect(await main.textContent()).not.toMatch(/Trading end/);
  });

  test('closing time: the operator sets, moves and removes it in the market’s form [W34]', async () => {
    const market = await addMarket('Will the quay be cleared?');
    const page = await operate(on, `/events?event=${market.eventSlug}`);
    const panel = page.getByRole('article', { name: market.question });
    await panel.getByText('Text and terms').click();
    const closeTime = async () => (await newTrader(on.venue).markets.get(market.conditionId)).close_time;
    const save = async (local: string): Promise<void> => {
      await panel.getByLabel('Trading ends').fill(local);
      await panel.getByRole('button', { name: 'Save market' }).click();
    };
    await save('2030-05-01T18:00');
    await panel.getByText(/^Trading ends May 1, 2030/).waitFor();
    expect(await closeTime()).toBe('2030-05-01T18:00:00Z');
    await save('2030-05-02T18:30');
    await panel.getByText(/^Trading ends May 2, 2030/).waitFor();
    expect(await closeTime()).toBe('2030-05-02T18:30:00Z');
    await save('');
    await panel.getByText(/^Trading ends [A-Z][a-z]+ [0-9]/).waitFor({ state: 'detached' });
    expect(await closeTime()).toBe('');
  });
});
