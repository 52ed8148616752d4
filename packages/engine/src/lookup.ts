/** Look-ups by numeric id that must succeed: an event names only what exists. */
import type { Account, Wallet } from './ledger/wallet.ts';
import type { CatalogEvent, Market } from './market/market.ts';
import type { OpenOrder } from './orders/open-order.ts';
import type { State } from './state.ts';
import { assert } from './units/assert.ts';
import type { AccountId, CatalogId, MarketId, OrderNumber, WalletId } from './units/ids.ts';

export function accountOf(state: Readonly<State>, id: AccountId): Account {
  const account = state.accounts[id];
  assert(account !== undefined, `no account ${id}`);
  return account;
}

export function walletOf(state: Readonly<State>, id: WalletId): Wallet {
  const wallet = state.wallets[id];
  assert(wallet !== undefined, `no wallet ${id}`);
  return wallet;
}

export function marketOf(state: Readonly<State>, id: MarketId): Market {
  const market = state.markets[id];
  assert(market !== undefined, `no market ${id}`);
  return market;
}

export function catalogEventOf(state: Readonly<State>, id: CatalogId): CatalogEvent {
  const event = state.catalogEvents.get(id);
  assert(event !== undefined, `no catalog event ${id}`);
  return event;
}

export function openOrderOf(state: Readonly<State>, id: OrderNumber): OpenOrder {
  const order = state.openOrders.get(id);
  assert(order !== undefined, `no open order ${id}`);
  return order;
}
