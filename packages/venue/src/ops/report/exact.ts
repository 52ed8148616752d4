/** Amounts of a report while they are summed. */
import { HALF_TICKS_PER_UNIT } from '@bellwether/contract/displayed-price';
import { amountText } from '@bellwether/wire/forms/decimal.ts';

/** Amount in 1/20000 of a micro-unit: exact for any shares at a half tick. */
export type Exact = bigint;

const PER_MICRO = BigInt(HALF_TICKS_PER_UNIT);

export const exact = (micros: number | bigint): Exact => BigInt(micros) * PER_MICRO;

/** Value of shares at a price in half ticks. */
export const worth = (shares: number, halfTicks: number): Exact => BigInt(shares) * BigInt(halfTicks);

/** Rounds towards zero, to a millionth. */
export const exactText = (amount: Exact): string => amountText(amount / PER_MICRO);

/** Amount for each share, rounded towards zero to a millionth; null without shares. */
export const perShareText = (amount: Exact, shares: bigint): string | null =>
  shares === 0n ? null : amountText((amount * 1_000_000n) / (PER_MICRO * shares));

/** Mean of micro-units; null of none. */
export const meanText = (sum: bigint, count: number): string | null =>
  count === 0 ? null : amountText(sum / BigInt(count));
