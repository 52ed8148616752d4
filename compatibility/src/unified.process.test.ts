/**
 * The unified SDK of the ecosystem through its trading life, unmodified. It checks every answer against its own
 * schemas.
 */
import {
  type AcceptedOrderResponse,
  type OrderResponse,
  OrderSide,
  OrderType,
  PriceHistoryInterval,
  type PublicClient,
  type SecureClient,
} from '@polymarket/client';
import { fetchBalanceAllowance } from '@polymarket/client/actions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Inbox } from './inbox.ts';
import { proves } from './proves.ts';
import { COMMENT_EVERY_MS, repeating } from './repeating.ts';
import { addMarket, openStage, refusalOf, type Stage, sharedVenue, signed } from './stage.ts';
import { publicClient, secureClient } from './unified-stage.ts';

let stage: Stage;
let anyone: PublicClient;
let alice: SecureClient;
let bob: SecureClient;

beforeAll(async () => {
  stage = await openStage(await sharedVenue());
  anyone = publicClient(stage.venue);
  alice = await secureClient(stage.venue, 'a');
  bob = await secureClient(stage.venue, 'b');
});
afterAll(() => Promise.all([alice?.closeSubscriptions(), bob?.closeSubscriptions()]));

/** Lower-case, like wallets everywhere. */
const walletOf = ({ account }: SecureClient): string => account.wallet.toLowerCase();

function accepted(response: OrderResponse): AcceptedOrderResponse {
  if (!response.ok) throw new Error(response.message);
  return response;
}

/** Items of all pages. */
async function all<Item>(pages: AsyncIterable<{ readonly items: readonly Item[] }>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of pages) items.push(...page.items);
  return items;
}

const limit = (tokenId: string, price: number, size: number, more = {}) => ({
  ...{ tokenId, price, size, side: OrderSide.BUY },
  ...more,
});

test('catalog: its README example reads all open markets, page by page [S11]', async () => {
  proves('@polymarket/client', 'catalog', 'catalog-pages');
  const { plain, charged, negRisk } = stage;
  const own = [plain, charged, ...negRisk].map(({ conditionId }) => conditionId);
  const sizes: number[] = [];
  const found: unknown[] = [];
  for await (const { items } of anyone.listMarkets({ closed: false, pageSize: 3 })) {
    sizes.push(items.length);
    found.push(...items.map(({ conditionId }) => conditionId));
  }
  expect(sizes.slice(0, -1).filter((size) => size !== 3)).toEqual([]);
  expect(sizes.length).toBeGreaterThan(1);
  expect(found.filter((id) => own.includes(String(id))).toSorted()).toEqual(own.toSorted());
});

test('catalog: markets and events are filtered, sorted, and followed to the end while others are added', async () => {
  proves('@polymarket/client', 'catalog', 'catalog-pages');
  const { plain, charged, negRisk, venue } = stage;
  const pages = anyone.listMarkets({ pageSize: 2, order: 'volumeNum', ascending: false, volumeNumMin: 0 });
  expect((await all(pages)).map(({ conditionId }) => conditionId)).toContain(plain.conditionId);
  const named = { conditionIds: [plain.conditionId, charged.conditionId] };
  expect(await all(anyone.listMarkets({ ...named, pageSize: 1 }))).toHaveLength(2);
  expect(await all(anyone.listMarkets({ clobTokenIds: [plain.yes] }))).toMatchObject([
    { conditionId: plain.conditionId, outcomes: { yes: { tokenId: plain.yes }, no: { tokenId: plain.no } } },
  ]);
  const seen: string[] = [];
  for await (const page of anyone.listEvents({ pageSize: 1 })) {
    seen.push(...page.items.map(({ id }) => id));
    if (seen.length === 1) await addMarket(venue, 'Later');
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(expect.arrayContaining([plain, charged, negRisk[0]].map(({ eventId }) => eventId)));
  const slugs = (await all(anyone.listEvents({ pageSize: 100 }))).map(({ slug }) => slug ?? '');
  expect(await all(anyone.listEvents({ slug: slugs.slice(0, 2) }))).toHaveLength(2);
});

test('catalog: single markets and events, tags, series, search, comments and profiles [S9]', async () => {
  proves('@polymarket/client', 'catalog');
  const [market] = await all(anyone.listMarkets({ conditionIds: [stage.plain.conditionId] }));
  const { id = '', slug } = market ?? {};
  expect((await anyone.fetchMarket({ id })).conditionId).toBe(stage.plain.conditionId);
  expect((await anyone.fetchMarket({ slug: slug ?? '' })).id).toBe(id);
  expect(await anyone.fetchMarketTags({ id })).toEqual([]);
  expect((await anyone.fetchEvent({ id: stage.plain.eventId })).markets).toHaveLength(1);
  expect(await anyone.fetchEventTags({ id: stage.plain.eventId })).toEqual([]);
  expect([await all(anyone.listTags()), await all(anyone.listSeries())]).toEqual([[], []]);
  const found = await anyone.search({ q: stage.plain.title }).firstPage();
  expect(found.items.events?.map((event) => event.id)).toEqual([stage.plain.eventId]);
  expect((await anyone.fetchPublicProfile({ address: walletOf(alice) }))?.pseudonym).toMatch(/^[A-Z]/);
});

test('catalog: comments with replies and reactions, as lists and as they come [S16]', async () => {
  proves('@polymarket/client', 'catalog', 'other-feeds');
  const { venue, plain } = stage;
  const parentEntityId = Number(plain.eventId);
  const about = { parentEntityID: parentEntityId, parentEntityType: 'Event' };
  // Subscribes to everything: the client takes `parentEntityId` as a number but compares it with a string of its own.
  const feed = await anyone.subscribe([{ topic: 'comments', types: ['comment_created', 'reaction_created'] }]);
  const told = new Inbox<{ readonly type: string; readonly payload: Readonly<Record<string, unknown>> }>();
  const reading = (async () => {
    for await (const { type, payload } of feed) told.add({ type, payload: { ...payload } });
  })();
  const comment = { body: 'First', ...about };
  const first = (await signed(venue, stage.alice, 'POST', '/comments', comment)) as { id: string };
  const reply = { body: 'Reply', ...about, parentCommentID: first.id };
  await repeating(
    told.find(({ type, payload }) => type === 'comment_created' && String(payload['parentCommentID']) === first.id),
    () => signed(venue, stage.bob, 'POST', '/comments', reply),
    COMMENT_EVERY_MS,
  );
  await signed(venue, stage.bob, 'POST', `/comments/${first.id}/reactions`);
  await told.find(({ type, payload }) => type === 'reaction_created' && String(payload['commentID']) === first.id);
  await feed.close();
  await reading;
  const [listed] = await all(anyone.listComments({ parentEntityId, parentEntityType: 'Event' as never }));
  expect(listed).toMatchObject({ id: first.id, body: 'First', reactionCount: 1, profile: { profileImage: '' } });
  expect((await anyone.fetchCommentsById({ id: first.id }))[0]).toMatchObject({ body: 'Reply' });
  expect(await all(anyone.listCommentsByUserAddress({ address: walletOf(alice) }))).toMatchObject([{ id: first.id }]);
});

test('catalog: what the venue keeps none of is empty', async () => {
  proves('@polymarket/client');
  expect(await anyone.listSports()).toEqual([]);
  expect(await anyone.fetchSportsMarketTypes()).toEqual({ marketTypes: [] });
  expect(await all(anyone.listTeams({ league: ['NBA'] }))).toEqual([]);
  expect(await all(anyone.listMarketClarifications({ marketId: '1' }))).toEqual([]);
  const { address: user } = stage.alice;
  expect(await all(anyone.listComboPositions({ user }))).toEqual([]);
  expect(await all(anyone.listComboActivity({ user }))).toEqual([]);
});

test('keys: kept credentials are used again; a client that ends takes its key with it', async () => {
  proves('@polymarket/client', 'keys');
  const { credentials } = await secureClient(stage.venue, 'a');
  expect(credentials).toEqual(alice.credentials);
  const third = await secureClient(stage.venue, 'c');
  expect(await third.fetchClosedOnlyMode()).toBe(false);
  await third.endAuthentication();
  await expect(third.fetchClosedOnlyMode()).rejects.toThrow('ended authentication');
});

test('orders: a limit order is met by a market order; both sides see the fill, and the feeds told both [S7] [S11]', async () => {
  proves('@polymarket/client', 'limit', 'market', 'fill-taker', 'fill-maker', 'market-feed', 'user-feed');
  const { yes, no, conditionId } = stage.plain;
  const told: string[] = [];
  const watch = async (client: SecureClient, name: string): Promise<void> => {
    const feed = await client.subscribe([{ topic: 'user' }, { topic: 'market', tokenIds: [yes] }]);
    void (async () => {
      for await (const { topic, type } of feed) told.push(`${name} ${topic} ${type}`);
    })();
  };
  await Promise.all([watch(alice, 'alice'), watch(bob, 'bob')]);
  const rested = accepted(await alice.placeLimitOrder(limit(no, 0.4, 20)));
  expect(rested.status).toBe('live');
  expect(await bob.estimateMarketPrice({ tokenId: yes, side: OrderSide.BUY, amount: 6 })).toBe(0.6);
  const taken = accepted(await bob.placeMarketOrder({ tokenId: yes, side: OrderSide.BUY, amount: 6 }));
  expect(taken).toMatchObject({ status: 'matched', makingAmount: '6', takingAmount: '10' });
  expect(await bob.waitForOrderFillSettlement(taken)).toEqual(taken.transactionsHashes);
  const [id] = taken.tradeIds;
  const trade = { id, size: '10', price: '0.6', status: 'TRADE_STATUS_CONFIRMED' };
  const tradesOf = (client: SecureClient) => all(client.listAccountTrades({ market: conditionId }));
  expect(await tradesOf(bob)).toMatchObject([{ ...trade, traderSide: 'TAKER' }]);
  expect(await tradesOf(alice)).toMatchObject([{ ...trade, traderSide: 'MAKER' }]);
  const expected = ['alice user trade', 'bob user trade', 'alice user order', 'bob market last_trade_price'];
  await expect.poll(() => expected.filter((one) => !told.includes(one))).toEqual([]);
  expect(await alice.fetchOrder({ orderId: rested.orderId })).toMatchObject({ sizeMatched: '10', status: 'LIVE' });
  expect(await alice.cancelOrder({ orderId: rested.orderId })).toMatchObject({ canceled: [rested.orderId] });
});

test('orders: a batch, post-only, good till a date; open orders in pages; cancels of some, a market and all', async () => {
  proves('@polymarket/client', 'batch', 'cancel', 'cancel-all');
  const { yes, conditionId } = stage.plain;
  const orders = [];
  for (const price of [0.1, 0.11, 0.12]) orders.push(await alice.createLimitOrder(limit(yes, price, 10)));
  const placed = (await alice.postOrders(orders)).map(accepted).map(({ orderId }) => orderId);
  expect(placed).toHaveLength(3);
  accepted(await alice.placeLimitOrder(limit(yes, 0.13, 10, { postOnly: true })));
  const expiration = Math.floor(Date.now() / 1_000) + 100_000;
  accepted(await alice.placeLimitOrder(limit(yes, 0.14, 10, { expiration })));
  const open = await all(alice.listOpenOrders({ market: conditionId }));
  expect(open).toHaveLength(5);
  // Both are seconds, as the trading clients expect; this client reads them as milliseconds.
  const times = open.flatMap(({ createdAt, expiresAt }) => [createdAt, expiresAt ?? createdAt]);
  expect([...new Set(times.map((time) => time.slice(0, 4)))]).toEqual(['1970']);
  expect((await alice.cancelOrders({ orderIds: placed.slice(0, 2) })).canceled).toHaveLength(2);
  expect((await alice.cancelMarketOrders({ market: conditionId })).canceled).toHaveLength(3);
  accepted(await alice.placeLimitOrder(limit(stage.negRisk[0].yes, 0.2, 10)));
  expect((await alice.cancelAll()).canceled).toHaveLength(1);
  expect(await all(alice.listOpenOrders())).toEqual([]);
});

test('orders: a refusal reaches its caller in the venue’s words', async () => {
  proves('@polymarket/client');
  const { yes } = stage.plain;
  const poor = alice.placeLimitOrder(limit(yes, 0.99, 1_000_000));
  expect(await refusalOf(poor)).toMatch(/^400 not enough balance \/ allowance/);
  const sale = { tokenId: yes, side: OrderSide.SELL, shares: 5, minPrice: 0.9 } as const;
  expect(await refusalOf(bob.placeMarketOrder({ ...sale, orderType: OrderType.FOK }))).toMatch(/^400 /);
});

test('data: what a trader holds and did passes the checks of the client [S9]', async () => {
  proves('@polymarket/client', 'data');
  const { conditionId } = stage.charged;
  accepted(await alice.placeLimitOrder(limit(stage.charged.no, 0.5, 20)));
  accepted(await bob.placeMarketOrder({ tokenId: stage.charged.yes, side: OrderSide.BUY, amount: 5 }));
  expect(await all(bob.listPositions({ market: [conditionId] }))).toMatchObject([{ size: '10', avgPrice: '0.5' }]);
  expect(await all(bob.listClosedPositions())).toEqual([]);
  expect(await bob.fetchPortfolioValue()).toHaveLength(1);
  expect(await bob.fetchTradedMarketCount()).toMatchObject({ user: walletOf(bob) });
  const activity = await all(bob.listActivity({ pageSize: 1 }));
  expect(activity.map(({ type }) => type)).toEqual(activity.map(() => 'TRADE'));
  expect(await all(anyone.listTrades({ market: [conditionId] }))).toMatchObject([{ size: '10', price: '0.5' }]);
  const holders = await anyone.listMarketHolders({ market: [conditionId] });
  const wallets = holders.map((group) => group.holders?.map(({ wallet }) => wallet));
  expect(wallets).toEqual([[walletOf(bob)], [walletOf(alice)]]);
  const volume = { total: '5', markets: [{ market: conditionId, value: '5' }] };
  expect(await anyone.fetchEventLiveVolume({ id: stage.charged.eventId })).toEqual([volume]);
  expect((await alice.fetchNotifications()).length).toBeGreaterThan(0);
  const leaders = (await all(anyone.listTraderLeaderboard())).map(({ wallet }) => String(wallet).toLowerCase());
  expect(leaders).toEqual(expect.arrayContaining([walletOf(alice), walletOf(bob)]));
});

test('data: balances of collateral and of shares, in their smallest unit', async () => {
  proves('@polymarket/client', 'balances');
  const dave = await secureClient(stage.venue, 'd');
  const { balance } = await fetchBalanceAllowance(dave, { assetType: 'COLLATERAL' as never });
  expect(balance).toBe('10000000000');
  const shares = { assetType: 'CONDITIONAL' as never, tokenId: stage.plain.yes };
  expect(await fetchBalanceAllowance(dave, shares)).toMatchObject({ balance: '0' });
});

test('data: open interest, and the positions of a market page by page', async () => {
  proves('@polymarket/client', 'data');
  const { conditionId } = stage.charged;
  expect(await anyone.listOpenInterest({ market: [conditionId] })).toEqual([{ market: conditionId, value: '10' }]);
  expect(await anyone.listOpenInterest()).toMatchObject([{ market: 'GLOBAL' }]);
  const groups = await all(anyone.listMarketPositions({ market: conditionId, pageSize: 1 }));
  expect(groups.map(({ positions }) => positions?.map(({ wallet, size }) => [wallet, size]))).toEqual([
    [[walletOf(bob), '10']],
    [[walletOf(alice), '10']],
  ]);
});

test('data: books, prices, spreads and history, one at a time and many', async () => {
  proves('@polymarket/client', 'books', 'history');
  const { yes, no } = stage.charged;
  accepted(await alice.placeLimitOrder(limit(no, 0.3, 20)));
  accepted(await bob.placeLimitOrder(limit(yes, 0.4, 20)));
  const one = { tokenId: yes };
  const asked = { tokenId: yes, side: OrderSide.BUY };
  // Alice still bids 0.5 for NO, which is an offer of YES at 0.5.
  expect(await anyone.fetchOrderBook(one)).toMatchObject({ bids: [{ price: '0.4', size: '20' }], negRisk: false });
  expect(await anyone.fetchOrderBooks([one])).toHaveLength(1);
  expect(Number(await anyone.fetchMidpoint(one))).toBe(0.45);
  expect(Number(await anyone.fetchSpread(one))).toBe(0.1);
  expect(Number(await anyone.fetchPrice(asked))).toBe(0.4);
  for (const many of [anyone.fetchMidpoints([one]), anyone.fetchSpreads([one]), anyone.fetchPrices([asked])])
    expect(Object.keys(await many)).toEqual([yes]);
  expect(await anyone.fetchLastTradePrice(one)).toEqual({ price: '0.5', side: OrderSide.BUY });
  expect(await anyone.fetchLastTradePrices([one])).toHaveLength(1);
  const history = await anyone.fetchPriceHistory({ tokenId: yes, interval: PriceHistoryInterval.ONE_DAY });
  expect(history.length).toBeGreaterThan(0);
  expect(await all(anyone.listCurrentRewards())).toEqual([]);
});
