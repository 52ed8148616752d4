/** Trades over HTTP: equal legs of one trade are told apart by their ids, and lists go on from page to page. */
import type { TradeFill, UserActivity } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { openTwoTraders } from './testing/open-venue.ts';
import { type Answer, addMarket, send } from './testing/trader.ts';

const { stack, alice, bob } = await openTwoTraders();

const page = (query: string): Promise<Answer> => send(stack, 'GET', `/trades?${query}`);
const cursorOf = ({ headers }: Answer): string => String(headers['x-next-cursor']);
const hashesOf = ({ body }: Answer): string[] => (body as TradeFill[]).map(({ transactionHash }) => transactionHash);

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

test('trades: a cursor goes with every filter but offset, and text that is none is refused [L60]', async () => {
  const first = await page('limit=1&takerOnly=false');
  const rest = await page(`limit=10000&takerOnly=false&after_cursor=${cursorOf(first)}`);
  const whole = await page('limit=10000&takerOnly=false');
  expect([...hashesOf(first), ...hashesOf(rest)]).toEqual(hashesOf(whole));
  // After the last page nothing is left, and the end cursor is repeated.
  const behind = await page('after_cursor=LTE%3D');
  expect([cursorOf(rest), behind.body, cursorOf(behind)]).toEqual(['LTE=', [], 'LTE=']);
  expect((await page('after_cursor=MTAw')).body).toEqual({
    error: 'after_cursor is no cursor of this list: send the x-next-cursor of the page before as it came',
  });
  expect((await page(`offset=1&after_cursor=${cursorOf(first)}`)).body).toEqual({
    error: 'offset and after_cursor are two ways to page: send one',
  });
  expect((await page('limit=0')).body).toEqual([]);
});
