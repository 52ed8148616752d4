/**
 * Follows ccxt's own examples for prediction markets call by call: searches for an event, reads an outcome with both
 * sides quoted in every way, and places, finds and cancels an order far from the market. The account is set up as in
 * the examples, with the owner's key and the deposit wallet's address.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type CcxtStage,
  closeCcxtStage,
  exchangeOf,
  openCcxtStage,
  type Polymarket,
  publicExchange,
  SIGN_IN_137,
} from './ccxt-stage.ts';
import { proves } from './proves.ts';
import { sharedVenue } from './stage.ts';

let stage: CcxtStage;
beforeAll(async () => {
  stage = await openCcxtStage(await sharedVenue(SIGN_IN_137));
  const { alice, bob, plain } = stage;
  await alice.createOrder(plain.yes, 'limit', 'buy', 30, 0.41);
  await bob.createOrder(plain.no, 'limit', 'buy', 10, 0.59);
  await bob.createOrder(plain.no, 'limit', 'buy', 30, 0.54);
});
afterAll(() => closeCcxtStage(stage));

/** The owner's exchange, with the deposit wallet that the venue assigned. */
async function openAccount(): Promise<Polymarket> {
  const owner = exchangeOf(stage.venue, '9');
  await owner.createOrDeriveApiKey();
  const { proxyWallet } = await owner.gammaPublicGetPublicProfile({ address: owner.walletAddress });
  return exchangeOf(stage.venue, '9', { walletAddress: proxyWallet, options: {} });
}

test('example: events and markets are searched without a key', async () => {
  proves('ccxt', 'readme');
  const anyone = publicExchange(stage.venue);
  const [{ title: query }] = stage.negRisk;
  expect([anyone.id, anyone.isPrediction()]).toEqual(['polymarket', true]);
  expect(await anyone.fetchEvents({ query })).toMatchObject([{ title: query }]);
  expect(await anyone.fetchMarkets({ query })).toHaveLength(2);
});

test('example: an outcome is read in every way, and an order is placed, found and cancelled [S26]', async () => {
  proves('ccxt', 'readme');
  const exchange = await openAccount();
  const [event] = await exchange.fetchEvents({ query: stage.plain.title, sort: 'volume', limit: 15 });
  const [yes] = event?.markets?.[0]?.outcomes ?? [];
  expect(yes).toMatchObject({ outcomeId: stage.plain.yes, label: 'Yes', precision: { price: 0.01 } });
  const outcome = String(yes?.outcome);
  const { bids, asks } = await exchange.fetchOrderBook(outcome);
  expect([bids, asks]).toEqual([[[0.41, 20]], [[0.46, 30]]]);
  expect(await exchange.fetchTicker(outcome)).toMatchObject({ bid: 0.41, ask: 0.46, last: 0.41 });
  // The market is less than an hour old, so its candles are recent.
  await expect.poll(async () => (await exchange.fetchOHLCV(outcome, '1h', undefined, 3)).at(-1)?.[4]).toBe(0.435);
  expect(await exchange.fetchOpenInterest(outcome)).toMatchObject({ openInterestValue: 10 });
  // Bob bought NO from a bid for YES, which is a trade of NO.
  const [no] = event?.markets?.[0]?.outcomes?.slice(1) ?? [];
  expect(await exchange.fetchTrades(String(no?.outcome), undefined, 3)).toMatchObject([{ price: 0.59, amount: 10 }]);

  // Half of the best bid, on the tick, so it cannot be filled.
  const order = await exchange.createOrder(outcome, 'limit', 'buy', 5, 0.2);
  const id = String(order.id);
  expect(order).toMatchObject({ status: 'open', price: 0.2, amount: 5 });
  expect(await exchange.fetchOrder(id, outcome)).toMatchObject({ id, status: 'open', remaining: 5 });
  expect(await exchange.cancelOrder(id, outcome)).toMatchObject({ id, status: 'canceled' });
  await exchange.close();
});
