import { expect, test } from 'vitest';
import { amount, ScenarioVenue } from './venue.ts';

test('positions: split and merge are each other undone [E11]', () => {
  const v = new ScenarioVenue();
  const { account, wallet } = v.trader('alice', '100');
  const [market = 0 as never] = v.markets(1);
  v.accept({ kind: 'SplitPosition', account, wallet, market, amount: amount('40') });
  expect([v.cash('alice'), v.shares('alice', market)]).toEqual(['60/0', 'yes 40/0 no 40/0']);
  expect(v.submit({ kind: 'SplitPosition', account, wallet, market, amount: amount('61') })).toMatchObject({
    code: 'insufficient_balance',
  });
  expect(v.submit({ kind: 'MergePositions', account, wallet, market, amount: amount('41') })).toMatchObject({
    code: 'insufficient_position',
  });
  v.accept({ kind: 'MergePositions', account, wallet, market, amount: amount('40') });
  expect([v.cash('alice'), v.shares('alice', market)]).toEqual(['100/0', 'yes 0/0 no 0/0']);
  v.end();
});

test('resolution: orders are cancelled, the winner is paid in full, the loser nothing [E13]', () => {
  const v = new ScenarioVenue();
  v.trader('alice', '100');
  v.trader('bob', '100');
  const [market = 0 as never] = v.markets(1);
  v.play(
    market,
    'alice buy yes 50 @ 0.40 -> live',
    'bob   buy no  50 @ 0.60 -> matched 30 for 50',
    'alice buy yes 50 @ 0.20 -> live',
    'alice sell yes 20 @ 0.90 -> live',
  );
  v.accept({ kind: 'ResolveMarket', market, payouts: [10_000, 0] });
  v.play(market, 'bob buy yes 5 @ 0.50 -> market_closed');
  v.settle();
  expect([v.cash('alice'), v.cash('bob')]).toEqual(['130/0', '70/0']);
  expect(v.submit({ kind: 'ResolveMarket', market, payouts: [0, 10_000] })).toMatchObject({ code: 'already_resolved' });
  v.end();
});

test('resolution: 50-50 pays half of every share and the odd micro goes to the fee account [E13]', () => {
  const v = new ScenarioVenue();
  const alice = v.trader('alice', '100');
  v.trader('bob', '100');
  const [market = 0 as never] = v.markets(1, { tick: 1, minimumSize: '0' });
  v.accept({ kind: 'SplitPosition', ...alice, market, amount: amount('0.000003') });
  v.play(
    market,
    'bob   buy  no 0.000004 @ 0.5 -> live',
    'alice sell no 0.000003 @ 0.3334 FAK -> matched 0.000003 for 0.000001',
  );
  v.accept({ kind: 'ResolveMarket', market, payouts: [5_000, 5_000] });
  v.settle();
  // Three shares on each side at one half: 1 micro each, and one of the three locked micros is left.
  expect([v.cash('alice'), v.cash('bob')]).toEqual(['99.999999/0', '100/0']);
  expect(v.state.totals.fees).toBe(1);
  v.end();
});

test('negative risk: NO on m of n questions converts to m - 1 collateral and YES on the others, and is covered at the end [E12]', () => {
  const v = new ScenarioVenue();
  const alice = v.trader('alice', '100');
  const markets = v.markets(3, {}, true);
  const [a = 0 as never, b = 0 as never, c = 0 as never] = markets;
  const catalogEvent = v.eventOf(a);
  for (const market of [a, b]) v.accept({ kind: 'SplitPosition', ...alice, market, amount: amount('10') });
  v.accept({ kind: 'ConvertPositions', ...alice, catalogEvent, markets: [a, b], amount: amount('10') });
  expect(v.cash('alice')).toBe('90/0');
  expect(v.shares('alice', c)).toBe('yes 10/0 no 0/0');
  expect(v.advanced).toBe(20_000_000n);
  expect(v.submit({ kind: 'ResolveMarket', market: a, payouts: [5_000, 5_000] })).toMatchObject({
    code: 'neg_risk_payouts_invalid',
  });
  v.accept({ kind: 'ResolveMarket', market: a, payouts: [0, 10_000], closesEvent: true });
  v.accept({ kind: 'ResolveMarket', market: b, payouts: [0, 10_000] });
  expect(v.submit({ kind: 'ResolveMarket', market: c, payouts: [0, 10_000] })).toMatchObject({
    code: 'neg_risk_payouts_invalid',
  });
  expect(v.state.catalogEvents.get(catalogEvent)?.closed).toBe(false);
  v.accept({ kind: 'ResolveMarket', market: c, payouts: [10_000, 0], closesEvent: true });
  // The event closes along with its last market.
  expect(v.state.catalogEvents.get(catalogEvent)?.closed).toBe(true);
  v.settle();
  expect(v.cash('alice')).toBe('100/0');
  expect(v.advanced).toBe(0n);
  v.end();
});
