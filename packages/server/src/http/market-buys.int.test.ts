/** FOK and FAK BUYs over HTTP whose rounding leaves a micro of the budget over, against makers who have shares. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeRaw } from './testing/raw-order.ts';
import { type Stack, startStack } from './testing/stack.ts';
import { addEvent, send, type TestMarket, Trader } from './testing/trader.ts';

let stack: Stack;
let [alice, bob, carol]: Trader[] = [];

beforeAll(async () => {
  stack = await startStack();
  [alice, bob, carol] = [await Trader.open(stack, '1'), await Trader.open(stack, '2'), await Trader.open(stack, '3')];
});
afterAll(() => stack.close());

/** A market in which alice bids 0.70 for YES and has 9.999993 left of 10. */
async function oddMaker(): Promise<TestMarket> {
  const [market] = await addEvent(stack, ['Will it rain?'], { orderPriceMinTickSize: 0.01 });
  if (market === undefined) throw new Error('no market');
  await carol!.send('POST', '/positions/split', { conditionId: market.conditionId, amount: '10' });
  await alice!.placed({ tokenId: market.yes, side: 'BUY', price: '0.7', size: '10' });
  const fill = { tokenId: market.yes, side: 'SELL', type: 'FAK', makerAmount: '7', takerAmount: '4' } as const;
  expect((await placeRaw(carol!, fill)).status).toBe(200);
  return market;
}

const bids = async (token: string): Promise<unknown> =>
  ((await send(stack, 'GET', `/book?token_id=${token}`)).body as { bids: unknown }).bids;
const lastPrice = async (token: string): Promise<unknown> =>
  (await send(stack, 'GET', `/last-trade-price?token_id=${token}`)).body;

test('market buys: a FOK BUY of 1.000000 for 3.333333 is filled where there are ten shares [E18]', async () => {
  const market = await oddMaker();
  const order = { tokenId: market.no, type: 'FOK', makerAmount: '1000000', takerAmount: '3333333' } as const;
  expect(await placeRaw(bob!, order)).toMatchObject({
    status: 200,
    body: { success: true, status: 'matched', makingAmount: '0.999999', takingAmount: '3.333333' },
  });
  expect(await bids(market.yes)).toEqual([{ price: '0.7', size: '6.66666' }]);
});

test('market buys: a FAK BUY leaves a worse maker, the last price and its own order alone [E18]', async () => {
  const market = await oddMaker();
  const own = await bob!.placed({ tokenId: market.yes, side: 'BUY', price: '0.5', size: '10' });
  await carol!.placed({ tokenId: market.yes, side: 'BUY', price: '0.3', size: '10' });
  const order = { tokenId: market.no, side: 'BUY', type: 'FAK', price: '0.99', amount: '1', tick: '0.01' } as const;
  expect(await bob!.placed(order)).toMatchObject({ makingAmount: '0.999999', takingAmount: '3.333333' });
  expect(await lastPrice(market.no)).toMatchObject({ price: '0.3' });
  expect((await bob!.send('GET', `/data/order/${own.orderID}`)).body).toMatchObject({ order: { status: 'LIVE' } });
  expect(await bids(market.yes)).toEqual([
    { price: '0.3', size: '10' },
    { price: '0.5', size: '10' },
    { price: '0.7', size: '6.66666' },
  ]);
});
