/** Results that were wrong: exact refunds and reversals. */
import { describe, expect, test } from 'vitest';
import type { UpdateMarket } from '../command.ts';
import type { NamedResult, ReverseResult } from '../results/commands.ts';
import { restoreSnapshot, takeSnapshot } from '../snapshot.ts';
import { hashState } from '../state-hash.ts';
import { catalogEventDefinition, marketDefinition } from '../testing/definitions.ts';
import type { MarketId } from '../units/units.ts';
import { bought, Court, HOUR_MS, NO, OPEN, REFUND, race, traded, YES } from './results.testing.ts';
import { amount, decimal, START_MS } from './venue.testing.ts';

describe('results: an exact refund', () => {
  test('of a market gives back costs and fees, and takes profit back', () => {
    const { v, market } = bought(1000);
    expect(v.state.totals.fees).toBe(2_400_000);
    // Bob sells his NO to Cy, who pays 0.9 for what is worth less; Alice takes her profit.
    v.play(market, 'cy buy no 50 @ 0.90 -> live', 'bob sell no 50 @ 0.90 -> matched 50 for 45');
    v.play(market, 'cy buy yes 40 @ 0.80 -> live', 'alice sell yes 40 @ 0.80 -> matched 40 for 32');
    v.pay(market, REFUND);
    expect([v.status(market), v.money('alice', 'bob', 'cy')]).toEqual(['resolved refund', '100 100 100']);
    expect(v.state.totals).toMatchObject({ fees: 0, backing: 0, debts: 0 });
    v.end();
  });

  test('of a one-winner event with conversions, fees and a market that had lost before', () => {
    const { v, markets, event } = race({ takerFeeRate: 700 });
    const [a, b, c] = markets;
    for (const market of markets) v.accept({ kind: 'SplitPosition', ...v.named('bob'), market, amount: amount('10') });
    v.accept({ kind: 'ConvertPositions', ...v.named('bob'), ...event, markets: [b, a], amount: amount('7') });
    v.play(c, 'bob sell yes 12 @ 0.31 -> live', 'cy buy yes 11 @ 0.31 -> matched 3.41 for 11');
    v.play(a, 'bob sell yes 3 @ 0.50 -> live', 'alice buy yes 3 @ 0.50 -> matched 1.5 for 3');
    v.pay(a, NO);
    v.accept({ kind: 'Withdraw', wallet: v.named('bob').wallet, amount: amount('50') });
    v.propose(event, REFUND);
    v.confirm(b);
    v.settle();
    expect(markets.map((market) => v.status(market))).toEqual([
      'resolved refund',
      'resolved refund',
      'resolved refund',
    ]);
    expect([v.money('alice', 'bob', 'cy'), v.advanced]).toEqual(['100 50 100', 0n]);
    expect(v.state.totals).toMatchObject({ fees: 0, backing: 0, debts: 0 });
    expect(v.reverse({ market: a }, OPEN)).toMatchObject({ events: [{ markets }] });
    v.settle();
    expect(markets.map((market) => v.status(market))).toEqual(['open', 'open', 'open']);
    v.end();
  });

  test('of an ordinary event is one of each of its open markets, which are reversed one by one', () => {
    const { v, market, other } = bought();
    v.accept({ kind: 'SplitPosition', ...v.named('cy'), market: other, amount: amount('30') });
    v.propose({ catalogEvent: v.eventOf(market) }, REFUND);
    v.confirm(other);
    v.settle();
    expect([v.status(market), v.status(other), v.money('alice', 'bob', 'cy')]).toEqual([
      'resolved refund',
      'resolved refund',
      '100 100 100',
    ]);
    v.correct({ market: other }, YES);
    v.correct({ market }, NO);
    expect([v.status(market), v.status(other), v.money('alice', 'bob', 'cy')]).toEqual([
      'resolved 0',
      'resolved 10000',
      '40 160 100',
    ]);
    v.end();
  });

  test('books as debt what was taken out as profit and is gone', () => {
    const { v, market } = traded();
    v.play(market, 'cy buy yes 20 @ 0.60 -> matched 12 for 20', 'alice buy yes 80 @ 0.60 -> matched 48 for 80');
    v.play(market, 'alice buy yes 20 @ 0.90 -> live', 'cy sell yes 20 @ 0.90 -> matched 20 for 18');
    const { wallet } = v.named('cy');
    v.accept({ kind: 'MergePositions', ...v.named('cy'), market, amount: amount('20') });
    v.accept({ kind: 'Withdraw', wallet, amount: amount('106') });
    v.pay(market, REFUND);
    expect([v.money('alice', 'bob', 'cy'), v.state.totals.debts]).toEqual(['100 100 0-6', amount('6')]);
    v.accept({ kind: 'Deposit', wallet, amount: amount('6.5') });
    expect([v.money('cy'), v.state.totals.debts]).toEqual(['0.5', 0]);
    v.end();
  });

  test('too large for what the venue can hold is refused, and costs beyond 2^53 stay exact', () => {
    const v = new Court();
    const [market, back] = v.markets(2, { minimumSize: '0' }) as [MarketId, MarketId];
    for (const name of ['alice', 'bob']) v.trader(name, '4000000000');
    for (const name of ['alice', 'bob'])
      for (const id of [market, back])
        v.accept({ kind: 'SplitPosition', ...v.named(name), market: id, amount: amount('900000000') });
    const wash = (id: MarketId, from: string, to: string) => {
      v.play(
        id,
        `${to} sell yes 900000000 @ 0.99 -> live`,
        `${from} buy yes 900000000 @ 0.99 -> matched 891000000 for 900000000`,
      );
      v.play(
        id,
        `${to} buy yes 900000000 @ 0.01 -> live`,
        `${from} sell yes 900000000 @ 0.01 -> matched 900000000 for 9000000`,
      );
    };
    for (let round = 0; round < 12; round++) {
      wash(market, 'alice', 'bob');
      wash(back, 'bob', 'alice');
    }
    const { cost } = v.state.wallets[v.named('alice').wallet]!.positions.get(market)!;
    expect(cost).toBe(11_484_000_000_000_000n);
    expect(v.propose({ market }, REFUND)).toMatchObject({ code: 'result_too_large' });
    v.pay(market, YES);
    expect(v.reverse({ market }, REFUND)).toMatchObject({ code: 'result_too_large' });
    v.correct({ market }, NO);
    v.end();
  });
});

describe('results: reversals', () => {
  type Row = readonly [string, NamedResult, readonly ReverseResult['to'][], string, string];
  const ROWS: readonly Row[] = [
    ['to the other outcome', YES, [NO], 'resolved 0', '40 160 100'],
    ['to a share', YES, [{ kind: 'payouts', payouts: [2500, 7500] }], 'resolved 2500', '65 135 100'],
    ['to a split', YES, [{ kind: 'winners', winners: null }], 'resolved 5000', '90 110 100'],
    ['to a refund', YES, [REFUND], 'resolved refund', '100 100 100'],
    ['to open', YES, [OPEN], 'open', '40 60 80'],
    ['there and back', YES, [NO, YES], 'resolved 10000', '140 60 100'],
    ['by a refund and back', NO, [REFUND, NO], 'resolved 0', '40 160 100'],
    ['of a refund', REFUND, [NO, REFUND, YES], 'resolved 10000', '140 60 100'],
    ['of a refund to open', REFUND, [OPEN], 'open', '40 60 80'],
  ];

  test.each(ROWS)('%s', (_name, first, reversals, status, money) => {
    const { v, market } = bought(1000);
    v.pay(market, first);
    for (const to of reversals) v.correct({ market }, to);
    const fees = status === 'resolved refund' ? 0 : 2_400_000;
    const cash = money.split(' ');
    // Alice, the taker, paid the fee of the trade, which only a refund gives back.
    const paid = decimal(amount(cash[0]!) - fees);
    expect([v.status(market), v.money('alice', 'bob', 'cy'), v.state.totals.fees]).toEqual([
      status,
      [paid, ...cash.slice(1)].join(' '),
      fees,
    ]);
    v.end();
  });

  test('a market that reopens trades on, is paid again, and takes back what was bought since', () => {
    const { v, market } = bought();
    const event = v.eventOf(market);
    v.accept({ kind: 'ResolveMarket', market: 1 as MarketId, payouts: [0, 10_000] });
    v.accept({ kind: 'ResolveMarket', market, payouts: [10_000, 0], closesEvent: true });
    v.settle();
    expect(v.state.catalogEvents.get(event)?.closed).toBe(true);
    v.correct({ market }, OPEN);
    expect(v.state.catalogEvents.get(event)?.closed).toBe(false);
    expect(v.state.markets[market]).toMatchObject({ closed: false, acceptingOrders: true, stoppedMs: null });
    v.play(market, 'cy sell yes 20 @ 0.70 -> live', 'bob buy yes 10 @ 0.70 -> matched 7 for 10');
    v.accept({ kind: 'MergePositions', ...v.named('bob'), market, amount: amount('10') });
    v.pay(market, NO);
    expect(v.money('alice', 'bob', 'cy')).toBe('40 153 107');
    v.correct({ market }, REFUND);
    expect(v.money('alice', 'bob', 'cy')).toBe('100 100 100');
    v.end();
  });

  test('a market that reopens after its closing time takes no orders', () => {
    const { v, market } = bought();
    v.accept({ kind: 'UpdateMarket', market, changes: { closeTimeMs: v.timeMs + HOUR_MS } });
    v.pay(market, YES);
    v.correct({ market }, OPEN);
    expect(v.state.closings.size).toBe(1);
    v.pay(market, YES);
    v.timeMs += HOUR_MS;
    v.correct({ market }, OPEN);
    expect(v.state.closings.size).toBe(0);
    expect(v.entries.at(-1)?.events.at(-1)).toEqual({ kind: 'TradingEnded', market });
    expect(v.order('alice buy no 10 @ 0.50', market)).toMatchObject({ code: 'trading_ended' });
    v.accept({ kind: 'UpdateMarket', market, changes: { closeTimeMs: null } });
    v.play(market, 'alice buy no 10 @ 0.50 -> live');
    v.end();
  });

  type Phase = readonly [string, UpdateMarket['changes'], number, object, string];
  const opens = { openTimeMs: START_MS + 2 * HOUR_MS };
  const PHASES: readonly Phase[] = [
    ['paused', { acceptingOrders: false }, 0, { closed: false, acceptingOrders: false }, 'market_not_accepting_orders'],
    ['closed', { closed: true }, 0, { closed: true, acceptingOrders: true }, 'market_closed'],
    ['before its opening', opens, 1, { ...opens, acceptingOrders: true }, 'trading_not_open'],
    ['at its opening', opens, 2, { openTimeMs: null, acceptingOrders: true }, 'live'],
    ['before its closing', { closeTimeMs: START_MS + HOUR_MS + 1 }, 1, { tradingEnded: false }, 'live'],
    ['at its closing', { closeTimeMs: START_MS + HOUR_MS }, 1, { tradingEnded: true }, 'trading_ended'],
  ];

  test.each(PHASES)('reopening: a market is as it was: %s', (_name, changes, hours, phase, order) => {
    const v = new Court();
    v.trader('alice', '100');
    const [market] = v.markets(1, { openTimeMs: START_MS + HOUR_MS }) as [MarketId];
    v.accept({ kind: 'UpdateMarket', market, changes: { openTimeMs: null, ...changes } });
    const event = v.eventOf(market);
    for (const closed of [false, true]) {
      v.submit({ kind: 'UpdateCatalogEvent', catalogEvent: event, changes: { closed } });
      v.accept({ kind: 'ResolveMarket', market, payouts: [10_000, 0], closesEvent: true });
      v.settle();
      v.correct({ market }, NO);
      v.timeMs = START_MS + hours * HOUR_MS;
      v.correct({ market }, OPEN);
      expect([v.state.markets[market], v.state.catalogEvents.get(event)]).toMatchObject([phase, { closed }]);
    }
    v.play(market, `alice buy yes 10 @ 0.40 -> ${order}`);
    v.end();
  });

  test('a market that comes with a result reopens to trade', () => {
    const v = new Court();
    v.trader('alice', '100');
    const flags = { closed: true, acceptingOrders: false };
    const markets = [marketDefinition(0, { ...flags, payouts: [10_000, 0] })];
    v.accept({ kind: 'AddToCatalog', tags: [], series: [], events: [], markets });
    v.correct({ market: 0 as MarketId }, OPEN);
    v.play(0 as MarketId, 'alice buy yes 10 @ 0.40 -> live');
    v.end();
  });

  test('a market that has lost can only reopen while its event goes on, and then the event goes as a whole', () => {
    const { v, markets, event } = race();
    const [a, b, c] = markets;
    for (const market of markets) v.accept({ kind: 'SplitPosition', ...v.named('bob'), market, amount: amount('10') });
    v.accept({ kind: 'ConvertPositions', ...v.named('bob'), ...event, markets: [a, b], amount: amount('7') });
    v.pay(a, NO);
    expect(v.reverse({ market: a }, REFUND)).toMatchObject({ code: 'result_invalid' });
    expect(v.reverse({ market: a }, YES)).toMatchObject({ code: 'result_invalid' });
    expect(v.reverse({ market: b }, OPEN)).toMatchObject({ code: 'market_not_resolved' });
    expect(v.reverse(event, OPEN)).toMatchObject({ code: 'market_not_resolved' });
    const before = v.advanced;
    v.correct({ market: a }, OPEN);
    expect([v.advanced - before, v.status(a), v.money('bob')]).toEqual([BigInt(amount('7')), 'open', '77']);
    v.pay(a, YES);
    for (const to of [NO, { kind: 'payouts', payouts: [5000, 5000] } as const])
      expect(v.reverse({ market: a }, to)).toMatchObject({ code: 'neg_risk_payouts_invalid' });
    const [won, shared] = [v.money('bob'), { kind: 'winners', winners: [b, c] } as const];
    v.correct(event, shared);
    expect(markets.map((market) => v.status(market))).toEqual(['resolved 0', 'resolved 5000', 'resolved 5000']);
    v.correct({ market: b }, { kind: 'winners', winners: null });
    expect(markets.map((market) => v.status(market))).toEqual(['resolved 3334', 'resolved 3333', 'resolved 3333']);
    v.correct({ market: a }, YES);
    expect([v.money('bob'), v.advanced]).toEqual([won, 0n]);
    v.end();
  });

  test('a recorded result ends the proposal, and can be reversed as any other', () => {
    const { v, markets, event: scope } = race();
    const [a, b] = markets;
    v.propose({ market: b }, YES);
    const event = catalogEventDefinition({ id: null, slug: 'event-0', negRisk: true, tagSlugs: [] });
    const importing = (index: number, payouts: readonly [number, number] | null) => {
      const records = [marketDefinition(index, { negRisk: true, payouts })];
      return v.submit({
        kind: 'AddToCatalog',
        tags: [],
        series: [],
        events: [{ event, markets: records }],
        markets: [],
      });
    };
    expect(importing(3, null)).toMatchObject({ code: 'catalog_invalid' });
    expect(importing(0, [10_000, 0])).toMatchObject({
      events: [{ kind: 'ResultWithdrawn', by: null }, {}, {}, {}, {}],
    });
    expect(v.reverse(scope, OPEN)).toMatchObject({ code: 'result_running' });
    v.settle();
    v.correct({ market: b }, YES);
    v.correct(scope, OPEN);
    expect([v.status(a), v.status(b)]).toEqual(['open', 'open']);
    v.end();
  });
});

test('results: hundreds of wallets are corrected in bounded steps, each of which a restart survives', () => {
  const v = new Court();
  const [market] = v.markets(1, { minimumSize: '0' }) as [MarketId];
  const names = Array.from({ length: 210 }, (_, index) => `t${index}`);
  for (const name of names) {
    const trader = v.trader(name, '10');
    v.accept({ kind: 'SplitPosition', ...trader, market, amount: amount('4') });
  }
  v.trader('maker', '9000');
  for (const name of names) v.play(market, `${name} sell yes 3 @ 0.50 -> live`);
  v.play(market, 'maker buy yes 630 @ 0.50 -> matched 315 for 630');
  v.pay(market, YES);
  for (const to of [NO, REFUND, OPEN, REFUND]) {
    if (v.state.markets[market]?.status === 'open') v.pay(market, REFUND);
    else v.reverse({ market }, to);
    const middle = restoreSnapshot(takeSnapshot(v.state));
    expect(hashState(middle)).toBe(hashState(v.state));
    v.steps();
  }
  expect(v.money('maker', 't0', 't209')).toBe('9000 10 10');
  v.end();
});
