/** State of the naive exchange: flat lists and bigint, no index, no stored sum. Tests only. */
import type { PlaceOrder } from '../command.ts';
import type { Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import type { MarketDefinition } from '../market/definition.ts';
import type { Role } from '../rights/roles.ts';
import {
  type AccountId,
  type Address,
  type CatalogId,
  type MarketId,
  type Micros,
  micros,
  type OrderId,
  type OrderNumber,
  type Outcome,
  type Price,
  price,
  type VenueMode,
  type WalletId,
} from '../units/units.ts';

/** Steps as they were paid, and the terms of standing grants, newest last. */
export interface NaiveGrants {
  readonly steps: { readonly id: string; readonly terms: string; readonly last: boolean; readonly to: AccountId[] }[];
  readonly standing: { readonly id: string; readonly terms: string | null }[];
}

export interface NaiveWallet {
  address: Address;
  readonly account: AccountId;
  /** True if its signer deployed it. */
  derived?: true;
  /** All collateral, including held collateral. */
  collateral: bigint;
}

export interface NaiveHolding {
  readonly wallet: WalletId;
  readonly market: MarketId;
  readonly outcome: Outcome;
  /** All shares, including held shares. */
  shares: bigint;
}

export interface NaiveMarket {
  readonly id: MarketId;
  readonly catalogId: CatalogId;
  readonly catalogEvent: CatalogId | null;
  terms: MarketDefinition;
  status: 'open' | 'resolving' | 'resolved';
  payouts: readonly [number, number] | null;
  /** Position among the markets whose trading the timer has ended, or null. */
  ended: number | null;
  /** False before its opening time. */
  opened: boolean;
  locked: bigint;
  vault: bigint;
}

export interface NaiveCatalogEvent {
  readonly id: CatalogId;
  readonly slug: string;
  readonly negRisk: boolean;
  active: boolean;
  closed: boolean;
  archived: boolean;
  advanced: bigint;
}

type Signed = 'orderId' | 'account' | 'wallet' | 'apiKey' | 'market' | 'outcome' | 'side' | 'type' | 'expiration';

export interface NaiveOrder extends Pick<PlaceOrder, Signed> {
  readonly number: OrderNumber;
  /** In 1/10000, for the order's own outcome. */
  readonly price: bigint;
  remaining: bigint;
  /** Amount that a BUY holds for a fee, in addition to its cost. */
  reserve: bigint;
}

export interface NaiveResult {
  readonly orderId: OrderId;
  readonly status: 'live' | 'matched';
  readonly making: bigint;
  readonly taking: bigint;
  readonly sequence: number;
  fate: 'open' | 'matched' | 'canceled';
}

export type NaiveLabel = { readonly id: CatalogId; readonly slug: string };

export interface NaiveComment {
  readonly id: number;
  readonly account: AccountId;
  readonly entity: string;
  /** Ids of the comments above it, nearest last. */
  readonly above: readonly number[];
  readonly timeMs: number;
  removed: boolean;
  openReports: number;
}

export interface NaiveCommunity {
  readonly comments: NaiveComment[];
  /** `comment account mark`. */
  readonly marks: Set<string>;
  names: { readonly account: AccountId; readonly name: string }[];
  moderators: AccountId[];
}

export interface NaiveHeartbeats {
  /** Armed keys; the key with the latest heartbeat comes last. */
  armed: { readonly apiKey: string; readonly account: AccountId; readonly id: string; deadlineMs: number }[];
  /** Keys whose orders below a number are being cancelled. */
  missed: { readonly apiKey: string; before: number }[];
}

export interface NaiveKey {
  readonly wallet: WalletId;
  readonly key: Address;
  readonly label: string;
  readonly scopes: readonly string[];
  readonly expiration: number;
  ended: boolean;
}

export interface NaiveRights {
  roles: { readonly account: AccountId; readonly role: Role }[];
  tokens: { readonly name: string; readonly expires: number }[];
  suspended: AccountId[];
  /** Accounts whose orders are being cancelled. */
  sweeping: AccountId[];
}

export interface NaiveAsking {
  /** Event of each clarification. */
  readonly clarified: CatalogId[];
  readonly suggestions: { readonly account: AccountId; readonly timeMs: number; status: string }[];
}

export interface NaiveState {
  mode: VenueMode;
  rules: number;
  fees: bigint;
  deposited: bigint;
  nextOrder: number;
  readonly accounts: { readonly address: Address; readonly depositWallet: Address }[];
  /** Relayed batches, as text of account and scheme. */
  readonly relayed: string[];
  readonly wallets: NaiveWallet[];
  readonly holdings: NaiveHolding[];
  readonly keys: { readonly apiKey: string; readonly account: AccountId; revoked: boolean }[];
  readonly tags: NaiveLabel[];
  readonly series: NaiveLabel[];
  readonly catalogEvents: NaiveCatalogEvent[];
  readonly markets: NaiveMarket[];
  orders: NaiveOrder[];
  readonly results: NaiveResult[];
  readonly community: NaiveCommunity;
  readonly asking: NaiveAsking;
  readonly grants: NaiveGrants;
  readonly heartbeats: NaiveHeartbeats;
  /** Keys of accounts, in the order in which they were added. */
  signers: NaiveKey[];
  rights: NaiveRights;
}

export const createNaiveState = (): NaiveState => ({
  ...{ mode: 'open', rules: 1, fees: 0n, deposited: 0n, nextOrder: 0 },
  ...{ accounts: [], relayed: [], wallets: [], holdings: [], keys: [], orders: [], results: [] },
  ...{ tags: [], series: [], catalogEvents: [], markets: [] },
  community: { comments: [], marks: new Set(), names: [], moderators: [] },
  asking: { clarified: [], suggestions: [] },
  grants: { steps: [], standing: [] },
  heartbeats: { armed: [], missed: [] },
  signers: [],
  rights: { roles: [], tokens: [], suspended: [], sweeping: [] },
});

/** A copy that shares no mutable data: fields of a row are reassigned, but their values are never changed in place. */
export function copyNaiveState<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map((row) => (typeof row === 'object' ? { ...row } : row)) as Part;
  if (part instanceof Set) return new Set(part) as Part;
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, copyNaiveState(each)])) as Part;
}

export const decided = (events: readonly Event[], notCanceled: Readonly<Record<string, string>> = {}): Decision =>
  events.length > 0 ? { kind: 'accepted', events, notCanceled } : { kind: 'unchanged', notCanceled };

export const down = (numerator: bigint, denominator: bigint): bigint => numerator / denominator;
export const up = (numerator: bigint, denominator: bigint): bigint => (numerator + denominator - 1n) / denominator;
export const least = (...values: readonly bigint[]): bigint => values.toSorted((a, b) => (a < b ? -1 : 1))[0] ?? 0n;

export const costUp = (atPrice: bigint, size: bigint): bigint => up(atPrice * size, 10_000n);

/** Fee for a sum of size * p * (10000 - p): rounded half up to ten micros. */
export function naiveFee(sum: bigint, rate: number): bigint {
  const tensOfMicros = 10n ** 13n;
  return ((2n * sum * BigInt(rate) + tensOfMicros) / (2n * tensOfMicros)) * 10n;
}

/** The largest fee for `size` at any price up to `limit`. */
export function naiveReserve(size: bigint, limit: bigint, rate: number): bigint {
  const worst = limit < 5000n ? limit : 5000n;
  return naiveFee(size * worst * (10_000n - worst), rate);
}

export const asMicros = (value: bigint): Micros => micros(Number(value));
export const asPrice = (value: bigint): Price => price(Number(value));

/** Amount that an open order holds: collateral for a BUY, shares for a SELL. */
export const heldBy = (order: NaiveOrder): bigint =>
  order.side === 'BUY' ? costUp(order.price, order.remaining) + order.reserve : order.remaining;

export const heldCollateral = (state: NaiveState, wallet: WalletId): bigint =>
  state.orders
    .filter((order) => order.wallet === wallet && order.side === 'BUY')
    .reduce((sum, order) => sum + heldBy(order), 0n);

export const heldShares = (state: NaiveState, wallet: WalletId, market: MarketId, outcome: Outcome): bigint =>
  state.orders
    .filter((order) => order.wallet === wallet && order.market === market && order.outcome === outcome)
    .filter((order) => order.side === 'SELL')
    .reduce((sum, order) => sum + order.remaining, 0n);

export const freeCollateral = (state: NaiveState, wallet: WalletId): bigint =>
  state.wallets[wallet]!.collateral - heldCollateral(state, wallet);

export const allShares = (state: NaiveState, wallet: WalletId, market: MarketId, outcome: Outcome): bigint =>
  holding(state, wallet, market, outcome)?.shares ?? 0n;

export const freeNaiveShares = (state: NaiveState, wallet: WalletId, market: MarketId, outcome: Outcome): bigint =>
  allShares(state, wallet, market, outcome) - heldShares(state, wallet, market, outcome);

/** Adds shares, or removes them if `change` is negative. */
export function moveShares(state: NaiveState, wallet: WalletId, market: MarketId, outcome: Outcome, change: bigint) {
  const found = holding(state, wallet, market, outcome);
  if (found !== undefined) found.shares += change;
  else state.holdings.push({ wallet, market, outcome, shares: change });
}

export function moveCollateral(state: NaiveState, wallet: WalletId, change: bigint): void {
  state.wallets[wallet]!.collateral += change;
}

const holding = (state: NaiveState, wallet: WalletId, market: MarketId, outcome: Outcome): NaiveHolding | undefined =>
  state.holdings.find((at) => at.wallet === wallet && at.market === market && at.outcome === outcome);
