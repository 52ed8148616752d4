/** The view of a holder: a ticket beside the event, the position on the market page, and the payout of a resolution. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addFeeMarket } from './fee-market.ts';
import { describeInBrowser, openTheatre } from './theatre.testing.ts';
import { welcome } from './visitor.ts';
import { bringAccount, buy, comeBack, openTicket } from './ways.ts';

describeInBrowser('holder', () => {
  const on = openTheatre('Stint Quay');

  const bar = (page: Page) => page.getByRole('region', { name: 'Trade', exact: true });

  test('event: choosing an outcome opens its ticket beside, and the order is that market’s [Z4]', async () => {
    const page = await welcome(on.browser);
    await bringAccount(page);
    const { eventSlug, markets } = on.stage.race;
    await page.goto(on.venue.page(`/event/${eventSlug}`));
    const table = page.getByRole('region', { name: '3 markets' });
    const price = table.getByRole('button', { name: /^No .*for Osprey$/ });
    await price.click();
    await expect.poll(() => price.getAttribute('aria-pressed')).toBe('true');
    const ticket = page.getByRole('region', { name: 'Trade', exact: true });
    await ticket.getByRole('link', { name: 'Osprey', exact: true }).waitFor();
    expect(new URL(page.url()).search).toContain(markets[1]?.slug ?? '?');

    // No is offered at 60, as Yes is bid at 40.
    await buy(page, { type: 'Market', outcome: 'No', amount: '6' });
    await page.getByText('Bought 10 shares for $6.00, 60¢ each').waitFor();
    expect(await page.getByText('No fee.', { exact: true }).count()).toBe(1);

    // The choice survives a reload, and another market's price changes the ticket.
    await page.reload();
    await ticket.getByRole('link', { name: 'Osprey', exact: true }).waitFor();
    await table.getByRole('button', { name: /^Yes .*for Petrel$/ }).click();
    await ticket.getByRole('link', { name: 'Petrel', exact: true }).waitFor();
  });

  test('phone: a bar at the bottom of event and market opens the ticket, and an order goes through [Z4]', async () => {
    const { page } = await comeBack(on, `/event/${on.stage.race.eventSlug}`, { width: 360, height: 780 });
    await bar(page).waitFor();
    const box = await bar(page).boundingBox();
    // Within reach of the thumb at any scroll position, and above the navigation.
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(680);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(780);
    await page.getByRole('button', { name: /^Yes .*for Petrel$/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Petrel' });
    await sheet.waitFor();
    await buy(page, { type: 'Market', outcome: 'Yes', amount: '4.2' });
    await sheet.getByText('Bought 10 shares for $4.20').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await sheet.getByRole('button', { name: 'Close' }).click();
    await sheet.waitFor({ state: 'hidden' });

    await page.goto(on.venue.page(`/market/${on.stage.ferry.slug}`));
    await openTicket(page, 'No');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    // A book level fills the ticket that it opens, and only that one.
    await page.getByLabel('Bids', { exact: true }).getByRole('button').first().click();
    await page.getByRole('dialog').getByLabel('Limit price (¢)').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await openTicket(page, 'Yes');
    expect(await page.getByRole('dialog').getByLabel('Limit price (¢)').count()).toBe(0);
    const place = await page.getByRole('dialog').getByRole('button', { name: 'Close' }).boundingBox();
    // After a limit order the next ticket is for one too.
    await buy(page, { type: 'Limit', outcome: 'Yes', shares: '5', cents: '2' });
    const close = page.getByRole('dialog').getByRole('button', { name: 'Close' });
    await page.getByRole('dialog').getByText('Order placed.').waitFor();
    // The order's effects do not move the button.
    expect(await close.boundingBox()).toEqual(place);
    await close.click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await openTicket(page, 'Yes');
    await page.getByRole('dialog').getByLabel('Limit price (¢)').waitFor();
  });

  test('position: average, value and profit are on the market’s page, and move with the price [Z5]', async () => {
    const market = await addFeeMarket(on.venue, 'Will the towpath be paved?');
    const { page } = await comeBack(on, `/market/${market.slug}`);
    // 50 at 42: 21, and a fee of 50 × 0.1 × 0.42 × 0.58 = 1.218.
    await buy(page, { type: 'Market', outcome: 'Yes', amount: '21' });
    const own = page.getByRole('region', { name: 'Your position' });
    await own.getByText('50 shares').waitFor();
    const figure = async (name: string): Promise<string | null> =>
      own.locator('dl > div').filter({ hasText: name }).locator('dd').textContent();
    await expect.poll(() => figure('Average')).toBe('42¢');
    await expect.poll(() => figure('Value')).toBe('$20.50');
    // 20.50 − 21 − 1.218: the cost of 22.218 is $22.21 on the page.
    await expect.poll(() => figure('Profit')).toBe('-$1.71');
    await own.getByTitle('-$1.718', { exact: true }).waitFor();
    // A new bid at 41 moves the midpoint to 41.5, without a reload.
    await on.stage.maker.orders.place({ tokenId: market.tokenIds[0] ?? '', side: 'BUY', price: '0.41', size: '10' });
    await expect.poll(() => figure('Value')).toBe('$20.75');
  });

  test('payout: who holds is told of a result live, in the history and on the market’s page [Z6]', async () => {
    const market = await addFeeMarket(on.venue, 'Will the sluice be opened?');
    const { page } = await comeBack(on, `/market/${market.slug}`);
    await buy(page, { type: 'Market', outcome: 'Yes', amount: '21' });
    await page.getByRole('region', { name: 'Your position' }).getByText('50 shares').waitFor();
    await on.stage.operator.admin.resolve(market.conditionId, { payouts: ['1', '0'] });
    await page.getByRole('region', { name: 'Messages' }).getByText('You received $50.00 for 50 Yes').waitFor();
    const own = page.getByRole('region', { name: 'Your position' });
    await own.getByText('You received $50.00 for 50 Yes.').waitFor();
    // The payout has been announced, so the next visit does not repeat it.
    await page.goto(on.venue.page('/portfolio'));
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('Payout for 50 Yes').waitFor();
    expect(await page.getByRole('region', { name: 'While you were away' }).count()).toBe(0);
  });

  test('payout: one that comes before the first answer about payouts is told live too', async () => {
    const market = await addFeeMarket(on.venue, 'Will the lock-keeper retire?');
    const page = await welcome(on.browser);
    await bringAccount(page);
    const { promise: isPaid, resolve: letGo } = Promise.withResolvers<void>();
    await page.route('**/activity?*', async (route) => {
      await isPaid;
      await route.continue();
    });
    await page.goto(on.venue.page(`/market/${market.slug}`));
    await buy(page, { type: 'Market', outcome: 'Yes', amount: '21' });
    await page.getByRole('region', { name: 'Your position' }).getByText('50 shares').waitFor();
    await on.stage.operator.admin.resolve(market.conditionId, { payouts: ['1', '0'] });
    await page.getByRole('status').filter({ hasText: 'Resolved: Yes' }).waitFor();
    letGo();
    await page.getByRole('region', { name: 'Messages' }).getByText('You received $50.00 for 50 Yes').waitFor();
  });

  test('payout: who was away is told at the next visit, until it is put away [Z6]', async () => {
    const [won, lost] = [
      await addFeeMarket(on.venue, 'Will the ice reach the pier?'),
      await addFeeMarket(on.venue, 'Will the ice reach the light?'),
    ];
    const page = await welcome(on.browser);
    await bringAccount(page);
    for (const { slug } of [won, lost]) {
      await page.goto(on.venue.page(`/market/${slug}`));
      await buy(page, { type: 'Market', outcome: 'Yes', amount: '21' });
      await page.getByRole('region', { name: 'Your position' }).getByText('50 shares').waitFor();
    }
    await page.goto('about:blank');
    await on.stage.operator.admin.resolve(won.conditionId, { payouts: ['1', '0'] });
    await on.stage.operator.admin.resolve(lost.conditionId, { payouts: ['0', '1'] });
    const paid = async (conditionId: string) => (await on.stage.maker.markets.get(conditionId)).status;
    await expect.poll(() => paid(won.conditionId)).toBe('resolved');
    await expect.poll(() => paid(lost.conditionId)).toBe('resolved');
    await page.goto(on.venue.page('/'));
    const notice = page.getByRole('region', { name: 'While you were away' });
    await notice.getByText('you received $50.00 in all').waitFor();
    expect(await notice.getByRole('listitem').allTextContents()).toEqual([
      `${lost.question} Your 50 Yes lost and paid nothing.`,
      `${won.question} You received $50.00 for 50 Yes.`,
    ]);
    await notice.getByRole('button', { name: 'Got it' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.goto(on.venue.page(`/market/${lost.slug}`));
    await page.getByText('Your 50 Yes lost: nothing was paid for them.').waitFor();
    expect(await notice.count()).toBe(0);
  });
});
