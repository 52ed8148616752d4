/** Scores compared with a naive computation from trades, prices and times. */
import { BEFORE_END_S, type Calibration } from '@bellwether/contract';
import { type CatalogId, type Command, type MarketId, micros, type NamedResult } from '@bellwether/engine';
import { forAllAsync } from '@bellwether/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openStore } from '../adapters/store-sqlite/open-store.ts';
import { ledgerProjection } from '../ledger/project/ledger.ts';
import { leaderboardRead } from '../portfolio/answer/leaderboard.ts';
import { createProjectionRunner } from '../runner.ts';
import { RecordedVenue, testAddress } from '../testing/recorded-venue.ts';
import { openTestStore, type TestStore } from '../testing/test-store.ts';
import { calibrationRead } from './answer/calibration.ts';
import { eventScoresRead } from './answer/event-scores.ts';
import { NaiveScores } from './naive-scores.testing.ts';
import { createScoresProjection } from './project/scores.ts';
import { DAY_MS, type History, PLAIN, recordHistory, told } from './scores-history.testing.ts';

const HISTORY = fc.record({ seed: fc.nat(100_000), batch: fc.constantFrom(1, 7, 64, 5_000) });

const scored = (store: TestStore) =>
  store.query('SELECT market, forecaster, brier, log FROM forecasts WHERE brier IS NOT NULL');
const wallets = (venue: RecordedVenue) => venue.state.wallets.map(({ id }) => Number(id));

/** Every score of every forecaster is the naive one, to the rounding; none is missing. */
function expectScores(store: TestStore, { venue, naive }: History): number {
  store.advance(venue.timeMs);
  const shown = new Map(scored(store).map((row) => [`${row['market']}:${row['forecaster']}`, row]));
  let count = 0;
  for (const [market, payout] of naive.results())
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
function expectStandings(store: TestStore, { venue, naive }: History): void {
  const standings = store.query('SELECT * FROM standings ORDER BY wallet');
  const bearers = new Map<unknown, unknown>();
  for (const { wallet } of standings.toReversed()) bearers.set(venue.state.wallets[Number(wallet)]?.account, wallet);
  for (const standing of standings) {
    const { wallet } = standing;
    const own = scored(store).filter(({ forecaster }) => forecaster === wallet);
    const sumOf = (name: string): number => own.reduce((sum, row) => sum + Number(row[name]), 0);
    const mean = own.length === 0 ? null : Math.round((1_000 * sumOf('brier')) / own.length);
    const sums = { questions: own.length, brier_sum: sumOf('brier'), log_sum: sumOf('log'), mean };
    const isBearer = bearers.get(venue.state.wallets[Number(wallet)]?.account) === wallet;
    expect(standing).toMatchObject({ ...sums, value_micros: naive.totalOf(Number(wallet), isBearer) });
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
  const kinds = ['refund', 'debt', 'ResultReversed to open', 'ResultReversed to another', 'ResultCorrected'];
  for (const kind of kinds) expect(told.get(kind) ?? 0, kind).toBeGreaterThan(5);
});

test('scores: rows do not depend on batches, restarts or how many forecasts a pass visits at once', async () => {
  await forAllAsync(15, [HISTORY, fc.integer({ min: 1, max: 4 })], async ({ seed, batch }, visits) => {
    const { venue } = recordHistory(seed, 300);
    const rowsOf = (size: number, perBatch: number) => {
      const store = openStore(':memory:');
      const projection = createScoresProjection(perBatch);
      let runner = createProjectionRunner(store, [ledgerProjection, projection]);
      for (let start = 0; start < venue.entries.length; start += size) {
        if (start % 3 === 0) runner = createProjectionRunner(store, [ledgerProjection, projection]);
        runner.write(venue.entries.slice(start, start + size), runner.cursor.hash, venue);
      }
      while (runner.advance(venue.timeMs) === 'more');
      const rows = projection.tables.map((table) => store.prepare(`SELECT * FROM ${table}`).all());
      store.close();
      return rows;
    };
    const rows = rowsOf(5_000, 100_000);
    expect(rowsOf(batch, visits)).toEqual(rows);
    const [, , , , bins] = rows;
    expect(bins?.length).toBeGreaterThan(0);
  });
});

test('scores: a reversal scores anew, a refund and a reopening take scores away, and the time of trading goes on', () => {
  const venue = new RecordedVenue(1_000);
  const naive = new NaiveScores(venue);
  using store = openTestStore();
  const market = 0 as MarketId;
  const by = 'operator';
  const submit = (command: Command): void => naive.look(venue.must(command));
  const wait = (): number => (venue.timeMs += DAY_MS);
  const settle = (): void => {
    while (venue.state.settling.size > 0) submit({ kind: 'SettleMarket', market });
  };
  const trade = (price: number): void => {
    const maker = venue.placement({ trader: 1, market, outcome: 1, side: 'BUY', price: 10_000 - price, shares: 10 });
    submit(maker);
    submit(venue.placement({ trader: 0, market, side: 'BUY', price, shares: 10 }));
  };
  const reverse = (to: NamedResult | { readonly kind: 'open' }): void => {
    submit({ kind: 'ReverseResult', scope: { market }, to, by, note: 'wrong' });
    settle();
  };
  const payouts = (first: number): NamedResult => ({ kind: 'payouts', payouts: [first, 10_000 - first] });
  const propose = (result: NamedResult): void =>
    submit({ kind: 'ProposeResult', scope: { market }, result, source: '', note: '', windowMs: 2 * DAY_MS, by });
  const confirm = (): void => submit({ kind: 'ConfirmResult', market, by, note: '' });
  venue.openAccounts(2);
  venue.addMarkets(1);
  trade(3_000);
  /** Days of trading, and scores of the displayed price and of both traders. */
  const found = (): readonly number[] => {
    store.project(venue);
    expectScores(store, { venue, naive });
    expectStandings(store, { venue, naive });
    const [question] = store.query('SELECT traded_s FROM questions');
    return [
      Math.round(Number(question?.['traded_s']) / 86_400),
      ...scored(store).map(({ brier }) => Math.round(Number(brier) / 1e4) / 100),
    ];
  };
  wait();
  propose(payouts(10_000));
  wait();
  confirm();
  settle();
  expect(found()).toEqual([1, 0.49, 0.49, 0.49]);
  reverse(payouts(0));
  expect(found()).toEqual([1, 0.09, 0.09, 0.09]);
  reverse({ kind: 'refund' });
  expect(found()).toEqual([1]);
  reverse(payouts(10_000));
  expect(found()).toEqual([1, 0.49, 0.49, 0.49]);
  wait();
  submit({ kind: 'ReverseResult', scope: { market }, to: { kind: 'open' }, by, note: 'wrong' });
  expect(found()).toEqual([1]);
  expect(store.query('SELECT market FROM forecast_bins WHERE forecaster >= 0')).toEqual([]);
  settle();
  expect(found()).toEqual([1]);
  trade(8_000);
  wait();
  wait();
  propose({ kind: 'refund' });
  wait();
  submit({ kind: 'WithdrawResult', market, by, reason: 'wrong' });
  wait();
  propose(payouts(10_000));
  confirm();
  expect(found()).toEqual([4, 0.15, 0.15, 0.15]);
});

test('scores: a conversion ends forecasts and begins others, also while a result is proposed', () => {
  const venue = new RecordedVenue(1_000);
  const naive = new NaiveScores(venue);
  using store = openTestStore();
  const submit = (command: Command): void => naive.look(venue.must(command));
  const trade = (market: number, side: 'BUY' | 'SELL', outcome: 0 | 1): void => {
    const terms = { market, outcome, price: 3_000, shares: 10 };
    submit(venue.placement({ ...terms, trader: 1, side: side === 'BUY' ? 'SELL' : 'BUY' }));
    submit(venue.placement({ ...terms, trader: 0, side }));
  };
  venue.openAccounts(2);
  venue.addNegRiskEvent(3);
  const [account, wallet] = [venue.accountOf(0), venue.walletOf(0)];
  for (const market of [0, 1, 2] as MarketId[])
    submit({
      kind: 'SplitPosition',
      ...{ account: venue.accountOf(1), wallet: venue.walletOf(1), market, amount: micros(50_000_000) },
    });
  trade(0, 'BUY', 1);
  trade(1, 'BUY', 0);
  venue.timeMs += DAY_MS;
  trade(1, 'SELL', 0);
  venue.timeMs += DAY_MS;
  const [catalogEvent] = [...venue.state.catalogEvents.keys()] as [CatalogId];
  const by = 'operator';
  const winner: NamedResult = { kind: 'winners', winners: [1 as MarketId] };
  const windowMs = 9 * DAY_MS;
  submit({ kind: 'ProposeResult', scope: { catalogEvent }, result: winner, source: '', note: '', windowMs, by });
  venue.timeMs += DAY_MS;
  submit({
    kind: 'ConvertPositions',
    account,
    wallet,
    catalogEvent,
    markets: [0 as MarketId],
    amount: micros(10_000_000),
  });
  venue.timeMs += DAY_MS;
  submit({ kind: 'WithdrawResult', market: 0 as MarketId, by, reason: 'wrong' });
  venue.timeMs += DAY_MS;
  submit({ kind: 'ResolveEvent', catalogEvent, winners: [1 as MarketId] });
  store.project(venue);
  expectScores(store, { venue, naive });
  const sql = 'SELECT market, sum(seconds) / 86400 AS days FROM forecast_bins WHERE forecaster = ? GROUP BY 1';
  const days = store.query(sql, wallet).map((row) => [row['market'], row['days']]);
  expect(days).toEqual([
    [0, 2],
    [1, 2],
  ]);
});

test('calibration: bins of the venue, of a tag and of a user add up to the naive ones', async () => {
  const { venue, naive } = recordHistory(11, 900);
  const results = naive.results();
  using store = openTestStore();
  store.project(venue);
  store.advance(venue.timeMs);
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
  const own = venue.state.accounts[venue.accountOf(0)]?.wallets ?? [];
  const cases = [
    [await read({}), markets.map((market) => [market, null] as const)],
    [
      await read({ tag: 'odd' }),
      markets.filter((market) => market < PLAIN - 1).map((market) => [market, null] as const),
    ],
    [await read({ user }), markets.flatMap((market) => own.map((wallet) => [market, wallet] as const))],
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
  const rated = markets.filter((market) => naive.scoreOf(market, null, 0) !== null);
  expect(baseRate).toBeCloseTo(rated.reduce((sum, one) => sum + (results.get(one) ?? 0), 0) / rated.length, 5);
  expect(brier).toBeGreaterThan(0);
  const nothing = { questions: 0, baseRate: null, baseRateBrier: null, brier: null, logScore: null };
  expect(await read({ user: testAddress(900) })).toMatchObject(nothing);
  expect(await read({ tag: 'none' })).toMatchObject(nothing);
});

test('leaderboard: by total value and by accuracy, pages and a user’s ranks', async () => {
  const { venue } = recordHistory(11, 900);
  using store = openTestStore();
  store.project(venue);
  store.advance(venue.timeMs);
  const asked = { timePeriod: 'DAY', orderBy: 'PNL', limit: 50, offset: 0, nowMs: venue.timeMs } as const;
  const read = async (changes: object) =>
    (await leaderboardRead.run(store.database, { ...asked, ...changes }))?.value ?? [];
  const total = await read({ by: 'total' });
  const standings = store.query('SELECT value_micros AS value FROM standings');
  const values = standings.map(({ value }) => Number(value) / 1e6);
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
  store.advance(venue.timeMs);
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
