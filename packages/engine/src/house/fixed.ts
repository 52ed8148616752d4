/**
 * Exponential and logarithm of fixed-point numbers: integers in 1/2^64. Integer arithmetic alone, so that every machine
 * gets the same digits. Each result is off by less than 2^-57 of itself or absolutely, whichever is larger.
 */

const BITS = 64n;
export const ONE = 1n << BITS;
/** ln 2, rounded down. */
const LN_2 = 0xb17217f7d1cf79abn;
const HALF_LN_2 = LN_2 >> 1n;
const SQRT_2 = 0x16a09e667f3bcc908n;

/** a * b of two fixed-point numbers. */
export const times = (a: bigint, b: bigint): bigint => (a * b) >> BITS;

/** a / b of two whole numbers, or of two fixed-point numbers. */
export const ratio = (a: bigint, b: bigint): bigint => (a << BITS) / b;

/** e^y for y <= 0: 2^-k times the series of e^r, where r lies within half of ln 2. */
export function exp(y: bigint): bigint {
  const doublings = (HALF_LN_2 - y) / LN_2;
  const rest = y + doublings * LN_2;
  let sum = ONE;
  let term = ONE;
  for (let n = 1n; term !== 0n && term !== -1n; n++) {
    term = times(term, rest) / n;
    sum += term;
  }
  return sum >> doublings;
}

/** ln x for x > 0: k ln 2 plus the series of 2 artanh (m - 1) / (m + 1), where m lies between 1/sqrt 2 and sqrt 2. */
export function ln(x: bigint): bigint {
  const digits = x.toString(16);
  const length = BigInt(digits.length * 4 - Math.clz32(Number.parseInt(digits.charAt(0), 16)) + 28);
  let halvings = length - BITS - 1n;
  let rest = halvings > 0n ? x >> halvings : x << -halvings;
  if (rest > SQRT_2) {
    rest >>= 1n;
    halvings++;
  }
  const z = ratio(rest - ONE, rest + ONE);
  const square = times(z, z);
  let sum = 0n;
  let power = z;
  for (let n = 1n; power !== 0n && power !== -1n; n += 2n) {
    sum += power / n;
    power = times(power, square);
  }
  return 2n * sum + halvings * LN_2;
}
