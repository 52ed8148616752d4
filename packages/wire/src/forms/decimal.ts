/** Exact decimals of the wire: amounts in millionths and prices in ten-thousandths, to and from text. No floats. */
import { isMicros, type Micros, PRICE_ONE } from '@bellwether/engine';

const MICROS_PER_UNIT = 1_000_000;

/** An amount or a price in millionths as a decimal without exponent or trailing zeros, with a sign below 0. */
export function amountText(amount: number | bigint): string {
  if (amount < 0) return `-${amountText(-amount)}`;
  // Only sums over the venue's life exceed the exact range of a double.
  if (typeof amount === 'bigint') return wideAmountText(amount);
  const rest = amount % MICROS_PER_UNIT;
  const whole = (amount - rest) / MICROS_PER_UNIT;
  if (rest === 0) return String(whole);
  return `${whole}.${trimmed(String(rest).padStart(6, '0'))}`;
}

function wideAmountText(amount: bigint): string {
  const rest = amount % BigInt(MICROS_PER_UNIT);
  const whole = amount / BigInt(MICROS_PER_UNIT);
  return rest === 0n ? String(whole) : `${whole}.${trimmed(String(rest).padStart(6, '0'))}`;
}

/** A price in 1/10000, 0..10000, as a decimal without trailing zeros. */
export function priceText(price: number): string {
  if (price === 0) return '0';
  return price === PRICE_ONE ? '1' : `0.${trimmed(String(price).padStart(4, '0'))}`;
}

/** Payouts of both outcomes by that of the first in 1/10000; none for a refund. */
export const payoutTexts = (first: number | null): string[] =>
  first === null ? [] : [priceText(first), priceText(PRICE_ONE - first)];

/** Half of the sum of two prices, or a price in 1/20000, with up to 5 decimals. */
export function halfPriceText(sum: number): string {
  if (sum === 0) return '0';
  const scaled = sum * 5;
  return scaled >= 100_000 ? '1' : `0.${trimmed(String(scaled).padStart(5, '0'))}`;
}

const AMOUNT = /^(0|[1-9][0-9]{0,11})(?:\.([0-9]{1,6}))?$/;

/** Parses a decimal with at most 6 places to micros; null if invalid or above the venue's maximum. */
export function parseAmount(text: string): Micros | null {
  const match = AMOUNT.exec(text);
  if (match === null) return null;
  const amount = Number(`${match[1]}${(match[2] ?? '').padEnd(6, '0')}`);
  return isMicros(amount) ? amount : null;
}

const FRACTION = /^(?:(0)(?:\.([0-9]{1,4}))?|1(?:\.0{1,4})?)$/;

/** Parses a fraction 0..1 with at most 4 places (text or JSON number) to 1/10000; null if invalid. */
export function parseFraction(value: string | number): number | null {
  const match = FRACTION.exec(String(value));
  if (match === null) return null;
  return match[1] === undefined ? PRICE_ONE : Number((match[2] ?? '').padEnd(4, '0'));
}

/** Removes trailing zeros; `digits` contains at least one other digit. */
function trimmed(digits: string): string {
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 48) end--;
  return digits.slice(0, end);
}

/** Micros in units, as a JSON number. */
export const unitsNumber = (micros: number): number => micros / MICROS_PER_UNIT;
/** A price in 1/10000 as a JSON number. */
export const ticksNumber = (ticks: number): number => ticks / PRICE_ONE;
