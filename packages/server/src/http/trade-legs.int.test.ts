/** Otherwise identical legs of one trade are distinguished by their ids, in `/trades` and in `/activity`. */
import type { TradeFill, UserActivity } from '@bellwether/contract';
import { expect, test } from 'vitest';
import type { Stack } from './testing/stack.ts';
import { addMarket, send, type Trader } from './testing/trader.ts';
import { useTwoTraders } from './testing/two-traders.ts';

let stack: Stack;
let alice: Trader;
let bob: Trader;
useTwoTraders((venue) => ({ stack, alice, bob } = venue));

const get = async <Row>(path: string): Promise<Row[]> => (await send(stack, 'GET', path)).body as Row[];

test('legs: two equal fills of one order against one maker have ids of their own, the same in both lists [W63]', async () => {
  const market = await addMarket(stack, 'Alike?');
  for (let index = 0; index < 2; index++)
    await alice.placed({ tokenId: market.yes, side: 'BUY', price: '0.5', size: '10' });
  await bob.placed({ tokenId: market.no, side: 'BUY', price: '0.5', size: '20' });
  const fills = await get<TradeFill>(`/trades?takerOnly=false&market=${market.conditionId}`);
  const [taker, one, two] = fills;
  const { id: firstId, ...first } = one as TradeFill;
  const { id: secondId, ...second } = two as TradeFill;
  expect([fills.length, taker?.size, first]).toEqual([3, 20, second]);
  expect(new Set([taker?.id, firstId, secondId]).size).toBe(3);
  const trades = async (user: string): Promise<string[]> =>
    (await get<UserActivity>(`/activity?type=TRADE&user=${user}&market=${market.conditionId}`)).map(({ id }) => id);
  expect(await trades(alice.address)).toEqual([firstId, secondId]);
  expect(await trades(bob.address)).toEqual([taker?.id]);
});

test('legs: every row of an account’s activity has an id of its own, larger for what came later [W63]', async () => {
  const market = await addMarket(stack, 'One by one?');
  await alice.send('POST', '/positions/split', { conditionId: market.conditionId, amount: '10' });
  await alice.placed({ tokenId: market.yes, side: 'SELL', price: '0.5', size: '10' });
  await bob.placed({ tokenId: market.yes, side: 'BUY', price: '0.5', size: '10' });
  await alice.send('POST', '/positions/split', { conditionId: market.conditionId, amount: '5' });
  const ids = (await get<UserActivity>(`/activity?user=${alice.address}`)).map(({ id }) => Number(id));
  expect(ids.length).toBeGreaterThan(3);
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a));
});
