import {
  BOOKS_AND_BALANCES,
  type BooksAndBalances,
  hashState,
  type OrderId,
  restoreSnapshot,
  type State,
  takeSnapshot,
} from '@bellwether/engine';
import { type ChainedEntry, GENESIS_HASH } from '@bellwether/ports/journal.ts';
import { PriceObserver } from '@bellwether/read-model/prices/project/observed-prices.ts';
import { openTestStore } from '@bellwether/read-model/testing/test-store.ts';
import { expect, test } from 'vitest';
import { emptyStart, Follower, type FollowerStart } from './follower.ts';
import { busyVenue } from './testing/busy-venue.ts';

const venue = busyVenue(7, 3_000);

function project(start: FollowerStart): { readonly state: BooksAndBalances; readonly rows: unknown } {
  const follower = new Follower(start);
  const prices = new PriceObserver();
  follower.observe(prices);
  using store = openTestStore();
  let previousHash = start.head.hash;
  const folded: ChainedEntry[] = [];
  for (let from = 0; from < venue.entries.length; from += 97) {
    const batch = venue.entries.slice(from, from + 97);
    follower.fold(batch, previousHash);
    previousHash = batch.at(-1)?.hash ?? previousHash;
    folded.push(...batch);
    store.project({ entries: folded, state: start.state, prices: prices.take() }, 97);
  }
  const tables = store
    .query("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%' ORDER BY name")
    .map(({ name }) => String(name));
  const rows = Object.fromEntries(tables.map((table) => [table, store.query(`SELECT * FROM ${table}`)]));
  return { state: follower.state, rows };
}

const booksAndBalances = (state: BooksAndBalances): object => ({
  wallets: state.wallets.map(({ positions, ...wallet }) => ({
    ...wallet,
    positions: [...positions].map(([market, { free, held }]) => [market, free, held]),
  })),
  totals: state.totals,
  accounts: state.accounts.map(({ openOrders: _, ...account }) => account),
  markets: state.markets.map(({ book, ...market }) => ({
    ...market,
    levels: [0, 1].map((side) => [...(book?.levels(side as 0 | 1) ?? [])]),
  })),
  open: Array.from(state.openOrders.values(), (one) => [one.number, one.orderId, one.remaining, one.held]),
});

test('keeps: the history has what one is and is not to keep', () => {
  const kinds = new Set(venue.entries.flatMap(({ events }) => events.map(({ kind }) => kind)));
  for (const kind of ['TradeExecuted', 'CommentAdded', 'ReactionAdded', 'ProfileUpdated', 'RequestKept'] as const)
    expect(kinds, kind).toContain(kind);
  expect(venue.state.requests.size).toBeGreaterThan(100);
  expect(venue.state.openOrders.size).toBeGreaterThan(0);
});

test('keeps: books, balances and every row are the same [D43]', () => {
  const all = project(emptyStart());
  const less = project(emptyStart(BOOKS_AND_BALANCES));
  expect([booksAndBalances(less.state), less.rows]).toEqual([booksAndBalances(all.state), all.rows]);
});

test('keeps: restored from a snapshot it is the same again, and goes on', () => {
  const half = Math.floor(venue.entries.length / 2);
  const begun = new Follower(emptyStart());
  begun.fold(venue.entries.slice(0, half), GENESIS_HASH);
  const state = restoreSnapshot(takeSnapshot(begun.state), BOOKS_AND_BALANCES);
  const follower = new Follower({ state, head: begun.head });
  follower.fold(venue.entries.slice(half), begun.head.hash);
  expect(booksAndBalances(follower.state)).toEqual(booksAndBalances(venue.state));
  expectUnread(state);
});

test('keeps: to read what it does not keep is a mistake of types, and throws [D43]', () => {
  const { state } = emptyStart(BOOKS_AND_BALANCES);
  const lean: BooksAndBalances = state;
  // @ts-expect-error: not of those
  expect(() => lean.orderResults.get('' as OrderId)).toThrow(/remembers no orders/);
  // @ts-expect-error: not of those
  expect(() => lean.requests.find(null, 'key', 0)).toThrow(/keeps no requests/);
  // @ts-expect-error: not of those
  expect(() => lean.community.comments).toThrow(/keeps no comments/);
  expectUnread(state);
});

function expectUnread(state: State): void {
  const { community, requests } = state;
  const reads: (() => unknown)[] = [
    () => community.comments,
    () => community.marks,
    () => community.names,
    () => community.nameIndex,
    () => community.moderators,
    () => [...requests.values()],
    () => requests.find(null, 'key', 0),
    () => hashState(state),
    () => takeSnapshot(state),
  ];
  for (const read of reads) expect(read).toThrow(/keeps no|remembers no orders/);
}
