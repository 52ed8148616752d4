/**
 * Additions to gateway and feeds that a program brings along: the sandbox does, and no venue has any of them. They are
 * routes of its own, faults of connections and frames, orders that reach the exchange later than they arrived, and
 * trades that appear to settle step by step. The ledger knows nothing of them.
 */
import type { ExplainedHoldBack, OrderExplanation, Route, SingleOrder, Venue } from '@bellwether/contract';
import type { AccountId, OrderAccepted, PlaceOrder, RequestId, State } from '@bellwether/engine';
import type { RefusedOrder } from '@bellwether/read-model/orders/answer/explained/refused.ts';
import type { FastifyInstance, onRequestHookHandler, RouteHandlerMethod } from 'fastify';

export interface GatewayExtension {
  /** Routes of the extension, for the description and the refusals of wrong methods. */
  readonly routes: readonly Route[];
  /** Registers hooks before any route is mounted. They see only requests of Node's server: there is no plain lane. */
  registerHooks(app: FastifyInstance): void;
  /**
   * Mounts the extension's routes, after all others. `admitOperator` admits the operator; `explainOrder` explains any
   * account's order.
   */
  registerRoutes(app: FastifyInstance, admitOperator: onRequestHookHandler, explainOrder: RouteHandlerMethod): void;
  /** True if a key is in use for something that the journal does not know. */
  isKeyUsed(id: RequestId): boolean;
  venueFields(): Partial<Venue>;
  readonly heldBack: HeldBackOrders;
  readonly feeds: FeedExtension;
  readonly banner: PageBanner;
}

/** A bar above every view of the page, there from the first paint on. */
export interface PageBanner {
  /** Attribute of the page's root element, by which the page's own program knows of the bar. */
  readonly attribute: string;
  /** HTML of the bar until the page's program draws it. */
  readonly html: string;
  /** Module of the page that draws it, as the build's manifest names it. */
  readonly module: string;
}

/** An order whose time has come. `request`: the request that placed it, if it had a key. */
export type DueOrder = { readonly command: PlaceOrder; readonly request: RequestId | null };

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

export interface FeedExtension {
  /** True if positions of clients may belong to another history. */
  readonly isRewound: boolean;
  /** Changes the frames of a new connection on their way out. */
  openFrames(feed: 'market' | 'user' | 'live'): FramePass;
  readonly settling: SettlingTrades;
  readonly waiting: WaitingOrders;
}

/**
 * Takes the frames of one connection: writes the frames to send now, or ends the connection. `isAnswer`: the frame is
 * sent while a message of the client is handled.
 */
export type FramePass = (
  frame: Buffer | string,
  write: (frame: Buffer | string) => void,
  end: () => void,
  isAnswer: boolean,
) => void;

/** Status in which a trade is shown at a moment. */
export interface ShownTrade {
  readonly status: 'MATCHED_NOT_BROADCASTED' | 'MATCHED' | 'MINED' | 'RETRYING' | 'CONFIRMED' | 'FAILED';
  /** Start of that status, Unix milliseconds. */
  readonly sinceMs: number;
  /** False if its transaction hash is not shown yet. */
  readonly hasHash: boolean;
}

export interface SettlingTrades {
  /** True if a future trade may be among them. */
  readonly isArmed: boolean;
  /** Shown status of a trade, by the sequence of its entry, which is its id; null: unchanged. */
  shown(trade: number): ShownTrade | null;
  /**
   * Calls `tell` for each trade at the moment when it moves to a later shown status. Returns a function that stops this.
   */
  follow(tell: (trade: number) => void): () => void;
}

/** An order that waits before it comes to the exchange, or ends before that. */
export interface WaitingOrder {
  /** The order as the exchange would have accepted it when it arrived. */
  readonly accepted: OrderAccepted;
  readonly status: 'DELAYED' | 'UNMATCHED' | 'CANCELED';
  /** Arrival, and start of that status, in Unix milliseconds. */
  readonly createdMs: number;
  readonly sinceMs: number;
}

export interface WaitingOrders {
  /**
   * Calls `tell` for each order when it begins to wait, and when it ends without the exchange. Returns a function that
   * stops this.
   */
  follow(tell: (order: WaitingOrder) => void): () => void;
}
