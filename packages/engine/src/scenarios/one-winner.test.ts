import { expect, test } from 'vitest';
import type { Decision } from '../decision.ts';
import type { MarketId } from '../units/units.ts';
import { ScenarioVenue } from './venue.testing.ts';

/** `first,second` payouts of all markets that a decision resolves, by market. */
function results(decision: Decision): Record<number, string> {
  if (decision.kind !== 'accepted') throw new Error(JSON.stringify(decision));
  const resolved = decision.events.filter((event) => event.kind === 'MarketResolved');
  return Object.fromEntries(resolved.map(({ market, payouts }) => [market, payouts.join()]));
}

function race(count: number) {
  const v = new ScenarioVenue();
  const markets = v.markets(count, { tick: 1, minimumSize: '0' }, true);
  const catalogEvent = v.eventOf(markets[0] as MarketId);
  const event = (winners: readonly MarketId[] | null) => v.submit({ kind: 'ResolveEvent', catalogEvent, winners });
  return { v, markets, event };
}

test('one winner: what has lost cannot win, and a market alone in its event pays one half on each side', () => {
  const { v, markets, event } = race(3);
  const [a = 0 as never, b = 0 as never, c = 0 as never] = markets;
  v.accept({ kind: 'ResolveMarket', market: a, payouts: [0, 10_000] });
  for (const winners of [[a], [a, c]]) expect(event(winners)).toMatchObject({ code: 'neg_risk_payouts_invalid' });
  expect(results(event([c]))).toEqual({ [b]: '0,10000', [c]: '10000,0' });
  const [alone = 0 as never] = v.markets(1, {}, true);
  const catalogEvent = v.eventOf(alone);
  const halves = { [alone]: '5000,5000' };
  expect(results(v.submit({ kind: 'ResolveEvent', catalogEvent, winners: null }))).toEqual(halves);
  v.settle();
  v.end();
});

test('one winner: an event that was left with a winner and open markets, as older rules did, is brought to its end', () => {
  const { v, markets, event } = race(3);
  const [a = 0 as never, b = 0 as never, c = 0 as never] = markets;
  v.force({ kind: 'MarketResolved', market: b, payouts: [10_000, 0] });
  v.settle();
  for (const winners of [[a], [a, b], null]) expect(event(winners)).toMatchObject({ code: 'neg_risk_payouts_invalid' });
  expect(results(event([b]))).toEqual({ [a]: '0,10000', [c]: '0,10000' });
  v.settle();
  v.end();
});

test('one winner: 128 markets settle in bounded steps [E13 E20]', () => {
  const { v, markets, event } = race(128);
  v.trader('alice', '1000');
  v.trader('bob', '1000');
  for (const market of markets.slice(0, 3)) v.play(market, 'alice buy yes 10 @ 0.01 -> live');
  const last = markets.at(-1) as MarketId;
  v.play(last, 'alice buy yes 10 @ 0.01 -> live', 'bob buy no 10 @ 0.99 -> matched 9.9 for 10');
  expect(Object.keys(results(event([last])))).toHaveLength(128);
  v.settle();
  const steps = v.entries.filter(({ command }) => command.kind === 'SettleMarket');
  expect(Math.max(...steps.map(({ events }) => events.length))).toBeLessThanOrEqual(200);
  expect([v.cash('alice'), v.cash('bob')]).toEqual(['1009.9/0', '990.1/0']);
  v.end();
});
