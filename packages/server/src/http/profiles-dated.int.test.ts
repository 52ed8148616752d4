/** What differs between the dated profiles in an account's own reads. */
import type { Notifications, OwnOrders } from '@bellwether/contract';
import { describe, expect, test } from 'vitest';
import { openTwoTraders } from './testing/open-venue.ts';
import { addMarket, send } from './testing/trader.ts';

describe.each([
  ['bellwether', 1],
  ['polymarket@2026-07', 1],
  ['polymarket@2026-09', 1000],
  ['polymarket', 1000],
])('profile %s', async (profile, perSecond) => {
  const { stack, alice, bob } = await openTwoTraders({ profile });
  const market = await addMarket(stack, 'Will it rain?');
  await alice.placed({ tokenId: market.no, side: 'BUY', price: '0.5', size: '5' });
  await bob.placed({ tokenId: market.yes, side: 'BUY', price: '0.5', size: '5' });

  test('dated profiles: times of notifications are in the unit that clients of the date read', async () => {
    const [told] = (await alice.send('GET', '/notifications')).body as Notifications;
    expect(told?.timestamp).toBe(Math.floor(stack.time.nowMs / 1000) * perSecond);
  });

  test('dated profiles: no one has rebates, in the form of the public clients', async () => {
    const of = (query: string) => send(stack, 'GET', `/rebates/current?${query}`);
    const maker = `maker_address=${alice.address}`;
    expect(await of(`date=2026-11-27&${maker}`)).toMatchObject({ status: 200, text: 'null' });
    expect((await of(`date=2026-13-01&${maker}`)).body).toMatchObject({ code: 'invalid_date' });
    expect((await of(maker)).body).toMatchObject({ error: 'date is required' });
    expect((await of('date=2026-11-27')).body).toMatchObject({ error: 'maker_address is required' });
  });
});

describe.each([
  ['polymarket', [], true],
  ['polymarket', ['orders-2026-12'], false],
  ['bellwether', ['orders-2026-12'], false],
])('profile %s with %j', async (profile, announced, isOfNow) => {
  const { stack, alice, bob } = await openTwoTraders({ profile, announced });
  const [rain, snow] = [await addMarket(stack, 'Will it rain?'), await addMarket(stack, 'Will it snow?')];
  const { orderID } = await alice.placed({ tokenId: rain.no, side: 'BUY', price: '0.5', size: '10' });
  const { tradeIDs } = await bob.placed({ tokenId: rain.yes, side: 'BUY', price: '0.5', size: '5' });
  await alice.placed({ tokenId: snow.no, side: 'BUY', price: '0.5', size: '10' });
  const listed = (query: string) => alice.send('GET', `/data/orders${query}`);

  test('announced for December: open orders do not list their trades', async () => {
    const [order] = ((await listed(`?market=${rain.conditionId}`)).body as OwnOrders).data;
    expect(order).toMatchObject({ id: orderID, size_matched: '5' });
    expect(order?.associate_trades).toEqual(isOfNow ? tradeIDs : undefined);
    expect(Object.hasOwn(order as object, 'associate_trades')).toBe(isOfNow);
  });

  test('announced for December: open orders are filtered by a token only with its market', async () => {
    const alone = await listed(`?asset_id=${rain.no}`);
    if (isOfNow) expect((alone.body as OwnOrders).data.map(({ id }) => id)).toEqual([orderID]);
    else
      expect(alone).toMatchObject({
        status: 400,
        body: {
          error: 'invalid order params payload: asset_id needs market: send the condition id of its market as well',
        },
      });
    for (const query of [`?asset_id=${rain.no}&market=${rain.conditionId}`, `?id=${orderID}&asset_id=`])
      expect(((await listed(query)).body as OwnOrders).data.map(({ id }) => id)).toEqual([orderID]);
    expect(((await listed('')).body as OwnOrders).data).toHaveLength(2);
  });
});
