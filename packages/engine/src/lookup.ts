/** Look-ups. Those by numeric id must succeed, because an event only names existing objects. */
import type { Account, Wallet } from './ledger/wallet.ts';
import type { CatalogEvent, Market } from './market/market.ts';
import type { OpenOrder } from './orders/open-order.ts';
import type { State } from './state.ts';
import { violated } from './units/assert.ts';
import type { AccountId, CatalogId, MarketId, OrderId, OrderNumber, WalletId } from './units/ids.ts';

export function accountOf(state: Readonly<State>, id: AccountId): Account {
  const account = state.accounts[id];
  return account ?? violated(`no account ${id}`);
}

export function walletOf(state: Readonly<State>, id: WalletId): Wallet {
  const wallet = state.wallets[id];
  return wallet ?? violated(`no wallet ${id}`);
}

export function marketOf(state: Readonly<State>, id: MarketId): Market {
  const market = state.markets[id];
  return market ?? violated(`no market ${id}`);
}

export function catalogEventOf(state: Readonly<State>, id: CatalogId): CatalogEvent {
  const event = state.catalogEvents.get(id);
  return event ?? violated(`no catalog event ${id}`);
}

export function openOrderOf(state: Readonly<State>, id: OrderNumber): OpenOrder {
  const order = state.openOrders.get(id);
  return order ?? violated(`no open order ${id}`);
}

/** The resting order with this id, if there is one. */
export function findOpenOrder(state: Readonly<State>, orderId: OrderId): OpenOrder | undefined {
  return state.openOrders.inRow(state.orderResults.openRowOf(orderId));
}
