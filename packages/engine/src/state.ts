/**
 * The whole state of the exchange: `decide` reads it and `apply` changes it. Followers (the gateway's view, the
 * projector) hold a copy kept by the same fold. No I/O, no clock, no randomness.
 */
import { Asking } from './asking/asking.ts';
import { ASK, BID } from './book/book.ts';
import type { Stamp } from './command.ts';
import { type Community, communityNotKept, createCommunity } from './community/community.ts';
import type { Event, OrderAccepted } from './event.ts';
import { Grants } from './grants/grants.ts';
import { Houses } from './house/houses.ts';
import { AccountKeys } from './keys/account-keys.ts';
import type { Account, ApiKey, Wallet } from './ledger/wallet.ts';
import { type Looks, NO_LOOKS } from './looks/looks.ts';
import type { CatalogEvent, Market } from './market/market.ts';
import { KeyOrders, type OpenOrder, OpenOrders } from './orders/open-orders.ts';
import { OrderResults, type OrderResultsOptions } from './orders/order-results.ts';
import { type Reject, reject } from './reject.ts';
import { RequestWindow } from './requests/request-window.ts';
import { Rights } from './rights/rights.ts';
import { FIRST_RULES_VERSION } from './rules.ts';
import { CloseQueue, ExpiryQueue, Heartbeats } from './timers.ts';
import {
  type AccountId,
  type Address,
  assert,
  type CatalogId,
  type ConditionId,
  type MarketId,
  type Micros,
  type OrderId,
  type OrderNumber,
  orderNumber,
  type TokenId,
  type VenueMode,
  violated,
  type WalletId,
  ZERO_MICROS,
} from './units/units.ts';

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

/** Running sums over the whole venue, for checking conservation after every command in O(1). */
export interface Totals {
  /** Collateral free in wallets. */
  free: Micros;
  /** Collateral held by open orders. */
  held: Micros;
  /** The venue's fee account. */
  fees: Micros;
  /** Debts of all accounts: credited to others, and still to come from them. */
  debts: Micros;
  /** The most that running corrections may still add to `debts`. */
  claims: Micros;
  /**
   * Collateral locked under the pairs of all markets, minus the advances of conversions. Each of the two may be a
   * multiple of the collateral in the venue; their difference never is.
   */
  backing: Micros;
  /**
   * All collateral in the venue: deposits - withdrawals. Below 0, never by more than the debts, once accounts have
   * withdrawn what others owe.
   */
  collateral: number;
  /** Lifetime sums of deposits and withdrawals. They only grow, beyond the range in which a double is exact. */
  deposits: bigint;
  withdrawals: bigint;
}

export interface State {
  /** Sequence and time of the last applied entry; 0 before the first. */
  sequence: number;
  timeMs: number;
  mode: VenueMode;
  /** Version of the rules that decide commands: see `rules.ts`. */
  rules: number;
  looks: Looks;
  readonly accounts: Account[];
  readonly accountsByAddress: Map<Address, AccountId>;
  readonly wallets: Wallet[];
  readonly walletsByAddress: Map<Address, WalletId>;
  readonly apiKeys: Map<string, ApiKey>;
  /** Addresses that may sign for a wallet besides its owner. */
  readonly keys: AccountKeys;
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
  /** First markets of undisputed proposals, by the end of the window. */
  readonly proposals: CloseQueue;
  /** Markets whose trading has ended and in which orders still rest, in the order in which they ended. */
  readonly draining: Set<MarketId>;
  readonly heartbeats: Heartbeats;
  readonly totals: Totals;
  readonly community: Community;
  readonly asking: Asking;
  readonly houses: Houses;
  readonly grants: Grants;
  /** Roles, tokens of administrators, and suspensions. */
  readonly rights: Rights;
  /** Carried-out requests with an id. */
  readonly requests: RequestWindow;
}

/**
 * Parts that a state keeps besides books, balances and the catalog; `kept` selects order results. A follower declares
 * the parts it reads, so that it does not carry history that it never uses. Reading a part that is not kept is a
 * programming error and throws. A state that decides commands needs all parts.
 */
export interface Keeps extends OrderResultsOptions {
  /** Carried-out requests with an id; true by default. */
  readonly requests?: boolean;
  /** Comments, reactions, names and moderators; true by default. */
  readonly community?: boolean;
}

/** The change of state by each kind of event. */
export type Applied = {
  readonly [Kind in Event['kind']]: (
    state: State,
    event: Extract<Event, { readonly kind: Kind }>,
    stamp: Stamp,
  ) => void;
};

/** The minimum: the parts that the rows of the read store are made from. */
export const BOOKS_AND_BALANCES: Keeps = { kept: 'nothing', requests: false, community: false };

/** A state whose reader may have kept only `BOOKS_AND_BALANCES`. */
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
    looks: NO_LOOKS,
    accounts: [],
    accountsByAddress: new Map(),
    wallets: [],
    walletsByAddress: new Map(),
    apiKeys: new Map(),
    keys: new AccountKeys(),
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
    proposals: new CloseQueue(),
    draining: new Set(),
    heartbeats: new Heartbeats(),
    totals: {
      free: ZERO_MICROS,
      held: ZERO_MICROS,
      fees: ZERO_MICROS,
      debts: ZERO_MICROS,
      claims: ZERO_MICROS,
      backing: ZERO_MICROS,
      collateral: ZERO_MICROS,
      deposits: 0n,
      withdrawals: 0n,
    },
    asking: new Asking(),
    houses: new Houses(),
    grants: new Grants(),
    rights: new Rights(),
    community: keeps.community === false ? communityNotKept() : createCommunity(),
    requests: keeps.requests === false ? RequestWindow.notKept() : new RequestWindow(),
  };
}

// Look-ups by numeric id must succeed, because an event only names existing objects.

export function accountOf(state: Readonly<State>, id: AccountId): Account {
  return state.accounts[id] ?? violated(`no account ${id}`);
}

export function walletOf(state: Readonly<State>, id: WalletId): Wallet {
  return state.wallets[id] ?? violated(`no wallet ${id}`);
}

export function marketOf(state: Readonly<State>, id: MarketId): Market {
  return state.markets[id] ?? violated(`no market ${id}`);
}

export function catalogEventOf(state: Readonly<State>, id: CatalogId): CatalogEvent {
  return state.catalogEvents.get(id) ?? violated(`no catalog event ${id}`);
}

export function openOrderOf(state: Pick<State, 'openOrders'>, id: OrderNumber): OpenOrder {
  return state.openOrders.get(id) ?? violated(`no open order ${id}`);
}

/** The resting order with this id, if there is one. */
export function findOpenOrder(state: Readonly<State>, orderId: OrderId): OpenOrder | undefined {
  return state.openOrders.inRow(state.orderResults.openRowOf(orderId));
}

// Cheap checks, which run after every command in production.

/** Conservation: free + held + fees + locked - advanced - debts = deposits - withdrawals. */
export function isConserved({ free, held, fees, backing, debts, collateral }: Readonly<Totals>): boolean {
  // Exact: a correct sum is at most MICROS_MAX, and one past 2^53 cannot round to the correct value.
  return free + held + fees + backing - debts === collateral;
}

/**
 * Collateral that the venue accounts for, and what running corrections may still add to it: at most MICROS_MAX. Debts
 * count, because others have been credited with them.
 */
export function committed({ collateral, debts, claims }: Readonly<Totals>): number {
  return collateral + debts + claims;
}

export function assertTotals(state: Readonly<State>): void {
  assert(isConserved(state.totals), 'collateral is not conserved');
}

/**
 * The cheap checks after one entry: conservation, and the supplies and books of all markets that its events touched.
 */
export function assertAfter(state: Readonly<State>, events: readonly Event[]): void {
  assertTotals(state);
  const [first] = events;
  // All other events in the entry of an order belong to the order's market.
  if (first?.kind === 'OrderAccepted') return assertMarket(marketOf(state, first.market));
  let checked = -1;
  for (const event of events) {
    const market = marketOfEvent(event);
    if (market === null || market === checked) continue;
    checked = market;
    assertMarket(marketOf(state, market));
  }
}

/** The market in an event, or null. A switch, because looking up a property by name is slow. */
function marketOfEvent(event: Event): MarketId | null {
  switch (event.kind) {
    case 'OrderCanceled':
      return null;
    case 'OrderAccepted':
    case 'TradeExecuted':
    case 'PositionSplit':
    case 'PositionsMerged':
    case 'MarketAdded':
    case 'MarketUpdated':
    case 'TradingEnded':
    case 'TradingOpened':
    case 'MarketResolved':
    case 'PayoutMade':
    case 'MarketSettled':
    case 'ResultProposed':
    case 'ResultDisputed':
    case 'ResultWithdrawn':
    case 'ResultConfirmed':
    case 'ResultReversed':
    case 'PayoutReclaimed':
    case 'PayoutAdded':
    case 'PositionRestored':
    case 'ResultCorrected':
      return event.market;
    default:
      event satisfies Exclude<Event, { readonly market: MarketId }>;
      return null;
  }
}

/** Markets whose proposed or paid result an event changes, beside those of `MarketResolved`. */
export function marketsOfResult(event: Event): readonly MarketId[] {
  switch (event.kind) {
    case 'ResultProposed':
    case 'ResultDisputed':
    case 'ResultWithdrawn':
    case 'ResultReversed':
    case 'ResultCorrected':
      return event.markets;
    case 'ResultConfirmed':
      return event.refund?.markets ?? [];
    default:
      return [];
  }
}

export function assertMarket(market: Market): void {
  if (market.status === 'open') {
    const first = market.supply[0];
    const second = market.supply[1];
    if (first !== second || first !== market.locked)
      violated(`market ${market.id}: YES ${first}, NO ${second}, locked ${market.locked}`);
  }
  if (market.status === 'resolved') {
    assert(market.locked === 0 && market.holders.size === 0, `market ${market.id} is resolved but not empty`);
    assert((market.book?.count ?? 0) === 0, `market ${market.id} is resolved but has orders`);
  }
  const { book } = market;
  if (book === null) return;
  const bid = book.bestPrice(BID);
  const ask = book.bestPrice(ASK);
  if (bid !== 0 && ask !== 0 && bid >= ask) violated(`market ${market.id} is crossed: bid ${bid}, ask ${ask}`);
}

export interface FoundWallet {
  readonly kind: 'found';
  readonly wallet: Wallet;
  /** Wallets whose free collateral counts, if not `wallet` alone. */
  readonly purses?: readonly Wallet[];
}

export function ownedWallet(state: Readonly<State>, account: AccountId, wallet: WalletId): FoundWallet | Reject {
  if (state.accounts[account] === undefined) return reject('unknown_account');
  const found = state.wallets[wallet];
  if (found === undefined) return reject('unknown_wallet');
  return found.account === account
    ? { kind: 'found', wallet: found }
    : reject('wallet_not_owned', { wallet: found.address });
}
