/** An order that is posted again gets its first answer, plus its current status. */
import { expect, test } from 'vitest';
import type { Stack } from './testing/stack.ts';
import { type Answer, addMarket, admin, send, type TestMarket, type Trader } from './testing/trader.ts';
import { useTwoTraders } from './testing/two-traders.ts';

let stack: Stack;
let alice: Trader;
let bob: Trader;
useTwoTraders((venue) => {
  ({ stack, alice, bob } = venue);
});

const seconds = (): number => Math.floor(stack.time.nowMs / 1_000);

/** Ways to end an order of Alice's, by the resulting status. */
const ENDS: readonly [string, (market: TestMarket, id: string) => Promise<unknown>][] = [
  ['MATCHED', ({ no }) => bob.placed({ tokenId: no, side: 'BUY', price: '0.6', size: '10' })],
  ['CANCELED', (_market, orderID) => alice.send('DELETE', '/order', { orderID })],
  [
    'EXPIRED',
    ({ yes }) => {
      stack.time.nowMs += 100_000;
      return bob.placed({ tokenId: yes, side: 'BUY', price: '0.1', size: '10' });
    },
  ],
  [
    'CANCELED_MARKET_RESOLVED',
    ({ conditionId }) => admin(stack, 'POST', `/admin/markets/${conditionId}/resolve`, { winner: 'Yes' }),
  ],
];

test.each(ENDS)(
  'repeats: an order that is %s by now says so, however it is posted again [O60]',
  async (status, end) => {
    const market = await addMarket(stack, `Repeated ${status}?`);
    const buy = { tokenId: market.yes, side: 'BUY', price: '0.4', size: '10' } as const;
    const { orderId, body } = await alice.sign({ ...buy, type: 'GTD', expiration: seconds() + 90 });
    const keyed = (path: string, content: unknown) => (): Promise<Answer> => {
      const text = JSON.stringify(content);
      const headers = { ...alice.headers('POST', path, text), 'idempotency-key': status + path };
      return send(stack, 'POST', path, text, headers);
    };
    const [one, several] = [keyed('/order', body), keyed('/orders', [body])];
    const first = await one();
    expect(first).toMatchObject({ status: 200, body: { orderID: orderId, status: 'live' } });
    await several();
    await end(market, orderId);
    const told = { ...(first.body as object), currentStatus: status };
    for (const again of [
      // The same request, by its key, and the same order in another request.
      await one(),
      await alice.send('POST', '/order', body),
      { body: ((await several()).body as object[])[0] },
      { body: ((await alice.send('POST', '/orders', [body])).body as object[])[0] },
    ])
      expect(again.body).toEqual(told);
  },
);

test('repeats: one that rested in part says how its rest ended, one that had ended says nothing more [O60]', async () => {
  const market = await addMarket(stack, 'Traded?');
  await bob.placed({ tokenId: market.no, side: 'BUY', price: '0.6', size: '30' });
  const buy = { tokenId: market.yes, side: 'BUY', price: '0.4' } as const;
  const { body: part } = await alice.sign({ ...buy, size: '40' });
  const { body: dear } = await alice.sign({ ...buy, price: '0.9', size: '900000' });
  const { body: whole } = await alice.sign({ ...buy, size: '20' });
  const text = JSON.stringify([whole, part, dear]);
  const headers = alice.headers('POST', '/orders', text);
  const first = (await send(stack, 'POST', '/orders', text, headers)).body as readonly object[];
  expect(first).toMatchObject([
    { status: 'matched', takingAmount: '20' },
    { status: 'matched', takingAmount: '10' },
    { success: false },
  ]);
  const again = async () => (await send(stack, 'POST', '/orders', text, headers)).body;
  expect(await again()).toMatchObject([first[0], first[1], { success: false }]);
  await bob.placed({ tokenId: market.no, side: 'BUY', price: '0.6', size: '30' });
  expect(await again()).toEqual([
    first[0],
    { ...first[1], currentStatus: 'MATCHED' },
    // A refused order is tried again.
    expect.objectContaining({ success: false }),
  ]);
});

test('repeats: of an order that trades at once its first answer says all, however little of it was filled [O60]', async () => {
  const market = await addMarket(stack, 'Filled in part?');
  await bob.placed({ tokenId: market.no, side: 'BUY', price: '0.6', size: '10' });
  const order = { tokenId: market.yes, side: 'BUY', type: 'FAK', price: '0.4', amount: '20', tick: '0.01' } as const;
  const { body } = await alice.sign(order);
  const first = await alice.send('POST', '/order', body);
  expect(first).toMatchObject({ status: 200, body: { status: 'matched', takingAmount: '10' } });
  expect((await alice.send('POST', '/order', body)).text).toBe(first.text);
});
