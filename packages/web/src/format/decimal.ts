/**
 * Exact decimals for display: converts the venue's decimal strings to whole millionths and back. Prices and amounts
 * never pass through floats. JSON numbers sent by the venue are converted to text first.
 */

const MICROS = 1_000_000n;
const DECIMALS = 6;
const DECIMAL = /^(-?)([0-9]+)(?:\.([0-9]+))?$/;

/** A decimal string or a JSON number from the venue. */
export type Decimal = string | number;

/** Converts a decimal to millionths, truncated at the sixth place; null if it is not a decimal. */
export function toMicros(value: Decimal): bigint | null {
  const text = typeof value === 'number' ? numberText(value) : value;
  const [, sign, whole = '', fraction = ''] = DECIMAL.exec(text) ?? [];
  if (sign === undefined) return null;
  const micros = BigInt(whole) * MICROS + BigInt(fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0'));
  return sign === '-' ? -micros : micros;
}

/** Formats millionths as a decimal without trailing zeros. */
export function fromMicros(micros: bigint): string {
  const sign = micros < 0n ? '-' : '';
  const digits = (micros < 0n ? -micros : micros).toString().padStart(DECIMALS + 1, '0');
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '');
  const whole = digits.slice(0, -DECIMALS);
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}

/** Returns 1 - price, the price of the other outcome. Text that is not a decimal is returned unchanged. */
export function complement(price: string): string {
  const micros = toMicros(price);
  return micros === null ? price : fromMicros(MICROS - micros);
}

/** Compares two decimals: -1, 0 or 1. Text that is not a decimal counts as 0. */
export function compareDecimals(left: Decimal, right: Decimal): -1 | 0 | 1 {
  const difference = (toMicros(left) ?? 0n) - (toMicros(right) ?? 0n);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Returns the decimal with its point moved right by `places`. */
export function shiftDecimal(value: Decimal, places: number): string {
  const micros = toMicros(value);
  if (micros === null) return String(value);
  return fromMicros(micros * 10n ** BigInt(places));
}

/** Formats a JSON number as a decimal without an exponent. The venue's numbers have at most 6 decimals. */
function numberText(value: number): string {
  if (!Number.isFinite(value)) return '';
  const text = String(value);
  return text.includes('e') ? value.toFixed(DECIMALS) : text;
}
