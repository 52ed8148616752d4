/**
 * Events of the life of a result. `market` is the key: the first of the markets that the proposal or the correction
 * covers.
 */
import type { AccountId, MarketId, Micros, WalletId } from '../units/units.ts';
import type { NamedResult, ResultScope } from './commands.ts';

/** Trading has stopped in all `markets` until the proposal ends. */
export interface ResultProposed {
  readonly kind: 'ResultProposed';
  readonly market: MarketId;
  /** The unresolved markets that the result is for. */
  readonly markets: readonly MarketId[];
  readonly scope: ResultScope;
  readonly result: NamedResult;
  readonly source: string;
  readonly note: string;
  readonly by: string;
  /** Unix milliseconds. */
  readonly endsMs: number;
}

export interface ResultDisputed {
  readonly kind: 'ResultDisputed';
  readonly market: MarketId;
  /** All markets of the proposal, as below. */
  readonly markets: readonly MarketId[];
  /** null: an operator. */
  readonly account: AccountId | null;
  readonly reason: string;
}

export interface ResultWithdrawn {
  readonly kind: 'ResultWithdrawn';
  readonly market: MarketId;
  readonly markets: readonly MarketId[];
  /** null: the venue itself, because the result can no longer be confirmed. */
  readonly by: string | null;
  readonly reason: string;
}

/** The proposal has ended; `MarketResolved` of its markets follows in the same entry. */
export interface ResultConfirmed {
  readonly kind: 'ResultConfirmed';
  readonly market: MarketId;
  /** null: the end of the window. */
  readonly by: string | null;
  readonly note: string;
  /** Set for a refund. */
  readonly refund?: {
    /** All markets whose cost is refunded together, including those that had lost before. */
    readonly markets: readonly MarketId[];
    /** Sum of what wallets have to give back. */
    readonly claims: Micros;
  };
}

/** A paid result is replaced. Its markets are `resolving` until `ResultCorrected`. */
export interface ResultReversed {
  readonly kind: 'ResultReversed';
  readonly market: MarketId;
  readonly markets: readonly MarketId[];
  /** New payout of each market's first outcome in 1/10000; null: a refund. null for the list: the markets reopen. */
  readonly to: readonly (readonly [MarketId, number | null])[] | null;
  /** Sum of what wallets have to give back. */
  readonly claims: Micros;
  readonly by: string;
  readonly note: string;
}

/** A wallet gave back what the new result pays less than the old one. */
export interface PayoutReclaimed {
  readonly kind: 'PayoutReclaimed';
  readonly market: MarketId;
  readonly wallet: WalletId;
  /** Sum of `taken` and `debt`. */
  readonly amount: Micros;
  /** Free collateral taken from the account's wallets, this one first. */
  readonly taken: readonly (readonly [WalletId, Micros])[];
  /** The rest, which the account owes the venue from now on. */
  readonly debt: Micros;
}

/** A wallet got what the new result pays more than the old one. */
export interface PayoutAdded {
  readonly kind: 'PayoutAdded';
  readonly market: MarketId;
  readonly wallet: WalletId;
  readonly amount: Micros;
}

/** A wallet has its shares of a reopening market again. `market` is the shares' market, not the key. */
export interface PositionRestored {
  readonly kind: 'PositionRestored';
  readonly market: MarketId;
  readonly wallet: WalletId;
  readonly shares: readonly [Micros, Micros];
}

/** The correction is complete: `markets` are resolved, or open again. */
export interface ResultCorrected {
  readonly kind: 'ResultCorrected';
  readonly market: MarketId;
  readonly markets: readonly MarketId[];
  /** True: they are open again. Rows of reads follow from the event alone. */
  readonly reopened: boolean;
  /** Goes to the fee account: the new rounding remainder, and the fees that an earlier refund had given back. */
  readonly remainder: Micros;
}

export type ResultEvent =
  | (ResultProposed | ResultDisputed | ResultWithdrawn | ResultConfirmed | ResultReversed | PayoutReclaimed)
  | (PayoutAdded | PositionRestored | ResultCorrected);
