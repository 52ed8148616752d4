/** A resting order: what the book, the ledger and reads know of it. Owned by `State`; only `apply` changes it. */

import type { BookEntry } from '../book/order-book.ts';
import type { AccountId, MarketId, OrderId, OrderNumber, Outcome, WalletId } from '../units/ids.ts';
import type { Micros } from '../units/micros.ts';
import type { Price } from '../units/price.ts';
import type { OrderType, Side } from '../units/terms.ts';

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
  /** Unix milliseconds of the entry that accepted it. */
  readonly createdMs: number;
  /** Held from the wallet now: collateral including fee reserve for BUY, shares for SELL. */
  held: Micros;
  /** Row of its first result in `OrderResults`; -1 where none is remembered. */
  row: number;
  previous: OpenOrder | null;
  next: OpenOrder | null;
  /** Neighbours in the account's list of resting orders. */
  accountPrevious: OpenOrder | null;
  accountNext: OpenOrder | null;
  /** Neighbours in the API key's list of resting orders. */
  keyPrevious: OpenOrder | null;
  keyNext: OpenOrder | null;
}

/** What is known of a resting order apart from its neighbours. */
export type OrderFacts = Omit<
  OpenOrder,
  'row' | 'previous' | 'next' | 'level' | 'accountPrevious' | 'accountNext' | 'keyPrevious' | 'keyNext'
>;

/**
 * Makes an order that is in no list yet. All of them come from here, so that all have one hidden class; what matching
 * touches comes first and shares cache lines, what is only told to people comes last.
 */
export function createOpenOrder(facts: OrderFacts, row: number): OpenOrder {
  return {
    bookSide: facts.bookSide,
    bookPrice: facts.bookPrice,
    remaining: facts.remaining,
    previous: null,
    next: null,
    level: null,
    held: facts.held,
    row,
    number: facts.number,
    account: facts.account,
    wallet: facts.wallet,
    market: facts.market,
    outcome: facts.outcome,
    side: facts.side,
    price: facts.price,
    expiration: facts.expiration,
    accountPrevious: null,
    accountNext: null,
    keyPrevious: null,
    keyNext: null,
    type: facts.type,
    size: facts.size,
    orderId: facts.orderId,
    apiKey: facts.apiKey,
    createdMs: facts.createdMs,
  };
}
