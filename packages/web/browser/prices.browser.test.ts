/** Display of unknown prices, and of the moment when a price becomes known. */
import { expect, test } from 'vitest';
import { newTrader } from './stage.ts';
import { describeInBrowser, openHouse } from './theatre.testing.ts';
import { bringAccount, visit } from './ways.ts';

describeInBrowser('prices', () => {
  const on = openHouse();

  test('prices: an unknown one is a dash and ranked last, becomes one live, and a position without one is worth its cost [W32]', async () => {
    const operator = on.venue.asOperator();
    const maker = newTrader(on.venue);
    await maker.auth.credentials();
    const { slug: tag = '' } = await operator.admin.addTag({ label: 'First snow' });
    const event = await operator.admin.addEvent({
      title: 'First snow of the valley',
      tags: [tag],
      negRisk: true,
      markets: ['Ashby', 'Birch', 'Corrie'].map((name) => ({
        question: `Will the first snow fall in ${name}?`,
        groupItemTitle: name,
      })),
    });
    const [ashby, birch, corrie] = event.markets;
    const yes = (market: typeof ashby): string => market?.tokenIds[0] ?? '';
    // Ashby: no orders. Birch: one bid. Corrie: a narrow spread.
    await maker.orders.place({ tokenId: yes(birch), side: 'BUY', price: '0.4', size: '10' });
    await maker.orders.place({ tokenId: yes(corrie), side: 'BUY', price: '0.2', size: '10' });
    await maker.orders.place({ tokenId: corrie?.tokenIds[1] ?? '', side: 'BUY', price: '0.78', size: '10' });

    const page = await visit(on, `/?tag=${tag}`);
    const card = page.getByRole('article').filter({ hasText: event.title });
    await card.getByText('21%').waitFor();
    expect(await card.getByText('no price yet').count()).toBe(2);
    expect(await card.textContent()).not.toMatch(/2199|50%|70%/);

    await page.goto(on.venue.page(`/event/${event.slug}`));
    const rows = page.getByRole('region', { name: '3 markets' }).getByRole('listitem');
    await rows.first().getByText('21%').waitFor();
    const shown = await rows.evaluateAll((items) => items.map((item) => item.textContent?.slice(0, 6)));
    expect(shown).toEqual(['Corrie', expect.stringMatching(/^Ashby|^Birch/), expect.stringMatching(/^Ashby|^Birch/)]);
    expect(await rows.getByText('no price yet').count()).toBe(2);
    expect(await page.getByRole('main').textContent()).not.toMatch(/2199|Ends/);

    // Live: an ask makes a price, without it the price is unknown again, and a trade makes one permanently.
    await page.goto(on.venue.page(`/market/${birch?.slug}`));
    const chance = page.locator('.market-head__price');
    await chance.getByText('no price yet').waitFor();
    const [, tokenId = ''] = birch?.tokenIds ?? [];
    const offer = await maker.orders.place({ tokenId, side: 'BUY', price: '0.54', size: '10' });
    await chance.getByText('43%').waitFor();
    await maker.orders.cancel(offer.orderID);
    await chance.getByText('no price yet').waitFor();
    const taker = newTrader(on.venue);
    await taker.auth.credentials();
    await taker.orders.place({ tokenId: birch?.tokenIds[1] ?? '', side: 'BUY', price: '0.6', size: '5' });
    await chance.getByText('40%').waitFor();

    // Closing the market makes its price unknown, and reopening restores it, without a reload.
    await page.goto(on.venue.page(`/market/${corrie?.slug}`));
    await chance.getByText('21%').waitFor();
    const setClosed = (closed: boolean) => operator.admin.updateMarket(corrie?.conditionId ?? '', { closed });
    await setClosed(true);
    await chance.getByText('no price yet').waitFor();
    await setClosed(false);
    await chance.getByText('21%').waitFor();

    const { address, privateKey } = await bringAccount(page);
    const visitor = on.venue.client({ account: { signer: privateKey } });
    await visitor.account.split({ conditionId: ashby?.conditionId ?? '', amount: '100' });
    // Two sign-ins of one wallet in the same second have the same signature, which is accepted only once. So wait for
    // the next second before the page signs in.
    const second = (): number => Math.floor(Date.now() / 1000);
    const signedIn = second();
    await expect.poll(second).toBeGreaterThan(signedIn);
    for (const path of ['/portfolio', `/profile/${address}`]) {
      await page.goto(on.venue.page(path));
      const table = page.getByRole('table', { name: 'Open positions' });
      await table.getByText('at cost').first().waitFor();
      const cells = await table.getByRole('row').filter({ hasText: 'Ashby' }).first().textContent();
      expect(cells).toContain('$50.00');
      expect(cells).not.toMatch(/−|-9|%/);
      await page.getByText('Includes $100.00 of positions at cost').waitFor();
    }
  });
});
