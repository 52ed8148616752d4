/**
 * Cost of a market for a wallet: collateral paid minus collateral received, fees included, in micros, possibly negative.
 * Two wallets that wash the same money between them can move it beyond 2^53, so it is a bigint where a number would not
 * be exact.
 */
export type Cost = number | bigint;

export function addCost(a: Cost, b: Cost): Cost {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  const sum = BigInt(a) + BigInt(b);
  const near = Number(sum);
  return Number.isSafeInteger(near) ? near : sum;
}
