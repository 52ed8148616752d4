/** A resting order: the data that the book, the ledger and reads need. Owned by `State`; only `apply` changes it. */
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
  /** Amount held from the wallet now: collateral including the fee reserve for BUY, shares for SELL. */
  held: Micros;
  /** Row of its first result in `OrderResults`; -1 if none is remembered. */
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

/** Facts about an order when it starts to rest, named as in `OrderAccepted`. */
export type OrderTerms = Omit<OrderAccepted, 'kind' | 'builder'>;

export type Writable<Value> = { -readonly [Name in keyof Value]: Value[Name] };

/**
 * Creates an order to be filled in. All orders are created here, so that all have one hidden class. Fields used in
 * matching come first and share cache lines; fields that are only displayed come last.
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
