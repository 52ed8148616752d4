/** Proposed results, and corrections of paid ones, as the state keeps them. Only `apply` changes them. */
import type { Cost } from '../units/cost.ts';
import type { MarketId, Micros, WalletId } from '../units/units.ts';
import type { ResultDisputed, ResultProposed } from './events.ts';

/** A proposed result; all of its markets share the object. */
export interface Proposal extends Omit<ResultProposed, 'kind'> {
  dispute: Pick<ResultDisputed, 'account' | 'reason'> | null;
}

/** Payouts per outcome in 1/10000; [0, 0]: nothing is paid; null: the cost is refunded. */
export type Paid = readonly [number, number] | null;

/** One step of a correction. */
export type CorrectionStep =
  | { readonly kind: 'reclaim' | 'pay'; readonly wallet: WalletId; readonly amount: Micros }
  | { readonly kind: 'restore'; readonly market: MarketId; readonly wallet: WalletId };

/** A change of what markets have paid; all of them share the object. Collateral on its way is locked in the key. */
export interface Correction {
  /** The first of `markets`, whose settlement carries the correction out. */
  readonly market: MarketId;
  readonly markets: readonly MarketId[];
  /** Payouts of each market so far, in the order of `markets`. */
  readonly from: readonly Paid[];
  /** Payouts of each market afterwards; null: the markets reopen. */
  readonly to: readonly Paid[] | null;
  readonly claims: Micros;
  /** All steps; null while a market still has to be emptied. Follows from the rest of the state. */
  steps: readonly CorrectionStep[] | null;
  /** Number of steps done. */
  next: number;
}

/** Remains of a settled market: enough to reverse it. */
export interface Settlement {
  readonly vault: Micros;
  /** Part of the event's advance that it repaid. */
  readonly repaid: Micros;
  /** Rounding remainder in the fee account. */
  readonly remainder: Micros;
}

/** Flags and times that a result replaced: a market that reopens has them again. */
export interface BeforeResult {
  readonly closed: boolean;
  readonly acceptingOrders: boolean;
  readonly openTimeMs: number | null;
  /** True if its event had been closed. */
  readonly eventClosed: boolean;
}

/** Remains of a wallet without shares in a market: the market's cost, and the shares that its result redeemed. */
export type Past = { readonly cost: Cost; readonly shares: readonly [Micros, Micros] };
