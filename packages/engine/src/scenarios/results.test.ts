/** Results before they are paid: proposals, disputes, and refusals. */
import { describe, expect, test } from 'vitest';
import type { Decision } from '../decision.ts';
import { nextTimerMs } from '../timers.ts';
import { accountId, type MarketId } from '../units/units.ts';
import { bought, Court, HOUR_MS, NO, OPEN, REFUND, race, YES } from './results.testing.ts';
import { amount } from './venue.testing.ts';

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

  test.each(LIVES.map(([name, end, ...steps]) => ({ name, end, steps })))(
    'a proposed result $name',
    ({ end, steps }) => {
      const { v, market } = bought();
      expect(v.propose({ market }, YES)).toMatchObject({
        events: [{ kind: 'ResultProposed', market, markets: [market], note: 'as printed', endsMs: v.timeMs + HOUR_MS }],
      });
      expect(nextTimerMs(v.state)).toBe(v.timeMs + HOUR_MS);
      for (const step of steps) step(v, market);
      expect(v.status(market)).toBe(end);
      v.end();
    },
  );

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
    expect(v.entries.at(-1)?.events).toEqual([{ kind: 'ResultWithdrawn', market: b, markets: [b], by: null, reason }]);
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

  test.each(ROWS.map(([name, code, act, ...before]) => ({ name, code, act, before })))(
    '$name is refused as $code',
    ({ code, act, before }) => {
      const { v, market, other } = bought();
      for (const earlier of before) expect(earlier(v, market, other)).toMatchObject({ kind: 'accepted' });
      expect(act(v, market, other)).toMatchObject({ kind: 'reject', code });
      v.end();
    },
  );

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
