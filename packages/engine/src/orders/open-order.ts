/**
 * A resting order: what the book, the ledger and reads know of it. Owned by `State`; only `apply` changes it.
 */
import { BID, type BookEntry } from '../book/order-book.ts';
import type { OrderAccepted } from '../event.ts';
import type { AccountId, MarketId, OrderId, OrderNumber, Outcome, WalletId } from '../units/ids.ts';
import { type Micros, ZERO_MICROS } from '../units/micros.ts';
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

/** What is known of a resting order when it begins to rest, in the words of its `OrderAccepted`. */
export type OrderTerms = Omit<OrderAccepted, 'kind' | 'builder'>;

export type Writable<Value> = { -readonly [Name in keyof Value]: Value[Name] };

/**
 * An order that rests nowhere, to be written. All of them come from here, so that all have one hidden class; what
 * matching touches comes first and shares cache lines, what is only told to people comes last.
 */
export function blankOrder(): Writable<OpenOrder> {
  return {
    bookSide: BID,
    bookPrice: 1 as Price,
    remaining: ZERO_MICROS,
    previous: null,
    next: null,
    level: null,
    held: ZERO_MICROS,
    row: -1,
    number: -1 as OrderNumber,
    account: 0 as AccountId,
    wallet: 0 as WalletId,
    market: 0 as MarketId,
    outcome: 0,
    side: 'BUY',
    price: 1 as Price,
    expiration: 0,
    accountPrevious: null,
    accountNext: null,
    keyPrevious: null,
    keyNext: null,
    type: 'GTC',
    size: ZERO_MICROS,
    orderId: '' as OrderId,
    apiKey: '',
    createdMs: 0,
  };
}
