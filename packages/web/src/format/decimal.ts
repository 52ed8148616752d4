/**
 * Exact decimals for the screen: the venue's decimal texts as whole millionths and back. Prices and amounts never pass
 * through floats; figures that the venue itself sends as JSON numbers are turned into text first.
 */

const MICROS = 1_000_000n;
const DECIMALS = 6;
const DECIMAL = /^(-?)([0-9]+)(?:\.([0-9]+))?$/;

/** A decimal as the venue writes it, or a JSON number of the venue. */
export type Decimal = string | number;

/** Millionths of a decimal, cut at the sixth place; null for anything that is no decimal. */
export function toMicros(value: Decimal): bigint | null {
  const text = typeof value === 'number' ? numberText(value) : value;
  const [, sign, whole = '', fraction = ''] = DECIMAL.exec(text) ?? [];
  if (sign === undefined) return null;
  const micros = BigInt(whole) * MICROS + BigInt(fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0'));
  return sign === '-' ? -micros : micros;
}

/** Decimal text of millionths, without trailing zeros. */
export function fromMicros(micros: bigint): string {
  const sign = micros < 0n ? '-' : '';
  const digits = (micros < 0n ? -micros : micros).toString().padStart(DECIMALS + 1, '0');
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '');
  const whole = digits.slice(0, -DECIMALS);
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}

/** 1 - price: what the other outcome costs. Text that is no decimal stays as it is. */
export function complement(price: string): string {
  const micros = toMicros(price);
  return micros === null ? price : fromMicros(MICROS - micros);
}

/** -1, 0 or 1; text that is no decimal counts as 0. */
export function compareDecimals(left: Decimal, right: Decimal): -1 | 0 | 1 {
  const difference = (toMicros(left) ?? 0n) - (toMicros(right) ?? 0n);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The decimal with its point moved right by `places`. */
export function shiftDecimal(value: Decimal, places: number): string {
  const micros = toMicros(value);
  if (micros === null) return String(value);
  return fromMicros(micros * 10n ** BigInt(places));
}

/** A JSON number as decimal text, never with an exponent; numbers of the venue have at most 6 decimals. */
function numberText(value: number): string {
  if (!Number.isFinite(value)) return '';
  const text = String(value);
  return text.includes('e') ? value.toFixed(DECIMALS) : text;
}
