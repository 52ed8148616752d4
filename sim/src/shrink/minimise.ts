/**
 * Returns a minimal sublist with which the failure still occurs, by leaving out halves, quarters and so on (delta
 * debugging). No single item can be left out of the result.
 */
export async function minimise<T>(
  items: readonly T[],
  stillHappens: (some: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let left = items;
  let parts = 2;
  while (left.length > 0) {
    const size = Math.ceil(left.length / parts);
    let hasShrunk = false;
    for (let first = 0; first < left.length; first += size) {
      const without = [...left.slice(0, first), ...left.slice(first + size)];
      if (without.length === left.length || !(await stillHappens(without))) continue;
      left = without;
      parts = Math.max(2, parts - 1);
      hasShrunk = true;
      break;
    }
    if (hasShrunk) continue;
    if (size <= 1) break;
    parts = Math.min(left.length, parts * 2);
  }
  return left;
}

/**
 * Returns the smallest number up to `most` with which the failure still occurs, provided that it occurs with every
 * larger one; otherwise some number with which it occurs.
 */
export async function least(most: number, stillHappens: (number: number) => Promise<boolean>): Promise<number> {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (await stillHappens(middle)) high = middle;
    else low = middle + 1;
  }
  return high;
}
