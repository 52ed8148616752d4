import { expect, test } from 'vitest';
import type { MarketId } from '../units/units.ts';
import { amount, decimal, ScenarioVenue } from './venue.testing.ts';

function venue(terms: object) {
  const v = new ScenarioVenue();
  for (const name of ['alice', 'bob', 'carol']) v.trader(name, '1000');
  const [m = 0 as never] = v.markets(1, terms);
  return { v, m };
}

test('fees: the taker alone pays size x rate x p x (1 - p), a buyer on top and a seller out of the proceeds [E7]', () => {
  const { v, m } = venue({ takerFeeRate: 500 });
  v.play(m, 'alice buy no 25 @ 0.87 -> live', 'bob   buy yes 25 @ 0.13 -> matched 3.25 for 25');
  // The last price is that of YES, whichever outcome the maker has.
  expect(v.state.markets[m]?.lastTrade?.price).toBe(1_300);
  v.play(m, 'carol buy yes 25 @ 0.10 -> live', 'bob   sell yes 25 @ 0.10 -> matched 25 for 2.5');
  // 25 x 0.05 x 0.13 x 0.87 = 0.141375, rounded half up to 0.14138; 25 x 0.05 x 0.1 x 0.9 = 0.1125.
  expect(v.cash('bob')).toBe(`${decimal(1_000_000_000 - 3_250_000 - 141_380 + 2_500_000 - 112_500)}/0`);
  expect(v.state.totals.fees).toBe(141_380 + 112_500);
  v.end();
});

test('orders: a FOK BUY needs its budget and its fee, to the micro-unit', () => {
  const { v, m } = venue({ tick: 1000, minimumSize: '1', takerFeeRate: 10_000 });
  v.play(m, 'alice buy no 2 @ 0.50 -> live');
  for (const [name, balance, outcome] of [
    ['eve', '1.499999', 'insufficient_balance'],
    ['fay', '1.5', 'matched 1 for 2'],
  ] as const) {
    v.trader(name, balance);
    v.play(m, `${name} buy yes $1 @ 0.50 FOK -> ${outcome}`);
  }
  v.end();
});

test('positions: all of a balance can be split, and all of the pairs merged back [E11]', () => {
  const v = new ScenarioVenue();
  const pairs = { ...v.trader('alice', '100'), market: v.markets(1)[0] as MarketId, amount: amount('100') };
  v.accept({ kind: 'SplitPosition', ...pairs });
  v.accept({ kind: 'MergePositions', ...pairs });
  expect(v.cash('alice')).toBe('100/0');
  v.end();
});
