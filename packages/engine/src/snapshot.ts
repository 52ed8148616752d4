/**
 * Converts the state to plain data and back. A snapshot holds facts, not structure: books, indexes and expiry buckets
 * are rebuilt by inserting its items in order. Contains only strings, numbers, booleans, arrays, plain objects and
 * `Uint8Array`.
 */

import { enlist } from './apply.ts';
import { Asking, type AskingSnapshot } from './asking/asking.ts';
import { type CommunitySnapshot, restoreCommunity, snapshotCommunity } from './community/community.ts';
import { Grants, type GrantsSnapshot } from './grants/grants.ts';
import type { HousesSnapshot } from './house/houses.ts';
import { type AccountKey, AccountKeys } from './keys/account-keys.ts';
import { stepsOf } from './ledger/corrections.ts';
import type { ApiKey, Position } from './ledger/wallet.ts';
import type { Looks } from './looks/looks.ts';
import { awaitsClose, type CatalogEvent, type Market } from './market/market.ts';
import { AccountOrders } from './orders/open-orders.ts';
import { OrderResults, type OrderResultsSnapshot } from './orders/order-results.ts';
import {
  type OpenOrdersSnapshot,
  type RestoredOrder,
  restoreOpenOrders,
  snapshotOpenOrders,
} from './orders/order-snapshots.ts';
import type { RelayNonces } from './relay/commands.ts';
import { type KeptRequest, RequestWindow } from './requests/request-window.ts';
import type { Correction, Past, Proposal } from './results/proposal.ts';
import { Rights, type RightsSnapshot } from './rights/rights.ts';
import { accountOf, createState, type Keeps, marketOf, type State, type Totals } from './state.ts';
import { Heartbeats, type HeartbeatsSnapshot } from './timers.ts';
import type { Cost } from './units/cost.ts';
import {
  type AccountId,
  type Address,
  assert,
  type CatalogId,
  type MarketId,
  type Micros,
  type OrderNumber,
  type VenueMode,
  type WalletId,
} from './units/units.ts';

/** Raise this when the shape changes; older snapshots are then ignored and the journal is replayed. */
export const SNAPSHOT_VERSION = 15;

interface WalletSnapshot {
  readonly address: Address;
  readonly account: AccountId;
  readonly borrowed: boolean;
  readonly free: Micros;
  readonly held: Micros;
  /** market, free first, free second, held first, held second, cost. */
  readonly positions: readonly (readonly [MarketId, Micros, Micros, Micros, Micros, Cost])[];
}

type MarketSnapshot = Omit<Market, 'curve' | 'book' | 'holders' | 'past' | 'proposal' | 'correction'> & {
  readonly holders: readonly WalletId[];
  readonly past: readonly (readonly [WalletId, Past])[];
};

/** Without the steps, which follow from the rest; `started` if there are any. */
type CorrectionSnapshot = Omit<Correction, 'steps'> & { readonly started: boolean };

export interface Snapshot {
  readonly version: number;
  readonly sequence: number;
  readonly timeMs: number;
  readonly mode: VenueMode;
  readonly rules: number;
  readonly looks: Looks;
  readonly nextOrderNumber: OrderNumber;
  readonly lastCatalogIds: State['lastCatalogIds'];
  readonly totals: Totals;
  readonly accounts: readonly {
    readonly address: Address;
    readonly depositWallet: Address;
    readonly wallets: readonly WalletId[];
    readonly relayNonces: RelayNonces;
    readonly debt: Micros;
  }[];
  readonly wallets: readonly WalletSnapshot[];
  readonly apiKeys: readonly ApiKey[];
  readonly keys: readonly AccountKey[];
  readonly tags: readonly (readonly [CatalogId, string])[];
  readonly series: readonly (readonly [CatalogId, string])[];
  readonly catalogEvents: readonly CatalogEvent[];
  readonly markets: readonly MarketSnapshot[];
  readonly proposals: readonly Proposal[];
  readonly corrections: readonly CorrectionSnapshot[];
  /** In parts, oldest first: read one after the other, possibly from a file. */
  readonly openOrders: Iterable<OpenOrdersSnapshot>;
  readonly orderResults: OrderResultsSnapshot;
  readonly settling: readonly MarketId[];
  readonly draining: readonly MarketId[];
  readonly heartbeats: HeartbeatsSnapshot;
  readonly community: CommunitySnapshot;
  readonly asking: AskingSnapshot;
  readonly houses: HousesSnapshot;
  readonly grants: GrantsSnapshot;
  readonly rights: RightsSnapshot;
  /** Oldest first. */
  readonly requests: readonly KeptRequest[];
}

export function takeSnapshot(state: Readonly<State>): Snapshot {
  assert(state.pending === null, 'a snapshot is taken between entries');
  return {
    version: SNAPSHOT_VERSION,
    sequence: state.sequence,
    timeMs: state.timeMs,
    mode: state.mode,
    rules: state.rules,
    looks: { ...state.looks },
    nextOrderNumber: state.nextOrderNumber,
    lastCatalogIds: { ...state.lastCatalogIds },
    totals: { ...state.totals },
    accounts: state.accounts.map(({ address, depositWallet, wallets, relayNonces, debt }) => ({
      address,
      depositWallet,
      wallets: [...wallets],
      relayNonces: { ...relayNonces },
      debt,
    })),
    wallets: state.wallets.map(({ address, account, borrowed, free, held, positions }) => ({
      address,
      account,
      borrowed,
      free,
      held,
      positions: [...positions].map(([market, p]) => [market, ...p.free, ...p.held, p.cost] as const),
    })),
    apiKeys: [...state.apiKeys.values()].map((key) => ({ ...key })),
    keys: state.keys.snapshot(),
    tags: [...state.tagSlugs],
    series: [...state.seriesSlugs],
    catalogEvents: [...state.catalogEvents.values()].map((event) => ({ ...event, markets: [...event.markets] })),
    markets: state.markets.map(
      ({ curve: _curve, book: _book, holders, past, proposal: _proposal, correction: _running, ...market }) => ({
        ...market,
        supply: [...market.supply],
        holders: [...holders],
        past: [...past],
      }),
    ),
    proposals: state.markets.flatMap(({ id, proposal }) => (proposal?.market === id ? [{ ...proposal }] : [])),
    corrections: state.markets.flatMap(({ id, correction }) =>
      correction?.market === id ? [unstepped(correction)] : [],
    ),
    openOrders: snapshotOpenOrders(state.openOrders.values(), ({ row }) => state.orderResults.resultAt(row)),
    orderResults: state.orderResults.snapshot(),
    settling: [...state.settling],
    draining: [...state.draining],
    heartbeats: state.heartbeats.snapshot(),
    community: snapshotCommunity(state.community),
    asking: state.asking.snapshot(),
    houses: state.houses.snapshot(),
    grants: state.grants.snapshot(),
    rights: state.rights.snapshot(),
    requests: state.requests.snapshot(),
  };
}

/** Restores a state. `keeps` selects the parts that it keeps. */
export function restoreSnapshot(snapshot: Snapshot, keeps: Keeps = {}): State {
  assert(snapshot.version === SNAPSHOT_VERSION, `snapshot version ${snapshot.version} is not ${SNAPSHOT_VERSION}`);
  const state: State = {
    ...createState(keeps),
    orderResults: OrderResults.restore(snapshot.orderResults, keeps),
    sequence: snapshot.sequence,
    timeMs: snapshot.timeMs,
    mode: snapshot.mode,
    rules: snapshot.rules,
    looks: { ...snapshot.looks },
    nextOrderNumber: snapshot.nextOrderNumber,
    lastCatalogIds: { ...snapshot.lastCatalogIds },
    totals: { ...snapshot.totals },
    settling: new Set(snapshot.settling),
    draining: new Set(snapshot.draining),
    heartbeats: Heartbeats.restore(snapshot.heartbeats),
    keys: AccountKeys.restore(snapshot.keys),
    asking: Asking.restore(snapshot.asking),
    grants: Grants.restore(snapshot.grants),
    rights: Rights.restore(snapshot.rights),
    ...(keeps.community !== false && { community: restoreCommunity(snapshot.community) }),
    ...(keeps.requests !== false && { requests: RequestWindow.restore(snapshot.requests) }),
  };
  restoreAccounts(state, snapshot);
  restoreCatalog(state, snapshot);
  restoreResults(state, snapshot);
  state.houses.restore(snapshot.houses, state.markets);
  restoreOpenOrders(snapshot.openOrders, (order) => restoreOrder(state, order));
  return state;
}

function restoreAccounts(state: State, snapshot: Snapshot): void {
  snapshot.accounts.forEach(({ address, depositWallet, wallets, relayNonces, debt }, index) => {
    const id = index as AccountId;
    const own = {
      openOrders: new AccountOrders(),
      apiKeys: new Set<string>(),
      keysIssued: 0,
      relayNonces: { ...relayNonces },
      debt,
    };
    state.accounts.push({ id, address, depositWallet, wallets: [...wallets], ...own });
    state.accountsByAddress.set(address, id);
  });
  snapshot.wallets.forEach(({ address, account, borrowed, free, held, positions }, index) => {
    const id = index as WalletId;
    const restored = positions.map(([market, f0, f1, h0, h1, cost]): [MarketId, Position] => [
      market,
      { free: [f0, f1], held: [h0, h1], sells: null, cost },
    ]);
    state.wallets.push({ id, address, account, borrowed, free, held, buys: 0, positions: new Map(restored) });
    state.walletsByAddress.set(address, id);
  });
  for (const key of snapshot.apiKeys) {
    state.apiKeys.set(key.apiKey, { ...key });
    const holder = accountOf(state, key.account);
    holder.keysIssued++;
    if (!key.revoked) holder.apiKeys.add(key.apiKey);
  }
}

function restoreCatalog(state: State, snapshot: Snapshot): void {
  for (const [id, slug] of snapshot.tags) {
    state.tagSlugs.set(id, slug);
    state.tagsBySlug.set(slug, id);
  }
  for (const [id, slug] of snapshot.series) {
    state.seriesSlugs.set(id, slug);
    state.seriesBySlug.set(slug, id);
  }
  for (const event of snapshot.catalogEvents) {
    state.catalogEvents.set(event.id, { ...event, markets: [...event.markets] });
    state.catalogEventsBySlug.set(event.slug, event.id);
  }
  for (const { holders, past, ...market } of snapshot.markets) {
    const running = { curve: null, book: null, proposal: null, correction: null };
    const owners = { holders: new Set(holders), past: new Map(past) };
    state.markets.push({ ...market, supply: [...market.supply], ...running, ...owners });
    state.marketsByCondition.set(market.conditionId, market.id);
    if (awaitsClose(market)) state.closings.add(market.id, market.closeTimeMs);
    if (market.openTimeMs !== null) state.asking.openings.add(market.id, market.openTimeMs);
    state.marketsByCatalogId.set(market.catalogId, market.id);
    state.marketsBySlug.set(market.slug, market.id);
    state.tokens.set(market.tokenIds[0], { market: market.id, outcome: 0 });
    state.tokens.set(market.tokenIds[1], { market: market.id, outcome: 1 });
  }
}

function unstepped({ steps, ...correction }: Correction): CorrectionSnapshot {
  return { ...correction, started: steps !== null };
}

/** After wallets and markets, which the steps of a correction follow from. */
function restoreResults(state: State, { proposals, corrections }: Snapshot): void {
  for (const kept of proposals) {
    const proposal: Proposal = { ...kept };
    for (const id of proposal.markets) marketOf(state, id).proposal = proposal;
    if (proposal.dispute === null) state.proposals.add(proposal.market, proposal.endsMs);
  }
  for (const { started, ...kept } of corrections) {
    const correction: Correction = { ...kept, steps: null };
    if (started) correction.steps = stepsOf(state, correction);
    for (const id of correction.markets) marketOf(state, id).correction = correction;
  }
}

/** Orders come oldest first, so that inserting them restores time priority in every book, bucket and account. */
function restoreOrder(state: State, { terms, remaining, held, createdMs, result }: RestoredOrder): void {
  const row = state.orderResults.restoreOpen(terms.orderId, terms.order, result);
  const order = state.openOrders.add(terms, remaining, held, createdMs, row);
  enlist(state, marketOf(state, order.market), order);
}
