/** Payouts of a resolved market: to a position, and for its event's conversion vault. */
import type { Market } from '../market/market.ts';
import { assert, type Micros, micros, PRICE_ONE } from '../units/units.ts';

/** The payouts of a market whose cost is refunded. */
export const REFUND_PAYOUTS = [0, 0] as const;

export const isRefund = (payouts: readonly [number, number]): boolean => payouts[0] + payouts[1] === 0;

/** Sum of shares * payout / 10000 over both outcomes, rounded down once. */
export function payoutOf(held: readonly [Micros, Micros], payouts: readonly [number, number]): Micros {
  let whole = 0;
  let rest = 0;
  for (const outcome of [0, 1] as const) {
    const shares = held[outcome];
    const remainder = shares % PRICE_ONE;
    whole += ((shares - remainder) / PRICE_ONE) * payouts[outcome];
    rest += remainder * payouts[outcome];
  }
  return micros(whole + Math.floor(rest / PRICE_ONE));
}

/**
 * The part of its event's advance that a settled market repays: the value of the vault's second-outcome shares, rounded
 * up to a whole micro, but at most the remaining advance. Payouts to holders are rounded down, so the locked collateral
 * always covers it. The event's first outcomes together pay 1, so n markets repay amount * (n - 1) exactly. In a refund,
 * shares pay nothing, and the locked collateral repays what it can.
 */
export function vaultPayout(market: Market, advanced: bigint): Micros {
  assert(market.payouts !== null, `market ${market.id} has no payouts`);
  if (isRefund(market.payouts)) return market.locked <= advanced ? market.locked : micros(Number(advanced));
  const remainder = market.vault % PRICE_ONE;
  const whole = ((market.vault - remainder) / PRICE_ONE) * market.payouts[1];
  const worth = micros(whole + Math.ceil((remainder * market.payouts[1]) / PRICE_ONE));
  return worth <= advanced ? worth : micros(Number(advanced));
}
