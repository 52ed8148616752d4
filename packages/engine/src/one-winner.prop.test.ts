/** However a one-winner event ends, every holder gets the exact payout, and the event's advance is repaid exactly. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ScenarioVenue } from './scenarios/venue.testing.ts';
import { Dice } from './testing/dice.ts';
import { met, runs, seedOf } from './testing/runs.ts';
import { type MarketId, micros } from './units/units.ts';

const NAMES = ['ann', 'ben', 'cy'];
const WHOLE = 10_000n;

/** Makes random splits, conversions and losing results. */
function prepare(v: ScenarioVenue, markets: readonly MarketId[], dice: Dice): void {
  const catalogEvent = v.eventOf(markets[0] as MarketId);
  const traders = NAMES.map((name) => v.trader(name, '1000'));
  for (let step = 0; step < 12; step++) {
    const trader = dice.pick(traders);
    const given = markets.filter(() => dice.once(2));
    const size = dice.pick([1, 3, 7, 9_999, 10_001, 1_000_000 + dice.below(1_000_000)]);
    for (const market of given) v.submit({ kind: 'SplitPosition', ...trader, market, amount: micros(size) });
    const amount = micros(Math.max(1, size - dice.below(3)));
    v.submit({ kind: 'ConvertPositions', ...trader, catalogEvent, markets: given, amount });
  }
  const losers = dice.below(Math.min(markets.length - 1, 4));
  for (const market of markets.slice(0, losers))
    v.accept({ kind: 'ResolveMarket', market, payouts: [0, 10_000], closesEvent: true });
  if (dice.once(2)) v.settle();
}

/** The final amount due to each trader: free collateral now, plus every position at its payout, rounded down once. */
const dues = (v: ScenarioVenue): bigint[] =>
  v.state.wallets.map((wallet) => {
    const shares = [...wallet.positions].map(([market, { free }]) => {
      const [first, second] = v.state.markets[market]?.payouts ?? [0, 0];
      return (BigInt(free[0]) * BigInt(first) + BigInt(free[1]) * BigInt(second)) / WHOLE;
    });
    return shares.reduce((sum, paid) => sum + paid, BigInt(wallet.free));
  });

test('one winner: winners, dead heats and voids pay exactly, repay every advance, and leave only dust for the fee account [E20]', () => {
  const ends = { voids: 0, shared: 0, repaid: 0 };
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 13 }), fc.noBias(fc.nat()), (markets, seed) => {
      const dice = new Dice(seed);
      const v = new ScenarioVenue();
      const all = v.markets(markets, {}, true);
      prepare(v, all, dice);
      const open = all.filter((market) => v.state.markets[market]?.status === 'open');
      const sharing = open.filter(() => dice.once(2));
      const winners = dice.pick([null, null, sharing.length > 0 ? sharing : open.slice(0, 1), [dice.pick(open)]]);
      const isVoid = winners === null && open.length > 1;
      const { advanced } = v;
      const catalogEvent = v.eventOf(all[0] as MarketId);
      v.accept({ kind: 'ResolveEvent', catalogEvent, winners: isVoid ? null : (winners ?? open) });
      const firsts = all.map((market) => v.state.markets[market]?.payouts?.[0] ?? Number.NaN);
      expect(firsts.reduce((sum, first) => sum + first, 0)).toBe(10_000);
      const expected = dues(v);
      v.settle();
      const { totals } = v.state;
      expect(v.state.wallets.map(({ free }) => BigInt(free))).toEqual(expected);
      expect([v.advanced, totals.backing, totals.held]).toEqual([0n, 0, 0]);
      expect(totals.free + totals.fees).toBe(totals.collateral);
      // At most one micro for each payment that was rounded down, and one for each repayment that was rounded up.
      expect(totals.fees).toBeLessThanOrEqual(markets * (NAMES.length + 1));
      ends.voids += isVoid ? 1 : 0;
      ends.shared += winners !== null && winners.length > 1 ? 1 : 0;
      ends.repaid += advanced > 0n ? 1 : 0;
    }),
    { numRuns: runs(60), seed: seedOf(20_261_122) },
  );
  for (const times of Object.values(ends)) expect(met(times)).toBeGreaterThan(0);
});
