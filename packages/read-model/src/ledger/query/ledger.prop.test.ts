/** `GET /trades`: every combination of its parameters over thousands of fills equals a filter over plain arrays. */
import type { TradeFill, TradesQuery } from '@bellwether/contract';
import { type MarketId, micros } from '@bellwether/engine';
import { forAllAsync } from '@bellwether/engine/testing';
import { decodeFillCursor } from '@bellwether/wire/forms/cursors.ts';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { bodyOf } from '../../read.ts';
import { RecordedVenue, seeded, testAddress, testConditionId } from '../../testing/recorded-venue.ts';
import { openTestStore } from '../../testing/test-store.ts';
import { microsRoundedUp } from '../answer/trade-output.ts';
import { tradesRead } from '../answer/trades.ts';

const TRADERS = 5;
const MARKETS = 3;

function recordHistory(): RecordedVenue {
  const venue = new RecordedVenue();
  venue.openAccounts(TRADERS);
  venue.addMarkets(MARKETS - 1);
  venue.addNegRiskEvent(1);
  for (let trader = 0; trader < TRADERS; trader += 1)
    for (let market = 0; market < MARKETS; market += 1) {
      const [account, wallet] = [venue.accountOf(trader), venue.walletOf(trader)];
      const amount = micros(200_000_000_000);
      venue.must({ kind: 'SplitPosition', account, wallet, market: market as MarketId, amount });
    }
  const below = seeded(7);
  for (let index = 0; index < 3_000; index += 1) {
    const trader = below(TRADERS);
    // Some orders come from the deposit wallet, which belongs to the same account.
    const wallet = below(4) === 0 ? venue.state.walletsByAddress.get(testAddress(2 * trader + 2)) : undefined;
    // Most trades are in the first market; large ones are rare and mostly old.
    const market = below(3) === 0 ? below(MARKETS) : 0;
    const shares = below(200) === 0 && index < 1_000 ? 5_000 + below(5_000) : 5 + below(40);
    const side = below(2) === 0 ? 'BUY' : 'SELL';
    venue.place({ trader, market, outcome: below(2) as 0 | 1, side, price: 4_800 + 100 * below(5), shares }, wallet);
  }
  return venue;
}

/** a / b to 6 decimals, rounded half up from the seventh digit of the exact quotient. */
const sixDecimals = (a: number, b: number): number => Number(((BigInt(a) * 10_000_000n) / BigInt(b) + 5n) / 10n) / 1e6;

/** A row of the ledger, with hidden facts that filters use. */
type Known = { readonly isTaker: boolean; readonly account: string; readonly row: TradeFill };

/** The ledger as the interface describes it, newest first, directly from the events. */
function ledgerOf(): Known[] {
  const rows: Known[] = [];
  for (const { events, hash, timeMs } of venue.entries)
    for (const event of events) {
      if (event.kind !== 'TradeExecuted') continue;
      const sides = [
        { ...event, price: sixDecimals(event.collateral, event.size), isTaker: true },
        ...event.legs.map((leg) => ({ ...leg, price: leg.price / 10_000, isTaker: false })),
      ];
      for (const { wallet, side, outcome, size, collateral, price, isTaker } of sides) {
        const owner = venue.state.wallets[wallet];
        const market = venue.state.markets[event.market];
        if (owner === undefined || market === undefined) throw new Error('the history is broken');
        const account = venue.state.accounts[owner.account]?.address ?? '';
        const row = {
          proxyWallet: owner.address,
          side,
          asset: `${market.conditionId}:${outcome}`,
          conditionId: market.conditionId,
          size: size / 1e6,
          price,
          timestamp: Math.floor(timeMs / 1000),
          usdcSize: collateral / 1e6,
          title: `Will ${event.market} happen?`,
          slug: market.slug,
          icon: `https://example.org/${event.market}.png`,
          eventSlug: market.catalogEvent === null ? '' : 'event',
          outcome: outcome === 0 ? 'Yes' : 'No',
          outcomeIndex: outcome,
          name: '',
          pseudonym: expect.stringMatching(/^[A-Z][a-z]+-[A-Z][a-z]+$/) as unknown as string,
          bio: '',
          profileImage: '',
          profileImageOptimized: '',
          transactionHash: `0x${hash}`,
          id: expect.stringMatching(/^[1-9][0-9]*$/) as unknown as string,
        };
        rows.push({ isTaker, account, row });
      }
    }
  // Trades are in order, and rows of a trade are adjacent: reverse the trades, not the rows within one.
  const hashes = [...new Set(rows.map(({ row }) => row.transactionHash))].reverse();
  const byHash = Map.groupBy(rows, ({ row }) => row.transactionHash);
  return hashes.flatMap((hash) => byHash.get(hash) ?? []);
}

function expected(parameters: TradesQuery): TradeFill[] {
  const { takerOnly, side, market, user, filterType, filterAmount, limit, offset } = parameters;
  const { asset_id: token, after = -1, before = Infinity, start = 0, end = Infinity } = parameters;
  const matching = ledger.filter(
    ({ isTaker, account, row }) =>
      (!takerOnly || isTaker) &&
      (side === undefined || row.side === side) &&
      (market === undefined || market.includes(row.conditionId)) &&
      (user === undefined || row.proxyWallet === user || account === user) &&
      (token === undefined || tokenOf(row) === token) &&
      row.timestamp > after &&
      row.timestamp < before &&
      row.timestamp >= start &&
      row.timestamp <= end &&
      (filterType !== 'CASH' || row.usdcSize >= (filterAmount ?? 0)) &&
      (filterType !== 'TOKENS' || row.size >= (filterAmount ?? 0)),
  );
  return matching.slice(offset, offset + limit).map(({ row }) => row);
}

/** The traded token, as the venue created it. */
function tokenOf({ conditionId, outcomeIndex }: TradeFill): string {
  const market = venue.state.markets.find((each) => each.conditionId === conditionId);
  return String(market?.tokenIds[outcomeIndex as 0 | 1]);
}

const read = async (parameters: TradesQuery) => (await tradesRead.run(store.database, parameters))?.value;

const EVERYTHING: TradesQuery = { limit: 10_000, offset: 0, takerOnly: false };

const venue = recordHistory();
const store = openTestStore();
store.project(venue, 37);
const ledger = ledgerOf();
afterAll(() => store.close());

const THRESHOLDS = [
  {},
  { filterType: 'CASH', filterAmount: 0 },
  { filterType: 'CASH', filterAmount: 9.6 },
  { filterType: 'CASH', filterAmount: 3_000 },
  { filterType: 'CASH', filterAmount: 1e12 },
  { filterType: 'TOKENS', filterAmount: 20 },
  { filterType: 'TOKENS', filterAmount: 5_000.5 },
] as const;
const USERS = [undefined, testAddress(1), testAddress(2), testAddress(5), testAddress(999)];

test('trades: the history is worth asking about', () => {
  expect(ledger.length).toBeGreaterThan(3_000);
  expect(store.query('SELECT count(*) AS blocks FROM fill_blocks')[0]?.['blocks']).toBeGreaterThan(15);
  expect(ledger.filter(({ account, row }) => account !== row.proxyWallet).length).toBeGreaterThan(100);
});

test('trades: everything is every row, newest first, the taker before its makers', async () =>
  expect(await read(EVERYTHING)).toEqual(ledger.map(({ row }) => row)));

test('trades: every combination of the filters gives what the oracle gives [L15]', async () => {
  for (const takerOnly of [true, false])
    for (const side of [undefined, 'BUY', 'SELL'] as const)
      for (const list of [undefined, [0], [2], [0, 1, 2], [1, 1, 99], [99]])
        for (const user of USERS)
          for (const threshold of THRESHOLDS) {
            const given = {
              ...(side && { side }),
              ...(list && { market: list.map(testConditionId) }),
              ...(user && { user }),
            };
            const parameters = { ...EVERYTHING, ...threshold, ...given, takerOnly, limit: 40, offset: 3 };
            expect(await read(parameters), JSON.stringify(parameters)).toEqual(expected(parameters));
          }
});

test('trades: by outcome and time, each bound alone and with the others, with and without a threshold [L21]', async () => {
  const times = ledger.map(({ row }) => row.timestamp);
  const [newest = 0, middle = 0, oldest = 0] = [times[0], times[Math.floor(times.length / 2)], times.at(-1)];
  expect(newest).toBeGreaterThan(middle);
  const tokens = [undefined, '1', ...new Set(ledger.map(({ row }) => tokenOf(row)))];
  expect(tokens.length).toBeGreaterThan(5);
  const bounds = [oldest - 1, oldest, middle, newest, newest + 1];
  for (const asset_id of tokens)
    for (const threshold of [{}, { filterType: 'TOKENS', filterAmount: 20 } as const])
      for (const at of bounds)
        for (const range of [{ after: at }, { before: at }, { start: at }, { end: at }, { start: at, end: newest }]) {
          const given = { ...threshold, ...range, ...(asset_id !== undefined && { asset_id }) };
          const parameters = { ...EVERYTHING, ...given, limit: 25, offset: 2 };
          expect(await read(parameters), JSON.stringify(parameters)).toEqual(expected(parameters));
        }
  const [token = ''] = tokens.slice(2);
  const both = { ...EVERYTHING, asset_id: token, market: [testConditionId(99)] };
  expect(await read(both)).toEqual([]);
});

const timeOf = fc.nat({ max: 4_000 }).map((index) => ledger[index % ledger.length]!.row.timestamp);
const anyFilter = {
  takerOnly: fc.boolean(),
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  market: fc.uniqueArray(fc.integer({ min: 0, max: 3 }).map(testConditionId), { minLength: 1 }),
  user: fc.integer({ min: 1, max: 11 }).map(testAddress),
};

test('trades: any page of any filter is that part of the whole [L15]', async () => {
  const parameters = fc
    .record(
      {
        ...anyFilter,
        limit: fc.oneof(fc.integer({ min: 0, max: 120 }), fc.constant(10_000)),
        offset: fc.oneof(fc.integer({ min: 0, max: 4_000 }), fc.constant(10_000)),
        filterType: fc.constantFrom('CASH' as const, 'TOKENS' as const),
        asset_id: fc.nat({ max: 5 }).map((index) => tokenOf(ledger[index * 37]!.row)),
        ...{ after: timeOf, end: timeOf },
        filterAmount: fc.oneof(fc.double({ min: 0, max: 60, noNaN: true }), fc.integer({ min: 0, max: 12_000 })),
      },
      { requiredKeys: ['limit', 'offset', 'takerOnly'] },
    )
    .filter(({ filterType, filterAmount }) => (filterType === undefined) === (filterAmount === undefined));
  await forAllAsync(150, [parameters], async (asked) => {
    expect(await read(asked)).toEqual(expected(asked));
  });
});

test('trades: pages by cursor are the whole list of any filter, each row once, also when trades come between two pages [L60]', async () => {
  const given = fc.record(
    { ...anyFilter, limit: fc.integer({ min: 1, max: 900 }), before: timeOf },
    { requiredKeys: ['limit', 'takerOnly'] },
  );
  await forAllAsync(60, [given, fc.nat({ max: 3_000 })], async (asked, newer) => {
    // The last rows of the history stand for trades after the first page.
    const limit = Math.max(asked.limit, 100);
    const whole = expected({ ...asked, limit: ledger.length, offset: 0 }).slice(newer);
    const pages: TradeFill[] = [];
    const first = await tradesRead.run(store.database, { ...asked, limit: newer, offset: 0 });
    let cursor = newer === 0 ? 'MA==' : String(first?.headers?.['x-next-cursor']);
    while (cursor !== 'LTE=') {
      const below = decodeFillCursor(cursor);
      const from = typeof below === 'number' ? { below } : {};
      const page = await tradesRead.run(store.database, { ...asked, ...from, limit, offset: 0 });
      pages.push(...(page?.value ?? []));
      cursor = String(page?.headers?.['x-next-cursor']);
    }
    expect(pages).toEqual(whole);
  });
});

test('trades: the answer is JSON with every field, and decimals without exponent', async () => {
  const result = await tradesRead.run(store.database, EVERYTHING);
  expect(JSON.parse(bodyOf(tradesRead, result?.value))).toEqual(result?.value);
  const first = result?.value[0] as TradeFill;
  const text = bodyOf(tradesRead, [{ ...first, size: 1_000_000_000.000001, price: 0.000001, usdcSize: 1 }]);
  expect(text).toContain('"size":1000000000.000001,"price":0.000001,');
  expect(text).toContain('"usdcSize":1,');
});

test('orders: those that are live are those that rest, with what is left of them and what they hold [L19]', () => {
  const live = store.query(
    "SELECT number, size_micros - matched_micros AS remaining, held_micros AS held FROM orders WHERE status = 'LIVE'",
  );
  const orders = [...venue.state.openOrders.values()];
  const resting = orders.map(({ number, remaining, held }) => ({ number, remaining, held }));
  expect(resting.length).toBeGreaterThan(20);
  expect(store.query("SELECT sum(held_micros) AS held FROM orders WHERE status != 'LIVE'")).toEqual([{ held: 0 }]);
  expect(live).toEqual(resting.sort((a, b) => a.number - b.number));
});

test('trades: a threshold keeps every digit that was asked for', () => {
  const amounts = [0, 12.345678, 12.3456781, 1e-9, 2.5e-6, 8_000_000_000.1, 1e300];
  const micros = [0, 12_345_678, 12_345_679, 1, 3, 8_000_000_000_100_000, Number.MAX_SAFE_INTEGER];
  expect(amounts.map(microsRoundedUp)).toEqual(micros);
});
