/** Results that can be wrong: proposals, disputes, refunds, reversals and debts. */
import { describe, expect, test } from 'vitest';
import type { Command } from '../command.ts';
import type { Decision } from '../decision.ts';
import { STEPS_PER_COMMAND_MAX } from '../limits.ts';
import type { NamedResult, ResultScope, ReverseResult } from '../results/commands.ts';
import { restoreSnapshot, takeSnapshot } from '../snapshot.ts';
import { hashState } from '../state-hash.ts';
import { catalogEventDefinition, marketDefinition } from '../testing/definitions.ts';
import { nextSettlement, nextTimerMs, resultsAreDue } from '../timers.ts';
import { type AccountId, accountId, type MarketId, micros } from '../units/units.ts';
import { amount, decimal, ScenarioVenue } from './venue.testing.ts';

const HOUR_MS = 3_600_000;
const YES = { kind: 'payouts', payouts: [10_000, 0] } as const;
const NO = { kind: 'payouts', payouts: [0, 10_000] } as const;
const REFUND = { kind: 'refund' } as const;
const OPEN = { kind: 'open' } as const;

class Court extends ScenarioVenue {
  propose(scope: ResultScope, result: NamedResult, windowMs = HOUR_MS): Decision {
    const words = { source: 'the paper', note: ' as printed ', by: 'operator' };
    return this.submit({ kind: 'ProposeResult', scope, result, windowMs, ...words });
  }

  dispute(market: MarketId, account: AccountId | null, reason = 'not so'): Decision {
    return this.submit({ kind: 'DisputeResult', market, account, reason });
  }

  confirm = (market: MarketId): Decision =>
    this.submit({ kind: 'ConfirmResult', market, by: 'operator', note: 'checked' });

  withdraw = (market: MarketId): Decision =>
    this.submit({ kind: 'WithdrawResult', market, by: 'operator', reason: '' });

  reverse(scope: ResultScope, to: ReverseResult['to'], note = 'the paper was wrong'): Decision {
    return this.submit({ kind: 'ReverseResult', scope, to, by: 'operator', note });
  }

  /** Lets time pass, as the sequencer sees it. */
  pass(ms: number): void {
    this.timeMs += ms;
    while (resultsAreDue(this.state, this.timeMs)) this.accept({ kind: 'ConfirmResults' });
  }

  /** Confirms a result at once, and pays it. */
  pay(market: MarketId, result: NamedResult): void {
    expect(this.propose({ market }, result)).toMatchObject({ kind: 'accepted' });
    expect(this.confirm(market)).toMatchObject({ kind: 'accepted' });
    this.settle();
  }

  correct(scope: ResultScope, to: ReverseResult['to']): void {
    expect(this.reverse(scope, to)).toMatchObject({ kind: 'accepted' });
    this.settle();
  }

  status(market: MarketId): string {
    const { status, payouts, proposal } = this.state.markets[market]!;
    if (proposal !== null) return proposal.dispute === null ? 'proposed' : 'disputed';
    return payouts === null ? status : `${status} ${payouts[0] + payouts[1] === 0 ? 'refund' : payouts[0]}`;
  }

  /** Cash of all wallets of a trader, less the debt. */
  money(...names: readonly string[]): string {
    return names
      .map((name) => {
        const { wallets, debt } = this.state.accounts[this.named(name).account]!;
        const cash = wallets.reduce((sum, wallet) => sum + this.state.wallets[wallet]!.free, 0);
        return debt > 0 ? `${decimal(cash)}-${decimal(debt)}` : decimal(cash);
      })
      .join(' ');
  }

  /** The steps of the settlement that is due, one command each. */
  steps(): number {
    let steps = 0;
    for (let market = nextSettlement(this.state); market !== null; market = nextSettlement(this.state)) {
      this.accept({ kind: 'SettleMarket', market });
      expect(this.entries.at(-1)?.events.length).toBeLessThanOrEqual(STEPS_PER_COMMAND_MAX + 1);
      steps++;
    }
    return steps;
  }
}

/** Alice has bought 100 YES of Bob's pairs for 60, with a fee, and Cy has his 20 pairs. */
function traded(takerFeeRate = 0) {
  const v = new Court();
  const [market, other] = v.markets(2, { takerFeeRate }) as [MarketId, MarketId];
  for (const name of ['alice', 'bob', 'cy']) v.trader(name, '100');
  v.accept({ kind: 'SplitPosition', ...v.named('bob'), market, amount: amount('100') });
  v.accept({ kind: 'SplitPosition', ...v.named('cy'), market, amount: amount('20') });
  v.play(market, 'bob   sell yes 100 @ 0.60 -> live');
  return { v, market, other };
}

function bought(takerFeeRate = 0) {
  const made = traded(takerFeeRate);
  made.v.play(made.market, 'alice buy  yes 100 @ 0.60 -> matched 60 for 100');
  return made;
}

/** Three markets of a one-winner event. */
function race(terms: { readonly takerFeeRate?: number } = {}) {
  const v = new Court();
  const markets = v.markets(3, { ...terms, minimumSize: '1' }, true) as [MarketId, MarketId, MarketId];
  for (const name of ['alice', 'bob', 'cy']) v.trader(name, '100');
  return { v, markets, event: { catalogEvent: v.eventOf(markets[0]) } };
}

describe('results: life of a proposal', () => {
  type Step = (v: Court, market: MarketId) => unknown;
  const LIVES: readonly (readonly [string, string, ...Step[]])[] = [
    ['is confirmed at the end of its window', 'resolving 10000', (v) => v.pass(HOUR_MS)],
    ['lasts until the end of its window', 'proposed', (v) => v.pass(HOUR_MS - 1)],
    ['is confirmed before by another decision', 'resolving 10000', (v, m) => v.confirm(m)],
    ['is withdrawn', 'open', (v, m) => v.withdraw(m)],
    ['is disputed', 'disputed', (v, m) => v.dispute(m, accountId(1))],
    ['waits for the operator once disputed', 'disputed', (v, m) => v.dispute(m, null), (v) => v.pass(9 * HOUR_MS)],
    ['is confirmed all the same', 'resolving 10000', (v, m) => v.dispute(m, null), (v, m) => v.confirm(m)],
    ['is withdrawn after a dispute', 'open', (v, m) => v.dispute(m, null), (v, m) => v.withdraw(m)],
  ];

  test.each(LIVES)('a proposed result %s', (_name, end, ...steps) => {
    const { v, market } = bought();
    expect(v.propose({ market }, YES)).toMatchObject({
      events: [{ kind: 'ResultProposed', market, markets: [market], note: 'as printed', endsMs: v.timeMs + HOUR_MS }],
    });
    expect(nextTimerMs(v.state)).toBe(v.timeMs + HOUR_MS);
    for (const step of steps) step(v, market);
    expect(v.status(market)).toBe(end);
    v.end();
  });

  test('a window of 0 ends at once, and a result that was withdrawn can be proposed again', () => {
    const { v, market } = bought();
    v.propose({ market }, NO);
    v.withdraw(market);
    v.propose({ market }, YES, 0);
    v.pass(0);
    v.settle();
    expect([v.status(market), v.money('alice', 'bob', 'cy')]).toEqual(['resolved 10000', '140 60 100']);
    v.end();
  });

  test('trading stops, resting orders stay and can be cancelled, and pairs are split and merged', () => {
    const { v, market } = bought();
    v.play(market, 'cy sell no 10 @ 0.50 -> live');
    v.propose({ market }, YES);
    const until = v.timeMs / 1000 + 3600;
    expect(v.order('alice buy no 10 @ 0.50', market)).toMatchObject({ code: 'result_proposed', details: { until } });
    expect(v.book(market)).toBe('bids 0.5x10 asks ');
    v.accept({ kind: 'SplitPosition', ...v.named('alice'), market, amount: amount('5') });
    v.accept({ kind: 'MergePositions', ...v.named('alice'), market, amount: amount('5') });
    v.accept({ kind: 'CancelMatching', account: v.named('cy').account, market, outcome: null });
    v.dispute(market, null);
    expect(v.order('alice buy no 10 @ 0.50', market)).not.toHaveProperty('details.until');
    v.withdraw(market);
    v.play(market, 'alice buy no 10 @ 0.50 -> live');
    v.end();
  });

  test('a result that can no longer be is withdrawn by the venue when its window ends', () => {
    const v = new Court();
    const [a, b] = v.markets(2, {}, true) as [MarketId, MarketId];
    v.propose({ market: a }, NO);
    v.propose({ market: b }, NO);
    v.pass(HOUR_MS);
    expect([v.status(a), v.status(b)]).toEqual(['resolving 0', 'open']);
    const reason = 'the result cannot be confirmed: one market of the event has to win';
    expect(v.entries.at(-1)?.events).toEqual([{ kind: 'ResultWithdrawn', market: b, by: null, reason }]);
    v.settle();
    v.end();
  });

  test('a winner covers its whole event, which takes no further market meanwhile', () => {
    const { v, markets, event } = race();
    const [a, b, c] = markets;
    expect(v.propose({ market: b }, YES)).toMatchObject({ events: [{ market: a, markets }] });
    expect(v.dispute(c, null)).toMatchObject({ events: [{ market: a }] });
    for (const result of [NO, REFUND])
      expect(v.propose({ market: a }, result)).toMatchObject({ code: 'result_proposed' });
    expect(v.submit({ kind: 'ResolveEvent', ...event, winners: [a] })).toMatchObject({ code: 'result_proposed' });
    v.confirm(a);
    v.settle();
    expect(markets.map((market) => v.status(market))).toEqual(['resolved 0', 'resolved 10000', 'resolved 0']);
    v.end();
  });
});

describe('results: refusals', () => {
  const LONG = 'x'.repeat(2001);
  type Act = (v: Court, market: MarketId, other: MarketId) => Decision;
  const ROWS: readonly (readonly [string, string, Act, ...Act[]])[] = [
    ['no such market', 'unknown_market', (v) => v.propose({ market: 9 as MarketId }, YES)],
    ['no such event', 'unknown_catalog_event', (v) => v.propose({ catalogEvent: 9 as never }, REFUND)],
    [
      'payouts that do not add up',
      'payouts_invalid',
      (v, market) => v.propose({ market }, { kind: 'payouts', payouts: [1, 2] }),
    ],
    [
      'winners of an ordinary event',
      'not_neg_risk',
      (v, m) => v.propose({ catalogEvent: v.eventOf(m) }, { kind: 'winners', winners: null }),
    ],
    ['winners of one market', 'result_invalid', (v, m) => v.propose({ market: m }, { kind: 'winners', winners: [m] })],
    ['payouts of an event', 'result_invalid', (v, m) => v.propose({ catalogEvent: v.eventOf(m) }, YES)],
    ['a window that is too long', 'result_invalid', (v, m) => v.propose({ market: m }, YES, 2_592_000_001)],
    ['a window that ends before it begins', 'result_invalid', (v, m) => v.propose({ market: m }, YES, -1)],
    [
      'a second proposal',
      'result_proposed',
      (v, m) => v.propose({ market: m }, NO),
      (v, m) => v.propose({ market: m }, YES),
    ],
    [
      'a result at once beside it',
      'result_proposed',
      (v, market) => v.submit({ kind: 'ResolveMarket', market, payouts: [0, 10_000] }),
      (v, m) => v.propose({ market: m }, YES),
    ],
    [
      'a second dispute',
      'result_disputed',
      (v, m) => v.dispute(m, null),
      (v, m) => v.propose({ market: m }, YES),
      (v, m) => v.dispute(m, accountId(0)),
    ],
    ['a dispute of nothing', 'result_not_proposed', (v, m) => v.dispute(m, null)],
    [
      'a dispute by nobody',
      'unknown_account',
      (v, m) => v.dispute(m, accountId(9)),
      (v, m) => v.propose({ market: m }, YES),
    ],
    [
      'a dispute without a reason',
      'result_invalid',
      (v, m) => v.dispute(m, null, '  '),
      (v, m) => v.propose({ market: m }, YES),
    ],
    [
      'a dispute that does not end',
      'result_invalid',
      (v, m) => v.dispute(m, null, LONG),
      (v, m) => v.propose({ market: m }, YES),
    ],
    ['a confirmation of nothing', 'result_not_proposed', (v, m) => v.confirm(m)],
    ['a withdrawal of nothing', 'result_not_proposed', (v, m) => v.withdraw(m)],
    ['a reversal without a result', 'market_not_resolved', (v, m) => v.reverse({ market: m }, NO)],
    ['a reversal without a note', 'result_invalid', (v, m) => v.reverse({ market: m }, NO, ' ')],
    ['a reversal of an ordinary event', 'not_neg_risk', (v, m) => v.reverse({ catalogEvent: v.eventOf(m) }, OPEN)],
  ];

  test.each(ROWS)('%s is refused as %s', (_name, code, act, ...before) => {
    const { v, market, other } = bought();
    for (const earlier of before) expect(earlier(v, market, other)).toMatchObject({ kind: 'accepted' });
    expect(act(v, market, other)).toMatchObject({ kind: 'reject', code });
    v.end();
  });

  test('a result that is being paid or reversed, one that stands, and one that is final', () => {
    const { v, market } = bought();
    const scope = { market };
    v.propose(scope, YES);
    v.confirm(market);
    expect(v.reverse(scope, NO)).toMatchObject({ code: 'result_running' });
    v.settle();
    expect([v.reverse(scope, YES), v.propose(scope, NO)]).toMatchObject([
      { code: 'already_resolved' },
      { code: 'already_resolved' },
    ]);
    v.reverse(scope, NO);
    for (const to of [YES, REFUND, OPEN]) expect(v.reverse(scope, to)).toMatchObject({ code: 'result_running' });
    v.settle();
    v.accept({ kind: 'UpdateMarket', market, changes: { archived: true } });
    for (const to of [YES, REFUND, OPEN]) expect(v.reverse(scope, to)).toMatchObject({ code: 'result_final' });
    expect(v.state.markets[market]).toMatchObject({ past: new Map(), settlement: null });
    v.end();
  });

  test('an archived event makes the results of its markets final, those that follow included', () => {
    const { v, market, other } = bought();
    v.pay(market, YES);
    v.accept({ kind: 'UpdateCatalogEvent', catalogEvent: v.eventOf(market), changes: { archived: true } });
    v.pay(other, YES);
    for (const id of [market, other]) expect(v.reverse({ market: id }, NO)).toMatchObject({ code: 'result_final' });
    v.end();
  });
});

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
    expect(v.order('alice buy no 10 @ 0.50', market)).toMatchObject({ code: 'trading_ended' });
    v.accept({ kind: 'UpdateMarket', market, changes: { closeTimeMs: null } });
    v.play(market, 'alice buy no 10 @ 0.50 -> live');
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
      return v.submit({ kind: 'AddToCatalog', tags: [], series: [], events: [{ event, markets: records }], markets: [] });
    };
    expect(importing(3, null)).toMatchObject({ code: 'catalog_invalid' });
    expect(importing(0, [10_000, 0])).toMatchObject({ events: [{ kind: 'ResultWithdrawn', by: null }, {}, {}, {}, {}] });
    expect(v.reverse(scope, OPEN)).toMatchObject({ code: 'result_running' });
    v.settle();
    v.correct({ market: b }, YES);
    v.correct(scope, OPEN);
    expect([v.status(a), v.status(b)]).toEqual(['open', 'open']);
    v.end();
  });
});

describe('results: debts', () => {
  /** Alice has spent what she got for a result that is then reversed: she owes 100. */
  function indebted() {
    const made = bought();
    const { v, market, other } = made;
    v.accept({ kind: 'SplitPosition', ...v.named('alice'), market: other, amount: amount('40') });
    v.pay(market, YES);
    v.accept({ kind: 'Withdraw', wallet: v.named('alice').wallet, amount: amount('100') });
    v.correct({ market }, NO);
    expect(v.money('alice', 'bob', 'cy')).toBe('0-100 160 100');
    return { ...made, alice: v.named('alice') };
  }

  test('an account in debt neither buys, nor splits, nor withdraws', () => {
    const { v, other, alice } = indebted();
    const amounts = { amount: micros(1) };
    const refused: readonly Command[] = [
      { kind: 'SplitPosition', ...alice, market: other, ...amounts },
      { kind: 'Withdraw', wallet: alice.wallet, ...amounts },
    ];
    const debt = { code: 'account_in_debt', details: { debt: amount('100') } };
    for (const command of refused) expect(v.submit(command)).toMatchObject(debt);
    expect(v.order('alice buy yes 10 @ 0.50', other)).toMatchObject(debt);
    expect(v.order('alice buy yes $5 @ 0.50 FAK', other)).toMatchObject(debt);
    v.play(other, 'alice sell yes 10 @ 0.50 -> live');
    v.accept({ kind: 'CancelMatching', account: alice.account, market: null, outcome: null });
    v.end();
  });

  type Credit = (v: Court, other: MarketId) => void;
  const CREDITS: readonly (readonly [string, string, Credit])[] = [
    ['a deposit', '0-70', (v) => v.accept({ kind: 'Deposit', wallet: v.named('alice').wallet, amount: amount('30') })],
    [
      'a sale as a maker',
      '0-92',
      (v, m) => v.play(m, 'alice sell yes 10 @ 0.80 -> live', 'bob buy yes 10 @ 0.80 -> matched 8 for 10'),
    ],
    [
      'a sale as a taker',
      '0-92',
      (v, m) => v.play(m, 'bob buy yes 10 @ 0.80 -> live', 'alice sell yes 10 @ 0.80 -> matched 10 for 8'),
    ],
    [
      'a merge',
      '0-75',
      (v, market) => v.accept({ kind: 'MergePositions', ...v.named('alice'), market, amount: amount('25') }),
    ],
    ['a payout', '0-60', (v, m) => v.pay(m, YES)],
    [
      'more than enough',
      '3',
      (v) => v.accept({ kind: 'Deposit', wallet: v.named('alice').wallet, amount: amount('103') }),
    ],
    ['a reversal', '0', (v) => v.correct({ market: 0 as MarketId }, YES)],
  ];

  test.each(CREDITS)('%s pays the debt first', (_name, money, credit) => {
    const { v, other } = indebted();
    credit(v, other);
    expect(v.money('alice')).toBe(money);
    v.end();
  });

  test('a batch that merges and splits pays the debt in between', () => {
    const { v, other, alice } = indebted();
    const of = { market: other };
    const { address } = v.state.wallets[alice.wallet]!;
    const batch = (merged: string, split: string) =>
      v.submit({
        ...{ kind: 'RelayTransaction', type: 'SAFE', account: alice.account, wallet: address, nonce: 0 },
        steps: [
          { kind: 'MergePositions', ...of, amount: amount(merged) },
          { kind: 'SplitPosition', ...of, amount: amount(split) },
        ],
        startingBalance: micros(0),
        record: { id: 'r', to: address, data: '0x', metadata: '', builder: null },
      });
    expect(batch('20', '1')).toMatchObject({ code: 'account_in_debt' });
    v.accept({ kind: 'Deposit', wallet: alice.wallet, amount: amount('90') });
    expect(batch('20', '10.000001')).toMatchObject({ code: 'insufficient_balance' });
    expect(batch('20', '10')).toMatchObject({ kind: 'accepted' });
    expect(v.money('alice')).toBe('0');
    v.end();
  });

  test('deposits leave room for the debts of others and for what a correction still claims', () => {
    const { v, market } = bought();
    v.pay(market, YES);
    const { wallet } = v.named('cy');
    v.reverse({ market }, NO);
    const most = 9_000_000_000_000_000 - v.state.totals.collateral - amount('100');
    expect(v.state.totals.claims).toBe(amount('100'));
    expect(v.submit({ kind: 'Deposit', wallet, amount: micros(most + 1) })).toMatchObject({ code: 'deposit_limit' });
    v.accept({ kind: 'Deposit', wallet, amount: micros(most) });
    v.accept({ kind: 'Withdraw', wallet: v.named('alice').wallet, amount: amount('140') });
    v.settle();
    expect([v.money('alice'), v.state.totals.claims]).toEqual(['0-100', 0]);
    expect(v.submit({ kind: 'Deposit', wallet, amount: amount('141') })).toMatchObject({ code: 'deposit_limit' });
    v.end();
  });

  test('BUY orders are cancelled as far as needed, in bounded steps, oldest first', () => {
    const { v, market, other } = bought();
    v.pay(market, YES);
    for (let order = 0; order < 270; order++) v.play(other, 'alice buy yes 5 @ 0.10 -> live');
    expect(v.cash('alice')).toBe('5/135');
    v.reverse({ market }, NO);
    expect(v.steps()).toBe(2);
    // 190 orders free the 95 that are lacking.
    expect([v.cash('alice'), v.money('alice')]).toEqual(['0/40', '0']);
    v.correct({ market }, YES);
    v.accept({ kind: 'Withdraw', wallet: v.named('alice').wallet, amount: amount('100') });
    v.correct({ market }, { kind: 'payouts', payouts: [0, 10_000] });
    expect([v.cash('alice'), v.money('alice')]).toEqual(['0/0', '0-60']);
    v.end();
  });

  test('a BUY order that a key placed is cancelled too', () => {
    const { v, market, other } = bought();
    v.pay(market, YES);
    const alice = v.named('alice');
    const key = v.state.accounts[v.trader('bot', '0').account]!.address;
    const expiration = Math.floor(v.timeMs / 1000) + 86_400;
    v.accept({ kind: 'AddKey', ...alice, key, label: 'bot', scopes: ['CLOB'], expiration });
    v.play(other, 'bot buy yes 100 @ 0.60 from=alice -> live');
    v.correct({ market }, NO);
    expect([v.cash('alice'), v.money('alice')]).toEqual(['40/0', '40']);
    v.end();
  });

  test('an account with two wallets pays from both', () => {
    const { v, market, alice } = indebted();
    v.accept({ kind: 'Deposit', wallet: v.state.accounts[alice.account]!.wallets[1]!, amount: amount('250') });
    expect(v.money('alice')).toBe('150');
    v.correct({ market }, YES);
    v.accept({ kind: 'Withdraw', wallet: alice.wallet, amount: amount('70') });
    v.correct({ market }, NO);
    const paid = v.entries.at(-1)?.events.find(({ kind }) => kind === 'PayoutReclaimed');
    expect(paid).toMatchObject({
      taken: [
        [alice.wallet, amount('30')],
        [alice.wallet + 1, amount('70')],
      ],
      debt: 0,
    });
    v.end();
  });
});

test('results: hundreds of wallets are corrected in bounded steps, each of which a restart survives', () => {
  const v = new Court();
  const [market] = v.markets(1, { minimumSize: '0' }) as [MarketId];
  const names = Array.from({ length: 450 }, (_, index) => `t${index}`);
  for (const name of names) {
    const trader = v.trader(name, '10');
    v.accept({ kind: 'SplitPosition', ...trader, market, amount: amount('4') });
  }
  v.trader('maker', '9000');
  for (const name of names) v.play(market, `${name} sell yes 3 @ 0.50 -> live`);
  v.play(market, 'maker buy yes 1350 @ 0.50 -> matched 675 for 1350');
  v.pay(market, YES);
  for (const to of [NO, REFUND, OPEN, REFUND]) {
    if (v.state.markets[market]?.status === 'open') v.pay(market, REFUND);
    else v.reverse({ market }, to);
    const middle = restoreSnapshot(takeSnapshot(v.state));
    expect(hashState(middle)).toBe(hashState(v.state));
    v.steps();
  }
  expect(v.money('maker', 't0', 't449')).toBe('9000 10 10');
  v.end();
}, 120_000);
