import { expect, test } from 'vitest';
import { marketDefinition } from '../testing/definitions.ts';
import { nextTimerMs, openingIsDue } from '../timers.ts';
import { marketId } from '../units/units.ts';
import { ScenarioVenue } from './venue.testing.ts';

const HOUR_MS = 3_600_000;

function openingIn(ms: number) {
  const v = new ScenarioVenue();
  v.trader('alice', '100');
  v.trader('bob', '100');
  const openTimeMs = v.timeMs + ms;
  const market = marketId(v.state.markets.length);
  const markets = [marketDefinition(7, { openTimeMs, closeTimeMs: openTimeMs + HOUR_MS })];
  v.accept({ kind: 'AddToCatalog', tags: [], series: [], events: [], markets });
  return { v, market, openTimeMs };
}

test('opening time: no order is taken before it, and the timer records it', () => {
  const { v, market, openTimeMs } = openingIn(HOUR_MS);
  v.timeMs = openTimeMs - 1;
  v.play(market, 'alice buy yes 50 @ 0.40 -> trading_not_open', 'bob buy no 10 @ 0.60 FAK -> trading_not_open');
  const refused = v.submit({ kind: 'UpdateMarket', market, changes: { openTimeMs: openTimeMs + HOUR_MS } });
  expect([refused, nextTimerMs(v.state)]).toMatchObject([{ code: 'catalog_invalid' }, openTimeMs]);
  v.timeMs = openTimeMs;
  expect(openingIsDue(v.state, v.timeMs)).toBe(true);
  expect(v.accept({ kind: 'OpenTrading' })).toMatchObject({ events: [{ kind: 'TradingOpened', market }] });
  expect(openingIsDue(v.state, v.timeMs)).toBe(false);
  v.play(market, 'alice buy yes 50 @ 0.40 -> live', 'bob buy no 10 @ 0.60 -> matched 6 for 10');
  const again = v.submit({ kind: 'UpdateMarket', market, changes: { openTimeMs: openTimeMs + 1 } });
  expect(again).toMatchObject({ code: 'catalog_invalid', details: { reason: expect.stringContaining('has opened') } });
  v.end();
});

test.each([
  ['taken away', null],
  ['moved into the past', 1],
])('opening time: %s, trading opens at once', (_, openTimeMs) => {
  const { v, market } = openingIn(HOUR_MS);
  v.accept({ kind: 'UpdateMarket', market, changes: { openTimeMs } });
  expect(openingIsDue(v.state, v.timeMs + 2 * HOUR_MS)).toBe(false);
  v.play(market, 'alice buy yes 50 @ 0.40 -> live');
  v.end();
});

test('opening time: a result before it takes it away', () => {
  const { v, market, openTimeMs } = openingIn(HOUR_MS);
  v.accept({ kind: 'ResolveMarket', market, payouts: [10_000, 0] });
  v.settle();
  expect(openingIsDue(v.state, openTimeMs)).toBe(false);
  v.end();
});
