/** The worth of a position. Pure. */
import type { UserPosition } from '@bellwether/sdk';
import { toMicros } from '../format/decimal.ts';

/** Amounts in millionths. */
interface Worth {
  readonly value: bigint;
  /** Profit or loss over the position's life, fees included. */
  readonly profit: bigint;
}

/** Returns a position's worth at a price. If the price is null, the position is valued at cost, as the venue does. */
export function worthAt(
  {
    size,
    initialValue,
    realizedPnl,
    feesPaid,
  }: Pick<UserPosition, 'size' | 'initialValue' | 'realizedPnl' | 'feesPaid'>,
  price: string | null,
): Worth {
  const micros = (amount: number): bigint => toMicros(amount) ?? 0n;
  const at = price === null ? null : toMicros(price);
  const value = at === null ? micros(initialValue) : (micros(size) * at) / 1_000_000n;
  return { value, profit: value - micros(initialValue) + micros(realizedPnl) - micros(feesPaid) };
}
