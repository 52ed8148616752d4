/** The ledger's projections: every table of a long history, and small histories with what that one lacks. */
import { DatabaseSync } from 'node:sqlite';
import { applyEntry, type MarketId, pseudonym, restoreSnapshot, takeSnapshot } from '@bellwether/engine';
import { checkNaively } from '@bellwether/venue/ops/testing/naive-store-check.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recordCorrectedHistory, recordPortfolioHistory } from '../../testing/portfolio-history.ts';
import { RecordedVenue, testAddress } from '../../testing/recorded-venue.ts';
import { openTestStore, type TestStore } from '../../testing/test-store.ts';
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

test('ledger: rows are those of naive folds, however the batches fall, and after a restart within a block', () => {
  const history = recordPortfolioHistory(600);
  // Enough for blocks of fills.
  for (let n = 0; n < 300; n += 1) {
    const shares = 5 + (n % 7);
    history.place({ trader: 1, market: 5, outcome: 1, side: 'BUY', price: 6_000, shares });
    history.place({ trader: 0, market: 5, side: 'BUY', price: 4_000, shares });
  }
  store.project({ ...history, entries: history.entries.slice(0, -300) }, 11);
  store.restart();
  store.project(history, 37);
  const reader = new DatabaseSync(store.file, { readOnly: true });
  checkNaively(history.records, reader);
  reader.close();
  expect(store.query('SELECT count(*) AS blocks FROM fill_blocks')[0]?.['blocks']).toBeGreaterThan(12);
});

test('ledger: rows, balances and debts are those of naive folds after refunds and reversals', () => {
  const history = recordCorrectedHistory(900, 7);
  store.project(history, 23);
  const reader = new DatabaseSync(store.file, { readOnly: true });
  checkNaively(history.records, reader);
  reader.close();
});

test('accounts: an account has a pseudonym', () => {
  store.project(venue);
  const rows = store.query('SELECT pseudonym FROM accounts WHERE id = 1');
  expect(rows).toEqual([{ pseudonym: pseudonym(testAddress(3)) }]);
});

test('fills: the average price is exact where doubles are not', () => {
  expect([averagePriceMicros(1, 3), averagePriceMicros(2, 3)]).toEqual([333_333, 666_667]);
  expect(averagePriceMicros(1, 2_000_000)).toBe(1);
  expect(averagePriceMicros(4_999_999_999_999_999, 9_000_000_000_000_000)).toBe(555_556);
});

const stats = () => store.query('SELECT * FROM market_stats');

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
