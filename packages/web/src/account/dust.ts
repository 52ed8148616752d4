/**
 * Dust: a position of less than one hundredth of a share. A share pays at most $1, so dust is always worth less than a
 * cent, and an order of that size cannot express an exact price. The page neither lists dust nor offers it for sale,
 * but its value is included in all totals. Pure.
 */
import { type Decimal, toMicros } from '../format/decimal.ts';

/** Smallest position that is listed and can be sold, in millionths of a share. */
export const DUST_END_MICROS = 10_000n;

/** True if the amount is positive and less than a hundredth of a share. */
export function isDust(shares: Decimal): boolean {
  const micros = toMicros(shares) ?? 0n;
  return micros > 0n && micros < DUST_END_MICROS;
}
