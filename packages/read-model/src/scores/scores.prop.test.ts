/** Scores compared with a naive computation from trades, prices and times. */
import { BEFORE_END_S, type Calibration } from '@bellwether/contract';
import { type CatalogId, type MarketId, micros } from '@bellwether/engine';
import { forAllAsync } from '@bellwether/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openStore } from '../adapters/store-sqlite/open-store.ts';
import { leaderboardRead } from '../portfolio/answer/leaderboard.ts';
import type { ObservedPrice } from '../projection.ts';
import { createProjectionRunner } from '../runner.ts';
import { RecordedVenue, seeded, testAddress } from '../testing/recorded-venue.ts';
import { openTestStore, type TestStore } from '../testing/test-store.ts';
import { calibrationRead } from './answer/calibration.ts';
import { eventScoresRead } from './answer/event-scores.ts';
import { NaiveScores } from './naive-scores.testing.ts';
import { createScoresProjection } from './project/scores.ts';

const TRADERS = 4;
const PLAIN = 9;
const MARKETS = PLAIN + 3;
const DAY_MS = 86_400_000;

interface History {
  readonly venue: RecordedVenue;
  readonly naive: NaiveScores;
  /** Payout of the first outcome of each resolved market. */
  readonly results: ReadonlyMap<number, number>;
}

function recordHistory(seed: number, steps: number): History {
  const venue = new RecordedVenue(700);
  const naive = new NaiveScores(venue);
  const below = seeded(seed);
  const results = new Map<number, number>();
  const submit = (command: Parameters<RecordedVenue['submit']>[0]): boolean => {
    const entry = venue.submit(command);
    if (entry !== null) naive.look(entry);
    return entry !== null;
  };
  venue.openAccounts(TRADERS);
  venue.addMarkets(PLAIN - 1, { tagLabels: ['Odd'] });
  venue.addMarkets(1, { closeTimeMs: venue.timeMs + 6 * DAY_MS });
  venue.addNegRiskEvent(3);
  for (let step = 0; step < steps; step += 1) {
    const trader = below(TRADERS);
    const [account, wallet] = [venue.accountOf(trader), venue.walletOf(trader)];
    const market = below(MARKETS) as MarketId;
    const amount = micros(1 + below(50_000_000));
    const dice = below(100);
    if (dice < 70) {
      const [side, price] = [below(2) === 0 ? 'BUY' : 'SELL', 100 * (20 + below(60))] as const;
      const order = { trader, market, outcome: below(2) as 0 | 1, side, price, shares: 5 + below(3_000) / 100 };
      submit(venue.placement(order));
    } else if (dice < 80) submit({ kind: 'SplitPosition', account, wallet, market, amount });
    else if (dice < 84) submit({ kind: 'MergePositions', account, wallet, market, amount });
    else if (dice < 88) {
      const catalogEvent = [...venue.state.catalogEvents.keys()][0] as CatalogId;
      const markets = [PLAIN, PLAIN + 1].slice(below(2)) as MarketId[];
      submit({ kind: 'ConvertPositions', account, wallet, catalogEvent, markets, amount });
    } else if (dice < 90) submit({ kind: 'Deposit', wallet, amount });
    else if (dice < 96) venue.timeMs += below(DAY_MS);
    else if (dice < 97) submit({ kind: 'UpdateMarket', market, changes: { closed: below(2) === 0 } });
    else if (dice < 98) submit({ kind: 'EndTrading' });
    else if (dice < 99 && step > steps / 2 && market < PLAIN) {
      const first = [0, 10_000, 2_500, 5_000][below(4)] ?? 0;
      if (submit({ kind: 'ResolveMarket', market, payouts: [first, 10_000 - first] }))
        results.set(market, first / 10_000);
    } else for (const settling of [...venue.state.settling]) submit({ kind: 'SettleMarket', market: settling });
  }
  for (let market = 0; market < 6; market += 1) {
    const payouts = [market % 2 === 0 ? 10_000 : 0, market % 2 === 0 ? 0 : 10_000] as const;
    if (submit({ kind: 'ResolveMarket', market: market as MarketId, payouts }))
      results.set(market, payouts[0] / 10_000);
  }
  return { venue, naive, results };
}

const HISTORY = fc.record({ seed: fc.nat(100_000), batch: fc.constantFrom(1, 7, 64, 5_000) });

const scored = (store: TestStore) =>
  store.query('SELECT market, forecaster, brier, log FROM forecasts WHERE brier IS NOT NULL');
const wallets = (venue: RecordedVenue) => venue.state.wallets.map(({ id }) => Number(id));

/** Every score of every forecaster is the naive one, to the rounding; none is missing. */
function expectScores(store: TestStore, { venue, naive, results }: History): number {
  const shown = new Map(scored(store).map((row) => [`${row['market']}:${row['forecaster']}`, row]));
  let count = 0;
  for (const [market, payout] of results)
    for (const wallet of [null, ...wallets(venue)]) {
      const row = shown.get(`${market}:${wallet ?? -1}`);
      const expected = naive.scoreOf(market, wallet, payout);
      expect(row === undefined).toBe(expected === null);
      if (row === undefined || expected === null) continue;
      expect(Math.abs(Number(row['brier']) - 1e6 * expected.brier)).toBeLessThan(0.51);
      // The logarithms are rounded as well.
      expect(Math.abs(Number(row['log']) - 1e6 * expected.log)).toBeLessThan(1.01);
      count += 1;
    }
  expect(shown.size).toBe(count);
  return count;
}

/** The sums of a standing are those of its wallet's scores, and its value what the wallet has. */
function expectStandings(store: TestStore, { naive }: History): void {
  for (const standing of store.query('SELECT * FROM standings')) {
    const own = scored(store).filter(({ forecaster }) => forecaster === standing['wallet']);
    const sumOf = (name: string): number => own.reduce((sum, row) => sum + Number(row[name]), 0);
    const mean = own.length === 0 ? null : Math.round((1_000 * sumOf('brier')) / own.length);
    const sums = { questions: own.length, brier_sum: sumOf('brier'), log_sum: sumOf('log'), mean };
    const value_micros = naive.totalOf(Number(standing['wallet']));
    expect(standing).toMatchObject({ ...sums, value_micros });
  }
}

test('scores: every Brier and log score, every total and mean is that of the naive computation', async () => {
  let count = 0;
  await forAllAsync(30, [HISTORY], async ({ seed, batch }) => {
    const history = recordHistory(seed, 500);
    using store = openTestStore();
    store.project(history.venue, batch);
    count += expectScores(store, history);
    expectStandings(store, history);
  });
  expect(count).toBeGreaterThan(100);
});

test('scores: rows do not depend on batches, restarts or how many forecasts a pass visits at once', async () => {
  await forAllAsync(15, [HISTORY, fc.integer({ min: 1, max: 4 })], async ({ seed, batch }, visits) => {
    const { venue } = recordHistory(seed, 300);
    const rowsOf = (size: number, perBatch: number) => {
      const store = openStore(':memory:');
      const projection = createScoresProjection(perBatch);
      let runner = createProjectionRunner(store, [projection]);
      for (let start = 0; start < venue.entries.length; start += size) {
        if (start % 3 === 0) runner = createProjectionRunner(store, [projection]);
        runner.write(venue.entries.slice(start, start + size), runner.cursor.hash, venue);
      }
      while (runner.advance(venue.timeMs) === 'more');
      const rows = projection.tables.map((table) => store.prepare(`SELECT * FROM ${table}`).all());
      store.close();
      return rows;
    };
    const [questions, forecasts, bins, standings] = rowsOf(5_000, 100_000);
    const others = rowsOf(batch, visits);
    const scores = (rows: typeof forecasts) =>
      rows?.map(({ market, forecaster, brier, log }) => [market, forecaster, brier, log]);
    expect(scores(others[1])).toEqual(scores(forecasts));
    expect([others[0], others[3]]).toEqual([questions, standings]);
    expect(bins?.length).toBeGreaterThan(0);
  });
});

test('scores: a later result replaces the earlier one, a refund counts in none, a reopened question no longer', () => {
  const history = recordHistory(5, 500);
  const { venue, naive, results } = history;
  const prices = new Map(venue.prices);
  using store = openTestStore();
  store.project(venue);
  const before = expectScores(store, history);
  /** Another state of a market that the venue itself cannot have yet. */
  const change = (market: number, observed: Partial<ObservedPrice>): void => {
    const entry = venue.submit({ kind: 'Deposit', wallet: venue.walletOf(0), amount: micros(1) });
    const shown = { market, priceHalfTicks: 20_000, isTrading: false, payout: null, aheadMicros: 0, ...observed };
    prices.set(entry?.sequence ?? 0, [shown]);
    store.project({ entries: venue.entries, state: venue.state, prices });
  };
  const scoreOf = (market: number) => scored(store).filter((row) => row['market'] === market).length;
  change(0, { payout: 2_500, priceHalfTicks: 5_000 });
  const later = new Map(results).set(0, 0.25);
  expect(expectScores(store, { venue, naive, results: later })).toBe(before);
  expect(scoreOf(1)).toBeGreaterThan(1);
  change(1, { payout: null });
  expect(scoreOf(1)).toBe(0);
  expect(scoreOf(2)).toBeGreaterThan(1);
  venue.timeMs += DAY_MS;
  change(2, { isTrading: true, priceHalfTicks: 8_000 });
  expect(scoreOf(2)).toBe(0);
  venue.timeMs += DAY_MS;
  change(2, { payout: 10_000 });
  // The day between counts for neither; the day after at 0.4.
  const old = naive.scoreOf(2, null, 1);
  const [row] = scored(store).filter(({ market, forecaster }) => market === 2 && forecaster === -1);
  const seconds = old?.seconds ?? 0;
  const now = ((old?.brier ?? 0) * seconds + 0.36 * 86_400.7) / (seconds + 86_400.7);
  expect(Number(row?.['brier']) / 1e6).toBeCloseTo(now, 4);
  for (const standing of store.query('SELECT * FROM standings'))
    expect(standing['questions']).toBe(scored(store).filter((one) => one['forecaster'] === standing['wallet']).length);
});

test('calibration: bins of the venue, of a tag and of a user add up to the naive ones', async () => {
  const { venue, naive, results } = recordHistory(11, 900);
  using store = openTestStore();
  store.project(venue);
  const read = async (query: Parameters<typeof calibrationRead.run>[1]): Promise<Calibration> => {
    const answer = await calibrationRead.run(store.database, query);
    if (answer === null) throw new Error('no answer');
    return answer.value;
  };
  const expected = (forecasts: readonly (readonly [number, number | null])[]) => {
    const own = forecasts.flatMap(([market, wallet]) => {
      const payout = results.get(market) ?? 0;
      const score = naive.scoreOf(market, wallet, payout);
      return score === null ? [] : [{ payout, score }];
    });
    return Array.from({ length: 10 }, (_, bin) => {
      const parts = own.flatMap(({ payout, score: { bins, seconds } }) => {
        const [lasted = 0, summed = 0] = bins[bin] ?? [];
        return lasted === 0 ? [] : [{ weight: lasted / seconds, forecast: summed / seconds, payout }];
      });
      const sum = (of: (part: (typeof parts)[number]) => number): number =>
        parts.reduce((all, part) => all + of(part), 0);
      const weight = sum((part) => part.weight);
      const observed = sum((part) => part.weight * part.payout) / weight;
      return { questions: parts.length, weight, forecast: sum((part) => part.forecast) / weight, observed };
    });
  };
  const markets = [...results.keys()];
  const user = testAddress(1);
  const cases = [
    [await read({}), markets.map((market) => [market, null] as const)],
    [
      await read({ tag: 'odd' }),
      markets.filter((market) => market < PLAIN - 1).map((market) => [market, null] as const),
    ],
    [await read({ user }), markets.map((market) => [market, venue.walletOf(0)] as const)],
  ] as const;
  for (const [{ bins, questions }, forecasts] of cases) {
    const naiveBins = expected(forecasts);
    expect(questions).toBeGreaterThan(3);
    for (const [index, bin] of bins.entries()) {
      const own = naiveBins[index];
      expect(bin.questions).toBe(own?.questions);
      expect(bin.weight).toBeCloseTo(own?.weight ?? 0, 5);
      expect(bin.forecast ?? 9).toBeCloseTo(own?.questions === 0 ? 9 : (own?.forecast ?? 0), 5);
      expect(bin.observed ?? 9).toBeCloseTo(own?.questions === 0 ? 9 : (own?.observed ?? 0), 5);
    }
  }
  const [{ baseRate, brier }] = cases[0];
  expect(baseRate).toBeCloseTo([...results.values()].reduce((sum, one) => sum + one, 0) / markets.length, 5);
  expect(brier).toBeGreaterThan(0);
  const nothing = { questions: 0, baseRate: null, baseRateBrier: null, brier: null, logScore: null };
  expect(await read({ user: testAddress(900) })).toMatchObject(nothing);
  expect(await read({ tag: 'none' })).toMatchObject(nothing);
});

test('leaderboard: by total value and by accuracy, pages and a user’s ranks', async () => {
  const { venue, naive } = recordHistory(11, 900);
  using store = openTestStore();
  store.project(venue);
  const asked = { timePeriod: 'DAY', orderBy: 'PNL', limit: 50, offset: 0, nowMs: venue.timeMs } as const;
  const read = async (changes: object) =>
    (await leaderboardRead.run(store.database, { ...asked, ...changes }))?.value ?? [];
  const total = await read({ by: 'total' });
  const values = wallets(venue).flatMap((wallet) =>
    store.query('SELECT 1 FROM standings WHERE wallet = ?', wallet).length > 0 ? [naive.totalOf(wallet) / 1e6] : [],
  );
  expect(total.map(({ value }) => value)).toEqual(values.toSorted((a, b) => b - a));
  const accuracy = await read({ by: 'accuracy' });
  expect(accuracy.length).toBeGreaterThan(1);
  const briers = accuracy.map(({ brier }) => brier ?? 2);
  expect(briers).toEqual(briers.toSorted((a, b) => a - b));
  for (const { questions } of accuracy) expect(questions).toBeGreaterThanOrEqual(5);
  for (const [by, board] of Object.entries({ total, accuracy })) {
    expect(await read({ by, limit: 1, offset: 1 })).toEqual(board.slice(1, 2));
    for (const leader of board) expect(await read({ by, user: leader.proxyWallet })).toContainEqual(leader);
  }
  expect(await read({ by: 'realised', timePeriod: 'ALL', orderBy: 'VOL' })).toEqual(await read({ timePeriod: 'ALL' }));
});

test('event scores: each decided market with prices before its end and its best forecasters', async () => {
  const venue = new RecordedVenue(1_000);
  const naive = new NaiveScores(venue);
  venue.openAccounts(3);
  venue.addNegRiskEvent(3);
  const market = 1 as MarketId;
  const trade = (buyer: number, seller: number, price: number): void => {
    for (const [trader, outcome, at] of [
      [seller, 1, 10_000 - price],
      [buyer, 0, price],
    ] as const) {
      const entry = venue.place({ trader, market, outcome, side: 'BUY', price: at, shares: 10 });
      if (entry !== null) naive.look(entry);
    }
  };
  trade(0, 1, 3_000);
  venue.timeMs += 6 * DAY_MS;
  trade(2, 1, 6_000);
  venue.timeMs += 3 * DAY_MS;
  naive.look(venue.must({ kind: 'ResolveMarket', market, payouts: [10_000, 0] }));
  using store = openTestStore();
  store.project(venue);
  const [event = 0] = venue.state.catalogEvents.keys();
  const answer = await eventScoresRead.run(store.database, { id: event });
  expect(answer?.value.questions).toHaveLength(3);
  const shown = answer?.value.questions.find(({ question }) => question === 'Will 1 happen?');
  expect(shown).toMatchObject({ outcome: 1, decidedAt: Math.floor(venue.timeMs / 1_000) });
  expect(shown?.brier).toBeCloseTo(naive.scoreOf(1, null, 1)?.brier ?? 0, 6);
  expect(shown?.before).toEqual(BEFORE_END_S.map((seconds, at) => ({ seconds, price: [0.6, 0.6, 0.3, null][at] })));
  expect(shown?.best.map(({ proxyWallet }) => proxyWallet)).toEqual([testAddress(5), testAddress(3), testAddress(1)]);
  expect(shown?.best[0]).toMatchObject({ brier: 0.16 });
  expect(shown?.best[0]?.heldShare).toBeCloseTo(1 / 3, 2);
  expect(await eventScoresRead.run(store.database, { id: 999 })).toBeNull();
});
