/** The ledger's projections on small histories: content of each table after trades, cancels, splits and payouts. */
import { applyEntry, type MarketId, micros, pseudonym, restoreSnapshot, takeSnapshot } from '@bellwether/engine';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RecordedVenue, testAddress } from '../fixtures/recorded-venue.ts';
import { openTestStore, type TestStore } from '../fixtures/test-store.ts';
import { averagePriceMicros } from './ledger.ts';

let store: TestStore;
let venue: RecordedVenue;
beforeEach(() => {
  store = openTestStore();
  venue = new RecordedVenue();
  venue.openAccounts(3);
  venue.addMarkets(2);
});
afterEach(() => store.close());

const UNIT = 1_000_000;

/** Trader 0 buys YES from trader 1 (who bids for NO: a mint) and then from trader 2 (who has split: a transfer). */
function tradeTwoLegs() {
  venue.must({
    kind: 'SplitPosition',
    account: venue.accountOf(2),
    wallet: venue.walletOf(2),
    market: 0 as MarketId,
    amount: micros(50 * UNIT),
  });
  venue.place({ trader: 1, outcome: 1, side: 'BUY', price: 6_000, shares: 10 });
  venue.place({ trader: 2, side: 'SELL', price: 4_100, shares: 30 });
  const entry = venue.place({ trader: 0, side: 'BUY', price: 4_500, shares: 20 });
  if (entry === null) throw new Error('the order was refused');
  return entry;
}

describe('accounts', () => {
  test('accounts: an account has its two wallets and a pseudonym', () => {
    store.project(venue);
    expect(store.query('SELECT * FROM accounts WHERE id = 1')).toEqual([
      { id: 1, address: testAddress(3), deposit_wallet: testAddress(4), pseudonym: pseudonym(testAddress(3)) },
    ]);
    expect(store.query('SELECT address FROM wallets WHERE account = 1 ORDER BY id')).toEqual([
      { address: testAddress(3) },
      { address: testAddress(4) },
    ]);
  });
});

describe('fills', () => {
  test('fills: a trade is one row for the taker and one for each maker, each in its own terms', () => {
    const { sequence, hash, timeMs } = tradeTwoLegs();
    store.project(venue);
    const rows = store.query('SELECT * FROM fills ORDER BY id DESC');
    const common = { market: 0, fee_micros: 0, time_s: Math.floor(timeMs / 1000), hash };
    expect(rows).toEqual([
      {
        ...common,
        id: sequence * 8192 + 8191,
        kind: 2,
        wallet: venue.walletOf(0),
        outcome: 0,
        order_number: 2,
        size_micros: 20 * UNIT,
        collateral_micros: 8_100_000,
        price_micros: 405_000,
      },
      {
        ...common,
        id: sequence * 8192 + 8190,
        kind: 0,
        wallet: venue.walletOf(1),
        outcome: 1,
        order_number: 0,
        size_micros: 10 * UNIT,
        collateral_micros: 6_000_000,
        price_micros: 600_000,
      },
      {
        ...common,
        id: sequence * 8192 + 8189,
        kind: 1,
        wallet: venue.walletOf(2),
        outcome: 0,
        order_number: 1,
        size_micros: 10 * UNIT,
        collateral_micros: 4_100_000,
        price_micros: 410_000,
      },
    ]);
  });

  test('fills: the average price is exact where doubles are not', () => {
    expect(averagePriceMicros(1, 3)).toBe(333_333);
    expect(averagePriceMicros(2, 3)).toBe(666_667);
    expect(averagePriceMicros(1, 2_000_000)).toBe(1);
    expect(averagePriceMicros(4_999_999_999_999_999, 9_000_000_000_000_000)).toBe(555_556);
  });

  test('fills: blocks hold the largest amounts of their runs, however the batches fall', () => {
    for (let index = 0; index < 300; index += 1) {
      venue.place({ trader: 1, outcome: 1, side: 'BUY', price: 6_000, shares: 5 + (index % 7) });
      venue.place({ trader: 0, side: 'BUY', price: 4_000, shares: 5 + (index % 7) });
    }
    const blocks = 'SELECT * FROM fill_blocks ORDER BY level, scope, subject, kind, first_id';
    const runs = `
      WITH runs AS (SELECT id, size_micros, collateral_micros, (row_number() OVER (ORDER BY id) - 1) / 128 AS run
        FROM fills WHERE kind = 2)
      SELECT min(id) AS first_id, max(id) AS last_id, max(size_micros) AS size_max_micros,
        max(collateral_micros) AS collateral_max_micros FROM runs GROUP BY run HAVING count(*) = 128`;
    store.project(venue, 11);
    expect(
      store.query(
        'SELECT first_id, last_id, size_max_micros, collateral_max_micros FROM fill_blocks WHERE scope = 0 AND kind = 2',
      ),
    ).toEqual(store.query(runs));
    expect(store.query(blocks)).toHaveLength(12);

    // A projector restarted in the middle of a block continues it.
    const again = openTestStore();
    again.project({ entries: venue.entries.slice(0, 300), state: venue.state });
    again.restart();
    again.project({ entries: venue.entries.slice(300), state: venue.state });
    expect(again.query(blocks)).toEqual(store.query(blocks));
    again.close();
  });
});

describe('orders', () => {
  const orders = () => store.query('SELECT number, status, size_micros, matched_micros FROM orders ORDER BY number');

  test('orders: matched, partly matched, cancelled and dropped ones say so', () => {
    tradeTwoLegs();
    const resting = venue.placement({ trader: 0, side: 'BUY', price: 1_000, shares: 7 });
    venue.must(resting);
    venue.must({ kind: 'CancelOrders', account: venue.accountOf(0), orderIds: [resting.orderId] });
    venue.place({ trader: 0, side: 'BUY', price: 4_100, shares: 50, type: 'FAK' });
    store.project(venue);
    expect(orders()).toEqual([
      { number: 0, status: 'MATCHED', size_micros: 10 * UNIT, matched_micros: 10 * UNIT },
      { number: 1, status: 'MATCHED', size_micros: 30 * UNIT, matched_micros: 30 * UNIT },
      { number: 2, status: 'MATCHED', size_micros: 20 * UNIT, matched_micros: 20 * UNIT },
      { number: 3, status: 'CANCELED', size_micros: 7 * UNIT, matched_micros: 0 },
      { number: 4, status: 'MATCHED', size_micros: 50 * UNIT, matched_micros: 20 * UNIT },
    ]);
  });

  test('orders: a live order shows what has matched so far', () => {
    venue.place({ trader: 1, outcome: 1, side: 'BUY', price: 6_000, shares: 10 });
    venue.place({ trader: 0, side: 'BUY', price: 4_000, shares: 6 });
    store.project(venue);
    expect(orders()[0]).toEqual({ number: 0, status: 'LIVE', size_micros: 10 * UNIT, matched_micros: 6 * UNIT });
  });

  test('orders: expiry, resolution and a match with oneself end an order with its own status', () => {
    const expiring = venue.placement({ trader: 0, side: 'BUY', price: 1_000, shares: 7 });
    venue.must({ ...expiring, type: 'GTD', expiration: Math.floor(venue.timeMs / 1000) + 100 });
    venue.place({ trader: 1, market: 1, side: 'BUY', price: 3_000, shares: 5 });
    venue.place({ trader: 2, side: 'BUY', price: 5_000, shares: 5 });
    venue.place({ trader: 2, outcome: 1, side: 'BUY', price: 5_000, shares: 5 });
    venue.timeMs += 200_000;
    venue.must({ kind: 'ExpireOrders' });
    venue.must({ kind: 'ResolveMarket', market: 1 as MarketId, payouts: [10_000, 0] });
    venue.must({ kind: 'SettleMarket', market: 1 as MarketId });
    store.project(venue);
    expect(orders().map(({ status }) => status)).toEqual(['EXPIRED', 'CANCELED_MARKET_RESOLVED', 'CANCELED', 'LIVE']);
  });
});

describe('positions', () => {
  /** Every position of the state as rows of the table. */
  function positionsOfState() {
    const rows = [];
    for (const wallet of venue.state.wallets) {
      for (const [market, { free, held }] of wallet.positions) {
        for (const outcome of [0, 1] as const) {
          const shares = free[outcome] + held[outcome];
          if (shares > 0)
            rows.push({ market: Number(market), outcome, wallet: Number(wallet.id), shares_micros: shares });
        }
      }
    }
    return rows.sort((a, b) => a.market - b.market || a.outcome - b.outcome || a.wallet - b.wallet);
  }
  const positions = () => store.query('SELECT * FROM positions ORDER BY market, outcome, wallet');

  test('positions: follow trades, splits, merges and holds', () => {
    tradeTwoLegs();
    venue.must({
      kind: 'MergePositions',
      account: venue.accountOf(2),
      wallet: venue.walletOf(2),
      market: 0 as MarketId,
      amount: micros(5 * UNIT),
    });
    store.project(venue, 1);
    expect(positions()).toEqual(positionsOfState());
    expect(positions()).toHaveLength(4);
  });

  test('positions: follow a conversion through all markets of its event', () => {
    venue.addNegRiskEvent(3);
    const markets = [2, 3, 4] as MarketId[];
    const [account, wallet] = [venue.accountOf(0), venue.walletOf(0)];
    for (const market of markets) {
      venue.must({ kind: 'SplitPosition', account, wallet, market, amount: micros(20 * UNIT) });
    }
    store.project(venue);
    const [catalogEvent] = [...venue.state.catalogEvents.keys()];
    if (catalogEvent === undefined) throw new Error('there is no event');
    const given = markets.slice(0, 2);
    venue.must({ kind: 'ConvertPositions', account, wallet, catalogEvent, markets: given, amount: micros(20 * UNIT) });
    store.project(venue);
    expect(positions()).toEqual(positionsOfState());
    expect(positions().map((row) => [row['market'], row['outcome'], row['shares_micros']])).toEqual([
      [2, 0, 20 * UNIT],
      [3, 0, 20 * UNIT],
      [4, 0, 40 * UNIT],
      [4, 1, 20 * UNIT],
    ]);
  });

  test('positions: a settled market leaves none', () => {
    tradeTwoLegs();
    store.project(venue);
    venue.must({ kind: 'ResolveMarket', market: 0 as MarketId, payouts: [2_500, 7_500] });
    while (venue.submit({ kind: 'SettleMarket', market: 0 as MarketId }) !== null);
    store.project(venue);
    expect(positions()).toEqual([]);
  });
});

describe('market stats', () => {
  const stats = () => store.query('SELECT * FROM market_stats');

  test('market stats: volume counts each trade once, on the taker’s side', () => {
    tradeTwoLegs();
    store.project(venue, 1);
    // Resting: 20 YES for sale at 0.41.
    expect(stats()).toEqual([
      {
        market: 0,
        volume_micros: 8_100_000,
        trades: 1,
        last_price_ticks: 4_100,
        best_bid_ticks: 0,
        best_ask_ticks: 4_100,
        liquidity_micros: 8_200_000,
        book_version: venue.state.markets[0]?.bookVersion,
      },
    ]);
    const hour = Math.floor(venue.timeMs / 3_600_000);
    expect(store.query('SELECT * FROM market_hours')).toEqual([{ market: 0, hour, volume_micros: 8_100_000 }]);
  });

  test('market stats: orders that rest in a closed or archived market count again when it is open again', () => {
    venue.must(venue.placement({ trader: 0, side: 'BUY', price: 2_000, shares: 10 }));
    const nothing = [{ best_bid_ticks: 0, best_ask_ticks: 0, liquidity_micros: 0 }];
    for (const flag of ['closed', 'archived'] as const) {
      venue.must({ kind: 'UpdateMarket', market: 0 as MarketId, changes: { [flag]: true } });
      store.project(venue);
      expect(stats()).toMatchObject(nothing);
      venue.must({ kind: 'UpdateMarket', market: 0 as MarketId, changes: { [flag]: false } });
      store.project(venue);
      expect(stats()).toMatchObject([{ best_bid_ticks: 2_000, best_ask_ticks: 0, liquidity_micros: 2_000_000 }]);
    }
  });

  test('market stats: the book’s figures follow a cancel, which names no market', () => {
    const bid = venue.placement({ trader: 0, side: 'BUY', price: 2_000, shares: 10 });
    venue.must(bid);
    store.project(venue);
    expect(stats()).toMatchObject([{ best_bid_ticks: 2_000, best_ask_ticks: 0, liquidity_micros: 2_000_000 }]);
    venue.must({ kind: 'CancelOrders', account: venue.accountOf(0), orderIds: [bid.orderId] });
    store.project(venue);
    expect(stats()).toMatchObject([{ best_bid_ticks: 0, best_ask_ticks: 0, liquidity_micros: 0 }]);
  });

  test('market stats: a row says of an empty book the same after a start from a snapshot', () => {
    const bid = venue.placement({ trader: 0, side: 'BUY', price: 2_000, shares: 10 });
    venue.must(bid);
    venue.must({ kind: 'CancelOrders', account: venue.accountOf(0), orderIds: [bid.orderId] });
    store.project(venue);
    const state = restoreSnapshot(structuredClone(takeSnapshot(venue.state)));
    store.restart();
    const update = venue.must({ kind: 'UpdateMarket', market: 0 as MarketId, changes: { takerFeeRate: 20, tick: 10 } });
    applyEntry(state, update);
    store.project({ entries: venue.entries, state });
    expect(stats()).toMatchObject([{ best_bid_ticks: 0, book_version: venue.state.markets[0]?.bookVersion }]);
  });
});
