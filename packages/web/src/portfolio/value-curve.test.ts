import type { UserActivity } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { endingNow, isComplete, priceAt, valueCurve } from './value-curve.ts';

/** The cast omits fields that are only displayed. */
const act = (timestamp: number, type: UserActivity['type'], changes: Partial<UserActivity> = {}): UserActivity =>
  ({
    ...{ timestamp, type, size: '0', cashChange: '0', side: '', outcomeIndex: 999, transactionHash: `0x${timestamp}` },
    conditionId: type === 'DEPOSIT' || type === 'WITHDRAWAL' ? '' : 'c',
    ...changes,
  }) as UserActivity;

const HISTORY = [
  act(100, 'DEPOSIT', { size: '1000', cashChange: '1000' }),
  act(200, 'TRADE', { side: 'BUY', size: '100', cashChange: '-41', outcomeIndex: 0 }),
  act(300, 'SPLIT', { size: '10', cashChange: '-10' }),
  act(400, 'TRADE', { side: 'SELL', size: '110', cashChange: '66', outcomeIndex: 0 }),
  act(500, 'WITHDRAWAL', { size: '100', cashChange: '-100' }),
  act(600, 'REDEEM', { size: '10', outcomeIndex: 1 }),
];
const point = (t: number, p: number) => ({ t, p });
const PRICES = new Map([['c', [point(150, 0.4), point(250, 0.5), point(550, 1)]]]);

test('value and profit follow what was done and what prices were [W31]', () => {
  const curve = valueCurve({ activity: HISTORY, prices: PRICES, now: 700 });
  const at = (t: number) => {
    const point = curve?.points.find((candidate) => candidate.t === t);
    return [point?.value.toFixed(2), point?.profit.toFixed(2)];
  };
  expect(at(100)).toEqual(['1000.00', '0.00']);
  // 959 of cash and 100 shares at 0.40
  expect(at(200)).toEqual(['999.00', '-1.00']);
  // 949 of cash, 110 at 0.50, 10 at 0.50
  expect([at(300), at(400)]).toEqual([
    ['1009.00', '9.00'],
    ['1020.00', '20.00'],
  ]);
  // A withdrawal is not a loss. The 10 shares of the second outcome became worthless at 550.
  expect([at(500), at(700)]).toEqual([
    ['920.00', '20.00'],
    ['915.00', '15.00'],
  ]);
  expect(curve?.cash).toBe(915_000_000n);
});

test('a history that tells not everything gives no curve', () => {
  expect(valueCurve({ activity: [], prices: PRICES, now: 700 })).toBeNull();
  const converted = [...HISTORY, act(650, 'CONVERSION', { size: '5' })];
  expect(valueCurve({ activity: converted, prices: PRICES, now: 700 })).toBeNull();
});

test('a curve counts only when it ends with the balance', () => {
  const curve = { points: [], cash: 5_000_000n };
  expect([isComplete(curve, 5_000_000n), isComplete(curve, 5_000_001n)]).toEqual([true, false]);
  expect(isComplete(curve, 4_999_999n)).toBe(false);
});

test('a price holds until the next one; before the first there is none', () => {
  const points = PRICES.get('c') ?? [];
  expect([100, 150, 249, 250, 9_999].map((t) => priceAt(points, t))).toEqual([null, 0.4, 0.4, 0.5, 1]);
  expect(priceAt([], 100)).toBeNull();
});

test('shares count at what was paid for them until there is a displayed price', () => {
  const [deposit] = HISTORY;
  const buy = act(110, 'TRADE', { side: 'BUY', size: '100', cashChange: '-80', price: '0.8', outcomeIndex: 1 });
  const activity = deposit === undefined ? [] : [deposit, buy];
  const curve = valueCurve({ activity, prices: PRICES, now: 160 });
  const valueAt = (t: number) => curve?.points.find((point) => point.t === t)?.value.toFixed(2);
  expect([109, 110, 149, 150].map(valueAt)).toEqual(['1000.00', '1000.00', '1000.00', '980.00']);
});

test('a curve ends with what the account is worth now', () => {
  const points = [
    { t: 1, value: 10, profit: 0 },
    { t: 2, value: 11, profit: 1 },
  ];
  expect(endingNow({ points, cash: 0n }, 12.5, 2.5)).toEqual([points[0], { t: 2, value: 12.5, profit: 2.5 }]);
});
