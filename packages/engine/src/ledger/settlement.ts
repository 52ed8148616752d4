/** What a resolved market owes: to a position, and to its event's conversion vault. */
import type { Market } from '../market/market.ts';
import { assert } from '../units/assert.ts';
import { addMicros, type Micros, micros, ZERO_MICROS } from '../units/micros.ts';
import { PRICE_ONE } from '../units/price.ts';
import type { Position } from './wallet.ts';

/** Sum of shares * payout / 10000 over both outcomes, rounded down once. Held shares must have been released. */
export function payoutOf(position: Position, payouts: readonly [number, number]): Micros {
  let whole = 0;
  let rest = 0;
  for (const outcome of [0, 1] as const) {
    const shares = addMicros(position.free[outcome], position.held[outcome]);
    const remainder = shares % PRICE_ONE;
    whole += ((shares - remainder) / PRICE_ONE) * payouts[outcome];
    rest += remainder * payouts[outcome];
  }
  return micros(whole + Math.floor(rest / PRICE_ONE));
}

/** What the vault's second-outcome shares are worth. Negative-risk payouts are all or nothing, so this is whole. */
export function vaultPayout(market: Market): Micros {
  assert(market.payouts !== null, `market ${market.id} has no payouts`);
  assert(market.vault === 0 || market.payouts[1] === 0 || market.payouts[1] === PRICE_ONE, 'a vault is paid whole');
  return market.payouts[1] === PRICE_ONE ? market.vault : ZERO_MICROS;
}
