/** A resting order: what the book, the ledger and reads know of it. Owned by `State`; only `apply` changes it. */

import type { BookEntry } from '../book/order-book.ts';
import type { OrderType, Side } from '../command.ts';
import type { AccountId, MarketId, OrderId, OrderNumber, Outcome, WalletId } from '../units/ids.ts';
import type { Micros } from '../units/micros.ts';
import type { Price } from '../units/price.ts';

export interface OpenOrder extends BookEntry {
  readonly number: OrderNumber;
  readonly orderId: OrderId;
  readonly account: AccountId;
  readonly wallet: WalletId;
  readonly apiKey: string;
  readonly market: MarketId;
  readonly outcome: Outcome;
  readonly side: Side;
  readonly type: OrderType;
  /** Limit price of the order's own outcome. */
  readonly price: Price;
  /** Shares of the signed order. */
  readonly size: Micros;
  /** Unix seconds; 0 unless GTD. */
  readonly expiration: number;
  /** Held from the wallet now: collateral including fee reserve for BUY, shares for SELL. */
  held: Micros;
  previous: OpenOrder | null;
  next: OpenOrder | null;
  /** Neighbours in the account's list of resting orders. */
  accountPrevious: OpenOrder | null;
  accountNext: OpenOrder | null;
}
