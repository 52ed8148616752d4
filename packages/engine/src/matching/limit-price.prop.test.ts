/** Limit prices that are refused; market orders as clients round them give the intended tick price, none a worse. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limitPrice } from '../decide/place-order.ts';
import { micros, type OrderType, PRICE_ONE, type Side, TICKS } from '../units/units.ts';

const ONE = BigInt(PRICE_ONE);
/** Micros in a step of 4, 5 and 6 decimals. */
const CUTS = [100n, 10n, 1n];

const grid = (tick: number): number[] => Array.from({ length: PRICE_ONE / tick - 1 }, (_, index) => (index + 1) * tick);

/** The exact quotient or product of a price, cut down to a multiple of `cut`. `given`: the client's amount. */
function amounts(side: Side, price: number, given: bigint, cut: bigint): { collateral: bigint; shares: bigint } {
  const got = side === 'BUY' ? (given * ONE) / BigInt(price) : (given * BigInt(price)) / ONE;
  const rounded = got - (got % cut);
  return side === 'BUY' ? { collateral: given, shares: rounded } : { collateral: rounded, shares: given };
}

const limitOf = (side: Side, { collateral, shares }: ReturnType<typeof amounts>, tick: number): unknown =>
  limitPrice('FAK', side, micros(Number(collateral)), micros(Number(shares)), tick);

test('limit price: 9.98 for 10.1319 shares buys at 0.985 [E40]', () =>
  expect(limitPrice('FOK', 'BUY', micros(9_980_000), micros(10_131_900), 10)).toBe(9_850));

test('limit price: a quotient cut to 4, 5 or 6 decimals is its tick, at each price of each tick [E40]', () => {
  const wrong: unknown[] = [];
  for (const tick of TICKS) {
    for (const price of grid(tick)) {
      for (const side of ['BUY', 'SELL'] as const) {
        for (const cut of CUTS) {
          // From 2 shares or 2 units of collateral on, no cut moves a price by half a tick.
          for (const given of [2_000_000n, 9_980_000n, 1_234_560_000n]) {
            const cutDown = amounts(side, price, given, cut);
            const limit = limitOf(side, cutDown, tick);
            if (limit !== price) wrong.push({ tick, price, side, cut, given, ...cutDown, limit });
          }
        }
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('limit price: however small an order is, its cut amounts find a tick, and none is worse than they say [E40]', () => {
  fc.assert(
    fc.property(
      fc
        .constantFrom(...TICKS)
        .chain((tick) => fc.record({ tick: fc.constant(tick), price: fc.constantFrom(...grid(tick)) })),
      fc.constantFrom<Side>('BUY', 'SELL'),
      fc.constantFrom(...CUTS),
      fc.bigInt({ min: 1n, max: 2_000_000n }),
      ({ tick, price }, side, cut, given) => {
        const cutDown = amounts(side, price, given, cut);
        const { collateral, shares } = cutDown;
        fc.pre(collateral > 0n && shares > 0n);
        const limit = limitOf(side, cutDown, tick);
        if (typeof limit !== 'number') throw new Error(`no limit: ${JSON.stringify(limit)}`);
        expect(limit % tick).toBe(0);
        // Never beyond the stated price by more than half a tick: an order that gets another tick than intended has
        // stated it.
        const [said, found] = [collateral * ONE * 2n, BigInt(limit) * shares * 2n];
        const half = BigInt(tick) * shares;
        expect(side === 'BUY' ? found <= said + half : found >= said - half).toBe(true);
      },
    ),
    { numRuns: 5_000 },
  );
});

test('limit price: amounts that are off by a ten-thousandth of a share or a step name no tick [E40]', () => {
  for (const tick of TICKS) {
    const price = tick === 1000 ? 3000 : PRICE_ONE - tick;
    const step = { 1000: 1000n, 100: 100n, 50: 10n, 25: 1n, 10: 10n, 1: 1n }[tick];
    const cut = step > 100n ? step : 100n;
    // Shares that cost a whole number of micros, few enough that the neighbouring tick is not nearer.
    const shares = 5_000_000n;
    const collateral = (shares * BigInt(price)) / ONE;
    const cases: readonly [Side, bigint, bigint, boolean][] = [
      ['BUY', collateral, shares - cut + 1n, true],
      ['BUY', collateral, shares - cut, false],
      ['BUY', collateral, shares + step - 1n, true],
      ['BUY', collateral, shares + step, false],
      ['SELL', collateral - cut + 1n, shares, true],
      ['SELL', collateral - cut, shares, false],
      ['SELL', collateral + step - 1n, shares, true],
      ['SELL', collateral + step, shares, false],
    ];
    for (const [side, paid, sold, fits] of cases) {
      const limit = limitOf(side, { collateral: paid, shares: sold }, tick);
      expect([tick, side, paid, sold, limit === price]).toEqual([tick, side, paid, sold, fits]);
    }
  }
});

/** Collateral and shares in micros, tick in 1/10000. */
const REFUSED: readonly [string, number, number, number, string][] = [
  ['0.405 between two ticks', 405_000, 1_000_000, 100, 'price_off_grid'],
  ['two thirds', 2_000_000, 3_000_000, 100, 'price_off_grid'],
  ['half a tick', 5_000, 1_000_000, 100, 'price_out_of_range'],
  ['a third of a tick', 10_000, 3_000_000, 100, 'price_out_of_range'],
  ['just below the lowest tick', 9_900, 1_000_000, 100, 'price_out_of_range'],
  ['half a tick above the highest', 995_000, 1_000_000, 100, 'price_out_of_range'],
  ['above the highest, no whole price', 2_996_000, 3_000_000, 100, 'price_out_of_range'],
  ['0.9999 with a tick of 0.1', 999_900, 1_000_000, 1000, 'price_out_of_range'],
  ['0.05 with a tick of 0.1', 50_000, 1_000_000, 1000, 'price_out_of_range'],
  ['one', 1_000_000, 1_000_000, 100, 'price_out_of_range'],
  ['two', 2_000_000, 1_000_000, 100, 'price_out_of_range'],
  ['seven thirds', 7_000_000, 3_000_000, 100, 'price_out_of_range'],
  ['next to nothing', 1, 1_000_000_000_000_000, 1, 'price_out_of_range'],
];

const TYPES: readonly OrderType[] = ['GTC', 'GTD', 'FOK', 'FAK'];
const SIDES: readonly Side[] = ['BUY', 'SELL'];

test.each(REFUSED)('limit price: %s is refused alike whatever the order', (_name, collateral, shares, tick, code) => {
  for (const type of TYPES)
    for (const side of SIDES)
      expect([type, side, limitPrice(type, side, micros(collateral), micros(shares), tick)]).toMatchObject([
        type,
        side,
        { code },
      ]);
});

test('limit price: amounts a client rounded beyond the end of the range still say the last tick [E19]', () => {
  // Slightly below 0.01, slightly above 0.99, and below 0.01 again: each within a rounding unit of the tick's product.
  expect(limitPrice('FOK', 'BUY', micros(3_030_000), micros(303_000_050), 100)).toBe(100);
  expect(limitPrice('FOK', 'BUY', micros(1_000_000), micros(1_010_100), 100)).toBe(9900);
  expect(limitPrice('FAK', 'SELL', micros(3_330), micros(333_330), 100)).toBe(100);
  expect(limitPrice('GTC', 'BUY', micros(1_000_000), micros(1_010_100), 100)).toMatchObject({
    code: 'price_out_of_range',
  });
});

test('limit price: a fraction beyond either end is the last tick within the bounds of a rounding, for its owner’s good [E19]', () => {
  const refused = { code: 'price_out_of_range' };
  const rows: readonly [Side, number, number, unknown][] = [
    // 1 for 1.000902 shares is 0.999098; ten times as much, as far above the tick, is no rounding.
    ['BUY', 1_000_000, 1_000_902, 9990],
    ['BUY', 1_000_000, 1_000_901, refused],
    ['BUY', 10_000_000, 10_009_020, refused],
    // So little that rounding explains a fraction above one.
    ['BUY', 10_000, 9_911, 9990],
    ['BUY', 10_000, 9_910, refused],
    ['SELL', 4_995_009, 5_000_000, 9990],
    ['SELL', 4_995_010, 5_000_000, refused],
    // More than half a tick above the last tick, which would be worse for the seller.
    ['SELL', 10_000, 10_000, refused],
    // Below the first tick: a BUY there would pay more than it says.
    ['SELL', 901, 1_000_000, 10],
    ['SELL', 900, 1_000_000, refused],
    ['BUY', 1, 1_009, 10],
    ['BUY', 1, 2_100, refused],
  ];
  for (const type of ['FOK', 'FAK'] as const)
    for (const [side, collateral, shares, expected] of rows) {
      const limit = limitPrice(type, side, micros(collateral), micros(shares), 10);
      const row = [type, side, collateral, shares];
      expect([...row, limit]).toEqual([...row, expected === refused ? expect.objectContaining(refused) : expected]);
    }
});
