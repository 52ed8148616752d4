/**
 * The rules by which events change what a wallet's shares cost, as pure functions of integers. Shares are bought at what
 * was paid and sold at their average; the result of a sale is realised. Splits buy both outcomes at half each, merges
 * sell both at half each, payouts sell everything. Fees are kept apart. Over all positions of a wallet, what was realised
 * minus what the shares of now cost is exactly the collateral that came in minus what went out.
 */

/** What changes of one position; amounts in micros. */
export interface CostBasis {
  shares: number;
  /** What the shares cost. */
  cost: number;
}

/** What a change did to its lifetime sums. */
export interface CostChange {
  readonly bought: number;
  readonly spent: number;
  readonly realized: number;
}

export const NO_CHANGE: CostChange = { bought: 0, spent: 0, realized: 0 };

export function buy(position: CostBasis, size: number, paid: number): CostChange {
  position.shares += size;
  position.cost += paid;
  return { bought: size, spent: paid, realized: 0 };
}

/** Sells at most what is there; what leaves the cost is its share of it, rounded half up, and all of it with the last. */
export function sell(position: CostBasis, size: number, got: number): CostChange {
  return { bought: 0, spent: 0, realized: got - remove(position, size) };
}

/** Takes shares and their cost out; returns that cost. */
export function remove(position: CostBasis, size: number): number {
  const removed = shareRounded(position.cost, size, position.shares);
  position.shares -= size;
  position.cost -= removed;
  return removed;
}

/** cost * part / whole, rounded half up; exact for all amounts. 0 of nothing. */
export function shareRounded(cost: number, part: number, whole: number): number {
  if (part === whole) return cost;
  const product = cost * part;
  if (2 * product + whole <= Number.MAX_SAFE_INTEGER) return Math.floor((2 * product + whole) / (2 * whole));
  const divisor = BigInt(whole);
  return Number((2n * BigInt(cost) * BigInt(part) + divisor) / (2n * divisor));
}

/** Half of an amount for each outcome; an odd micro belongs to the first. */
export function halves(amount: number): readonly [number, number] {
  const second = Math.floor(amount / 2);
  return [amount - second, second];
}

/** What of a payout each outcome brought: the first its own rounded down, the second the rest. */
export function payoutParts(
  shares: readonly [number, number],
  collateral: number,
  firstPayout: number,
): readonly [number, number] {
  if (shares[1] === 0) return [collateral, 0];
  const first = Number((BigInt(shares[0]) * BigInt(firstPayout)) / 10_000n);
  return [first, collateral - first];
}

/** The two sides of a conversion: what the given shares realise, and what the received ones cost. */
export interface ConversionParts {
  readonly realized: readonly number[];
  readonly costs: readonly number[];
}

/**
 * A conversion moves what the given shares cost, less the collateral it paid out, onto the received ones in equal parts;
 * nothing is realised. Only when the collateral is more than that cost, or nothing is received that could carry it, the
 * difference is realised, in equal parts by the given ones. Parts are rounded down, the first ones take the rest.
 */
export function conversionParts(
  givenCost: number,
  collateral: number,
  given: number,
  received: number,
): ConversionParts {
  const left = givenCost - collateral;
  const carried = received === 0 || left < 0 ? 0 : left;
  return { realized: equalParts(carried - left, given), costs: equalParts(carried, received) };
}

/** `amount` in `count` parts that differ by at most one micro. */
export function equalParts(amount: number, count: number): number[] {
  if (count === 0) return [];
  const part = Math.floor(amount / count);
  const rest = amount - part * count;
  return Array.from({ length: count }, (_, index) => (index < rest ? part + 1 : part));
}
