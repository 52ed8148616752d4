/**
 * Changes to a market's terms while orders rest in it: the operator gets a report of the effects, and the report is
 * correct.
 */
import type { PatchedMarket } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { openTwoTraders } from './testing/open-venue.ts';
import { addMarket, admin, send, type TestMarket } from './testing/trader.ts';

const { stack, alice, bob } = await openTwoTraders();

const market = (question: string): Promise<TestMarket> =>
  addMarket(stack, question, { orderPriceMinTickSize: 0.001, orderMinSize: 5 });
const patch = async ({ conditionId }: TestMarket, body: object): Promise<PatchedMarket> => {
  const answer = await admin(stack, 'PATCH', `/admin/markets/${conditionId}`, body);
  expect(answer.status).toBe(200);
  return answer.body as PatchedMarket;
};

test('terms: a coarser tick and a larger minimum keep what rests, say how much, and hold for new orders [O21]', async () => {
  const of = await market('Coarser?');
  await alice.placed({ tokenId: of.yes, side: 'BUY', price: '0.4', size: '10' });
  const odd = { tokenId: of.no, side: 'BUY', price: '0.433', size: '6' } as const;
  const { orderID } = await alice.placed(odd);
  const changed = await patch(of, { orderPriceMinTickSize: 0.01, orderMinSize: 8, description: 'x' });
  const { sequence } = stack.exchange.state;
  expect(changed.effects).toEqual([
    { term: 'minimum_tick_size', from: 0.001, to: 0.01, sequence, resting_orders: 2, outside: 1 },
    { term: 'minimum_order_size', from: 5, to: 8, sequence, resting_orders: 2, outside: 1 },
  ]);
  expect((await send(stack, 'GET', `/data/order/${orderID}`)).body).toMatchObject({ status: 'LIVE' });
  expect(await alice.place(odd)).toMatchObject({ status: 400, body: { code: 'price_off_grid' } });
  // A resting order outside the new terms still trades, at its own price: 6 of the 10 for 0.567 each.
  const taken = await bob.placed({ tokenId: of.yes, side: 'BUY', price: '0.57', size: '10' });
  expect(taken).toMatchObject({ status: 'matched', takingAmount: '6', makingAmount: '3.402' });
});

test('terms: a fee counts from the next trade on, also against orders that rested before [O21]', async () => {
  const of = await market('Dearer?');
  await alice.placed({ tokenId: of.yes, side: 'BUY', price: '0.5', size: '10' });
  await bob.send('POST', '/positions/split', { conditionId: of.conditionId, amount: '10' });
  const { effects } = await patch(of, { takerBaseFee: 200 });
  expect(effects).toMatchObject([{ term: 'taker_base_fee', from: 0, to: 200, resting_orders: 1, outside: 0 }]);
  const fees = () => stack.exchange.state.totals.fees;
  const before = fees();
  await bob.placed({ tokenId: of.yes, side: 'SELL', price: '0.5', size: '10' });
  // 10 × 0.02 × 0.5 × 0.5.
  expect(fees() - before).toBe(50_000);
});

test('terms: a change that changes none of them has no effects', async () => {
  const of = await market('Same?');
  expect((await patch(of, { description: 'y', orderMinSize: 5 })).effects).toEqual([]);
});
