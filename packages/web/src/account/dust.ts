/**
 * Dust: fewer shares than a hundredth of one. A share pays at most $1, so dust is worth less than a cent whatever
 * happens, and it is too little for an order to say a price exactly. The page lists no position of dust and offers none
 * to sell; what it is worth stays in every sum. Pure.
 */
import { type Decimal, toMicros } from '../format/decimal.ts';

/** The least that is listed and sold, in millionths of a share. */
export const DUST_END_MICROS = 10_000n;

/** True for something that is less than a hundredth of a share; nothing is no dust. */
export function isDust(shares: Decimal): boolean {
  const micros = toMicros(shares) ?? 0n;
  return micros > 0n && micros < DUST_END_MICROS;
}
