/**
 * Own orders, own trades and the catalog over more than one page, with every client that pages. The venue has more of
 * each than one page holds, so a client finds all items only if paging neither stops early, loops, nor skips.
 */
import { createPublicClient, OrderSide } from '@polymarket/client';
import { OrderType, Side, type UserOrderV2 } from '@polymarket/clob-client-v2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proves } from './proves.ts';
import { addEvent, openStage, type Stage, startVenue, type Trader } from './stage.ts';
import { environmentOf, secureClient } from './unified-stage.ts';

/** One more than a page of the trading routes. */
const MANY = 101;
const BATCH = 15;
const many = <Item>(item: Item, length = MANY): Item[] => Array.from({ length }, () => item);

let venue: Awaited<ReturnType<typeof startVenue>>;
let stage: Stage;
/** Ids of Alice's open orders and of Bob's trades, unordered. */
let openIds: string[];
let tradeIds: string[];
let conditionIds: string[];

/** Posts all `orders` in batches of the largest size allowed. */
async function postAll({ client }: Trader, orders: readonly UserOrderV2[]) {
  const answers: { readonly orderID: string; readonly tradeIDs?: readonly string[] }[] = [];
  for (let start = 0; start < orders.length; start += BATCH) {
    const signed = await Promise.all(orders.slice(start, start + BATCH).map((order) => client.createOrder(order)));
    answers.push(...(await client.postOrders(signed.map((order) => ({ order, orderType: OrderType.GTC })))));
  }
  return answers;
}

beforeAll(async () => {
  // The tests read whole lists of the catalog.
  venue = await startVenue({ BELLWETHER_LIMITS: 'off' });
  stage = await openStage(venue);
  const { alice, bob, plain } = stage;
  for (let rest = MANY; rest > 0; rest -= 25) await addEvent(venue, 'Many', many({}, Math.min(rest, 25)));
  const order = { tokenID: plain.yes, side: Side.BUY, size: 5 };
  await alice.client.createAndPostOrder({ ...order, tokenID: plain.no, price: 0.5, size: MANY * 5 });
  const traded = await postAll(bob, many({ ...order, price: 0.5 }));
  tradeIds = traded.flatMap(({ tradeIDs = [] }) => tradeIDs);
  const rested = await postAll(alice, many({ ...order, price: 0.1 }));
  openIds = rested.map(({ orderID }) => orderID);
  const listing = [];
  let cursor = '';
  do {
    const page = (await (await fetch(`${venue.url}/markets?next_cursor=${cursor}`)).json()) as {
      readonly data: readonly { readonly condition_id: string }[];
      readonly next_cursor: string;
    };
    listing.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== 'LTE=');
  conditionIds = listing.map(({ condition_id }) => condition_id);
  expect([openIds.length, tradeIds.length, conditionIds.length]).toEqual([MANY, MANY, MANY + 4]);
});
afterAll(() => venue?.stop());

/** Expects each item once, in any order, by its field `key`. */
const expectAll = <Key extends string>(
  found: readonly { readonly [Field in Key]?: unknown }[],
  key: Key,
  expected: readonly string[],
): void => expect(found.map((item) => item[key]).toSorted()).toEqual(expected.toSorted());

/** Items of all pages, and the number of pages. */
async function readAll<Item>(pages: AsyncIterable<{ readonly items: readonly Item[] }>) {
  const items: Item[] = [];
  let count = 0;
  for await (const page of pages) {
    items.push(...page.items);
    count += 1;
  }
  return { items, count };
}

test('paging: the trading client reads all its orders, its trades as taker and as maker, and all markets [S15]', async () => {
  proves('@polymarket/clob-client-v2', 'own-orders', 'own-trades', 'catalog-pages');
  const { alice, bob } = stage;
  expectAll(await alice.client.getOpenOrders(), 'id', openIds);
  for (const { client } of [alice, bob]) expectAll(await client.getTrades(), 'id', tradeIds);
  const found: { readonly condition_id: string }[] = [];
  const cursors: string[] = [];
  for (let cursor = ''; cursor !== 'LTE='; cursors.push(cursor)) {
    const page = await bob.client.getMarkets(cursor);
    found.push(...page.data);
    cursor = page.next_cursor;
  }
  expectAll(found, 'condition_id', conditionIds);
  expect(cursors).toHaveLength(2);
});

test('paging: the unified SDK reads the same, and the catalog by keyset [S15]', async () => {
  proves('@polymarket/client', 'own-orders', 'own-trades', 'catalog-pages');
  const alice = await secureClient(stage.venue, 'a');
  const orders = await readAll(alice.listOpenOrders());
  expectAll(orders.items, 'id', openIds);
  const trades = await readAll(alice.listAccountTrades());
  expectAll(trades.items, 'id', tradeIds);
  const anyone = createPublicClient({ environment: environmentOf(stage.venue) });
  const markets = await readAll(anyone.listMarkets({ pageSize: 100 }));
  expectAll(markets.items, 'conditionId', conditionIds);
  expect([orders.count, trades.count, markets.count]).toEqual([2, 2, 2]);
  expect(trades.items.every(({ side }) => side === OrderSide.BUY)).toBe(true);
});
