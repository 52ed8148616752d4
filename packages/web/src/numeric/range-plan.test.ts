/** Purchase of a range: one order each for the same shares, within the funds, at a cost close to that of the curve. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromMicros } from '../format/decimal.ts';
import type { Scene } from '../ticket/plan.ts';
import { liquidityOf, planRange, type RangeLeg } from './range-plan.ts';

const level = (price: string, size: string) => ({ price, size });

const leg = (
  label: string,
  asks: Scene['book'] extends infer _ ? ReturnType<typeof level>[] : never,
  free = 100n,
): RangeLeg => ({
  label,
  scene: {
    ...{ tokenId: label, conditionId: '0xc', outcome: 'Yes', feeBps: 0, own: [], reserved: null, nowMs: 1_000_000 },
    terms: { tick: '0.01', minimumSize: '5', negRisk: true },
    book: { bids: [], asks: asks.toReversed() },
    funds: { collateral: free * 1_000_000n, shares: 0n },
  },
});

const TWO = [leg('2 to 3', [level('0.2', '10'), level('0.3', '90')]), leg('3 to 4', [level('0.1', '500')])];

test('range: the same shares of each bucket, a little above the last price they need, ending by themselves', () => {
  const plan = planRange('20', TWO, null);
  if (plan.kind !== 'ready') throw new Error(plan.kind);
  expect(plan.orders.map(({ label, order }) => [label, order.price, order.size])).toEqual([
    ['2 to 3', '0.33', '20'],
    ['3 to 4', '0.11', '20'],
  ]);
  for (const { order } of plan.orders) expect(order).toMatchObject({ side: 'BUY', type: 'GTD', expiration: 1_120 });
  // 10 × 0.2 + 10 × 0.3 + 20 × 0.1, and 20 × (0.33 + 0.11)
  expect([plan.shares, plan.cost, plan.most]).toEqual([20_000_000n, 7_000_000n, 8_800_000n]);
});

test.each<[string, readonly RangeLeg[], RegExp]>([
  ['200', TWO, /Of “2 to 3” only 100 shares are offered now/],
  ['4', TWO, /at least 5 shares/],
  ['x', TWO, /Enter a number/],
  ['20', [...TWO, leg('4 or more', [])], /Of “4 or more” only 0 shares/],
  ['20', [leg('a', [level('0.5', '100')], 10n)], /You have \$10\.00; this can take up to \$11\.00/],
  ['20', [{ ...TWO[0]!, scene: { ...TWO[0]!.scene, book: null } }], /Waiting/],
])('range: %s shares are refused', (quantity, legs, reason) =>
  expect(planRange(quantity, legs, null)).toMatchObject({ kind: 'blocked', reason: expect.stringMatching(reason) }),
);

/** Offers of a house maker: the curve's shares between a price and the next, tick by tick. */
function offersOf(chance: number, liquidity: number) {
  const offers = [];
  let from = chance;
  for (let tick = Math.floor(chance * 1_000) + 1; tick < 1_000; tick += 1) {
    const size = Math.floor(100 * liquidity * (logit(tick / 1_000) - logit(from))) / 100;
    if (size > 0) offers.push(level(String(tick / 1_000), String(size)));
    from = tick / 1_000;
  }
  return offers;
}

const logit = (price: number): number => Math.log(price / (1 - price));
const moved = (price: number, by: number): number => 1 / (1 + Math.exp(-logit(price) - by));

test('property: a range from the house costs what its curve says, within a twentieth, and its limits are enough', () => {
  const scenes = fc.record({
    weights: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 3, maxLength: 12 }),
    bought: fc.integer({ min: 1, max: 11 }),
    shares: fc.integer({ min: 5, max: 80 }),
  });
  fc.assert(
    fc.property(scenes, ({ weights, bought, shares }) => {
      const sum = weights.reduce((all, weight) => all + weight, 0);
      let chances = weights.map((weight) => weight / sum);
      const liquidity = 100;
      const chosen = chances.slice(0, Math.min(bought, chances.length - 1));
      const legs = chosen.map((chance, index) => {
        const made = leg(String(index), offersOf(chance, liquidity), 10_000n);
        return { ...made, scene: { ...made.scene, terms: { ...made.scene.terms, tick: '0.001' as const } } };
      });
      const plan = planRange(String(shares), legs, liquidity);
      if (plan.kind !== 'ready') throw new Error(JSON.stringify(plan));
      const inside = chosen.reduce((all, chance) => all + chance, 0);
      const exact = liquidity * Math.log(1 - inside + inside * Math.exp(shares / liquidity));
      // Prices of whole ticks, rounded up.
      const rounding = 0.001 * shares * chosen.length;
      expect(Math.abs(Number(fromMicros(plan.cost)) - exact)).toBeLessThan(exact / 20 + rounding);
      expect(plan.cost).toBeLessThanOrEqual(plan.most);
      for (const [index, { order }] of plan.orders.entries()) {
        const before = chances[index] ?? 0;
        const after = moved(before, shares / liquidity);
        expect(Number(order.price)).toBeGreaterThanOrEqual(after);
        const scale = (1 - after) / (1 - before);
        chances = chances.map((chance, other) => (other === index ? after : chance * scale));
      }
    }),
  );
});

test('range: the liquidity of the house follows from its bound and its least likely answer', () => {
  const houseMaker = { subsidy: 100, spread: 0, probabilities: [0.5, 0.3, 0.2], wallet: '0x' };
  expect(liquidityOf({ houseMaker })).toBeCloseTo(100 / Math.log(5), 9);
  expect(liquidityOf({})).toBeNull();
});
