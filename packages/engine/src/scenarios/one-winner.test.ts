/** One-winner events: the result of one market resolves all of them, in one entry; voids and dead heats; payouts. */
import { expect, test } from 'vitest';
import type { Decision } from '../decision.ts';
import type { MarketId } from '../units/ids.ts';
import { amount, ScenarioVenue } from './venue.ts';

/** `first,second` payouts of all markets that a decision resolves, by market. */
function results(decision: Decision): Record<number, string> {
  if (decision.kind !== 'accepted') throw new Error(JSON.stringify(decision));
  const resolved = decision.events.filter((event) => event.kind === 'MarketResolved');
  return Object.fromEntries(resolved.map(({ market, payouts }) => [market, payouts.join()]));
}

function race(count: number): {
  readonly v: ScenarioVenue;
  readonly markets: readonly MarketId[];
  readonly event: (winners: readonly MarketId[] | null) => Decision;
} {
  const v = new ScenarioVenue();
  const markets = v.markets(count, { tick: 1, minimumSize: '0' }, true);
  const catalogEvent = v.eventOf(markets[0] as MarketId);
  return { v, markets, event: (winners) => v.submit({ kind: 'ResolveEvent', catalogEvent, winners }) };
}

test('one winner: the market that wins resolves the others in the same entry, and nothing trades in between [E20]', () => {
  const { v, markets } = race(4);
  const [a = 0 as never, b = 0 as never, c = 0 as never, d = 0 as never] = markets;
  v.trader('alice', '100');
  v.trader('bob', '100');
  for (const market of markets) v.play(market, 'alice buy yes 10 @ 0.20 -> live');
  v.play(b, 'bob buy no 10 @ 0.80 -> matched 8 for 10');
  const entries = v.entries.length;
  const decision = v.accept({ kind: 'ResolveMarket', market: c, payouts: [10_000, 0], closesEvent: true });
  expect(v.entries.length).toBe(entries + 1);
  expect(results(decision)).toEqual({ [a]: '0,10000', [b]: '0,10000', [c]: '10000,0', [d]: '0,10000' });
  expect(v.state.catalogEvents.get(v.eventOf(a))?.closed).toBe(true);
  for (const market of markets) v.play(market, 'bob buy no 5 @ 0.80 -> market_closed');
  v.settle();
  expect([v.cash('alice'), v.cash('bob')]).toEqual(['98/0', '102/0']);
  expect(v.state.markets.map(({ status }) => status)).toEqual(['resolved', 'resolved', 'resolved', 'resolved']);
  v.end();
});

test('one winner: a void shares one between all that are left, exactly, and repays what conversions paid ahead [E20]', () => {
  const { v, markets, event } = race(4);
  const [a = 0 as never, b = 0 as never, c = 0 as never, d = 0 as never] = markets;
  const alice = v.trader('alice', '100');
  for (const market of [a, b]) v.accept({ kind: 'SplitPosition', ...alice, market, amount: amount('0.000007') });
  const catalogEvent = v.eventOf(a);
  v.accept({ kind: 'ConvertPositions', ...alice, catalogEvent, markets: [a, b], amount: amount('0.000007') });
  v.accept({ kind: 'ResolveMarket', market: d, payouts: [0, 10_000] });
  expect(results(event(null))).toEqual({ [a]: '3334,6666', [b]: '3333,6667', [c]: '3333,6667' });
  expect(v.state.catalogEvents.get(catalogEvent)?.closed).toBe(true);
  v.settle();
  // Seven micros of YES on each of A, B and C pay 2, and nothing on D; 7 came with the conversion, 14 were paid in.
  expect(v.cash('alice')).toBe('99.999999/0');
  expect([v.advanced, v.state.totals.backing, v.state.totals.fees]).toEqual([0n, 0, 1]);
  v.end();
});

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

test('one winner: 128 markets settle in bounded steps [E20]', () => {
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
