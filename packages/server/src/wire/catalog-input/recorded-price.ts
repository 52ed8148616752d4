/** Recorded price of a closed market's first outcome. Pure functions. */
import { HALF_TICKS_PER_UNIT } from '@bellwether/contract';
import { plainDecimal } from './fields.ts';

const PRICE = /^(0|1)(?:\.([0-9]{1,80}))?$/;
/** Rounding may leave the sum of both prices off by half a tick. */
const REST_MAX = 1;

/**
 * Price in 1/20000, rounded to the nearest; null unless there are two prices that add up to 1. Accepts decimals as
 * numbers or text.
 */
export function recordedHalfTicks(prices: readonly unknown[]): number | null {
  const [first, second] = prices.map(halfTicksOf);
  if (first === undefined || second === undefined || first === null || second === null || prices.length !== 2)
    return null;
  return Math.abs(first + second - HALF_TICKS_PER_UNIT) <= REST_MAX ? first : null;
}

function halfTicksOf(value: unknown): number | null {
  const text = typeof value === 'number' ? plainDecimal(value) : typeof value === 'string' ? value : '';
  const match = PRICE.exec(text ?? '');
  if (match === null) return null;
  const [, whole = '0', fraction = ''] = match;
  const unit = 10n ** BigInt(fraction.length);
  const halfTicks = Number((2n * BigInt(whole + fraction) * BigInt(HALF_TICKS_PER_UNIT) + unit) / (2n * unit));
  return halfTicks <= HALF_TICKS_PER_UNIT ? halfTicks : null;
}
