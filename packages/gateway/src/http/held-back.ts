/** Orders that reach the exchange later than they arrived. No venue has them unless its program brings them along. */
import type { ExplainedHoldBack, OrderExplanation, SingleOrder } from '@bellwether/contract';
import type { AccountId, PlaceOrder, RequestId, State } from '@bellwether/engine';
import type { RefusedOrder } from '@bellwether/read-model/orders/answer/explained/refused.ts';

/** An order whose time has come. `request`: the request that placed it, if it had a key. */
export interface DueOrder {
  readonly command: PlaceOrder;
  readonly request: RequestId | null;
}

/** Submits an order to the exchange. Resolves to true if the exchange accepted it. */
export type Decide = (order: DueOrder) => Promise<boolean>;

/** The client of a request: authenticated or not. */
export type Viewer =
  | { readonly kind: 'caller'; readonly account: { readonly id: AccountId }; readonly apiKey: string }
  | { readonly kind: 'failure' };

export interface HeldBack {
  readonly explained: ExplainedHoldBack;
  /**
   * Explains an order that still waits, or never came to the exchange; null for one that did. `remembered`: its
   * refusals, oldest first.
   */
  readonly explainWaiting: ((remembered: readonly RefusedOrder[], state: Readonly<State>) => OrderExplanation) | null;
}

export interface HeldBackOrders {
  /** Sets how due orders reach the exchange. Called once, before any is due. */
  decidedBy(decide: Decide): void;
  /**
   * Holds an order back or not; null: not. It is placed when it is due, even after a restart. An order already held stays
   * so, for the signer who sent it first. Throws `StorageFull` and `StorageError`.
   */
  hold(command: PlaceOrder, request: RequestId | null, state: Readonly<State>): 'held' | 'held-for-other' | null;
  /** Null for an order that was never held back, is forgotten, or is not `account`'s (null: any account's). */
  heldBack(id: string, account: AccountId | null): HeldBack | null;
  /** An order as `GET /data/order` shows it to this client; null if the ledger has it, or if it is unknown. */
  find(id: string, state: Readonly<State>, viewerOf: () => Viewer): SingleOrder | null;
}
