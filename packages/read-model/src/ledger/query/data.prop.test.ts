/** Holders, volumes and builder trades: every filter and page equals filtering and slicing plain arrays. */
import { BUILDER_TRADES_PAGE, type BuilderTrade } from '@bellwether/contract';
import { forAllAsync } from '@bellwether/engine/testing';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { bodyOf } from '../../read.ts';
import { ALL_MARKETS, recordReads, USERS } from '../../recorded-reads.testing.ts';
import { BUILDERS } from '../../testing/portfolio-history.ts';
import { testAddress, testConditionId } from '../../testing/recorded-venue.ts';
import { type BuilderTradesParameters, builderTradesRead } from '../answer/builder-trades.ts';
import { holdersParameters, holdersRead, liveVolumeRead } from '../answer/holders.ts';

const { venue, store, run, addressOf } = recordReads(2_500);
afterAll(() => store.close());

test('holders: the largest of each market over both outcomes, by outcome, as the state has them [L17 L20]', async () => {
  const markets = [testConditionId(3), testConditionId(99), testConditionId(1)];
  for (const [limit, minBalance] of [
    [500, 0],
    [3, 0],
    [1, 0],
    [500, 380.5],
    [500, 1e12],
  ] as const) {
    const groups = await run(holdersRead, holdersParameters({ market: markets, limit, minBalance }));
    const expected = [3, 1].flatMap((market) => {
      const shown = ([0, 1] as const)
        .flatMap((outcome) =>
          venue.state.wallets.map(({ id, address, positions }) => {
            const position = positions.get(market as never);
            const shares = position === undefined ? 0 : position.free[outcome] + position.held[outcome];
            return { id, address, outcome, shares };
          }),
        )
        .filter(({ shares }) => shares > 0 && shares >= minBalance * 1e6)
        .sort((a, b) => b.shares - a.shares || a.id - b.id || a.outcome - b.outcome)
        .slice(0, limit);
      return [0, 1].map((side) => ({
        token: `${testConditionId(market)}:${side}`,
        holders: shown
          .filter(({ outcome }) => outcome === side)
          .map(({ address, shares }) => ({ proxyWallet: address, amount: shares / 1e6, outcomeIndex: side })),
      }));
    });
    expect(groups).toMatchObject(expected);
    expect(groups.map(({ holders }) => holders.length)).toEqual(expected.map(({ holders }) => holders.length));
  }
});

test('holders: a piece of the answer has one group, however small the one before it is', async () => {
  const asked = holdersParameters({ market: [testConditionId(3)], limit: 500, minBalance: 0 });
  const [first = expect.unreachable('no holders')] = await run(holdersRead, asked);
  const groups = [{ ...first, holders: [] }, first, first];
  const pieces = [...(holdersRead.pieces?.(groups) ?? [])];
  expect(pieces.join('')).toBe(bodyOf(holdersRead, groups));
  for (const piece of pieces) expect(piece.split('"token"').length).toBeLessThanOrEqual(2);
});

test('live volume: takers’ collateral by market, unknown markets left out, and their sum', async () => {
  const sums = new Map<string, number>();
  for (const { events } of venue.entries)
    for (const event of events) {
      if (event.kind !== 'TradeExecuted') continue;
      const market = testConditionId(event.market);
      sums.set(market, (sums.get(market) ?? 0) + event.collateral);
    }
  const asked = [testConditionId(77), ...[...ALL_MARKETS].reverse()];
  const [answer] = await run(liveVolumeRead, { market: asked });
  const markets = [...ALL_MARKETS].reverse().map((market) => ({ market, value: text(sums.get(market) ?? 0) }));
  expect(answer).toEqual({ total: text([...sums.values()].reduce((a, b) => a + b, 0)), markets });
  expect(await run(liveVolumeRead, { market: [testConditionId(77)] })).toEqual([{ total: '0', markets: [] }]);
});

const text = (micros: number): string => String(micros / 1e6);

type KnownTrade = { row: Omit<BuilderTrade, 'match_time' | 'last_update' | 'price' | 'fee'>; timeS: number };

/** Every builder trade, newest first, directly from commands and events. */
function knownBuilderTrades(): KnownTrade[] {
  const builders = new Map<number, string>();
  const ids = new Map<number, string>();
  const trades: KnownTrade[] = [];
  for (const { events, sequence, timeMs, hash } of venue.entries)
    for (const event of events) {
      if (event.kind === 'OrderAccepted') {
        builders.set(event.order, event.builder);
        ids.set(event.order, event.orderId);
      }
      if (event.kind !== 'TradeExecuted') continue;
      const { market } = event;
      const makers = event.legs.map((leg) => ({
        order_id: ids.get(leg.order) ?? '',
        maker_address: addressOf(leg.wallet),
        owner: ownerOf(leg.wallet),
        matched_amount: text(leg.size),
        fee_rate_bps: '0',
        price: String(leg.price / 10_000),
        asset_id: String(1_000 + 2 * market + leg.outcome),
        outcome: leg.outcome === 0 ? 'Yes' : 'No',
        side: leg.side,
      }));
      for (const [index, part] of [event, ...event.legs].entries()) {
        const builder = builders.get(part.order) ?? '';
        if (builder === '') continue;
        const isTaker = index === 0;
        trades.push({
          timeS: Math.floor(timeMs / 1_000),
          row: {
            id: String(sequence),
            taker_order_id: ids.get(event.order) ?? '',
            market: testConditionId(market),
            asset_id: String(1_000 + 2 * market + part.outcome),
            side: part.side,
            size: text(part.size),
            fee_rate_bps: isTaker && market === 1 ? '300' : '0',
            status: 'CONFIRMED',
            outcome: part.outcome === 0 ? 'Yes' : 'No',
            maker_address: addressOf(part.wallet),
            owner: ownerOf(part.wallet),
            transaction_hash: `0x${hash}`,
            bucket_index: 0,
            type: isTaker ? 'TAKER' : 'MAKER',
            maker_orders: isTaker ? makers : makers.slice(index - 1, index),
            builder,
          },
        });
      }
    }
  // Newest trade first; within one the taker, then makers as matched.
  return trades.sort((a, b) => Number(b.row.id) - Number(a.row.id));
}

const ownerOf = (wallet: number): string => {
  const account = venue.state.wallets[wallet]?.account;
  return account === undefined ? '' : (venue.state.accounts[account]?.address ?? '');
};

test('builder trades: any filters and any offset give that part of all of them, with the cursor of the next [L17]', async () => {
  const all = knownBuilderTrades();
  expect(all.length).toBeGreaterThan(2 * BUILDER_TRADES_PAGE);
  expect(new Set(all.map(({ row }) => row.type))).toEqual(new Set(['TAKER', 'MAKER']));
  const times = all.map(({ timeS }) => timeS);
  const time = fc.constantFrom(...times, (times[0] ?? 0) + 5, (times.at(-1) ?? 0) - 5).map(String);
  const parameters: fc.Arbitrary<BuilderTradesParameters> = fc.record(
    {
      offset: fc.oneof(fc.integer({ min: 0, max: 400 }), fc.constant(100_000)),
      id: fc.oneof(fc.constantFrom(...all.map(({ row }) => row.id)), fc.constantFrom('1', '9999999999999999')),
      maker_address: fc.constantFrom(...USERS, testAddress(999)),
      market: fc.constantFrom(...ALL_MARKETS, testConditionId(50)),
      asset_id: fc.constantFrom('1000', '1001', '1003', '1006', '5'),
      builder: fc.constantFrom(BUILDERS[1], BUILDERS[2], `0x${'cc'.repeat(32)}`),
      before: time,
      after: time,
    },
    { requiredKeys: ['offset'] },
  );
  const read = builderTradesRead;
  await forAllAsync(200, [parameters], async (asked) => {
    const matching = all.filter(
      ({ row, timeS }) =>
        (asked.id === undefined || row.id === asked.id) &&
        (asked.maker_address === undefined || row.maker_address === asked.maker_address) &&
        (asked.market === undefined || row.market === asked.market) &&
        (asked.asset_id === undefined || row.asset_id === asked.asset_id) &&
        (asked.builder === undefined || row.builder === asked.builder) &&
        (asked.before === undefined || timeS < Number(asked.before)) &&
        (asked.after === undefined || timeS > Number(asked.after)),
    );
    const end = asked.offset + BUILDER_TRADES_PAGE;
    const page = matching.slice(asked.offset, end).map(({ row }) => row);
    const result = await read.run(store.database, asked);
    expect(result?.value).toMatchObject(page);
    expect(result?.value).toHaveLength(page.length);
    const next = matching.length > end ? Buffer.from(String(end)).toString('base64') : 'LTE=';
    expect(result?.headers).toEqual({ 'x-next-cursor': next });
  });
});

test('builder trades: following the cursor shows each once, priced and timed as the ledger has them', async () => {
  const all = knownBuilderTrades();
  const rows: BuilderTrade[] = [];
  for (let offset = 0; offset < all.length; offset += BUILDER_TRADES_PAGE)
    rows.push(...(await run(builderTradesRead, { offset })));
  expect(rows).toMatchObject(all.map(({ row }) => row));
  expect(rows.map(({ match_time }) => Date.parse(match_time) / 1_000)).toEqual(all.map(({ timeS }) => timeS));
  const dearest = rows.filter(({ fee }) => fee !== '0');
  expect(dearest.length).toBeGreaterThan(3);
  expect(dearest.every(({ market, type }) => market === testConditionId(1) && type === 'TAKER')).toBe(true);
  expect(rows.every(({ taker_order_id }) => /^0x[0-9a-f]{64}$/.test(taker_order_id))).toBe(true);
});
