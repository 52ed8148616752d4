/**
 * Catalog, positions and trades with the public data clients as published on npm: `polymarket-data`, which checks every
 * answer against its own schemas, and `@varla/polymarket`, which also reads books, keys and orders.
 */

import { Side } from '@polymarket/clob-client-v2';
import { ClobClient, DataApiClient, GammaClient } from '@varla/polymarket';
import { Polymarket } from 'polymarket-data';
import { beforeAll, expect, test } from 'vitest';
import { proves } from './proves.ts';
import { openStage, type Stage, sharedVenue } from './stage.ts';
import { varlaTrader } from './varla-stage.testing.ts';

let stage: Stage;
/** The wallet that bought, and the event and market of the purchase. */
let user: string;
let event: { readonly id: string; readonly slug: string };

beforeAll(async () => {
  stage = await openStage(await sharedVenue());
  const { alice, bob, plain, venue } = stage;
  const order = { tokenID: plain.yes, price: 0.4, size: 20, side: Side.BUY };
  await alice.client.createAndPostOrder({ ...order, tokenID: plain.no, price: 0.5, size: 30 });
  await bob.client.createAndPostOrder({ ...order, price: 0.5, size: 12 });
  user = bob.address;
  const found = await fetch(`${venue.url}/events/${plain.eventId}`);
  event = (await found.json()) as typeof event;
});

const open = (): Polymarket => new Polymarket({ dataEndpoint: stage.venue.url, gammaEndpoint: stage.venue.url });

test('data: positions, value, trades, activity and holders pass the checks of the client [S9]', async () => {
  proves('polymarket-data', 'data');
  const { conditionId } = stage.plain;
  const { core, misc } = open().data;
  // The client's types require values that its schemas would fill in.
  const page = { limit: 100, offset: 0 };
  const bySize = { sortBy: 'TOKENS', sortDirection: 'DESC' } as const;
  const held = { sizeThreshold: 1, redeemable: false, mergeable: false, ...bySize };
  const byTime = { sortBy: 'TIMESTAMP', sortDirection: 'DESC' } as const;
  expect((await open().health()).data ?? 'OK').toBe('OK');
  const proxyWallet = user.toLowerCase();
  const positions = await core.getPositions({ ...page, ...held, user });
  expect(positions).toMatchObject([{ proxyWallet, conditionId, size: 12, avgPrice: 0.5 }]);
  expect(await core.getValue({ user })).toMatchObject([{ value: expect.any(Number) }]);
  const trade = { proxyWallet, conditionId, side: 'BUY', size: 12, price: 0.5, outcome: 'Yes', outcomeIndex: 0 };
  expect(await core.getTrades({ ...page, takerOnly: true, user })).toMatchObject([trade]);
  expect(await core.getTrades({ limit: 5, offset: 0, takerOnly: true, market: [conditionId] })).toMatchObject([trade]);
  const activity = await core.getActivity({ ...page, ...byTime, user, type: ['TRADE'] });
  expect(activity).toMatchObject([{ type: 'TRADE', size: 12 }]);
  const holders = await core.getHolders({ market: [conditionId], limit: 20, minBalance: 1 });
  expect(holders.flatMap((token) => token.holders).map((holder) => holder.amount)).toEqual([12, 12]);
  expect(await misc.getTraded({ user })).toMatchObject({ traded: 1 });
});

test('catalog: events, markets, search, comments and series pass the checks of the client [S9]', async () => {
  proves('polymarket-data', 'catalog');
  const { gamma } = open();
  expect(await gamma.events.getEventById(Number(event.id))).toMatchObject({ slug: event.slug });
  expect(await gamma.events.getEventBySlug(event.slug)).toMatchObject({ id: event.id });
  const { conditionId, title } = stage.plain;
  const markets = await gamma.markets.listMarkets({ condition_ids: [conditionId], closed: false });
  expect(markets.map((market) => market.conditionId)).toEqual([conditionId]);
  expect((await gamma.search.publicSearch({ q: title })).events).toMatchObject([{ slug: event.slug }]);
  const subject = { parent_entity_type: 'Event', parent_entity_id: Number(event.id) } as const;
  expect(await gamma.comments.listComments(subject)).toEqual([]);
  expect(await gamma.comments.getCommentsByUserAddress(user.toLowerCase())).toEqual([]);
  expect(await gamma.series.listSeries({ limit: 5 })).toEqual([]);
});

test('catalog and data: what the client reads of a market and of a wallet', async () => {
  proves('@varla/polymarket', 'catalog', 'data', 'books', 'history');
  const { conditionId, yes } = stage.plain;
  const options = { baseUrl: stage.venue.url };
  const gamma = new GammaClient(options);
  expect(await gamma.getEventById(event.id)).toMatchObject({ slug: event.slug });
  expect(await gamma.getEventBySlug(event.slug)).toMatchObject({ id: event.id });
  expect(await gamma.getMarketsByConditionIds([conditionId])).toMatchObject([{ conditionId }]);
  expect(await gamma.getPublicProfile(user)).toMatchObject({ pseudonym: expect.stringMatching(/^\w+-\w+$/) });
  const data = new DataApiClient(options);
  expect(await data.getCurrentPositions({ address: user })).toMatchObject([{ conditionId, size: 12 }]);
  expect(await data.getTrades({ address: user })).toMatchObject([{ conditionId, side: 'BUY', price: 0.5 }]);
  expect(await data.getTopHolders({ market: conditionId })).toHaveLength(2);
  expect((await data.getTraderLeaderboard()).length).toBeGreaterThan(1);
  const books = new ClobClient(options);
  expect(await books.getBook(yes)).toMatchObject({ asks: [{ price: '0.5', size: '18' }] });
  // This client always sends an interval and times; the times win. An end in the future means now.
  const nowS = Math.floor(Date.now() / 1000);
  const range = { startTs: nowS - 3600, endTs: nowS + 600, interval: '1h', fidelity: 1 } as const;
  const { history } = await books.getPricesHistory({ tokenId: yes, ...range });
  expect(history.at(-1)).toMatchObject({ p: 0.5 });
});

test('keys and orders: it reads and cancels; what it signs is for another chain and refused', async () => {
  proves('@varla/polymarket', 'keys', 'fill-taker', 'fill-maker', 'balances', 'cancel');
  const { plain, venue } = stage;
  const [trader, taker] = await Promise.all([varlaTrader(venue, 'a'), varlaTrader(venue, 'b')]);
  expect(trader.getCredentials().apiKey).toBe(stage.alice.credentials.key);
  expect(await trader.getBalanceAllowance()).toMatchObject({ balance: '9994000000' });
  const [rests] = await stage.alice.client.getOpenOrders();
  if (rests === undefined) expect.unreachable('no open order');
  expect(await trader.getOrder(rests.id)).toMatchObject({ id: rests.id, status: 'LIVE', size_matched: '12' });
  const order = { tokenId: plain.yes, price: 0.3, size: 10, side: 'BUY' } as const;
  const signed = trader.createAndPostOrder(order, { tickSize: '0.01', negRisk: false });
  await expect(signed).rejects.toThrow('invalid signature');
  expect(await trader.cancelOrder(rests.id)).toMatchObject({ canceled: [rests.id] });
  // The client's type says list, but it returns the page unchanged.
  expect(await taker.getTrades()).toMatchObject({ data: [{ trader_side: 'TAKER', size: '12', price: '0.5' }] });
  expect(await trader.getTrades()).toMatchObject({ data: [{ trader_side: 'MAKER', status: 'CONFIRMED' }] });
  await expect(trader.cancelAll()).rejects.toThrow('this route takes no body');
  expect(await trader.cancelMarketOrders({ market: plain.conditionId })).toMatchObject({ canceled: [] });
});
