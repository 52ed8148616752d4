/**
 * Cost basis rules: how events change the cost of a wallet's shares, as pure functions of integers. Shares are bought
 * at the price paid and sold at their average cost; the difference is realised. Splits buy both outcomes at half each,
 * merges sell both at half each, payouts sell everything. Fees are kept separately. Over all positions of a wallet, the
 * realised sum minus the cost of the current shares is exactly the collateral received minus the collateral paid.
 */

/** Changing part of one position; amounts in micros. */
export interface CostBasis {
  shares: number;
  cost: number;
}

/** Effect of a change on the lifetime sums. */
export type CostChange = { readonly bought: number; readonly spent: number; readonly realized: number };

export const NO_CHANGE: CostChange = { bought: 0, spent: 0, realized: 0 };

export function buy(position: CostBasis, size: number, paid: number): CostChange {
  position.shares += size;
  position.cost += paid;
  return { bought: size, spent: paid, realized: 0 };
}

/**
 * Sells shares; `size` must not exceed the position. The cost falls in proportion, rounded half up, and to zero with
 * the last share.
 */
export function sell(position: CostBasis, size: number, got: number): CostChange {
  return { bought: 0, spent: 0, realized: got - remove(position, size) };
}

/** Removes shares and their cost; returns that cost. */
export function remove(position: CostBasis, size: number): number {
  const removed = shareRounded(position.cost, size, position.shares);
  position.shares -= size;
  position.cost -= removed;
  return removed;
}

/** cost * part / whole, rounded half up; exact for all amounts. 0 for an empty position. */
export function shareRounded(cost: number, part: number, whole: number): number {
  if (part === whole) return cost;
  const product = cost * part;
  if (2 * product + whole <= Number.MAX_SAFE_INTEGER) return Math.floor((2 * product + whole) / (2 * whole));
  const divisor = BigInt(whole);
  return Number((2n * BigInt(cost) * BigInt(part) + divisor) / (2n * divisor));
}

/** Half of an amount for each outcome; an odd micro goes to the first. */
export function halves(amount: number): readonly [number, number] {
  const second = Math.floor(amount / 2);
  return [amount - second, second];
}

/** Payout of each outcome: the first rounded down, the second the rest. */
export function payoutParts(
  shares: readonly [number, number],
  collateral: number,
  firstPayout: number,
): readonly [number, number] {
  if (shares[1] === 0) return [collateral, 0];
  const first = Number((BigInt(shares[0]) * BigInt(firstPayout)) / 10_000n);
  return [first, collateral - first];
}

/**
 * Moves the cost of the given shares, minus the collateral paid out, to the received ones in equal parts; nothing is
 * realised. If the collateral exceeds that cost, or no shares are received, the difference is realised, in equal parts
 * over the given shares. Parts are rounded down; the first ones take the rest.
 */
export function conversionParts(givenCost: number, collateral: number, given: number, received: number) {
  const left = givenCost - collateral;
  const carried = received === 0 || left < 0 ? 0 : left;
  return { realized: equalParts(carried - left, given), costs: equalParts(carried, received) };
}

/** Splits `amount` into `count` parts that differ by at most one micro. */
export function equalParts(amount: number, count: number): number[] {
  if (count === 0) return [];
  const part = Math.floor(amount / count);
  const rest = amount - part * count;
  return Array.from({ length: count }, (_, index) => (index < rest ? part + 1 : part));
}
