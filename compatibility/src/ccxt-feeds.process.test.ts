/** Feeds with `ccxt`: public books, tickers and trades, own orders and fills, over more than one ping. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type CcxtStage,
  closeCcxtStage,
  exchangeOf,
  openCcxtStage,
  type Polymarket,
  SIGN_IN_137,
  watching,
} from './ccxt-stage.ts';
import { proves } from './proves.ts';
import { sharedVenue } from './stage.ts';

let stage: CcxtStage;
/** An account that watches and never trades. */
let watcher: Polymarket;

beforeAll(async () => {
  stage = await openCcxtStage(await sharedVenue(SIGN_IN_137));
  watcher = await watching(exchangeOf(stage.venue, '5'));
});
afterAll(async () => {
  await watcher?.close();
  await closeCcxtStage(stage);
});

/** Calls `watch` until its value is right; each call returns the changes since the previous one. */
async function until<Value>(watch: () => Promise<Value>, isRight: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = await watch();
    if (isRight(value)) return value;
  }
}

/** Resolves when the user feed has reported an order; nothing else shows that the subscription is active. */
async function listened(exchange: Polymarket, token: string): Promise<void> {
  let isTold = false;
  const told = exchange.watchOrders(token).then(() => {
    isTold = true;
  });
  while (!isTold) {
    const { id } = await exchange.createOrder(token, 'limit', 'buy', 5, 0.01);
    await exchange.cancelOrder(String(id));
  }
  await told;
}

test('market feed: a book is kept as it changes, for several tokens on one connection [S26]', async () => {
  proves('ccxt', 'market-feed');
  const { alice, plain, charged } = stage;
  expect(await watcher.watchOrderBook(plain.yes)).toMatchObject({ bids: [], asks: [], outcomeId: plain.yes });
  await watcher.watchOrderBook(charged.yes);
  const follow = (token: string, bid: number, size: number) =>
    until(
      () => watcher.watchOrderBook(token),
      ({ bids }) => bids[0]?.[0] === bid && bids[0]?.[1] === size,
    );
  const first = follow(plain.yes, 0.3, 10);
  const placed = await alice.createOrder(plain.yes, 'limit', 'buy', 10, 0.3);
  expect(Math.abs(Number((await first).timestamp) - Date.now())).toBeLessThan(600_000);
  const second = follow(charged.yes, 0.31, 12);
  await alice.createOrder(charged.yes, 'limit', 'buy', 12, 0.31);
  await second;
  const better = follow(plain.yes, 0.33, 7);
  await alice.createOrder(plain.yes, 'limit', 'buy', 7, 0.33);
  await better;
  const ticker = until(
    () => watcher.watchTicker(plain.yes),
    ({ ask }) => ask === 0.35,
  );
  await alice.createOrder(plain.no, 'limit', 'buy', 9, 0.65);
  expect(await ticker).toMatchObject({ bid: 0.33, bidVolume: 7, ask: 0.35, askVolume: 9, average: 0.34 });
  // A removed level disappears.
  const without = until(
    () => watcher.watchOrderBook(plain.yes),
    ({ bids }) => !bids.some(([price]) => price === 0.3),
  );
  await alice.cancelOrder(String(placed.id));
  const { bids, asks } = await without;
  const read = await watcher.fetchOrderBook(plain.yes);
  const levels = [bids, asks].map((side) => side.map(([price, size]) => [price, size]));
  expect(levels).toEqual([read.bids, read.asks]);
  expect(Object.keys(watcher.clients).filter((url) => url.endsWith('/ws/market'))).toHaveLength(1);
});

test('market feed: trades, and the client’s own pings are answered', async () => {
  proves('ccxt', 'market-feed');
  const { alice, bob, negRisk } = stage;
  const other = await watching(exchangeOf(stage.venue, '6'));
  Object.assign(other.streaming, { keepAlive: 100, maxPingPongMisses: 10_000 });
  await other.watchOrderBook(negRisk[0].yes);
  const [socket] = Object.values(other.clients);
  const answered = Number(socket?.lastPong ?? 0);
  await expect.poll(() => Number(socket?.lastPong ?? 0)).toBeGreaterThan(answered);
  const seen = other.watchTrades(negRisk[0].yes);
  await alice.createOrder(negRisk[0].no, 'limit', 'buy', 20, 0.55);
  const { info } = await bob.createOrder(negRisk[0].yes, 'limit', 'buy', 8, 0.45);
  const [hash] = (info as { readonly transactionsHashes: readonly string[] }).transactionsHashes;
  expect(await seen).toMatchObject([{ id: hash, side: 'buy', price: 0.45, amount: 8, outcomeId: negRisk[0].yes }]);
  await other.close();
});

test('user feed: own orders and fills, of both sides, with the times at which they were [S26]', async () => {
  proves('ccxt', 'user-feed');
  const { alice, bob, negRisk } = stage;
  const token = negRisk[1].yes;
  for (const exchange of [alice, bob]) await listened(exchange, negRisk[0].no);
  const began = Math.floor(Date.now() / 1_000) * 1_000;
  const told = (exchange: Polymarket, wanted: string, filled: number) =>
    until(
      () => exchange.watchOrders(token),
      (orders) => orders.some((order) => order.status === wanted && order.filled === filled),
    );
  const placed = told(alice, 'open', 0);
  const [toMaker, toTaker] = [alice.watchMyTrades(), bob.watchMyTrades()];
  const rested = await alice.createOrder(token, 'limit', 'buy', 20, 0.4);
  const [order] = await placed;
  expect(order).toMatchObject({ id: rested.id, side: 'buy', price: 0.4, amount: 20, outcomeId: token });
  expect(Number(order?.timestamp)).toBeGreaterThanOrEqual(began);
  expect(Number(order?.timestamp)).toBeLessThanOrEqual(Date.now());
  const filled = told(alice, 'open', 5);
  const taken = await bob.createOrder(negRisk[1].no, 'limit', 'buy', 5, 0.6);
  const { transactionsHashes } = taken.info as { readonly transactionsHashes: readonly string[] };
  expect(await filled).toMatchObject([{ id: rested.id, filled: 5, remaining: 15 }]);
  const trade = { id: transactionsHashes[0], order: taken.id, side: 'buy', price: 0.6, amount: 5 };
  expect(await toTaker).toMatchObject([{ ...trade, takerOrMaker: 'taker' }]);
  expect(await toMaker).toMatchObject([{ ...trade, takerOrMaker: 'maker' }]);
  const canceled = told(alice, 'canceled', 5);
  await alice.cancelOrder(String(rested.id));
  await canceled;
});
