/** Amounts that the account's own open orders hold, as figures and as text. Pure. */
import type { OwnOrder } from '@bellwether/sdk';
import { fromMicros, toMicros } from '../format/decimal.ts';
import { formatCount, formatExactMoney, formatShares } from '../format/numbers.ts';

export interface HeldAmount {
  /** In millionths. */
  readonly sum: bigint;
  readonly count: number;
}

export type Reserved = { readonly collateral: HeldAmount; readonly shares: HeldAmount };

/** Returns the collateral that the wallet's orders hold, and the shares of the token. */
export function reservedOf(orders: readonly OwnOrder[], wallet: string, tokenId: string): Reserved {
  const own = orders.filter(({ maker_address: maker }) => maker.toLowerCase() === wallet.toLowerCase());
  return {
    collateral: heldBy(own.filter(({ side }) => side === 'BUY')),
    shares: heldBy(own.filter(({ side, asset_id: token }) => side === 'SELL' && token === tokenId)),
  };
}

function heldBy(orders: readonly OwnOrder[]): HeldAmount {
  return { sum: orders.reduce((sum, { held }) => sum + (toMicros(held) ?? 0n), 0n), count: orders.length };
}

/** Returns a text such as `$12.40 is reserved by 3 open orders`; empty if nothing is reserved. */
export function reservedMoney({ sum, count }: HeldAmount): string {
  return count === 0 ? '' : `${formatExactMoney(fromMicros(sum))} is reserved by ${ordersOf(count)}`;
}

export function reservedShares({ sum, count }: HeldAmount): string {
  const are = sum === 1_000_000n ? 'is' : 'are';
  return count === 0 ? '' : `${formatShares(fromMicros(sum), 6, 'share')} ${are} reserved by ${ordersOf(count)}`;
}

function ordersOf(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'open order' : 'open orders'}`;
}
