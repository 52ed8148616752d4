/** The played past: one script per day, cut anywhere; questions decided and paid, and books ready for new traders. */
import { demoCatalog, fairPrices } from '@bellwether/demo/catalog';
import { ASK, BID, PRICE_ONE } from '@bellwether/engine';
import { emptyStart, Follower } from '@bellwether/ledger/log/follower.ts';
import type { JournalRecord } from '@bellwether/ports/journal.ts';
import { expect, test } from 'vitest';
import { HeldRecords } from './make-past.ts';
import { playPast } from './play-past.ts';

const NOW_MS = Date.UTC(2026, 10, 23, 14, 7, 30);
/** Start of the last played moment. */
const LAST_MOMENT_MS = Date.UTC(2026, 10, 23, 13, 50);
const DAY_MS = 86_400_000;

const log = new HeldRecords();
const past = await playPast({ log, nowMs: NOW_MS });

const hashesOf = ({ records }: HeldRecords): string[] => records.map(({ hash }) => hash);

/** Folds the first eight days and sums the best prices of all markets of each one-winner event after each entry. */
function weekOfSums() {
  const follower = new Follower(emptyStart());
  const { state } = follower;
  const sums = { bidMost: 0, askLeast: Number.POSITIVE_INFINITY, seen: 0 };
  follower.observe({
    after: () => {
      for (const { negRisk, markets } of state.catalogEvents.values()) {
        if (!negRisk) continue;
        const books = markets.map((id) => state.markets[id]?.book);
        const bids = books.map((book) => book?.bestPrice(BID) ?? 0);
        const asks = books.map((book) => book?.bestPrice(ASK) ?? 0);
        sums.bidMost = Math.max(sums.bidMost, sumOf(bids));
        // A set with a market without asks cannot be bought.
        if (asks.every((price) => price > 0)) sums.askLeast = Math.min(sums.askLeast, sumOf(asks));
        sums.seen++;
      }
    },
  });
  const endMs = LAST_MOMENT_MS - 82 * DAY_MS;
  for (const record of log.records) {
    follower.foldRecord(record);
    if (state.timeMs > endMs) break;
  }
  return { state, sums };
}

const sumOf = (prices: readonly number[]): number => prices.reduce((total, price) => total + price, 0);

/** Record hashes of the first days, played to another end. */
async function firstDays(nowMs: number): Promise<string[]> {
  const held = new HeldRecords();
  const seen = new Error('enough is seen');
  const append = (record: JournalRecord) => (held.records.length < 100 ? held.append(record) : Promise.reject(seen));
  await expect(playPast({ log: { append, head: () => held.head() }, nowMs })).rejects.toThrow(seen.message);
  return hashesOf(held);
}

test('played past: earlier on the same day it begins the same, and another day has another one', async () => {
  const ours = hashesOf(log).slice(0, 100);
  expect(await firstDays(NOW_MS - 9 * 3_600_000)).toEqual(ours);
  expect((await firstDays(NOW_MS + DAY_MS))[0]).not.toBe(ours[0]);
});

test('played past: time goes from midnight ninety days before to now, and no further', () => {
  expect(past.state.timeMs).toBeGreaterThanOrEqual(LAST_MOMENT_MS);
  expect(past.state.timeMs).toBeLessThanOrEqual(NOW_MS);
  expect(past.head.sequence).toBe(past.state.sequence);
});

test('played past: what was decided is paid, and everything else is open', () => {
  const open = new Set(demoCatalog.flatMap(({ markets }) => markets.map(({ slug }) => slug)));
  const { markets, settling, catalogEvents } = past.state;
  expect(settling.size).toBe(0);
  const resolved = markets.filter(({ payouts }) => payouts !== null);
  expect(resolved.length).toBe(markets.length - open.size);
  expect(catalogEvents.size - demoCatalog.length).toBeGreaterThanOrEqual(18);
  for (const id of resolved.map((market) => market.id))
    expect(past.state.wallets.some(({ positions }) => positions.get(id) !== undefined)).toBe(false);
});

test('played past: every open book has both sides, close to the price that traders go on from [X7]', () => {
  for (const [slug, fair] of fairPrices) {
    const market = past.state.markets[past.state.marketsBySlug.get(slug) ?? -1];
    const [bid = 0, ask = 0] = [market?.book?.bestPrice(BID), market?.book?.bestPrice(ASK)];
    expect(bid, slug).toBeGreaterThan(0);
    expect(ask - bid, slug).toBeGreaterThan(0);
    // Otherwise the displayed price would not be the midpoint.
    const tick = market?.tick ?? 0;
    expect(ask - bid, slug).toBeLessThanOrEqual(Math.max(1_000, 2 * tick));
    expect(Math.abs((bid + ask) / 2 - fair), slug).toBeLessThanOrEqual(Math.max(600, tick));
  }
});

test('played past: for a week, after each entry, no event with one winner gives money away by what rests in its books [X80]', () => {
  const { state, sums } = weekOfSums();
  expect(state.timeMs - (past.state.timeMs - 90 * DAY_MS)).toBeGreaterThan(7 * DAY_MS);
  expect(sums.seen).toBeGreaterThan(1_000);
  expect(sums.bidMost).toBeLessThanOrEqual(PRICE_ONE);
  expect(sums.askLeast).toBeGreaterThanOrEqual(PRICE_ONE);
});

test('played past: the house quotes each open event, and no order of a trader outlives the opening by more than three days', () => {
  const { openOrders, houses } = past.state;
  const makers = new Set(houses.all.map(({ account }) => account));
  const quoted = new Set<number>();
  for (const order of openOrders.values()) {
    const leftMs = order.expiration * 1_000 - NOW_MS;
    if (makers.has(order.account)) quoted.add(order.account);
    else expect([leftMs > 0, leftMs <= 3 * DAY_MS]).toEqual([true, true]);
  }
  expect(quoted.size).toBe(demoCatalog.length);
});

test('played past: some have won and some have lost, and some questions are much more traded than others', () => {
  const collateral = past.state.wallets.map(({ free, held }) => free + held).filter((amount) => amount > 0);
  expect(collateral.length).toBeGreaterThan(15);
  expect(Math.max(...collateral)).toBeGreaterThan(20 * Math.min(...collateral));
  const { markets } = past.state;
  expect(markets.every(({ lastTrade, payouts }) => lastTrade !== null || payouts !== null)).toBe(true);
  const pairs = markets.map(({ locked }) => locked).sort((a, b) => b - a);
  expect(pairs[0]).toBeGreaterThan(8 * (pairs[Math.trunc(pairs.length / 2)] ?? 0));
});
