/** Live data: volume and notices without a reload, one line for ranges that show the same data, exact prices. */
import { expect, test } from 'vitest';
import { newTrader } from './stage.ts';
import { describeInBrowser, openTheatre } from './theatre.testing.ts';
import { welcome } from './visitor.ts';
import { choose, visit } from './ways.ts';

describeInBrowser('live figures', () => {
  const on = openTheatre('Heron Point');

  test('live: volume grows with a trade, and a pause is told and taken back, without a reload [Q9]', async () => {
    const page = await welcome(on.browser);
    const [, market] = on.stage.race.markets;
    await page.goto(on.venue.page(`/market/${market?.slug}`));
    const head = page.locator('.event-head__meta');
    await head.getByText('$0 volume').waitFor();
    const taker = newTrader(on.venue);
    await taker.orders.place({ tokenId: market?.tokenIds[0] ?? '', side: 'BUY', price: '0.42', size: '50' });
    await head.getByText('$21 volume').waitFor();

    const pause = (acceptingOrders: boolean) =>
      on.stage.operator.admin.updateMarket(market?.conditionId ?? '', { acceptingOrders });
    await pause(false);
    const notice = page.getByRole('status').filter({ hasText: 'No orders are taken for now' });
    await notice.waitFor();
    await pause(true);
    await notice.waitFor({ state: 'detached' });
  });

  test('live: what is traded before the feed is open is told as well', async () => {
    const page = await welcome(on.browser);
    const [, , market] = on.stage.race.markets;
    const { promise: isTraded, resolve: letGo } = Promise.withResolvers<void>();
    await page.routeWebSocket(/\/ws\/market/, async (socket) => {
      await isTraded;
      socket.connectToServer();
    });
    await page.goto(on.venue.page(`/market/${market?.slug}`));
    await page.getByText('$0 volume').waitFor();
    await page.getByText('No trades yet').waitFor();
    const taker = newTrader(on.venue);
    await taker.orders.place({ tokenId: market?.tokenIds[0] ?? '', side: 'BUY', price: '0.42', size: '50' });
    letGo();
    await page.getByText('$21 volume').waitFor();
    const tape = page.getByRole('table', { name: /Last trades/ });
    await tape.getByText('42¢', { exact: true }).waitFor();
  });

  test('live: spans that reach back to the first price show the same line [Q10]', async () => {
    const page = await visit(on, `/market/${on.stage.ferry.slug}`);
    const chart = page.getByRole('slider', { name: /^Chance over time/ });
    await chart.waitFor();
    const words = async (): Promise<string> => (await chart.getAttribute('aria-label')) ?? '';
    const whole = await words();
    expect(whole).toMatch(/from [0-9]+% to [0-9]+%/);
    for (const span of ['1H', '6H', '1D', '1W']) {
      await choose(page, 'Span of time', span);
      await expect.poll(words).toBe(whole);
    }
    // Values and times can be read with the pointer and with the keyboard alone.
    const tip = page.locator('.price-chart__tip');
    await chart.hover();
    await tip.getByText(/[0-9]{1,2}:[0-9]{2}/).waitFor();
    await tip.getByText(/^[0-9]+%$/).waitFor();
    await page.mouse.move(0, 0);
    await tip.waitFor({ state: 'detached' });
    await chart.focus();
    await page.keyboard.press('ArrowLeft');
    await tip.waitFor();
    expect(await chart.getAttribute('aria-valuetext')).toMatch(/[0-9]{1,2}:[0-9]{2}.*: Yes [0-9]+%$/);
  });

  test('live: the tape says prices as they were, not rounded [Q11]', async () => {
    const page = await welcome(on.browser);
    const event = await on.stage.operator.admin.addEvent({
      title: 'The fine tick',
      markets: [{ question: 'Will a fine price be told?', orderPriceMinTickSize: 0.0001 }],
    });
    const [market] = event.markets;
    const tokenId = market?.tokenIds[0] ?? '';
    const [maker, taker] = [newTrader(on.venue), newTrader(on.venue)];
    await maker.orders.place({ tokenId: market?.tokenIds[1] ?? '', side: 'BUY', price: '0.6115', size: '100' });
    await page.goto(on.venue.page(`/market/${market?.slug}`));
    await page.getByText('No trades yet').waitFor();
    await taker.orders.place({ tokenId, side: 'BUY', price: '0.3885', size: '10' });
    const told = page.getByRole('table', { name: /Last trades/ }).getByText('38.85¢', { exact: true });
    await told.waitFor();
    await page.reload();
    await told.waitFor();
  });
});
