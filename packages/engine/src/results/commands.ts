/** Commands of the life of a result: proposal, dispute, confirmation, withdrawal, and reversal after it was paid. */
import type { AccountId, CatalogId, MarketId } from '../units/units.ts';

/** Markets that a result is for: one, or all of an event. */
export type ResultScope = { readonly market: MarketId } | { readonly catalogEvent: CatalogId };

/** A result as an operator names it. */
export type NamedResult =
  /** For a market: payouts of both outcomes in 1/10000, summing to 10000. */
  | { readonly kind: 'payouts'; readonly payouts: readonly [number, number] }
  /** For a one-winner event: markets whose first outcomes share 1, as in `ResolveEvent`; null: split evenly. */
  | { readonly kind: 'winners'; readonly winners: readonly MarketId[] | null }
  /** Every account gets back exactly what the market or the event cost it. */
  | { readonly kind: 'refund' };

/** Stops trading and starts the window in which the result can be disputed. */
export interface ProposeResult {
  readonly kind: 'ProposeResult';
  readonly scope: ResultScope;
  readonly result: NamedResult;
  readonly source: string;
  readonly note: string;
  /** Length of the window, at most RESULT_WINDOW_MS_MAX; 0: it ends at once. */
  readonly windowMs: number;
  readonly by: string;
}

/** Contests a proposal: only `ConfirmResult` or `WithdrawResult` ends it then. */
export interface DisputeResult {
  readonly kind: 'DisputeResult';
  /** Any of the proposal's markets, as in the commands below. */
  readonly market: MarketId;
  /** null: an operator. */
  readonly account: AccountId | null;
  readonly reason: string;
}

export interface ConfirmResult {
  readonly kind: 'ConfirmResult';
  readonly market: MarketId;
  readonly by: string;
  readonly note: string;
}

/** Takes a proposal back: trading goes on. */
export interface WithdrawResult {
  readonly kind: 'WithdrawResult';
  readonly market: MarketId;
  readonly by: string;
  readonly reason: string;
}

/** Replaces a paid result by another, or reopens the market. Subsequent `SettleMarket` commands move the money. */
export interface ReverseResult {
  readonly kind: 'ReverseResult';
  readonly scope: ResultScope;
  readonly to: NamedResult | { readonly kind: 'open' };
  readonly by: string;
  readonly note: string;
}

/** Issued by the sequencer: confirms the undisputed proposal whose window has ended first. */
export interface ConfirmResults {
  readonly kind: 'ConfirmResults';
}

export type ResultCommand =
  | ProposeResult
  | DisputeResult
  | ConfirmResult
  | WithdrawResult
  | ReverseResult
  | ConfirmResults;
