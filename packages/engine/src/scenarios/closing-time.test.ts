import { expect, test } from 'vitest';
import { endOfTradingIsDue } from '../timers.ts';
import { ScenarioVenue } from './venue.testing.ts';

const HOUR_MS = 3_600_000;

function closingIn(ms: number) {
  const v = new ScenarioVenue();
  v.trader('alice', '100');
  v.trader('bob', '100');
  const [market = 0 as never] = v.markets(1);
  const closeTimeMs = v.timeMs + ms;
  v.accept({ kind: 'UpdateMarket', market, changes: { closeTimeMs } });
  return { v, market, closeTimeMs };
}

/** Runs the timer as the sequencer does; returns the number of events in each step. */
function endTrading(v: ScenarioVenue): number[] {
  const steps: number[] = [];
  while (endOfTradingIsDue(v.state, v.timeMs)) {
    const decision = v.accept({ kind: 'EndTrading' });
    steps.push(decision.kind === 'accepted' ? decision.events.length : 0);
  }
  return steps;
}

test('closing time: orders are taken until it comes and refused from then on, timer or not [E25]', () => {
  const { v, market, closeTimeMs } = closingIn(HOUR_MS);
  v.play(market, 'alice buy yes 50 @ 0.40 -> live', 'alice buy yes 5 @ 0.30 GTD +7200 -> live');
  v.timeMs = closeTimeMs - 1;
  v.play(market, 'bob buy no 10 @ 0.60 -> matched 6 for 10');
  expect(endOfTradingIsDue(v.state, v.timeMs)).toBe(false);
  v.timeMs = closeTimeMs;
  expect(endOfTradingIsDue(v.state, v.timeMs)).toBe(true);
  v.play(
    market,
    'bob buy no 10 @ 0.60 -> trading_ended',
    'bob buy no 10 @ 0.60 FAK -> trading_ended',
    'bob buy no 10 @ 0.30 GTD +100 -> trading_ended',
  );
  // An order that would live longer ends with the others.
  expect([endTrading(v), v.book(market)]).toEqual([[1, 2], 'bids  asks ']);
  expect([v.cash('alice'), v.cash('bob')]).toEqual(['96/0', '94/0']);
  v.play(market, 'bob buy no 10 @ 0.60 -> trading_ended');
  v.end();
});

test('closing time: put off while the orders go, it leaves those that are left', () => {
  const { v, market, closeTimeMs } = closingIn(HOUR_MS);
  for (let order = 0; order < 210; order++) v.order('alice buy yes 5 @ 0.01', market);
  v.timeMs = closeTimeMs;
  for (let step = 0; step < 2; step++) v.accept({ kind: 'EndTrading' });
  expect(v.state.openOrders.size).toBe(10);
  v.accept({ kind: 'UpdateMarket', market, changes: { closeTimeMs: closeTimeMs + 1 } });
  expect(endOfTradingIsDue(v.state, v.timeMs)).toBe(false);
  v.play(market, 'bob sell no 5 @ 0.99 -> insufficient_position');
  v.timeMs += 1;
  expect(endTrading(v)).toEqual([1, 10]);
  v.end();
});

test.each(['began', 'would begin'])('closing time: a market’s result ends what it %s, and never changes', (what) => {
  const { v, market, closeTimeMs } = closingIn(HOUR_MS);
  v.play(market, 'alice buy yes 50 @ 0.40 -> live');
  if (what === 'began') v.timeMs = closeTimeMs;
  if (what === 'began') v.accept({ kind: 'EndTrading' });
  v.accept({ kind: 'ResolveMarket', market, payouts: [10_000, 0] });
  v.timeMs = closeTimeMs;
  expect(endOfTradingIsDue(v.state, v.timeMs)).toBe(false);
  for (const changes of [{ closeTimeMs: null }, { closed: false }, { acceptingOrders: true }])
    expect(v.submit({ kind: 'UpdateMarket', market, changes })).toMatchObject({ code: 'already_resolved' });
  v.accept({ kind: 'UpdateMarket', market, changes: { archived: true } });
  v.settle();
  v.end();
});

test('closing time: many markets at one moment are all noted before any order is cancelled, in bounded steps', () => {
  const v = new ScenarioVenue();
  v.trader('alice', '1000');
  const markets = v.markets(205);
  const closeTimeMs = v.timeMs + HOUR_MS;
  for (const market of markets) v.accept({ kind: 'UpdateMarket', market, changes: { closeTimeMs } });
  for (const market of markets.slice(0, 105))
    for (let order = 0; order < 2; order++) v.order('alice buy yes 5 @ 0.01', market);
  v.timeMs = closeTimeMs;
  expect([endTrading(v), v.cash('alice')]).toEqual([[200, 5, 200, 10], '1000/0']);
  v.end();
});

test.each([-1, 0.5, Number.NaN])('closing time: %d is none', (closeTimeMs) => {
  const { v, market } = closingIn(HOUR_MS);
  expect(v.answer({ kind: 'UpdateMarket', market, changes: { closeTimeMs } })).toBe('catalog_invalid');
});
