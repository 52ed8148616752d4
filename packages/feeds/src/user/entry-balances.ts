/**
 * Balances of accounts that an entry changes. Touched assets are read from the state before the entry and compared with
 * the state after it. Only accounts selected by the caller are examined; any other account costs one set lookup.
 */
import {
  type AccountId,
  accountOf,
  type Entry,
  type Event,
  type MarketId,
  type Micros,
  type Outcome,
  type State,
  type WalletId,
} from '@bellwether/engine';

/** A token; null stands for collateral. */
export type AssetToken = { readonly market: MarketId; readonly outcome: Outcome } | null;

export interface Amounts {
  readonly free: Micros | 0;
  /** Held by open orders. */
  readonly held: Micros | 0;
  /** Of the account, with collateral. */
  readonly debt: Micros | 0;
}

export interface ChangedBalance extends Amounts {
  readonly wallet: WalletId;
  readonly token: AssetToken;
}

type Touched = { readonly wallet: WalletId; readonly token: AssetToken; readonly before: Amounts };

type Touch = (wallet: WalletId, token: AssetToken) => void;

const NOTHING: Amounts = { free: 0, held: 0, debt: 0 };

export class EntryBalances {
  readonly #touched = new Map<AccountId, Map<string, Touched>>();

  /**
   * Records the amounts that `entry` will touch, for accounts that `isTold` accepts. `state` is the state before the
   * entry.
   */
  read(entry: Entry, state: Readonly<State>, isTold: (account: AccountId) => boolean): void {
    this.clear();
    // A wallet that this entry binds is not in the state yet.
    const bound = new Map<WalletId, AccountId>();
    const touch: Touch = (wallet, token) => {
      const account = state.wallets[wallet]?.account ?? bound.get(wallet);
      if (account !== undefined && isTold(account)) this.#touch(account, wallet, token, state);
    };
    let placed: { readonly wallet: WalletId; readonly asset: AssetToken } | null = null;
    for (const event of entry.events) {
      if (event.kind === 'WalletBound') bound.set(event.wallet, event.account);
      if (event.kind === 'OrderAccepted') placed = { wallet: event.wallet, asset: heldAsset(event) };
      else if (event.kind === 'OrderRested' && placed !== null) touch(placed.wallet, placed.asset);
      else touchAll(event, state, touch);
    }
  }

  /** Returns the balances that differ in `state`, the state after the entry, by account; each asset once. */
  changes(state: Readonly<State>): ReadonlyMap<AccountId, readonly ChangedBalance[]> {
    const changes = new Map<AccountId, ChangedBalance[]>();
    for (const [account, assets] of this.#touched) {
      const changed: ChangedBalance[] = [];
      for (const { wallet, token, before } of assets.values()) {
        const now = amountsOf(state, wallet, token);
        if (now.free !== before.free || now.held !== before.held || now.debt !== before.debt)
          changed.push({ wallet, token, ...now });
      }
      if (changed.length > 0) changes.set(account, changed);
    }
    return changes;
  }

  clear(): void {
    if (this.#touched.size > 0) this.#touched.clear();
  }

  #touch(account: AccountId, wallet: WalletId, token: AssetToken, state: Readonly<State>): void {
    const assets = this.#touched.get(account) ?? new Map<string, Touched>();
    this.#touched.set(account, assets);
    const key = token === null ? String(wallet) : `${wallet} ${token.market} ${token.outcome}`;
    if (!assets.has(key)) assets.set(key, { wallet, token, before: amountsOf(state, wallet, token) });
  }
}

export function amountsOf(state: Readonly<State>, wallet: WalletId, token: AssetToken): Amounts {
  const owner = state.wallets[wallet];
  if (owner === undefined) return NOTHING;
  if (token === null) return { free: owner.free, held: owner.held, debt: accountOf(state, owner.account).debt };
  const position = owner.positions.get(token.market);
  if (position === undefined) return NOTHING;
  return { free: position.free[token.outcome], held: position.held[token.outcome], debt: 0 };
}

/** Returns the asset that a resting order holds; null: collateral. */
function heldAsset(order: { readonly side: 'BUY' | 'SELL'; readonly market: MarketId; readonly outcome: Outcome }) {
  return order.side === 'BUY' ? null : { market: order.market, outcome: order.outcome };
}

/** Touches every asset that an event may change; `state` is the state before the event. */
function touchAll(event: Event, state: Readonly<State>, touch: Touch): void {
  switch (event.kind) {
    case 'WalletBound':
    case 'WalletClaimed':
    case 'Deposited':
    case 'Withdrawn':
    case 'PayoutAdded':
      return touch(event.wallet, null);
    case 'CollateralMoved':
      touch(event.from, null);
      return touch(event.to, null);
    case 'TradeExecuted':
      touchTrade(event.wallet, event.market, event.outcome, touch);
      for (const leg of event.legs) touchTrade(leg.wallet, event.market, leg.outcome, touch);
      return;
    case 'OrderCanceled': {
      const order = state.openOrders.get(event.order);
      return order === undefined ? undefined : touch(order.wallet, heldAsset(order));
    }
    case 'PositionSplit':
    case 'PositionsMerged':
    case 'PayoutMade':
    case 'PositionRestored':
      touchTrade(event.wallet, event.market, 0, touch);
      return touch(event.wallet, { market: event.market, outcome: 1 });
    case 'PayoutReclaimed':
      touch(event.wallet, null);
      for (const [wallet] of event.taken) touch(wallet, null);
      return;
    case 'PositionsConverted':
      touch(event.wallet, null);
      for (const market of event.given) touch(event.wallet, { market, outcome: 1 });
      for (const market of event.received) touch(event.wallet, { market, outcome: 0 });
      return;
  }
}

function touchTrade(wallet: WalletId, market: MarketId, outcome: Outcome, touch: Touch): void {
  touch(wallet, null);
  touch(wallet, { market, outcome });
}
