/**
 * The whole state of the exchange: `decide` reads it and `apply` changes it. Followers (the gateway's view, the
 * projector) hold a copy kept by the same fold. No I/O, no clock, no randomness.
 */

import { type Community, createCommunity } from './community/community.ts';
import type { OrderAccepted } from './event.ts';
import { Heartbeats } from './heartbeats/heartbeats.ts';
import type { Keeps } from './keeps.ts';
import type { Totals } from './ledger/totals.ts';
import type { Account, ApiKey, Wallet } from './ledger/wallet.ts';
import { CloseQueue } from './market/close-queue.ts';
import type { CatalogEvent, Market } from './market/market.ts';
import { ExpiryQueue } from './orders/expiry-queue.ts';
import { KeyOrders } from './orders/key-orders.ts';
import { OpenOrders } from './orders/open-orders.ts';
import { OrderResults } from './orders/order-results.ts';
import { RequestWindow } from './requests/request-window.ts';
import { FIRST_RULES_VERSION } from './rules.ts';
import {
  type AccountId,
  type Address,
  type CatalogId,
  type ConditionId,
  type MarketId,
  type OrderNumber,
  orderNumber,
  type TokenId,
  type WalletId,
} from './units/ids.ts';
import { type Micros, ZERO_MICROS } from './units/micros.ts';
import type { VenueMode } from './units/terms.ts';

/** One outcome token: its market and its outcome. */
export interface TokenRef {
  readonly market: MarketId;
  readonly outcome: 0 | 1;
}

/** An accepted order that is being matched. */
export interface PendingOrder {
  readonly accepted: OrderAccepted;
  /** Amounts that it gave and got so far, before the fee. */
  making: Micros;
  taking: Micros;
}

export interface State {
  /** Sequence and time of the last applied entry; 0 before the first. */
  sequence: number;
  timeMs: number;
  mode: VenueMode;
  /** Version of the rules that decide commands: see `rules.ts`. */
  rules: number;
  readonly accounts: Account[];
  readonly accountsByAddress: Map<Address, AccountId>;
  readonly wallets: Wallet[];
  readonly walletsByAddress: Map<Address, WalletId>;
  readonly apiKeys: Map<string, ApiKey>;
  readonly markets: Market[];
  readonly marketsByCondition: Map<ConditionId, MarketId>;
  readonly marketsByCatalogId: Map<CatalogId, MarketId>;
  readonly marketsBySlug: Map<string, MarketId>;
  readonly tokens: Map<TokenId, TokenRef>;
  readonly catalogEvents: Map<CatalogId, CatalogEvent>;
  readonly catalogEventsBySlug: Map<string, CatalogId>;
  readonly tagsBySlug: Map<string, CatalogId>;
  readonly tagSlugs: Map<CatalogId, string>;
  readonly seriesBySlug: Map<string, CatalogId>;
  readonly seriesSlugs: Map<CatalogId, string>;
  /** Highest public id assigned so far, by kind; the next free one is one above. */
  readonly lastCatalogIds: { event: number; market: number; tag: number; series: number };
  /** Resting orders. */
  readonly openOrders: OpenOrders;
  /** Resting orders by API key. */
  readonly keyOrders: KeyOrders;
  nextOrderNumber: OrderNumber;
  /** The order of the entry being applied, between its acceptance and its rest or end; null between entries. */
  pending: PendingOrder | null;
  /** First results of orders, for idempotency. */
  readonly orderResults: OrderResults;
  readonly expiries: ExpiryQueue;
  /** Markets in `resolving`, oldest first. */
  readonly settling: Set<MarketId>;
  /** Markets with a closing time that the timer has not recorded yet. */
  readonly closings: CloseQueue;
  /** Markets whose trading has ended and in which orders still rest, in the order in which they ended. */
  readonly draining: Set<MarketId>;
  readonly heartbeats: Heartbeats;
  readonly totals: Totals;
  readonly community: Community;
  /** Carried-out requests with an id. */
  readonly requests: RequestWindow;
}

/** A state whose reader may have kept only `BOOKS_AND_BALANCES` (`keeps.ts`). */
export type BooksAndBalances = Readonly<Omit<State, 'orderResults' | 'requests' | 'community'>>;

/** Public ids assigned by the venue lie above this, clear of the ids in recorded catalogs. */
export const GENERATED_IDS_FROM = 10_000_000;

/** The state before the first entry: an empty, open venue. */
export function createState(keeps: Keeps = {}): State {
  return {
    sequence: 0,
    timeMs: 0,
    mode: 'open',
    rules: FIRST_RULES_VERSION,
    accounts: [],
    accountsByAddress: new Map(),
    wallets: [],
    walletsByAddress: new Map(),
    apiKeys: new Map(),
    markets: [],
    marketsByCondition: new Map(),
    marketsByCatalogId: new Map(),
    marketsBySlug: new Map(),
    tokens: new Map(),
    catalogEvents: new Map(),
    catalogEventsBySlug: new Map(),
    tagsBySlug: new Map(),
    tagSlugs: new Map(),
    seriesBySlug: new Map(),
    seriesSlugs: new Map(),
    lastCatalogIds: {
      event: GENERATED_IDS_FROM,
      market: GENERATED_IDS_FROM,
      tag: GENERATED_IDS_FROM,
      series: GENERATED_IDS_FROM,
    },
    openOrders: new OpenOrders(),
    keyOrders: new KeyOrders(),
    nextOrderNumber: orderNumber(0),
    pending: null,
    orderResults: new OrderResults(keeps),
    expiries: new ExpiryQueue(),
    settling: new Set(),
    closings: new CloseQueue(),
    draining: new Set(),
    heartbeats: new Heartbeats(),
    totals: {
      free: ZERO_MICROS,
      held: ZERO_MICROS,
      fees: ZERO_MICROS,
      backing: ZERO_MICROS,
      collateral: ZERO_MICROS,
      deposits: 0n,
      withdrawals: 0n,
    },
    community: createCommunity(keeps),
    requests: keeps.requests === false ? RequestWindow.notKept() : new RequestWindow(),
  };
}

/** Expiration of the next open order, in Unix seconds, or null. */
export function nextExpiration(state: Readonly<State>): number | null {
  return state.expiries.next();
}

/** True if `EndTrading` has something to do at `timeMs`. O(1). */
export function endOfTradingIsDue(state: Readonly<State>, timeMs: number): boolean {
  const closeTimeMs = state.closings.next();
  return state.draining.size > 0 || (closeTimeMs !== null && closeTimeMs <= timeMs);
}

/** True if `ExpireHeartbeats` has something to do at `timeMs`. O(1). */
export function heartbeatsAreDue(state: Readonly<State>, timeMs: number): boolean {
  const { heartbeats } = state;
  const deadlineMs = heartbeats.nextDeadlineMs();
  return heartbeats.sweepCount > 0 || (deadlineMs !== null && deadlineMs <= timeMs);
}

/**
 * Due time of the exchange's next own command, in Unix milliseconds: the state's own time if one is already due; null
 * if only users will change anything. O(1).
 */
export function nextTimerMs(state: Readonly<State>): number | null {
  const { closings, draining, expiries, heartbeats, settling, timeMs } = state;
  if (draining.size > 0 || settling.size > 0 || heartbeats.sweepCount > 0) return timeMs;
  const seconds = expiries.next();
  const times = [seconds === null ? null : seconds * 1000, closings.next(), heartbeats.nextDeadlineMs()];
  const next = Math.min(...times.map((time) => time ?? Number.POSITIVE_INFINITY));
  return next === Number.POSITIVE_INFINITY ? null : Math.max(timeMs, next);
}

/** The market whose settlement has waited longest, or null. */
export function nextSettlement(state: Readonly<State>): MarketId | null {
  for (const market of state.settling) return market;
  return null;
}
