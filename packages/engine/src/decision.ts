/** Results of `decide`, and the refusals that several commands share. */
import type { Event } from './event.ts';
import type { Wallet } from './ledger/wallet.ts';
import { hasEnded, isPastClose, type Market } from './market/market.ts';
import type { OrderResult } from './orders/order-rows.ts';
import { type Reject, reject } from './reject.ts';
import type { State } from './state.ts';
import type { AccountId, MarketId, WalletId } from './units/units.ts';

/** The command has at least one event; the caller journals command and events, then applies them. */
export interface AcceptedDecision {
  readonly kind: 'accepted';
  readonly events: readonly Event[];
  /** Ids that a cancel could not cancel, with the reason. */
  readonly notCanceled: Readonly<Record<string, string>>;
}

/** The command is valid, but has no effect. */
export interface UnchangedDecision {
  readonly kind: 'unchanged';
  readonly notCanceled: Readonly<Record<string, string>>;
}

/** The order was accepted earlier; carries its first result. */
export interface DuplicateDecision {
  readonly kind: 'duplicate';
  readonly result: OrderResult;
}

/** The request was carried out earlier, by the entry at `sequence`. */
export interface RepeatedDecision {
  readonly kind: 'repeated';
  readonly sequence: number;
}

export type Decision = AcceptedDecision | UnchangedDecision | DuplicateDecision | RepeatedDecision | Reject;

const NONE: Readonly<Record<string, string>> = Object.freeze({});

/** Accepted with `events`, or unchanged if there are none. */
export function accepted(
  events: readonly Event[],
  notCanceled: Readonly<Record<string, string>> = NONE,
): AcceptedDecision | UnchangedDecision {
  return events.length === 0 ? { kind: 'unchanged', notCanceled } : { kind: 'accepted', events, notCanceled };
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

interface FoundMarket {
  readonly kind: 'found';
  readonly market: Market;
}

/** The market if it is neither resolved nor closed: its shares can be split, merged and converted. */
export function openMarket(state: Readonly<State>, id: MarketId): FoundMarket | Reject {
  const market = state.markets[id];
  if (market === undefined) return reject('unknown_market');
  if (hasEnded(market)) return reject('market_closed', stoppedAt(market));
  return { kind: 'found', market };
}

/** Refuses orders in a market at `timeMs`, or returns null. */
export function refuseTrading(market: Market, timeMs: number): Reject | null {
  if (hasEnded(market)) return reject('market_closed', stoppedAt(market));
  if (isPastClose(market, timeMs)) {
    return reject('trading_ended', {
      conditionId: market.conditionId,
      since: Math.floor((market.closeTimeMs ?? 0) / 1000),
    });
  }
  return market.active && market.acceptingOrders ? null : reject('market_not_accepting_orders', stoppedAt(market));
}

/** The market, its status and, if the venue saw it stop, the time since when it takes no orders. */
function stoppedAt({ conditionId, status, stoppedMs }: Market): Reject['details'] {
  return { conditionId, status, ...(stoppedMs !== null && { since: Math.floor(stoppedMs / 1000) }) };
}
