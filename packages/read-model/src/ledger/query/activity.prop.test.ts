/** Activity and rankings: every filter, order and page equals filtering, sorting and slicing plain arrays. */
import type { ActivityQuery, UserActivity } from '@bellwether/contract';
import { forAllAsync } from '@bellwether/engine/testing';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { leaderboardRead } from '../../portfolio/answer/leaderboard.ts';
import { ALL_MARKETS, recordReads, USERS, walletsOf } from '../../recorded-reads.testing.ts';
import { testAddress, testConditionId } from '../../testing/recorded-venue.ts';
import { activityRead } from '../answer/activity.ts';

const { venue, store, run, addressOf } = recordReads(2_500);
afterAll(() => store.close());

const FIELDS = ['proxyWallet', 'type', 'size', 'usdcSize', 'side', 'timestamp', 'conditionId', 'asset'] as const;
type KnownAct = Pick<UserActivity, (typeof FIELDS)[number]>;

/** Everyone's activity, oldest first, directly from the events; parts of one entry in no particular order. */
function knownActs(): KnownAct[] {
  const acts: KnownAct[] = [];
  const rates = new Map<number, number>();
  for (const { events, timeMs } of venue.entries) {
    const timestamp = Math.floor(timeMs / 1_000);
    type Where = { readonly market?: number; readonly outcome?: number; readonly side?: KnownAct['side'] };
    const add = (wallet: number, type: KnownAct['type'], size: number, cash: number, where: Where = {}) => {
      const { market, outcome, side = '' } = where;
      acts.push({
        proxyWallet: addressOf(wallet),
        type,
        size: size / 1e6,
        usdcSize: cash / 1e6,
        side,
        timestamp,
        conditionId: market === undefined ? '' : testConditionId(market),
        asset: market === undefined || outcome === undefined ? '' : `${testConditionId(market)}:${outcome}`,
      });
    };
    for (const event of events)
      if (event.kind === 'WalletBound' && event.credit > 0) add(event.wallet, 'DEPOSIT', event.credit, event.credit);
      else if (event.kind === 'Deposited') add(event.wallet, 'DEPOSIT', event.amount, event.amount);
      else if (event.kind === 'Withdrawn') add(event.wallet, 'WITHDRAWAL', event.amount, event.amount);
      else if (event.kind === 'PositionSplit' || event.kind === 'PositionsMerged') {
        const type = event.kind === 'PositionSplit' ? 'SPLIT' : 'MERGE';
        add(event.wallet, type, event.amount, event.amount, { market: event.market });
      } else if (event.kind === 'PositionsConverted')
        for (const [index, market] of event.given.entries())
          add(event.wallet, 'CONVERSION', event.amount, index === 0 ? 0 : event.amount, { market, outcome: 1 });
      else if (event.kind === 'MarketResolved') rates.set(event.market, event.payouts[0]);
      else if (event.kind === 'PayoutMade') {
        const { wallet, market, collateral } = event;
        const [first, second] = event.shares;
        const got = Math.floor((first * (rates.get(market) ?? 0)) / 10_000);
        if (first > 0) add(wallet, 'REDEEM', first, second === 0 ? collateral : got, { market, outcome: 0 });
        if (second > 0) add(wallet, 'REDEEM', second, collateral - got, { market, outcome: 1 });
      } else if (event.kind === 'TradeExecuted')
        for (const { wallet, size, collateral, ...part } of [event, ...event.legs])
          add(wallet, 'TRADE', size, collateral, { ...part, market: event.market });
  }
  return acts;
}

const shown = (act: KnownAct) => Object.fromEntries(FIELDS.map((field) => [field, act[field]])) as unknown as KnownAct;
const feesOfTrades = (): number =>
  venue.entries
    .flatMap(({ events }) => events)
    .reduce((sum, event) => sum + (event.kind === 'TradeExecuted' ? event.fee : 0), 0);
const key = (act: KnownAct): string => JSON.stringify(shown(act));
const bag = (acts: readonly KnownAct[]): string[] => acts.map(key).sort();

test('activity: every filter, order and page is that part of everything [L18]', async () => {
  const acts = knownActs();
  expect(new Set(acts.map(({ type }) => type)).size).toBe(7);
  const time = fc.constantFrom(...acts.map(({ timestamp }) => timestamp), 0, 99_999_999_999);
  const type = fc.constantFrom('TRADE', 'SPLIT', 'MERGE', 'REDEEM', 'CONVERSION', 'DEPOSIT', 'WITHDRAWAL');
  const parameters: fc.Arbitrary<ActivityQuery> = fc.record(
    {
      user: fc.constantFrom(...USERS, testAddress(500)),
      type: fc.uniqueArray(type, { minLength: 1 }),
      market: fc.uniqueArray(fc.constantFrom(...ALL_MARKETS, testConditionId(60)), { minLength: 1 }),
      side: fc.constantFrom('BUY' as const, 'SELL' as const),
      start: time,
      end: time,
      sortBy: fc.constantFrom('TIMESTAMP' as const, 'TOKENS' as const, 'CASH' as const),
      sortDirection: fc.constantFrom('ASC' as const, 'DESC' as const),
      limit: fc.integer({ min: 0, max: 500 }),
      offset: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.constant(10_000)),
    },
    { requiredKeys: ['user', 'sortBy', 'sortDirection', 'limit', 'offset'] },
  );
  await forAllAsync(80, [parameters], async (query) => {
    const wallets = walletsOf(query.user);
    const matching = acts.filter(
      (act) =>
        wallets.includes(act.proxyWallet) &&
        (query.type === undefined || query.type.includes(act.type)) &&
        (query.market === undefined || query.market.includes(act.conditionId)) &&
        (query.side === undefined || act.side === query.side) &&
        (query.start === undefined || act.timestamp >= query.start) &&
        (query.end === undefined || act.timestamp <= query.end),
    );
    const figure = (act: KnownAct): number =>
      query.sortBy === 'TIMESTAMP' ? act.timestamp : query.sortBy === 'TOKENS' ? act.size : act.usdcSize;
    const sign = query.sortDirection === 'ASC' ? 1 : -1;
    const figures = matching.map(figure).sort((a, b) => sign * (a - b));
    const page = await run(activityRead, query);
    expect(page.map((row) => figure(shown(row)))).toEqual(figures.slice(query.offset, query.offset + query.limit));
    if (query.limit === 0) return;
    // All pages together contain everything, each row once.
    const whole: UserActivity[] = [];
    for (let offset = 0; ; offset += 500) {
      const rows = await run(activityRead, { ...query, limit: 500, offset });
      whole.push(...rows);
      if (rows.length < 500) break;
    }
    expect(bag(whole.map(shown))).toEqual(bag(matching));
    expect(page).toEqual(whole.slice(query.offset, query.offset + query.limit));
  });
});

test('activity: the rows of a wallet add up to its collateral, and fees are those of its trades, to the micro [L19]', async () => {
  const sums = new Map<string, number>();
  let fees = 0;
  for (const user of USERS)
    for (let offset = 0; ; offset += 500) {
      const rows = await run(activityRead, { user, sortBy: 'TIMESTAMP', sortDirection: 'ASC', limit: 500, offset });
      for (const { proxyWallet, cashChange, fee, type } of rows) {
        // A base address covers both of its wallets; only its own rows are counted here.
        if (proxyWallet !== user) continue;
        sums.set(user, (sums.get(user) ?? 0) + Math.round(cashChange * 1e6));
        fees += Math.round(fee * 1e6);
        if (type !== 'TRADE') expect(fee).toBe(0);
      }
      if (rows.length < 500) break;
    }
  expect(fees).toBeGreaterThan(0);
  expect(fees).toBe(feesOfTrades());
  for (const { address, free, held } of venue.state.wallets)
    if (USERS.includes(address)) expect(sums.get(address) ?? 0, address).toBe(free + held);
});

test('leaderboard: ranks, pages and a user’s own rank are those of all wallets sorted', async () => {
  for (const timePeriod of ['DAY', 'WEEK', 'MONTH', 'ALL'] as const)
    for (const orderBy of ['PNL', 'VOL'] as const) {
      const query = { timePeriod, orderBy, limit: 50, offset: 0, nowMs: venue.timeMs };
      const whole = await run(leaderboardRead, query);
      expect(whole.length).toBeGreaterThan(timePeriod === 'ALL' ? 9 : 0);
      const figures = whole.map(({ pnl, vol }) => (orderBy === 'PNL' ? pnl : vol));
      expect(figures).toEqual([...figures].sort((a, b) => b - a));
      expect(whole.map(({ rank }) => rank)).toEqual(whole.map((_, index) => String(index + 1)));
      expect(await run(leaderboardRead, { ...query, limit: 3, offset: 2 })).toEqual(whole.slice(2, 5));
      for (const user of USERS) {
        const own = whole.filter(({ proxyWallet }) => walletsOf(user).includes(proxyWallet));
        expect(await run(leaderboardRead, { ...query, user })).toEqual(own);
      }
    }
});

test('leaderboard: everything is all volume and all results; a period that has not begun to trade is empty', async () => {
  const whole = await run(leaderboardRead, { timePeriod: 'ALL', orderBy: 'VOL', limit: 50, offset: 0, nowMs: 0 });
  const volumes = store.query(
    'SELECT address, sum(collateral_micros) AS volume FROM fills JOIN wallets ON wallets.id = wallet GROUP BY 1',
  );
  const shownVolumes = whole.filter(({ vol }) => vol > 0).map(({ proxyWallet, vol }) => [proxyWallet, vol] as const);
  const summed = volumes.map(({ address, volume }) => [address, Number(volume) / 1e6] as const);
  expect(new Map<unknown, number>(shownVolumes)).toEqual(new Map<unknown, number>(summed));
  const results = store.query('SELECT sum(realized_micros) - sum(fees_micros) AS result FROM position_costs');
  expect(whole.reduce((sum, { pnl }) => sum + pnl, 0)).toBeCloseTo(Number(results[0]?.['result']) / 1e6, 4);
  expect(whole.reduce((sum, { feesPaid }) => sum + feesPaid, 0)).toBeCloseTo(feesOfTrades() / 1e6, 4);
  const later = venue.timeMs + 40 * 86_400_000;
  const ofMonth = { timePeriod: 'MONTH', orderBy: 'PNL', limit: 50, offset: 0, nowMs: later } as const;
  expect(await run(leaderboardRead, ofMonth)).toEqual([]);
});
