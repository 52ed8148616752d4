/** A device whose clock is minutes off: sign-in, expiring orders, countdowns and times follow the venue's clock. */
import { expect, test } from 'vitest';
import { addFeeMarket } from './fee-market.ts';
import { describeInBrowser, openTheatre } from './theatre.testing.ts';
import { setWrong, welcome } from './visitor.ts';
import { buy, createAccount, fillTicket, openTicket } from './ways.ts';

const MINUTE_MS = 60_000;

describeInBrowser('wrong clock', () => {
  const on = openTheatre('Knot Spit');

  test('wrong clock: an order for an hour ends an hour from the venue’s now, and a countdown counts from there [Q1]', async () => {
    const page = await welcome(on.browser, { expected: /status of 401/ });
    await setWrong(page.context(), -30 * MINUTE_MS);
    const address = await createAccount(page, on.venue);
    const [market] = on.stage.race.markets;
    await page.goto(on.venue.page(`/market/${market?.slug}`));
    await fillTicket(page, { type: 'Limit', outcome: 'Yes', cents: '20', shares: '7' });
    await page.getByText('Options', { exact: true }).click();
    await page.getByLabel('Ends', { exact: true }).selectOption({ label: 'In 1 hour' });
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/order'));
    await page.getByRole('button', { name: 'Buy Yes', exact: true }).click();
    const { order } = (await sent).postDataJSON() as { order: { expiration: string; maker: string } };
    expect(order.maker.toLowerCase()).toBe(address.toLowerCase());
    const minutes = (Number(order.expiration) * 1_000 - Date.now()) / MINUTE_MS;
    expect(minutes).toBeGreaterThan(50);
    expect(minutes).toBeLessThan(61);

    const { admin } = on.venue.asOperator();
    await admin.updateMarket(market?.conditionId ?? '', {
      closeTime: new Date(Date.now() + 59 * MINUTE_MS).toISOString(),
    });
    // The device's own clock would give an hour and a half.
    await page
      .getByText(/^Trading ends .* \(in 5[0-9] min [0-9]+ s\)$/)
      .first()
      .waitFor();
    await admin.updateMarket(market?.conditionId ?? '', { closeTime: null });
  });

  test('wrong clock: on a phone, from nothing to an account, a filled order and a receipt that reconciles [Z7]', async () => {
    const page = await welcome(on.browser, { width: 390, height: 780, expected: /status of 401/ });
    await setWrong(page.context(), 5 * MINUTE_MS);
    const market = await addFeeMarket(on.venue, 'Will the lighthouse be lit?');
    await page.goto(on.venue.page(`/market/${market.slug}`));
    await openTicket(page, 'Yes');
    await page.getByRole('dialog').getByRole('button', { name: 'Start with play money' }).click();
    const ready = page.getByRole('dialog', { name: 'Your account is ready' });
    await ready.getByRole('button', { name: /Start trading|save it later/ }).click();
    await buy(page, { type: 'Market', outcome: 'Yes', amount: '21' });
    await page.getByText('Fee $1.218: you paid $22.218 in all.').waitFor();
    await page.goto(on.venue.page('/portfolio'));
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('The 2 lines below add up to your balance.').waitFor();
    await page.getByText('-$22.218', { exact: true }).waitFor();
  });
});
