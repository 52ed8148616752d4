/** Books, prices, markets, balances and programmes with the unmodified `@polymarket/clob-client-v2`. */
import {
  AssetType,
  type ClobClient,
  type PaginationPayload,
  PriceHistoryInterval,
  Side,
} from '@polymarket/clob-client-v2';
import { beforeAll, expect, test } from 'vitest';
import { proves } from './proves.ts';
import {
  addMarket,
  createClient,
  openStage,
  operate,
  refusalOf,
  type Stage,
  type StageMarket,
  sharedVenue,
} from './stage.ts';

const BUILDER = `0x${'00'.repeat(28)}b17de400`;

let stage: Stage;
/** A client without an API key. */
let client: ClobClient;
beforeAll(async () => {
  stage = await openStage(await sharedVenue());
  client = createClient(stage.venue, '1', { throwOnError: true }).client;
  const { alice, bob, plain } = stage;
  const order = { tokenID: plain.yes, price: 0.4, size: 30, side: Side.BUY };
  await alice.client.createAndPostOrder(order);
  await alice.client.createAndPostOrder({ ...order, tokenID: plain.no, price: 0.5, size: 20 });
  await bob.client.createAndPostOrder({ ...order, price: 0.5, size: 8, builderCode: BUILDER });
});

const bothOf = ({ yes, no }: StageMarket) => [
  { token_id: yes, side: Side.BUY },
  { token_id: no, side: Side.SELL },
];

test('books: the hash that the client computes is the one the book carries', async () => {
  proves('@polymarket/clob-client-v2', 'books');
  const { plain, negRisk } = stage;
  const books = [await client.getOrderBook(plain.yes), await client.getOrderBook(negRisk[0].yes)];
  expect(books[0]).toMatchObject({
    market: plain.conditionId,
    bids: [{ price: '0.4', size: '30' }],
    asks: [{ price: '0.5', size: '12' }],
    last_trade_price: '0.5',
    neg_risk: false,
  });
  for (const book of books) expect(await client.getOrderBookHash({ ...book })).toBe(book.hash);
  const listed = await client.getOrderBooks(bothOf(plain));
  expect(listed.map(({ asset_id }) => asset_id)).toEqual([plain.yes, plain.no]);
});

test('prices: single and batch forms agree', async () => {
  proves('@polymarket/clob-client-v2', 'books');
  const { yes, no } = stage.plain;
  const both = bothOf(stage.plain);
  expect(await client.getMidpoint(yes)).toMatchObject({ mid: '0.45' });
  expect(await client.getMidpoints(both)).toEqual({ [yes]: '0.45', [no]: '0.55' });
  expect(await client.getPrice(yes, 'BUY')).toEqual({ price: '0.4' });
  expect(await client.getPrices(both)).toEqual({ [yes]: { BUY: '0.4' }, [no]: { SELL: '0.6' } });
  expect(await client.getSpread(yes)).toEqual({ spread: '0.1' });
  expect(await client.getSpreads(both)).toEqual({ [yes]: '0.1', [no]: '0.1' });
  expect(await client.getLastTradePrice(yes)).toEqual({ price: '0.5', side: 'BUY' });
  expect(await client.getLastTradesPrices(both)).toHaveLength(2);
  expect([await client.getTickSize(yes), await client.getNegRisk(yes)]).toEqual(['0.01', false]);
  expect(await client.getFeeRateBps(stage.charged.yes)).toBe(1000);
  expect(await client.getFeeExponent(stage.charged.yes)).toBe(1);
  expect(await client.calculateMarketPrice(yes, Side.BUY, 5)).toBe(0.5);
});

test('history: prices by interval', async () => {
  proves('@polymarket/clob-client-v2', 'history');
  const history = (await client.getPricesHistory({
    market: stage.plain.yes,
    interval: PriceHistoryInterval.ONE_DAY,
    fidelity: 1,
  })) as unknown as { readonly history: readonly { readonly t: number; readonly p: number }[] };
  expect(history.history.at(-1)?.p).toBe(0.45);
});

test('books: a token that does not exist is refused in words', async () => {
  proves('@polymarket/clob-client-v2', 'books');
  expect(await refusalOf(client.getOrderBook('77'))).toBe('404 No orderbook exists for the requested token id');
});

test('markets: every listing ends, and holds the markets it should', async () => {
  proves('@polymarket/clob-client-v2', 'catalog');
  const { plain, charged, negRisk } = stage;
  const closed = await addMarket(stage.venue, 'Closed');
  await operate(stage.venue, `/admin/markets/${closed.conditionId}/resolve`, { winner: 'Yes' });
  const open = [plain, charged, ...negRisk].map(({ conditionId }) => conditionId);
  const all = [...open, closed.conditionId];
  /** Markets of this file, in listing order. */
  const own = async (read: (cursor: string) => Promise<PaginationPayload>) => {
    const found: string[] = [];
    for (let cursor = ''; cursor !== 'LTE='; ) {
      const page = await read(cursor);
      expect(page.count).toBe(page.data.length);
      found.push(...page.data.map(({ condition_id }: { condition_id: string }) => condition_id));
      cursor = page.next_cursor;
    }
    return found.filter((id) => all.includes(id));
  };
  expect(await own((cursor) => client.getMarkets(cursor))).toEqual(all);
  expect(await own((cursor) => client.getSimplifiedMarkets(cursor))).toEqual(all);
  expect(await own((cursor) => client.getSamplingMarkets(cursor))).toEqual(open);
  expect(await own((cursor) => client.getSamplingSimplifiedMarkets(cursor))).toEqual(open);
  const fields = ['condition_id', 'rewards', 'tokens', 'active', 'closed', 'archived', 'accepting_orders'];
  expect(Object.keys((await client.getSimplifiedMarkets()).data[0])).toEqual(fields);
});

test('markets: one by condition id, in long and in short, and by token', async () => {
  proves('@polymarket/clob-client-v2', 'catalog');
  const [{ conditionId, yes, no }] = stage.negRisk;
  expect(await client.getMarket(conditionId)).toMatchObject({ condition_id: conditionId, neg_risk: true });
  const info = await client.getClobMarketInfo(conditionId);
  expect(info).toMatchObject({ c: conditionId, mts: 0.01, mos: 5, nr: true, ao: true, fd: { r: 0, e: 1, to: true } });
  expect(info.t.map((token) => [token?.t, token?.o])).toEqual([yes, no].map((id, index) => [id, ['Yes', 'No'][index]]));
  // The client caches tick and kind and makes no further requests.
  expect([await client.getTickSize(yes), await client.getNegRisk(no)]).toEqual(['0.01', true]);
  expect(await refusalOf(client.getClobMarketInfo(`0x${'ee'.repeat(32)}`))).toBe('404 market not found');
});

test('markets: their recent fills', async () => {
  proves('@polymarket/clob-client-v2', 'catalog');
  const { bob, plain } = stage;
  expect(await client.getMarketTradesEvents(plain.conditionId)).toMatchObject([
    {
      market: { condition_id: plain.conditionId, asset_id: plain.yes },
      user: { address: bob.address.toLowerCase() },
      ...{ event_type: 'trade', side: 'BUY', size: '8', price: '0.5', outcome: 'Yes', outcome_index: 0 },
    },
  ]);
});

test('builders: trades of a code in the page that the client reads, and no fees', async () => {
  proves('@polymarket/clob-client-v2');
  const { bob, plain } = stage;
  const { trades, next_cursor, count } = await bob.client.getBuilderTrades({ builder_code: BUILDER });
  expect([count, next_cursor]).toEqual([1, 'LTE=']);
  expect(trades).toMatchObject([
    {
      ...{ tradeType: 'TAKER', builderCode: BUILDER, market: plain.conditionId, assetId: plain.yes },
      ...{ size: '8', sizeUsdc: '4', price: '0.5', maker: bob.address.toLowerCase() },
      matchTime: expect.stringMatching(/^[0-9]{10}$/),
    },
  ]);
  const other = await bob.client.getBuilderTrades({ builder_code: `0x${'77'.repeat(32)}` });
  expect(other).toMatchObject({ trades: [], count: 0 });
  // The client requests the builder's fees before it signs.
  const order = { tokenID: plain.yes, amount: 2, side: Side.BUY, price: 0.5, userUSDCBalance: 50 };
  const matched = await bob.client.createAndPostMarketOrder({ ...order, builderCode: BUILDER });
  expect(matched.status).toBe('matched');
});

test('balances: collateral and shares in millionths, without a limit', async () => {
  proves('@polymarket/clob-client-v2', 'balances');
  const { alice, plain, venue } = stage;
  const before = await alice.client.getBalanceAllowance({ asset_type: AssetType.CONDITIONAL, token_id: plain.no });
  expect(before.balance).toMatch(/^(8|12|10)000000$/);
  expect(Object.keys(before.allowances).toSorted()).toEqual([
    '0xe111180000d2663c0091e4f400237545b87b996b',
    '0xe2222d279d744050d28e00520010520000310f59',
    '0xe3333700ca9d93003f00f0f71f8515005f6c00aa',
  ]);
  const money = await alice.client.getBalanceAllowance({ asset_type: AssetType.COLLATERAL });
  await operate(venue, '/admin/deposits', { wallet: alice.address.toLowerCase(), amount: '5' });
  await alice.client.updateBalanceAllowance({ asset_type: AssetType.COLLATERAL });
  const more = await alice.client.getBalanceAllowance({ asset_type: AssetType.COLLATERAL });
  expect(Number(more.balance) - Number(money.balance)).toBe(5_000_000);
  const unknown = alice.client.getBalanceAllowance({ asset_type: AssetType.CONDITIONAL, token_id: '77' });
  expect(await refusalOf(unknown)).toBe('400 Invalid token id');
});

test('programmes: rewards are nothing, in the forms that the client reads', async () => {
  proves('@polymarket/clob-client-v2');
  const { client } = stage.alice;
  expect(await client.getEarningsForUserForDay('2026-07-01')).toEqual([]);
  expect(await client.getTotalEarningsForUserForDay('2026-07-01')).toEqual([]);
  expect(await client.getUserEarningsAndMarketsConfig('2026-07-01')).toEqual([]);
  expect([await client.getRewardPercentages(), await client.getCurrentRewards()]).toEqual([{}, []]);
  expect(await client.getRawRewardsForMarket(stage.plain.conditionId)).toEqual([]);
  expect(await client.getPreMigrationOrders()).toEqual([]);
});
